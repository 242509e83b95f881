//! Where we deliberately read otherwise than is recorded, and how.

use serde_json::Value;

use crate::cases::{Case, Expected, Wanted};
use crate::same::has_no_json;
use crate::verdict::fits;

/// Cases with what we read instead: an output, or `error` for any error.
type Instead = &'static [(&'static str, &'static [&'static str])];

/// Reasons, and the cases they apply to.
const DEVIATIONS: &[(&str, Instead)] = &[
    (
        "a text field keeps another JSON value as it is written, not as Python prints it",
        &[
            ("parse/0453", &[r#"{"v": "null"}"#, "error"]),
            ("parse/0455", &[r#"{"v": "{\"k\": 1}"}"#]),
            ("parse/0456", &[r#"{"v": "true"}"#]),
            ("parse/0630", &[r#"{"answer": "{\"city\": \"Paris\"}"}"#]),
            ("parse/0631", &[r#"{"answer": "[\"a\", \"b\"]"}"#]),
            ("parse/0633", &[r#"{"answer": "1e5"}"#]),
            ("parse/0635", &[r#"{"answer": "null"}"#, "error"]),
            ("parse/0648", &[r#"{"answer": "NaN"}"#]),
        ],
    ),
    (
        "half of a surrogate pair stays as it is written",
        &[
            ("parse/0259", &[r#"{"v": {"a": 1, "b": "\\ud83d"}}"#]),
            ("parse/0654", &[r#"{"answer": "lone \\ud83d"}"#]),
        ],
    ),
    ("a number is no point in time", &[("parse/0288", &["error"]), ("parse/0426", &["error"])]),
    (
        "Python's decimals become texts; the schema says number or text",
        &[("parse/0289", &[r#"{"v": 1.5}"#]), ("parse/0487", &[r#"{"v": 1.5}"#])],
    ),
    (
        "code, reasoning and tool calls are objects to us, without parsers of their own",
        &[
            ("parse/0301", &["error"]),
            ("parse/0303", &["error"]),
            ("parse/0305", &["error"]),
            ("parse/0306", &["error"]),
            ("parse/0308", &["error"]),
            ("parse/0311", &["error"]),
            ("parse/0312", &["error"]),
            ("parse/0314", &["error"]),
            ("parse/0437", &["error"]),
            ("parse/0439", &["error"]),
            ("parse/0744", &["error"]),
        ],
    ),
    (
        "two readings that are as good as each other are an error, not a guess",
        &[
            ("parse/0265", &["error"]),
            ("parse/0499", &["error"]),
            ("parse/0548", &["error"]),
            ("parse/0609", &["error"]),
            ("parse/0613", &["error"]),
            ("parse/0658", &["error"]),
        ],
    ),
    (
        "a valid text is kept as it is: a string of JSON is not read once more",
        &[
            ("parse/0179", &[r#"{"v": "True"}"#]),
            ("parse/0382", &[r#"{"v": "\"5\""}"#]),
            ("parse/0428", &[r#"{"v": "\"1.50\""}"#]),
            ("parse/0430", &["error"]),
            ("parse/0432", &[r#"{"v": "{\"a\": null}"}"#]),
        ],
    ),
    (
        "names of enum members are not in the dump",
        &[
            ("parse/0139", &["error"]),
            ("parse/0142", &["error"]),
            ("parse/0146", &["error"]),
            ("parse/0372", &["error"]),
            ("parse/0665", &["error"]),
        ],
    ),
    ("a text that ends within a string is cut off", &[("parse/0643", &["error"])]),
    (
        "a marker that names no field is text",
        &[("parse/0520", &[r#"{"answer": "line one\n[[ ## note ## ]] inner\nline two"}"#])],
    ),
];

/// Why a case is read otherwise, if it is read as we mean to.
pub(crate) fn reason(case: &Case, told: &[Value]) -> Option<&'static str> {
    let is = |wanted: &Wanted| told.iter().all(|told| fits(told, wanted));
    if is(&any_error()) && wants_no_json(&case.expected) {
        return Some("numbers of JSON are finite");
    }
    let listed = DEVIATIONS
        .iter()
        .flat_map(|(why, cases)| cases.iter().map(move |(id, instead)| (why, id, instead)));
    let mut listed = listed.filter(|(_, id, _)| **id == case.id);
    let found = listed.find(|(_, _, instead)| instead.iter().any(|text| is(&wanted(text))));
    found.map(|(why, ..)| *why)
}

fn wanted(text: &str) -> Wanted {
    if text == "error" {
        return any_error();
    }
    Wanted::Output(serde_json::from_str(text).expect("the table holds JSON"))
}

fn any_error() -> Wanted {
    Wanted::Error { kind: None, at: None }
}

fn wants_no_json(expected: &Expected) -> bool {
    let (Expected::OneOf(wanted) | Expected::Noted(wanted)) = expected else { return false };
    wanted.iter().any(|wanted| matches!(wanted, Wanted::Output(output) if has_no_json(output)))
}
