//! What is wrong with a schema, and which of it is known.

use std::collections::HashSet;

use serde_json::Value;

use super::places::schemas;

/// What is wrong.
#[derive(Clone)]
pub(crate) enum Trouble {
    /// The generator did, with this text and place.
    Panicked(String),
    /// The generator takes too long.
    Slow,
    /// The generator ended its process.
    Died(String),
    /// The compiler says this.
    NotCompiled(String),
    /// Reading an instance did, so.
    Crashed(String),
    /// Ours rejected, for this reason, what the oracle accepts.
    Rejected(String),
    /// Ours accepted what the oracle rejects.
    Accepted,
}

impl Trouble {
    /// Whether it shows only when an instance is read.
    pub(crate) fn needs_instance(&self) -> bool {
        matches!(self, Self::Crashed(_) | Self::Rejected(_) | Self::Accepted)
    }

    /// Whether it shows only when the module is compiled.
    pub(crate) fn needs_compiler(&self) -> bool {
        self.needs_instance() || matches!(self, Self::NotCompiled(_))
    }

    /// Whether another finding is most likely the same.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.kind() == other.kind()
    }

    /// What a smaller schema must keep.
    fn kind(&self) -> String {
        match self {
            Self::Panicked(text) => {
                let place = text.rsplit_once(" at ").map_or(text.as_str(), |(_, place)| place);
                format!("panic at {place}")
            }
            Self::Slow => "slow".to_owned(),
            Self::Died(how) => format!("died: {how}"),
            Self::NotCompiled(said) => {
                let first = said.lines().find(|line| line.starts_with("error"));
                format!("not compiled: {}", without_names(first.unwrap_or_default()))
            }
            Self::Crashed(how) => format!("crashed: {how}"),
            Self::Rejected(_) => "wrongly rejected".to_owned(),
            Self::Accepted => "wrongly accepted".to_owned(),
        }
    }

    fn text(&self) -> &str {
        match self {
            Self::Panicked(text)
            | Self::Died(text)
            | Self::NotCompiled(text)
            | Self::Crashed(text)
            | Self::Rejected(text) => text,
            Self::Slow | Self::Accepted => "",
        }
    }
}

/// What stands between backticks is left out.
fn without_names(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

/// All that was found.
#[derive(Default)]
pub(crate) struct Found {
    kinds: HashSet<String>,
    told: HashSet<String>,
}

impl Found {
    pub(crate) fn is_empty(&self) -> bool {
        self.told.is_empty()
    }

    /// Whether a finding need not be made small to see that it is known. Verdicts may be wrong for many reasons.
    pub(crate) fn knows(&self, trouble: &Trouble) -> bool {
        !trouble.needs_instance() && self.kinds.contains(&trouble.kind())
    }

    /// Prints a finding, unless one of its kind with the same keywords was printed.
    pub(crate) fn tell(&mut self, id: &str, schema: &str, instance: &Value, trouble: &Trouble) {
        self.kinds.insert(trouble.kind());
        let parsed = serde_json::from_str(schema).unwrap_or_default();
        let found = schemas(&parsed);
        let inner = found.iter().filter_map(|pointer| parsed.pointer(pointer)?.as_object());
        let mut keywords: Vec<&str> =
            inner.flat_map(|object| object.keys()).map(|key| &**key).collect();
        keywords.sort_unstable();
        keywords.dedup();
        let is_new = self.told.insert(format!("{} {}", trouble.kind(), keywords.join(" ")));
        if is_new {
            let text: String = trouble.text().chars().take(2_000).collect();
            println!("\nFINDING {} in {id}\n{schema}", trouble.kind());
            if trouble.needs_instance() {
                println!("instance: {instance}");
            }
            println!("{text}\n");
        }
    }
}
