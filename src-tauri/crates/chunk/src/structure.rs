//! What a text says about itself: the terms it defines and the places it refers to.

use crate::{definitions, references, targets};
use types::{Block, CrossReference, DefinitionRecord};

/// Definitions and cross-references of a text, each in order of place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Structure {
    /// Terms that it defines.
    pub definitions: Vec<DefinitionRecord>,
    /// Places that it mentions.
    pub cross_references: Vec<CrossReference>,
}

/// Reads the structure of `text`. Time is linear in the text.
pub fn structure(text: &str, blocks: &[Block]) -> Structure {
    let (targets, spots) = targets::read(text, blocks);
    Structure {
        definitions: definitions::find(text, blocks),
        cross_references: references::read(text, &targets, &spots),
    }
}
