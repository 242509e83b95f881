//! The schemas, and the modules that are made of them.

use std::fs::File;
use std::io::{self, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use flate2::bufread::GzDecoder;
use serde_json::Value;
use typify::{TypeSpace, TypeSpaceSettings};

/// A schema whose root type has this name.
pub(crate) struct Schema {
    pub(crate) name: String,
    value: Value,
}

/// A module as printed by prettyplease.
pub(crate) struct Module {
    pub(crate) text: String,
}

impl Module {
    pub(crate) fn lines(&self) -> usize {
        self.text.lines().count()
    }
}

/// The argument with which this program makes one module of typify, since that may end the process.
pub(crate) const CHILD: &str = "--child";

pub(crate) fn read(file: &Path, every: usize) -> io::Result<Vec<Schema>> {
    let mut text = String::new();
    GzDecoder::new(BufReader::new(File::open(file)?)).read_to_string(&mut text)?;
    let schemas = text.lines().step_by(every).enumerate().filter_map(|(at, line)| {
        let mut line: Value = serde_json::from_str(line).ok()?;
        let mut value = line["schema"].take();
        let name = format!("S{at:05}");
        // Both name the type so: typify by the title, ours by the file.
        value.as_object_mut()?.insert("title".to_owned(), name.clone().into());
        Some(Schema { name, value })
    });
    Ok(schemas.collect())
}

pub(crate) fn ours(schema: &Schema, work: &Path) -> Option<Module> {
    let folder = work.join("schemas");
    let path = folder.join(format!("{}.json", schema.name));
    std::fs::create_dir_all(&folder).expect("the folder can be written");
    std::fs::write(&path, format!("{:#}", schema.value)).expect("the folder can be written");
    let files = sigcodegen::Builder::new().types(true).signatures(&path).generate().ok()?;
    let file = format!("{}.rs", schema.name.to_lowercase());
    files.into_iter().find(|(name, _)| *name == file).map(|(_, text)| Module { text })
}

pub(crate) fn typify(schema: &Schema) -> Option<Module> {
    let program = std::env::current_exe().expect("this program has a path");
    let mut child = Command::new(program)
        .arg(CHILD)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("this program runs");
    let mut input = child.stdin.take().expect("it is piped");
    input.write_all(schema.value.to_string().as_bytes()).expect("the child reads");
    drop(input);
    let output = child.wait_with_output().expect("the child is ours");
    let text = String::from_utf8(output.stdout).ok()?;
    // A schema of which it makes no root type cannot be read.
    let has_root = ["struct", "enum"].iter().any(|item| {
        text.contains(&format!("pub {item} {} ", schema.name))
            || text.contains(&format!("pub {item} {}(", schema.name))
    });
    (output.status.success() && has_root).then_some(Module { text })
}

/// Reads a schema, writes its module.
pub(crate) fn child() {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).expect("the parent writes");
    let schema = serde_json::from_str(&text).expect("a schema that schemars can read");
    let mut space = TypeSpace::new(&TypeSpaceSettings::default());
    space.add_root_schema(schema).expect("a schema that typify knows");
    let file = syn::parse2(space.to_stream()).expect("Rust");
    print!("{}", prettyplease::unparse(&file));
}
