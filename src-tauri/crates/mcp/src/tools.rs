//! The tools, as `tools.json` describes them: each is one of agents' rows, or a way to put the memory
//! stack's.

use rmcp::model::{JsonObject, Tool};
use serde_json::{Value, json};
use std::sync::LazyLock;

/// Every tool, in the order shown.
pub(crate) static TOOLS: LazyLock<Vec<Tool>> =
    LazyLock::new(|| serde_json::from_str(include_str!("tools.json")).unwrap_or_default());

/// Longest arguments of a call, as JSON, in bytes.
pub(crate) const ARGUMENT_BYTES: usize = 200 << 10;

/// The tool of a name.
pub(crate) fn tool(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

/// The row that a tool is, and what it is asked.
pub(crate) fn asked(tool: &Tool, arguments: JsonObject) -> (String, Value) {
    let word = |name: &str| arguments.get(name).cloned();
    let memory = |agent: Value, task: Option<Value>, deep: Option<Value>| {
        let task = task.unwrap_or_else(|| json!(""));
        let mut ask = json!({ "agent": agent, "task": task, "deep": deep.unwrap_or(json!(false)) });
        if let (Some(fields), Some(reason)) = (ask.as_object_mut(), word("reason")) {
            fields.insert("reason".to_owned(), reason);
        }
        ("memory_context".to_owned(), ask)
    };
    match tool.name.as_ref() {
        "wake_up" => memory(json!("writer"), None, None),
        "recall" => memory(json!("searcher"), word("topic"), None),
        "context" => {
            let agent = word("agent").unwrap_or_else(|| json!("searcher"));
            memory(agent, word("task"), word("deep"))
        }
        row => (row.to_owned(), Value::Object(arguments)),
    }
}

/// What is wrong with the arguments, as far as a tool's own schema says: names that it does not have, and
/// such as it needs. The rest is said where the vault is.
pub(crate) fn misfit(tool: &Tool, arguments: &JsonObject) -> Option<String> {
    let known = tool.input_schema.get("properties").and_then(Value::as_object);
    let required = tool.input_schema.get("required").and_then(Value::as_array);
    let unknown =
        arguments.keys().find(|name| known.is_none_or(|known| !known.contains_key(*name)));
    if let Some(unknown) = unknown {
        let shown: String = unknown.chars().filter(|c| !c.is_control()).take(40).collect();
        return Some(format!("There is no argument '{shown}'."));
    }
    let required = required.into_iter().flatten().filter_map(Value::as_str);
    let missing = required.into_iter().find(|name| !arguments.contains_key(*name));
    missing.map(|name| format!("The argument '{name}' is missing."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_is_a_row_and_says_what_it_does() {
        assert_eq!(TOOLS.len(), 15);
        for tool in TOOLS.iter() {
            let (row, _) = asked(tool, JsonObject::new());
            assert!(api::AGENT_ROWS.contains(&row.as_str()), "{row}");
            let hints = tool.annotations.as_ref().expect("hints");
            let writes = ["remember", "link", "supersede", "forget"].contains(&tool.name.as_ref());
            assert_eq!(hints.read_only_hint, Some(!writes), "{}", tool.name);
            let known = tool.input_schema.get("properties").and_then(|it| it.get("reason"));
            assert_eq!(known.is_some(), !writes && tool.name != "status", "{}", tool.name);
            assert!(tool.output_schema.is_some() && tool.description.is_some(), "{}", tool.name);
        }
    }

    #[test]
    fn arguments_that_do_not_fit_are_named() {
        let search = tool("search").expect("search");
        let check = |arguments: Value, expected: Option<&str>| {
            let given = arguments.as_object().cloned().unwrap_or_default();
            assert_eq!(misfit(search, &given).as_deref(), expected, "{arguments}");
        };
        check(json!({ "query": "x" }), None);
        check(json!({}), Some("The argument 'query' is missing."));
        check(json!({ "query": "x", "k\ny": 1 }), Some("There is no argument 'ky'."));
    }
}
