//! A parsed page as one flat list of nodes in document order: a node's descendants are the nodes
//! that follow it up to its `end`. Parsing is WHATWG's; nothing is judged here, and nothing recurses.

use super::{bounded, xhtml};
use dom_query::{Document, NodeData, NodeId};
use std::ops::Range;

/// A node's place in the list.
pub(crate) type Id = usize;

/// Around each hidden run of letters while it goes through the writer; no page's own text has them.
pub(super) const OPEN: char = '\u{fdd0}';
pub(super) const CLOSE: char = '\u{fdd1}';

#[derive(Debug, Default)]
struct Node {
    parent: Id,
    /// One past its last descendant.
    end: Id,
    depth: usize,
    /// Empty for a run of text.
    tag: String,
    text: String,
    /// Letters and digits of the text; counted once, for it may be long.
    letters: usize,
    attributes: Vec<(String, String)>,
}

/// A page, or several put one after the other.
#[derive(Debug)]
pub(crate) struct Page {
    nodes: Vec<Node>,
}

impl Page {
    /// A page without content; its root is node 0.
    pub(crate) fn new() -> Self {
        Self { nodes: vec![Node { end: 1, tag: "#root".to_owned(), ..Node::default() }] }
    }

    /// Parses `html`; XHTML's empty elements and CDATA sections are understood where it says that it
    /// is XHTML.
    pub(crate) fn parse(html: &str) -> Self {
        let mut page = Self::new();
        page.copy(&Document::from(markup(html)));
        page
    }

    /// Parses XML as forgivingly: names in lower case, no entities but HTML's.
    pub(crate) fn parse_xml(xml: &str) -> Self {
        let mut page = Self::new();
        page.copy(&Document::from(bounded::bounded(&xhtml::as_html(xml))));
        page
    }

    /// Adds another page behind what is there; gives its `html` element.
    pub(crate) fn add(&mut self, html: &str) -> Option<Id> {
        let document = Document::from(markup(html));
        let top = self.nodes.len();
        self.copy(&document);
        (top..self.nodes.len()).find(|id| self.tag(*id) == "html")
    }

    /// Copies the document's tree, in document order, without a stack of calls.
    fn copy(&mut self, document: &Document) {
        enum Step {
            Open(NodeId, Id),
            Close(Id),
        }
        let tree = &document.tree;
        let children = |of: &NodeId| {
            let mut children = tree.child_ids_of(of);
            children.reverse();
            children
        };
        let mut steps: Vec<Step> =
            children(&tree.root().id).into_iter().map(|id| Step::Open(id, 0)).collect();
        while let Some(step) = steps.pop() {
            match step {
                Step::Close(id) => {
                    let end = self.nodes.len();
                    if let Some(node) = self.nodes.get_mut(id) {
                        node.end = end;
                    }
                }
                Step::Open(source, parent) => {
                    let Some(mut node) =
                        tree.query_node(&source, |node| copied(&node.data)).flatten()
                    else {
                        continue;
                    };
                    let id = self.nodes.len();
                    node.parent = parent;
                    node.depth = self.depth(parent) + 1;
                    node.end = id + 1;
                    self.nodes.push(node);
                    steps.push(Step::Close(id));
                    steps.extend(children(&source).into_iter().map(|child| Step::Open(child, id)));
                }
            }
        }
        let end = self.nodes.len();
        if let Some(root) = self.nodes.first_mut() {
            root.end = end;
        }
    }

    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// An element's name in lower case; empty for a run of text.
    pub(crate) fn tag(&self, id: Id) -> &str {
        self.nodes.get(id).map_or("", |node| node.tag.as_str())
    }

    /// The letters of a run of text; empty for an element.
    pub(crate) fn text(&self, id: Id) -> &str {
        self.nodes.get(id).map_or("", |node| node.text.as_str())
    }

    /// How many letters and digits a run of text has.
    pub(super) fn letter_count(&self, id: Id) -> usize {
        self.nodes.get(id).map_or(0, |node| node.letters)
    }

    /// How many elements are around it.
    pub(crate) fn depth(&self, id: Id) -> usize {
        self.nodes.get(id).map_or(0, |node| node.depth)
    }

    /// An attribute's value.
    pub(crate) fn attribute(&self, id: Id, name: &str) -> Option<&str> {
        let attributes = &self.nodes.get(id)?.attributes;
        attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// All attributes.
    #[cfg(test)]
    pub(crate) fn attributes(&self, id: Id) -> impl Iterator<Item = (&str, &str)> {
        let node = self.nodes.get(id).into_iter();
        node.flat_map(|node| &node.attributes).map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// Rewrites attributes in place, for pages that are put into a book.
    pub(crate) fn rewrite(&mut self, within: Range<Id>, mut change: impl FnMut(&str, &mut String)) {
        for node in self.nodes.get_mut(within).unwrap_or_default() {
            for (key, value) in &mut node.attributes {
                change(key, value);
            }
        }
    }

    /// Puts a letter before and one behind a run of text.
    pub(super) fn wrap(&mut self, id: Id, before: char, after: char) {
        if let Some(node) = self.nodes.get_mut(id) {
            node.text.insert(0, before);
            node.text.push(after);
        }
    }

    /// The node and everything in it.
    pub(crate) fn subtree(&self, id: Id) -> Range<Id> {
        id..self.nodes.get(id).map_or(id, |node| node.end)
    }

    /// What is in the node, at any depth, in order.
    pub(crate) fn inside(&self, id: Id) -> Range<Id> {
        let subtree = self.subtree(id);
        (subtree.start + 1).min(subtree.end)..subtree.end
    }

    /// What is directly in the node.
    pub(crate) fn children(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        let Range { start, end } = self.inside(id);
        let mut next = start;
        std::iter::from_fn(move || {
            let child = (next < end).then_some(next)?;
            next = self.subtree(child).end;
            Some(child)
        })
    }

    /// The element that the node is directly in.
    pub(crate) fn parent(&self, id: Id) -> Id {
        self.nodes.get(id).map_or(0, |node| node.parent)
    }

    /// The elements around the node, nearest first, the root left out.
    pub(crate) fn around(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        let parent = |id: &Id| self.nodes.get(*id).map(|node| node.parent).filter(|id| *id != 0);
        std::iter::successors(parent(&id), parent)
    }

    /// Whether a word of its class is one that `wanted` accepts.
    pub(crate) fn class(&self, id: Id, wanted: impl Fn(&str) -> bool) -> bool {
        let class = self.attribute(id, "class").unwrap_or_default();
        class.split_ascii_whitespace().any(wanted)
    }

    /// Whether its `role` or `epub:type` has that word.
    pub(crate) fn plays(&self, id: Id, role: &str) -> bool {
        let has = |name| {
            let value: &str = self.attribute(id, name).unwrap_or_default();
            value.split_ascii_whitespace().any(|word| word == role)
        };
        has("role") || has("epub:type")
    }

    /// The first element of that name, the node itself included.
    pub(crate) fn find(&self, within: Id, tag: &str) -> Option<Id> {
        self.subtree(within).find(|id| self.tag(*id) == tag)
    }

    /// All its words, with single spaces.
    pub(crate) fn words(&self, id: Id) -> String {
        let mut words = String::new();
        for part in self.subtree(id).flat_map(|id| self.text(id).split_whitespace()) {
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(part);
        }
        words
    }

    /// All its letters as they stand.
    pub(crate) fn letters(&self, id: Id) -> String {
        self.subtree(id).map(|id| self.text(id)).collect()
    }
}

/// A page's markup as it is parsed: HTML, within bounds.
fn markup(html: &str) -> String {
    match xhtml::is_xhtml(html) {
        true => bounded::bounded(&xhtml::as_html(html)),
        false => bounded::bounded(html),
    }
}

/// What is kept of a node; `None` for comments and declarations.
fn copied(data: &NodeData) -> Option<Node> {
    match data {
        NodeData::Text { contents } => {
            let mut text = contents.to_string();
            if text.contains(is_mark) {
                text.retain(|letter| !is_mark(letter));
            }
            let letters = text.chars().filter(|c| c.is_alphanumeric()).count();
            Some(Node { text, letters, ..Node::default() })
        }
        NodeData::Element(element) => {
            let attributes = element.attrs.iter().map(|attribute| {
                let name = &attribute.name;
                let prefix = name.prefix.as_ref().map(|prefix| format!("{prefix}:"));
                let key = format!("{}{}", prefix.unwrap_or_default(), name.local);
                (key, attribute.value.to_string())
            });
            Some(Node {
                tag: element.name.local.to_string().to_ascii_lowercase(),
                attributes: attributes.collect(),
                ..Node::default()
            })
        }
        _ => None,
    }
}

/// Whether a letter is one of the marks used here.
pub(super) fn is_mark(letter: char) -> bool {
    matches!(letter, OPEN | CLOSE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descendants_follow_their_element() {
        let page = Page::parse("<p>a<b>c</b>d</p><div id=x class='u v'>e</div>");
        let body = page.find(0, "body").unwrap();
        let tags: Vec<&str> = page.children(body).map(|id| page.tag(id)).collect();
        assert_eq!(tags, ["p", "div"]);
        assert_eq!((page.words(body), page.letters(body)), ("a c d e".into(), "acde".into()));
        let div = page.find(body, "div").unwrap();
        assert!(page.class(div, |word| word == "v") && page.attribute(div, "id") == Some("x"));
        assert_eq!(page.around(div).map(|id| page.tag(id)).collect::<Vec<_>>(), ["body", "html"]);
    }
}
