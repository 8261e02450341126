//! Answers as JSON. The server is asked for them by schema, in the strictest way it takes, and the
//! answer's shape is checked here whatever it took: a server that accepts a schema may still ignore
//! it. Nothing is searched for in prose, and nothing is mended.
//!
//! Of a schema, `type`, `properties`, `required` and `items` are checked. What a list of values or a
//! bound says is for the server alone: whoever asked contains what lies outside of it.

use super::{Completion, Llm, wire};
use crate::{Error, Result};
use serde_json::{Value, json};
use std::sync::atomic::Ordering;
use types::Cancel;

/// Ways to ask for JSON, the strictest first: by schema, as any object, in words alone.
const WAYS: usize = 3;

/// What answers took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Tokens of the prompts, as the server counts; 0 where it does not say.
    pub prompt_tokens: u64,
    /// Tokens of the answers, as the server counts; 0 where it does not say.
    pub completion_tokens: u64,
    /// Requests made, those that failed included.
    pub calls: u32,
}

impl std::ops::AddAssign for Cost {
    fn add_assign(&mut self, more: Self) {
        self.prompt_tokens += more.prompt_tokens;
        self.completion_tokens += more.completion_tokens;
        self.calls += more.calls;
    }
}

impl Llm {
    /// Asks for an object of the given schema. A server that refuses to be asked so (HTTP 400 or
    /// 422) is asked for any object, then in words alone, and is remembered to take that. An answer
    /// that is cut short, wrapped in prose or of another shape is [`Error::LlmNonsense`].
    pub fn complete_json(
        &self,
        system: &str,
        prompt: &str,
        schema: &Value,
        max_tokens: u32,
        cancel: &Cancel,
    ) -> Result<(Value, Cost)> {
        let mut cost = Cost::default();
        let first = self.way.load(Ordering::Relaxed);
        for way in first..WAYS {
            let format = response_format(way, schema);
            let body = wire::request(self.model(), system, prompt, max_tokens, format)?;
            match self.answer(&body, cancel, &mut cost.calls) {
                Ok(answer) => {
                    self.way.store(way, Ordering::Relaxed);
                    cost.prompt_tokens = answer.prompt_tokens.into();
                    cost.completion_tokens = answer.completion_tokens.into();
                    return Ok((read(&answer, schema)?, cost));
                }
                Err(Error::LlmRefused(400 | 422)) if way + 1 < WAYS => {
                    tracing::debug!(way, "language model's server refused the answer's format");
                }
                Err(error) => return Err(error),
            }
        }
        Err(Error::LlmNonsense("no attempt was made"))
    }
}

fn response_format(way: usize, schema: &Value) -> Option<Value> {
    match way {
        0 => Some(json!({
            "type": "json_schema",
            "json_schema": { "name": "answer", "strict": true, "schema": schema },
        })),
        1 => Some(json!({ "type": "json_object" })),
        _ => None,
    }
}

fn read(answer: &Completion, schema: &Value) -> Result<Value> {
    if answer.cut {
        return Err(Error::LlmNonsense("the answer is too long and was cut"));
    }
    let value = serde_json::from_str(bare(&answer.text))
        .map_err(|_| Error::LlmNonsense("the answer is not the JSON that was asked for"))?;
    if fits(&value, schema) {
        Ok(value)
    } else {
        Err(Error::LlmNonsense("the answer's JSON has another shape than was asked for"))
    }
}

/// An answer without a model's thoughts before it and without the fence that many models put around
/// JSON.
fn bare(text: &str) -> &str {
    let said = text.rsplit_once("</think>").map_or(text, |(_, said)| said).trim();
    let fenced = said.strip_prefix("```").and_then(|rest| rest.strip_suffix("```"));
    let Some(fenced) = fenced else { return said };
    fenced.strip_prefix("json").unwrap_or(fenced).trim()
}

/// Whether a value has the shape that a schema asks for. No deeper than the schema itself.
fn fits(value: &Value, schema: &Value) -> bool {
    let typed = match schema.get("type") {
        Some(Value::String(name)) => is_of(value, name),
        Some(Value::Array(names)) => {
            names.iter().filter_map(Value::as_str).any(|n| is_of(value, n))
        }
        _ => true,
    };
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    let mut required = required.filter_map(Value::as_str);
    let properties = schema.get("properties").and_then(Value::as_object);
    let mut known = properties.into_iter().flatten();
    let whole = match value {
        Value::Object(fields) => {
            required.all(|name| fields.contains_key(name))
                && known.all(|(name, schema)| fields.get(name).is_none_or(|it| fits(it, schema)))
        }
        Value::Array(items) => {
            schema.get("items").is_none_or(|schema| items.iter().all(|item| fits(item, schema)))
        }
        _ => true,
    };
    typed && whole
}

fn is_of(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn schema() -> Value {
        json!({
            "type": "object",
            "required": ["items"],
            "properties": { "items": { "type": "array", "items": {
                "type": "object",
                "required": ["id", "name"],
                "properties": {
                    "id": { "type": "integer" },
                    "name": { "type": ["string", "null"], "enum": ["a", "b"] },
                    "sure": { "type": "number" },
                },
            } } },
        })
    }

    fn check(text: &str, expected: Option<Value>) {
        let answer =
            Completion { text: text.into(), prompt_tokens: 0, completion_tokens: 0, cut: false };
        assert_eq!(read(&answer, &schema()).ok(), expected, "{text}");
    }

    #[test]
    fn an_answer_is_json_of_the_shape_or_nonsense() {
        let one = json!({ "items": [{ "id": 1, "name": "a" }] });
        let text = one.to_string();
        check(&text, Some(one.clone()));
        check(&format!("\n```json\n{text}\n```\n"), Some(one.clone()));
        check(&format!("```\n{text}```"), Some(one.clone()));
        check(&format!("<think>{{}} hm</think>\n{text}"), Some(one));
        let outside = json!({ "items": [{ "id": -4, "name": "c", "more": {} }], "x": 1 });
        check(&outside.to_string(), Some(outside));
        check(r#"{"items":[]}"#, Some(json!({ "items": [] })));
        let null = json!({ "items": [{ "id": 1, "name": null, "sure": 0.5 }] });
        check(&null.to_string(), Some(null));
        for wrong in [
            "",
            "I would be glad to help!",
            &format!("Here it is: {text}"),
            &format!("{text}\nI hope this helps."),
            &format!("<think>{text}"),
            &text[..text.len() / 2],
            "```json",
            "``````",
            "[]",
            "null",
            "{}",
            r#"{"items":{}}"#,
            r#"{"items":[1]}"#,
            r#"{"items":[{"id":1}]}"#,
            r#"{"items":[{"id":"1","name":"a"}]}"#,
            r#"{"items":[{"id":1.5,"name":"a"}]}"#,
            r#"{"items":[{"id":1,"name":7}]}"#,
            r#"{"items":[{"id":1,"name":"a","sure":"very"}]}"#,
            &"[".repeat(100_000),
        ] {
            check(wrong, None);
        }
        let cut = Completion { text, prompt_tokens: 0, completion_tokens: 0, cut: true };
        assert!(matches!(read(&cut, &schema()), Err(Error::LlmNonsense(_))));
    }

    proptest! {
        #[test]
        fn any_words_are_an_answer_or_an_error(text in "(.|\n){0,120}|[`{}\\[\\]\":a-z,]{0,60}") {
            let answer = Completion { text, prompt_tokens: 0, completion_tokens: 0, cut: false };
            let _ = read(&answer, &schema());
        }
    }
}
