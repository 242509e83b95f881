//! Generates the signatures of `schemas/`, as a user's build script does, and those of the tests.

use std::path::Path;
use std::{env, fs, io};

use sigcodegen::Builder;
use sigcodegen::diagnostic::Diagnostics;
use sigcodegen::schema::{FileId, Node, parse};

/// Recorded signatures and prompts of DSRs, which are not part of this repository.
const DSRS: &str = "../../shared/cases/dsrs/golden.jsonl";

fn main() -> Result<(), sigcodegen::Error> {
    sigcodegen::compile("../schemas")?;
    dsrs()?;
    templates()
}

/// Generates the recorded signatures into a folder of their own, and sets `cfg(dsrs)` if they are at hand.
fn dsrs() -> Result<(), sigcodegen::Error> {
    println!("cargo::rustc-check-cfg=cfg(dsrs)");
    println!("cargo::rerun-if-changed=build.rs");
    let Ok(cases) = fs::read_to_string(DSRS) else { return Ok(()) };
    println!("cargo::rerun-if-changed={DSRS}");
    println!("cargo::rustc-cfg=dsrs");
    let out = env::var_os("OUT_DIR").expect("cargo sets it for build scripts");
    let (schemas, modules) = (Path::new(&out).join("dsrs-schemas"), Path::new(&out).join("dsrs"));
    unpack(&cases, &schemas).expect("the folder for generated files can be written");
    Builder::new().signatures(schemas).out_dir(modules).rerun_lines(false).compile()?;
    Ok(())
}

/// Writes the signature of each case into a file of its own.
fn unpack(cases: &str, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for line in cases.lines() {
        let case = parse(line, FileId(0), &mut Diagnostics::default()).expect("a case is JSON");
        let case = case.as_object().expect("a case is an object");
        let name = case.get("name").and_then(Node::as_str).expect("a case has a name");
        let span = case.get("signature").expect("a case has a signature").span;
        fs::write(folder.join(format!("{name}.json")), &line[span.start..span.end])?;
    }
    Ok(())
}

/// Generates one signature with an input field for each template that the generator's own tests run.
fn templates() -> Result<(), sigcodegen::Error> {
    const TESTS: &str = "../generator/src/plan/template/tests";
    println!("cargo::rerun-if-changed={TESTS}");
    let read = |name: &str| {
        fs::read_to_string(Path::new(TESTS).join(name)).expect("the generator's tests are there")
    };
    let (schema, value, templates) =
        (read("schema.json"), read("value.json"), read("templates.txt"));
    let part = |text: &str, key: &str| {
        let node = parse(text, FileId(0), &mut Diagnostics::default()).expect("it is JSON");
        let span =
            node.as_object().and_then(|object| object.get(key)).expect("it has the key").span;
        text[span.start..span.end].to_owned()
    };
    let (defs, this) = (part(&schema, "$defs"), part(&value, "this"));
    let (query, question) = (part(&part(&schema, "properties"), "query"), part(&value, "query"));
    let templates = templates.lines().filter(|line| !line.is_empty() && !line.starts_with("## "));
    let (mut properties, mut example, mut input) = (String::new(), String::new(), String::new());
    let mut required = String::new();
    for (at, template) in templates.enumerate() {
        let template = template.replace('\\', "\\\\").replace('"', "\\\"").replace('⏎', "\\n");
        properties.extend([format!(
            "\"t{at:03}\": {{ \"$ref\": \"#/$defs/All\", \"x-field\": \"input\", \"x-render\": \"{template}\" }},\n"
        )]);
        example.extend([format!("\"t{at:03}\": {this},\n")]);
        input.extend([format!("t{at:03}: this.clone(),\n")]);
        required.extend([format!("\"t{at:03}\", ")]);
    }
    let reply = "\"$ref\": \"#/$defs/All\", \"x-field\": \"output\"";
    let signature = format!(
        "{{ \"title\": \"Templates\", \"properties\": {{ {properties} \"query\": {query}, \"reply\": {{ {reply} }} }},\n\
         \"required\": [{required} \"query\", \"reply\"],\n\
         \"examples\": [{{ {example} \"query\": {question}, \"reply\": {this} }}], \"$defs\": {defs} }}"
    );
    let out = env::var_os("OUT_DIR").expect("cargo sets it for build scripts");
    let (schemas, modules) =
        (Path::new(&out).join("template-schemas"), Path::new(&out).join("templates"));
    let write = |path: &Path, text: &str| fs::write(path, text);
    let written = fs::create_dir_all(&schemas)
        .and_then(|()| fs::create_dir_all(&modules))
        .and_then(|()| write(&schemas.join("templates.json"), &signature))
        .and_then(|()| write(&modules.join("this.json"), &this))
        .and_then(|()| {
            write(
                &modules.join("input.rs"),
                &format!("TemplatesInput {{ {input} question: query }}"),
            )
        });
    written.expect("the folder for generated files can be written");
    Builder::new().signatures(schemas).out_dir(modules).rerun_lines(false).compile()?;
    Ok(())
}
