//! Which styles are headings, and which number their paragraphs. Knows styles by what they say, by
//! what they are based on, and by their English names, which Word stores in every language.

use super::xml::Node;
use std::collections::HashMap;

/// Styles may be based on one another in a circle; nobody stacks more than this.
const BASES: usize = 20;

/// What a paragraph style means to us.
#[derive(Clone, Debug, Default)]
struct Style {
    name: String,
    based_on: Option<String>,
    outline: Option<u8>,
    numbered: Option<(String, usize)>,
}

/// The styles of one document.
#[derive(Debug, Default)]
pub(super) struct Styles {
    by_id: HashMap<String, Style>,
}

impl Styles {
    /// Reads `word/styles.xml`.
    pub(super) fn read(part: Option<&Node>) -> Self {
        let mut styles = Self::default();
        for node in part.into_iter().flat_map(Node::nodes).filter(|node| node.name == "style") {
            let Some(id) = node.attribute("styleId") else { continue };
            let properties = node.child("pPr");
            let style = Style {
                name: node.value("name").unwrap_or_default().to_lowercase(),
                based_on: node.value("basedOn").map(str::to_owned),
                outline: properties.and_then(outline_level),
                numbered: properties.and_then(numbering_of),
            };
            styles.by_id.insert(id.to_owned(), style);
        }
        styles
    }

    /// The style itself, then what it is based on.
    fn chain<'a>(&'a self, id: Option<&'a str>) -> impl Iterator<Item = &'a Style> {
        let first = id.and_then(|id| self.by_id.get(id));
        let base = |style: &&'a Style| self.by_id.get(style.based_on.as_deref()?);
        std::iter::successors(first, base).take(BASES)
    }

    /// The heading level of a paragraph, by its own properties or its style.
    pub(super) fn heading(&self, paragraph: Option<&Node>) -> Option<u8> {
        let id = paragraph.and_then(|properties| properties.value("pStyle"));
        let own = paragraph.and_then(outline_level);
        let named = || match self.by_id.get(id?) {
            Some(_) => self.chain(id).find_map(|style| style.outline.or(level_of(&style.name))),
            // a style that is used but not described: its id is all there is
            None => level_of(&id?.to_lowercase()),
        };
        own.or_else(named)
    }

    /// Numbering that the style brings along: list and level.
    pub(super) fn numbered(&self, id: Option<&str>) -> Option<(String, usize)> {
        self.chain(id).find_map(|style| style.numbered.clone())
    }

    /// Whether the paragraph is a line of a table of contents.
    pub(super) fn is_contents(&self, id: Option<&str>) -> bool {
        self.chain(id).any(|style| style.name.starts_with("toc "))
    }
}

/// `w:numPr`: list and level.
pub(super) fn numbering_of(properties: &Node) -> Option<(String, usize)> {
    let numbering = properties.child("numPr")?;
    let level = numbering.value("ilvl").and_then(|level| level.parse().ok()).unwrap_or(0);
    Some((numbering.value("numId")?.to_owned(), level))
}

/// `w:outlineLvl` counts from 0; 9 is running text.
fn outline_level(properties: &Node) -> Option<u8> {
    let level: u8 = properties.value("outlineLvl")?.parse().ok()?;
    (level < 9).then_some((level + 1).min(6))
}

fn level_of(name: &str) -> Option<u8> {
    if name == "title" {
        return Some(1);
    }
    let level: u8 = name.strip_prefix("heading")?.trim().parse().ok()?;
    (1..=9).contains(&level).then_some(level.min(6))
}
