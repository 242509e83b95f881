//! What became of the cases of a file.

use std::collections::BTreeMap;

use crate::judged::Judged;
use crate::verdict::Verdict;

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
        for part in &one.case.unchecked {
            *reasons.entry(("not compared", part)).or_default() += 1;
        }
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
            Verdict::Read if lists_read => println!("\nread {one}"),
            Verdict::Refused => println!("\nrefused {one}"),
            Verdict::Wrong => println!("\nwrong {one}"),
            _ => {}
        }
    }
    wrong == 0
}
