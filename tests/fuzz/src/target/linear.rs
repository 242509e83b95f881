use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use sigcodegen_runtime::Strictness;

use crate::entropy::Choices;
use crate::signatures::{Layout, Way, subject};

/// What texts are made of.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    "\"",
    "'",
    ",",
    ":",
    "\\",
    "a",
    "1",
    "-",
    ".",
    " ",
    "\n",
    "\"a\"",
    "\"a\":",
    "a:",
    "null",
    "[[ ## claim ## ]]\n",
    "[[ ## answer ## ]]\n",
    "[[ ## ",
    " ## ]]",
    "```",
    "```json\n",
    "//",
    "/*",
    "*/",
    "#",
    "<think>",
    "</think>",
    "<claim>",
    "</claim>",
    "claim:",
    "**",
    "`",
    "header",
    "{\"header\":",
    "\"claim\":",
    "\"insured_objects\":[",
    "{\"kind\":\"send_mail\",",
    "\"actions\":[",
    "{\"op\":\"sum\",\"left\":",
    "True",
    "é",
    "“",
    "\u{feff}",
    "\\u",
    "\\\"",
    "- ",
    "1. ",
    "(",
    ")",
    "=",
    "; ",
    "|",
    "\r\n",
    "{}",
    "[]",
    "0x",
    "e9",
];
/// Bytes. The shorter text is of at most this size, the longer of four times as much.
const LARGEST: usize = 256 * 1024;
/// What is shorter than this is not compared.
const LEAST: Duration = Duration::from_millis(2);
/// Linear is 4.
const MOST: f64 = 8.0;

/// A text repeated, and four times as often: reading takes at most eight times as long. Where reading is too fast to be
/// timed, nothing is said.
pub fn linear(data: &[u8]) {
    let mut choices = Choices::new(data);
    let subject = subject(u8::try_from(choices.below(256)).unwrap_or_default());
    let layout = *choices.of(&[Layout::Sections, Layout::Json]);
    let way = Way::new(layout, Strictness::Tolerant);
    let mut piece = |most: usize| -> String {
        (0..choices.below(most + 1)).map(|_| *choices.of(PIECES)).collect()
    };
    let (before, repeated, nested, behind) = (piece(3), piece(5), piece(3), piece(3));
    if repeated.is_empty() {
        return;
    }
    let text = |size: usize| {
        let count = size / (repeated.len() + nested.len());
        format!("{before}{}{}{behind}", repeated.repeat(count), nested.repeat(count))
    };
    let time = |size: usize| {
        let text = text(size);
        let start = ThreadTime::now();
        black_box((subject.read)(black_box(&text), &way));
        start.elapsed()
    };
    let mut size = 4 * 1024;
    while time(size) < LEAST {
        size *= 4;
        if size > LARGEST {
            return;
        }
    }
    // The least of several: caches and other work only ever add to a time.
    let least = |size: usize| (0..2).map(|_| time(size)).min().unwrap_or_default().as_secs_f64();
    let (short, long) = (least(size), least(4 * size));
    if long / short <= MOST {
        return;
    }
    let ratio = least(4 * size) / least(size);
    assert!(
        ratio <= MOST,
        "slower than linear: {} {layout:?} {before:?} + {repeated:?} + {nested:?} + {behind:?}, \
         {size} bytes take {short:.4} s, four times as many {long:.4} s, ratio {ratio:.1}",
        subject.name,
    );
}
