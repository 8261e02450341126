//! Resources: rooms of the palace, `palace://wing/room`, and passages, `document://ID#START-END`.

use rmcp::model::{Resource, ResourceContents, ResourceTemplate};
use serde_json::{Value, json};

/// What resources are, for whoever makes an address.
pub(crate) fn templates() -> Vec<ResourceTemplate> {
    vec![
        ResourceTemplate::new("palace://{wing}/{room}", "room")
            .with_title("A room of the palace")
            .with_description("What is known in it, most important first.")
            .with_mime_type("application/json"),
        ResourceTemplate::new("document://{id}#{start}-{end}", "passage")
            .with_title("A document, or a passage of it")
            .with_description("Its text, or that from byte start to end.")
            .with_mime_type("text/plain"),
    ]
}

/// The rooms as resources.
pub(crate) fn rooms(answer: &Value) -> Vec<Resource> {
    let rooms = answer.get("rooms").and_then(Value::as_array);
    let rooms = rooms.into_iter().flatten().filter_map(|room| {
        let name = |field: &str| room.get(field).and_then(Value::as_str);
        let (wing, room_name) = (name("wing")?, name("room")?);
        let nodes = room.get("nodes").and_then(Value::as_u64).unwrap_or(0);
        let resource = Resource::new(format!("palace://{wing}/{room_name}"), room_name)
            .with_title(format!("{wing} / {room_name}"))
            .with_description(format!("{nodes} pieces of knowledge"))
            .with_mime_type("application/json");
        Some(resource)
    });
    rooms.collect()
}

/// The row that reads an address, and what it is asked; `None` where it is no address of ours.
pub(crate) fn asked(uri: &str) -> Option<(&'static str, Value)> {
    if uri.starts_with("document://") {
        return Some(("fetch", json!({ "id": uri })));
    }
    let place = uri.strip_prefix("palace://")?;
    if let Some((_, node)) = place.split_once('#') {
        return Some(("fetch", json!({ "id": format!("node:{node}") })));
    }
    let (wing, room) = place.split_once('/')?;
    Some(("room", json!({ "wing": wing, "room": room })))
}

/// What was read, as its contents: a passage's text, else JSON.
pub(crate) fn contents(uri: &str, answer: &Value) -> ResourceContents {
    match answer.get("text").and_then(Value::as_str) {
        Some(text) => ResourceContents::text(text, uri).with_mime_type("text/plain"),
        None => ResourceContents::text(answer.to_string(), uri).with_mime_type("application/json"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_by_their_rows() {
        for (uri, row) in [
            ("document://00ff#1-2", Some("fetch")),
            ("palace://security/oauth2", Some("room")),
            ("palace://security/oauth2#00ff", Some("fetch")),
            ("palace://security", None),
            ("file:///etc/passwd", None),
            ("", None),
        ] {
            assert_eq!(asked(uri).map(|(row, _)| row), row, "{uri}");
        }
    }
}
