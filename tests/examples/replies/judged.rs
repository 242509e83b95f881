//! Cases with what was read of them.

use std::fmt;
use std::path::Path;

use serde_json::Value;

use crate::cases::{Case, Expected, Wanted, short};
use crate::verdict::{Verdict, judge};
use crate::{crates, signature};

/// A case that was judged.
pub(crate) struct Judged {
    pub(crate) case: Case,
    /// What the program told, one value a mode.
    pub(crate) told: Vec<Value>,
    pub(crate) verdict: Verdict,
}

/// Generates, compiles and runs all cases.
///
/// # Errors
///
/// What the compiler says.
pub(crate) fn measure(cases: Vec<Case>, out: &Path) -> Result<Vec<Judged>, String> {
    let some: Vec<&Case> = cases.iter().filter(|case| case.skipped.is_none()).collect();
    let signatures = signature::generate_all(&some, out);
    println!("signatures {}, refused {}", signatures.modules.len(), signatures.refused);
    let mut told = crates::run(&some, &signatures, out)?.into_iter();
    let judged = cases.into_iter().map(|case| {
        let told = case.skipped.map_or_else(|| told.next().unwrap_or_default(), |_| Vec::new());
        let verdict = judge(&case, &told);
        Judged { case, told, verdict }
    });
    Ok(judged.collect())
}

impl fmt::Display for Judged {
    /// The case, and what was got and wanted: two lines.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let case = &self.case;
        let got: Vec<String> = self.told.iter().map(got).collect();
        let (wanted, note) = match &case.expected {
            Expected::OneOf(wanted) => (wanted.as_slice(), ""),
            Expected::Noted(wanted) => (wanted.as_slice(), ", with a note"),
            Expected::Any => ([].as_slice(), "anything"),
        };
        let wanted: Vec<String> = wanted.iter().map(spell).collect();
        let modes = case.modes.join(", ");
        let reply = short(&format!("{:?}", case.reply), 240);
        writeln!(f, "{} {} ({modes}) {} <- {reply}", case.id, case.tag, case.summary)?;
        let (got, wanted) = (got.join(" and "), wanted.join(" or "));
        write!(f, "  got {} | wanted {}{note}", short(&got, 400), short(&wanted, 300))?;
        case.unchecked.iter().try_for_each(|part| write!(f, " (not compared: {part})"))
    }
}

fn got(told: &Value) -> String {
    if let Some(output) = told.get("ok") {
        let repairs = told["repairs"].as_array().into_iter().flatten();
        let repairs: Vec<&str> = repairs.filter_map(|repair| repair["kind"].as_str()).collect();
        return format!("{output} [{}]", repairs.join(", "));
    }
    let errors: Vec<String> = told["errors"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|error| format!("{} at {}", error["kind"], error["at"]))
        .collect();
    if errors.is_empty() { told.to_string() } else { errors.join(", ") }
}

fn spell(wanted: &Wanted) -> String {
    match wanted {
        Wanted::Output(output) => output.to_string(),
        Wanted::Error { kind, at } => format!(
            "{} at {}",
            kind.as_deref().unwrap_or("any error"),
            at.as_deref().unwrap_or("any place")
        ),
    }
}
