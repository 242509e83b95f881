//! `sigcodegen prompt`

use serde_json::json;

use super::Failure;
use super::args::{Adapter, PromptArguments, Role};
use super::console::Console;
use super::input::{check_input, fail_on_errors, input_fields, read_input, read_signature};
use crate::diagnostic::{Diagnostics, render};
use crate::ir::Signature;
use crate::plan::prompt::print_inputs;
use crate::plan::{Module, Options, Task, Templates, plan};
use crate::schema::{Object, SourceMap};

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
    let module =
        signature.as_ref().and_then(|signature| plan(signature, &Options::default(), &mut found));
    let mut messages = Vec::new();
    if let (Some(signature), Some(module)) = (&signature, &module) {
        let values = input
            .flatten()
            .and_then(|file| check_input(signature, file, sources.file(file).root()?, &mut found));
        messages = all_messages(signature, module, values);
    }
    let (warnings, sources) = fail_on_errors(found, sources)?;
    if !warnings.is_empty() {
        console.message(&render(&warnings, &sources, console.format()));
    }
    show(&messages, arguments.role, console)
}

fn all_messages(signature: &Signature, module: &Module, values: Option<&Object>) -> Vec<Message> {
    let message = |role, content: &str| Message { role, content: content.to_owned() };
    // Types alone ask nothing of a model.
    let Some(task) = &module.task else { return Vec::new() };
    let mut messages = vec![message("system", &task.chat.system)];
    for (user, assistant) in &task.demos {
        messages.extend([message("user", user), message("assistant", assistant)]);
    }
    messages.push(message("user", &user_message(signature, task, values)));
    messages
}

/// A placeholder stands for each value that is not given.
fn user_message(signature: &Signature, task: &Task, values: Option<&Object>) -> String {
    let templates = Templates::of(&task.input);
    let printed = values.map(|values| print_inputs(signature, values, &templates));
    let mut printed = printed.unwrap_or_default().into_iter();
    let mut message = String::new();
    for (field, marker) in input_fields(signature).zip(&task.chat.inputs) {
        message.push_str(marker);
        let placeholder = || format!("{{{}}}", field.property.wire_name);
        message.push_str(&printed.next().flatten().unwrap_or_else(placeholder));
    }
    message.push_str(&task.chat.reminder);
    message
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
