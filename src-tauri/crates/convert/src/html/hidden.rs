//! Words that stand in a page's text and that its reader does not see: no size, no opacity, off the
//! page, in the colour of what is behind them. They are marked where they are written, so that
//! whoever reads the text for a person knows them. What is not displayed at all is left out before.
//! Text for screen readers (clipped to a pixel) is meant to be read, and not marked.

use super::page::{CLOSE, Id, OPEN, Page, is_mark};
use std::ops::Range;

/// Further than this off an edge, in pixels, nothing is seen.
const OFF_PAGE: f32 = -400.0;

/// Puts marks around the letters of all that is shown and cannot be seen.
pub(super) fn mark(page: &mut Page, shown: &[bool]) {
    // what an element hides it hides with all that is in it; what is behind it is inherited
    let mut states: Vec<State> = Vec::with_capacity(page.len());
    for id in 0..page.len() {
        let above = states.get(page.parent(id)).cloned().unwrap_or_default();
        let state = if page.tag(id).is_empty() { above } else { above.within(page, id) };
        let is_hidden = state.is_hidden() && shown.get(id) == Some(&true);
        if is_hidden && page.text(id).chars().any(char::is_alphanumeric) {
            page.wrap(id, OPEN, CLOSE);
        }
        states.push(state);
    }
}

/// Takes the marks out of a text; where they stood.
pub(super) fn unmark(text: String) -> (String, Vec<Range<usize>>) {
    if !text.contains(is_mark) {
        return (text, Vec::new());
    }
    let mut plain = String::with_capacity(text.len());
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let mut start = None;
    for letter in text.chars() {
        match letter {
            OPEN => start = start.or(Some(plain.len())),
            CLOSE => {
                let Some(start) = start.take().filter(|start| *start < plain.len()) else {
                    continue;
                };
                let gap = ranges.last().and_then(|last| plain.get(last.end..start));
                let joins = gap.is_some_and(|gap| !gap.contains(char::is_alphanumeric));
                match ranges.last_mut().filter(|_| joins) {
                    Some(last) => last.end = plain.len(),
                    None => ranges.push(start..plain.len()),
                }
            }
            letter => plain.push(letter),
        }
    }
    (plain, ranges)
}

/// What an element inherits that decides on whether its letters are seen.
#[derive(Clone, Default)]
struct State {
    is_tiny: bool,
    /// By opacity or place: nothing inside can be seen again.
    is_final: bool,
    /// As stated in the page itself; style sheets are not read.
    behind: Option<String>,
    colour: Option<String>,
}

impl State {
    fn within(mut self, page: &Page, id: Id) -> Self {
        let attribute = |name| page.attribute(id, name).map(colour);
        self.behind = attribute("bgcolor").or(self.behind);
        self.colour = attribute("color").or(self.colour);
        let style = page.attribute(id, "style").unwrap_or_default();
        if style.len() > 4000 {
            return self;
        }
        let mut is_placed = false;
        let mut is_off = false;
        for declaration in style.split(';') {
            let Some((name, value)) = declaration.split_once(':') else { continue };
            let value = value.trim().trim_end_matches("!important").trim().to_ascii_lowercase();
            match name.trim().to_ascii_lowercase().as_str() {
                "font-size" => self.is_tiny = is_nought(&value),
                "opacity" => self.is_final |= is_nought(&value),
                "position" => is_placed = matches!(value.as_str(), "absolute" | "fixed"),
                "left" | "right" | "top" | "bottom" => is_off |= is_off_page(&value),
                "text-indent" => self.is_final |= is_off_page(&value),
                "color" => self.colour = Some(colour(&value)),
                "background-color" | "background" => {
                    // pictures and places may follow
                    let end = if value.starts_with("rgb") { ')' } else { ' ' };
                    let first = value.split_inclusive(end).next().unwrap_or_default();
                    self.behind = Some(colour(first));
                }
                _ => {}
            }
        }
        self.is_final |= is_placed && is_off;
        self
    }

    fn is_hidden(&self) -> bool {
        let is_like_behind =
            |colour: &String| colour == "transparent" || self.behind.as_ref() == Some(colour);
        self.is_tiny || self.is_final || self.colour.as_ref().is_some_and(is_like_behind)
    }
}

fn is_nought(value: &str) -> bool {
    number(value) == Some(0.0)
}

/// A negative length of many pixels, or of more than the page.
fn is_off_page(value: &str) -> bool {
    let Some(number) = number(value) else { return false };
    let pixels = match value.trim_start_matches(|c: char| !c.is_ascii_alphabetic() && c != '%') {
        "em" | "rem" => number * 16.0,
        "%" | "vw" | "vh" => number * 10.0,
        _ => number,
    };
    pixels <= OFF_PAGE
}

fn number(value: &str) -> Option<f32> {
    let is_of_number = |c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.');
    let end = value.find(|c| !is_of_number(c)).unwrap_or(value.len());
    value.get(..end)?.parse().ok()
}

/// A colour in one form: `#rrggbb`, or the name as it stands.
fn colour(value: &str) -> String {
    let value = value.trim().to_ascii_lowercase();
    let hex = |digits: &str| format!("#{digits}");
    if let Some(digits) = value.strip_prefix('#').filter(|digits| digits.len() == 3) {
        return hex(&digits.chars().flat_map(|digit| [digit, digit]).collect::<String>());
    }
    let parts = value.strip_prefix("rgb(").and_then(|rest| rest.strip_suffix(')'));
    let numbers = parts.map(|parts| parts.split(',').map(|part| part.trim().parse::<u8>()));
    if let Some(Ok(numbers)) = numbers.map(|numbers| numbers.collect::<Result<Vec<u8>, _>>()) {
        return hex(&numbers.iter().map(|number| format!("{number:02x}")).collect::<String>());
    }
    match value.as_str() {
        "white" => hex("ffffff"),
        "black" => hex("000000"),
        "red" => hex("ff0000"),
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use crate::{Limits, html::convert};

    fn check(page: &str, hidden: &[&str]) {
        let converted = convert(page.as_bytes(), &Limits::default()).unwrap();
        let found: Vec<&str> =
            converted.hidden.iter().map(|range| &converted.text[range.clone()]).collect();
        assert_eq!(found, hidden, "{page}");
        assert!(!converted.text.contains(super::is_mark));
    }

    #[test]
    fn what_no_reader_sees_is_marked() {
        for style in [
            "font-size:0",
            "font-size: 0px !important",
            "opacity:0",
            "position:absolute;left:-9999px",
            "position:fixed; top:-100em",
            "text-indent:-9999px",
            "color:transparent",
            "color:#fff;background:white",
            "background-color:rgb(255, 255, 255);color:#FFFFFF",
        ] {
            check(
                &format!("<p>seen</p><div style='{style}'>not <b>seen</b> at all</div><p>again"),
                &["not **seen** at all"],
            );
        }
        check("<body bgcolor=white><p>a<p><font color=#ffffff>b</font>", &["b"]);
    }

    #[test]
    fn what_can_be_seen_or_heard_is_not() {
        for page in [
            "<p style='font-size:0'><span style='font-size:12px'>seen</span></p>",
            "<p style='opacity:0.9;font-size:10px;left:-9999px'>seen</p>",
            "<p style='position:absolute;width:1px;height:1px;clip:rect(0,0,0,0)'>heard</p>",
            "<div style='color:white;background:#333'><p style='color:#fff'>seen</div>",
            "<p>\u{fdd0}not ours\u{fdd1}",
        ] {
            check(page, &[]);
        }
        // not displayed at all: left out
        check("<p>a<p style='display:none'>b", &[]);
    }
}
