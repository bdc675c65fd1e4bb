//! The contents of a page: its sections and figures, with the ids that links lead to. A page with fewer than two sections has no list.

use std::collections::BTreeSet;

use super::Escaped;
use crate::document::{Block, Document, Span};
use crate::label::slug;

/// The ids of all blocks and the entries that lead to them.
pub(super) struct Contents {
    /// The id of each block; empty if it has none.
    pub(super) ids: Vec<String>,
    sections: Vec<Section>,
}

/// A section with the links to its parts.
struct Section {
    link: Link,
    parts: Vec<Link>,
}

/// A name, and the id that it leads to.
struct Link {
    name: String,
    id: String,
}

impl Contents {
    /// Collects headings and figures.
    pub(super) fn new(document: &Document) -> Self {
        // The id of a figure is its file; no heading may have the same.
        let mut used_ids: BTreeSet<String> = document.figures().map(|figure| figure.file.clone()).collect();
        let (mut ids, mut sections) = (vec![], Vec::<Section>::new());
        for block in &document.blocks {
            let mut id = String::new();
            match block {
                Block::Heading(level, text) => {
                    let name: String = text.iter().map(Span::text).collect();
                    id = free_id(&name, &mut used_ids);
                    let link = Link { name, id: id.clone() };
                    match sections.last_mut().filter(|_| *level > 2) {
                        Some(section) => section.parts.push(link),
                        None => sections.push(Section { link, parts: vec![] }),
                    }
                }
                Block::Figure(views) => {
                    if let (Some(section), Some(figure)) = (sections.last_mut(), views.first()) {
                        section.parts.push(Link { name: figure.subtitle.clone(), id: figure.file.clone() });
                    }
                }
                _ => {}
            }
            ids.push(id);
        }
        Self { ids, sections }
    }

    /// Returns the links as nested lists; empty with fewer than two sections.
    pub(super) fn list(&self) -> String {
        if self.sections.len() < 2 {
            return String::new();
        }
        let link = |Link { name, id }: &Link| format!("<a href=\"#{id}\">{}</a>", Escaped(name));
        let section = |Section { link: target, parts }: &Section| {
            let items: String = parts.iter().map(|part| format!("<li>{}</li>\n", link(part))).collect();
            let parts = if items.is_empty() { items } else { format!("\n<ul>\n{items}</ul>") };
            format!("<li>{}{parts}</li>\n", link(target))
        };
        let sections: String = self.sections.iter().map(section).collect();
        format!("<nav aria-label=\"Contents\">\n<ul>\n{sections}</ul>\n</nav>\n")
    }
}

/// Returns an id that no other element has.
fn free_id(name: &str, used_ids: &mut BTreeSet<String>) -> String {
    let stem = match slug(name) {
        slug if slug.is_empty() => "section".to_owned(),
        slug => slug,
    };
    let numbered = (2..).map(|number| format!("{stem}-{number}"));
    let free = std::iter::once(stem.clone()).chain(numbered).find(|id| !used_ids.contains(id));
    let id = free.expect("numbers do not end");
    used_ids.insert(id.clone());
    id
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{heading, subheading};

    #[test]
    fn contents_lead_to_unique_ids() {
        let blocks = vec![
            heading("Answer"),
            Block::Code(String::new()),
            heading("<Stage>"),
            subheading("answer"),
            heading("Größe"),
            heading("×"),
            heading("÷"),
        ];
        let contents = Contents::new(&Document { title: String::new(), blocks, ..Document::default() });
        assert_eq!(contents.ids, ["answer", "", "stage", "answer-2", "gr-e", "section", "section-2"]);
        let list = contents.list();
        assert!(
            list.contains("<li><a href=\"#stage\">&lt;Stage&gt;</a>\n<ul>\n<li><a href=\"#answer-2\">answer</a></li>")
        );
        assert_eq!(list.matches("<a ").count(), 6);
    }
}
