//! Generates the signatures of `schemas/`.

fn main() -> Result<(), sigcodegen::Error> {
    sigcodegen::compile("../../schemas")
}
