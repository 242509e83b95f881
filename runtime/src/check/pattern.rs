//! The `pattern` keyword: a deterministic automaton that was built when the code was generated.

/// The first state. The two before it stand for a verdict.
const START: usize = 2;
/// From here on no text matches.
const NO: usize = 0;
/// From here on every text matches.
const YES: usize = 1;
/// The column that says whether a text that ends in the state matches.
const END: usize = 0;

/// Decides whether a regular expression matches somewhere in a text.
///
/// The characters fall into classes, and the automaton steps from state to state by the class of each. Its table has
/// one row for each state from the third on, and in it one state for each class: state 0 is the verdict no, state 1
/// the verdict yes, and state 2 the start. Class 0 is the end of the text.
///
/// A table that is cut short, or that names a state it does not hold, leads to the verdict no.
#[derive(Clone, Copy, Debug)]
pub struct Pattern<'a> {
    source: &'a str,
    starts: &'a [char],
    classes: &'a [u8],
    table: Table<'a>,
    width: usize,
    ascii: [u8; 128],
    also: &'a [(bool, Pattern<'a>)],
}

/// The rows of the automaton, one behind the other.
#[derive(Clone, Copy, Debug)]
enum Table<'a> {
    /// A byte for each state.
    Narrow(&'a [u8]),
    /// Two bytes for each state, the low one first.
    Wide(&'a [u8]),
}

impl<'a> Pattern<'a> {
    /// An automaton of at most 256 states.
    ///
    /// `source` is the regular expression as its author wrote it. `classes` holds the class of the characters below the
    /// first of `starts`, then of those from each of `starts` to the next, which ascend.
    #[must_use]
    pub const fn new(
        source: &'a str,
        starts: &'a [char],
        classes: &'a [u8],
        table: &'a [u8],
    ) -> Self {
        Self::with_table(source, starts, classes, Table::Narrow(table))
    }

    /// As [`Pattern::new`], for more than 256 states: each takes two bytes of `table`, the low one first.
    #[must_use]
    pub const fn wide(
        source: &'a str,
        starts: &'a [char],
        classes: &'a [u8],
        table: &'a [u8],
    ) -> Self {
        Self::with_table(source, starts, classes, Table::Wide(table))
    }

    const fn with_table(
        source: &'a str,
        starts: &'a [char],
        classes: &'a [u8],
        table: Table<'a>,
    ) -> Self {
        let mut width = 1;
        let mut at = 0;
        while at < classes.len() {
            let beyond = classes[at] as usize + 1;
            if beyond > width {
                width = beyond;
            }
            at += 1;
        }
        let ascii = ascii(starts, classes);
        Self { source, starts, classes, table, width, ascii, also: &[] }
    }

    /// What a text must match as well, or must not match if it is false.
    #[must_use]
    pub const fn also(self, also: &'a [(bool, Self)]) -> Self {
        Self { also, ..self }
    }

    /// The regular expression.
    #[must_use]
    pub const fn source(&self) -> &'a str {
        self.source
    }

    /// Whether the expression matches somewhere in the text. Each automaton takes one step for each character at most.
    #[must_use]
    pub fn matches(&self, text: &str) -> bool {
        self.matches_alone(text)
            && self.also.iter().all(|(holds, other)| other.matches(text) == *holds)
    }

    fn matches_alone(&self, text: &str) -> bool {
        let mut state = START;
        for character in text.chars() {
            state = self.next(state, self.class(character));
            if state <= YES {
                return state == YES;
            }
        }
        self.next(state, END) == YES
    }

    fn next(&self, state: usize, class: usize) -> usize {
        let at = (state - START) * self.width + class;
        match self.table {
            Table::Narrow(bytes) => bytes.get(at).map_or(NO, |&next| usize::from(next)),
            Table::Wide(bytes) => match bytes.get(2 * at..2 * at + 2) {
                Some(&[low, high]) => usize::from(u16::from_le_bytes([low, high])),
                _ => NO,
            },
        }
    }

    fn class(&self, character: char) -> usize {
        let class = self.ascii.get(character as usize).copied().unwrap_or_else(|| {
            let at = self.starts.partition_point(|start| *start <= character);
            self.classes.get(at).copied().unwrap_or_default()
        });
        usize::from(class)
    }
}

/// The classes of the ASCII characters, so that most characters of most texts need no search.
const fn ascii(starts: &[char], classes: &[u8]) -> [u8; 128] {
    let mut ascii = [0; 128];
    let mut at = 0;
    let mut character = 0;
    while character < ascii.len() {
        while at < starts.len() && starts[at] as usize <= character {
            at += 1;
        }
        if at < classes.len() {
            ascii[character] = classes[at];
        }
        character += 1;
    }
    ascii
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    /// `^a+é$`, written out by hand: state 2 is the start, state 3 has seen an `a`, state 4 the `é`.
    const STARTS: &[char] = &['a', 'b', 'é', 'ê'];
    const CLASSES: &[u8] = b"\x01\x02\x01\x03\x01";
    const ROWS: &[u8] = b"\0\0\x03\0\0\0\x03\x04\x01\0\0\0";
    static NARROW: Pattern<'static> = Pattern::new("^a+é$", STARTS, CLASSES, ROWS);

    #[test]
    fn steps_through_the_table() {
        let wide: Vec<u8> = ROWS.iter().flat_map(|&state| [state, 0]).collect();
        let wide = Pattern::wide("^a+é$", STARTS, CLASSES, &wide);
        for (text, expected) in
            [("aé", true), ("aaaé", true), ("", false), ("a", false), ("é", false), ("aéa", false)]
        {
            assert_eq!(NARROW.matches(text), expected, "{text}");
            assert_eq!(wide.matches(text), expected, "{text}");
        }
    }

    #[test]
    fn a_broken_table_matches_nothing() {
        for table in [&[][..], &[7, 7, 7, 7], &[255; 9]] {
            for classes in [&[][..], &[1], &[255, 255]] {
                let narrow = Pattern::new("", &['b', 'é'], classes, table);
                let wide = Pattern::wide("", &['b', 'é'], classes, table);
                assert!(!narrow.matches("aébbbb") && !wide.matches("aébbbb"));
            }
        }
    }
}
