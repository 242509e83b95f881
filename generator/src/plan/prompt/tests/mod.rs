//! Prompts beside the files that they come from: `generator/tests/prompts/NAME.json` has its system message in
//! `NAME.system.txt` and the messages of its demos in `NAME.demos.txt`. Set `BLESS=1` to write them anew.

mod golden;
mod limits;

use std::path::{Path, PathBuf};
use std::{env, fs};

use super::{ChatText, chat_text, demo_messages};
use crate::diagnostic::Diagnostics;
use crate::ir::{Purpose, Signature, TypeId, lower};
use crate::plan::Templates;
use crate::schema::SourceMap;

#[test]
fn prompts_are_as_expected() {
    let mut inputs: Vec<_> = fs::read_dir(folder())
        .expect("the folder of expected prompts is there")
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    inputs.sort();
    assert!(!inputs.is_empty());
    for input in inputs {
        let name = input
            .file_stem()
            .expect("it was found by its extension")
            .to_string_lossy()
            .into_owned();
        let signature = signature(&fs::read_to_string(&input).expect("it can be read"));
        let chat = chat(&signature);
        expect(&format!("{name}.system.txt"), &chat.system);
        if !signature.demos.is_empty() {
            expect(&format!("{name}.demos.txt"), &demos(&signature, &chat));
        }
    }
}

/// The messages of all demos, each under a line that names its role.
fn demos(signature: &Signature, chat: &ChatText) -> String {
    let message = |demo| {
        let (user, assistant) = demo_messages(signature, chat, demo, &Templates::none())
            .expect("all of it can be printed");
        format!("--- user ---\n{user}\n--- assistant ---\n{assistant}")
    };
    signature.demos.iter().map(message).collect()
}

/// The chat text, with checks of what holds for every signature.
fn chat(signature: &Signature) -> ChatText {
    let chat = chat_text(signature, &nameless).expect("it is no larger than the limits");
    let blank_end = chat.system.lines().find(|line| line.ends_with(char::is_whitespace));
    assert_eq!(blank_end, None, "in {}", signature.name.text);
    let head = &chat.system[..chat.instructions_at];
    assert!(
        head.ends_with("In adhering to this structure, your objective is:\n"),
        "in {}",
        signature.name.text
    );
    chat
}

fn nameless(id: TypeId) -> String {
    format!("Nameless{}", id.0)
}

fn signature(text: &str) -> Signature {
    let mut sources = SourceMap::default();
    let mut diagnostics = Diagnostics::default();
    let file = sources.read("test.json", text.into(), &mut diagnostics);
    let root = sources.file(file).root();
    let signature = root.and_then(|root| lower(file, root, Purpose::Signature, &mut diagnostics));
    signature.unwrap_or_else(|| panic!("{:#?}", diagnostics.into_sorted()))
}

/// Compares with an expected file, or writes it.
fn expect(name: &str, actual: &str) {
    let path = folder().join(name);
    if env::var_os("BLESS").is_some_and(|value| value == "1") {
        fs::write(&path, actual).expect("the expected file can be written");
        return;
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        expected == actual,
        "{name} differs; look at the change after BLESS=1.\n--- expected\n{expected}\n--- actual\n{actual}"
    );
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/prompts")
}
