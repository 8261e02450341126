//! What is seen of a line, as numbers: its words, its type against the body's, the white space
//! around it, its neighbours, its number in the document's series, and what the document does with
//! its style elsewhere.

use super::lines::{Seen, Sight};
use super::names;
use super::numbers::Kind;
use crate::pdf::marks::{self, Mark};

/// How many there are.
pub(super) const COUNT: usize = 69;
/// Their names, as the script that grows the trees has them.
#[cfg(any(test, feature = "training"))]
pub(super) const NAMES: [&str; COUNT] = [
    "size",
    "bold",
    "italic",
    "fixed",
    "body_style",
    "capitals",
    "title_case",
    "letters",
    "words",
    "width",
    "indent",
    "room",
    "off_centre",
    "above",
    "below",
    "opens",
    "closes",
    "size_before",
    "size_after",
    "same_before",
    "same_after",
    "body_before",
    "body_after",
    "ended_before",
    "short_before",
    "beginning",
    "ending",
    "digits",
    "signs",
    "depth",
    "number_kind",
    "closed",
    "support",
    "number_count",
    "has_child",
    "top",
    "style_letters",
    "style_mean",
    "style_short",
    "style_numbered",
    "style_apart",
    "style_runs",
    "style_runs_a_page",
    "style_ended",
    "style_leading",
    "style_pages",
    "repeats",
    "first_page",
    "height",
    "caption",
    "mark",
    "footnote",
    "leaders",
    "cells",
    "address",
    "commas",
    "run_length",
    "run_place",
    "small_after",
    "document_bold",
    "pages",
    "in_references",
    "page_lines",
    "in_opening",
    "weight",
    "coloured",
    "breadth",
    "listed",
    "listed_lines",
];

/// Where in the document a line stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// Before the abstract, the introduction or the first section.
    opening: bool,
    /// After the references' heading.
    references: bool,
}

impl Part {
    pub(super) fn first() -> Self {
        Self { opening: true, references: false }
    }

    /// The part that `seen` is in, which it may begin.
    fn on(&mut self, sight: &Sight, seen: &Seen, at: usize) {
        let short = seen.line.glyphs.len() <= 60;
        let name = if short { names::of(&seen.text) } else { String::new() };
        self.references =
            (self.references || names::is_references(&name)) && !name.starts_with("appendix");
        let numbered = seen.number.is_some_and(|(number, _)| sight.series.support(number, at) == 2);
        self.opening &= !(names::is_top(&name) || numbered);
    }
}

/// The features of the line at `at`; `run` is the run of lines of its style that it is in.
pub(super) fn row(
    sight: &Sight,
    (at, seen): (usize, &Seen),
    run: (usize, usize),
    part: &mut Part,
) -> [f32; COUNT] {
    part.on(sight, seen, at);
    let near = |other: Option<&'_ Seen>| other.is_some_and(|other| other.is_with(seen));
    let before = at.checked_sub(1).and_then(|at| sight.lines.get(at)).filter(|own| near(Some(own)));
    let after = sight.lines.get(at + 1).filter(|own| near(Some(own)));
    let words = Words::of(&seen.text);
    let (line, usage) = (seen.line, sight.usage(seen));
    let size = line.size.max(1.0);
    let width = (seen.right - seen.left).max(1.0);
    let (indent, room) = (line.rect.x0 - seen.left, seen.right - line.rect.x1);
    let relative =
        |other: Option<&Seen>| other.map_or(0.0, |other| (other.line.size / size).min(3.0));
    let is = |holds: bool| f32::from(u8::from(holds));
    let share = |part: usize, whole: usize| part as f32 / whole.max(1) as f32;
    let is_body =
        |other: Option<&Seen>| is(other.is_some_and(|own| own.style.plain() == sight.body));
    let name = if words.letters <= 60 { names::of(&seen.text) } else { String::new() };
    let number = seen.number.map(|(number, _)| number);
    [
        (line.size / sight.body_size.max(1.0)).min(4.0),
        is(line.bold),
        is(line.italic),
        is(line.fixed),
        is(seen.style.plain() == sight.body),
        share(words.upper, words.letters),
        share(words.capitalised, words.long),
        words.letters.min(400) as f32,
        words.count.min(80) as f32,
        (line.rect.x1 - line.rect.x0) / width,
        (indent / size).min(40.0),
        (room / size).min(60.0),
        (indent - room).abs() / width,
        seen.above,
        seen.below,
        is(before.is_none()),
        is(after.is_none()),
        relative(before),
        relative(after),
        is(before.is_some_and(|own| own.style == seen.style)),
        is(after.is_some_and(|own| own.style == seen.style)),
        is_body(before),
        is_body(after),
        before.map_or(1.0, |own| is(ends_sentence(&own.text))),
        before.map_or(1.0, |own| (seen.right - own.line.rect.x1) / width),
        beginning(&seen.text),
        ending(&seen.text),
        share(words.digits, words.all),
        share(words.signs, words.all),
        number.map_or(0.0, |number| f32::from(number.depth())),
        number.map_or(0.0, |number| match number.kind {
            Kind::Digits => 1.0,
            Kind::Letter => 2.0,
            Kind::Roman => 3.0,
            Kind::Word => 4.0,
        }),
        is(seen.number.is_some_and(|(_, closed)| closed)),
        number.map_or(0.0, |number| f32::from(sight.series.support(number, at))),
        number.map_or(0.0, |number| sight.series.count(number).min(20) as f32),
        is(number.is_some_and(|number| sight.series.has_child(number, at))),
        is(names::is_top(&name)),
        share(usage.letters, sight.letters),
        share(usage.letters, usage.runs).min(600.0),
        share(usage.short, usage.runs),
        share(usage.numbered, usage.runs),
        share(usage.apart, usage.runs),
        (usage.runs as f32).ln(),
        share(usage.runs, sight.pages),
        share(usage.ended, usage.runs),
        share(usage.leading, usage.runs),
        share(usage.pages, sight.pages),
        sight.repeats(seen).min(30) as f32,
        is(seen.page == 0),
        seen.height,
        is(marks::is_caption(&seen.text)),
        match marks::of_item(&seen.text) {
            None => 0.0,
            Some(Mark::Bullet) => 1.0,
            Some(Mark::Number) => 2.0,
            Some(Mark::Label) => 3.0,
        },
        is(marks::is_footnote(&seen.text)),
        is(line.has_leaders()),
        line.cells.min(6) as f32,
        is(seen.text.contains('@') || seen.text.contains("://")),
        seen.text.matches(',').count().min(10) as f32,
        (run.1 - run.0).min(20) as f32,
        (at - run.0).min(20) as f32,
        is(after.is_some_and(|own| starts_small(&own.text))),
        share(sight.bold_letters, sight.letters),
        (sight.pages as f32).ln(),
        is(part.references),
        seen.beside.0.min(100) as f32,
        is(part.opening),
        sight.weight(line),
        is(sight.is_coloured(line)),
        sight.breadth(line),
        sight.listed(seen).min(3) as f32,
        share(sight.listed_lines, sight.pages).min(20.0),
    ]
}

#[derive(Default)]
struct Words {
    all: usize,
    letters: usize,
    upper: usize,
    digits: usize,
    signs: usize,
    count: usize,
    /// Words of four letters or more, and those of them that begin with a capital.
    long: usize,
    capitalised: usize,
}

impl Words {
    fn of(text: &str) -> Self {
        let mut words = Self::default();
        for letter in text.chars().filter(|c| !c.is_whitespace()) {
            words.all += 1;
            words.letters += usize::from(letter.is_alphabetic());
            words.upper += usize::from(letter.is_uppercase());
            words.digits += usize::from(letter.is_numeric());
            words.signs +=
                usize::from(!letter.is_alphanumeric() && !".,:;-–—()'’".contains(letter));
        }
        for word in text.split_whitespace() {
            words.count += 1;
            if word.chars().filter(|c| c.is_alphabetic()).count() >= 4 {
                words.long += 1;
                let first = word.chars().find(|c| c.is_alphabetic());
                words.capitalised += usize::from(first.is_some_and(char::is_uppercase));
            }
        }
        words
    }
}

fn ends_sentence(text: &str) -> bool {
    text.trim_end().ends_with(['.', '!', '?', ':', '"', '”', ')', '。'])
}

fn starts_small(text: &str) -> bool {
    text.trim_start().starts_with(char::is_lowercase)
}

fn beginning(text: &str) -> f32 {
    match text.trim_start().chars().next() {
        Some(c) if c.is_lowercase() => 1.0,
        Some(c) if c.is_alphabetic() => 2.0,
        Some(c) if c.is_numeric() => 3.0,
        _ => 0.0,
    }
}

fn ending(text: &str) -> f32 {
    match text.trim_end().chars().next_back() {
        Some(c) if c.is_alphabetic() => 0.0,
        Some(c) if c.is_numeric() => 1.0,
        Some(')' | '”' | '"') => 2.0,
        Some('?' | '!') => 3.0,
        Some(':' | '：') => 4.0,
        Some(',' | ';' | '-') => 5.0,
        Some('.' | '。') => 6.0,
        _ => 7.0,
    }
}
