//! Errors in a sweep file, shown as the compiler shows its own: the sentence, the file, the line, the place.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use evocube::experiment::sweep::SweepError;

use super::Failure;

impl Failure {
    /// A failure that shows the line of the sweep file.
    pub(crate) fn in_sweep(error: &SweepError) -> Self {
        let Some(span) = error.span.clone().filter(|span| span.end <= error.text.len()) else {
            return Self(error.to_string());
        };
        let path = error.path.display().to_string();
        let snippet = Snippet::source(&error.text)
            .path(&path)
            .annotation(AnnotationKind::Primary.span(first_line(&error.text, span)));
        let report = [Level::ERROR.primary_title(&error.message).element(snippet)];
        let text = Renderer::plain().render(&report);
        Self(text.strip_prefix("error: ").unwrap_or(&text).to_owned())
    }
}

/// The part of a span on its first line: a whole table is known by its beginning.
fn first_line(text: &str, span: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let length = text[span.clone()].find('\n').unwrap_or(span.len());
    span.start..span.start + length
}
