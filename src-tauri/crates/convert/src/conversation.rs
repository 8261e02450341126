//! Conversations: who said what, and when. JSON lines of speaker, time and text become Markdown with a
//! heading for each day; in Markdown transcripts the paragraphs that name their speaker are turns. Each
//! turn is a block of its own. Nobody's words are changed, save that their white space is one space.

use crate::{Error, Limits, Result, file_name, text};
use serde::Deserialize;
use std::collections::BTreeMap;
use types::{Block, BlockKind, ConvertedText, Format, Timestamp, day_text};

/// Longest name of a speaker, in characters.
const NAME_CHARS: usize = 40;
/// Longest time as somebody writes it, in characters.
const TIME_CHARS: usize = 60;
/// Turns from which a transcript is one, and speakers at most.
const TURNS: usize = 4;
const SPEAKERS: usize = 16;
/// Speakers that a title names.
const NAMED: usize = 3;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Numbers from here on are milliseconds since 1970; below they are seconds.
const MILLISECONDS: f64 = 1e11;

/// A line. Chat programs call the speaker a role, and what is said its content.
#[derive(Deserialize)]
struct Line {
    #[serde(alias = "role")]
    speaker: String,
    #[serde(alias = "content")]
    text: String,
    #[serde(default, alias = "timestamp")]
    time: Option<Time>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Time {
    Words(String),
    Number(f64),
}

/// When a turn was: its day, which is its session's heading, and the time of that day.
#[derive(Clone, Debug, Default, PartialEq)]
struct Moment {
    day: String,
    time: String,
}

/// Whether a file is JSON lines of a conversation: its name, and its first line.
pub(crate) fn is_lines(file_name: &str, text: &str) -> bool {
    let named = matches!(file_name::extension(file_name).as_deref(), Some("jsonl" | "ndjson"));
    let first = || text.lines().find(|line| !line.trim().is_empty());
    named && first().is_some_and(|line| serde_json::from_str::<Line>(line).is_ok())
}

/// Converts JSON lines.
pub(crate) fn convert(bytes: &[u8], limits: &Limits) -> Result<ConvertedText> {
    let not_text = || Error::damaged(Format::Conversation, "it holds bytes that are no text");
    let text::Decoded { text, mut warnings } = text::decode(bytes).ok_or_else(not_text)?;
    let (mut out, mut blocks) = (String::new(), Vec::new());
    let mut speakers: BTreeMap<String, usize> = BTreeMap::new();
    let (mut unread, mut day, mut first, mut last) = (0, None, String::new(), String::new());
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let Ok(line) = serde_json::from_str::<Line>(line) else {
            unread += 1;
            continue;
        };
        let (speaker, words) = (name(&line.speaker), one_line(&line.text));
        if words.is_empty() {
            continue;
        }
        let moment = line.time.as_ref().map(moment).unwrap_or_default();
        if !moment.day.is_empty() && day.as_ref() != Some(&moment.day) {
            push(&mut out, &mut blocks, &format!("## {}", moment.day), BlockKind::Heading(2));
            if let Some(heading) = blocks.last_mut() {
                heading.title.clone_from(&moment.day);
            }
            if first.is_empty() {
                first.clone_from(&moment.day);
            }
            last.clone_from(&moment.day);
            day = Some(moment.day.clone());
        }
        let at = if moment.time.is_empty() { String::new() } else { format!(" ({})", moment.time) };
        push(&mut out, &mut blocks, &format!("{speaker}{at}: {words}"), BlockKind::Turn);
        limits.check_text(out.len())?;
        *speakers.entry(speaker).or_default() += 1;
    }
    if unread > 0 {
        warnings.push(format!("{unread} lines are no turns of a conversation; they were left out"));
    }
    let mut title = title(&speakers);
    if !first.is_empty() {
        title.push_str(&match first == last {
            true => format!(", {first}"),
            false => format!(", {first} to {last}"),
        });
    }
    let converted = ConvertedText::new(Format::Conversation, out, blocks);
    Ok(ConvertedText { title: Some(title), warnings, ..converted })
}

/// A Markdown text as a transcript, where that is what it is: a paragraph that names its speaker begins a
/// turn, those after it that name none go on with it.
pub(crate) fn transcript(mut converted: ConvertedText) -> ConvertedText {
    let text = &converted.text;
    let named = |block: &Block| match block.kind {
        BlockKind::Paragraph => text.get(block.range.clone()).and_then(speaker),
        _ => None,
    };
    let mut speakers: BTreeMap<String, usize> = BTreeMap::new();
    let (mut turns, mut others) = (0, 0);
    for block in &converted.blocks {
        match named(block) {
            Some(name) => {
                turns += 1;
                *speakers.entry(name.to_owned()).or_default() += 1;
            }
            None => others += usize::from(!matches!(block.kind, BlockKind::Heading(_))),
        }
    }
    let again = speakers.values().filter(|turns| **turns > 1).count();
    let talk = (2..=SPEAKERS).contains(&speakers.len()) && again * 2 > speakers.len();
    if turns < TURNS || others > turns || !talk {
        return converted;
    }
    let mut blocks: Vec<Block> = Vec::with_capacity(converted.blocks.len());
    for block in &converted.blocks {
        let turn = named(block).is_some();
        let heading = matches!(block.kind, BlockKind::Heading(_));
        match blocks.last_mut() {
            Some(last) if !turn && !heading && last.kind == BlockKind::Turn => {
                last.range.end = block.range.end;
            }
            _ => blocks.push(Block {
                kind: if turn { BlockKind::Turn } else { block.kind },
                ..block.clone()
            }),
        }
    }
    converted.title = converted.title.or_else(|| Some(title(&speakers)));
    converted.blocks = blocks;
    converted.format = Format::Conversation;
    converted
}

/// The speaker that a paragraph names before its first colon: `**Ana**: …`, `Ana (14:02): …`,
/// `[14:02] Ana: …`.
fn speaker(paragraph: &str) -> Option<&str> {
    let line = paragraph.lines().next()?;
    let line = match line.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?.1.trim_start(),
        None => line,
    };
    let (bold, line) = match line.strip_prefix("**") {
        Some(rest) => (true, rest),
        None => (false, line),
    };
    let end = line.find([':', '*', '('])?;
    let name = line.get(..end)?.trim();
    let mut rest = line.get(end..)?;
    if bold {
        // `**Ana:**`, `**Ana**:`, `**Ana** (14:02):`
        let (inside, after) = rest.split_once("**")?;
        rest = if inside == ":" { ":" } else { after.trim_start() };
    }
    if let Some(time) = rest.strip_prefix('(') {
        let (time, after) = time.split_once(')')?;
        rest = if time.chars().count() <= TIME_CHARS { after.trim_start() } else { "" };
    }
    let few = name.chars().count() <= NAME_CHARS && name.split_whitespace().count() <= 4;
    let letters = name.chars().any(char::is_alphabetic);
    let capital = bold || !name.starts_with(char::is_lowercase);
    (few && letters && capital && rest.starts_with(':')).then_some(name)
}

fn push(out: &mut String, blocks: &mut Vec<Block>, line: &str, kind: BlockKind) {
    if !out.is_empty() {
        out.push_str("\n\n");
    }
    let start = out.len();
    out.push_str(line);
    blocks.push(Block { kind, range: start..out.len(), title: String::new() });
}

fn moment(time: &Time) -> Moment {
    let at = match time {
        Time::Words(words) => Timestamp::parse(words.trim()),
        Time::Number(number) if !number.is_finite() => None,
        Time::Number(number) if number.abs() >= MILLISECONDS => {
            Some(Timestamp::from_unix_ms(*number as i64))
        }
        Time::Number(number) => Some(Timestamp::from_unix_ms((number * 1000.0) as i64)),
    };
    let Some(at) = at else {
        let words = if let Time::Words(words) = time { one_line(words) } else { String::new() };
        return Moment { day: words.chars().take(TIME_CHARS).collect(), time: String::new() };
    };
    let (day, ms) = (at.unix_ms().div_euclid(DAY_MS), at.unix_ms().rem_euclid(DAY_MS));
    let minutes = ms / 60_000;
    // a date alone is the end of its day
    let whole = ms == DAY_MS - 1;
    Moment {
        day: in_words(&day_text(i32::try_from(day).unwrap_or(0))),
        time: if whole {
            String::new()
        } else {
            format!("{:02}:{:02}", minutes / 60, minutes % 60)
        },
    }
}

/// `2023-05-08` as people say it: what they ask for is "in May 2023".
fn in_words(day: &str) -> String {
    let months = language::List::of("months").entries();
    let mut parts = day.rsplitn(3, '-');
    let (date, month, year) = (parts.next(), parts.next(), parts.next());
    let month = month.and_then(|month| month.parse::<usize>().ok());
    let name = month.and_then(|month| months.get(month.checked_sub(1)?));
    match (date.and_then(|date| date.parse::<u32>().ok()), name, year) {
        (Some(date), Some(name), Some(year)) => {
            let (first, rest) = name.split_at_checked(1).unwrap_or((name, ""));
            format!("{date} {}{rest} {year}", first.to_uppercase())
        }
        _ => day.to_owned(),
    }
}

fn title(speakers: &BTreeMap<String, usize>) -> String {
    let mut names: Vec<(&String, &usize)> = speakers.iter().collect();
    names.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    let more = names.len().saturating_sub(NAMED);
    let mut shown: Vec<&str> = names.iter().take(NAMED).map(|(name, _)| name.as_str()).collect();
    if more > 0 {
        shown.push("others");
    }
    match shown.split_last() {
        Some((last, [])) => format!("Notes of {last}"),
        Some((last, rest)) => format!("Conversation of {} and {last}", rest.join(", ")),
        None => "Conversation".to_owned(),
    }
}

/// A name that can stand before a colon.
fn name(speaker: &str) -> String {
    let name: String = one_line(speaker).replace(':', " ").chars().take(NAME_CHARS).collect();
    if name.trim().is_empty() { "Somebody".to_owned() } else { name.trim().to_owned() }
}

fn one_line(text: &str) -> String {
    let parts = text.split(|c: char| c.is_whitespace() || c.is_control());
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown;

    fn lines(text: &str) -> ConvertedText {
        convert(text.as_bytes(), &Limits::default()).unwrap()
    }

    fn turns(converted: &ConvertedText) -> Vec<&str> {
        let blocks = converted.blocks.iter().filter(|block| block.kind == BlockKind::Turn);
        blocks.map(|block| &converted.text[block.range.clone()]).collect()
    }

    #[test]
    fn lines_become_turns_under_their_day() {
        let text = r#"{"speaker":"Ana","time":"2023-05-08T13:56:00Z","text":"Hi Bo!\n\nHow are you?"}
{"role":"Bo","timestamp":1683554220,"content":"Fine."}
not a line
{"speaker":"Ana","time":"2023-05-25","text":"Back again."}
{"speaker":"Bo","time":"7:55 pm on 9 June, 2023","text":"Yes."}
{"speaker":"Bo","text":" "}"#;
        assert!(
            is_lines("a.jsonl", text) && !is_lines("a.json", text) && !is_lines("a.jsonl", "{}")
        );
        let converted = lines(text);
        assert_eq!(
            converted.text,
            "## 8 May 2023\n\nAna (13:56): Hi Bo! How are you?\n\nBo (13:57): Fine.\n\n\
             ## 25 May 2023\n\nAna: Back again.\n\n## 7:55 pm on 9 June, 2023\n\nBo: Yes."
        );
        let title = "Conversation of Ana and Bo, 8 May 2023 to 7:55 pm on 9 June, 2023";
        assert_eq!(converted.title.as_deref(), Some(title));
        assert_eq!(turns(&converted).len(), 4);
        assert_eq!(converted.warnings.len(), 1);
        assert!(lines(&text[..0]).text.is_empty());
    }

    #[test]
    fn a_transcript_is_told_from_other_prose() {
        let of = |text: &str| {
            let converted =
                transcript(markdown::convert(text.as_bytes(), &Limits::default()).unwrap());
            (
                converted.format,
                turns(&converted).iter().map(ToString::to_string).collect::<Vec<_>>(),
            )
        };
        let talk = "# A talk\n\n## 8 May 2023\n\n**Ana**: Hi.\n\n**Bo:** Hello.\n\nAnd good day.\n\n\
                    **Ana** (14:02): How are you?\n\n[14:03] Bo: Fine.";
        let (format, found) = of(talk);
        assert_eq!(format, Format::Conversation);
        assert_eq!(found.len(), 4, "{found:?}");
        assert_eq!(found[1], "**Bo:** Hello.\n\nAnd good day.");
        for prose in [
            "Note: this is it.\n\nWarning: so is this.\n\nTip: and this.\n\nNote: again.\n\nEnd: x.",
            "Ana: hi.\n\nBo: hello.",
            "One paragraph.\n\nTwo: three.\n\nFour: five.\n\nSix.",
        ] {
            assert_eq!(of(prose).0, Format::Markdown, "{prose}");
        }
    }
}
