//! Text laid out in a known order, in one to three columns with headings, figures and notes, drawn
//! in the order of reading, line by line across the columns, or block by block in any order: the
//! words come back in the order in which they are to be read.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![allow(clippy::string_slice)]

#[path = "support/pdf.rs"]
mod pdf;

use convert::{Converter, Limits, Program};
use pdf::{Font, Pdf, width};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::collections::VecDeque;
use std::path::PathBuf;
use types::{Cancel, ConvertedText, ErrorCode};

fn converter() -> Converter {
    let path = PathBuf::from(env!("CARGO_BIN_EXE_convert-worker"));
    let runtime = std::env::var_os("LOCI_RUNTIME").expect("source .ci/env first");
    let engine = PathBuf::from(runtime).join("lib/libpdfium.so");
    Converter::new(Program { path, args: Vec::new() }, Some(engine), Limits::default())
}

/// The order in which a file draws its text.
#[derive(Clone, Copy, Debug)]
enum Drawn {
    AsRead,
    Across,
    Shuffled,
}

/// A figure: a few labels and a caption below them.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Figure {
    None,
    /// On top of a column.
    InColumn(usize),
    /// On top of all columns.
    Wide,
}

#[derive(Clone, Debug)]
struct Plan {
    columns: usize,
    gutter: f32,
    size: f32,
    heading: bool,
    note: bool,
    figure: Figure,
    drawn: Drawn,
    seed: u64,
}

fn plans() -> impl Strategy<Value = Plan> {
    let figure =
        prop_oneof![Just(Figure::None), (0usize..3).prop_map(Figure::InColumn), Just(Figure::Wide)];
    let drawn = prop_oneof![Just(Drawn::AsRead), Just(Drawn::Across), Just(Drawn::Shuffled)];
    let type_of = (1usize..=3, 12.0f32..30.0, 8.0f32..10.5);
    (type_of, any::<bool>(), any::<bool>(), figure, drawn, any::<u64>()).prop_map(
        |((columns, gutter, size), heading, note, figure, drawn, seed)| Plan {
            columns,
            gutter,
            size,
            heading,
            note,
            figure,
            drawn,
            seed,
        },
    )
}

/// Numbers that look like chance, from a seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (self.0 >> 33) % end
    }
}

/// A word that no other number has, of two syllables or more.
fn word(number: usize) -> String {
    const SYLLABLES: [&str; 16] = [
        "ba", "co", "di", "fen", "gu", "hul", "je", "kis", "lo", "mur", "na", "pe", "rit", "so",
        "tam", "vel",
    ];
    let (mut word, mut rest) = (SYLLABLES[number % 16].to_owned(), number / 16);
    loop {
        word.push_str(SYLLABLES[rest % 16]);
        rest /= 16;
        if rest == 0 {
            return word;
        }
    }
}

/// One line of type in its place.
#[derive(Clone)]
struct Set {
    font: Font,
    x: f32,
    y: f32,
    size: f32,
    text: String,
}

/// The page as it is laid out: blocks in reading order, and the words of the running text.
#[derive(Default)]
struct Page {
    blocks: Vec<Vec<Set>>,
    body: Vec<String>,
}

/// Edges of the text on the page.
const LEFT: f32 = 54.0;
const RIGHT: f32 = 558.0;
const FOOT: f32 = 730.0;

/// Words of running text: sentences of some words, paragraphs of some sentences. A word that begins
/// a paragraph says so.
fn prose(dice: &mut Dice, from: usize, count: usize) -> Vec<(String, bool)> {
    let (mut words, mut sentence, mut paragraph) = (Vec::new(), 0, 0);
    for number in from..from + count {
        let begins = sentence == 0;
        let opens = begins && paragraph == 0;
        if begins {
            sentence = 6 + dice.below(9);
            paragraph = if opens { 3 + dice.below(4) } else { paragraph };
        }
        sentence -= 1;
        let mut own = word(number);
        if begins {
            own[..1].make_ascii_uppercase();
        }
        if sentence == 0 {
            own.push('.');
            paragraph -= 1;
        }
        words.push((own, opens));
    }
    words
}

/// A column to fill.
#[derive(Clone, Copy)]
struct Column {
    x: f32,
    y: f32,
    foot: f32,
    wide: f32,
}

/// Fills a column with words from the front; some are cut at a line's end.
fn fill(
    words: &mut VecDeque<(String, bool)>,
    column: Column,
    size: f32,
    dice: &mut Dice,
    page: &mut Page,
) {
    let mut block: Vec<Set> = Vec::new();
    let mut y = column.y + size;
    while y < column.foot && !words.is_empty() {
        let opens = words[0].1;
        let indent = if opens { size } else { 0.0 };
        if opens && !block.is_empty() {
            page.blocks.push(std::mem::take(&mut block));
        }
        let text = line(words, column.wide - indent, size, dice);
        block.push(Set { font: Font::Plain, x: column.x + indent, y, size, text });
        y += size * 1.2;
    }
    page.blocks.push(block);
}

fn line(words: &mut VecDeque<(String, bool)>, wide: f32, size: f32, dice: &mut Dice) -> String {
    let mut text = String::new();
    while let Some((word, opens)) = words.front().cloned() {
        let room = wide - width(&text, size);
        let space = if text.is_empty() { "" } else { " " };
        let cut = word.len() / 2;
        let head = format!("{space}{}-", &word[..cut]);
        if opens && !text.is_empty() {
            break;
        } else if width(&word, size) + width(" ", size) <= room {
            text.push_str(&format!("{space}{word}"));
            words.pop_front();
        } else {
            if cut >= 2 && width(&head, size) <= room && dice.below(2) == 0 {
                text.push_str(&head);
                words[0].0 = word[cut..].to_owned();
            }
            break;
        }
    }
    text
}

/// A block of one line.
fn single(font: Font, x: f32, y: f32, size: f32, text: &str) -> Vec<Set> {
    vec![Set { font, x, y, size, text: text.to_owned() }]
}

/// Pages made, and how many of them may come back out of order.
const PAGES: usize = 200;
const AMISS: usize = 1;

const CAPTION: &str = "Figure 1: Zorax plexa quintz";
const NOTE: &str = "1 Wexo yquix zedda";

fn compose(plan: &Plan) -> Page {
    let mut dice = Dice(plan.seed);
    let mut page = Page::default();
    let mut top = 90.0;
    page.blocks.push(single(Font::Bold, 150.0, 70.0, 17.0, "Xyloq wyzzar quexo of zephyx wuxor"));
    let figure = |x: f32, y: f32, page: &mut Page| {
        for (at, label) in ["xa", "yq", "zw"].into_iter().enumerate() {
            let (x, y) = (x + 20.0 + 30.0 * at as f32, y + 15.0 + 9.0 * at as f32);
            page.blocks.push(single(Font::Plain, x, y, 6.0, label));
        }
        page.blocks.push(single(Font::Plain, x, y + 55.0, plan.size - 1.0, CAPTION));
    };
    if plan.figure == Figure::Wide {
        // its caption runs across the middle of the page
        figure((LEFT + RIGHT) / 2.0 - 60.0, top, &mut page);
        top += 75.0;
    }
    let count = plan.columns as f32;
    let wide = (RIGHT - LEFT - plan.gutter * (count - 1.0)) / count;
    let mut words: VecDeque<_> = prose(&mut dice, 0, 900).into();
    for at in 0..plan.columns {
        let x = LEFT + (wide + plan.gutter) * at as f32;
        let (mut y, mut foot) = (top, FOOT);
        if plan.figure == Figure::InColumn(at) {
            figure(x, y, &mut page);
            y += 70.0;
        }
        if at == 0 && plan.heading {
            page.blocks.push(single(Font::Bold, x, y + 12.0, 12.0, "Wyqux zox"));
            y += 20.0;
        }
        if at == 0 && plan.note {
            foot -= 30.0;
            page.blocks.push(single(Font::Plain, x, FOOT, 6.5, NOTE));
        }
        fill(&mut words, Column { x, y, foot, wide }, plan.size, &mut dice, &mut page);
    }
    let left: Vec<String> = words.into_iter().map(|(word, _)| word).collect();
    let all: Vec<String> =
        prose(&mut Dice(plan.seed), 0, 900).into_iter().map(|own| own.0).collect();
    // a word that is cut where the page ends is not whole on it
    page.body = all[..all.len() - left.len()].to_vec();
    page
}

fn draw(plan: &Plan, page: &Page) -> Pdf {
    let mut blocks = page.blocks.clone();
    let mut dice = Dice(plan.seed ^ 7);
    match plan.drawn {
        Drawn::AsRead => {}
        Drawn::Across => {
            blocks = blocks.into_iter().flatten().map(|set| vec![set]).collect();
            let key = |set: &Set| ((set.y * 10.0) as i32, set.x as i32);
            blocks.sort_by_key(|block| block.first().map(key));
        }
        Drawn::Shuffled => {
            for at in (1..blocks.len()).rev() {
                blocks.swap(at, dice.below(at as u64 + 1) as usize);
            }
        }
    }
    let mut pdf = Pdf::default();
    for Set { font, x, y, size, text } in blocks.iter().flatten() {
        pdf.words(*font, *x, *y, *size, text);
    }
    pdf
}

/// The words of the running text, as they come back. Where a paragraph ends in the middle of a word, its halves are
/// put together: this is about their order, not about where paragraphs end.
fn body_of(converted: &ConvertedText) -> Vec<String> {
    let is_body = |word: &&str| !word.contains(['x', 'y', 'z', 'q', 'w', 'W', 'Z', '1', '#', ':']);
    let text = converted.text.replace("-\n\n", "");
    let words = text.split_whitespace().filter(is_body);
    words.filter(|word| !matches!(*word, "of" | "Figure")).map(str::to_owned).collect()
}

fn convert(pdf: &Pdf) -> ConvertedText {
    converter().convert("a.pdf", &pdf.bytes(), &Cancel::default()).unwrap()
}

const REEDS: [&str; 6] = [
    "Reeds grew where the bank was low,",
    "and the herons stood among them in",
    "the mornings. Their nests were built",
    "higher up, in the old willows of the",
    "dyke, where no fox could climb and no",
    "boat could come near to them at all.",
];
const TIDES: [&str; 6] = [
    "Tides came in twice on each day and",
    "left their silt between the stems. It",
    "was weighed in spring, when the frost",
    "had gone, and again before the storms",
    "of autumn carried half of it away and",
    "out into the channel beyond the bar.",
];

#[test]
fn columns_of_turned_pages_are_read_as_shown() {
    for (turn, sides, matrix) in [
        (90, "792 612", "0 1 -1 0 792 0 cm"),
        (180, "612 792", "-1 0 0 -1 612 792 cm"),
        (270, "792 612", "0 -1 1 0 0 612 cm"),
    ] {
        let mut pdf = Pdf::default();
        pdf.page_keys(&format!("/MediaBox [0 0 {sides}] /Rotate {turn}")).draw(matrix);
        pdf.lines(Font::Plain, 60.0, 80.0, 10.0, &REEDS);
        pdf.lines(Font::Plain, 320.0, 80.0, 10.0, &TIDES);
        let expected = format!("{}\n\n{}", REEDS.join(" "), TIDES.join(" "));
        assert_eq!(convert(&pdf).text, expected, "{turn}");
    }
}

#[test]
fn letters_drawn_one_by_one_and_in_any_order_become_words() {
    let mut letters = Vec::new();
    for (left, lines) in [(60.0, REEDS), (320.0, TIDES)] {
        for (at, line) in lines.iter().enumerate() {
            for (place, letter) in line.char_indices().filter(|(_, letter)| *letter != ' ') {
                let x = left + width(&line[..place], 10.0);
                letters.push((x, 80.0 + at as f32 * 12.0, letter.to_string()));
            }
        }
    }
    let mut dice = Dice(5);
    for at in (1..letters.len()).rev() {
        letters.swap(at, dice.below(at as u64 + 1) as usize);
    }
    let mut pdf = Pdf::default();
    for (x, y, letter) in &letters {
        pdf.words(Font::Plain, *x, *y, 10.0, letter);
    }
    let expected = format!("{}\n\n{}", REEDS.join(" "), TIDES.join(" "));
    assert_eq!(convert(&pdf).text, expected);
}

#[test]
fn scripts_that_run_leftwards_begin_with_the_right_column() {
    let mut pdf = Pdf::default();
    for at in 0..8 {
        let y = 80.0 + at as f32 * 12.0;
        pdf.words(Font::Hebrew, 60.0, y, 10.0, "STUVWXYZ STUVWXY STUVWXZ STUV");
        pdf.words(Font::Hebrew, 330.0, y, 10.0, "ABCDEFGH ABCDEFG ABCDEFH ABCD");
    }
    let text = convert(&pdf).text;
    let (right, left) = (text.rfind('א').unwrap(), text.find('ר').unwrap());
    assert!(right < left, "{text}");
}

#[test]
fn a_sentence_goes_on_over_a_page_break_past_a_note_and_a_figure() {
    let mut pdf = Pdf::default();
    pdf.lines(Font::Plain, 72.0, 80.0, 10.0, &TIDES);
    pdf.lines(Font::Plain, 72.0, 600.0, 10.0, &REEDS[..4]);
    pdf.words(Font::Plain, 72.0, 700.0, 7.0, "1 A note on willows, which are trees.");
    pdf.next_page().words(Font::Plain, 72.0, 150.0, 9.0, "Figure 1: A dyke with foxes");
    pdf.lines(Font::Plain, 72.0, 180.0, 10.0, &REEDS[4..]);
    pdf.lines(Font::Plain, 72.0, 240.0, 10.0, &TIDES);
    let converted = convert(&pdf);
    let expected = [
        &TIDES.join(" "),
        "1 A note on willows, which are trees.",
        &REEDS.join(" "),
        "Figure 1: A dyke with foxes",
        &TIDES.join(" "),
    ];
    assert_eq!(converted.text, expected.join("\n\n"));
    let break_at = converted.text.find(" dyke, where").unwrap();
    assert_eq!(converted.pages[0].range.end, break_at);
}

#[test]
fn a_table_under_columns_stays_whole() {
    let mut pdf = Pdf::default();
    pdf.lines(Font::Plain, 60.0, 80.0, 10.0, &REEDS);
    pdf.lines(Font::Plain, 320.0, 80.0, 10.0, &TIDES);
    for (at, row) in [
        ["Plot", "1997", "1998", "1999", "2000", "2001"],
        ["Height of reeds", "12.5", "12.9", "13.1", "13.0", "14.2"],
        ["Depth of silt", "0.45", "0.46", "0.46", "0.48", "0.51"],
        ["Nests", "11", "12", "9", "14", "15"],
    ]
    .into_iter()
    .enumerate()
    {
        for (column, cell) in row.into_iter().enumerate() {
            let x = if column == 0 { 60.0 } else { 140.0 + 72.0 * column as f32 };
            pdf.words(Font::Plain, x, 170.0 + at as f32 * 12.0, 10.0, cell);
        }
    }
    let text = convert(&pdf).text;
    assert!(text.contains("| Nests | 11 | 12 | 9 | 14 | 15 |"), "{text}");
    assert!(text.starts_with(&REEDS.join(" ")), "{text}");
}

#[test]
fn bad_pages_are_read_or_refused_and_cost_bounded_time() {
    let mut columns = Pdf::default();
    columns.page_keys("/MediaBox [0 0 90000 792]");
    let mut flat = Pdf::default();
    let mut strewn = Pdf::default();
    let mut dice = Dice(3);
    for at in 0..6_000 {
        let x = at as f32 * 14.0;
        columns.words(Font::Plain, x, 80.0, 10.0, "ab").words(Font::Plain, x, 95.0, 10.0, "cd");
        columns.words(Font::Plain, x, 110.0, 10.0, "ef");
        let (x, y) = (dice.below(600) as f32, dice.below(780) as f32);
        strewn.words(Font::Plain, x, y, 5.0, "words");
    }
    flat.draw("0 Tz").lines(Font::Plain, 60.0, 80.0, 10.0, &REEDS);
    let mut misnamed = Pdf::default();
    misnamed.lines(Font::Han, 60.0, 80.0, 10.0, &REEDS);
    misnamed.lines(Font::Hebrew, 320.0, 80.0, 10.0, &TIDES);
    for (name, pdf) in
        [("columns", columns), ("strewn", strewn), ("flat", flat), ("misnamed", misnamed)]
    {
        if let Err(error) = converter().convert("a.pdf", &pdf.bytes(), &Cancel::default()) {
            let code = error.problem().code;
            let is_lost = matches!(code, ErrorCode::ConverterCrashed | ErrorCode::TimedOut);
            assert!(!is_lost, "{name}: {error}");
        }
    }
}

/// What is wrong with the text of a page, if anything is.
fn fault(plan: &Plan) -> Option<String> {
    let page = compose(plan);
    let converted = convert(&draw(plan, &page));
    let found = body_of(&converted);
    let place = found.iter().zip(&page.body).position(|(found, body)| found != body);
    // a note never stands in a sentence
    let at = converted.text.find(NOTE);
    let before = at.and_then(|at| converted.text.get(..at)).unwrap_or_default().trim_end();
    let last = at.is_some_and(|at| at + NOTE.len() == converted.text.len());
    let is_amid = plan.note && !before.ends_with('.') && !last;
    let lacks = plan.figure == Figure::Wide && !converted.text.contains(CAPTION);
    let short = found.len().abs_diff(page.body.len()) > 1;
    (place.is_some() || is_amid || lacks || short).then_some(converted.text)
}

/// Reading order weighs evidence, so that one of these pages may come back otherwise.
/// The pages are the same in every run.
#[test]
fn words_come_back_in_the_order_they_are_read() {
    let mut runner = TestRunner::deterministic();
    let plans: Vec<Plan> =
        (0..PAGES).map(|_| plans().new_tree(&mut runner).unwrap().current()).collect();
    let faults: Vec<(&Plan, String)> =
        plans.iter().filter_map(|plan| Some((plan, fault(plan)?))).collect();
    let told = faults.first().map(|(plan, text)| format!("{plan:#?}\n{text}"));
    assert!(faults.len() <= AMISS, "{}: {told:?}", faults.len());
}
