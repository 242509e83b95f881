//! A signature in few lines, for people who review a change.

use std::fmt::Write as _;

use sigcodegen::ir::{
    Bound, Check, Direction, Enum, EnumStyle, Kind, Literal, Object, Presence, Property, Signature,
    TextRule, TypeId, Types,
};
use sigcodegen::schema::{Node, Value};

/// Each field on a line, then each type that needs more than a word.
pub(crate) fn signature(signature: &Signature) -> String {
    let mut out = format!("signature {}\n", signature.name.text);
    for line in signature.instructions.lines() {
        let _ = writeln!(out, "  | {line}");
    }
    for field in &signature.fields {
        let side = match field.direction {
            Direction::Input => "input ",
            Direction::Output => "output",
        };
        let _ = write!(out, "{side} {}", property(&signature.types, &field.property));
        if let Some(format) = field.format {
            let _ = write!(out, " printed as {format:?}");
        }
        if let Some(render) = &field.render {
            let _ = write!(out, " printed by {:?}", render.text);
        }
        out.push('\n');
    }
    for (at, ty) in signature.types.all.iter().enumerate() {
        let body = match &ty.kind {
            Kind::Object(object) => self::object(&signature.types, object),
            Kind::Enum(target) => enumeration(target),
            Kind::Union(union) => {
                let arms = union
                    .arms
                    .iter()
                    .map(|&arm| format!("  {}\n", type_name(&signature.types, arm)));
                let tag = union.tag.as_ref().map(|tag| format!(" by {tag:?}")).unwrap_or_default();
                let word = if union.is_exclusive { "exactly one" } else { "union" };
                format!("{word}{tag}\n{}", arms.collect::<String>())
            }
            _ => continue,
        };
        let _ = write!(out, "\n{}: ", type_name(&signature.types, TypeId(at)));
        out.push_str(&body);
        if let Some(description) = &ty.description {
            let _ = writeln!(out, "  // {description:?}");
        }
    }
    for demo in &signature.demos {
        let _ = writeln!(out, "\ndemo {}", value(&demo.value));
    }
    out
}

fn property(types: &Types, property: &Property) -> String {
    let mut out = format!("{:?}: {}", property.wire_name, type_name(types, property.ty));
    match &property.presence {
        Presence::Required => {}
        Presence::Optional => out.push_str(" optional"),
        Presence::Default(default) => {
            let _ = write!(out, " = {}", value(default));
        }
    }
    if let Some(name) = &property.rust_name {
        let _ = write!(out, " as {}", name.text);
    }
    for Check { label, expression, is_assert } in &property.checks {
        let word = if *is_assert { "assert" } else { "check" };
        let _ = write!(out, " {word} {}({})", label.text, expression.text);
    }
    if let Some(description) = &property.description {
        let _ = write!(out, " // {description:?}");
    }
    out
}

fn object(types: &Types, object: &Object) -> String {
    let mut out = String::from(if object.is_open { "object, open\n" } else { "object\n" });
    for at in 0..=object.properties.len() {
        for constant in object.constants.iter().filter(|constant| constant.position == at) {
            let _ = write!(out, "  {:?} is {}", constant.wire_name, literal(&constant.value));
            if let Some(description) = &constant.description {
                let _ = write!(out, " // {description:?}");
            }
            out.push('\n');
        }
        if let Some(one) = object.properties.get(at) {
            let _ = writeln!(out, "  {}", property(types, one));
        }
    }
    if let Some(additional) = object.additional {
        let _ = writeln!(out, "  others: {}", type_name(types, additional));
    }
    out
}

fn enumeration(target: &Enum) -> String {
    let mut out = String::from(match target.style {
        EnumStyle::Named => "enum\n",
        EnumStyle::Literal => "literals\n",
    });
    for variant in &target.variants {
        let _ = write!(out, "  {}", literal(&variant.value));
        if let Some(name) = &variant.rust_name {
            let _ = write!(out, " as {}", name.text);
        }
        if let Some(description) = &variant.description {
            let _ = write!(out, " // {description:?}");
        }
        out.push('\n');
    }
    out
}

fn type_name(types: &Types, id: TypeId) -> String {
    let ty = &types[id];
    let name = match &ty.kind {
        Kind::String => "string".to_owned(),
        Kind::Boolean => "boolean".to_owned(),
        Kind::Integer(width) => format!("{width:?}").to_lowercase(),
        Kind::Float(width) => format!("{width:?}").to_lowercase(),
        Kind::Any => "any".to_owned(),
        Kind::List(item) => format!("[{}]", type_name(types, *item)),
        Kind::Tuple(items) => {
            let items = items.iter().map(|&item| type_name(types, item));
            format!("({})", items.collect::<Vec<_>>().join(", "))
        }
        Kind::Map(values) => format!("map of {}", type_name(types, *values)),
        Kind::Nullable(inner) => format!("{} or null", type_name(types, *inner)),
        Kind::Object(_) | Kind::Enum(_) | Kind::Union(_) => match &ty.name {
            Some(name) => format!("#{} {name}", id.0),
            None => format!("#{}", id.0),
        },
    };
    let mut bounds = String::new();
    for Bound { kind, value } in &ty.bounds {
        let _ = write!(bounds, " {kind:?} {value}");
    }
    for text in &ty.texts {
        let _ = match text {
            TextRule::Pattern(pattern) => write!(bounds, " like {:?}", pattern.text),
            TextRule::Format(format) => write!(bounds, " {}", format.name()),
        };
    }
    for guard in &ty.guards {
        let _ = write!(bounds, " with {}", guard.text);
    }
    if bounds.is_empty() { name } else { format!("({name}{bounds})") }
}

fn literal(value: &Literal) -> String {
    match value {
        Literal::Null => "null".to_owned(),
        Literal::Bool(value) => value.to_string(),
        Literal::Integer(text) => text.clone(),
        Literal::Json(text) => format!("json {text}"),
        Literal::String(text) => format!("{text:?}"),
    }
}

fn value(node: &Node) -> String {
    match &node.value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(text) => text.clone(),
        Value::String(text) => format!("{text:?}"),
        Value::Array(items) => {
            format!("[{}]", items.iter().map(value).collect::<Vec<_>>().join(", "))
        }
        Value::Object(object) => {
            let members = object.members.iter();
            let members =
                members.map(|member| format!("{:?}: {}", member.key, value(&member.value)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
        }
    }
}
