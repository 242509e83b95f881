//! Names, attributes and items.

use super::{Typed, Typing, types};
use crate::diagnostic::quoted;
use crate::ir::{Kind, Literal, TypeId};
use crate::plan::template::Problem;
use crate::plan::template::ast::{Expr as Ast, ExprKind as AstKind, Name};
use crate::plan::template::tree::{Expr, ExprKind, LoopPart, Stored, Type};
use crate::schema::Span;

/// What a loop tells about itself.
const LOOP_PARTS: [(&str, LoopPart); 7] = [
    ("index", LoopPart::Index),
    ("index0", LoopPart::Index0),
    ("revindex", LoopPart::RevIndex),
    ("revindex0", LoopPart::RevIndex0),
    ("first", LoopPart::First),
    ("last", LoopPart::Last),
    ("length", LoopPart::Length),
];

impl Typing<'_> {
    pub(super) fn name(&mut self, name: &str, span: Span) -> Typed {
        if let Some(id) = self.lookup(name) {
            return Ok(Expr::new(self.variables.0[id.0].ty.clone(), ExprKind::Variable(id)));
        }
        match name {
            "this" => Ok(self.this.clone()),
            "input" | "field" if self.field.is_some() => {
                let message = format!("`{name}` has no value of its own");
                Err(Problem::new(span, message)
                    .help(format!("name one of its parts: `{name}.{}`", self.example(name))))
            }
            "loop" if self.loop_state().is_some() => {
                Err(Problem::new(span, "`loop` has no value of its own")
                    .help("name one of its parts: `loop.index`"))
            }
            _ => Err(self.unknown_name(name, span)),
        }
    }

    fn example(&self, name: &str) -> &str {
        match self.context.inputs.first() {
            Some((field, _)) if name == "input" => &field.property.wire_name,
            _ => "name",
        }
    }

    /// How a property holds its value, if it is one.
    pub(super) fn stored(value: &Expr) -> Stored {
        match &value.kind {
            ExprKind::Field(.., stored) | ExprKind::Input(.., stored) | ExprKind::This(stored) => {
                *stored
            }
            _ => Stored::Plain,
        }
    }

    fn loop_state(&self) -> Option<crate::plan::template::VariableId> {
        self.scopes.iter().rev().find_map(|scope| scope.state)
    }

    fn unknown_name(&self, name: &str, span: Span) -> Problem {
        let problem = Problem::new(span, format!("nothing is called {} here", quoted(name)));
        if self.ended.contains(name) {
            return problem.help(
                "it is set inside of `if` only; set it before, with `a if condition else b`",
            );
        }
        let fields = if self.field.is_some() { self.context.inputs } else { &[] };
        if fields.iter().any(|(field, rust)| field.property.wire_name == name || rust == name) {
            return problem.help(format!("an input field is `input.{name}`"));
        }
        let known: &[&str] =
            if self.field.is_some() { &["this", "input", "field"] } else { &["this"] };
        let names =
            self.scopes.iter().flat_map(|scope| &scope.names).map(|(name, _)| name.as_str());
        let names: Vec<_> = known.iter().copied().chain(names).collect();
        problem.help(did_you_mean(name, &names))
    }

    pub(super) fn attribute(&mut self, subject: &Ast, name: &Name) -> Typed {
        if let AstKind::Name(space) = &subject.kind
            && self.lookup(space).is_none()
            && let Some(part) = self.part_of_space(space, name)
        {
            return part;
        }
        let value = self.needed(subject)?;
        self.attribute_of(value, name)
    }

    /// A part of `input`, `field` or `loop`.
    fn part_of_space(&mut self, space: &str, name: &Name) -> Option<Typed> {
        match (space, self.field) {
            ("input", Some(_)) => Some(self.input(name)),
            ("field", Some((field, rust_name))) => Some(match name.text.as_str() {
                "name" => Ok(Expr::string(field.property.wire_name.clone())),
                "rust_name" => Ok(Expr::string(rust_name.trim_start_matches("r#"))),
                "type" => Ok(Expr::string((self.context.label)(field))),
                other => Err(unknown("`field`", other, name.span, &["name", "rust_name", "type"])),
            }),
            ("loop", _) => {
                let state = self.loop_state()?;
                let found = LOOP_PARTS.iter().find(|(part, _)| *part == name.text);
                Some(match found {
                    Some((_, part @ (LoopPart::First | LoopPart::Last))) => {
                        Ok(Expr::bool(ExprKind::Loop(state, *part)))
                    }
                    Some((_, part)) => Ok(Expr::new(types::COUNT, ExprKind::Loop(state, *part))),
                    None => Err(unknown(
                        "`loop`",
                        &name.text,
                        name.span,
                        &LOOP_PARTS.map(|(part, _)| part),
                    )),
                })
            }
            _ => None,
        }
    }

    fn input(&self, name: &Name) -> Typed {
        let inputs = self.context.inputs;
        let found = inputs.iter().find(|(field, _)| field.property.wire_name == name.text);
        let found = found
            .or_else(|| inputs.iter().find(|(_, rust)| rust.trim_start_matches("r#") == name.text));
        let Some((field, rust_name)) = found else {
            let names: Vec<_> =
                inputs.iter().map(|(field, _)| field.property.wire_name.as_str()).collect();
            return Err(unknown("`input`", &name.text, name.span, &names));
        };
        let (ty, stored) = types::of_property(self.context, &field.property);
        Ok(Expr::new(
            ty,
            ExprKind::Input(field.property.wire_name.clone(), rust_name.clone(), stored),
        ))
    }

    pub(super) fn attribute_of(&self, value: Expr, name: &Name) -> Typed {
        match value.ty.clone() {
            Type::Object(id) => self.property(value, id, name),
            Type::Union(id) => self.tag(value, id, name),
            Type::Map(inner) => {
                let key = Box::new(Expr::string(name.text.clone()));
                Ok(Expr::new(Type::Missing(inner), ExprKind::Key(Box::new(value), key)))
            }
            Type::Any => {
                let key = Box::new(Expr::string(name.text.clone()));
                Ok(Expr::new(
                    Type::Missing(Box::new(Type::Any)),
                    ExprKind::Key(Box::new(value), key),
                ))
            }
            ty => {
                let message = format!("{} has no attributes", self.in_words(&ty));
                Err(Problem::new(name.span, message).help("objects and maps have attributes"))
            }
        }
    }

    fn property(&self, value: Expr, id: TypeId, name: &Name) -> Typed {
        let types = &self.context.signature.types;
        let Kind::Object(object) = &types[id].kind else { return Ok(value) };
        let rust_names = (self.context.properties)(id);
        let by_key = object.properties.iter().position(|property| property.wire_name == name.text);
        let by_name =
            || rust_names.iter().position(|rust| rust.trim_start_matches("r#") == name.text);
        if let Some(constant) =
            object.constants.iter().find(|constant| constant.wire_name == name.text)
        {
            return Ok(literal(&constant.value));
        }
        let Some(at) = by_key.or_else(by_name) else {
            let constants = object.constants.iter().map(|constant| &constant.wire_name);
            let names =
                object.properties.iter().map(|property| &property.wire_name).chain(constants);
            let names: Vec<_> = names.map(String::as_str).collect();
            return Err(unknown("the object", &name.text, name.span, &names));
        };
        let property = &object.properties[at];
        let (ty, stored) = types::of_property(self.context, property);
        let rust_name = rust_names.get(at).cloned().unwrap_or_default();
        Ok(Expr::new(
            ty,
            ExprKind::Field(Box::new(value), property.wire_name.clone(), rust_name, stored),
        ))
    }

    /// The tag of a union, the one property that all of its arms are known to have.
    fn tag(&self, value: Expr, id: TypeId, name: &Name) -> Typed {
        let Kind::Union(union) = &self.context.signature.types[id].kind else { return Ok(value) };
        match &union.tag {
            Some(tag) if *tag == name.text => {
                let arms = (self.context.arms)(id);
                Ok(Expr::new(Type::String, ExprKind::Tag(Box::new(value), tag.clone(), arms)))
            }
            tag => {
                let message = format!(
                    "{} is not known to be in every object of the union",
                    quoted(&name.text)
                );
                let help = match tag {
                    Some(tag) => format!("`{tag}` is; the whole object prints with `tojson`"),
                    None => "the whole object prints with `tojson`".to_owned(),
                };
                Err(Problem::new(name.span, message).help(help))
            }
        }
    }

    pub(super) fn item(&mut self, subject: &Ast, key: &Ast) -> Typed {
        if let AstKind::String(text) = &key.kind {
            let name = Name { text: text.clone(), span: key.span };
            return self.attribute(subject, &name);
        }
        let value = self.needed(subject)?;
        match (value.ty.clone(), &key.kind) {
            (Type::List(inner), AstKind::Integer(place)) => {
                let place = i64::try_from(*place)
                    .map_err(|_| Problem::new(key.span, "no list has an item at that place"))?;
                Ok(Expr::new(Type::Missing(inner), ExprKind::Item(Box::new(value), place)))
            }
            (Type::List(_), _) => {
                Err(Problem::new(key.span, "an item is taken by a number written out")
                    .help("go over the list with `for`, or take `list[0]`"))
            }
            (Type::Map(inner), _) => {
                let key_value = self.needed(key)?;
                if key_value.ty != Type::String {
                    let message = format!(
                        "the key of a map is a string, not {}",
                        self.in_words(&key_value.ty)
                    );
                    return Err(Problem::new(key.span, message));
                }
                Ok(Expr::new(
                    Type::Missing(inner),
                    ExprKind::Key(Box::new(value), Box::new(key_value)),
                ))
            }
            (ty, _) => {
                Err(Problem::new(key.span, format!("{} has no items to take", self.in_words(&ty))))
            }
        }
    }
}

/// The value of a property that has one value only.
fn literal(value: &Literal) -> Expr {
    match value {
        Literal::Null => Expr::new(Type::Null, ExprKind::Null),
        Literal::Bool(value) => Expr::bool(ExprKind::Bool(*value)),
        Literal::Integer(text) => match text.parse() {
            Ok(value) => Expr::new(types::WIDE, ExprKind::Int(value)),
            Err(_) => Expr::string(text.clone()),
        },
        Literal::String(text) | Literal::Json(text) => Expr::string(text.clone()),
    }
}

fn unknown(owner: &str, name: &str, span: Span, names: &[&str]) -> Problem {
    Problem::new(span, format!("{owner} has no {}", quoted(name))).help(did_you_mean(name, names))
}

/// The nearest of several names, or all of them.
pub(super) fn did_you_mean(name: &str, names: &[&str]) -> String {
    let folded = |text: &str| text.to_lowercase().replace(['_', '-'], "");
    let distance = |other: &&&str| distance(folded(name).as_bytes(), folded(other).as_bytes());
    let limit = (name.len() / 3).max(1);
    let nearest = names.iter().min_by_key(distance).filter(|nearest| distance(nearest) <= limit);
    match (nearest, names) {
        (Some(nearest), _) => format!("did you mean {}?", quoted(nearest)),
        (None, []) => "it has none at all".to_owned(),
        (None, names) => {
            let shown: Vec<_> = names.iter().take(12).map(|name| quoted(name)).collect();
            let more = if names.len() > 12 { ", ..." } else { "" };
            format!("there is {}{more}", shown.join(", "))
        }
    }
}

/// How many letters must be put in, taken out, replaced, or swapped with their neighbour. Long names are not compared.
fn distance(one: &[u8], other: &[u8]) -> usize {
    if one.len().max(other.len()) > 64 {
        return usize::MAX;
    }
    let mut before = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, b) in other.iter().enumerate() {
            let mut cost = (last[j] + usize::from(a != b)).min(last[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && *a == other[j - 1] && one[i - 1] == *b {
                cost = cost.min(before[j - 1] + 1);
            }
            next.push(cost);
        }
        before = std::mem::replace(&mut last, next);
    }
    last.last().copied().unwrap_or_default()
}
