//! What paragraph and character styles mean: headings, numbering, captions, quotations, code. Knows
//! them by what they say, by what they are based on, and by their names, in English, as Word stores
//! its own in every language, and in the languages of programs that do not.

use crate::office::Node;
use language::List;
use std::collections::HashMap;

/// Styles may be based on one another in a circle; nobody stacks more than this.
const BASES: usize = 20;
/// What a paragraph is, by its style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A heading; 1 is the document's title.
    Heading(u8),
    /// A line of a table of contents, or the heading over it.
    Contents,
    /// What stands below or above a table or figure.
    Caption,
    /// A quotation.
    Quote,
    /// A line of code.
    Code,
    /// Running text.
    Text,
}

/// List and level that a paragraph or style states, each where it does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Numbered {
    /// The list; `0` takes numbering away.
    pub(super) list: Option<String>,
    /// Counted from 0.
    pub(super) level: Option<usize>,
}

#[derive(Clone, Debug, Default)]
struct Style {
    /// In lower case.
    name: String,
    based_on: Option<String>,
    /// As stated: 0 to 8, and 9 for running text.
    outline: Option<u8>,
    numbered: Numbered,
    is_hidden: bool,
}

/// The styles of one document.
#[derive(Debug, Default)]
pub(super) struct Styles {
    by_id: HashMap<String, Style>,
    /// What paragraphs have that name no style.
    usual: Option<String>,
}

impl Styles {
    /// Reads `word/styles.xml`.
    pub(super) fn read(part: Option<&Node>) -> Self {
        let mut styles = Self::default();
        for node in part.into_iter().flat_map(Node::nodes).filter(|node| node.name == "style") {
            let Some(id) = node.attribute("styleId") else { continue };
            let properties = node.child("pPr");
            let style = Style {
                name: node.value("name").unwrap_or_default().trim().to_lowercase(),
                based_on: node.value("basedOn").map(str::to_owned),
                outline: properties.and_then(outline_level),
                numbered: properties.map(numbering_of).unwrap_or_default(),
                is_hidden: node.child("rPr").is_some_and(|run| run.is_on("vanish")),
            };
            let is_usual = matches!(node.attribute("default"), Some("1" | "true" | "on"));
            if is_usual && node.attribute("type") == Some("paragraph") {
                styles.usual = Some(id.to_owned());
            }
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

    /// What a paragraph is, by its own properties or its style.
    pub(super) fn role(&self, paragraph: Option<&Node>) -> Role {
        let id = paragraph.and_then(|properties| properties.value("pStyle"));
        let own = paragraph.and_then(outline_level);
        let named = |id: &str| match self.by_id.get(id) {
            Some(own) => {
                // names and dates under the title are set like it, and are none
                let is_title = own.is_title();
                let mut roles = self.chain(Some(id)).filter_map(Style::role);
                roles.find(|role| is_title || *role != Role::Heading(1))
            }
            // a style that is used but not described: its id is all there is
            None => role_of(&id.to_lowercase()),
        };
        let by_style = id.and_then(named);
        match (own, by_style) {
            (_, Some(Role::Contents)) => Role::Contents,
            (Some(level), Some(Role::Heading(1))) if level < 9 => Role::Heading(1),
            (Some(level), _) if level < 9 => Role::Heading(below_title(level + 1)),
            (Some(_), Some(Role::Heading(_))) => Role::Text,
            (_, role) => role.unwrap_or(Role::Text),
        }
    }

    /// Numbering of a paragraph, its own or its style's: list, level, and the style that states it.
    pub(super) fn numbered(&self, paragraph: Option<&Node>) -> (Numbered, Option<String>) {
        let own = paragraph.map(numbering_of).unwrap_or_default();
        let id = paragraph.and_then(|properties| properties.value("pStyle"));
        let id = id.or(self.usual.as_deref());
        if own.list.is_some() {
            return (own, None);
        }
        let stated = self.chain(id).find(|style| style.numbered.list.is_some());
        let Some(style) = stated else { return (own, None) };
        let level = self.chain(id).find_map(|style| style.numbered.level);
        let numbered = Numbered { list: style.numbered.list.clone(), level: own.level.or(level) };
        (numbered, id.map(str::to_owned))
    }

    /// Whether runs of this character style are code.
    pub(super) fn is_code(&self, id: Option<&str>) -> bool {
        self.chain(id).any(|style| style.role() == Some(Role::Code))
    }

    /// Whether text of this style is hidden.
    pub(super) fn is_hidden(&self, id: Option<&str>) -> bool {
        self.chain(id).any(|style| style.is_hidden)
    }
}

impl Style {
    fn is_title(&self) -> bool {
        let is_named =
            List::of("styles of titles").entries().iter().any(|title| self.name.contains(title));
        is_named && !self.name.contains("sub")
    }

    /// What this style says by itself, without what it is based on.
    fn role(&self) -> Option<Role> {
        let named = role_of(&self.name);
        match self.outline {
            _ if named == Some(Role::Contents) || named == Some(Role::Heading(1)) => named,
            Some(9) => {
                Some(named.filter(|role| !matches!(role, Role::Heading(_))).unwrap_or(Role::Text))
            }
            Some(level) => Some(Role::Heading(below_title(level + 1))),
            None => named,
        }
    }
}

/// `w:numPr`: list and level.
fn numbering_of(properties: &Node) -> Numbered {
    let Some(numbering) = properties.child("numPr") else { return Numbered::default() };
    Numbered {
        list: numbering.value("numId").map(str::to_owned),
        level: numbering.value("ilvl").and_then(|level| level.parse().ok()),
    }
}

/// `w:outlineLvl` counts from 0; 9 is running text.
fn outline_level(properties: &Node) -> Option<u8> {
    properties.value("outlineLvl")?.parse().ok().filter(|level| *level <= 9)
}

/// The document's title is the one heading of level 1; Word's "heading 1" stands below it.
fn below_title(level: u8) -> u8 {
    level.saturating_add(1).min(6)
}

fn role_of(name: &str) -> Option<Role> {
    if List::of("styles of titles").has(name) {
        return Some(Role::Heading(1));
    }
    if name.starts_with("toc ") || name == "table of figures" || name == "contents heading" {
        return Some(Role::Contents);
    }
    if List::of("styles of code").has(name)
        || name.split([' ', '-', '_']).any(|word| word == "code")
    {
        return Some(Role::Code);
    }
    match name {
        "caption" | "image caption" | "table caption" | "figure" | "illustration" => {
            return Some(Role::Caption);
        }
        "quote" | "intense quote" | "block text" | "block quotation" | "quotations" => {
            return Some(Role::Quote);
        }
        _ => {}
    }
    heading_level(name).map(|level| Role::Heading(below_title(level)))
}

/// `heading 2`, `Überschrift 2`, `heading 2 unnumbered`, `my heading 2`, `h2`.
fn heading_level(name: &str) -> Option<u8> {
    let digit = |text: &str| {
        let mut letters = text.trim_start().chars();
        let level = letters.next()?.to_digit(10).filter(|level| (1..=9).contains(level))?;
        let is_whole = letters.next().is_none_or(|next| !next.is_alphanumeric() && next != '.');
        is_whole.then_some(level as u8)
    };
    if let Some(level) = name.strip_prefix('h').and_then(digit)
        && name.len() == 2
    {
        return Some(level);
    }
    let named = List::of("styles of headings")
        .entries()
        .iter()
        .find_map(|heading| digit(name.strip_prefix(heading)?));
    named.or_else(|| digit(name.rsplit_once(" heading ")?.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::office::xml;
    use types::Format;

    #[test]
    fn names_of_headings() {
        for (name, expected) in [
            ("heading 1", Some(1)),
            ("überschrift 3", Some(3)),
            ("标题 2", Some(2)),
            ("ttulo2", Some(2)),
            ("h4", Some(4)),
            ("heading 2 unnumbered", Some(2)),
            ("appendix heading 1", Some(1)),
            ("heading 12", None),
            ("heading", None),
            ("h10", None),
            ("header", None),
        ] {
            assert_eq!(heading_level(name), expected, "{name}");
        }
    }

    #[test]
    fn roles_come_from_outline_levels_bases_and_names() {
        let styles = "<styles>\
            <style styleId='A'><name val='My part'/><pPr><outlineLvl val='1'/></pPr></style>\
            <style styleId='B'><name val='Mine'/><basedOn val='A'/></style>\
            <style styleId='C'><name val='Body'/><basedOn val='A'/><pPr><outlineLvl val='9'/></pPr></style>\
            <style styleId='X'><name val='x'/><basedOn val='Y'/></style>\
            <style styleId='Y'><name val='y'/><basedOn val='X'/></style>\
            <style styleId='T'><name val='Title'/></style>\
            <style styleId='D'><name val='Date'/><basedOn val='T'/></style>\
            <style styleId='MT'><name val='My Title'/><basedOn val='T'/></style>\
            <style styleId='H'><name val='heading 1'/></style>\
            <style styleId='TH'><name val='TOC Heading'/><basedOn val='H'/></style>\
            <style styleId='K'><name val='Source Code'/></style></styles>";
        let styles = Styles::read(Some(&xml::parse(styles.as_bytes(), Format::Docx).unwrap()));
        for (paragraph, expected) in [
            ("<pStyle val='A'/>", Role::Heading(3)),
            ("<pStyle val='B'/>", Role::Heading(3)),
            ("<pStyle val='C'/>", Role::Text),
            ("<pStyle val='X'/>", Role::Text),
            ("<pStyle val='T'/>", Role::Heading(1)),
            ("<pStyle val='D'/>", Role::Text),
            ("<pStyle val='MT'/>", Role::Heading(1)),
            ("<pStyle val='H'/>", Role::Heading(2)),
            ("<pStyle val='H'/><outlineLvl val='9'/>", Role::Text),
            ("<outlineLvl val='0'/>", Role::Heading(2)),
            ("<outlineLvl val='8'/>", Role::Heading(6)),
            ("<pStyle val='TH'/>", Role::Contents),
            ("<pStyle val='Heading3'/>", Role::Heading(4)),
            ("<pStyle val='K'/>", Role::Code),
            ("", Role::Text),
        ] {
            let node = format!("<pPr>{paragraph}</pPr>");
            let node = xml::parse(node.as_bytes(), Format::Docx).unwrap();
            assert_eq!(styles.role(Some(&node)), expected, "{paragraph}");
        }
    }
}
