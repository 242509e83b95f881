//! Follows the README to the letter: the crate that it tells a newcomer to make is made, built and run.

use std::fs;
use std::path::Path;
use std::process::Command;

const README: &str = include_str!("../../README.md");

/// The code block behind the line that names a file.
fn block(file: &str) -> &'static str {
    let (_, rest) = README.split_once(&format!("\n`{file}`:\n")).expect("the README has the file");
    let (_, rest) = rest.split_once("```").expect("a code block follows");
    let (_, rest) = rest.split_once('\n').expect("the block has lines");
    rest.split_once("```").expect("the block ends").0
}

#[test]
fn the_crate_of_the_readme_gives_the_answer_of_the_readme() {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests stand in the workspace");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    // What an earlier run left would hide a step that does not work.
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder can be removed");
    }
    fs::create_dir_all(folder.join("ask/src")).expect("the folder can be made");
    fs::create_dir_all(folder.join("ask/schemas")).expect("the folder can be made");
    for file in ["schemas/answer_question.json", "build.rs", "src/main.rs"] {
        fs::write(folder.join("ask").join(file), block(file)).expect("the file can be written");
    }
    // What `cargo new` and the two `cargo add` of the README write.
    let manifest = format!(
        "[package]\nname = \"ask\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n\
         sigcodegen-runtime = {{ path = {:?} }}\n\n[build-dependencies]\n\
         sigcodegen = {{ path = {:?}, default-features = false }}\n\n[workspace]\n",
        root.join("runtime"),
        root.join("generator"),
    );
    fs::write(folder.join("ask/Cargo.toml"), manifest).expect("the file can be written");
    // The same versions as here, so that nothing needs to be looked up.
    fs::copy(root.join("Cargo.lock"), folder.join("ask/Cargo.lock"))
        .expect("the lock file can be copied");
    // The second run answers from the file that the first one made.
    for _ in 0..2 {
        let run = Command::new(env!("CARGO"))
            .args(["run", "--quiet"])
            .current_dir(folder.join("ask"))
            .env("CARGO_TARGET_DIR", folder.join("target"))
            .output()
            .expect("cargo runs");
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        let printed = String::from_utf8_lossy(&run.stdout);
        let promised = printed.trim();
        assert!(README.contains(&format!("`cargo run` prints `{promised}`")), "printed {promised}");
    }
    let recorded =
        fs::read_to_string(folder.join("ask/replies.jsonl")).expect("the reply was recorded");
    assert_eq!(recorded.lines().count(), 1, "the second run asked the model again");
}
