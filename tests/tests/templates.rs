//! Generated code prints templates as the generator itself does, which its own tests compare with `MiniJinja`.

use sigcodegen_runtime::Predict;

mod generated {
    include!(concat!(env!("OUT_DIR"), "/templates/signatures.rs"));
}

use generated::templates::All;
use generated::{Templates, TemplatesInput};

/// An input whose fields all have the same value.
fn input(this: &All, query: String) -> TemplatesInput {
    include!(concat!(env!("OUT_DIR"), "/templates/input.rs"))
}

/// The demo in the file was printed by the generator; the same value is printed by the code.
#[test]
fn code_and_generator_print_the_same() {
    let text = include_str!(concat!(env!("OUT_DIR"), "/templates/this.json"));
    let this: All = sigcodegen_runtime::json::from_str(text).expect("it is of the type");
    let query = "why <b>?".to_owned();
    let input = input(&this, query);
    let messages = Predict::<Templates>::new().messages(&input);
    let [_, demo, _, user] = &messages[..] else { panic!("one demo and the input") };
    let (demo, user) = (demo.content.text(), user.content.text());
    for (baked, printed) in demo.split("[[ ## ").zip(user.split("[[ ## ")) {
        assert_eq!(baked, printed);
    }
    assert_eq!(demo, user);
    assert!(demo.matches("[[ ## t").count() > 100);
}
