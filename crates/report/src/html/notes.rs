//! Notes in a subset of Markdown as HTML: paragraphs, headings, lists, fenced code, emphasis, code and links to the web.
//! Everything else is text, including HTML.

use std::collections::{HashMap, HashSet};

use super::Escaped;

/// A block that is being collected.
enum Open {
    None,
    Paragraph(Vec<String>),
    List { ordered: bool, items: Vec<Vec<String>> },
    Code { fence: String, lines: Vec<String> },
}

/// Returns the elements of a text.
pub(super) fn elements(text: &str) -> String {
    let (mut html, mut open) = (String::new(), Open::None);
    for line in text.lines() {
        open = next(&mut html, open, line);
    }
    close(&mut html, open);
    html
}

/// Adds a line to the open block, or closes the block and opens another one.
fn next(html: &mut String, open: Open, line: &str) -> Open {
    let words = line.trim();
    let open = match open {
        Open::Code { fence, mut lines } => {
            if words.starts_with(&fence) && words.trim_matches('`').is_empty() {
                return close(html, Open::Code { fence, lines });
            }
            lines.push(line.to_owned());
            return Open::Code { fence, lines };
        }
        other => other,
    };
    let ticks = words.len() - words.trim_start_matches('`').len();
    if ticks > 2 && !words[ticks..].contains('`') {
        close(html, open);
        return Open::Code { fence: "`".repeat(ticks), lines: vec![] };
    }
    if words.is_empty() {
        // An empty line between two items leaves them in one list.
        return if matches!(open, Open::List { .. }) { open } else { close(html, open) };
    }
    if let Some(title) = heading(words) {
        close(html, open);
        html.push_str(&format!("<p><strong>{}</strong></p>\n", inline(title)));
        return Open::None;
    }
    if let Some((is_ordered, item)) = list_item(words) {
        return match open {
            Open::List { ordered, mut items } if ordered == is_ordered => {
                items.push(vec![item.to_owned()]);
                Open::List { ordered, items }
            }
            other => {
                close(html, other);
                Open::List { ordered: is_ordered, items: vec![vec![item.to_owned()]] }
            }
        };
    }
    match open {
        Open::Paragraph(mut lines) => {
            lines.push(words.to_owned());
            Open::Paragraph(lines)
        }
        Open::List { ordered, mut items } if line.starts_with([' ', '\t']) => {
            items.last_mut().expect("a list begins with an item").push(words.to_owned());
            Open::List { ordered, items }
        }
        other => {
            close(html, other);
            Open::Paragraph(vec![words.to_owned()])
        }
    }
}

/// Appends the element of a block. Returns that none is open.
fn close(html: &mut String, open: Open) -> Open {
    match open {
        Open::None => {}
        Open::Paragraph(lines) => html.push_str(&format!("<p>{}</p>\n", inline(&lines.join("\n")))),
        Open::List { ordered, items } => {
            let tag = if ordered { "ol" } else { "ul" };
            let items: String = items.iter().map(|lines| format!("<li>{}</li>\n", inline(&lines.join("\n")))).collect();
            html.push_str(&format!("<{tag}>\n{items}</{tag}>\n"));
        }
        Open::Code { lines, .. } => {
            html.push_str(&format!("<pre tabindex=\"0\"><code>{}</code></pre>\n", Escaped(&lines.join("\n"))));
        }
    }
    Open::None
}

/// Returns the words of a heading: `## words`.
fn heading(line: &str) -> Option<&str> {
    let words = line.trim_start_matches('#');
    let level = line.len() - words.len();
    ((1..=6).contains(&level) && words.starts_with(' ')).then(|| words.trim().trim_end_matches('#').trim_end())
}

/// Returns whether the list is numbered, and the words of an item: `- words`, `* words` or `1. words`.
fn list_item(line: &str) -> Option<(bool, &str)> {
    if let Some(words) = line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")) {
        return Some((false, words));
    }
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = line.len() - rest.len();
    let words = rest.strip_prefix(". ").filter(|_| (1..=9).contains(&digits))?;
    Some((true, words))
}

/// The places of runs of backticks in a text, by their lengths.
type Runs = HashMap<usize, Vec<usize>>;

fn runs(text: &str) -> Runs {
    let mut runs = Runs::new();
    let mut end = 0;
    for (place, _) in text.match_indices('`') {
        if place >= end {
            let length = text[place..].bytes().take_while(|byte| *byte == b'`').count();
            runs.entry(length).or_default().push(place);
            end = place + length;
        }
    }
    runs
}

/// Returns text with its emphasis, code and links as HTML.
fn inline(text: &str) -> String {
    let (mut html, mut rest, mut before) = (String::new(), text, ' ');
    // What ends nowhere is sought once, so that the time for a text is linear in its length.
    let (runs, mut unclosed) = (runs(text), HashSet::new());
    while let Some(first) = rest.chars().next() {
        let element = match first {
            '\\' => escape(rest),
            '`' => code(text, text.len() - rest.len(), &runs),
            '*' | '_' => emphasis(rest, first, before, &mut unclosed),
            '[' => link(rest),
            _ => None,
        };
        // A run of backticks without an end is text as a whole.
        let run = rest.len() - rest.trim_start_matches('`').len();
        let plain_length = if run > 0 { run } else { first.len_utf8() };
        let (element, length) = element.unwrap_or_else(|| (Escaped(&rest[..plain_length]).to_string(), plain_length));
        html.push_str(&element);
        before = rest[..length].chars().next_back().unwrap_or(first);
        rest = &rest[length..];
    }
    html
}

/// Returns the HTML of a character that a backslash escapes, and the length of its Markdown.
fn escape(text: &str) -> Option<(String, usize)> {
    let escaped = text[1..].chars().next().filter(char::is_ascii_punctuation)?;
    Some((Escaped(&text[1..2]).to_string(), 1 + escaped.len_utf8()))
}

/// Returns the HTML of code between runs of backticks of the same length, from the one at `begin`, and the length of its Markdown.
fn code(text: &str, begin: usize, runs: &Runs) -> Option<(String, usize)> {
    let ticks = text[begin..].len() - text[begin..].trim_start_matches('`').len();
    let places = runs.get(&ticks)?;
    let end = *places.get(places.partition_point(|place| *place <= begin))?;
    let inner = text[begin + ticks..end].replace('\n', " ");
    let inner = inner.strip_prefix(' ').and_then(|inner| inner.strip_suffix(' ')).unwrap_or(&inner);
    Some((format!("<code>{}</code>", Escaped(inner)), end + ticks - begin))
}

/// Returns the HTML of `**strong**` or `*emphasized*` words, or of whole words between underscores, and the length of their
/// Markdown.
fn emphasis(text: &str, mark: char, before: char, unclosed: &mut HashSet<String>) -> Option<(String, usize)> {
    for (length, tag) in [(2, "strong"), (1, "em")] {
        let marks: String = std::iter::repeat_n(mark, length).collect();
        let Some(rest) = text.strip_prefix(&marks) else { continue };
        let is_no_start = rest.starts_with(|c: char| c.is_whitespace() || c == mark);
        if is_no_start || (mark == '_' && before.is_alphanumeric()) || unclosed.contains(&marks) {
            continue;
        }
        let ends = rest.match_indices(&marks).find(|(place, _)| {
            let after = rest[place + length..].chars().next();
            let last = rest[..*place].chars().next_back();
            last.is_some_and(|last| !last.is_whitespace() && last != '\\')
                && after != Some(mark)
                && (mark == '*' || !after.is_some_and(char::is_alphanumeric))
        });
        if let Some((place, _)) = ends {
            return Some((format!("<{tag}>{}</{tag}>", inline(&rest[..place])), place + 2 * length));
        }
        unclosed.insert(marks);
    }
    None
}

/// Returns the HTML of a link, `[words](https://…)`, and the length of its Markdown. Other addresses stay text.
fn link(text: &str) -> Option<(String, usize)> {
    let middle = 1 + text[1..].find(['[', ']', '\n'])?;
    let address = text[middle..].strip_prefix("](")?;
    let length = address.find(|c: char| c == ')' || c == '[' || c.is_whitespace())?;
    let (words, address) = (&text[1..middle], &address[..length]);
    let is_web = address.starts_with("https://") || address.starts_with("http://");
    let end = middle + 2 + length;
    if !is_web || !text[end..].starts_with(')') {
        return None;
    }
    let html = format!("<a href=\"{}\" rel=\"noopener noreferrer\">{}</a>", Escaped(address), inline(words));
    Some((html, end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_markdown() {
        let text = "# Question\nDoes `a < b` **matter**\nat *all*? See [it](https://x.org/a?b&c).\n\n- one\n  more\n- two_of_2\n\n1. first\n\n```\n<raw> *x*\n```";
        let html = "<p><strong>Question</strong></p>\n<p>Does <code>a &lt; b</code> <strong>matter</strong>\nat <em>all</em>? See \
                    <a href=\"https://x.org/a?b&amp;c\" rel=\"noopener noreferrer\">it</a>.</p>\n<ul>\n<li>one\nmore</li>\n\
                    <li>two_of_2</li>\n</ul>\n<ol>\n<li>first</li>\n</ol>\n<pre tabindex=\"0\"><code>&lt;raw&gt; *x*</code></pre>\n";
        assert_eq!(elements(text), html);
    }

    /// A quadratic reading of 240 kB took 21 s; this one takes some ten milliseconds, and has a second on a busy machine.
    #[test]
    fn long_notes_with_marks_are_read_in_linear_time() {
        let runs: String = (1..700).map(|length| "`".repeat(length) + "a").collect();
        let parts =
            ["*a ", "**a *b ", "`", "[", "_a ", "*a* **b ", "[a](", "[a](https://", "`a``", "*a_", "***", "**a**_b_ "];
        let texts = parts.iter().map(|part| part.repeat((240 << 10) / part.len())).chain([runs]);
        for text in texts {
            let begin = std::time::Instant::now();
            let html = elements(&text);
            assert!(!html.is_empty() && begin.elapsed().as_secs() < 3, "{:.9}: {:?}", text, begin.elapsed());
        }
    }

    #[test]
    fn emphasis_of_any_length_is_read_and_unclosed_marks_stay_text() {
        let words = "word ".repeat(1000) + "end";
        assert_eq!(inline(&format!("**{words}** *a")), format!("<strong>{words}</strong> *a"));
        assert_eq!(inline("`a ``b``"), "`a <code>b</code>");
        assert_eq!(inline("[a [b](https://x.org)"), "[a <a href=\"https://x.org\" rel=\"noopener noreferrer\">b</a>");
    }

    #[test]
    fn notes_without_pairs_of_marks_stay_text() {
        for (text, html) in [
            ("2 * 3 * 4", "2 * 3 * 4"),
            ("snake_case_name", "snake_case_name"),
            (r"\*a\* \_b", "*a* _b"),
            ("a ` b", "a ` b"),
            ("[x](javascript:alert)", "[x](javascript:alert)"),
            ("[x](https://a b)", "[x](https://a b)"),
            ("<b>", "&lt;b&gt;"),
            ("``a`b``", "<code>a`b</code>"),
            ("**a *b* c**", "<strong>a <em>b</em> c</strong>"),
            ("***", "***"),
            ("_é_ü", "_é_ü"),
            ("\\", "\\"),
            ("[", "["),
        ] {
            assert_eq!(inline(text), html, "{text}");
        }
    }
}
