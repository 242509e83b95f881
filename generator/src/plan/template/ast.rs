//! Templates as written.

use crate::schema::Span;

/// A piece of a template.
#[derive(Debug)]
pub(super) enum Statement {
    Text(String),
    Print(Expr),
    /// The branches with their conditions, and the one for when none holds.
    If(Vec<(Expr, Vec<Statement>)>, Vec<Statement>),
    For(For),
    Set(Name, Expr),
}

#[derive(Debug)]
pub(super) struct For {
    /// One name, or two for the key and the value.
    pub(super) targets: Vec<Name>,
    pub(super) list: Expr,
    pub(super) body: Vec<Statement>,
    /// For when the list is empty.
    pub(super) otherwise: Vec<Statement>,
}

/// A name and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) struct Expr {
    pub(super) kind: ExprKind,
    pub(super) span: Span,
    /// How many expressions are nested in it at most; bounded by the parser.
    pub(super) height: usize,
}

#[derive(Debug)]
pub(super) enum ExprKind {
    Null,
    Bool(bool),
    Integer(i128),
    Float(f64),
    String(String),
    List(Vec<Expr>),
    Name(String),
    Attribute(Box<Expr>, Name),
    Item(Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    Minus(Box<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
    If(Box<IfExpr>),
    Filter(Box<Call>),
    Test(Box<Call>),
}

#[derive(Debug)]
pub(super) struct IfExpr {
    pub(super) condition: Expr,
    pub(super) yes: Expr,
    pub(super) no: Option<Expr>,
}

/// A filter or test with what it is applied to.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) name: Name,
    pub(super) subject: Expr,
    pub(super) positional: Vec<Expr>,
    pub(super) named: Vec<(Name, Expr)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    In,
    Add,
    Subtract,
    Concat,
    Multiply,
    Divide,
    FloorDivide,
    Remainder,
}

impl Operator {
    pub(super) fn spelling(self) -> &'static str {
        match self {
            Self::Or => "or",
            Self::And => "and",
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
            Self::In => "in",
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Concat => "~",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::FloorDivide => "//",
            Self::Remainder => "%",
        }
    }

    pub(super) fn is_comparison(self) -> bool {
        matches!(
            self,
            Self::Equal
                | Self::NotEqual
                | Self::Less
                | Self::LessOrEqual
                | Self::Greater
                | Self::GreaterOrEqual
                | Self::In
        )
    }
}

impl Expr {
    /// The expressions directly within.
    pub(super) fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Null
            | ExprKind::Bool(_)
            | ExprKind::Integer(_)
            | ExprKind::Float(_)
            | ExprKind::String(_)
            | ExprKind::Name(_) => Vec::new(),
            ExprKind::List(items) => items.iter().collect(),
            ExprKind::Attribute(one, _) | ExprKind::Not(one) | ExprKind::Minus(one) => vec![one],
            ExprKind::Item(one, other) | ExprKind::Binary(_, one, other) => vec![one, other],
            ExprKind::If(choice) => {
                [&choice.condition, &choice.yes].into_iter().chain(&choice.no).collect()
            }
            ExprKind::Filter(call) | ExprKind::Test(call) => {
                let named = call.named.iter().map(|(_, value)| value);
                [&call.subject].into_iter().chain(&call.positional).chain(named).collect()
            }
        }
    }
}

/// Whether an expression asks if `this` is null.
pub(super) fn tests_null(expression: &Expr) -> bool {
    let is_this = |one: &Expr| matches!(&one.kind, ExprKind::Name(name) if name == "this");
    let is_null = |one: &Expr| matches!(one.kind, ExprKind::Null);
    let asks = match &expression.kind {
        ExprKind::Test(call) => call.name.text == "none" && is_this(&call.subject),
        ExprKind::Binary(Operator::Equal | Operator::NotEqual, one, other) => {
            is_this(one) && is_null(other) || is_null(one) && is_this(other)
        }
        _ => false,
    };
    asks || expression.parts().into_iter().any(tests_null)
}
