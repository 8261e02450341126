//! Addresses of what assistants read: `palace://WING/ROOM`, `summary://COLLECTION`, each with a node after a
//! `#` or without. Names are percent-encoded in them (RFC 3986, 2.1).

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// All but the unreserved characters of RFC 3986, 2.3.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The address of a room.
pub fn room_address(wing: &str, room: &str) -> String {
    format!("palace://{}/{}", encoded(wing), encoded(room))
}

/// The address of a collection's summary.
pub fn summary_address(collection: &str) -> String {
    format!("summary://{}", encoded(collection))
}

/// What a part of an address stands for; `None` where that is no UTF-8.
pub fn address_part(text: &str) -> Option<String> {
    percent_decode_str(text).decode_utf8().ok().map(String::from)
}

fn encoded(name: &str) -> impl std::fmt::Display {
    utf8_percent_encode(name, RESERVED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn names_come_back(wing in "(\\PC|[/?#% ]){1,20}", room in "(\\PC|[/?#% ]){1,20}") {
            let address = room_address(&wing, &room);
            let parts = address.strip_prefix("palace://").and_then(|rest| rest.split_once('/'));
            let (first, second) = parts.unwrap();
            prop_assert!(address.is_ascii() && !address.contains([' ', '#', '?']));
            prop_assert_eq!(address_part(first), Some(wing));
            prop_assert_eq!(address_part(second), Some(room));
        }
    }
}
