//! XML parts as small trees: local names, attributes, children. Depth is bounded, document types
//! and entities of their own are refused, and a long part is handed over piece by piece.

use super::broken;
use crate::{Error, Result, text};
use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesRef, BytesStart, Event};

/// Word nests tables, content controls and text boxes; nobody nests this deep by hand.
const DEPTH: usize = 200;

/// An element.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// Name without prefix.
    pub(super) name: String,
    attributes: Vec<(String, String)>,
    /// What stands in it, in order.
    pub(super) children: Vec<Child>,
}

/// What an element holds.
#[derive(Debug)]
pub(super) enum Child {
    /// An element.
    Node(Node),
    /// Letters.
    Text(String),
}

impl Node {
    /// An attribute by its local name.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The elements in it.
    pub(super) fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.children.iter().filter_map(|child| match child {
            Child::Node(node) => Some(node),
            Child::Text(_) => None,
        })
    }

    /// The first element of that name in it.
    pub(super) fn child(&self, name: &str) -> Option<&Node> {
        self.nodes().find(|node| node.name == name)
    }

    /// `w:val` of the first element of that name in it.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.child(name)?.attribute("val")
    }

    /// A switch such as `<w:vanish/>`: on unless it says off.
    pub(super) fn is_on(&self, name: &str) -> bool {
        self.child(name)
            .is_some_and(|node| !matches!(node.attribute("val"), Some("0" | "false" | "off")))
    }

    /// All letters in it.
    pub(super) fn text(&self) -> String {
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
pub(super) fn parse(part: &[u8]) -> Result<Node> {
    let mut root = Node::default();
    each_at(part, 0, &mut |node| {
        root = node;
        Ok(())
    })?;
    Ok(root)
}

/// Hands over, one by one, the elements that have `depth` elements around them. What is around
/// them is not kept.
pub(super) fn each_at(
    part: &[u8],
    depth: usize,
    hand_over: &mut dyn FnMut(Node) -> Result<()>,
) -> Result<()> {
    let decoded = text::decode(part).ok_or_else(malformed)?;
    let mut reader = Reader::from_str(&decoded.text);
    let mut open: Vec<Node> = Vec::new();
    loop {
        let closed = match reader.read_event().map_err(|_| malformed())? {
            Event::Start(tag) => {
                if open.len() >= DEPTH {
                    return Err(Error::TooLarge { what: "its parts nest too deep".to_owned() });
                }
                open.push(node_of(&tag)?);
                continue;
            }
            Event::Empty(tag) => node_of(&tag)?,
            Event::End(_) => open.pop().ok_or_else(malformed)?,
            Event::Text(letters) => {
                add_text(&mut open, depth, &letters.xml10_content());
                continue;
            }
            Event::CData(letters) => {
                add_text(&mut open, depth, &letters.xml10_content());
                continue;
            }
            Event::GeneralRef(entity) => {
                add_text(&mut open, depth, &resolved(&entity)?);
                continue;
            }
            Event::DocType(_) => return Err(broken("it declares entities, which Loci refuses")),
            Event::Eof if open.is_empty() => return Ok(()),
            Event::Eof => return Err(malformed()),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => continue,
        };
        match open.len() {
            around if around == depth => hand_over(closed)?,
            around if around < depth => {}
            _ => open.last_mut().ok_or_else(malformed)?.children.push(Child::Node(closed)),
        }
    }
}

fn add_text(open: &mut [Node], depth: usize, letters: &str) {
    if open.len() <= depth {
        return;
    }
    let Some(node) = open.last_mut() else { return };
    match node.children.last_mut() {
        Some(Child::Text(text)) => text.push_str(letters),
        _ => node.children.push(Child::Text(letters.to_owned())),
    }
}

fn node_of(tag: &BytesStart) -> Result<Node> {
    let mut node = Node { name: tag.local_name().as_ref().to_owned(), ..Node::default() };
    for attribute in tag.attributes().with_checks(false) {
        let attribute = attribute.map_err(|_| malformed())?;
        let value = unescape(attribute.value.as_ref()).map_err(|_| malformed())?;
        node.attributes.push((attribute.key.local_name().as_ref().to_owned(), value.into_owned()));
    }
    Ok(node)
}

/// The five entities of XML itself, and character numbers.
fn resolved(entity: &BytesRef) -> Result<String> {
    let reference = format!("&{};", entity.xml10_content());
    Ok(unescape(&reference).map_err(|_| malformed())?.into_owned())
}

fn malformed() -> Error {
    broken("one of its parts is not well-formed")
}
