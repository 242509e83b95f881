//! What became of all cases of the files.

use std::collections::BTreeMap;
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

/// Prints the figures of a file, then its cases that a person should see. Whether none is wrong.
pub(crate) fn print(title: &str, judged: &[Judged], lists_read: bool) -> bool {
    let count = |is: fn(&Verdict) -> bool| judged.iter().filter(|one| is(&one.verdict)).count();
    let wrong = count(|verdict| *verdict == Verdict::Wrong);
    println!("\n{title}");
    println!("  cases        {:4}", judged.len());
    println!("  right        {:4}", count(|verdict| *verdict == Verdict::Right));
    let deliberate = count(|verdict| matches!(verdict, Verdict::Deliberate(_)));
    println!("  deliberate   {deliberate:4}");
    println!("  wrong        {wrong:4}");
    let refused = count(|verdict| *verdict == Verdict::Refused);
    println!("  refused      {refused:4}");
    let read = count(|verdict| *verdict == Verdict::Read);
    let not_read = count(|verdict| *verdict == Verdict::NotRead);
    println!("  free         {:4}   {read} read, {not_read} not", read + not_read);
    let mut reasons: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for one in judged {
        match one.verdict {
            Verdict::Deliberate(why) => *reasons.entry(("deliberate", why)).or_default() += 1,
            Verdict::Skipped(why) => *reasons.entry(("skipped", why)).or_default() += 1,
            _ => {}
        }
    }
    for ((kind, why), count) in reasons {
        println!("  {kind} {count}: {why}");
    }
    for one in judged {
        match one.verdict {
            Verdict::Read if lists_read => println!("\nread {}", describe(one)),
            Verdict::Refused => println!("\nrefused {}", describe(one)),
            Verdict::Wrong => println!("\nwrong {}", describe(one)),
            _ => {}
        }
    }
    wrong == 0
}

/// The case, and what was got and wanted: two lines.
fn describe(one: &Judged) -> String {
    let case = &one.case;
    let got: Vec<String> = one.told.iter().map(got).collect();
    let wanted = match &case.expected {
        Expected::OneOf(wanted) | Expected::Noted(wanted) => {
            wanted.iter().map(spell).collect::<Vec<_>>().join(" or ")
        }
        Expected::Any => "anything".to_owned(),
    };
    let note = if matches!(case.expected, Expected::Noted(_)) { ", noted" } else { "" };
    let reply = short(&format!("{:?}", case.reply), 240);
    format!(
        "{} {} ({}) {} <- {reply}\n  got {} | wanted {}{note}",
        case.id,
        case.tag,
        case.modes.join(", "),
        case.summary,
        short(&got.join(" and "), 400),
        short(&wanted, 300),
    )
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
