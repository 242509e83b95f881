//! From a schema to a type: `type` and what follows from it.

use super::union::Alternatives;
use super::vocabulary::{Group, is_shaping};
use super::{Lowering, PendingUnion, Role};
use crate::diagnostic::{Code, quoted};
use crate::ir::{Bound, FloatWidth, Kind, TypeId};
use crate::schema::{Node, Object, Value};

/// What a schema describes, before it is entered into the arena.
pub(super) struct Shape<'a> {
    pub(super) kind: Kind,
    pub(super) bounds: Vec<Bound>,
    /// Whether null is a value too.
    pub(super) is_nullable: bool,
    /// The schema written in place that a nullable one passes its name on to.
    pub(super) inner: Option<TypeId>,
    /// The union whose arms are not known yet.
    pub(super) union: Option<PendingUnion<'a>>,
}

impl Shape<'_> {
    pub(super) fn new(kind: Kind, bounds: Vec<Bound>, is_nullable: bool) -> Self {
        Self { kind, bounds, is_nullable, inner: None, union: None }
    }
}

/// The types that JSON Schema knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JsonType {
    String,
    Boolean,
    Integer,
    Number,
    Object,
    Array,
}

/// What `type` says.
#[derive(Debug, Default)]
pub(super) struct TypeSet {
    /// Without null; empty when there is no `type`.
    pub(super) types: Vec<JsonType>,
    pub(super) has_null: bool,
}

const NAMES: [&str; 7] = ["string", "boolean", "integer", "number", "object", "array", "null"];

impl<'a> Lowering<'a> {
    /// Gives a type its kind.
    pub(super) fn shape(&mut self, id: TypeId) {
        let node = self.origins[id.0].node;
        // The schema `true`: any value, as the type already has it.
        let Some(object) = node.as_object() else { return };
        let Some(shape) = self.shape_of(node, object) else { return };
        let target = if shape.is_nullable { self.add(node, Kind::Any) } else { id };
        if shape.is_nullable {
            self.types.all[id.0].kind = Kind::Nullable(target);
            self.origins[id.0].inner = Some(target);
        }
        if shape.inner.is_some() {
            self.origins[id.0].inner = shape.inner;
        }
        if let Some(union) = shape.union {
            self.unions.push(PendingUnion { id: target, ..union });
        }
        let ty = &mut self.types.all[target.0];
        ty.kind = shape.kind;
        ty.bounds = shape.bounds;
    }

    fn shape_of(&mut self, node: &'a Node, object: &'a Object) -> Option<Shape<'a>> {
        if let Some(member) = object.member("allOf") {
            if member.value.as_array().is_some_and(|members| members.len() == 1) {
                self.refuse_beside(object, "allOf");
            } else {
                let message = "`allOf` is supported for a single schema only";
                let help = "merge the schemas into one by hand";
                self.report(
                    self.problem(Code::UnsupportedShape, member.key_span, message).help(help),
                );
            }
            return None;
        }
        match (object.member("oneOf"), object.member("anyOf")) {
            (Some(_), Some(member)) => {
                let message = "`anyOf` beside `oneOf` is not supported";
                let help = "write all arms in one list";
                self.report(
                    self.problem(Code::UnsupportedShape, member.key_span, message).help(help),
                );
                None
            }
            (Some(member), None) => self.alternatives(Alternatives {
                node,
                object,
                keyword: "oneOf",
                list: &member.value,
            }),
            (None, Some(member)) => self.alternatives(Alternatives {
                node,
                object,
                keyword: "anyOf",
                list: &member.value,
            }),
            (None, None) if object.get("const").is_some() || object.get("enum").is_some() => {
                self.listed(node, object)
            }
            (None, None) => self.typed(node, object),
        }
    }

    fn typed(&mut self, node: &'a Node, object: &'a Object) -> Option<Shape<'a>> {
        let TypeSet { types, has_null } = self.type_set(object)?;
        self.text(object, "format");
        let only = match types[..] {
            [] if has_null => {
                self.refuse_null(node);
                return None;
            }
            [] => match self.guess(object)? {
                Some(guess) => guess,
                None => return Some(Shape::new(Kind::Any, Vec::new(), false)),
            },
            [one] => one,
            [JsonType::Integer, JsonType::Number] | [JsonType::Number, JsonType::Integer] => {
                JsonType::Number
            }
            _ => {
                self.refuse_mixed(object.get("type").unwrap_or(node), "type");
                return None;
            }
        };
        let (kind, bounds) = self.kind_of(node, object, only)?;
        Some(Shape::new(kind, bounds, has_null))
    }

    fn kind_of(
        &mut self,
        node: &'a Node,
        object: &'a Object,
        only: JsonType,
    ) -> Option<(Kind, Vec<Bound>)> {
        Some(match only {
            JsonType::String => {
                self.warn_of_others(object, Some(Group::String), "a string");
                self.warn_of_format(object, "a string");
                (Kind::String, self.bounds(object, Group::String))
            }
            JsonType::Boolean => {
                self.warn_of_others(object, None, "a boolean");
                self.warn_of_format(object, "a boolean");
                (Kind::Boolean, Vec::new())
            }
            JsonType::Integer => {
                self.warn_of_others(object, Some(Group::Number), "an integer");
                self.integer(node, object)?
            }
            JsonType::Number => {
                self.warn_of_others(object, Some(Group::Number), "a number");
                let format = object.get("format").and_then(Node::as_str);
                let is_single = format == Some("float");
                if !matches!(format, None | Some("float" | "double")) {
                    self.warn_of_format(object, "a number");
                }
                let width = if is_single { FloatWidth::F32 } else { FloatWidth::F64 };
                (Kind::Float(width), self.bounds(object, Group::Number))
            }
            JsonType::Array => {
                self.warn_of_others(object, Some(Group::List), "a list");
                self.warn_of_format(object, "a list");
                (self.list(node, object)?, self.bounds(object, Group::List))
            }
            JsonType::Object => {
                self.warn_of_others(object, Some(Group::Object), "an object");
                self.warn_of_format(object, "an object");
                (self.object(node, object)?, Vec::new())
            }
        })
    }

    fn list(&mut self, node: &'a Node, object: &'a Object) -> Option<Kind> {
        let Some(items) = object.get("items") else {
            return Some(Kind::List(self.any_of(node)));
        };
        if let Value::Array(_) = items.value {
            let help = "write one schema for all items, or an object with a property for each";
            self.refuse_shape(items, "`items` with a schema for each place is not supported", help);
            return None;
        }
        Some(Kind::List(self.type_of(items, Role::Part)))
    }

    /// The type of any value, for a schema that leaves it open.
    pub(super) fn any_of(&mut self, node: &'a Node) -> TypeId {
        self.add(node, Kind::Any)
    }

    /// What `type` says; `None` when it is malformed.
    pub(super) fn type_set(&mut self, object: &'a Object) -> Option<TypeSet> {
        let Some(node) = object.get("type") else { return Some(TypeSet::default()) };
        let names = match &node.value {
            Value::String(_) => std::slice::from_ref(node),
            Value::Array(names) if !names.is_empty() => names,
            _ => {
                self.bad_value("type", node, "the name of a type or a list of such");
                return None;
            }
        };
        let mut set = TypeSet::default();
        let mut is_good = true;
        for name in names {
            let ty = match name.as_str() {
                Some("null") => {
                    set.has_null = true;
                    continue;
                }
                Some("string") => JsonType::String,
                Some("boolean") => JsonType::Boolean,
                Some("integer") => JsonType::Integer,
                Some("number") => JsonType::Number,
                Some("object") => JsonType::Object,
                Some("array") => JsonType::Array,
                Some(word) => {
                    self.unknown_type(name, word);
                    is_good = false;
                    continue;
                }
                None => {
                    self.bad_item("type", name, "names of types");
                    is_good = false;
                    continue;
                }
            };
            if !set.types.contains(&ty) {
                set.types.push(ty);
            }
        }
        is_good.then_some(set)
    }

    fn unknown_type(&mut self, node: &Node, word: &str) {
        let meant = match word.to_ascii_lowercase().as_str() {
            "str" | "text" => "string",
            "bool" => "boolean",
            "int" | "long" => "integer",
            "float" | "double" | "decimal" => "number",
            "dict" | "map" | "struct" | "class" => "object",
            "list" | "vec" | "tuple" => "array",
            "none" | "nil" => "null",
            _ => return self.unknown_word("type", node, word, &NAMES),
        };
        let message = format!("`type` does not know {}", quoted(word));
        let problem = self.problem(Code::BadValue, node.span, message);
        self.report(problem.help(format!("did you mean `{meant}`?")));
    }

    /// The type that the other keywords mean when `type` is left out: the outer `None` when there is no
    /// telling, the inner one when any value is meant.
    #[expect(clippy::option_option, reason = "the two absences are different answers")]
    fn guess(&mut self, object: &Object) -> Option<Option<JsonType>> {
        let has = |keyword| object.get(keyword).is_some();
        if has("properties") || has("required") || has("additionalProperties") {
            return Some(Some(JsonType::Object));
        }
        if has("items") {
            return Some(Some(JsonType::Array));
        }
        let mut shaping =
            object.members.iter().filter(|one| is_shaping(&one.key) && one.key != "format");
        let Some(member) = shaping.next() else { return Some(None) };
        let message = format!("`{}` needs a `type` beside it", member.key);
        self.report(
            self.problem(Code::UnsupportedShape, member.key_span, message)
                .help("say which values are meant, such as `\"type\": \"string\"`"),
        );
        None
    }

    pub(super) fn refuse_null(&mut self, node: &Node) {
        let help = "leave the value out, or write the type that it has when it is not null";
        self.refuse_shape(node, "a value that is always null is not supported", help);
    }

    pub(super) fn refuse_mixed(&mut self, node: &Node, keyword: &str) {
        let message = format!("unions of anything but objects are not supported yet: `{keyword}`");
        let help =
            "choose one type, or wrap each into an object with a `const` that tells them apart";
        self.refuse_shape(node, message, help);
    }
}
