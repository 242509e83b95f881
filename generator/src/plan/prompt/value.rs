//! Values as the fields of a message show them.

mod arm;
mod number;

use std::collections::BTreeMap;

use sigcodegen_runtime::json::write_string;

use crate::ir::{InputFormat, Kind, Literal, Object, Presence, TypeId, Types};
use crate::schema::{self, Node, Value};

/// Prints a value of a type as generated code would print the typed value: strings raw, all else as compact JSON.
/// `None` if the format is one that only run time prints.
///
/// Objects have their properties in the schema's order, constants included and absent defaults filled in; maps are
/// sorted by key. The value should fit the type; where it does not, it is printed as it was written.
pub(crate) fn render_value(
    types: &Types,
    id: TypeId,
    node: &Node,
    format: Option<InputFormat>,
) -> Option<String> {
    let json = || {
        let mut out = String::new();
        write(types, id, node, &mut out);
        out
    };
    match format {
        None => Some(raw_text(types, id, node).map_or_else(json, str::to_owned)),
        Some(InputFormat::Json) => Some(json()),
        Some(InputFormat::Yaml | InputFormat::Toon) => None,
    }
}

/// The text of a string that is printed without quotes: a whole field of type string.
fn raw_text<'a>(types: &Types, id: TypeId, node: &'a Node) -> Option<&'a str> {
    match types[id].kind {
        Kind::String => node.as_str(),
        Kind::Nullable(inner) if matches!(types[inner].kind, Kind::String) => node.as_str(),
        _ => None,
    }
}

/// Writes compact JSON. Each step but the one through `Nullable` goes into the value, whose depth its reader bounds.
fn write(types: &Types, id: TypeId, node: &Node, out: &mut String) {
    match (&types[id].kind, &node.value) {
        (Kind::Nullable(inner), value) if *value != Value::Null => write(types, *inner, node, out),
        (Kind::Integer(_) | Kind::Enum(_), Value::Number(text)) => number::write_integer(text, out),
        (Kind::Float(width), Value::Number(text)) => number::write_float(text, *width, out),
        (Kind::List(item), Value::Array(items)) => {
            sequence(out, '[', items, ']', |item_node, out| write(types, *item, item_node, out));
        }
        (Kind::Map(value), Value::Object(object)) => {
            let sorted: BTreeMap<_, _> =
                object.members.iter().map(|member| (&member.key, &member.value)).collect();
            sequence(out, '{', sorted, '}', |(key, node), out| {
                write_key(key, out);
                write(types, *value, node, out);
            });
        }
        (Kind::Object(known), Value::Object(object)) => write_object(types, known, object, out),
        (Kind::Union(union), Value::Object(object)) => match arm::choose(types, union, object) {
            Some(known) => write_object(types, known, object, out),
            None => write_untyped(node, out),
        },
        _ => write_untyped(node, out),
    }
}

/// What an object's member is written from.
enum Entry<'a> {
    Property(TypeId, &'a Node),
    Constant(&'a Literal),
}

fn write_object(types: &Types, known: &Object, object: &schema::Object, out: &mut String) {
    let mut entries = Vec::with_capacity(known.properties.len() + known.constants.len());
    let mut constants = known.constants.iter().peekable();
    for (position, property) in known.properties.iter().enumerate() {
        while let Some(constant) = constants.next_if(|constant| constant.position <= position) {
            entries.push((&constant.wire_name, Entry::Constant(&constant.value)));
        }
        let default = match &property.presence {
            Presence::Default(default) => Some(default),
            Presence::Required | Presence::Optional => None,
        };
        if let Some(node) = object.get(&property.wire_name).or(default) {
            entries.push((&property.wire_name, Entry::Property(property.ty, node)));
        }
    }
    entries
        .extend(constants.map(|constant| (&constant.wire_name, Entry::Constant(&constant.value))));
    sequence(out, '{', entries, '}', |(key, entry), out| {
        write_key(key, out);
        match entry {
            Entry::Property(ty, node) => write(types, ty, node, out),
            Entry::Constant(value) => write_literal(value, out),
        }
    });
}

/// Writes a value as it stands in the file, without blanks.
fn write_untyped(node: &Node, out: &mut String) {
    match &node.value {
        Value::Null => out.push_str("null"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Number(text) => out.push_str(text),
        Value::String(text) => write_string(out, text),
        Value::Array(items) => sequence(out, '[', items, ']', write_untyped),
        Value::Object(object) => sequence(out, '{', &object.members, '}', |member, out| {
            write_key(&member.key, out);
            write_untyped(&member.value, out);
        }),
    }
}

fn write_literal(value: &Literal, out: &mut String) {
    match value {
        Literal::Null => out.push_str("null"),
        Literal::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Literal::Integer(text) => out.push_str(text),
        Literal::String(text) => write_string(out, text),
    }
}

fn write_key(key: &str, out: &mut String) {
    write_string(out, key);
    out.push(':');
}

fn sequence<T>(
    out: &mut String,
    open: char,
    items: impl IntoIterator<Item = T>,
    close: char,
    mut write_item: impl FnMut(T, &mut String),
) {
    out.push(open);
    for (position, item) in items.into_iter().enumerate() {
        out.push_str(if position == 0 { "" } else { "," });
        write_item(item, out);
    }
    out.push(close);
}
