//! All decisions on the Rust to write: names, types, derives, prompt text. The next stage has no policy.

mod boxes;
mod checks;
mod derives;
mod docs;
mod kinds;
mod library;
mod module;
mod names;
mod newtypes;
mod patterns;
mod planner;
pub(crate) mod prompt;
mod reach;
mod rules;
mod scope;
pub(crate) mod template;
mod types;
mod values;

use std::cell::{Cell, RefCell};

pub(crate) use checks::Checks;
pub(crate) use docs::{is_harmful, link};
pub use library::Library;
pub(crate) use library::LibraryType;
pub(crate) use module::{
    Arm, Constant, Enum, EnumValues, Field, FieldPresence, Guard, Item, Module, Newtype, Struct,
    Task, Union,
};
pub(crate) use patterns::Patterns;
pub(crate) use prompt::ChatText;
pub(crate) use rules::{Rule, Rules, Within};
pub(crate) use template::{Template, Templates};
pub(crate) use types::{Leaf, RustType};
pub(crate) use values::{FieldValue, Value};

use self::boxes::Boxes;
use self::derives::Derives;
use self::names::Names;
use self::newtypes::Newtypes;
use self::planner::Planner;
use self::prompt::{Excess, PromptError};
use self::reach::Reach;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ir::{self, Direction, Signature, TypeId};

/// What a user may decide on the code.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    /// The libraries whose types stand for strings with a format.
    pub(crate) libraries: Vec<Library>,
    /// Whether all types, inputs too, implement serde's traits.
    pub(crate) serde: bool,
}

/// Decides on the code of a signature. `None` if something about it cannot be done, which is reported.
pub(crate) fn plan(
    signature: &Signature,
    options: &Options,
    diagnostics: &mut Diagnostics,
) -> Option<Module> {
    let newtypes = Newtypes::of(signature);
    let names = Names::of(signature, &newtypes, &options.libraries);
    let name_of = |id: TypeId| names.prompt_name(id);
    let chat = match signature.root {
        Some(_) => None,
        None => match prompt::chat_text(signature, &name_of) {
            Ok(chat) => Some(chat),
            Err(error) => {
                diagnostics.push(too_large(&error));
                return None;
            }
        },
    };
    let boxes = Boxes::of(signature, &newtypes);
    let reach = Reach::of(signature, options.serde);
    let derives = Derives::of(signature, &names, &boxes);
    let checks = Checks::of(signature, &reach);
    let patterns = Patterns::of(signature, &reach, &checks, diagnostics);
    let label = |field: &ir::Field| prompt::label(signature, &name_of, field);
    let context = template::Context {
        signature,
        inputs: &template::input_names(signature),
        label: &label,
        properties: &|id| template::property_names(signature, id),
        arms: &|id| template::arm_paths(signature, &names, id),
        is_spelled: &|id| names.library(id).is_some(),
    };
    let planner = Planner {
        signature,
        context: &context,
        diagnostics: RefCell::new(diagnostics),
        refused: RefCell::default(),
        names: &names,
        boxes: &boxes,
        reach: &reach,
        derives: &derives,
        patterns: &patterns,
        budget: Cell::new(DEFAULT_LIMIT),
        depth: Cell::new(0),
    };
    let items =
        (0..signature.types.all.len()).map(TypeId).filter_map(|id| planner.item(id)).collect();
    let task = chat.map(|chat| task(&planner, chat));
    let root = signature
        .root
        .map(|id| (names.rust_name(id).unwrap_or_default().to_owned(), names.partial_name(id)));
    let Planner { budget, diagnostics, .. } = planner;
    let diagnostics = diagnostics.into_inner();
    if budget.get() == 0 {
        let message = format!(
            "the defaults of the schema make more than {DEFAULT_LIMIT} values, or never end"
        );
        let help = "a type whose default holds the type itself has no finite default; make the property optional instead";
        diagnostics
            .push(Diagnostic::new(Code::DefaultMismatch, signature.place, message).help(help));
        return None;
    }
    Some(Module {
        name: names.module.clone(),
        title: signature.name.text.clone(),
        task,
        root,
        items,
        shadowed: names.shadowed(),
        patterns,
        checks,
        has_serde: options.serde,
    })
}

/// What the signature asks for, and the messages that say so.
fn task(planner: &Planner<'_>, chat: ChatText) -> Task {
    let (signature, names) = (planner.signature, planner.names);
    let input = planner.side(Direction::Input);
    let templates = Templates::of(&input);
    let mut demos = Vec::with_capacity(signature.demos.len());
    for demo in &signature.demos {
        let messages = prompt::demo_messages(signature, &chat, demo, &templates);
        // A template that could not be compiled was reported already.
        if messages.is_none() && !planner.diagnostics.borrow().has_errors() {
            let message = "the demo is too large to be printed";
            let help = "give smaller values; defaults that are filled in count too";
            let problem = Diagnostic::new(Code::DemoMismatch, demo.place, message).help(help);
            planner.diagnostics.borrow_mut().push(problem);
        }
        demos.extend(messages);
    }
    Task {
        marker: names.marker.clone(),
        instructions: signature.instructions.clone(),
        docs: docs::lines(&signature.instructions, || {
            format!("The `{}` task.", signature.name.text)
        }),
        demos,
        output: planner.side(Direction::Output),
        input,
        chat,
    }
}

/// How many values the default expressions of a module may have together.
const DEFAULT_LIMIT: usize = 100_000;

fn too_large(error: &PromptError) -> Diagnostic {
    let (message, help) = match error.excess {
        Excess::Size => (
            format!("the prompt passes {} bytes", prompt::PROMPT_LIMIT),
            "objects are printed wherever they are used; use them fewer times, or make the types smaller",
        ),
        Excess::Depth => (
            format!("types are nested more than {} levels deep", prompt::DEPTH_LIMIT),
            "make the types flatter; a model cannot follow such nesting either",
        ),
    };
    Diagnostic::new(Code::PromptTooLarge, error.place, message).help(help)
}
