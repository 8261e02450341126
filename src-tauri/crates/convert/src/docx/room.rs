//! What the text of a document is read by: its styles, what it refers to, its notes and drawings.

use super::notes::Notes;
use super::styles::Styles;
use crate::office::Relations;
use crate::office::drawing::Drawings;

/// What the writer looks things up in.
pub(super) struct Room<'a> {
    /// The document's styles.
    pub(super) styles: Styles,
    /// What the text refers to.
    pub(super) relations: &'a Relations,
    /// Footnotes, endnotes, comments.
    pub(super) notes: Notes,
    /// Charts and diagrams.
    pub(super) drawings: Drawings,
}
