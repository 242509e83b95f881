//! `sigcodegen prompt`

use serde_json::json;
use sigcodegen_runtime::Json;
use sigcodegen_runtime::format::{write_toon, write_yaml};

use super::Failure;
use super::args::{Adapter, PromptArguments, Role};
use super::console::Console;
use super::input::{check_input, fail_on_errors, input_fields, read_input, read_signature};
use crate::diagnostic::{Diagnostics, quoted, render};
use crate::ir::{Field, InputFormat, Presence, Signature};
use crate::plan::prompt::{ChatText, render_value};
use crate::plan::{Module, plan};
use crate::schema::{Node, Object, SourceMap, Span, Value};

/// A message to the model.
struct Message {
    role: &'static str,
    content: String,
}

pub(super) fn prompt(arguments: &PromptArguments, console: &mut Console) -> Result<(), Failure> {
    let Adapter::Chat = arguments.adapter;
    let mut sources = SourceMap::default();
    let mut found = Diagnostics::default();
    let signature = read_signature(&arguments.file, &mut sources, &mut found);
    let input = arguments.input.as_ref().map(|option| read_input(option, &mut sources, &mut found));
    let module = signature.as_ref().and_then(|signature| plan(signature, &mut found));
    let mut messages = Vec::new();
    if let (Some(signature), Some(module)) = (&signature, &module) {
        let values = input
            .flatten()
            .and_then(|file| check_input(signature, file, sources.file(file).root()?, &mut found));
        messages = all_messages(signature, module, values);
    }
    let templates = signature.iter().flat_map(input_fields).filter(|field| field.render.is_some());
    let templates: Vec<_> = templates.map(|field| quoted(&field.property.wire_name)).collect();
    let (warnings, sources) = fail_on_errors(found, sources)?;
    if !warnings.is_empty() {
        console.message(&render(&warnings, &sources, console.format()));
    }
    if arguments.input.is_some() && !templates.is_empty() && !console.is_json() {
        let names = templates.join(", ");
        console.message(&format!(
            "note: only generated code fills templates; placeholders stand for {names}\n"
        ));
    }
    show(&messages, arguments.role, console)
}

fn all_messages(signature: &Signature, module: &Module, values: Option<&Object>) -> Vec<Message> {
    let message = |role, content: &str| Message { role, content: content.to_owned() };
    let mut messages = vec![message("system", &module.chat.system)];
    for (user, assistant) in &module.demos {
        messages.extend([message("user", user), message("assistant", assistant)]);
    }
    messages.push(message("user", &user_message(signature, &module.chat, values)));
    messages
}

fn user_message(signature: &Signature, chat: &ChatText, values: Option<&Object>) -> String {
    let mut message = String::new();
    for (field, marker) in input_fields(signature).zip(&chat.inputs) {
        message.push_str(marker);
        let printed = values.and_then(|values| print(signature, field, values));
        let placeholder = || format!("{{{}}}", field.property.wire_name);
        message.push_str(&printed.unwrap_or_else(placeholder));
    }
    message.push_str(&chat.reminder);
    message
}

/// A field's value as the message shows it. `None` if only the generated code can print it.
fn print(signature: &Signature, field: &Field, values: &Object) -> Option<String> {
    if field.render.is_some() {
        return None;
    }
    let property = &field.property;
    let absent = Node { span: Span::default(), value: Value::Null };
    let value = values.get(&property.wire_name).unwrap_or(match &property.presence {
        Presence::Default(default) => default,
        Presence::Required | Presence::Optional => &absent,
    });
    let write_open = match field.format {
        Some(InputFormat::Yaml) => write_yaml,
        Some(InputFormat::Toon) => write_toon,
        format => return render_value(&signature.types, property.ty, value, format),
    };
    let json = render_value(&signature.types, property.ty, value, Some(InputFormat::Json))?;
    let mut text = String::new();
    write_open(&mut text, &Json::parse(&json).ok()?);
    Some(text)
}

fn show(messages: &[Message], role: Option<Role>, console: &mut Console) -> Result<(), Failure> {
    let wanted = match role {
        None => messages,
        Some(Role::System) => &messages[..messages.len().min(1)],
        Some(Role::User) => &messages[messages.len().saturating_sub(1)..],
    };
    for Message { role: name, content } in wanted {
        if console.is_json() {
            console.write(&format!("{}\n", json!({ "role": name, "content": content })))?;
        } else if role.is_some() {
            console.write(content)?;
        } else {
            let end = if content.ends_with('\n') { "" } else { "\n" };
            console.write(&format!("--- {name} ---\n{content}{end}"))?;
        }
    }
    Ok(())
}
