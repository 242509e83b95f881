//! Generates the signatures of `schemas/`, as a user's build script does.

fn main() -> Result<(), sigcodegen::Error> {
    sigcodegen::compile("../schemas")
}
