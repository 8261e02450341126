//! What elements are by their names.

/// `h1` to `h6`.
pub(super) fn is_heading(tag: &str) -> bool {
    matches!(tag, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
}

const BLOCKS: &str = " address article aside blockquote body caption center dd details dir div dl dt \
    fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing \
    main menu nav ol optgroup option p plaintext pre search section summary table tbody td tfoot th \
    thead tr ul xmp #root ";

/// Whether an element of that name stands on lines of its own.
pub(super) fn is_block(tag: &str) -> bool {
    !tag.is_empty() && BLOCKS.split_ascii_whitespace().any(|block| block == tag)
}
