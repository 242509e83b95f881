//! Rules on values as JSON Schema states them, the draft's peculiarities resolved.

use super::Spanned;
use crate::diagnostic::Place;
use crate::schema::{Format, Node};

/// A rule on the JSON value of a type.
#[derive(Clone, Debug)]
pub struct Guard {
    /// What holds, in words for an error: `what `if` and `then` say`.
    pub text: String,
    /// What holds.
    pub rule: Assert,
    /// The keyword.
    pub place: Place,
}

/// A rule that is referred to: the whole of a schema.
#[derive(Clone, Debug)]
pub struct NamedRule {
    /// What the schema is called: the last part of the reference.
    pub name: String,
    /// What holds of its values.
    pub rule: Assert,
}

/// The text rules of a string type.
#[derive(Clone, Debug)]
pub enum TextRule {
    /// `pattern`: the text has a match of this ECMA-262 expression somewhere.
    Pattern(Spanned),
    /// `format`: a format that is checked.
    Format(Format),
}

/// What holds of a JSON value. A rule on one kind of value holds for all values of other kinds.
#[derive(Clone, Debug)]
pub enum Assert {
    /// Nothing (`true`) or the impossible (`false`).
    Always(bool),
    /// All of these.
    All(Vec<Assert>),
    /// At least one of these.
    Any(Vec<Assert>),
    /// Exactly one of these.
    One(Vec<Assert>),
    /// Not this.
    Not(Box<Assert>),
    /// The second if the first holds, else the third.
    If(Box<[Assert; 3]>),
    /// The value has one of these kinds.
    Is(JsonKinds),
    /// The value is one of these: numbers by value, objects without regard to order.
    Listed(Vec<Node>),
    /// A rule on numbers.
    Number(NumberRule),
    /// A rule on strings.
    Text(StringRule),
    /// A rule on lists.
    List(ListRule),
    /// A rule on objects.
    Object(ObjectRule),
    /// The rule of this number among the named ones.
    Call(usize),
}

impl Assert {
    /// The rules directly within this one, in the order of the file. What a call names is no part.
    #[must_use]
    pub fn parts(&self) -> Vec<&Self> {
        match self {
            Self::All(rules) | Self::Any(rules) | Self::One(rules) => rules.iter().collect(),
            Self::Not(rule) => vec![rule],
            Self::If(rules) => rules.iter().collect(),
            Self::List(rule) => match rule {
                ListRule::Length { .. } | ListRule::Unique => Vec::new(),
                ListRule::Prefix(rules) => rules.iter().collect(),
                ListRule::Rest(_, rule) | ListRule::Contains { rule, .. } => vec![rule],
                ListRule::Unevaluated(seen, rule) => {
                    let fitting = |one| match one {
                        &SeenItems { items: SeenAt::Fitting(ref rule), .. } => Some(rule),
                        _ => None,
                    };
                    let seen =
                        seen.iter().flat_map(|one| std::iter::once(&one.when).chain(fitting(one)));
                    seen.chain(std::iter::once(&**rule)).collect()
                }
            },
            Self::Object(rule) => match rule {
                ObjectRule::Size { .. } | ObjectRule::Required(_) => Vec::new(),
                ObjectRule::Properties(rules) => rules.iter().map(|(_, rule)| rule).collect(),
                ObjectRule::PatternProperties(rules) => {
                    rules.iter().map(|(_, rule)| rule).collect()
                }
                ObjectRule::Additional(_, rule)
                | ObjectRule::Names(rule)
                | ObjectRule::Dependent(_, rule) => vec![rule],
                ObjectRule::Unevaluated(seen, rule) => {
                    seen.iter().map(|one| &one.when).chain(std::iter::once(&**rule)).collect()
                }
            },
            Self::Always(_)
            | Self::Is(_)
            | Self::Listed(_)
            | Self::Number(_)
            | Self::Text(_)
            | Self::Call(_) => Vec::new(),
        }
    }

    /// The patterns that the rule itself names, not the rules within it.
    #[must_use]
    pub fn patterns(&self) -> Vec<&Spanned> {
        match self {
            Self::Text(StringRule::Pattern(pattern)) => vec![pattern],
            Self::Object(ObjectRule::PatternProperties(rules)) => {
                rules.iter().map(|(pattern, _)| pattern).collect()
            }
            Self::Object(ObjectRule::Additional(known, _)) => known.patterns.iter().collect(),
            Self::Object(ObjectRule::Unevaluated(seen, _)) => {
                let sets = seen.iter().filter_map(|one| one.keys.as_ref());
                sets.flat_map(|set| &set.patterns).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// A set of kinds of JSON values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JsonKinds(pub u8);

impl JsonKinds {
    /// `null`
    pub const NULL: Self = Self(1);
    /// `true` and `false`
    pub const BOOLEAN: Self = Self(2);
    /// Numbers without a fraction, however they are spelled.
    pub const INTEGER: Self = Self(4);
    /// Numbers with a fraction.
    pub const FRACTION: Self = Self(8);
    /// All numbers.
    pub const NUMBER: Self = Self(4 | 8);
    /// Strings.
    pub const STRING: Self = Self(16);
    /// Lists.
    pub const ARRAY: Self = Self(32);
    /// Objects.
    pub const OBJECT: Self = Self(64);
    /// All values.
    pub const ALL: Self = Self(127);

    /// Whether all of these kinds are in the set.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The kinds of both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The kinds of either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The kinds of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether the set has no kind.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// A rule on numbers; the number is spelled as in the file.
#[derive(Clone, Debug)]
pub enum NumberRule {
    /// `minimum`
    Minimum(String),
    /// `maximum`
    Maximum(String),
    /// `exclusiveMinimum`
    ExclusiveMinimum(String),
    /// `exclusiveMaximum`
    ExclusiveMaximum(String),
    /// `multipleOf`
    MultipleOf(String),
}

/// A rule on strings.
#[derive(Clone, Debug)]
pub enum StringRule {
    /// `minLength` and `maxLength`, in Unicode scalar values.
    Length {
        /// At least so many.
        min: u64,
        /// At most so many.
        max: Option<u64>,
    },
    /// `pattern`
    Pattern(Spanned),
    /// `format`
    Format(Format),
}

/// A rule on lists.
#[derive(Clone, Debug)]
pub enum ListRule {
    /// `minItems` and `maxItems`
    Length {
        /// At least so many.
        min: u64,
        /// At most so many.
        max: Option<u64>,
    },
    /// `uniqueItems`
    Unique,
    /// `prefixItems`: a rule for each of the first items.
    Prefix(Vec<Assert>),
    /// `items`: a rule for all items from this place on.
    Rest(usize, Box<Assert>),
    /// `contains` with `minContains` and `maxContains`: how many items the rule holds for.
    Contains {
        /// What is counted.
        rule: Box<Assert>,
        /// At least so many.
        min: u64,
        /// At most so many.
        max: Option<u64>,
    },
    /// `unevaluatedItems`: a rule for all items that none of these has looked at.
    Unevaluated(Vec<SeenItems>, Box<Assert>),
}

/// Which items a part of a schema has looked at, where it holds for the list.
#[derive(Clone, Debug)]
pub struct SeenItems {
    /// What must hold for this to count.
    pub when: Assert,
    /// Which items.
    pub items: SeenAt,
}

/// Places in a list.
#[derive(Clone, Debug)]
pub enum SeenAt {
    /// The first so many.
    First(usize),
    /// All.
    All,
    /// Those that this holds for.
    Fitting(Assert),
}

/// A rule on objects.
#[derive(Clone, Debug)]
pub enum ObjectRule {
    /// `minProperties` and `maxProperties`
    Size {
        /// At least so many.
        min: u64,
        /// At most so many.
        max: Option<u64>,
    },
    /// `required`
    Required(Vec<String>),
    /// `properties`: a rule for the value of each of these keys, where it is there.
    Properties(Vec<(String, Assert)>),
    /// `patternProperties`: a rule for the values of all keys that match.
    PatternProperties(Vec<(Spanned, Assert)>),
    /// `additionalProperties`: a rule for the values of all keys that are not among these.
    Additional(KeySet, Box<Assert>),
    /// `propertyNames`: a rule for all keys, as strings.
    Names(Box<Assert>),
    /// `dependentSchemas`, `dependentRequired` and `dependencies`: a rule for the object, where it has the key.
    Dependent(String, Box<Assert>),
    /// `unevaluatedProperties`: a rule for the values of all keys that none of these has looked at.
    Unevaluated(Vec<SeenKeys>, Box<Assert>),
}

/// Keys by name and by pattern.
#[derive(Clone, Debug, Default)]
pub struct KeySet {
    /// The names.
    pub names: Vec<String>,
    /// Keys that match one of these belong to it too.
    pub patterns: Vec<Spanned>,
}

/// Which keys a part of a schema has looked at, where it holds for the object.
#[derive(Clone, Debug)]
pub struct SeenKeys {
    /// What must hold for this to count.
    pub when: Assert,
    /// Which keys; `None` is all.
    pub keys: Option<KeySet>,
}
