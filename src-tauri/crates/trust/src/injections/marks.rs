//! Marks that machines read: chat templates, turns of a talk, calls of tools, and markup that hides
//! what it holds. Found by form, in time linear in the text.

use regex::Regex;
use std::{ops::Range, sync::LazyLock};

/// What a mark is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// `<|im_start|>`, `[INST]`, `<<SYS>>`.
    Template,
    /// `System:` at the head of a line, `[SYSTEM NOTE]`, `<system>`, `{"role": "system"`.
    Turn,
    /// `{"name": "send_email", "arguments": …`, `send_email(`.
    Call,
}

/// Longest that a hiding element or comment may be, in bytes.
const HIDING: usize = 4_096;
/// Most marks and most hidden parts of one text.
const MARKS: usize = 2_000;

static MARKS_BY_FORM: LazyLock<Vec<(Mark, Regex)>> = LazyLock::new(|| {
    let forms = [
        (
            Mark::Template,
            r"(?i)<\s*\|\s*/?\s*(im[_ ]?start|im[_ ]?end|system|user|assistant|end|end[_ ]?of[_ ]?text|begin[_ ]?of[_ ]?text|start[_ ]?header[_ ]?id|end[_ ]?header[_ ]?id|eot[_ ]?id|channel|message|return|endoftext|begin_of_turn)\s*\|\s*>",
        ),
        (Mark::Template, r"(?i)\[\s*/?\s*(INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS)\s*\]"),
        (Mark::Template, r"(?i)<<\s*/?\s*SYS\s*>>"),
        (Mark::Template, r"(?i)</?(start_of_turn|end_of_turn|s_system|bos|eos)>"),
        (Mark::Template, r#"(?i)"role"\s*:\s*"(system|developer)""#),
        (
            Mark::Turn,
            r"(?i)</?(system|system[_-](prompt|message|instructions?|reminder|note|override)|instructions?|admin|assistant|user[_-]?query|developer|hidden|prompt|important|information|secret|directive|ai[_-]instructions?|llm)(\s[^<>]{0,60})?>",
        ),
        (
            Mark::Turn,
            r"(?im)^[ \t>*_]*(#{1,6}\s*)?[*_\[(<]{0,3}(system|human|user|developer|instructions?|admin|response|assistant)( (prompt|message|instructions?|notice|note|override|update|command|alert|log))?[*_\])>]{0,3}\s*[:：]",
        ),
        (
            Mark::Turn,
            r"(?i)[\[{(<]\s*[\[{(<]?\s*(system|admin|administrator|developer|assistant|ai|llm|instructions?|override|hidden|urgent system|internal)\b[\p{L}\p{N} _:,.'-]{0,60}[\]})>]",
        ),
        (
            Mark::Turn,
            r"(?i)\b(ai|llm|bot|agent|model|assistant|reviewer)[ _-](instructions?|directives?|notice|override|command|task)\s*[:：]",
        ),
        (
            Mark::Turn,
            r"(?im)^[ \t>*_#-]*(系统|系統|システム|시스템|النظام|систем[аы]|sistema|système|systeem)\s*(提示|消息|指令|メッセージ|プロンプト|命令|메시지|프롬프트|명령)?\s*[:：]",
        ),
        (
            Mark::Turn,
            r#"(?i)"(name|function|tool|tool_name|action|recipient_name|function_call)"\s*:\s*"[\w.-]{2,60}"\s*,\s*"(arguments|parameters|args|input|action_input|params)""#,
        ),
        (
            Mark::Template,
            r"(?i)</?(tool_calls?|function_calls?|invoke|tool_use|tool_code|tool_response)\b|\bto=(functions|browser|python|container)\b",
        ),
        (Mark::Call, r"\b[a-z]{2,20}(_[a-z]{2,20}){1,4}\s?\("),
    ];
    forms.into_iter().filter_map(|(mark, form)| Some((mark, Regex::new(form).ok()?))).collect()
});

/// What opens something that is not shown, and what closes it.
static HIDERS: LazyLock<Vec<(Regex, &'static str)>> = LazyLock::new(|| {
    let hiders = [
        (r"<!--", "-->"),
        (r"\[//\]: #\s*[(\x22']", "\n"),
        (
            r#"(?i)<\w+[^<>]{0,200}style\s*=\s*["'][^"'<>]{0,200}(display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0(\.0+)?\s*[;"']|color\s*:\s*(white|#fff(fff)?\b|transparent))[^<>]{0,200}>"#,
            "</",
        ),
        (r"(?i)<\w+[^<>]{0,200}\s(hidden|aria-hidden\s*=\s*.true.)[^<>]{0,100}>", "</"),
        (r"(?i)\\(textcolor|color)\s*\{\s*white\s*\}", "\n"),
    ];
    hiders.into_iter().filter_map(|(form, end)| Some((Regex::new(form).ok()?, end))).collect()
});

/// The marks of a text, in order.
pub fn marks(text: &str) -> Vec<(Range<usize>, Mark)> {
    let mut found: Vec<(Range<usize>, Mark)> = MARKS_BY_FORM
        .iter()
        .flat_map(|(mark, form)| form.find_iter(text).take(MARKS).map(|it| (it.range(), *mark)))
        .collect();
    found.sort_by_key(|(range, _)| (range.start, range.end));
    found
}

/// What the text's own markup hides from whoever sees it rendered.
pub fn hidden(text: &str) -> Vec<Range<usize>> {
    let mut hidden = Vec::new();
    for (form, end) in HIDERS.iter() {
        for opening in form.find_iter(text).take(MARKS) {
            let limit = floor(text, opening.end() + HIDING);
            let inside = text.get(opening.end()..limit).unwrap_or_default();
            let length = inside.find(end).unwrap_or(inside.len());
            hidden.push(opening.end()..opening.end() + length);
        }
    }
    hidden
}

/// The last character edge at or before a byte.
pub fn floor(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}
