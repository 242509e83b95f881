//! The code that the generator writes for each schema of `goldens/`, beside it for review.

use std::env;
use std::path::Path;

use sigcodegen::Builder;

/// Writes the goldens anew, instead of comparing.
const BLESS: &str = "BLESS=1 cargo test -p sigcodegen-tests --test goldens";

#[test]
fn the_generated_code_is_the_reviewed_one() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("goldens");
    let builder = Builder::new().signatures(&folder).out_dir(&folder).types(true).rerun_lines(false);
    if env::var_os("BLESS").is_some() {
        builder.compile().expect("each schema of `goldens/` is accepted");
        return;
    }
    let stale = builder.check().expect("each schema of `goldens/` is accepted");
    let lines = stale.iter().map(|file| format!("{}: {:?}\n", file.path.display(), file.reason));
    let lines = lines.collect::<String>();
    assert!(
        stale.is_empty(),
        "{lines}to accept what is generated now, run\n    {BLESS}\nand review the difference"
    );
}
