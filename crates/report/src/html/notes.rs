//! The notes of a sweep file, written in Markdown, as HTML. HTML within them is text, headings are bold lines, images are links, links lead
//! to the web alone, and nothing is fetched. `markdown` quotes the same notes in `summary.md`.

use pulldown_cmark::{Event, Parser, Tag, TagEnd, html};

use super::Escaped;
use evocube_cube::text::is_printable;

/// Returns the elements of a text.
pub(super) fn elements(text: &str) -> String {
    let is_kept = |character| is_printable(character) || matches!(character, '\n' | '\t');
    let text = text.replace(|character| !is_kept(character), "\u{fffd}");
    let mut elements = String::new();
    html::push_html(&mut elements, Parser::new(&text).map(event));
    elements
}

/// Returns the event that is written in place of another one.
fn event(event: Event<'_>) -> Event<'_> {
    let tag = |html: &'static str| Event::Html(html.into());
    match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
        Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
        // The headings of the page are its sections.
        Event::Start(Tag::Heading { .. }) => tag("<p><strong>"),
        Event::End(TagEnd::Heading(_)) => tag("</strong></p>\n"),
        Event::Start(Tag::CodeBlock(_)) => tag("<pre tabindex=\"0\"><code>"),
        Event::End(TagEnd::CodeBlock) => tag("</code></pre>\n"),
        Event::Start(Tag::Link { dest_url: address, .. } | Tag::Image { dest_url: address, .. }) => {
            let is_web = address.starts_with("https://") || address.starts_with("http://");
            let link = format!("<a href=\"{}\" rel=\"noopener noreferrer\">", Escaped(&address));
            Event::InlineHtml(if is_web { link.into() } else { "<a>".into() })
        }
        Event::End(TagEnd::Link | TagEnd::Image) => Event::InlineHtml("</a>".into()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_markdown() {
        let text = "# Question\nDoes `a < b` **matter**\nat *all*? See [it](https://x.org/a?b&c).\n\n- one\n  more\n- two_of_2\n\n1. first\n\n```\n<raw> *x*\n```";
        let html = "<p><strong>Question</strong></p>\n<p>Does <code>a &lt; b</code> <strong>matter</strong>\nat <em>all</em>? See \
                    <a href=\"https://x.org/a?b&amp;c\" rel=\"noopener noreferrer\">it</a>.</p>\n<ul>\n<li>one\nmore</li>\n\
                    <li>two_of_2</li>\n</ul>\n<ol>\n<li>first</li>\n</ol>\n<pre tabindex=\"0\"><code>&lt;raw&gt; *x*\n</code></pre>\n";
        assert_eq!(elements(text), html);
    }

    #[test]
    fn long_notes_with_many_marks_lose_no_letter() {
        let runs: String = (1..700).map(|length| "`".repeat(length) + "a").collect();
        let parts =
            ["*a ", "**a *b ", "`", "[", "_a ", "*a* **b ", "[a](", "[a](https://", "`a``", "*a_", "***", "**a**_b_ "];
        let texts = parts.iter().map(|part| part.repeat((240 << 10) / part.len())).chain([runs]);
        for text in texts {
            let html = elements(&text);
            assert!(html.matches('a').count() >= text.matches('a').count(), "{text:.9}");
        }
    }

    #[test]
    fn notes_bring_no_elements_of_their_own() {
        for (text, html) in [
            ("2 * 3 * 4 in snake_case_name", "<p>2 * 3 * 4 in snake_case_name</p>\n"),
            (r"\*a\* \_b ``a`b``", "<p>*a* _b <code>a`b</code></p>\n"),
            ("**a *b* c**", "<p><strong>a <em>b</em> c</strong></p>\n"),
            ("[x](javascript:alert)", "<p><a>x</a></p>\n"),
            ("[x](/etc)", "<p><a>x</a></p>\n"),
            ("![x](https://a.org/b.png)", "<p><a href=\"https://a.org/b.png\" rel=\"noopener noreferrer\">x</a></p>\n"),
            ("a <b> c", "<p>a &lt;b&gt; c</p>\n"),
            ("<script>x</script>", "<p>&lt;script&gt;x&lt;/script&gt;</p>\n"),
            ("a\u{7}b\u{202e}", "<p>a\u{fffd}b\u{fffd}</p>\n"),
        ] {
            assert_eq!(elements(text), html, "{text}");
        }
    }
}
