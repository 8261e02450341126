//! Chunks back to their document's text: the check that nothing was lost or made up in cutting it.

/// The text that `chunks`, each its words, their first byte and the white space after them, were cut
/// from. `None` where they do not fit together: a gap, or overlaps that say different things.
pub fn reconstruct<'a>(chunks: impl Iterator<Item = (&'a str, usize, &'a str)>) -> Option<String> {
    let mut text = String::new();
    for (words, start, separator) in chunks {
        let repeated = text.get(start..)?;
        let fresh = words.strip_prefix(repeated)?.len();
        text.push_str(words.get(words.len() - fresh..)?);
        text.push_str(separator);
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_fits_is_put_together() {
        let check = |chunks: &[(&str, usize, &str)], text: Option<&str>| {
            assert_eq!(reconstruct(chunks.iter().copied()).as_deref(), text, "{chunks:?}");
        };
        check(&[], Some(""));
        check(&[("a b.", 0, "\n\n"), ("c", 6, "\n")], Some("a b.\n\nc\n"));
        check(&[("a b.", 0, ""), ("b. c", 2, "")], Some("a b. c"));
        check(&[("a", 1, "")], None);
        check(&[("a", 0, ""), ("b", 2, "")], None);
        check(&[("a b.", 0, ""), ("x. c", 2, "")], None);
        check(&[("a b. c", 0, ""), ("b", 2, "")], None);
        check(&[("é", 0, ""), ("b", 1, "")], None);
    }
}
