//! How long a stretch of text is, in tokens, and the small verbs on ranges that everything here uses.

use std::ops::Range;

/// Bytes that one token stands for at most. A tokenizer may call a megabyte without a space one
/// unknown word; a piece of that size would be of no use to anyone.
const TOKEN_BYTES: usize = 32;

/// A text and the counter it is measured with.
pub(crate) struct Measure<'a> {
    pub(crate) text: &'a str,
    pub(crate) max_tokens: usize,
    count_tokens: &'a dyn Fn(&str) -> usize,
}

impl<'a> Measure<'a> {
    pub(crate) fn new(
        text: &'a str,
        max_tokens: usize,
        count_tokens: &'a dyn Fn(&str) -> usize,
    ) -> Self {
        Self { text, max_tokens: max_tokens.max(1), count_tokens }
    }

    /// Tokens in `range`. What is over the limit by its bytes alone is not counted, so that no
    /// counter is ever handed a megabyte.
    pub(crate) fn tokens(&self, range: &Range<usize>) -> usize {
        let least = range.len().div_ceil(TOKEN_BYTES);
        if least > self.max_tokens {
            return least;
        }
        least.max((self.count_tokens)(part(self.text, range)))
    }
}

/// The text of `range`; nothing where it is not a range of `text`.
pub(crate) fn part<'a>(text: &'a str, range: &Range<usize>) -> &'a str {
    text.get(range.clone()).unwrap_or_default()
}

/// `range` without white space at its ends; `None` where nothing is left.
pub(crate) fn trim(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let whole = part(text, range);
    let tail = whole.trim_start();
    let start = range.start + (whole.len() - tail.len());
    let end = start + tail.trim_end().len();
    (start < end).then_some(start..end)
}
