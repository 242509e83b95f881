//! Filters: which there are, their arguments, and those on strings, numbers and any value.

use super::{Typed, Typing, pattern, types};
use crate::diagnostic::quoted;
use crate::plan::template::Problem;
use crate::plan::template::ast::{Call, Expr as Ast, ExprKind as AstKind};
use crate::plan::template::tree::{Expr, ExprKind, Filter, Type};
use crate::schema::Span;

const FILTERS: &[&str] = &[
    "abs",
    "capitalize",
    "count",
    "d",
    "default",
    "first",
    "float",
    "indent",
    "int",
    "items",
    "join",
    "last",
    "length",
    "lines",
    "list",
    "lower",
    "map",
    "max",
    "min",
    "regex_match",
    "replace",
    "reverse",
    "round",
    "sort",
    "split",
    "string",
    "sum",
    "title",
    "tojson",
    "trim",
    "truncate",
    "unique",
    "upper",
    "wordcount",
];

/// The arguments of a filter, taken one by one.
pub(super) struct Arguments<'a> {
    call: &'a Call,
    used: usize,
    named: Vec<&'a str>,
}

impl<'a> Arguments<'a> {
    pub(super) fn new(call: &'a Call) -> Self {
        Self { call, used: 0, named: Vec::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.call.positional.is_empty() && self.call.named.is_empty()
    }

    /// The next argument, by place or by name.
    pub(super) fn next(&mut self, name: &'a str) -> Option<&'a Ast> {
        let by_place = self.call.positional.get(self.used);
        self.used += usize::from(by_place.is_some());
        by_place.or_else(|| self.named(name))
    }

    /// An argument that has a name only.
    pub(super) fn named(&mut self, name: &'a str) -> Option<&'a Ast> {
        self.named.push(name);
        self.call.named.iter().find(|(given, _)| given.text == name).map(|(_, value)| value)
    }

    pub(super) fn text(&mut self, name: &'a str) -> Result<Option<String>, Problem> {
        self.next(name).map(|argument| text(argument, name)).transpose()
    }

    pub(super) fn count(&mut self, name: &'a str) -> Result<Option<usize>, Problem> {
        self.next(name).map(|argument| count(argument, name)).transpose()
    }

    pub(super) fn flag(&mut self, name: &'a str) -> Result<Option<bool>, Problem> {
        self.next(name).map(|argument| flag(argument, name)).transpose()
    }

    pub(super) fn named_flag(&mut self, name: &'a str) -> Result<Option<bool>, Problem> {
        self.named(name).map(|argument| flag(argument, name)).transpose()
    }

    /// Refuses arguments that were not asked for.
    pub(super) fn end(self) -> Result<(), Problem> {
        let filter = &self.call.name.text;
        if let Some(extra) = self.call.positional.get(self.used) {
            return Err(Problem::new(
                extra.span,
                format!("the filter `{filter}` has too many arguments"),
            ));
        }
        match self.call.named.iter().find(|(name, _)| !self.named.contains(&name.text.as_str())) {
            None => Ok(()),
            Some((name, _)) => {
                let message =
                    format!("the argument {} of `{filter}` is not supported", quoted(&name.text));
                Err(Problem::new(name.span, message)
                    .help(super::name::did_you_mean(&name.text, &self.named)))
            }
        }
    }
}

impl Typing<'_> {
    pub(super) fn filter(&mut self, call: &Call, span: Span) -> Typed {
        let name = call.name.text.as_str();
        if !FILTERS.contains(&name) {
            let problem = Problem::new(
                call.name.span,
                format!("the filter {} is not supported", quoted(name)),
            );
            return Err(problem.help(super::name::did_you_mean(name, FILTERS)));
        }
        if matches!(name, "default" | "d") {
            return self.default(call, span);
        }
        let mut arguments = Arguments::new(call);
        let value = self.value(&call.subject)?;
        let result = match name {
            "tojson" => apply(Filter::ToJson, Type::String, value),
            "string" if value.ty == Type::String => value,
            "string" => apply(Filter::ToText, Type::String, value),
            _ => {
                let value = self.need(value, call.subject.span)?;
                match value.ty {
                    Type::String => self.string_filter(call, value, &mut arguments)?,
                    Type::Int(_) | Type::Float(_) | Type::Bool => {
                        self.number_filter(call, value, &mut arguments)?
                    }
                    Type::List(_) | Type::Map(_) => {
                        self.list_filter(call, value, &mut arguments)?
                    }
                    _ => return Err(self.misapplied(call, &value)),
                }
            }
        };
        arguments.end()?;
        Ok(result)
    }

    pub(super) fn misapplied(&self, call: &Call, value: &Expr) -> Problem {
        let message = format!(
            "the filter `{}` cannot be applied to {}",
            call.name.text,
            self.in_words(&value.ty)
        );
        Problem::new(call.name.span, message)
    }

    fn string_filter<'a>(
        &self,
        call: &'a Call,
        value: Expr,
        arguments: &mut Arguments<'a>,
    ) -> Typed {
        let (filter, ty) = match call.name.text.as_str() {
            "length" | "count" => {
                if let ExprKind::String(text) = &value.kind {
                    let count = sigcodegen_runtime::render::int(text.chars().count());
                    return Ok(Expr::new(types::WIDE, ExprKind::Int(count)));
                }
                (Filter::Length, types::COUNT)
            }
            "upper" => (Filter::Upper, Type::String),
            "lower" => (Filter::Lower, Type::String),
            "title" => (Filter::Title, Type::String),
            "capitalize" => (Filter::Capitalize, Type::String),
            "trim" => (Filter::Trim(arguments.text("chars")?), Type::String),
            "replace" => {
                let (from, to) = (arguments.text("from")?, arguments.text("to")?);
                let (Some(from), Some(to)) = (from, to) else {
                    return Err(Problem::new(
                        call.name.span,
                        "`replace` needs two strings: what, and by what",
                    ));
                };
                (Filter::Replace(from, to), Type::String)
            }
            "truncate" => {
                let length = arguments.count("length")?.unwrap_or(255);
                let cuts_words = arguments.named_flag("killwords")?.unwrap_or(false);
                let end =
                    arguments.named("end").map(|argument| text(argument, "end")).transpose()?;
                let leeway = arguments
                    .named("leeway")
                    .map(|argument| count(argument, "leeway"))
                    .transpose()?;
                let (end, leeway) = (end.unwrap_or_else(|| "...".to_owned()), leeway.unwrap_or(5));
                (Filter::Truncate { length, cuts_words, end, leeway }, Type::String)
            }
            "indent" => {
                let Some(width) = arguments.count("width")? else {
                    return Err(Problem::new(call.name.span, "`indent` needs a number of blanks"));
                };
                let first = arguments.flag("first")?.unwrap_or(false);
                let empty = arguments.flag("blank")?.unwrap_or(false);
                (Filter::Indent { width, first, empty }, Type::String)
            }
            "wordcount" => (Filter::WordCount, types::COUNT),
            "lines" => (Filter::Lines, Type::List(Box::new(Type::String))),
            "split" if arguments.is_empty() => {
                // Blanks around a text make no part.
                let text = match value.kind {
                    ExprKind::Filter(Filter::Trim(None), inner) => *inner,
                    _ => value,
                };
                return Ok(apply(Filter::Split(None), Type::List(Box::new(Type::String)), text));
            }
            "split" => {
                (Filter::Split(arguments.text("separator")?), Type::List(Box::new(Type::String)))
            }
            "regex_match" => {
                let Some(argument) = arguments.next("pattern") else {
                    return Err(Problem::new(call.name.span, "`regex_match` needs a pattern"));
                };
                let AstKind::String(text) = &argument.kind else {
                    return Err(Problem::new(argument.span, "the pattern is a string written out"));
                };
                (Filter::Matches(pattern::parse(text, argument.span)?), Type::Bool)
            }
            "first" => (Filter::First, Type::Missing(Box::new(Type::String))),
            "last" => (Filter::Last, Type::Missing(Box::new(Type::String))),
            "reverse" => (Filter::Reverse, Type::String),
            "int" | "float" => {
                return Err(self
                    .misapplied(call, &value)
                    .help("a string may be no number; make the field a number"));
            }
            _ => return Err(self.misapplied(call, &value)),
        };
        Ok(apply(filter, ty, value))
    }

    fn number_filter<'a>(
        &self,
        call: &'a Call,
        value: Expr,
        arguments: &mut Arguments<'a>,
    ) -> Typed {
        let is_float = matches!(value.ty, Type::Float(_));
        Ok(match (call.name.text.as_str(), &value.ty) {
            ("abs", Type::Int(_)) => apply(Filter::Abs, types::WIDE, value),
            ("abs", Type::Float(_)) => apply(Filter::Abs, types::DOUBLE, value),
            ("round", Type::Int(_) | Type::Float(_)) => {
                let digits = match arguments.next("precision") {
                    None => 0,
                    Some(Ast { kind: AstKind::Integer(digits @ -300..=300), .. }) => {
                        i32::try_from(*digits).unwrap_or(0)
                    }
                    Some(other) => {
                        return Err(Problem::new(
                            other.span,
                            "`precision` is a number from -300 to 300, written out",
                        ));
                    }
                };
                if is_float { apply(Filter::Round(digits), types::DOUBLE, value) } else { value }
            }
            ("int", Type::Int(_)) | ("float", Type::Float(_)) => value,
            ("int", _) => apply(Filter::Int, types::WIDE, value),
            ("float", _) => apply(Filter::Float, types::DOUBLE, value),
            _ => return Err(self.misapplied(call, &value)),
        })
    }

    /// The filter `default` as a value.
    fn default(&mut self, call: &Call, span: Span) -> Typed {
        let (condition, value) = self.default_condition(call)?;
        let fallback = match call.positional.first() {
            Some(fallback) => self.value(fallback)?,
            None => Expr::string(""),
        };
        if condition.kind == ExprKind::Bool(true) {
            return Ok(value);
        }
        self.choice(condition, value, Some(fallback), span)
    }

    /// When the filter `default` keeps its value, and that value.
    pub(super) fn default_condition(&mut self, call: &Call) -> Result<(Expr, Expr), Problem> {
        let mut arguments = Arguments::new(call);
        arguments.next("default_value");
        let replaces_false = arguments.flag("boolean")?.unwrap_or(false);
        arguments.end()?;
        let value = self.value(&call.subject)?;
        super::condition::check_repeated(&value, call.subject.span)?;
        let condition = match value.ty {
            _ if replaces_false => super::condition::truth(value.clone()),
            Type::Missing(_) => {
                super::condition::negated(Expr::bool(ExprKind::IsMissing(Box::new(value.clone()))))
            }
            Type::Nullable(_) | Type::Null => {
                return Err(Problem::new(call.name.span, "`default` does not replace null")
                    .help("write `value|default(\"text\", true)` or `value or \"text\"`"));
            }
            _ => Expr::bool(ExprKind::Bool(true)),
        };
        Ok((condition, self.settled(super::narrowed(value))))
    }
}

pub(super) fn apply(filter: Filter, ty: Type, value: Expr) -> Expr {
    Expr::new(ty, ExprKind::Filter(filter, Box::new(value)))
}

fn text(argument: &Ast, name: &str) -> Result<String, Problem> {
    match &argument.kind {
        AstKind::String(text) => Ok(text.clone()),
        _ => Err(Problem::new(argument.span, format!("`{name}` is a string written out"))),
    }
}

fn flag(argument: &Ast, name: &str) -> Result<bool, Problem> {
    match argument.kind {
        AstKind::Bool(value) => Ok(value),
        _ => Err(Problem::new(argument.span, format!("`{name}` is `true` or `false`"))),
    }
}

/// A number of things. More than a million would be a slip.
fn count(argument: &Ast, name: &str) -> Result<usize, Problem> {
    let value = if let AstKind::Integer(value @ 0..=1_000_000) = argument.kind {
        usize::try_from(value).ok()
    } else {
        None
    };
    value.ok_or_else(|| {
        Problem::new(argument.span, format!("`{name}` is a number from 0 to 1000000, written out"))
    })
}
