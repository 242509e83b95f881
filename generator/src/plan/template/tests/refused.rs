//! What is refused, and what is said about it: `refused.txt` has each template with its message and help. Set `BLESS=1`
//! to write it anew.

use std::{env, fs};

use super::{Fixture, SCHEMA};
use crate::diagnostic::{Diagnostics, Place};
use crate::ir::Spanned;
use crate::plan::template::{Problem, compile_render, place};
use crate::schema::{FileId, Span};

const TEMPLATES: &[&str] = &[
    // Text and tags
    "{{ this.text",
    "{% if this.flag",
    "{# open",
    "{% raw %} open",
    "{{ 'open }}",
    "{{ 'bad \\q escape' }}",
    "{{ }}",
    "{{ 1 2 }}",
    "{{ this. }}",
    "{{ # }}",
    "{{ 99999999999999999999999 }}",
    "{% if this.flag %}",
    "{% for x in this.words %}",
    "{% endif %}",
    "{% if this.flag %}{% endfor %}",
    "{% include 'x' %}",
    "{% macro m() %}{% endmacro %}",
    "{% break %}",
    // Names
    "{{ that }}",
    "{{ ths.text }}",
    "{{ query }}",
    "{{ input }}",
    "{{ input.qurey }}",
    "{{ field.nam }}",
    "{{ loop.index }}",
    "{% for w in this.words %}{{ loop.indx }}{% endfor %}",
    "{% for w in this.words %}{{ loop }}{% endfor %}",
    "{% for w in this.words %}{% endfor %}{{ w }}",
    "{{ vars.x }}",
    "{{ this.txet }}",
    "{{ this.people[0].nmae }}",
    "{{ this.text.length }}",
    "{{ this.words.first }}",
    "{% if this.flag %}{% set x = 1 %}{% endif %}{{ x }}",
    "{% set x = 1 %}{% if this.flag %}{% set x = 2 %}{% endif %}",
    "{% set this = 1 %}",
    "{% set x %}block{% endset %}",
    "{% set a, b = 1 %}",
    // Null
    "{{ this.source|upper }}",
    "{{ this.author_info.name }}",
    "{% for x in this.source %}{% endfor %}",
    "{{ this.source > 'a' }}",
    "{% if this.source or this.source|length > 1 %}x{% endif %}",
    "{{ this.missing|length }}",
    "{{ this.source|default('x') }}",
    "{{ none + 1 }}",
    // Types
    "{{ this.text > 1 }}",
    "{{ this.flag > false }}",
    "{{ this.words == this.words }}",
    "{{ this.text + 1 }}",
    "{{ 1 + 2 ~ 3 }}",
    "{{ -this.text }}",
    "{{ this.count // this.zero }}",
    "{{ this.count % 0 }}",
    "{{ 1 in this.words }}",
    "{{ 'a' in this.count }}",
    "{{ this.kind == 'hihg' }}",
    "{{ this.kind in ['low'] }}",
    "{% for x in this.count %}{% endfor %}",
    "{% for k, v in this.tags %}{% endfor %}",
    "{% for k in this.tags|items %}{% endfor %}",
    "{% for a, b in this.words %}{% endfor %}",
    "{{ this.words[this.count] }}",
    "{{ this.count[0] }}",
    "{% set x = this.text if this.flag else this.count %}",
    "{{ this.flag or this.text }}",
    "{{ this.text and this.words }}",
    "{{ this.open is string }}",
    // What is not supported
    "{{ this.text|uper }}",
    "{{ this.text|groupby('x') }}",
    "{{ this.text is uppr }}",
    "{{ this.text is string('x') }}",
    "{{ this.text is divisibleby }}",
    "{{ this.text|int }}",
    "{{ this.words|upper }}",
    "{{ this.words|sum }}",
    "{{ this.people|sort }}",
    "{{ this.people|map('upper') }}",
    "{{ this.people|map(attribute='home.town') }}",
    "{{ this.people|sort(attribut='age') }}",
    "{{ this.text|truncate(10, true) }}",
    "{{ this.text|truncate(this.count) }}",
    "{{ this.text|replace('a') }}",
    "{{ this.text|indent }}",
    "{{ this.text|upper(1) }}",
    "{{ this.text|join(', ') }}",
    "{{ this.words|join(1) }}",
    "{{ this.tags|items }}",
    "{{ this.text|regex_match('^[A-Z]') }}",
    "{{ this.text|regex_match('a$b') }}",
    "{{ this.text|regex_match('\\\\d') }}",
    "{{ this.ratio|round(this.count) }}",
    "{{ this.text.upper() }}",
    "{{ range(3) }}",
    "{{ this.text[1:2] }}",
    "{{ 2 ** 3 }}",
    "{{ 0 < this.count < 9 }}",
    "{{ {'a': 1} }}",
    "{{ (1, 2) }}",
    "{{ ['a'] }}",
    "{% for x in this.words if x %}{% endfor %}",
    "{% for x in this.words recursive %}{% endfor %}",
    "{{ this.text|tojson(indent=2) }}",
];

const RULES: &[(&str, &str)] = &[
    ("count", "this > "),
    ("count", "this|length > 1"),
    ("count", "input.query"),
    ("count", "{{ this }}"),
    ("source", "this == none and this|length > 1"),
    ("text", "this == 'a' or"),
];

#[test]
fn refusals_are_as_expected() {
    let fixture = Fixture::new();
    let mut actual = String::new();
    let templates = TEMPLATES
        .iter()
        .map(|template| ((*template).to_owned(), fixture.run(template).map(|_| ())));
    let rules = RULES.iter().map(|(property, rule)| {
        (format!("{property}: {rule}"), fixture.rule(property, rule).map(|_| ()))
    });
    for (text, result) in templates.chain(rules) {
        let found = result.expect_err(&text);
        let [problem] = &found[..] else { panic!("{text}: {found:?}") };
        let help = problem.help.as_ref().map(|help| format!("  help: {help}\n"));
        let lines =
            [text.as_str(), "\n  ", &problem.message, "\n", help.as_deref().unwrap_or_default()];
        actual.extend(lines);
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/plan/template/tests/refused.txt");
    if env::var_os("BLESS").is_some_and(|value| value == "1") {
        fs::write(path, &actual).expect("the expected file can be written");
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    assert!(expected == actual, "look at the change after BLESS=1:\n{actual}");
}

#[test]
fn any_text_is_read_without_panic() {
    let parts = [
        "{{", "}}", "{%", "%}", "{#", "#}", "-", "+", " ", "\n", "if", "for", "x", "in", "this",
        ".", "text", "|", "upper", "(", ")", "[", "]", "0", "1.5", "'", "\"", "\\", "not", "and",
        "or", "is", "none", "endif", "endfor", "else", "elif", "set", "=", "==", "~", "é",
        "\u{2028}", "raw", "endraw", ",", "default", "words", "loop", "index", "%", "//", "**",
    ];
    let fixture = Fixture::new();
    let mut seed = 0x5eed_u64;
    let mut compiled = 0;
    for _ in 0..5_000 {
        let mut template = String::new();
        for _ in 0..16 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            template += parts[usize::try_from(seed >> 33).unwrap() % parts.len()];
        }
        compiled += usize::from(fixture.run(&template).is_ok());
    }
    assert!(compiled > 0);
}

#[test]
fn nesting_and_length_are_bounded() {
    let fixture = Fixture::new();
    let many = 50_000;
    let templates = [
        format!("{{{{ {}1{} }}}}", "(".repeat(many), ")".repeat(many)),
        format!("{{{{ {}this.flag }}}}", "not ".repeat(many)),
        format!("{{{{ {}this.count }}}}", "-".repeat(many)),
        format!("{{{{ this.text{} }}}}", "|upper".repeat(many)),
        format!("{{{{ 1{} }}}}", " + 1".repeat(many)),
        format!("{{{{ this.author{} }}}}", " or this.author".repeat(many)),
        format!("{{{{ this{} }}}}", ".x".repeat(many)),
        format!("{{{{ this.words{} }}}}", "[0]".repeat(many)),
        format!("{{{{ {}1{} }}}}", "[".repeat(many), "]".repeat(many)),
        format!("{{{{ 1{} }}}}", " if this.flag".repeat(many)),
        "{% if this.flag %}".repeat(many),
        "{% for x in this.words %}".repeat(many),
    ];
    for template in templates {
        let started = std::time::Instant::now();
        assert!(fixture.run(&template).is_err());
        assert!(started.elapsed().as_secs() < 2, "{}", &template[..40]);
    }
    let long =
        format!("{{% if this.flag %}}a{}{{% endif %}}", "{% elif this.flag %}b".repeat(many));
    assert_eq!(fixture.run(&long).unwrap(), "a");
    assert_eq!(fixture.run(&"{{ this.zero }}".repeat(many)).unwrap().len(), many);
}

#[test]
fn problems_stand_where_they_are_in_the_file() {
    let file = FileId(0);
    let json = r#"{"x": "a \"b\"\n{{ this.txet }}"}"#;
    let text = "a \"b\"\n{{ this.txet }}";
    let source = |json: &str| Spanned {
        text: text.to_owned(),
        place: Place { file, span: Span { start: 6, end: json.len() - 1 } },
    };
    let at = text.find("txet").unwrap();
    let problem = Span { start: at, end: at + 4 };
    let span = place(&source(json), problem).span;
    assert_eq!(&json[span.start..span.end], "txet");
    // Unusual escapes: the whole string.
    let json = json.replace("a ", "\\u0061 ");
    assert_eq!(place(&source(&json), problem).span, source(&json).place.span);
    assert_eq!(Problem::new(problem, "x").span, problem);
}

#[test]
fn all_inputs_of_a_signature_have_templates_of_their_own() {
    let fixture = Fixture::new();
    assert!(SCHEMA.contains("x-rust-name"));
    let mut diagnostics = Diagnostics::default();
    let source = Spanned {
        text: "{{ this|upper }} {{ field.rust_name }} {{ input.question }}".to_owned(),
        place: fixture.signature.place,
    };
    let template =
        fixture.with_context(|context| compile_render(&source, 1, context, &mut diagnostics));
    let inputs = fixture.inputs();
    let text = super::evaluate(&template.expect("it compiles"), &inputs[1].1, &inputs);
    assert_eq!(text, "WHY <B>? question why <b>?");
}

#[test]
fn rules_hold_or_not() {
    let fixture = Fixture::new();
    let cases = [
        ("ratio", "this >= 0.0 and this <= 1.0", true),
        ("text", "this|length > 0", true),
        ("text", "this|length < 10", false),
        ("words", "this|length < 6", true),
        ("count", "this >= 0", true),
        // Null keeps what does not speak of it.
        ("source", "this|length > 100", true),
        ("source", "this is not none", false),
        ("source", "this is none or this|length > 100", true),
        ("author", "this|length > 100", false),
        ("text", "this|regex_match('^The |^A ')", true),
        ("text", "this|regex_match('jumps$')", true),
        ("text", "this|regex_match('^quick')", false),
        ("kind", "this in ['Low', 'high']", true),
        ("people", "this|map(attribute='age')|max < 41", false),
        ("people", "this[0].age == 30 and this[9].age != 3", true),
    ];
    for (property, rule, expected) in cases {
        assert_eq!(fixture.rule(property, rule).unwrap(), expected, "{property}: {rule}");
    }
}
