//! Rich Text Format: headings by style and outline level, paragraphs, lists, tables, footnotes. A
//! tokenizer and a reader of ours: the format is small, and what there is in libraries loses tables,
//! styles and code pages. Pictures, objects, fields' instructions and headers are passed over; nothing
//! is run, and nesting costs no stack.

mod codepage;
mod reader;
mod rows;
mod state;
mod tokens;

use crate::{Limits, Result};
use types::ConvertedText;

/// Converts an RTF document.
pub(crate) fn convert(bytes: &[u8], limits: &Limits) -> Result<ConvertedText> {
    let mut reader = reader::Reader::new(limits);
    for token in tokens::Tokens::new(bytes) {
        reader.take(token)?;
    }
    reader.finish()
}

#[cfg(test)]
mod tests;
