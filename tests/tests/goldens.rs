//! The code that the generator writes for each schema of `goldens/`, beside it for review; and of `libraries/`, with
//! serde's traits and the types of libraries.

use std::env;
use std::path::Path;

use sigcodegen::{Builder, Library};

/// Writes the goldens anew, instead of comparing.
const BLESS: &str = "BLESS=1 cargo test -p sigcodegen-tests --test goldens";

#[test]
fn the_generated_code_is_the_reviewed_one() {
    check("goldens", Builder::new().types(true));
}

#[test]
fn the_code_with_all_options_is_the_reviewed_one() {
    let builder = Builder::new().types(true).serde(true);
    // Neither their order nor how often they are given shows.
    let libraries = [Library::Url, Library::Uuid, Library::Jiff, Library::Url];
    check("libraries", libraries.into_iter().fold(builder, Builder::library));
}

fn check(folder: &str, builder: Builder) {
    let accepted = format!("each schema of `{folder}/` is accepted");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let builder = builder.signatures(&folder).out_dir(&folder).rerun_lines(false);
    if env::var_os("BLESS").is_some() {
        builder.compile().expect(&accepted);
        return;
    }
    let stale = builder.check().expect(&accepted);
    let lines = stale.iter().map(|file| format!("{}: {:?}\n", file.path.display(), file.reason));
    let lines = lines.collect::<String>();
    assert!(
        stale.is_empty(),
        "{lines}to accept what is generated now, run\n    {BLESS}\nand review the difference"
    );
}
