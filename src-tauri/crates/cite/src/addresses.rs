//! Web addresses and identifiers within a line of words: taken out, never followed.

use language::{identifiers, listed};

listed! {
    announces: "addresses";
}

/// Without web addresses and what announces them: they hold full stops and years that say nothing.
pub(crate) fn without_addresses(entry: &str) -> String {
    let mut out = String::with_capacity(entry.len());
    for word in entry.split(' ').filter(|word| !word.is_empty()) {
        let lower = word.trim_start_matches(['<', '(', '[']).to_lowercase();
        let bare = lower.trim_end_matches(['.', ',']);
        let address = ["http://", "https://", "www.", "doi:", "doi.org"];
        let is_address = address.iter().any(|start| lower.starts_with(start))
            && (lower.contains('/') || lower.starts_with("www."))
            || identifiers::dois(bare).next().is_some_and(|doi| bare.starts_with(doi.id()));
        if is_address || announces(bare) {
            continue;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}
