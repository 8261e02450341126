//! What a reader is told of pages, by their numbers.

/// Pages named one by one in a warning.
const NAMED_PAGES: usize = 20;

/// Numbers, from 1, of the pages for which `is` holds.
pub(super) fn numbers(is: impl Iterator<Item = bool>) -> Vec<u32> {
    is.zip(1u32..).filter(|(is, _)| *is).map(|(_, number)| number).collect()
}

pub(super) fn warning(what: &str, numbers: &[u32]) -> Option<String> {
    let named: Vec<String> = numbers.iter().take(NAMED_PAGES).map(u32::to_string).collect();
    let more = if numbers.len() > NAMED_PAGES { " and more" } else { "" };
    (!named.is_empty()).then(|| format!("{what}: {}{more}", named.join(", ")))
}

/// One warning a page; beyond the first pages, one for the rest.
pub(super) fn page_warnings(numbers: &[u32], what: &str) -> Vec<String> {
    let named = numbers.iter().take(NAMED_PAGES).map(|page| format!("page {page}: {what}"));
    let more = numbers.len().saturating_sub(NAMED_PAGES);
    named.chain((more > 0).then(|| format!("{more} more pages: {what}"))).collect()
}
