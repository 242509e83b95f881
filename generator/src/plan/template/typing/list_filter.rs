//! Filters on lists and maps.

use super::filter::{Arguments, apply};
use super::{Typed, Typing, types};
use crate::diagnostic::quoted;
use crate::plan::template::Problem;
use crate::plan::template::ast::{Call, ExprKind as AstKind, Name};
use crate::plan::template::tree::{Case, Expr, ExprKind, Filter, Key, Stored, Type};
use crate::schema::Span;

impl Typing<'_> {
    pub(super) fn list_filter<'a>(
        &mut self,
        call: &'a Call,
        value: Expr,
        arguments: &mut Arguments<'a>,
    ) -> Typed {
        let name = call.name.text.as_str();
        let item = match &value.ty {
            Type::List(item) => (**item).clone(),
            Type::Map(_) => return self.map_filter(call, value),
            _ => return Err(self.misapplied(call, &value)),
        };
        let list = value.ty.clone();
        let (name, value) = match (name, value) {
            ("first", Expr { kind: ExprKind::Filter(Filter::Reverse, inner), .. }) => {
                ("last", *inner)
            }
            ("last", Expr { kind: ExprKind::Filter(Filter::Reverse, inner), .. }) => {
                ("first", *inner)
            }
            other => other,
        };
        Ok(match name {
            "length" | "count" => {
                let counted = match value.kind {
                    ExprKind::Filter(Filter::Map(..), inner) => *inner,
                    _ => value,
                };
                apply(Filter::Length, types::COUNT, counted)
            }
            "list" => value,
            "join" => apply(
                Filter::Join(arguments.text("separator")?.unwrap_or_default()),
                Type::String,
                value,
            ),
            "first" => apply(Filter::First, Type::Missing(Box::new(item)), value),
            "last" => apply(Filter::Last, Type::Missing(Box::new(item)), value),
            "reverse" => apply(Filter::Reverse, list, value),
            "sum" => {
                let ty = match item {
                    Type::Int(_) => types::WIDE,
                    Type::Float(_) => types::DOUBLE,
                    _ => {
                        return Err(self
                            .misapplied(call, &value)
                            .help("the sum is that of numbers"));
                    }
                };
                apply(Filter::Sum, ty, value)
            }
            "min" | "max" => {
                let key = self.key(&item, call, None, Case::Kept)?;
                let filter = if name == "min" { Filter::Min(key) } else { Filter::Max(key) };
                apply(filter, Type::Missing(Box::new(item)), value)
            }
            "sort" => {
                let reverse = arguments.named_flag("reverse")?.unwrap_or(false);
                let keeps_case = arguments.named_flag("case_sensitive")?.unwrap_or(false);
                let case = if keeps_case { Case::Kept } else { Case::IgnoredInAscii };
                let attribute = attribute_argument(arguments)?;
                let key = self.key(&item, call, attribute, case)?;
                apply(Filter::Sort { key, reverse }, list, value)
            }
            "unique" => {
                let keeps_case = arguments.named_flag("case_sensitive")?.unwrap_or(false);
                let case = if keeps_case { Case::Kept } else { Case::Ignored };
                let attribute = attribute_argument(arguments)?;
                let key = self.key(&item, call, attribute, case)?;
                apply(Filter::Unique(key), list, value)
            }
            "map" => {
                let Some(attribute) = attribute_argument(arguments)? else {
                    return Err(Problem::new(
                        call.name.span,
                        "`map` is only supported with an attribute",
                    )
                    .help("write `map(attribute=\"name\")`"));
                };
                let (property, variable) = self.item_property(&item, &attribute)?;
                let is_plain = matches!(property.kind, ExprKind::Field(..))
                    && Self::stored(&property) != Stored::Maybe;
                if !is_plain {
                    let message =
                        format!("{} cannot be taken from each item", quoted(&attribute.text));
                    return Err(
                        Problem::new(attribute.span, message).help("go over the list with `for`")
                    );
                }
                let list = Type::List(Box::new(property.ty.clone()));
                apply(Filter::Map(Box::new(property), variable), list, value)
            }
            _ => return Err(self.misapplied(call, &value)),
        })
    }

    fn map_filter(&self, call: &Call, value: Expr) -> Typed {
        match call.name.text.as_str() {
            "length" | "count" => Ok(apply(Filter::Length, types::COUNT, value)),
            "list" => Ok(apply(Filter::Keys, Type::List(Box::new(Type::String)), value)),
            "items" => {
                Err(Problem::new(call.name.span, "the pairs of a map can only be gone over")
                    .help("write `{% for key, value in map|items %}`"))
            }
            _ => Err(self.misapplied(call, &value)),
        }
    }

    /// What items are compared by.
    fn key(
        &mut self,
        item: &Type,
        call: &Call,
        attribute: Option<Name>,
        case: Case,
    ) -> Result<Key, Problem> {
        let (value, variable) = if let Some(attribute) = &attribute {
            self.item_property(item, attribute)?
        } else {
            let variable = self.variable("item", item.clone());
            (Expr::new(item.clone(), ExprKind::Variable(variable)), variable)
        };
        let value = self.settled(value);
        let span = attribute.map_or(call.name.span, |name| name.span);
        match value.ty {
            Type::String | Type::Int(_) | Type::Float(_) | Type::Bool => {
                Ok(Key { item: variable, value: Box::new(value), case })
            }
            _ => {
                let message =
                    format!("`{}` cannot compare {}", call.name.text, self.in_words(&value.ty));
                Err(Problem::new(span, message)
                    .help("strings, numbers and booleans can be compared"))
            }
        }
    }

    /// A property of the items of a list, by a path of names; the variable stands for an item.
    fn item_property(
        &mut self,
        item: &Type,
        path: &Name,
    ) -> Result<(Expr, crate::plan::template::VariableId), Problem> {
        let variable = self.variable("item", item.clone());
        let mut value = Expr::new(item.clone(), ExprKind::Variable(variable));
        for part in path.text.split('.') {
            if let Type::Nullable(_) | Type::Missing(_) = value.ty {
                return Err(Problem::new(path.span, "a part of the path may be null")
                    .help("go over the list with `for`"));
            }
            let Span { start, end } = path.span;
            value = self
                .attribute_of(value, &Name { text: part.to_owned(), span: Span { start, end } })?;
        }
        Ok((value, variable))
    }
}

fn attribute_argument(arguments: &mut Arguments<'_>) -> Result<Option<Name>, Problem> {
    let Some(argument) = arguments.named("attribute") else { return Ok(None) };
    match &argument.kind {
        AstKind::String(text) => Ok(Some(Name { text: text.clone(), span: argument.span })),
        _ => Err(Problem::new(argument.span, "`attribute` is a string written out")),
    }
}
