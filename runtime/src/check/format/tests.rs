use super::*;
use crate::json::Json;

type Predicate = fn(&str) -> bool;

/// Each format with its predicate and its cases: `+` before a text that is valid, `-` before one that is not.
const FORMATS: &[(&str, Predicate, &str)] = &[
    ("date-time", date_time, include_str!("cases/date-time.txt")),
    ("date", date, include_str!("cases/date.txt")),
    ("time", time, include_str!("cases/time.txt")),
    ("duration", duration, include_str!("cases/duration.txt")),
    ("email", email, include_str!("cases/email.txt")),
    ("idn-email", idn_email, include_str!("cases/idn-email.txt")),
    ("hostname", hostname, include_str!("cases/hostname.txt")),
    ("idn-hostname", idn_hostname, include_str!("cases/idn-hostname.txt")),
    ("ipv4", ipv4, include_str!("cases/ipv4.txt")),
    ("ipv6", ipv6, include_str!("cases/ipv6.txt")),
    ("uri", uri, include_str!("cases/uri.txt")),
    ("uri-reference", uri_reference, include_str!("cases/uri-reference.txt")),
    ("iri", iri, include_str!("cases/iri.txt")),
    ("iri-reference", iri_reference, include_str!("cases/iri-reference.txt")),
    ("uri-template", uri_template, include_str!("cases/uri-template.txt")),
    ("uuid", uuid, include_str!("cases/uuid.txt")),
    ("regex", regex, include_str!("cases/regex.txt")),
    ("json-pointer", json_pointer, include_str!("cases/json-pointer.txt")),
    (
        "relative-json-pointer",
        relative_json_pointer,
        include_str!("cases/relative-json-pointer.txt"),
    ),
];

#[test]
fn cases() {
    let mut wrong = Vec::new();
    for (name, predicate, cases) in FORMATS {
        let verdicts = cases.lines().map(read_case);
        let (mut valid, mut invalid) = (0, 0);
        for (expected, text) in verdicts {
            *if expected { &mut valid } else { &mut invalid } += 1;
            if predicate(&text) != expected {
                wrong.push(format!(
                    "{name}: {text:?} is {}valid",
                    if expected { "" } else { "not " }
                ));
            }
        }
        assert!(valid > 0 && invalid > 0, "{name} needs cases of both kinds");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn read_case(line: &str) -> (bool, String) {
    let (sign, quoted) = line.split_once(' ').expect("a sign and a text");
    let text = Json::parse(quoted).expect(quoted);
    (sign == "+", text.as_str().expect("a string").to_owned())
}

/// Every format contains the narrower one of its pair.
#[test]
fn internationalized_formats_are_wider() {
    let pairs: [(&str, Predicate); 4] = [
        ("email", idn_email),
        ("hostname", idn_hostname),
        ("uri", iri),
        ("uri-reference", iri_reference),
    ];
    for (narrow, wide) in pairs {
        let (_, _, cases) = FORMATS.iter().find(|(name, ..)| *name == narrow).expect(narrow);
        for (valid, text) in cases.lines().map(read_case) {
            assert!(!valid || wide(&text), "{text:?}");
        }
    }
}

/// A megabyte of each part between a prefix and a suffix: a quadratic predicate would take hours.
#[test]
fn long_texts() {
    let texts = [
        ("date-time", "2024-02-29T00:00:00.", "0", "Z", true),
        ("date-time", "", "0", "", false),
        ("time", "00:00:00.", "0", "", false),
        ("duration", "PT", "0", "S", true),
        ("duration", "P", "1D", "", false),
        ("email", "", "a", "@b", false),
        ("email", "\"", "\\\"", "\"@b", false),
        ("email", "a@", "b.", "b", false),
        ("email", "a@[", "1.", "]", false),
        ("idn-email", "", "é", "@b", false),
        ("idn-email", "a@", "ü.", "b", false),
        ("hostname", "", "a", "", false),
        ("hostname", "xn--", "a", "", false),
        ("idn-hostname", "", "ü", "", false),
        ("idn-hostname", "", "ü.", "a", false),
        ("ipv4", "", "0.", "0", false),
        ("ipv6", "", "0:", "0", false),
        ("uri", "http://", "a/", "", true),
        ("uri", "http://", "@", "", false),
        ("uri", "http://[", "]", "", false),
        ("uri-reference", "", "%41", "", true),
        ("uri-reference", "", ":", "", false),
        ("iri", "a:", "é", "", true),
        ("iri-reference", "//", ":", "", false),
        ("uri-template", "", "{a,b}é", "", true),
        ("uri-template", "", "{", "", false),
        ("uri-template", "{a", ",a", "}", true),
        ("uuid", "", "0", "", false),
        ("json-pointer", "", "/~0", "", true),
        ("json-pointer", "/", "~", "", false),
        ("relative-json-pointer", "", "1", "", true),
        ("regex", "", "(a{1,2}|[^b-c])*?", "", true),
        ("regex", "", "(?<a>b)|", "(?<a>b)", true),
        ("regex", "(?<a>b)", "\\k<a>", "", true),
        ("regex", "(?<", "a", "", false),
        ("regex", "", "(?:", "", false),
        ("regex", "", "a{1", "", true),
        ("regex", "", "\\p{", "", false),
        ("regex", "", "[a", "]", true),
    ];
    for (format, prefix, part, suffix, valid) in texts {
        let text = format!("{prefix}{}{suffix}", part.repeat((1 << 20) / part.len()));
        let (_, predicate, _) = FORMATS.iter().find(|(name, ..)| *name == format).expect(format);
        assert_eq!(predicate(&text), valid, "{format}: {prefix}{part}{suffix}");
    }
}

#[test]
fn nested_groups_are_bounded() {
    let nested = |depth: usize| format!("{}{}", "(".repeat(depth), ")".repeat(depth));
    assert!(regex(&nested(128)));
    assert!(!regex(&nested(129)));
}

#[test]
fn the_longest_names() {
    let label = "a".repeat(63);
    let name = format!("{label}.{label}.{label}.{}", "a".repeat(61));
    assert!(hostname(&name) && idn_hostname(&name));
    assert!(!hostname(&format!("{name}a")) && !idn_hostname(&format!("{name}a")));
    // As it is sent, the label is 63 octets long: the prefix, the letters, a hyphen, and three for the last character.
    let label = format!("{}ü", "a".repeat(55));
    assert!(idn_hostname(&label));
    assert!(!idn_hostname(&format!("{}ü", "a".repeat(56))));
}
