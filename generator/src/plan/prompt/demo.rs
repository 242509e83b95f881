//! Demos that the file gives, as the messages of a past exchange.

use super::chat::ChatText;
use super::value::render_value;
use crate::ir::{Demo, Direction, Field, Presence, Signature};
use crate::schema::{Node, Value};

/// The user message and the assistant message of a demo. `None` if one of its inputs cannot be printed before
/// run time: it has a template, or a format that [`render_value`] does not print.
///
/// A field that the demo leaves out shows its default, or else null.
pub(crate) fn demo_messages(
    signature: &Signature,
    chat: &ChatText,
    demo: &Demo,
) -> Option<(String, String)> {
    let user = message(signature, demo, Direction::Input, &chat.inputs, &chat.reminder)?;
    let assistant = message(signature, demo, Direction::Output, &chat.outputs, &chat.completed)?;
    Some((user, assistant))
}

fn message(
    signature: &Signature,
    demo: &Demo,
    direction: Direction,
    markers: &[String],
    end: &str,
) -> Option<String> {
    let absent = Node { span: demo.value.span, value: Value::Null };
    let fields = signature.fields.iter().filter(|field| field.direction == direction);
    let mut message = String::new();
    for (field, marker) in fields.zip(markers) {
        if field.render.is_some() {
            return None;
        }
        let node = field_node(demo, field).unwrap_or(&absent);
        message.push_str(marker);
        message.push_str(&render_value(&signature.types, field.property.ty, node, field.format)?);
    }
    message.push_str(end);
    Some(message)
}

fn field_node<'a>(demo: &'a Demo, field: &'a Field) -> Option<&'a Node> {
    let written = demo.value.as_object().and_then(|object| object.get(&field.property.wire_name));
    match &field.property.presence {
        Presence::Default(default) => written.or(Some(default)),
        Presence::Required | Presence::Optional => written,
    }
}
