//! What paragraph and text styles mean, by their outline levels, by what they are based on, and by
//! their names.

use crate::office::Node;
use std::collections::HashMap;

/// Styles may be based on one another in a circle; nobody stacks more than this.
const BASES: usize = 20;

/// What a paragraph is, by its style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A heading; 1 is the document's title.
    Heading(u8),
    /// What stands below or above a table or figure.
    Caption,
    /// A quotation.
    Quote,
    /// A line of code.
    Code,
}

#[derive(Debug, Default)]
struct Style {
    /// In lower case.
    name: String,
    based_on: Option<String>,
    outline: Option<u8>,
    list: Option<String>,
    is_automatic: bool,
    is_hidden: bool,
    is_raised: bool,
}

/// The styles of one document, by family and name.
#[derive(Debug, Default)]
pub(super) struct Styles {
    by_name: HashMap<String, Style>,
}

impl Styles {
    /// Takes in a style; other nodes are passed over.
    pub(super) fn add(&mut self, node: &Node, is_automatic: bool) {
        let (Some(name), "style") = (node.attribute("name"), node.name.as_str()) else { return };
        let shown = node.attribute("display-name").unwrap_or(name).replace("_20_", " ");
        let text = node.child("text-properties");
        let position = text.and_then(|text| text.attribute("text-position"));
        let level = |name| node.attribute(name).and_then(|level: &str| level.parse::<u8>().ok());
        let style = Style {
            name: shown.to_lowercase(),
            based_on: node.attribute("parent-style-name").map(str::to_owned),
            outline: level("default-outline-level").filter(|level| *level > 0),
            list: node.attribute("list-style-name").map(str::to_owned),
            is_automatic,
            is_hidden: text.and_then(|text| text.attribute("display")) == Some("none"),
            is_raised: position.is_some_and(|at| {
                at.starts_with("super")
                    || at.starts_with(|digit: char| digit.is_ascii_digit() && digit != '0')
            }),
        };
        self.by_name.insert(name.to_owned(), style);
    }

    fn chain<'a>(&'a self, name: Option<&'a str>) -> impl Iterator<Item = &'a Style> {
        let first = name.and_then(|name| self.by_name.get(name));
        let base = |style: &&'a Style| self.by_name.get(style.based_on.as_deref()?);
        std::iter::successors(first, base).take(BASES)
    }

    /// What a paragraph of this style is; `None` for running text.
    pub(super) fn role(&self, name: Option<&str>) -> Option<Role> {
        // a style that is used but not described: its name is all there is
        let bare = name.filter(|name| !self.by_name.contains_key(*name));
        let bare = bare.and_then(|name| role_of(&name.replace("_20_", " ").to_lowercase()));
        let by_outline = |style: &Style| Some(Role::Heading(below_title(style.outline?)));
        // automatic styles have no name of their own; those of a name say what they are
        let own = self.chain(name).find(|style| !style.is_automatic);
        let is_title =
            own.is_none_or(|style| style.name.contains("title") && !style.name.contains("sub"));
        bare.or_else(|| {
            let roles = self
                .chain(name)
                .filter_map(|style| role_of(&style.name).or_else(|| by_outline(style)));
            roles.into_iter().find(|role| is_title || *role != Role::Heading(1))
        })
    }

    /// The list style that a paragraph style brings along.
    pub(super) fn list(&self, name: Option<&str>) -> Option<String> {
        self.chain(name).find_map(|style| style.list.clone())
    }

    /// Whether text of this style is hidden.
    pub(super) fn is_hidden(&self, name: Option<&str>) -> bool {
        self.chain(name).any(|style| style.is_hidden)
    }

    /// Whether text of this style stands above the line.
    pub(super) fn is_raised(&self, name: Option<&str>) -> bool {
        self.chain(name).any(|style| style.is_raised)
    }
}

/// The document's title is the one heading of level 1; outline level 1 stands below it.
pub(super) fn below_title(level: u8) -> u8 {
    level.clamp(1, 5) + 1
}

fn role_of(name: &str) -> Option<Role> {
    match name {
        "title" => Some(Role::Heading(1)),
        "caption" | "figure" | "illustration" | "drawing" => Some(Role::Caption),
        "quotations" | "quote" | "quotation" | "block quotation" => Some(Role::Quote),
        "preformatted text" | "source code" | "source text" | "html preformatted" => {
            Some(Role::Code)
        }
        _ => None,
    }
}
