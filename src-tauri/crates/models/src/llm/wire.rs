//! What is sent and what must come back: the part of OpenAI's chat completions that every server
//! knows. An answer is read as if its server were broken or hostile.

use crate::{Error, Result};
use serde::{Deserialize, Serialize};

#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    messages: [Message<'a>; 2],
    max_tokens: u32,
    temperature: f32,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_format: Option<serde_json::Value>,
}

#[derive(Serialize)]
struct Message<'a> {
    role: &'a str,
    content: &'a str,
}

/// The body of a request. `response_format` is the protocol's field of that name.
pub(super) fn request(
    model: &str,
    system: &str,
    prompt: &str,
    max_tokens: u32,
    response_format: Option<serde_json::Value>,
) -> Result<Vec<u8>> {
    let messages =
        [Message { role: "system", content: system }, Message { role: "user", content: prompt }];
    // the likeliest words: asked again, a model should say the same again
    let request =
        Request { model, messages, max_tokens, temperature: 0.0, stream: false, response_format };
    serde_json::to_vec(&request).map_err(|_| Error::LlmNonsense("the request cannot be written"))
}

#[derive(Deserialize)]
struct Answer {
    choices: Vec<Choice>,
    #[serde(default)]
    usage: Option<Usage>,
}

#[derive(Deserialize)]
struct Choice {
    message: Said,
    #[serde(default)]
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Said {
    #[serde(default)]
    content: Option<String>,
}

#[derive(Default, Deserialize)]
struct Usage {
    #[serde(default)]
    prompt_tokens: u32,
    #[serde(default)]
    completion_tokens: u32,
}

/// Reads an answer's body.
pub(super) fn answer(body: &[u8]) -> Result<Completion> {
    let answer: Answer = serde_json::from_slice(body)
        .map_err(|_| Error::LlmNonsense("the answer is not what the protocol asks for"))?;
    let none = || Error::LlmNonsense("the answer says nothing");
    let choice = answer.choices.into_iter().next().ok_or_else(none)?;
    let text = choice.message.content.filter(|text| !text.trim().is_empty()).ok_or_else(none)?;
    let usage = answer.usage.unwrap_or_default();
    Ok(Completion {
        text,
        prompt_tokens: usage.prompt_tokens,
        completion_tokens: usage.completion_tokens,
        cut: choice.finish_reason.as_deref() == Some("length"),
    })
}

/// What a model said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// Its words, as they came.
    pub text: String,
    /// Tokens of the prompt, as the server counts; 0 where it does not say.
    pub prompt_tokens: u32,
    /// Tokens of the answer, as the server counts; 0 where it does not say.
    pub completion_tokens: u32,
    /// Whether the answer ends only because it may not be longer.
    pub cut: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(body: &str, expected: Option<(&str, u32, u32, bool)>) {
        let found = answer(body.as_bytes()).ok();
        let found = found
            .as_ref()
            .map(|it| (it.text.as_str(), it.prompt_tokens, it.completion_tokens, it.cut));
        assert_eq!(found, expected, "{body}");
    }

    #[test]
    fn answers_of_many_servers() {
        let said = r#"{"id":"x","choices":[{"index":0,"message":{"role":"assistant","content":"yes"},"finish_reason":"stop"}],"usage":{"prompt_tokens":7,"completion_tokens":1,"total_tokens":8}}"#;
        check(said, Some(("yes", 7, 1, false)));
        check(r#"{"choices":[{"message":{"content":"yes"}}]}"#, Some(("yes", 0, 0, false)));
        check(
            r#"{"choices":[{"message":{"content":"ye"},"finish_reason":"length"}],"usage":null}"#,
            Some(("ye", 0, 0, true)),
        );
        for body in [
            "",
            "I would be glad to help!",
            r#"{"choices":[]}"#,
            r#"{"choices":[{"message":{}}]}"#,
            r#"{"choices":[{"message":{"content":null}}]}"#,
            r#"{"choices":[{"message":{"content":" \n"}}]}"#,
            r#"{"choices":[{"message":{"content":7}}]}"#,
            r#"{"error":{"message":"no such model"}}"#,
            "[]",
            "null",
            &said[..said.len() / 2],
        ] {
            check(body, None);
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_an_answer_or_an_error(body in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = answer(&body);
        }
    }
}
