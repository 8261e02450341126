//! Layouts and masters: where their placeholders stand, and which of their levels have bullets. What
//! they show is no content.

use super::shapes::{Place, Placeholder};
use crate::Result;
use crate::office::{Node, Package, Relations};
use std::collections::HashMap;
use std::rc::Rc;

/// A slide's layout and, behind it, its master.
#[derive(Debug, Default)]
pub(super) struct Behind {
    layout: Option<Rc<Node>>,
    master: Option<Rc<Node>>,
}

/// Layouts and masters, each read once.
#[derive(Debug, Default)]
pub(super) struct Layouts {
    parts: HashMap<String, Option<Rc<Node>>>,
    masters: HashMap<String, Option<String>>,
}

impl Layouts {
    /// What stands behind a slide with these relations.
    ///
    /// # Errors
    /// Those of [`Package::parse`].
    pub(super) fn behind(&mut self, package: &mut Package, slide: &Relations) -> Result<Behind> {
        let Some(name) = slide.parts_of_kind("slideLayout").first().map(|name| (*name).to_owned())
        else {
            return Ok(Behind::default());
        };
        if !self.masters.contains_key(&name) {
            let relations = Relations::of(package, &name)?;
            let master =
                relations.parts_of_kind("slideMaster").first().map(|name| (*name).to_owned());
            self.masters.insert(name.clone(), master);
        }
        let master = self.masters.get(&name).cloned().flatten();
        let layout = self.part(package, &name)?;
        let master = match master {
            Some(master) => self.part(package, &master)?,
            None => None,
        };
        Ok(Behind { layout, master })
    }

    fn part(&mut self, package: &mut Package, name: &str) -> Result<Option<Rc<Node>>> {
        if let Some(part) = self.parts.get(name) {
            return Ok(part.clone());
        }
        let part = package.parse(name)?.map(Rc::new);
        self.parts.insert(name.to_owned(), part.clone());
        Ok(part)
    }
}

impl Behind {
    /// The shapes that a placeholder takes its properties from, nearest first.
    pub(super) fn shapes(&self, placeholder: &Placeholder) -> Vec<&Node> {
        let layout = self.layout.as_deref().and_then(|part| {
            find(part, |other| other.index == placeholder.index && placeholder.index.is_some())
                .or_else(|| find(part, |other| other.kind == placeholder.kind))
        });
        let basic = placeholder.basic_kind();
        let master =
            self.master.as_deref().and_then(|part| find(part, |other| other.basic_kind() == basic));
        layout.into_iter().chain(master).collect()
    }

    /// Where a placeholder stands that does not say so itself.
    pub(super) fn place(&self, placeholder: &Placeholder) -> Option<Place> {
        self.shapes(placeholder).into_iter().find_map(Place::of)
    }

    /// The master's style for text of this kind.
    pub(super) fn text_style(&self, placeholder: &Placeholder) -> Option<&Node> {
        let name = match placeholder.basic_kind() {
            "title" => "titleStyle",
            "body" => "bodyStyle",
            _ => "otherStyle",
        };
        self.master.as_deref()?.child("txStyles")?.child(name)
    }
}

fn find(part: &Node, is_meant: impl Fn(&Placeholder) -> bool) -> Option<&Node> {
    let shapes = part.child("cSld")?.child("spTree")?.nodes();
    shapes.into_iter().find(|shape| Placeholder::of(shape).is_some_and(|other| is_meant(&other)))
}
