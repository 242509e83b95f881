//! Which kinds of JSON values a type has.

use super::{JsonKinds, Kind, Literal, TypeId, Types};

impl Types {
    /// The kinds of values that a type has.
    #[must_use]
    pub fn kinds(&self, id: TypeId) -> JsonKinds {
        match &self[id].kind {
            Kind::String => JsonKinds::STRING,
            Kind::Boolean => JsonKinds::BOOLEAN,
            Kind::Integer(_) => JsonKinds::INTEGER,
            Kind::Float(_) => JsonKinds::NUMBER,
            Kind::Any => JsonKinds::ALL,
            Kind::Object(_) | Kind::Map(_) => JsonKinds::OBJECT,
            Kind::List(_) | Kind::Tuple(_) => JsonKinds::ARRAY,
            Kind::Enum(values) => {
                let kinds = values.variants.iter().map(|variant| variant.value.kinds());
                kinds.fold(JsonKinds::default(), JsonKinds::or)
            }
            // Neither is ever nested in its like.
            Kind::Nullable(inner) => self.kinds(*inner).or(JsonKinds::NULL),
            Kind::Union(union) => {
                let kinds = union.arms.iter().map(|&arm| self.kinds(arm));
                kinds.fold(JsonKinds::default(), JsonKinds::or)
            }
        }
    }
}

impl Literal {
    fn kinds(&self) -> JsonKinds {
        match self {
            Self::Null => JsonKinds::NULL,
            Self::Bool(_) => JsonKinds::BOOLEAN,
            Self::Integer(_) => JsonKinds::INTEGER,
            Self::String(_) => JsonKinds::STRING,
            Self::Json(text) => match text.as_bytes().first() {
                Some(b'{') => JsonKinds::OBJECT,
                Some(b'[') => JsonKinds::ARRAY,
                Some(b'"') => JsonKinds::STRING,
                Some(b't' | b'f') => JsonKinds::BOOLEAN,
                Some(b'n') => JsonKinds::NULL,
                _ => JsonKinds::NUMBER,
            },
        }
    }
}
