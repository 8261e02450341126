//! How the parts of an Office Open XML package refer to one another (OPC, ECMA-376 part 2). A target
//! outside the package is a link to show, never a place to read from.

use super::package::Package;
use super::xml::Node;
use crate::Result;
use std::collections::HashMap;

/// Longest address that is kept.
const LINK_BYTES: usize = 2048;

/// What one part refers to.
#[derive(Debug, Default)]
pub(crate) struct Relations {
    by_id: HashMap<String, Target>,
}

#[derive(Debug)]
struct Target {
    kind: String,
    /// Name of the part, or address.
    to: String,
    is_external: bool,
}

impl Relations {
    /// Reads the relations of `part`; of the package itself where `part` is empty.
    ///
    /// # Errors
    /// Those of [`Package::parse`].
    pub(crate) fn of(package: &mut Package, part: &str) -> Result<Self> {
        let (folder, name) = part.rsplit_once('/').unwrap_or(("", part));
        let separator = if folder.is_empty() { "" } else { "/" };
        let root = package.parse(&format!("{folder}{separator}_rels/{name}.rels"))?;
        let mut relations = Self::default();
        for node in root.iter().flat_map(Node::nodes).filter(|node| node.name == "Relationship") {
            let (Some(id), Some(to)) = (node.attribute("Id"), node.attribute("Target")) else {
                continue;
            };
            let kind = node.attribute("Type").unwrap_or_default();
            let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
            let is_external = node.attribute("TargetMode") == Some("External");
            let to = if is_external { link(to) } else { resolve(folder, to) };
            if let Some(to) = to {
                relations.by_id.insert(id.to_owned(), Target { kind, to, is_external });
            }
        }
        Ok(relations)
    }

    /// The part that `id` refers to.
    pub(crate) fn part(&self, id: &str) -> Option<&str> {
        self.by_id.get(id).filter(|target| !target.is_external).map(|target| target.to.as_str())
    }

    /// The address outside that `id` refers to.
    pub(crate) fn link(&self, id: &str) -> Option<&str> {
        self.by_id.get(id).filter(|target| target.is_external).map(|target| target.to.as_str())
    }

    /// The parts of a kind (`slide`, `notesSlide`, `comments` …), in the order of their names.
    pub(crate) fn parts_of_kind(&self, kind: &str) -> Vec<&str> {
        let of_kind = |target: &&Target| !target.is_external && target.kind == kind;
        let mut parts: Vec<&str> =
            self.by_id.values().filter(of_kind).map(|target| target.to.as_str()).collect();
        parts.sort_unstable();
        parts
    }
}

impl Relations {
    /// Says how many files the part holds that are not read: embedded objects, imported documents.
    pub(crate) fn unread(&self) -> Option<String> {
        let count = |kind: &str| self.parts_of_kind(kind).len();
        match count("oleObject") + count("package") + count("aFChunk") {
            0 => None,
            1 => Some("an embedded file is not read".to_owned()),
            count => Some(format!("{count} embedded files are not read")),
        }
    }
}

/// A web or mail address that may be shown as a link, with letters that Markdown minds encoded.
pub(crate) fn link(address: &str) -> Option<String> {
    let address = address.trim();
    let scheme = address.split_once(':')?.0.to_ascii_lowercase();
    let is_kept = matches!(scheme.as_str(), "http" | "https" | "mailto" | "ftp" | "doi");
    if !is_kept || address.len() > LINK_BYTES || address.contains(char::is_control) {
        return None;
    }
    let mut encoded = String::with_capacity(address.len());
    for letter in address.chars() {
        match letter {
            ' ' => encoded.push_str("%20"),
            '(' => encoded.push_str("%28"),
            ')' => encoded.push_str("%29"),
            '<' => encoded.push_str("%3C"),
            '>' => encoded.push_str("%3E"),
            '\\' => encoded.push_str("%5C"),
            '|' => encoded.push_str("%7C"),
            '`' => encoded.push_str("%60"),
            _ => encoded.push(letter),
        }
    }
    Some(encoded)
}

/// The name of a part from where it is referred to. `None` where that leads out of the package.
fn resolve(folder: &str, target: &str) -> Option<String> {
    let target = target.split('#').next()?;
    let mut steps: Vec<&str> = match target.strip_prefix('/') {
        Some(_) => Vec::new(),
        None => folder.split('/').filter(|step| !step.is_empty()).collect(),
    };
    for step in target.split(['/', '\\']) {
        match step {
            "" | "." => {}
            ".." => {
                steps.pop()?;
            }
            _ => steps.push(step),
        }
    }
    (!steps.is_empty()).then(|| steps.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_stay_in_the_package() {
        for (folder, target, expected) in [
            ("ppt/slides", "../notesSlides/n1.xml", Some("ppt/notesSlides/n1.xml")),
            ("word", "comments.xml", Some("word/comments.xml")),
            ("word", "/docProps/core.xml", Some("docProps/core.xml")),
            ("word", "../../etc/passwd", None),
            ("", "word/document.xml", Some("word/document.xml")),
            ("", "#there", None),
        ] {
            assert_eq!(resolve(folder, target).as_deref(), expected, "{target}");
        }
    }

    #[test]
    fn links_are_addresses_that_may_be_shown() {
        for (address, expected) in [
            ("https://a.example/x (y)", Some("https://a.example/x%20%28y%29")),
            ("mailto:a@b.example", Some("mailto:a@b.example")),
            ("javascript:alert(1)", None),
            ("file:///etc/passwd", None),
            ("data:text/html,x", None),
            ("#there", None),
        ] {
            assert_eq!(link(address).as_deref(), expected, "{address}");
        }
    }
}
