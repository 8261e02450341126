//! XML parts as small trees: local names, attributes, children. Depth and size of a tree are bounded,
//! document types and entities of their own are refused, and a long part is handed over piece by
//! piece. Never resolves a name space: office formats use no local name in two senses at one place.

use crate::{Error, Result, text};
use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesRef, BytesStart, Event};
use types::Format;

/// Word nests tables, content controls and text boxes; nobody nests this deep by hand.
const DEPTH: usize = 200;
/// Elements kept at once: a table of 100,000 cells needs less, and a worker's memory holds more.
const NODES: usize = 2_000_000;

/// An element.
#[derive(Clone, Debug, Default)]
pub(crate) struct Node {
    /// Name without prefix.
    pub(crate) name: String,
    attributes: Vec<(String, String)>,
    /// What stands in it, in order.
    pub(crate) children: Vec<Child>,
}

/// What an element holds.
#[derive(Clone, Debug)]
pub(crate) enum Child {
    /// An element.
    Node(Node),
    /// Letters.
    Text(String),
}

impl Node {
    /// A nameless element around another.
    pub(crate) fn around(inner: Self) -> Self {
        Self { children: vec![Child::Node(inner)], ..Self::default() }
    }

    /// Adds an element to its end.
    pub(crate) fn push(&mut self, inner: Self) {
        self.children.push(Child::Node(inner));
    }

    /// An attribute by its local name.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// All attributes of a local name: `id` and `r:id`, say.
    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let of_name = self.attributes.iter().filter(move |(key, _)| key == name);
        of_name.map(|(_, value)| value.as_str())
    }

    /// The elements in it.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.children.iter().filter_map(|child| match child {
            Child::Node(node) => Some(node),
            Child::Text(_) => None,
        })
    }

    /// The elements in it, to keep.
    pub(crate) fn into_nodes(self) -> impl Iterator<Item = Self> {
        self.children.into_iter().filter_map(|child| match child {
            Child::Node(node) => Some(node),
            Child::Text(_) => None,
        })
    }

    /// The first element of that name in it.
    pub(crate) fn child(&self, name: &str) -> Option<&Node> {
        self.nodes().find(|node| node.name == name)
    }

    /// `w:val` of the first element of that name in it.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.child(name)?.attribute("val")
    }

    /// A switch such as `<w:vanish/>`: on unless it says off.
    pub(crate) fn is_on(&self, name: &str) -> bool {
        self.child(name)
            .is_some_and(|node| !matches!(node.attribute("val"), Some("0" | "false" | "off")))
    }

    /// All letters in it.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        self.collect_text(&mut text);
        text
    }

    fn collect_text(&self, into: &mut String) {
        for child in &self.children {
            match child {
                Child::Node(node) => node.collect_text(into),
                Child::Text(text) => into.push_str(text),
            }
        }
    }
}

/// The whole part as one tree.
///
/// # Errors
/// `Damaged` where it is not well-formed, or declares entities; `TooLarge` where it nests too deep
/// or has too many elements.
pub(crate) fn parse(part: &[u8], format: Format) -> Result<Node> {
    let mut root = Node::default();
    each_in(part, format, &[], &mut |node| {
        root = node;
        Ok(())
    })?;
    Ok(root)
}

/// Hands over, one by one, the elements that stand right inside `path`, the names of the elements
/// around them from the root on. Nothing else is kept.
///
/// # Errors
/// As [`parse`], and whatever `hand_over` says.
pub(crate) fn each_in(
    part: &[u8],
    format: Format,
    path: &[&str],
    hand_over: &mut dyn FnMut(Node) -> Result<()>,
) -> Result<()> {
    each_within(part, format, path, NODES, hand_over)
}

/// [`each_in`] with at most so many elements in a tree.
fn each_within(
    part: &[u8],
    format: Format,
    path: &[&str],
    most: usize,
    hand_over: &mut dyn FnMut(Node) -> Result<()>,
) -> Result<()> {
    let malformed = || Error::damaged(format, "one of its parts is not well-formed");
    let decoded = text::decode(part).ok_or_else(malformed)?;
    let mut reader = Reader::from_str(&decoded.text);
    let mut tree = Tree { path, open: Vec::new(), inside: 0, kept: 0, most };
    loop {
        let closed = match reader.read_event().map_err(|_| malformed())? {
            Event::Start(tag) => {
                tree.open(&tag).map_err(|grown| grown.unwrap_or_else(malformed))?;
                continue;
            }
            Event::Empty(tag) => {
                tree.open(&tag).map_err(|grown| grown.unwrap_or_else(malformed))?;
                tree.close().ok_or_else(malformed)?
            }
            Event::End(_) => tree.close().ok_or_else(malformed)?,
            Event::Text(letters) => {
                tree.add_text(&letters.xml10_content());
                continue;
            }
            Event::CData(letters) => {
                tree.add_text(&letters.xml10_content());
                continue;
            }
            Event::GeneralRef(entity) => {
                tree.add_text(&resolved(&entity).ok_or_else(malformed)?);
                continue;
            }
            Event::DocType(_) => {
                return Err(Error::damaged(format, "it declares entities, which Loci refuses"));
            }
            Event::Eof if tree.open.is_empty() => return Ok(()),
            Event::Eof => return Err(malformed()),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => continue,
        };
        if let Some(node) = closed {
            hand_over(node)?;
        }
    }
}

/// The elements that are open, the root first.
struct Tree<'a> {
    path: &'a [&'a str],
    open: Vec<Node>,
    /// How many of `open` follow `path`.
    inside: usize,
    /// Elements of the tree that is being built.
    kept: usize,
    /// Most elements of one tree.
    most: usize,
}

impl Tree<'_> {
    /// Whether what stands in the innermost open element is part of a tree to hand over.
    fn is_kept(&self) -> bool {
        self.inside == self.path.len()
    }

    /// `Err(None)` where the tag is malformed.
    fn open(&mut self, tag: &BytesStart) -> std::result::Result<(), Option<Error>> {
        if self.open.len() >= DEPTH {
            return Err(Some(Error::TooLarge { what: "its parts nest too deep".to_owned() }));
        }
        let node = if self.is_kept() {
            self.kept += 1;
            if self.kept > self.most {
                let what = format!("one of its tables has more than {} elements", self.most);
                return Err(Some(Error::TooLarge { what }));
            }
            node_of(tag).ok_or(None)?
        } else {
            let name = tag.local_name().as_ref().to_owned();
            let follows = self.open.len() == self.inside;
            if follows && self.path.get(self.inside).is_some_and(|next| *next == name) {
                self.inside += 1;
            }
            Node { name, ..Node::default() }
        };
        self.open.push(node);
        Ok(())
    }

    /// Closes the innermost element. `None` where none is open; the tree where it is whole.
    fn close(&mut self) -> Option<Option<Node>> {
        let node = self.open.pop()?;
        let around = self.open.len();
        if around < self.inside {
            self.inside = around;
            return Some(None);
        }
        if !self.is_kept() {
            return Some(None);
        }
        if around == self.path.len() {
            self.kept = 0;
            return Some(Some(node));
        }
        self.open.last_mut()?.children.push(Child::Node(node));
        Some(None)
    }

    fn add_text(&mut self, letters: &str) {
        if !self.is_kept() || self.open.len() <= self.path.len() {
            return;
        }
        let Some(node) = self.open.last_mut() else { return };
        // letters that are none, which the writers put their own marks with
        if letters.contains(is_private) {
            let letters: String = letters.chars().filter(|letter| !is_private(*letter)).collect();
            return node.children.push(Child::Text(letters));
        }
        match node.children.last_mut() {
            Some(Child::Text(text)) => text.push_str(letters),
            _ => node.children.push(Child::Text(letters.to_owned())),
        }
    }
}

fn is_private(letter: char) -> bool {
    matches!(letter, '\u{fdd0}'..='\u{fdef}')
}

fn node_of(tag: &BytesStart) -> Option<Node> {
    let mut node = Node { name: tag.local_name().as_ref().to_owned(), ..Node::default() };
    for attribute in tag.attributes().with_checks(false) {
        let attribute = attribute.ok()?;
        let value = unescape(attribute.value.as_ref()).ok()?;
        node.attributes.push((attribute.key.local_name().as_ref().to_owned(), value.into_owned()));
    }
    Some(node)
}

/// The five entities of XML itself, and character numbers.
fn resolved(entity: &BytesRef) -> Option<String> {
    let reference = format!("&{};", entity.xml10_content());
    Some(unescape(&reference).ok()?.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(xml: &str, path: &[&str]) -> Result<Vec<String>> {
        let mut found = Vec::new();
        each_within(xml.as_bytes(), Format::Docx, path, 1500, &mut |node| {
            found.push(format!("{}:{}", node.name, node.text()));
            Ok(())
        })?;
        Ok(found)
    }

    #[test]
    fn only_what_stands_in_the_path_is_handed_over() {
        let xml = "<d><a>0</a><b><p>1</p><q/><b><p>2</p></b></b><c><b><p>3</p></b></c><b><p>4&amp;</p></b></d>";
        let expected = ["p:1", "q:", "b:2", "p:4&"].map(str::to_owned).to_vec();
        assert_eq!(names(xml, &["d", "b"]), Ok(expected));
        assert_eq!(names(xml, &["x"]), Ok(vec![]));
        assert_eq!(names("<a>1<b>2</b></a>", &[]), Ok(vec!["a:12".to_owned()]));
    }

    #[test]
    fn bombs_are_refused() {
        let deep = "<a>".repeat(1000) + &"</a>".repeat(1000);
        let wide = format!("<t>{}</t>", "<a/>".repeat(1500));
        for (xml, says) in [
            ("<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "declares entities"),
            ("<a>&b;</a>", "not well-formed"),
            ("<a><b></a>", "not well-formed"),
            ("<a>", "not well-formed"),
            ("</a>", "not well-formed"),
            (deep.as_str(), "nest too deep"),
            (wide.as_str(), "elements"),
        ] {
            let said = names(xml, &[]).unwrap_err().to_string();
            assert!(said.contains(says), "{said}");
        }
    }
}
