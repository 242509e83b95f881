//! `oneOf` and `anyOf`: described values, nullable types, and unions of objects.

use super::arms::Arms;
use super::assert::asserts;
use super::enumeration::is_listed;
use super::kinds::own_kinds;
use super::shape::Shape;
use super::vocabulary::Site;
use super::{Lowering, PendingUnion, Role};
use crate::ir::{EnumStyle, FloatWidth, IntegerWidth, JsonKinds, Kind, TypeId, Union};
use crate::schema::{Member, Node, Object, Value};

/// As many properties may be repeated in the arms of a union.
const MOST_REPEATED: usize = 400;

impl<'a> Lowering<'a, '_> {
    /// The shape that `oneOf` or `anyOf` gives together with all beside it; `None` when what is beside gives it alone.
    pub(super) fn alternatives(
        &mut self,
        node: &'a Node,
        object: &'a Object,
        keyword: &'static str,
    ) -> Option<Shape<'a>> {
        let member = object.member(keyword)?;
        let Some(items) = member.value.as_array().filter(|items| !items.is_empty()) else {
            self.bad_value(keyword, &member.value, "a list with at least one schema");
            return Some(Shape::new(Kind::Any, &[keyword]));
        };
        for item in items {
            self.follow(item, Site::Arm);
        }
        let base = object.members.iter().filter(|one| one.key != keyword && asserts(&one.key));
        let base: Vec<&Member> = base.collect();
        let is_bare = base.iter().all(|member| member.key == "type");
        let mut arms = Arms { is_whole: true, ..Arms::default() };
        let own = own_kinds(object);
        let mut count = 0;
        for item in items {
            let is_null = self.kinds(item).and(own).without(JsonKinds::NULL).is_empty();
            count += usize::from(!is_null);
        }
        self.arms((keyword, items), own, count > 1, &mut arms);
        let has_null = arms.nulls > 0;
        // Null that fits two cases of `oneOf` fits none.
        let is_exact = arms.is_whole && !(keyword == "oneOf" && arms.nulls > 1);
        let covered = |is_exact: bool| if is_exact { vec!["type", keyword] } else { vec!["type"] };
        if is_bare && !arms.nodes.is_empty() {
            let listed = arms.nodes.iter().all(|arm| {
                self.canon(arm).is_some_and(|object| {
                    is_listed(object) && object.get("type").is_none_or(|_| true)
                })
            });
            let is_reference =
                has_null && arms.nodes.len() == 1 && self.is_reference(arms.nodes[0]);
            if listed && !is_reference {
                let (shape, are_distinct) = self.described(object, &arms.nodes, has_null);
                let covered = covered(is_exact && (are_distinct || keyword == "anyOf"));
                return Some(Shape { covered, ..shape });
            }
        }
        match arms.nodes[..] {
            [] if has_null => return Some(Shape::new(Kind::Any, &[])),
            [] => {
                self.refuse_never(node);
                return None;
            }
            [only] if is_bare && has_null => {
                let chain = self.follow(only, Site::Arm)?;
                let is_in_place = chain.nodes.len() == 1;
                let id = self.type_of_chain(chain, Role::NullableArm);
                let inner = is_in_place.then_some(id);
                return Some(Shape { inner, ..Shape::new(Kind::Nullable(id), &covered(is_exact)) });
            }
            _ => {}
        }
        if !is_bare && !arms.nodes.iter().all(|arm| self.is_shaped(arm, object)) {
            return None;
        }
        let properties: usize = base
            .iter()
            .map(|member| member.value.as_object().map_or(0, |object| object.members.len()))
            .sum();
        if !is_bare && properties * arms.nodes.len() > MOST_REPEATED {
            return None;
        }
        let nodes: Vec<&'a Node> = if is_bare {
            let kinds = own_kinds(object);
            arms.nodes.iter().map(|&arm| self.within(arm, kinds, member)).collect()
        } else {
            arms.nodes.iter().map(|&arm| self.beside(arm, &base)).collect()
        };
        // What is unevaluated is so beside all arms.
        let mut covered = covered(is_exact);
        if !is_bare {
            let passed = base.iter().filter(|one| !one.key.starts_with("unevaluated"));
            let known = super::assert::ASSERTING.iter().copied();
            covered.extend(known.filter(|known| passed.clone().any(|one| one.key == *known)));
        }
        if let [only] = nodes[..] {
            // The others cannot be, so this one is what there is.
            let object = self.canon(only)?;
            let shape = self.shape_of(only, object)?;
            covered.extend(&shape.covered);
            let is_nullable = shape.is_nullable || has_null;
            return Some(Shape { is_nullable, covered, ..shape });
        }
        if let Some(kind) = self.common_scalar(&nodes) {
            let beside: Vec<_> = covered.into_iter().filter(|one| *one != keyword).collect();
            return Some(Shape { is_nullable: has_null, ..Shape::new(kind, &beside) });
        }
        let arms = nodes.into_iter().map(|arm| (self.type_of(arm, Role::Part), arm));
        let arms: Vec<(TypeId, &Node)> = arms.collect();
        let is_exclusive = keyword == "oneOf";
        let ids = arms.iter().map(|&(id, _)| id).collect();
        let kind = Kind::Union(Union { arms: ids, tag: None, is_exclusive });
        let hint = object.get("discriminator");
        let union = Some(PendingUnion { id: TypeId(0), keyword, arms, hint });
        Some(Shape { union, is_nullable: has_null, ..Shape::new(kind, &covered) })
    }

    fn is_reference(&mut self, node: &'a Node) -> bool {
        self.follow(node, Site::Arm).is_some_and(|chain| chain.nodes.len() > 1)
    }

    /// The one kind of scalar that all arms are: what they say besides is a rule.
    fn common_scalar(&mut self, arms: &[&'a Node]) -> Option<Kind> {
        let mut kinds = JsonKinds::default();
        for arm in arms {
            kinds = kinds.or(self.kinds(arm));
        }
        Some(match kinds {
            JsonKinds::STRING => Kind::String,
            JsonKinds::BOOLEAN => Kind::Boolean,
            JsonKinds::INTEGER => Kind::Integer(IntegerWidth::I64),
            JsonKinds::NUMBER => Kind::Float(FloatWidth::F64),
            _ => return None,
        })
    }

    /// An enum of which each arm gives values.
    fn described(
        &mut self,
        object: &'a Object,
        arms: &[&'a Node],
        mut has_null: bool,
    ) -> (Shape<'a>, bool) {
        let mut is_named = object.get("type").is_some();
        let mut variants = Vec::new();
        for &arm in arms {
            if arms.len() > 1 {
                self.refuse_checks(arm);
            }
            let Some(chain) = self.follow(arm, Site::Arm) else { continue };
            if let Some((values, null)) = self.arm_values(&chain) {
                has_null |= null;
                is_named |= values.len() > 1;
                is_named |= values
                    .iter()
                    .any(|value| value.rust_name.is_some() || value.description.is_some());
                variants.extend(values);
            }
        }
        let style = if is_named { EnumStyle::Named } else { EnumStyle::Literal };
        self.enumeration(variants, style, has_null)
    }
}

/// Whether null is the only value of a schema.
pub(super) fn is_null(node: &Node) -> bool {
    let Some(object) = node.as_object() else { return false };
    let is_null_type = object.get("type").is_some_and(|ty| match &ty.value {
        Value::String(name) => name == "null",
        Value::Array(names) => matches!(&names[..], [only] if only.as_str() == Some("null")),
        _ => false,
    });
    let is_null_value = match (object.get("const"), object.get("enum").and_then(Node::as_array)) {
        (Some(value), _) | (None, Some([value])) => value.value == Value::Null,
        _ => false,
    };
    let has_values = object.get("const").is_some() || object.get("enum").is_some();
    is_null_value || (is_null_type && !has_values)
}
