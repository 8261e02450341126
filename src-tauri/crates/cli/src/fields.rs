//! What an answer without a table of its own looks like on the terminal.

use serde::de::DeserializeOwned;
use serde_json::Value;

pub(crate) fn shown<T: DeserializeOwned>(value: &Value, show: impl FnOnce(T) -> String) -> String {
    serde_json::from_value(value.clone()).map_or_else(|_| value.to_string(), show)
}

/// `name: value` lines, nested objects indented, lists item by item.
pub(crate) fn fields(value: &Value, indent: &str) -> String {
    let deeper = format!("{indent}  ");
    let Some(object) = value.as_object() else {
        return match value {
            Value::String(text) => format!("{indent}{text}\n"),
            other => format!("{indent}{other}\n"),
        };
    };
    let line = |(name, value): (&String, &Value)| match value {
        Value::Object(_) => format!("{indent}{name}:\n{}", fields(value, &deeper)),
        Value::Array(items) if items.iter().any(|item| !item.is_number()) => {
            let item = |(n, item): (usize, &Value)| match item {
                Value::Object(_) => format!("{indent}- {}\n{}", n + 1, fields(item, &deeper)),
                other => fields(other, &format!("{indent}- ")),
            };
            let items: String = items.iter().enumerate().map(item).collect();
            format!("{indent}{name}:\n{items}")
        }
        Value::String(text) => format!("{indent}{name}: {text}\n"),
        other => format!("{indent}{name}: {other}\n"),
    };
    object.iter().map(line).collect()
}

/// A text in one line.
pub(crate) fn one_line(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
