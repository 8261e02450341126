//! Banners that ask for consent to cookies, told by how they are named.

use super::page::{Id, Page};

/// Words in a class or id of banners that ask for consent.
const CONSENT: [&str; 5] = ["cookie", "consent", "gdpr", "onetrust", "ccpa"];

pub(super) fn asks_for_consent(page: &Page, id: Id) -> bool {
    if !matches!(page.tag(id), "div" | "section" | "aside" | "form") {
        return false;
    }
    ["id", "class"].iter().filter_map(|key| page.attribute(id, key)).any(|names| {
        let names = names.to_ascii_lowercase();
        CONSENT.iter().any(|word| names.contains(word))
    })
}
