//! Templates with all names resolved and all types known. Nothing in them can fail at run time.

use crate::ir::{FloatWidth, IntegerWidth, TypeId};

/// A piece of a template.
#[derive(Debug)]
pub(crate) enum Statement {
    /// Fixed text, never empty.
    Text(String),
    /// A value to print.
    Print(Expr),
    /// The branches with their conditions, and the one for when none holds.
    If(Vec<(Expr, Vec<Statement>)>, Vec<Statement>),
    For(Box<For>),
    Set(VariableId, Expr),
}

/// A loop over a list, or over the keys and values of a map.
#[derive(Debug)]
pub(crate) struct For {
    pub(crate) list: Expr,
    /// What stands for the item; for a map, the key.
    pub(crate) item: VariableId,
    /// What stands for a map's value.
    pub(crate) value: Option<VariableId>,
    /// The loop, if the body asks for its state.
    pub(crate) state: Option<VariableId>,
    pub(crate) body: Vec<Statement>,
    /// For when the list is empty.
    pub(crate) otherwise: Vec<Statement>,
}

/// Index into [`Variables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct VariableId(pub(crate) usize);

/// The variables of a template.
#[derive(Debug, Default)]
pub(crate) struct Variables(pub(crate) Vec<Variable>);

#[derive(Debug)]
pub(crate) struct Variable {
    /// Its name in the template.
    pub(crate) name: String,
    pub(crate) ty: Type,
    /// Whether anything that is kept reads it.
    pub(crate) is_used: bool,
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Expr {
    pub(crate) ty: Type,
    pub(crate) kind: ExprKind,
}

/// What values an expression has.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Type {
    Null,
    Bool,
    Int(Native),
    Float(FloatWidth),
    String,
    /// A string that is held as a library's type; templates see its text.
    Spelled,
    /// A fieldless enum, which templates see as its value.
    Enum(TypeId),
    Object(TypeId),
    Union(TypeId),
    /// A value of several types, of which nothing is known but how it prints.
    Mixed(TypeId),
    Any,
    List(Box<Type>),
    Map(Box<Type>),
    /// Null, or a value.
    Nullable(Box<Type>),
    /// Nothing, where a list is too short or a map has no such key, or a value.
    Missing(Box<Type>),
}

/// The Rust type of a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Native {
    Schema(IntegerWidth),
    /// A length or a count, `usize`.
    Count,
    /// The result of a calculation, `i128`.
    Wide,
}

/// How a field holds its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stored {
    Plain,
    Option,
    Maybe,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ExprKind {
    Null,
    Bool(bool),
    Int(i128),
    Float(f64),
    String(String),
    /// The value that the template or the rule is about.
    This(Stored),
    /// An input field: its key and its Rust name.
    Input(String, String, Stored),
    Variable(VariableId),
    /// A part of the state of a loop.
    Loop(VariableId, LoopPart),
    /// A property of an object: its key and its Rust name.
    Field(Box<Expr>, String, String, Stored),
    /// The value of a union's tag: the key, and for each arm the path of its Rust variant and the value.
    Tag(Box<Expr>, String, Vec<(String, String)>),
    /// The value of a key.
    Key(Box<Expr>, Box<Expr>),
    /// An item of a list; a negative place counts from the end.
    Item(Box<Expr>, i64),
    /// The value of a nullable or a missing one. Where there is none, what is printed of it is nothing, and a
    /// comparison with it is false.
    Narrow(Box<Expr>),
    /// The value of a fieldless enum.
    EnumValue(Box<Expr>),
    Not(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    /// Whether a nullable is null.
    IsNull(Box<Expr>),
    /// Whether there is no value.
    IsMissing(Box<Expr>),
    /// Whether a value counts as true.
    Truth(Box<Expr>),
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// Whether the first is in the second.
    Contains(Box<Expr>, Box<Expr>),
    Calculate(Calculation, Box<Expr>, Box<Expr>),
    Minus(Box<Expr>),
    Concat(Vec<Expr>),
    Choose(Box<Choice>),
    Filter(Filter, Box<Expr>),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Choice {
    pub(crate) condition: Expr,
    pub(crate) yes: Expr,
    /// Without it the value is nothing.
    pub(crate) no: Option<Expr>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoopPart {
    Index,
    Index0,
    RevIndex,
    RevIndex0,
    First,
    Last,
    Length,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Calculation {
    Add,
    Subtract,
    Multiply,
    Divide,
    /// The divisor is a number above zero, or both are floats.
    FloorDivide,
    /// As for [`Self::FloorDivide`].
    Remainder,
}

impl Comparison {
    /// The comparison with its sides swapped.
    pub(crate) fn swapped(self) -> Self {
        match self {
            Self::Equal | Self::NotEqual => self,
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
            Self::Greater => Self::Less,
            Self::GreaterOrEqual => Self::LessOrEqual,
        }
    }

    /// The comparison that holds when this one does not.
    pub(crate) fn negated(self) -> Self {
        match self {
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::Less => Self::GreaterOrEqual,
            Self::LessOrEqual => Self::Greater,
            Self::Greater => Self::LessOrEqual,
            Self::GreaterOrEqual => Self::Less,
        }
    }
}

/// A filter with its arguments, all of them constant.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Filter {
    Length,
    Upper,
    Lower,
    Title,
    Capitalize,
    /// The characters to trim; blanks without it.
    Trim(Option<String>),
    Replace(String, String),
    Truncate {
        length: usize,
        cuts_words: bool,
        end: String,
        leeway: usize,
    },
    Indent {
        width: usize,
        first: bool,
        empty: bool,
    },
    WordCount,
    Lines,
    Split(Option<String>),
    Matches(Pattern),
    ToJson,
    ToText,
    Join(String),
    First,
    Last,
    Min(Key),
    Max(Key),
    Sum,
    Sort {
        key: Key,
        reverse: bool,
    },
    Unique(Key),
    Reverse,
    /// A property of each item.
    Map(Box<Expr>, VariableId),
    Keys,
    Abs,
    Round(i32),
    Int,
    Float,
}

/// What list items are compared by.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Key {
    /// The variable that stands for an item in `value`.
    pub(crate) item: VariableId,
    pub(crate) value: Box<Expr>,
    pub(crate) case: Case,
}

/// Whether capital and small letters count as the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    Kept,
    Ignored,
    /// Those of other scripts count as different.
    IgnoredInAscii,
}

/// A regular expression that needs no engine: alternatives of plain texts.
pub(crate) type Pattern = Vec<Alternative>;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Alternative {
    pub(crate) text: String,
    /// Whether it stands at the start: `^`.
    pub(crate) at_start: bool,
    /// Whether it stands at the end: `$`.
    pub(crate) at_end: bool,
}

impl Expr {
    pub(crate) fn new(ty: Type, kind: ExprKind) -> Self {
        Self { ty, kind }
    }

    pub(crate) fn bool(kind: ExprKind) -> Self {
        Self { ty: Type::Bool, kind }
    }

    pub(crate) fn string(text: impl Into<String>) -> Self {
        Self { ty: Type::String, kind: ExprKind::String(text.into()) }
    }
}

impl Expr {
    /// The expressions directly within, those that a filter applies to each item left out.
    pub(crate) fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Null
            | ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::String(_)
            | ExprKind::This(_)
            | ExprKind::Input(..)
            | ExprKind::Variable(_)
            | ExprKind::Loop(..) => Vec::new(),
            ExprKind::Field(one, ..)
            | ExprKind::Tag(one, ..)
            | ExprKind::Item(one, _)
            | ExprKind::Narrow(one)
            | ExprKind::EnumValue(one)
            | ExprKind::Not(one)
            | ExprKind::IsNull(one)
            | ExprKind::IsMissing(one)
            | ExprKind::Truth(one)
            | ExprKind::Minus(one)
            | ExprKind::Filter(_, one) => vec![one],
            ExprKind::Key(one, other)
            | ExprKind::And(one, other)
            | ExprKind::Or(one, other)
            | ExprKind::Compare(_, one, other)
            | ExprKind::Contains(one, other)
            | ExprKind::Calculate(_, one, other) => vec![one, other],
            ExprKind::Concat(parts) => parts.iter().collect(),
            ExprKind::Choose(choice) => {
                [&choice.condition, &choice.yes].into_iter().chain(&choice.no).collect()
            }
        }
    }
}
