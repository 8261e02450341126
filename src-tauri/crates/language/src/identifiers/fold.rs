//! A text as identifiers are read in it: without invisible letters, full-width letters and typographic
//! hyphens as plain ones, and every byte still knows where it stood.

use crate::invisible::is_invisible;
use std::{borrow::Cow, ops::Range};

pub(super) struct Folded<'a> {
    text: Cow<'a, str>,
    /// For each byte of `text` where its letter began, then the end. Empty where nothing was folded.
    places: Vec<usize>,
    end: usize,
}

impl<'a> Folded<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let end = text.len();
        if text.is_ascii() || !text.chars().any(|c| folds(c) != Some(c)) {
            return Self { text: Cow::Borrowed(text), places: Vec::new(), end };
        }
        let mut plain = String::with_capacity(text.len());
        let mut places = Vec::with_capacity(text.len());
        for (at, c) in text.char_indices() {
            if let Some(c) = folds(c) {
                plain.push(c);
                places.resize(plain.len(), at);
            }
        }
        Self { text: Cow::Owned(plain), places, end }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Where bytes of the folded text stood.
    pub(super) fn range(&self, range: Range<usize>) -> Range<usize> {
        if self.places.is_empty() {
            return range;
        }
        let place = |at: usize| self.places.get(at).copied().unwrap_or(self.end);
        place(range.start)..place(range.end)
    }
}

/// The letter that is read; `None` for what is shown as nothing.
fn folds(c: char) -> Option<char> {
    match c {
        c if c.is_ascii() => Some(c),
        '\u{2010}' | '\u{2011}' => Some('-'),
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xff01 + 0x21),
        c if is_invisible(c) => None,
        c => Some(c),
    }
}
