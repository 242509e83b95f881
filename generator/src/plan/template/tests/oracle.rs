//! The interpreter of `MiniJinja` 2.11, with the settings of DSRs, as the judge.

use minijinja::{Environment, UndefinedBehavior, Value, context, escape_formatter};

use super::{Fixture, VALUE};

/// Templates, one a line; `⏎` stands for a line end.
const TEMPLATES: &str = include_str!("templates.txt");

#[test]
fn templates_print_as_minijinja_prints_them() {
    let fixture = Fixture::new();
    let oracle = oracle();
    let value: serde_json::Value = serde_json::from_str(VALUE).unwrap();
    let input = Value::from_serialize(&value);
    let mut count = 0;
    let mut wrong = Vec::new();
    for line in TEMPLATES.lines().filter(|line| !line.is_empty() && !line.starts_with("## ")) {
        let template = line.replace('⏎', "\n");
        let data = context! {
            this => input.get_attr("this").unwrap(),
            input => input.clone(),
            field => context! { name => "this", rust_name => "this", type => "label of this" },
        };
        let expected = oracle.render_str(&template, data);
        count += 1;
        let expected = match expected {
            Ok(expected) => expected,
            Err(error) => {
                wrong.push(format!("{line}\n  their error: {error}"));
                continue;
            }
        };
        match fixture.run(&template) {
            Ok(printed) if printed == expected => {}
            Ok(printed) => {
                wrong.push(format!("{line}\n  ours:   {printed:?}\n  theirs: {expected:?}"));
            }
            Err(found) => wrong.push(format!("{line}\n  {}", found[0].message)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 100, "only {count} templates");
}

fn oracle() -> Environment<'static> {
    let mut oracle = Environment::new();
    oracle.set_formatter(|output, state, value| {
        let null = Value::from("null");
        escape_formatter(output, state, if value.is_none() { &null } else { value })
    });
    oracle.set_trim_blocks(true);
    oracle.set_lstrip_blocks(true);
    oracle.set_undefined_behavior(UndefinedBehavior::Strict);
    // `tojson` escapes for HTML there; here it does not.
    oracle.add_filter("tojson", |value: Value| serde_json::to_string(&value).unwrap());
    oracle
}
