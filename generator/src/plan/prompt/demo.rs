//! Demos that the file gives, as the messages of a past exchange.

use sigcodegen_runtime::Json;
use sigcodegen_runtime::format::{write_toon, write_yaml};

use super::chat::ChatText;
use super::value::render_value;
use crate::ir::{Demo, Direction, Field, InputFormat, Presence, Signature};
use crate::plan::Templates;
use crate::schema::{Node, Object, Span, Value};

/// The user message and the assistant message of a demo. `None` if a value passes the limits of [`render_value`].
///
/// A field that the demo leaves out shows its default, or else null.
pub(crate) fn demo_messages(
    signature: &Signature,
    chat: &ChatText,
    demo: &Demo,
    templates: &Templates<'_>,
) -> Option<(String, String)> {
    let values = demo.value.as_object()?;
    let inputs = print_inputs(signature, values, templates);
    let outputs = fields(signature, Direction::Output).map(|field| {
        let ty = field.property.ty;
        with_node(field, values, |node| render_value(signature, ty, node, field.format))
    });
    let user = message(&chat.inputs, inputs.into_iter(), &chat.reminder)?;
    let assistant = message(&chat.outputs, outputs, &chat.completed)?;
    Some((user, assistant))
}

/// The values of the input fields as a user message shows them. `None` for one that passes the limits of
/// [`render_value`].
pub(crate) fn print_inputs(
    signature: &Signature,
    values: &Object,
    templates: &Templates<'_>,
) -> Vec<Option<String>> {
    let json = |field: &Field| {
        let text = with_node(field, values, |node| {
            render_value(signature, field.property.ty, node, Some(InputFormat::Json))
        });
        Json::parse(&text?).ok()
    };
    let all: Vec<_> = fields(signature, Direction::Input)
        .map(|field| Some((field.property.wire_name.clone(), json(field)?)))
        .collect();
    let inputs: Option<Vec<_>> = all.iter().cloned().collect();
    let print = |(at, field): (usize, &Field)| {
        if field.render.is_some() {
            return templates.print(at, inputs.as_deref()?);
        }
        let write_open = match field.format {
            Some(InputFormat::Yaml) => write_yaml,
            Some(InputFormat::Toon) => write_toon,
            format => {
                let ty = field.property.ty;
                return with_node(field, values, |node| render_value(signature, ty, node, format));
            }
        };
        let (_, value) = all.get(at)?.as_ref()?;
        let mut text = String::new();
        write_open(&mut text, value);
        Some(text)
    };
    fields(signature, Direction::Input).enumerate().map(print).collect()
}

fn message(
    markers: &[String],
    values: impl Iterator<Item = Option<String>>,
    end: &str,
) -> Option<String> {
    let mut message = String::new();
    for (marker, value) in markers.iter().zip(values) {
        message.push_str(marker);
        message.push_str(&value?);
    }
    message.push_str(end);
    Some(message)
}

fn fields(signature: &Signature, direction: Direction) -> impl Iterator<Item = &Field> {
    signature.fields.iter().filter(move |field| field.direction == direction)
}

/// Uses a field's value: as written, else its default, else null.
fn with_node<T>(field: &Field, values: &Object, use_it: impl FnOnce(&Node) -> T) -> T {
    let absent = Node { span: Span::default(), value: Value::Null };
    let written = values.get(&field.property.wire_name);
    use_it(match &field.property.presence {
        Presence::Default(default) => written.unwrap_or(default),
        Presence::Required | Presence::Optional => written.unwrap_or(&absent),
    })
}
