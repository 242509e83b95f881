//! Whether a JSON value fits a type: for defaults, demos, and inputs given on the command line.

mod arms;
mod literal;
mod rules;

use std::collections::{HashMap, HashSet};

use sigcodegen_runtime::Json;

use self::arms::Arms;
pub use self::literal::is_literal;
use self::rules::Rules;
use super::decimal::{Decimal, Whole as _};
use super::{
    Bound, BoundKind, FloatWidth, IntegerWidth, Kind, Literal, NamedRule, Object, Presence,
    Signature, TypeId, Types,
};
use crate::diagnostic::quoted;
use crate::schema::{Node, Object as JsonObject, Span, Value};

/// A part of a value that does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The part.
    pub span: Span,
    /// What is wrong with it, in words that follow a colon.
    pub message: String,
}

/// Checks one value against a type. Several values are checked faster by one [`ValueChecker`].
#[must_use]
pub fn check_value(signature: &Signature, id: TypeId, value: &Node) -> Vec<Problem> {
    ValueChecker::new(&signature.types, &signature.rules).check(id, value)
}

/// Checks values against the types of one signature, in time linear in the values.
///
/// A value is as deep as its file, which the parser bounds.
#[derive(Debug)]
pub struct ValueChecker<'a> {
    types: &'a Types,
    rules: Rules<'a>,
    /// The keys of each object type that was met.
    keys: HashMap<TypeId, HashMap<&'a str, Key<'a>>>,
    /// The values of each enum that was met.
    enums: HashMap<TypeId, HashSet<&'a Literal>>,
    /// How the arms of each union that was met are told apart.
    arms: HashMap<TypeId, Arms<'a>>,
    /// Whether a value fits an object type, so that nested unions cost no more than their size.
    fits: HashMap<(*const Node, TypeId), bool>,
}

/// What stands under a key of an object.
#[derive(Clone, Copy, Debug)]
enum Key<'a> {
    Property(TypeId),
    Constant(&'a Literal),
}

/// The members of an object value.
type Members<'v> = HashMap<&'v str, &'v Node>;

impl<'a> ValueChecker<'a> {
    /// A checker that has met no type yet.
    #[must_use]
    pub fn new(types: &'a Types, rules: &'a [NamedRule]) -> Self {
        let (keys, enums) = (HashMap::new(), HashMap::new());
        Self {
            types,
            rules: Rules::new(rules),
            keys,
            enums,
            arms: HashMap::new(),
            fits: HashMap::new(),
        }
    }

    /// What does not fit, in the order of the file; empty when the value fits.
    pub fn check(&mut self, id: TypeId, value: &Node) -> Vec<Problem> {
        let mut problems = Vec::new();
        self.value(id, value, &mut problems);
        // A later value may stand at the same address.
        self.fits.clear();
        problems
    }

    /// The arm of a union that a fitting value is read as: by the tag, else the one that knows the most of
    /// its keys, the first of such. `None` when the type is no union or no arm fits.
    pub fn arm(&mut self, id: TypeId, value: &Node) -> Option<TypeId> {
        let arm = match &self.types[id].kind {
            Kind::Union(union) => self.choose(id, union, value),
            _ => None,
        };
        self.fits.clear();
        arm
    }

    fn value(&mut self, id: TypeId, node: &Node, problems: &mut Vec<Problem>) {
        let known = problems.len();
        self.kind(id, node, problems);
        // What is of another kind keeps no rule anyway.
        if problems.len() == known {
            self.rules(id, node, problems);
        }
    }

    fn rules(&mut self, id: TypeId, node: &Node, problems: &mut Vec<Problem>) {
        let types = self.types;
        let ty = &types[id];
        let mut add = |message| problems.push(Problem { span: node.span, message });
        if let Value::String(text) = &node.value {
            ty.texts
                .iter()
                .filter_map(|rule| self.rules.broken_text(rule, text))
                .for_each(&mut add);
        }
        if ty.guards.is_empty() {
            return;
        }
        let Ok(json) = Json::parse(&node.json()) else { return };
        let broken = ty.guards.iter().filter(|guard| !self.rules.hold(&guard.rule, &json));
        broken.for_each(|guard| add(format!("expected {}", guard.text)));
    }

    fn kind(&mut self, id: TypeId, node: &Node, problems: &mut Vec<Problem>) {
        let types = self.types;
        let ty = &types[id];
        let problem = match (&ty.kind, &node.value) {
            (Kind::Any, _) | (Kind::Nullable(_), Value::Null) | (Kind::Boolean, Value::Bool(_)) => {
                None
            }
            (Kind::Nullable(inner), _) => return self.value(*inner, node, problems),
            (Kind::String, Value::String(text)) => {
                out_of_bounds(&ty.bounds, &count(text.chars().count()))
            }
            (Kind::Integer(width), Value::Number(text)) => {
                let number = Decimal::parse(text);
                not_integer(*width, text, &number).or_else(|| out_of_bounds(&ty.bounds, &number))
            }
            (Kind::Float(width), Value::Number(text)) => {
                not_float(*width, text).or_else(|| out_of_bounds(&ty.bounds, &Decimal::parse(text)))
            }
            (Kind::Enum(_), _) => self.listed(id, node),
            (Kind::List(item), Value::Array(items)) => {
                for one in items {
                    self.value(*item, one, problems);
                }
                out_of_bounds(&ty.bounds, &count(items.len()))
            }
            (Kind::Tuple(kinds), Value::Array(items)) => {
                for (&kind, one) in kinds.iter().zip(items) {
                    self.value(kind, one, problems);
                }
                (kinds.len() != items.len()).then(|| {
                    format!("expected a list of {} items, found {}", kinds.len(), items.len())
                })
            }
            (Kind::Map(values), Value::Object(object)) => {
                for one in &object.members {
                    self.value(*values, &one.value, problems);
                }
                None
            }
            (Kind::Object(target), Value::Object(object)) => {
                self.object(id, target, node, object, problems);
                None
            }
            (Kind::Union(union), _) => self.union(id, union, node, problems),
            (kind, _) => Some(format!("expected {}, found {}", kind.in_words(), node.kind())),
        };
        problems.extend(problem.map(|message| Problem { span: node.span, message }));
    }

    fn listed(&mut self, id: TypeId, node: &Node) -> Option<String> {
        let whole = |text: &str| Some(Decimal::parse(text).as_integer()?.to_string());
        let value = match &node.value {
            Value::Number(text) => whole(text).map(Literal::Integer),
            Value::String(text) => Some(Literal::String(text.clone())),
            _ => None,
        };
        let Kind::Enum(target) = &self.types[id].kind else { return None };
        let known = self
            .enums
            .entry(id)
            .or_insert_with(|| target.variants.iter().map(|variant| &variant.value).collect());
        let is_listed = value.is_some_and(|value| known.contains(&value))
            || target.variants.iter().any(|variant| {
                matches!(variant.value, Literal::Json(_) | Literal::Bool(_))
                    && is_literal(&variant.value, node)
            });
        (!is_listed).then(|| format!("{} is none of the listed values", spelled(node)))
    }

    fn object(
        &mut self,
        id: TypeId,
        target: &'a Object,
        node: &Node,
        object: &JsonObject,
        problems: &mut Vec<Problem>,
    ) {
        for member in &object.members {
            match self.keys(id, target).get(member.key.as_str()).copied() {
                Some(Key::Property(property)) => self.value(property, &member.value, problems),
                Some(Key::Constant(literal)) if is_literal(literal, &member.value) => {}
                Some(Key::Constant(literal)) => problems.push(Problem {
                    span: member.value.span,
                    message: format!("expected {}", literal_in_words(literal)),
                }),
                None if target.additional.is_some() => {
                    let further = target.additional.into_iter();
                    further.for_each(|ty| self.value(ty, &member.value, problems));
                }
                None if target.is_open => {}
                None => problems.push(Problem {
                    span: member.key_span,
                    message: format!("the key {} is unknown", quoted(&member.key)),
                }),
            }
        }
        let members = members_of(object);
        let missing: Vec<String> = required(target)
            .filter(|name| !members.contains_key(name))
            .take(MOST_MISSING)
            .map(quoted)
            .collect();
        if !missing.is_empty() {
            let message = format!("{} is missing", missing.join(", "));
            problems.push(Problem { span: node.span, message });
        }
    }

    fn keys(&mut self, id: TypeId, target: &'a Object) -> &HashMap<&'a str, Key<'a>> {
        self.keys.entry(id).or_insert_with(|| {
            let constants = target.constants.iter();
            let constants =
                constants.map(|one| (one.wire_name.as_str(), Key::Constant(&one.value)));
            let properties = target.properties.iter();
            let properties = properties.map(|one| (one.wire_name.as_str(), Key::Property(one.ty)));
            constants.chain(properties).collect()
        })
    }
}

/// More missing keys of one object are not told.
const MOST_MISSING: usize = 10;

impl Kind {
    /// What a value of this kind is, in words for a message.
    fn in_words(&self) -> &'static str {
        match self {
            Self::String => "a string",
            Self::Boolean => "a boolean",
            Self::Integer(_) => "an integer",
            Self::Float(_) => "a number",
            Self::Enum(_) => "one of the listed values",
            Self::Object(_) | Self::Map(_) => "an object",
            Self::List(_) | Self::Tuple(_) => "a list",
            Self::Nullable(_) | Self::Any | Self::Union(_) => "any value",
        }
    }
}

impl Bound {
    /// Whether a number, or the size of a string or list, is within the bound.
    pub(super) fn admits(&self, number: &Decimal) -> bool {
        let limit = Decimal::parse(&self.value);
        match self.kind {
            BoundKind::ExclusiveMinimum => *number > limit,
            BoundKind::ExclusiveMaximum => *number < limit,
            kind if kind.is_lower() => *number >= limit,
            _ => *number <= limit,
        }
    }
}

fn out_of_bounds(bounds: &[Bound], number: &Decimal) -> Option<String> {
    let bound = bounds.iter().find(|bound| !bound.admits(number))?;
    let value = &bound.value;
    Some(match bound.kind {
        BoundKind::Minimum => format!("it must be at least {value}"),
        BoundKind::Maximum => format!("it must be at most {value}"),
        BoundKind::ExclusiveMinimum => format!("it must be greater than {value}"),
        BoundKind::ExclusiveMaximum => format!("it must be less than {value}"),
        BoundKind::MinLength => format!("it must have at least {value} characters"),
        BoundKind::MaxLength => format!("it must have at most {value} characters"),
        BoundKind::MinItems => format!("it must have at least {value} items"),
        BoundKind::MaxItems => format!("it must have at most {value} items"),
    })
}

fn not_integer(width: IntegerWidth, text: &str, number: &Decimal) -> Option<String> {
    let Some(whole) = number.as_integer() else {
        return Some(format!("{} is not a whole number", quoted(text)));
    };
    let (from, to) = width.range();
    (!(from..=to).contains(&whole)).then(|| format!("it must be from {from} to {to}"))
}

fn not_float(width: FloatWidth, text: &str) -> Option<String> {
    let is_finite = match width {
        FloatWidth::F32 => text.parse::<f32>().is_ok_and(f32::is_finite),
        FloatWidth::F64 => text.parse::<f64>().is_ok_and(f64::is_finite),
    };
    (!is_finite).then(|| format!("{} is too large", quoted(text)))
}

fn count(size: usize) -> Decimal {
    Decimal::parse(&size.to_string())
}

fn required(target: &Object) -> impl Iterator<Item = &str> {
    let constants = target.constants.iter().map(|one| one.wire_name.as_str());
    let properties =
        target.properties.iter().filter(|one| matches!(one.presence, Presence::Required));
    constants.chain(properties.map(|one| one.wire_name.as_str()))
}

fn members_of(object: &JsonObject) -> Members<'_> {
    object.members.iter().map(|member| (member.key.as_str(), &member.value)).collect()
}

fn literal_in_words(literal: &Literal) -> String {
    match literal {
        Literal::Null => "null".to_owned(),
        Literal::Bool(value) => value.to_string(),
        Literal::Integer(text) | Literal::Json(text) => text.clone(),
        Literal::String(text) => format!("the string {}", quoted(text)),
    }
}

fn spelled(node: &Node) -> String {
    match &node.value {
        Value::String(text) | Value::Number(text) => quoted(text),
        _ => node.kind().to_owned(),
    }
}
