//! A text without white space, hyphens and markup, and where each of its bytes stood.

use language::is_break_hint;
use std::ops::Range;

/// The bare text and its way back.
#[derive(Debug)]
pub(super) struct Bare {
    text: String,
    /// For each byte of `text`: first byte of its character in the full text, and the byte after it.
    places: Vec<(u32, u32)>,
}

/// What a version of a document may change without changing its words.
fn is_dressing(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '*' | '_' | '`' | '#' | '>' | '|' | '\\' | '~')
        || matches!(c, '-' | '‐' | '‑')
        || is_break_hint(c)
}

/// One spelling for signs that have several.
fn plain(c: char) -> char {
    match c {
        '“' | '”' | '„' | '«' | '»' => '"',
        '‘' | '’' | '‚' => '\'',
        '–' | '—' => '–',
        c => c,
    }
}

impl Bare {
    pub(super) fn new(full: &str) -> Self {
        let mut bare = Self { text: String::with_capacity(full.len()), places: Vec::new() };
        for (at, c) in full.char_indices().filter(|(_, c)| !is_dressing(*c)) {
            let kept = plain(c);
            bare.text.push(kept);
            let place = (at as u32, (at + c.len_utf8()) as u32);
            bare.places.extend(std::iter::repeat_n(place, kept.len_utf8()));
        }
        bare
    }

    /// Where the bare `quote` stands, in the full text.
    pub(super) fn places<'a>(&'a self, quote: &'a Self) -> impl Iterator<Item = Range<usize>> + 'a {
        let found = (!quote.text.is_empty()).then(|| self.text.match_indices(&quote.text));
        found.into_iter().flatten().filter_map(|(at, words)| {
            let (start, _) = self.places.get(at)?;
            let (_, end) = self.places.get(at + words.len() - 1)?;
            Some(*start as usize..*end as usize)
        })
    }
}
