//! Cuts out of a file the few lines and columns that a snippet shows.

use std::ops::Range;

use super::clean::visible;
use crate::diagnostic::Place;
use crate::schema::{SourceFile, SourceMap, Span};

/// How many characters of a line are shown before its first mark.
const BEFORE: usize = 60;
/// How many characters of a line are shown from its first mark on.
const AFTER: usize = 70;
/// Marks at most this many lines apart share an excerpt.
const NEAR_LINES: usize = 12;
/// Marks of one line at most this many bytes apart share an excerpt.
const NEAR_BYTES: usize = 40;
/// A tab is shown as this.
const TAB: &str = "    ";

/// A place to point at and what to say there.
#[derive(Clone, Copy)]
pub(super) struct Mark<'a> {
    pub(super) place: Place,
    pub(super) label: &'a str,
    /// Whether it is the problem itself, not a further place.
    pub(super) is_primary: bool,
}

/// A piece of a file with places to point at, cleaned and clipped.
pub(super) struct Excerpt<'a> {
    pub(super) text: String,
    /// The number of the first line.
    pub(super) first_line: usize,
    /// Where to point, in bytes of `text`.
    pub(super) marks: Vec<(Range<usize>, Mark<'a>)>,
}

/// Marks that are shown in one excerpt: all in one file and near each other.
pub(super) struct Group<'a> {
    pub(super) marks: Vec<(usize, Mark<'a>)>,
}

/// Groups marks: each joins the first group that it is near to.
pub(super) fn group<'a>(marks: &[Mark<'a>], sources: &SourceMap) -> Vec<Group<'a>> {
    let mut groups: Vec<Group> = Vec::new();
    for &mark in marks {
        let (line, _) = sources.line_column(mark.place.file, mark.place.span.start);
        match groups.iter_mut().find(|group| group.is_near(line, &mark)) {
            Some(group) => group.marks.push((line, mark)),
            None => groups.push(Group { marks: vec![(line, mark)] }),
        }
    }
    groups
}

impl<'a> Group<'a> {
    fn is_near(&self, line: usize, mark: &Mark) -> bool {
        self.marks.iter().all(|(other_line, other)| {
            let bytes = other.place.span.start.abs_diff(mark.place.span.start);
            other.place.file == mark.place.file
                && other_line.abs_diff(line) <= NEAR_LINES
                && (*other_line != line || bytes <= NEAR_BYTES)
        })
    }

    /// The excerpt that shows these marks.
    pub(super) fn excerpt(&self, file: &SourceFile) -> Excerpt<'a> {
        let lines = self.marks.iter().map(|&(line, _)| line);
        let first_line = lines.clone().min().unwrap_or(1);
        let last_line = lines.max().unwrap_or(1);
        let mut excerpt = Excerpt { text: String::new(), first_line, marks: Vec::new() };
        for line in first_line..=last_line {
            if line > first_line {
                excerpt.text.push('\n');
            }
            let marks = self.marks.iter().filter(|one| one.0 == line).map(|one| one.1);
            excerpt.push_line(file, file.line(line), &marks.collect::<Vec<_>>());
        }
        excerpt
    }
}

impl<'a> Excerpt<'a> {
    /// Appends a line, cleaned and clipped to a window around its marks. Of a mark that covers several lines
    /// the first is shown.
    fn push_line(&mut self, file: &SourceFile, line: Span, marks: &[Mark<'a>]) {
        let text = file.text();
        let starts = marks.iter().map(|mark| mark.place.span.start);
        let focus = starts.min().map_or(line.start, |start| start.clamp(line.start, line.end));
        let before = text[line.start..focus].char_indices().rev().take(BEFORE).last();
        let start = before.map_or(focus, |(at, _)| line.start + at);
        let after = text[focus..line.end].char_indices().nth(AFTER);
        let end = after.map_or(line.end, |(at, _)| focus + at);

        if start > line.start {
            self.text.push('…');
        }
        // Where in the excerpt each mark begins and ends, filled in while the line is copied.
        let mut ranges: Vec<Range<usize>> = vec![self.text.len()..self.text.len(); marks.len()];
        for (at, character) in text[start..end].char_indices() {
            let shown_at = self.text.len();
            match visible(character) {
                _ if character == '\t' => self.text.push_str(TAB),
                Some(picture) => self.text.push(picture),
                None => self.text.push(character),
            }
            for (range, mark) in ranges.iter_mut().zip(marks) {
                let span = mark.place.span;
                if start + at < span.start {
                    *range = self.text.len()..self.text.len();
                } else if start + at < span.end {
                    range.start = range.start.min(shown_at);
                    range.end = self.text.len();
                }
            }
        }
        if end < line.end {
            self.text.push('…');
        }
        self.marks.extend(ranges.into_iter().zip(marks.iter().copied()));
    }
}
