use super::*;

fn printed(json: &str) -> String {
    let mut out = String::new();
    print_value(&mut out, &Json::parse(json).unwrap());
    out
}

#[test]
fn values_print_as_minijinja_prints_them() {
    let cases = [
        ("null", "null"),
        ("true", "true"),
        ("7", "7"),
        ("1.0", "1.0"),
        ("1e21", "1000000000000000000000.0"),
        ("1e-7", "0.0000001"),
        (r#""a\"b""#, "a\"b"),
        (
            r#"["a\n\"b", null, 1.0, 1e21, {"k": [true]}]"#,
            r#"["a\n\"b", none, 1.0, 1e21, {"k": [true]}]"#,
        ),
        ("{}", "{}"),
    ];
    for (json, expected) in cases {
        assert_eq!(printed(json), expected);
    }
}

#[test]
fn text_filters() {
    assert_eq!(title("foo-bar BAZ ünit"), "Foo-Bar Baz Ünit");
    assert_eq!(capitalize("éA b"), "Éa b");
    assert_eq!(truncate("The quick brown fox jumps", 10, false, "...", 5), "The...");
    assert_eq!(truncate("The quick brown fox jumps", 10, true, "…", 0), "The quick…");
    assert_eq!(truncate("The quick brown fox", 2, false, "...", 0), "..");
    assert_eq!(truncate("short enough", 10, false, "...", 5), "short enough");
    assert_eq!(indent("a\n\nb\n", 2, false, false), "a\n\n  b");
    assert_eq!(indent("a\n\nb", 2, true, true), "  a\n  \n  b");
    assert_eq!((first_character("éa"), last_character("aé")), (Some("é"), Some("é")));
    assert_eq!((first_character(""), last_character("")), (None, None));
    assert_eq!(word_count("it's two_words, 3 ünits"), 5);
    assert!(has_text(&["a".to_owned()], "a") && !has_text(["b"], "a"));
}

#[test]
fn list_filters() {
    let words = ["b", "A", "a", "B"];
    assert_eq!(sorted(words, str::to_ascii_lowercase), ["A", "a", "b", "B"]);
    assert_eq!(unique(words, str::to_lowercase), ["b", "A"]);
    assert_eq!(smallest(&[2.0, -1.0], |item| Ordered(*item)), Some(&-1.0));
    assert_eq!(largest(&[] as &[i32], |item| *item), None);
    assert_eq!(join(&[Some(1.5), None], ", "), "1.5, none");
    assert_eq!(item(&[1, 2, 3], -1), Some(&3));
    assert_eq!(item(&[1, 2, 3], -4), None);
    assert_eq!(item(&[1, 2, 3], i64::MIN), None);
}

#[test]
fn numbers_never_overflow() {
    assert_eq!(sum([i128::MAX, 1]), i128::MAX);
    assert_eq!(whole(f64::INFINITY), i128::MAX);
    assert_eq!(whole(-2.9), -2);
    assert!(same(round(2.345, 2), 2.35) || same(round(2.345, 2), 2.34));
    assert!(same(sum_floats([]), 0.0) && sum_floats([]).is_sign_positive());
}
