//! Reports for people, drawn as rustc draws its own.

use annotate_snippets::renderer::Renderer;
use annotate_snippets::{AnnotationKind, Element, Level, Snippet};

use super::clean;
use super::excerpt::{Mark, group};
use crate::diagnostic::{Diagnostic, Severity};
use crate::schema::SourceMap;

/// Encloses, in place of a file's name, the number of its excerpt. The crate that draws would print the
/// column within the excerpt; [`put_origins`] puts in the true file, line and column. Cleaned text never
/// holds this character.
const ORIGIN: char = '\u{e000}';

/// Excerpts are clipped already, so the drawing need not be.
const WIDTH: usize = 1_000;

/// How many further places a report shows; a report for editors lists all.
const MOST_RELATED: usize = 16;

/// A report, without a final line break.
pub(super) fn render(diagnostic: &Diagnostic, sources: &SourceMap, color: bool) -> String {
    let level = level(diagnostic.code.severity());
    let title =
        level.primary_title(clean::text(&diagnostic.message, false)).id(diagnostic.code.as_str());
    let marks = marks(diagnostic);
    let groups = group(&marks, sources);
    let mut elements: Vec<Element> = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        let file = sources.file(group.marks[0].1.place.file);
        let excerpt = group.excerpt(file);
        let annotations = excerpt.marks.into_iter().map(|(range, mark)| {
            let kind =
                if mark.is_primary { AnnotationKind::Primary } else { AnnotationKind::Context };
            let label = (!mark.label.is_empty()).then(|| clean::text(mark.label, false));
            kind.span(range).label(label)
        });
        let snippet = Snippet::source(excerpt.text)
            .line_start(excerpt.first_line)
            .path(format!("{ORIGIN}{index}{ORIGIN}"))
            .annotations(annotations);
        elements.push(snippet.into());
    }
    let pointer = diagnostic.place.map(|place| sources.pointer(place)).unwrap_or_default();
    if !pointer.is_empty() {
        elements.push(Level::NOTE.with_name("at").message(clean::text(&pointer, false)).into());
    }
    if let Some(help) = &diagnostic.help {
        elements.push(Level::HELP.message(clean::text(help, true)).into());
    }
    let drawn = renderer(color).render(&[title.elements(elements)]);
    let origins = groups.iter().map(|group| origin(&group.marks[0].1, sources));
    put_origins(&drawn, &origins.collect::<Vec<_>>())
}

/// The last line: how many errors and warnings there are.
pub(super) fn summary(errors: usize, warnings: usize, color: bool) -> String {
    let count = |number: usize, noun: &str| {
        let plural = if number == 1 { "" } else { "s" };
        (number > 0).then(|| format!("{number} {noun}{plural}"))
    };
    let counts = [count(errors, "error"), count(warnings, "warning")];
    let text = counts.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let severity = if errors > 0 { Severity::Error } else { Severity::Warning };
    let group = annotate_snippets::Group::with_title(level(severity).primary_title(text));
    renderer(color).render(&[group])
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    }
}

fn renderer(color: bool) -> Renderer {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    renderer.term_width(WIDTH)
}

/// The places of a problem, its own first.
fn marks(diagnostic: &Diagnostic) -> Vec<Mark<'_>> {
    let own = diagnostic.place.map(|place| (place, diagnostic.label.as_str(), true));
    let related = diagnostic
        .related
        .iter()
        .take(MOST_RELATED)
        .map(|(place, note)| (*place, note.as_str(), false));
    let all = own.into_iter().chain(related);
    all.map(|(place, label, is_primary)| Mark { place, label, is_primary }).collect()
}

/// `file:line:column` of a mark.
fn origin(mark: &Mark, sources: &SourceMap) -> String {
    let (line, column) = sources.line_column(mark.place.file, mark.place.span.start);
    let name = clean::text(sources.file(mark.place.file).name(), false);
    format!("{name}:{line}:{column}")
}

/// Replaces each numbered mark, and the line and column of the excerpt after it, by its origin.
fn put_origins(drawn: &str, origins: &[String]) -> String {
    let mut out = String::with_capacity(drawn.len());
    let mut parts = drawn.split(ORIGIN);
    out.push_str(parts.next().unwrap_or_default());
    while let (Some(index), Some(rest)) = (parts.next(), parts.next()) {
        let origin = index.parse().ok().and_then(|index: usize| origins.get(index));
        out.push_str(origin.map_or("", String::as_str));
        out.push_str(rest.trim_start_matches(|one: char| one == ':' || one.is_ascii_digit()));
    }
    out
}
