//! `x-render` templates and the expressions of `x-checks` and `x-asserts`: read, typed, ready to become Rust.
//!
//! The language is the part of `MiniJinja` 2.11 that has a meaning without an engine at run time. DSRs' settings hold:
//! blanks around blocks are trimmed, none prints as `null`, nothing is escaped for HTML, an unknown name is an error.
//! What would be an error at run time there is one at generation here, with three exceptions that only data can show:
//! an item beyond a list's end, a key that a map lacks, and the first or greatest of no items. These print nothing, and
//! comparisons with them are false.

mod ast;
mod evaluate;
mod lexer;
mod names;
mod parser;
mod prune;
mod tree;
mod typing;

#[cfg(test)]
mod tests;

pub(super) use names::{arm_paths, input_names, property_names};

use evaluate::evaluate;
#[cfg(test)]
use evaluate::holds;
pub(crate) use tree::{
    Calculation, Case, Choice, Comparison, Expr, ExprKind, Filter, For, Key, LoopPart, Native,
    Pattern, Statement, Stored, Type, VariableId, Variables,
};

use sigcodegen_runtime::Json;

use self::typing::Typing;
use super::Struct;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Place};
use crate::ir::{Field, Signature, Spanned, TypeId};
use crate::schema::Span;

/// A compiled `x-render`.
#[derive(Debug)]
pub(crate) struct Template {
    pub(crate) body: Vec<Statement>,
    pub(crate) variables: Variables,
}

/// A compiled expression of `x-checks` or `x-asserts`.
#[derive(Debug)]
pub(crate) struct Rule {
    /// Whether the rule holds.
    pub(crate) condition: Expr,
    pub(crate) variables: Variables,
    /// Whether the rule is about the value in a nullable one, so that null keeps it.
    pub(crate) spares_null: bool,
}

/// What templates of a signature can name.
pub(crate) struct Context<'c> {
    pub(crate) signature: &'c Signature,
    /// The Rust name of each input field, in the signature's order.
    pub(crate) inputs: &'c [(&'c Field, String)],
    /// The label of an input field's type: what `field.type` prints.
    pub(crate) label: &'c dyn Fn(&Field) -> String,
    /// The Rust names of an object's properties, in their order.
    pub(crate) properties: &'c dyn Fn(TypeId) -> Vec<String>,
    /// The paths of a union's Rust variants with the values of its tag.
    pub(crate) arms: &'c dyn Fn(TypeId) -> Vec<(String, String)>,
    /// Whether a library's type stands for the strings of a type.
    pub(crate) is_spelled: &'c dyn Fn(TypeId) -> bool,
}

/// Compiles the template of an input field, the one at this place among [`Context::inputs`]. `None` if it cannot be,
/// which is reported.
pub(crate) fn compile_render(
    source: &Spanned,
    this: usize,
    context: &Context<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Template> {
    let mut typing = Typing::of_render(context, this);
    let body = parser::template(&source.text).and_then(|statements| typing.template(&statements));
    match body {
        Ok(body) => {
            let mut variables = typing.variables;
            let body = prune::prune(body, &mut variables);
            Some(Template { body, variables })
        }
        Err(problem) => {
            diagnostics.push(problem.diagnostic(Code::BadTemplate, source));
            None
        }
    }
}

/// Compiles a rule on values of a type. `None` if it cannot be, which is reported.
///
/// A rule that does not ask whether `this` is null is about values that are not.
pub(crate) fn compile_rule(
    source: &Spanned,
    this: TypeId,
    context: &Context<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Rule> {
    let compiled = parser::expression(&source.text).and_then(|expression| {
        let ty = Typing::type_of(context, this);
        let (ty, spares_null) = match ty {
            Type::Nullable(inner) if !ast::tests_null(&expression) => (*inner, true),
            ty => (ty, false),
        };
        let mut typing = Typing::of_rule(context, ty);
        let condition = typing.condition(&expression)?;
        if let ExprKind::Bool(value) = condition.kind {
            let always = if value { "always" } else { "never" };
            return Err(Problem::new(expression.span, format!("the rule {always} holds"))
                .help("test `this` for something"));
        }
        Ok(Rule { condition, variables: typing.variables, spares_null })
    });
    match compiled {
        Ok(rule) => Some(rule),
        Err(problem) => {
            diagnostics.push(problem.diagnostic(Code::BadCheck, source));
            None
        }
    }
}

/// The templates of a signature's input fields, in their order.
pub(crate) struct Templates<'m>(Vec<Option<&'m Template>>);

impl<'m> Templates<'m> {
    pub(crate) fn of(input: &'m Struct) -> Self {
        Self(input.fields.iter().map(|field| field.render.as_ref()).collect())
    }

    /// No templates.
    #[cfg(test)]
    pub(crate) fn none() -> Self {
        Self(Vec::new())
    }

    /// The text of the input field at a place, if a template prints it. `inputs` are the values of all input fields by
    /// key, each as generated code would write it as JSON.
    pub(crate) fn print(&self, at: usize, inputs: &[(String, Json)]) -> Option<String> {
        let template = self.0.get(at).copied().flatten()?;
        Some(evaluate(template, &inputs.get(at)?.1, inputs))
    }
}

/// What is wrong with a template.
#[derive(Debug)]
struct Problem {
    /// Where, in bytes of the template.
    span: Span,
    message: String,
    help: Option<String>,
}

impl Problem {
    fn new(span: Span, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), help: None }
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    fn diagnostic(self, code: Code, source: &Spanned) -> Diagnostic {
        let diagnostic = Diagnostic::new(code, place(source, self.span), self.message);
        match self.help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }
}

/// Where a stretch of a template stands in its file. Exact if the file spells the template with the usual escapes;
/// otherwise the whole template.
fn place(source: &Spanned, span: Span) -> Place {
    let escaped = |text: &str| {
        let mut json = String::new();
        sigcodegen_runtime::json::write_string(&mut json, text);
        json.len() - 2
    };
    let whole = source.place.span;
    if whole.end - whole.start != escaped(&source.text) + 2 {
        return source.place;
    }
    let offset = |at: usize| source.text.get(..at).map(|before| whole.start + 1 + escaped(before));
    match (offset(span.start), offset(span.end)) {
        (Some(start), Some(end)) if end > start => {
            Place { file: source.place.file, span: Span { start, end } }
        }
        (Some(start), _) if start > whole.start => Place {
            file: source.place.file,
            span: Span { start: start.min(whole.end - 1), end: whole.end },
        },
        _ => source.place,
    }
}
