//! Values as the fields of a message show them.

mod number;

use std::collections::{BTreeMap, BTreeSet};

use sigcodegen_runtime::json::write_string;

use super::{DEPTH_LIMIT, PROMPT_LIMIT};
use crate::ir::{
    Constant, Enum, InputFormat, Kind, Literal, Object, Presence, Signature, TypeId, Types,
    ValueChecker, is_literal,
};
use crate::schema::{self, Node, Value};

/// Prints a value of a type as generated code would print the typed value: strings raw, all else as compact JSON.
/// `None` if the format is one that only run time prints, or if the defaults that are filled in never end.
///
/// Objects have their properties in the schema's order, constants included and absent defaults filled in; maps are
/// sorted by key. The value should fit the type; where it does not, it is printed as it was written.
pub(crate) fn render_value(
    signature: &Signature,
    id: TypeId,
    node: &Node,
    format: Option<InputFormat>,
) -> Option<String> {
    let types = &signature.types;
    match (format, raw_text(types, id, node)) {
        (None, Some(text)) => Some(text.to_owned()),
        (None | Some(InputFormat::Json), _) => {
            let checker = ValueChecker::new(types, &signature.rules);
            let mut writer = Writer { types, checker, out: String::new(), depth: 0 };
            writer.value(id, node)?;
            Some(writer.out)
        }
        (Some(InputFormat::Yaml | InputFormat::Toon), _) => None,
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

/// Writes compact JSON.
///
/// A default may lack members that have defaults in turn, without end or twice as many at each step. So depth and
/// size are bounded; `None` says that a bound was passed.
struct Writer<'a> {
    types: &'a Types,
    /// Finds the arms of unions.
    checker: ValueChecker<'a>,
    out: String,
    /// How many lists and objects are open.
    depth: usize,
}

/// What an object's member is written from.
enum Entry<'a> {
    Property(TypeId, &'a Node),
    Constant(&'a Literal),
}

impl Writer<'_> {
    fn value(&mut self, id: TypeId, node: &Node) -> Option<()> {
        let types = self.types;
        match (&types[id].kind, &node.value) {
            (Kind::Nullable(inner), value) if *value != Value::Null => self.value(*inner, node)?,
            (Kind::Enum(list), _) => write_listed(list, node, &mut self.out),
            (Kind::Integer(_), Value::Number(text)) => {
                number::write_integer(text, &mut self.out);
            }
            (Kind::Float(width), Value::Number(text)) => {
                number::write_float(text, *width, &mut self.out);
            }
            (Kind::List(item), Value::Array(items)) => {
                self.nested('[', items, ']', |writer, node| writer.value(*item, node))?;
            }
            (Kind::Map(value), Value::Object(object)) => {
                let sorted: BTreeMap<_, _> =
                    object.members.iter().map(|member| (&member.key, &member.value)).collect();
                self.nested('{', sorted, '}', |writer, (key, node)| {
                    write_key(key, &mut writer.out);
                    writer.value(*value, node)
                })?;
            }
            (Kind::Object(known), Value::Object(object)) => self.object(known, object)?,
            (Kind::Union(_), _) => match self.checker.arm(id, node) {
                Some(arm) => self.value(arm, node)?,
                None => node.write_json(&mut self.out),
            },
            (Kind::Tuple(kinds), Value::Array(items)) => {
                let items = items.iter().zip(kinds);
                self.nested('[', items, ']', |writer, (node, kind)| writer.value(*kind, node))?;
            }
            _ => node.write_json(&mut self.out),
        }
        Some(())
    }

    fn object(&mut self, known: &Object, object: &schema::Object) -> Option<()> {
        self.nested('{', entries(known, object), '}', |writer, (key, entry)| {
            write_key(key, &mut writer.out);
            match entry {
                Entry::Property(ty, node) => writer.value(ty, node)?,
                Entry::Constant(value) => write_literal(value, &mut writer.out),
            }
            Some(())
        })
    }

    fn nested<T>(
        &mut self,
        open: char,
        items: impl IntoIterator<Item = T>,
        close: char,
        mut write_item: impl FnMut(&mut Self, T) -> Option<()>,
    ) -> Option<()> {
        if self.depth == DEPTH_LIMIT || self.out.len() > PROMPT_LIMIT {
            return None;
        }
        self.depth += 1;
        self.out.push(open);
        for (position, item) in items.into_iter().enumerate() {
            self.out.push_str(if position == 0 { "" } else { "," });
            write_item(self, item)?;
        }
        self.out.push(close);
        self.depth -= 1;
        Some(())
    }
}

/// The members of an object in the schema's order: those given, absent defaults, and constants.
fn entries<'a>(known: &'a Object, object: &'a schema::Object) -> Vec<(&'a str, Entry<'a>)> {
    let constant =
        |constant: &'a Constant| (constant.wire_name.as_str(), Entry::Constant(&constant.value));
    let mut entries = Vec::with_capacity(known.properties.len() + known.constants.len());
    let mut constants = known.constants.iter().peekable();
    for (position, property) in known.properties.iter().enumerate() {
        while let Some(next) = constants.next_if(|constant| constant.position <= position) {
            entries.push(constant(next));
        }
        let default = match &property.presence {
            Presence::Default(default) => Some(default),
            Presence::Required | Presence::Optional => None,
        };
        if let Some(node) = object.get(&property.wire_name).or(default) {
            entries.push((&property.wire_name, Entry::Property(property.ty, node)));
        }
    }
    entries.extend(constants.map(constant));
    if let Some(further) = known.additional {
        let names: BTreeSet<_> = entries.iter().map(|(name, _)| *name).collect();
        let others: BTreeMap<_, _> = object
            .members
            .iter()
            .map(|member| (member.key.as_str(), &member.value))
            .filter(|(key, _)| !names.contains(key))
            .collect();
        entries.extend(others.into_iter().map(|(key, node)| (key, Entry::Property(further, node))));
    }
    entries
}

/// Writes a value of an enum as the schema spells it.
fn write_listed(list: &Enum, node: &Node, out: &mut String) {
    let known = list.variants.iter().find(|variant| is_literal(&variant.value, node));
    match known {
        Some(variant) => write_literal(&variant.value, out),
        None => node.write_json(out),
    }
}

fn write_literal(value: &Literal, out: &mut String) {
    match value {
        Literal::Null => out.push_str("null"),
        Literal::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Literal::Integer(text) | Literal::Json(text) => out.push_str(text),
        Literal::String(text) => write_string(out, text),
    }
}

fn write_key(key: &str, out: &mut String) {
    write_string(out, key);
    out.push(':');
}
