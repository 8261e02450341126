//! Resources: rooms of the palace, `palace://WING/ROOM`, documents and passages, `document://ID#START-END`,
//! summaries of collections, `summary://COLLECTION#NODE`. Names are percent-encoded (RFC 3986); why something
//! is read may stand in the query, `?reason=…`.

use api::types::{address_part, room_address, summary_address};
use rmcp::model::{Resource, ResourceContents, ResourceTemplate};
use serde_json::{Value, json};

/// What resources are, for whoever makes an address (RFC 6570).
pub(crate) fn templates() -> Vec<ResourceTemplate> {
    let why = "A regulated collection is read with a reason alone, which goes on record.";
    vec![
        ResourceTemplate::new("palace://{wing}/{room}{?reason}", "room")
            .with_title("A room of the palace")
            .with_description(format!("What is known in it, most important first. {why}"))
            .with_mime_type("application/json"),
        ResourceTemplate::new("document://{id}{?reason}#{start}-{end}", "passage")
            .with_title("A document, or a passage of it")
            .with_description(format!("Its text, or that from byte start to end. {why}"))
            .with_mime_type("text/plain"),
        ResourceTemplate::new("summary://{collection}{?reason}{#node}", "summary")
            .with_title("What a collection says")
            .with_description(format!(
                "Its summary, or a node of it, each sentence with its sources. {why}"
            ))
            .with_mime_type("application/json"),
    ]
}

/// The rooms and the summaries as resources.
pub(crate) fn listed(answer: &Value) -> Vec<Resource> {
    let rows = |field: &str| answer.get(field).and_then(Value::as_array).into_iter().flatten();
    let summaries = rows("summaries").filter_map(Value::as_str).map(|collection| {
        Resource::new(summary_address(collection), collection)
            .with_title(format!("Summary of {collection}"))
            .with_description("What the collection says, each sentence with its sources")
            .with_mime_type("application/json")
    });
    let rooms = rows("rooms").filter_map(|room| {
        let name = |field: &str| room.get(field).and_then(Value::as_str);
        let (wing, room_name) = (name("wing")?, name("room")?);
        let nodes = room.get("nodes").and_then(Value::as_u64).unwrap_or(0);
        let resource = Resource::new(room_address(wing, room_name), room_name)
            .with_title(format!("{wing} / {room_name}"))
            .with_description(format!("{nodes} pieces of knowledge"))
            .with_mime_type("application/json");
        Some(resource)
    });
    summaries.chain(rooms).collect()
}

/// The row that reads an address, and what it is asked; `None` where it is no address of ours.
pub(crate) fn asked(uri: &str) -> Option<(&'static str, Value)> {
    let (scheme, rest) = uri.split_once("://")?;
    let (rest, fragment) = match rest.split_once('#') {
        Some((rest, fragment)) => (rest, format!("#{fragment}")),
        None => (rest, String::new()),
    };
    let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (row, mut ask) = match scheme {
        "document" => ("fetch", json!({ "id": format!("document://{place}{fragment}") })),
        "summary" => {
            ("fetch", json!({ "id": format!("summary://{}{fragment}", address_part(place)?) }))
        }
        "palace" if fragment.is_empty() => {
            let (wing, room) = place.split_once('/')?;
            ("room", json!({ "wing": address_part(wing)?, "room": address_part(room)? }))
        }
        "palace" => ("fetch", json!({ "id": fragment.replacen('#', "node:", 1) })),
        _ => return None,
    };
    let reason = query.split('&').find_map(|field| field.strip_prefix("reason="));
    if let (Some(fields), Some(reason)) = (ask.as_object_mut(), reason) {
        fields.insert("reason".to_owned(), address_part(reason)?.into());
    }
    Some((row, ask))
}

/// What was read, as its contents: a passage's text, else JSON.
pub(crate) fn contents(uri: &str, answer: &Value) -> ResourceContents {
    let passage = uri.starts_with("document://");
    match answer.get("text").and_then(Value::as_str).filter(|_| passage) {
        Some(text) => ResourceContents::text(text, uri).with_mime_type("text/plain"),
        None => ResourceContents::text(answer.to_string(), uri).with_mime_type("application/json"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_by_their_rows() {
        for (uri, row, ask) in [
            ("document://00ff#1-2", "fetch", json!({ "id": "document://00ff#1-2" })),
            (
                "document://00ff?reason=case%2012%20%26%20more#1-2",
                "fetch",
                json!({ "id": "document://00ff#1-2", "reason": "case 12 & more" }),
            ),
            ("palace://a/b", "room", json!({ "wing": "a", "room": "b" })),
            (
                "palace://a%2Fb/c?x=1&reason=w",
                "room",
                json!({ "wing": "a/b", "room": "c", "reason": "w" }),
            ),
            ("palace://a/b#00ff", "fetch", json!({ "id": "node:00ff" })),
            ("summary://my%20study", "fetch", json!({ "id": "summary://my study" })),
            (
                "summary://a%23b?reason=w#00",
                "fetch",
                json!({ "id": "summary://a#b#00", "reason": "w" }),
            ),
        ] {
            assert_eq!(asked(uri), Some((row, ask)), "{uri}");
        }
        for uri in ["palace://security", "file:///etc/passwd", "summary://%ff", "summary:a", ""] {
            assert_eq!(asked(uri), None, "{uri}");
        }
    }

    #[test]
    fn what_is_listed_is_read_again() {
        let answer = json!({
            "rooms": [{ "wing": "a/b", "room": "c d?#", "nodes": 2 }],
            "summaries": ["100 % über"],
        });
        let listed: Vec<_> = listed(&answer).into_iter().filter_map(|it| asked(&it.uri)).collect();
        assert_eq!(
            listed,
            [
                ("fetch", json!({ "id": "summary://100 % über" })),
                ("room", json!({ "wing": "a/b", "room": "c d?#" })),
            ]
        );
    }
}
