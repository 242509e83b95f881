//! The published signature format: it is fresh, knows the vocabulary, and accepts the files that the
//! generator accepts. Set `BLESS=1` to write it anew.
#![cfg(feature = "cli")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::Value;
use sigcodegen::format::published;
use sigcodegen::schema::{Format, KEYWORDS, Keyword, Location, NUMBER_FORMATS, Support};

const SCHEMAS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../schemas");
const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");

fn schema() -> Value {
    serde_json::from_str(&published()).expect("the published schema is JSON")
}

fn validator() -> jsonschema::Validator {
    jsonschema::validator_for(&schema()).expect("the published schema is a JSON Schema")
}

fn json_files(folder: impl AsRef<Path>) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.retain(|path| !path.ends_with("signature.schema.json"));
    files.sort();
    assert!(!files.is_empty());
    files
}

fn parse(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_file_is_fresh() {
    let path = Path::new(SCHEMAS).join("signature.schema.json");
    if env::var_os("BLESS").is_some() {
        fs::write(&path, published()).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    let command = "sigcodegen schema > schemas/signature.schema.json";
    assert!(written == published(), "schemas/signature.schema.json is stale: run `{command}`");
}

#[test]
fn it_knows_the_same_keywords_as_the_generator() {
    let schema = schema();
    let defs = &schema["$defs"];
    let places = [
        (Location::Root, &schema),
        (Location::Field, &defs["Field"]),
        (Location::Inner, &defs["Schema"]),
    ];
    for (location, schema) in places {
        let mut listed: BTreeSet<&str> = properties(schema).collect();
        let arms = schema["anyOf"].as_array().into_iter().flatten();
        listed.extend(arms.flat_map(properties));
        for name in &listed {
            assert!(Keyword::find(name).is_some(), "{name} is no keyword");
        }
        for keyword in KEYWORDS {
            let is_meant = match keyword.support {
                // The root is an object with properties and nothing else.
                Support::Shape | Support::Checked if location == Location::Root => {
                    keyword.scope.includes(location) && keyword.name.starts_with("x-")
                }
                Support::Shape | Support::Checked => {
                    keyword.scope.includes(location)
                        && !keyword.name.ends_with("efs")
                        && keyword.name != "definitions"
                }
                _ => false,
            };
            if is_meant {
                assert!(
                    listed.contains(keyword.name),
                    "{} is missing at {location:?}",
                    keyword.name
                );
            }
        }
    }
}

fn properties(schema: &Value) -> impl Iterator<Item = &str> {
    schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.as_str())
}

#[test]
fn it_knows_the_same_words_as_the_generator() {
    let words = |name: &str| -> Vec<String> {
        let arms = schema()["$defs"][name]["oneOf"].as_array().unwrap().clone();
        arms.iter().map(|arm| arm["const"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(words("Format"), NUMBER_FORMATS);
    // Each word is put into a file, which the generator must accept.
    let file = |name: &str, value: String| {
        let mut file = parse(&Path::new(SCHEMAS).join("answer_question.json"));
        match name {
            "Adapter" => file["x-adapters"] = serde_json::json!([value]),
            "Style" => file["x-style"] = serde_json::json!(value),
            "InputFormat" => file["properties"]["question"]["x-format"] = serde_json::json!(value),
            _ => file["properties"]["answer"]["x-field"] = serde_json::json!(value),
        }
        file
    };
    for name in ["Adapter", "Style", "InputFormat", "Direction"] {
        for word in words(name).into_iter().filter(|word| word != "input") {
            let text = file(name, word.clone()).to_string();
            let mut found = sigcodegen::diagnostic::Diagnostics::default();
            let mut sources = sigcodegen::schema::SourceMap::default();
            let id = sources.read("file.json", text.into_bytes(), &mut found);
            let signature = sigcodegen::ir::lower(
                id,
                sources.file(id).root().unwrap(),
                sigcodegen::ir::Purpose::Signature,
                &mut found,
            );
            assert!(signature.is_some(), "{name} {word}: {:?}", found.into_sorted());
            assert!(found.into_sorted().is_empty(), "{name} {word}");
        }
        assert!(!validator().is_valid(&file(name, "nonsense".to_owned())), "{name}");
    }
}

#[test]
fn it_accepts_what_the_generator_accepts() {
    let validator = validator();
    let accepted = json_files(format!("{TESTS}/accepted"));
    for path in json_files(SCHEMAS).into_iter().chain(accepted) {
        let file = parse(&path);
        let problems: Vec<_> = validator
            .iter_errors(&file)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(problems.is_empty(), "{}: {problems:#?}", path.display());
    }
}

/// Spoils a good file.
type Slip = fn(&mut Value);

#[test]
fn it_refuses_slips() {
    let validator = validator();
    let good = parse(&Path::new(SCHEMAS).join("answer_question.json"));
    let slips: [(&str, Slip); 7] = [
        ("no title", |file| drop(file.as_object_mut().unwrap().remove("title"))),
        ("no mark", |file| {
            drop(file["properties"]["answer"].as_object_mut().unwrap().remove("x-field"));
        }),
        ("wrong mark", |file| file["properties"]["answer"]["x-field"] = "out".into()),
        ("unknown keyword of ours", |file| file["x-adapter"] = "chat".into()),
        ("misplaced keyword", |file| file["properties"]["answer"]["x-style"] = "baml".into()),
        ("wrong value", |file| file["properties"]["answer"]["pattern"] = 1.into()),
        ("null for nothing", |file| file["description"] = Value::Null),
    ];
    for (name, slip) in slips {
        let mut file = good.clone();
        slip(&mut file);
        assert!(!validator.is_valid(&file), "{name}");
    }
    assert!(validator.is_valid(&good));
}

/// The keywords by what becomes of them, as the README lists them.
fn keyword_table() -> String {
    let list = |is_meant: fn(Support) -> bool| {
        let names = KEYWORDS.iter().filter(|keyword| is_meant(keyword.support));
        let names = names.filter(|keyword| !keyword.name.starts_with(['x', '_']));
        names.map(|keyword| format!("`{}`", keyword.name)).collect::<Vec<_>>().join(", ")
    };
    let formats = Format::ALL.map(|(name, _)| format!("`{name}`")).join(", ");
    let widths = NUMBER_FORMATS.map(|name| format!("`{name}`")).join(", ");
    format!(
        "| keywords | |\n|---|---|\n\
         | {} | give types, names, prompts and defaults their shape |\n\
         | {} | are checked while a value is read |\n\
         | `format`: {formats} | is checked, each as its RFC says |\n\
         | `format`: {widths} | chooses the width of a number |\n\
         | {}, all other formats | change nothing |\n",
        list(|support| matches!(support, Support::Shape)),
        list(|support| matches!(support, Support::Checked)),
        list(|support| matches!(support, Support::Annotation)),
    )
}

#[test]
fn the_readme_lists_the_keywords() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let readme = fs::read_to_string(&path).unwrap();
    let begin = readme.find("<!-- keywords").expect("the README has the table");
    let start = begin + readme[begin..].find("-->\n").unwrap() + 4;
    let end = readme.find("<!-- end of keywords -->").expect("the table ends");
    let table = format!("\n{}\n", keyword_table());
    if env::var_os("BLESS").is_some() {
        let fresh = format!("{}{table}{}", &readme[..start], &readme[end..]);
        if fresh != readme {
            fs::write(&path, fresh).unwrap();
        }
        return;
    }
    assert_eq!(&readme[start..end], table, "BLESS=1 writes it anew");
}
