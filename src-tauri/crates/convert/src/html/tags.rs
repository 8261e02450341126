//! What elements are by their names.

/// `h1` to `h6`.
pub(super) fn is_heading(tag: &str) -> bool {
    matches!(tag, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
}

const BLOCKS: &str = " address article aside blockquote body caption center dd details dir div dl dt \
    fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing \
    main menu nav ol optgroup option p plaintext pre search section summary table tbody td tfoot th \
    thead tr ul xmp #root ";

/// How a page is read.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    /// Headings whose level is known better than the page says.
    pub(crate) levels: HashMap<Id, u8>,
    /// Headings that stand nowhere in the page, before the element given.
    pub(crate) titles: HashMap<Id, (u8, String)>,
}

/// Whether an element of that name stands on lines of its own.
pub(super) fn is_block(tag: &str) -> bool {
    !tag.is_empty() && BLOCKS.split_ascii_whitespace().any(|block| block == tag)
}
