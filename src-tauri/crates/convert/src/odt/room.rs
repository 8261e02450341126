//! What the text of a document is read by: its styles and formulas.

use super::styles::Styles;
use crate::office::Node;
use std::collections::HashMap;

/// What the writer looks things up in.
pub(super) struct Room {
    /// The document's styles.
    pub(super) styles: Styles,
    /// Formulas, by the names of their objects.
    pub(super) formulas: HashMap<String, Node>,
}
