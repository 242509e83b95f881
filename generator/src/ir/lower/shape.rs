//! From a schema to a type: the kind that holds all of its values.
//!
//! Keywords that the kind does not say become rules on the value, so each shape lists the keywords that it says itself.

use super::guard::concerned_by;
use super::kinds::{own_kinds, type_node};
use super::merge::is_open;
use super::vocabulary::Group;
use super::{Lowering, PendingUnion, Role};
use crate::diagnostic::Code;
use crate::ir::{Bound, FloatWidth, IntegerWidth, JsonKinds, Kind, TextRule, TypeId, Union};
use crate::schema::{Format, Member, Node, Object, Value};

/// What a schema describes, before it is entered into the arena.
pub(super) struct Shape<'a> {
    pub(super) kind: Kind,
    pub(super) bounds: Vec<Bound>,
    pub(super) texts: Vec<TextRule>,
    /// Whether null is a value too.
    pub(super) is_nullable: bool,
    /// The schema written in place that a nullable one passes its name on to.
    pub(super) inner: Option<TypeId>,
    /// The union whose arms are not known yet.
    pub(super) union: Option<PendingUnion<'a>>,
    /// The keywords that the above say whole.
    pub(super) covered: Vec<&'static str>,
    /// Keys that must not be there.
    pub(super) forbidden: Vec<&'a Member>,
}

impl Shape<'_> {
    pub(super) fn new(kind: Kind, covered: &[&'static str]) -> Self {
        Self {
            kind,
            bounds: Vec::new(),
            texts: Vec::new(),
            is_nullable: false,
            inner: None,
            union: None,
            covered: covered.to_vec(),
            forbidden: Vec::new(),
        }
    }
}

/// So many cases may stand within each other for the same value.
const DEEPEST: usize = 32;

/// What object keywords there are.
const OBJECT: [&str; 10] = [
    "properties",
    "patternProperties",
    "additionalProperties",
    "required",
    "minProperties",
    "maxProperties",
    "propertyNames",
    "dependentRequired",
    "dependentSchemas",
    "unevaluatedProperties",
];

impl<'a> Lowering<'a, '_> {
    /// Gives a type its kind.
    pub(super) fn shape(&mut self, id: TypeId) {
        let node = self.origins[id.0].node;
        let Some(object) = self.canon(node) else {
            self.refuse_never(node);
            return;
        };
        self.check_type(object);
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
        let kinds = match &shape.kind {
            Kind::Any | Kind::Enum(_) | Kind::Union(_) | Kind::Nullable(_) => own_kinds(object),
            kind => kinds_of(kind).or(if shape.is_nullable {
                JsonKinds::NULL
            } else {
                JsonKinds::default()
            }),
        };
        let ty = &mut self.types.all[target.0];
        (ty.kind, ty.bounds, ty.texts) = (shape.kind, shape.bounds, shape.texts);
        self.guard(id, object, kinds, &shape.covered);
        for member in shape.forbidden {
            self.forbid(id, member);
        }
    }

    pub(super) fn shape_of(&mut self, node: &'a Node, object: &'a Object) -> Option<Shape<'a>> {
        if object.get("const").is_some() || object.get("enum").is_some() {
            return self.listed(node, object);
        }
        let keyword = match (object.get("oneOf"), object.get("anyOf")) {
            (Some(_), None) => Some("oneOf"),
            (None, Some(_)) => Some("anyOf"),
            _ => None,
        };
        if let Some(keyword) = keyword {
            if self.shaping > DEEPEST {
                let message = "this schema refers to itself for the same value";
                let help =
                    "let one schema of the loop say what the value is, for example by `type`";
                self.report(self.problem(Code::ReferenceLoop, node.span, message).help(help));
                return None;
            }
            self.shaping += 1;
            let shape = self.alternatives(node, object, keyword);
            self.shaping -= 1;
            if shape.is_some() {
                return shape;
            }
        }
        self.typed(node, object)
    }

    /// The shape that `type` and the keywords beside it give.
    pub(super) fn typed(&mut self, node: &'a Node, object: &'a Object) -> Option<Shape<'a>> {
        if object.get("type").is_none() {
            return match self.guess(object) {
                Some(kind) if self.is_types_only => Some(self.untyped(node, object, kind)),
                Some(kind) => self.kind_of(node, object, kind),
                None => Some(Shape::new(Kind::Any, &[])),
            };
        }
        let kinds = own_kinds(object);
        let is_nullable = kinds.contains(JsonKinds::NULL);
        let kinds = kinds.without(JsonKinds::NULL);
        if kinds.is_empty() {
            return Some(Shape::new(Kind::Any, &[]));
        }
        if kinds.or(JsonKinds::NULL) == JsonKinds::ALL {
            return Some(Shape { is_nullable: false, ..Shape::new(Kind::Any, &["type"]) });
        }
        let singles = singles(kinds);
        let shape = match singles[..] {
            [only] => self.kind_of(node, object, only)?,
            _ => self.mixed(node, object, &singles),
        };
        Some(Shape { is_nullable, ..shape })
    }

    /// A union of what the keywords speak of and of all other values, which pass them.
    fn untyped(&mut self, node: &'a Node, object: &'a Object, kind: JsonKinds) -> Shape<'a> {
        let shape = self.mixed(node, object, &[kind, JsonKinds::ALL.without(kind)]);
        Shape { is_nullable: false, ..shape }
    }

    /// A union with an arm for each kind of value.
    fn mixed(&mut self, node: &'a Node, object: &'a Object, kinds: &[JsonKinds]) -> Shape<'a> {
        let span = object.member("type").map_or(node.span, |member| member.value.span);
        let mut covered = vec!["type"];
        let arms = kinds.iter().map(|&kind| {
            let concerns = |member: &&Member| {
                let concerned = concerned_by(&member.key);
                concerned != JsonKinds::ALL && !concerned.and(kind).is_empty()
            };
            let mut members: Vec<Member> =
                object.members.iter().filter(concerns).cloned().collect();
            let ty = type_node(kind, span);
            members.push(Member { key: "type".to_owned(), key_span: span, value: ty });
            let arm = Node { span: node.span, value: Value::Object(Object { members }) };
            let arm = self.intern(arm);
            (self.type_of(arm, Role::Part), arm)
        });
        let arms: Vec<(TypeId, &'a Node)> = arms.collect();
        let all = JsonKinds::ALL;
        let own = object.members.iter().map(|member| member.key.as_str());
        // Each arm has the keywords that concern it.
        let passed = super::assert::ASSERTING.iter().filter(|known| concerned_by(known) != all);
        covered.extend(passed.filter(|known| own.clone().any(|key| key == **known)));
        let ids = arms.iter().map(|&(id, _)| id).collect();
        let kind = Kind::Union(Union { arms: ids, tag: None, is_exclusive: false });
        let union = PendingUnion { id: TypeId(0), keyword: "type", arms, hint: None };
        Shape { union: Some(union), ..Shape::new(kind, &covered) }
    }

    fn kind_of(
        &mut self,
        node: &'a Node,
        object: &'a Object,
        only: JsonKinds,
    ) -> Option<Shape<'a>> {
        Some(match only {
            JsonKinds::STRING => {
                self.warn_of_others(object, Some(Group::String), "a string");
                self.warn_of_format(object, "a string");
                let bounds = self.bounds(object, Group::String);
                let texts = self.texts(object);
                let covered = ["type", "minLength", "maxLength", "pattern", "format"];
                Shape { bounds, texts, ..Shape::new(Kind::String, &covered) }
            }
            JsonKinds::BOOLEAN => {
                self.warn_of_others(object, None, "a boolean");
                Shape::new(Kind::Boolean, &["type"])
            }
            JsonKinds::INTEGER => {
                self.warn_of_others(object, Some(Group::Number), "an integer");
                match self.integer(object) {
                    Some((kind, bounds)) => Shape { bounds, ..Shape::new(kind, &NUMBER) },
                    None => Shape::new(Kind::Any, &[]),
                }
            }
            JsonKinds::NUMBER => {
                self.warn_of_others(object, Some(Group::Number), "a number");
                let format = object.get("format").and_then(Node::as_str);
                let width = match format {
                    Some("float") => FloatWidth::F32,
                    _ => FloatWidth::F64,
                };
                if format.is_some_and(|format| IntegerWidth::of(format).is_some()) {
                    self.warn_of_format(object, "a number");
                }
                let bounds = self.bounds(object, Group::Number);
                Shape { bounds, ..Shape::new(Kind::Float(width), &NUMBER) }
            }
            JsonKinds::ARRAY => {
                self.warn_of_others(object, Some(Group::List), "a list");
                self.list(node, object)
            }
            _ => {
                self.warn_of_others(object, Some(Group::Object), "an object");
                self.object(node, object)?
            }
        })
    }

    fn texts(&mut self, object: &'a Object) -> Vec<TextRule> {
        let mut texts = Vec::new();
        if let Some(node) = object.get("pattern") {
            texts.extend(self.pattern(node).map(TextRule::Pattern));
        }
        let format = object.get("format").and_then(Node::as_str).and_then(Format::find);
        texts.extend(format.map(TextRule::Format));
        texts
    }

    /// The type of any value, for a schema that leaves it open.
    pub(super) fn any_of(&mut self, node: &'a Node) -> TypeId {
        self.add(node, Kind::Any)
    }

    /// The type that the other keywords mean when `type` is left out. JSON Schema lets values of all other types pass
    /// them, which hardly anybody means who writes `properties`. In a signature they are not read; a type of its own
    /// reads just what its schema says. Either is told.
    fn guess(&mut self, object: &'a Object) -> Option<JsonKinds> {
        let of = |keywords: &[&str]| {
            object.members.iter().find(|member| {
                keywords.contains(&member.key.as_str())
                    && !(member.key == "items" && is_open(&member.value))
            })
        };
        let (objects, lists) = (of(&OBJECT[..3]), of(&["items", "prefixItems"]));
        let (member, kind, what) = match (objects, lists) {
            (Some(member), None) => (member, JsonKinds::OBJECT, "object"),
            (None, Some(member)) => (member, JsonKinds::ARRAY, "array"),
            _ => return None,
        };
        let message = if self.is_types_only {
            format!("`{}` without `type` lets all values of other types pass", member.key)
        } else {
            format!("`{}` without `type`: values of other types are not read", member.key)
        };
        let problem = self.problem(Code::Narrowed, member.key_span, message);
        self.report(problem.help(format!("say which is meant: `\"type\": \"{what}\"`")));
        Some(kind)
    }
}

/// The keywords that a number's type and bounds say.
const NUMBER: [&str; 6] =
    ["type", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "format"];

/// The kinds of a set, one by one.
fn singles(kinds: JsonKinds) -> Vec<JsonKinds> {
    let all = [
        JsonKinds::STRING,
        JsonKinds::BOOLEAN,
        JsonKinds::NUMBER,
        JsonKinds::ARRAY,
        JsonKinds::OBJECT,
    ];
    let number = kinds.and(JsonKinds::NUMBER);
    let known = all.into_iter().filter(|kind| !kinds.and(*kind).is_empty());
    known.map(|kind| if kind == JsonKinds::NUMBER { number } else { kind }).collect()
}

fn kinds_of(kind: &Kind) -> JsonKinds {
    match kind {
        Kind::String => JsonKinds::STRING,
        Kind::Boolean => JsonKinds::BOOLEAN,
        Kind::Integer(_) | Kind::Float(_) => JsonKinds::NUMBER,
        Kind::List(_) | Kind::Tuple(_) => JsonKinds::ARRAY,
        Kind::Object(_) | Kind::Map(_) => JsonKinds::OBJECT,
        Kind::Enum(_) | Kind::Nullable(_) | Kind::Union(_) | Kind::Any => JsonKinds::ALL,
    }
}
