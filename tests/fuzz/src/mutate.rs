//! Changes to a text that keep most of it.

use crate::entropy::Random;
use crate::pieces::PIECES;

/// Up to four changes to a text; the first byte, which chooses the signature, is rarely changed.
#[must_use]
pub fn mutate(seed: &[u8], random: &mut Random) -> Vec<u8> {
    let (mut first, rest) = seed.split_first().map_or((0, &[][..]), |(first, rest)| (*first, rest));
    let mut text = String::from_utf8_lossy(rest).into_owned();
    if random.below(50) == 0 {
        first = u8::try_from(random.below(256)).unwrap_or_default();
    }
    for _ in 0..=random.below(4) {
        change(&mut text, random);
    }
    let mut bytes = vec![first];
    bytes.extend(text.bytes());
    bytes
}

fn change(text: &mut String, random: &mut Random) {
    let one = place(text, random);
    let end = (one + 1 + random.below(20)).min(text.len());
    let range = one..(one..=end).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(one);
    match random.below(8) {
        0 | 1 => text.insert_str(one, PIECES[random.below(PIECES.len())]),
        2 => text.replace_range(range, ""),
        3 => text.replace_range(range, PIECES[random.below(PIECES.len())]),
        4 => {
            let copy = text[range].to_owned();
            let other = place(text, random);
            text.insert_str(other, &copy);
        }
        5 => text.truncate(one),
        6 => {
            // One sign of the grammar for another.
            let signs = ['"', '{', '}', '[', ']', ',', ':'];
            let found: Vec<usize> = text
                .char_indices()
                .filter(|(_, sign)| signs.contains(sign))
                .map(|(at, _)| at)
                .collect();
            if let Some(&at) = found.get(random.below(found.len())) {
                let new = if random.below(2) == 0 { "" } else { PIECES[random.below(8)] };
                text.replace_range(at..=at, new);
            }
        }
        _ => {
            // A line over.
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            let line =
                lines[random.below(lines.len())..].first().map_or("", |line| *line).to_owned();
            text.insert_str(one, &line);
        }
    }
}

fn place(text: &str, random: &mut Random) -> usize {
    let at = random.below(text.len() + 1);
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default()
}
