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
    dsrs()
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
