//! The table of `runtime/src/reading.md`: each row is read as it says.

use std::collections::BTreeMap;

use goldens::OnlyWord;
use sigcodegen_runtime::generated::v0_1::{Decode, Encode, from_reply, to_json};

mod goldens {
    include!("../goldens/signatures.rs");
}

/// What is read: the value as JSON and the kinds of the notes, or the kinds of the errors.
fn read<T: Decode + Encode>(text: &str) -> Result<(String, Vec<String>), Vec<String>> {
    match from_reply::<T>(text) {
        Ok(read) => {
            let notes = read.repairs.iter().map(|repair| format!("{:?}", repair.kind));
            Ok((to_json(&read.value), notes.collect()))
        }
        Err(error) => Err(error.errors.iter().map(|error| format!("{:?}", error.kind)).collect()),
    }
}

fn read_as(kind: &str, text: &str) -> Result<(String, Vec<String>), Vec<String>> {
    match kind {
        "integer" => read::<i64>(text),
        "number" => read::<f64>(text),
        "boolean" => read::<bool>(text),
        "string" => read::<String>(text),
        "enum of yes and no" => read::<OnlyWord>(text),
        "string or null" => read::<Option<String>>(text),
        "integer or null" => read::<Option<i64>>(text),
        "list of strings" => read::<Vec<String>>(text),
        "list of integers" => read::<Vec<i64>>(text),
        "map of integers" => read::<BTreeMap<String, i64>>(text),
        other => panic!("no type is called {other}"),
    }
}

#[test]
fn each_row_of_the_policy_holds() {
    let page = include_str!("../../runtime/src/reading.md");
    let (_, table) = page.split_once("| type | text | value | note |").expect("the table");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let mut count = 0;
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [kind, text, value, note] = cells[..] else { panic!("four cells: {row}") };
        let bare = |cell: &str| cell.trim_matches('`').to_owned();
        let text = bare(text).replace("\\n", "\n");
        let found = read_as(kind, &text);
        match (found, value.strip_prefix("error ")) {
            (Ok((found, notes)), None) => {
                assert_eq!(found, bare(value), "{row}");
                let note = bare(note);
                let is_noted =
                    if note.is_empty() { notes.is_empty() } else { notes.contains(&note) };
                assert!(is_noted, "{row}\nnotes: {notes:?}");
            }
            (Err(kinds), Some(kind)) => assert!(kinds.contains(&bare(kind)), "{row}\n{kinds:?}"),
            (found, _) => panic!("{row}\nread as {found:?}"),
        }
        count += 1;
    }
    assert!(count > 40, "{count} rows");
}
