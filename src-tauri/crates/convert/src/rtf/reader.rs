//! Tokens to a manuscript: keeps the groups' states, decodes characters, and ends paragraphs, cells,
//! rows and notes where the document says so.

use super::codepage;
use super::rows::Rows;
use super::state::{State, Target, character, target};
use super::tokens::Token;
use crate::office::words::{HIDDEN, SHOWN, byline, one_line, push_escaped};
use crate::office::{Label, Manuscript, properties};
use crate::tally::Tally;
use crate::{Error, Limits, Result};
use encoding_rs::{Encoding, WINDOWS_1252};
use language::List;
use std::collections::HashMap;
use types::{ConvertedText, Format, Reference};

/// Deepest groups that have a state of their own; deeper ones share it.
const DEPTH: usize = 2000;
/// Most notes, fonts and styles.
const ENTRIES: usize = 100_000;
/// Most headers and footers.
const FURNITURES: usize = 1000;

/// Reads a document token by token.
pub(super) struct Reader<'a> {
    limits: &'a Limits,
    manuscript: Manuscript<'a>,
    states: Vec<State>,
    state: State,
    /// Groups open beyond [`DEPTH`].
    beyond: usize,
    is_rtf: bool,
    /// `\*` was the last token: an unknown target is to be passed over.
    is_optional: bool,
    default: &'static Encoding,
    default_font: i32,
    fonts: HashMap<i32, &'static Encoding>,
    headings: HashMap<i32, u8>,
    /// Bytes not yet decoded, all in the encoding of the state.
    pending: Vec<u8>,
    /// First half of a character beyond the basic plane.
    high: Option<u16>,
    /// Stand-ins still to be passed over.
    left_out: u32,
    words: String,
    boxed: String,
    note: String,
    comment: String,
    commenter: String,
    comment_date: String,
    furniture: String,
    label: String,
    style_name: String,
    title: String,
    author: String,
    year: Option<i32>,
    notes: Vec<String>,
    comments: Vec<String>,
    furnitures: Vec<String>,
    rows: Rows,
    tally: Tally,
}

impl<'a> Reader<'a> {
    pub(super) fn new(limits: &'a Limits) -> Self {
        Self {
            limits,
            manuscript: Manuscript::new(limits),
            states: Vec::new(),
            state: State::new(WINDOWS_1252),
            beyond: 0,
            is_rtf: false,
            is_optional: false,
            default: WINDOWS_1252,
            default_font: -1,
            fonts: HashMap::new(),
            headings: HashMap::new(),
            pending: Vec::new(),
            high: None,
            left_out: 0,
            words: String::new(),
            boxed: String::new(),
            note: String::new(),
            comment: String::new(),
            commenter: String::new(),
            comment_date: String::new(),
            furniture: String::new(),
            label: String::new(),
            style_name: String::new(),
            title: String::new(),
            author: String::new(),
            year: None,
            notes: Vec::new(),
            comments: Vec::new(),
            furnitures: Vec::new(),
            rows: Rows::default(),
            tally: Tally::default(),
        }
    }

    /// Takes the next token.
    pub(super) fn take(&mut self, token: Token) -> Result<()> {
        match token {
            Token::Open => self.open(),
            Token::Close => self.close(),
            Token::Plain(bytes) => self.bytes(bytes),
            Token::Hex(byte) => self.bytes(&[byte]),
            _ if self.left_out > 0 => self.left_out -= 1,
            Token::Symbol(symbol) => self.symbol(symbol)?,
            Token::Word(word, number) => self.word(word, number)?,
        }
        Ok(())
    }

    fn open(&mut self) {
        self.flush();
        self.left_out = 0;
        self.is_optional = false;
        if self.states.len() < DEPTH {
            self.states.push(self.state);
        } else {
            self.beyond += 1;
        }
    }

    fn close(&mut self) {
        self.flush();
        self.left_out = 0;
        self.is_optional = false;
        if self.beyond > 0 {
            self.beyond -= 1;
            return;
        }
        let Some(outer) = self.states.pop() else { return };
        if outer.target != self.state.target && is_apart(self.state.target) {
            self.tally.part();
        }
        match self.state.target {
            Target::Styles => self.end_style(),
            own if own == outer.target => {}
            Target::Note => self.end_note(),
            Target::Comment => self.end_comment(),
            Target::Furniture => self.end_furniture(),
            _ => {}
        }
        self.state = outer;
    }

    /// A note's words wait for the end; its mark stands where it was.
    fn end_note(&mut self) {
        let words = std::mem::take(&mut self.note);
        if words.trim().is_empty() || self.notes.len() >= ENTRIES {
            return;
        }
        self.notes.push(escaped(&words));
        self.words.push_str(&format!("[^{}]", self.notes.len()));
    }

    fn end_comment(&mut self) {
        let words = std::mem::take(&mut self.comment);
        let author = std::mem::take(&mut self.commenter);
        let date = day(std::mem::take(&mut self.comment_date).trim());
        if !words.trim().is_empty() && self.comments.len() < ENTRIES {
            let said = byline(Some(&author), date.as_deref());
            self.comments.push(escaped(&format!("{said}{words}")));
            self.words.push_str(&format!("[^c{}]", self.comments.len()));
        }
    }

    /// A header or footer is kept once, however many sections repeat it.
    fn end_furniture(&mut self) {
        let words = one_line(&escaped(&std::mem::take(&mut self.furniture)));
        if !words.is_empty() && self.furnitures.len() < FURNITURES {
            self.furnitures.push(words);
        }
    }

    fn end_style(&mut self) {
        let name = std::mem::take(&mut self.style_name);
        let name = name.trim().trim_end_matches(';').to_lowercase();
        let level = match is_title(&name) {
            true => Some(1),
            false => self.state.outline.or_else(|| heading_level(&name)).map(below_title),
        };
        if let Some(level) = level.filter(|_| self.headings.len() < ENTRIES) {
            self.headings.insert(self.state.style, level);
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.is_optional = false;
        let left_out = bytes.len().min(self.left_out as usize);
        self.left_out -= left_out as u32;
        if self.state.target != Target::Skipped {
            self.pending.extend_from_slice(bytes.get(left_out..).unwrap_or_default());
        }
    }

    fn symbol(&mut self, symbol: u8) -> Result<()> {
        match symbol {
            b'*' => self.is_optional = true,
            b'\\' | b'{' | b'}' => self.character(char::from(symbol)),
            b'~' => self.character('\u{a0}'),
            b'_' => self.character('-'),
            b'\r' | b'\n' => self.end_paragraph()?,
            b'\t' => self.character(' '),
            _ => {}
        }
        Ok(())
    }

    fn word(&mut self, word: &str, number: Option<i32>) -> Result<()> {
        if word == "rtf" {
            self.is_rtf = true;
        }
        let is_optional = std::mem::take(&mut self.is_optional);
        if let Some(target) = target(word) {
            self.enter(target);
        } else if is_optional && word != "shpinst" {
            self.enter(Target::Unknown);
        } else if let Some(letter) = character(word) {
            self.character(letter);
        } else if word == "u" {
            self.unicode(number.unwrap_or(0));
        } else if !self.set(word, number) {
            match self.state.target {
                Target::Body => self.structure(word)?,
                Target::Boxed if word == "par" => self.character('\n'),
                _ if matches!(word, "par" | "sect" | "page" | "cell" | "row") => {
                    self.character(' ');
                }
                _ => {}
            }
        }
        self.state.is_copy |= matches!(word, "shprslt" | "nonshppict");
        Ok(())
    }

    fn enter(&mut self, target: Target) {
        self.flush();
        let within = self.state.target;
        // nothing inside what is passed over comes back, save for text boxes and properties
        let comes_back = match target {
            Target::Boxed => !self.state.is_copy,
            Target::Title | Target::Author | Target::Created => true,
            _ => false,
        };
        let is_passed_over = matches!(within, Target::Skipped | Target::Unknown);
        let is_entered = within == Target::Body
            || is_passed_over && comes_back
            || target == Target::Skipped
            || within == Target::Comment && target == Target::CommentDate;
        if is_entered {
            self.state.target = target;
        }
        if within != self.state.target && is_apart(self.state.target) {
            self.tally.part();
        }
    }

    /// Properties of characters and paragraphs; whether it was one.
    fn set(&mut self, word: &str, number: Option<i32>) -> bool {
        let value = number.unwrap_or(1);
        match word {
            "ansicpg" => self.set_default(codepage::of_page(value)),
            "mac" => self.set_default(codepage::of_page(10_000)),
            "pc" | "pca" => self.set_default(codepage::of_page(850)),
            "deff" => self.default_font = value,
            "f" => self.set_font(value),
            "fcharset" | "cpg" if self.state.target == Target::Fonts => {
                let encoding = match word {
                    "cpg" => Some(codepage::of_page(value)),
                    _ => codepage::of_charset(value),
                };
                if let Some(encoding) = encoding.filter(|_| self.fonts.len() < ENTRIES) {
                    self.fonts.insert(self.state.font, encoding);
                }
            }
            "plain" => {
                self.flush();
                self.state.is_hidden = false;
                self.state.is_deleted = false;
                self.set_font(self.default_font);
            }
            "v" => {
                self.flush();
                self.state.is_hidden = value != 0;
            }
            "deleted" => {
                self.flush();
                self.state.is_deleted = value != 0;
            }
            "uc" => self.state.stand_ins = u32::try_from(value).unwrap_or(0).min(1000),
            "pard" => self.state.plain_paragraph(),
            "s" => self.state.style = value,
            "outlinelevel" => {
                self.state.outline = u8::try_from(value).ok().filter(|it| *it < 9).map(|it| it + 1);
            }
            "ilvl" => self.state.list_level = usize::try_from(value).unwrap_or(0).min(8),
            "intbl" => self.state.in_table = true,
            "yr" if self.state.target == Target::Created => self.year = number,
            _ => return self.rows.define(word),
        }
        true
    }

    fn set_default(&mut self, encoding: &'static Encoding) {
        self.flush();
        self.default = encoding;
        self.state.encoding = encoding;
    }

    fn set_font(&mut self, font: i32) {
        self.flush();
        self.state.font = font;
        self.state.encoding = self.fonts.get(&font).copied().unwrap_or(self.default);
    }

    /// Ends of paragraphs, cells and rows.
    fn structure(&mut self, word: &str) -> Result<()> {
        if matches!(word, "cell" | "row") {
            self.flush();
            self.tally.part();
        }
        match word {
            "par" | "sect" | "page" | "column" => self.end_paragraph()?,
            "nestcell" | "nestrow" => self.character(' '),
            "cell" => {
                self.flush();
                let words = escaped(&std::mem::take(&mut self.words));
                let label = std::mem::take(&mut self.label);
                self.rows.cell(one_line(&format!("{} {words}", escaped(&label))));
            }
            "row" => {
                self.flush();
                self.rows.end_row();
            }
            _ => {}
        }
        Ok(())
    }

    fn unicode(&mut self, number: i32) {
        self.flush();
        self.left_out = self.state.stand_ins;
        let number = if number < 0 { number.wrapping_add(0x1_0000) } else { number };
        let letter = match (u16::try_from(number), self.high.take()) {
            (Ok(high @ 0xd800..=0xdbff), _) => {
                self.high = Some(high);
                return;
            }
            (Ok(low @ 0xdc00..=0xdfff), Some(high)) => {
                char::decode_utf16([high, low]).next().and_then(std::result::Result::ok)
            }
            _ => u32::try_from(number).ok().and_then(char::from_u32),
        };
        self.push(&letter.unwrap_or('\u{fffd}').to_string());
    }

    fn character(&mut self, letter: char) {
        self.flush();
        self.push(letter.encode_utf8(&mut [0; 4]));
    }

    /// Decodes what is pending.
    fn flush(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        let bytes = std::mem::take(&mut self.pending);
        let (text, _) = self.state.encoding.decode_without_bom_handling(&bytes);
        self.push(&text);
    }

    fn push(&mut self, text: &str) {
        if self.state.is_deleted {
            return;
        }
        let is_counted = matches!(
            self.state.target,
            Target::Body | Target::Boxed | Target::Note | Target::Comment
        );
        if is_counted {
            self.tally.letters(text);
        }
        let into = match self.state.target {
            Target::Skipped | Target::Fonts | Target::Created => return,
            Target::Unknown => return self.tally.letters(text),
            Target::Body => &mut self.words,
            Target::Boxed => &mut self.boxed,
            Target::Note => &mut self.note,
            Target::Comment => &mut self.comment,
            Target::Commenter => &mut self.commenter,
            Target::CommentDate => &mut self.comment_date,
            Target::Furniture => &mut self.furniture,
            Target::Label => &mut self.label,
            Target::Styles => &mut self.style_name,
            Target::Title => &mut self.title,
            Target::Author => &mut self.author,
        };
        let is_hidden = self.state.is_hidden && !text.trim().is_empty();
        into.extend(is_hidden.then_some(HIDDEN));
        // symbol fonts have their bullets in the private area
        into.extend(text.chars().map(|letter| match letter {
            '\u{f000}'..='\u{f0ff}' => '•',
            '\u{fdd0}'..='\u{fdef}' => ' ',
            _ if letter.is_control() && letter != '\n' => ' ',
            _ => letter,
        }));
        into.extend(is_hidden.then_some(SHOWN));
    }

    fn end_paragraph(&mut self) -> Result<()> {
        self.flush();
        self.tally.part();
        if self.state.in_table {
            // a cell of several paragraphs
            self.words.push(' ');
            self.words.push_str(&std::mem::take(&mut self.boxed));
            return self.limits.check_text(self.words.len());
        }
        self.end_table()?;
        let words = escaped(&std::mem::take(&mut self.words));
        let label = std::mem::take(&mut self.label);
        let by_style = || self.headings.get(&self.state.style).copied();
        let level = self.state.outline.map(below_title).or_else(by_style);
        let boxed = std::mem::take(&mut self.boxed);
        match (level, label.trim()) {
            (Some(level), label) => {
                self.manuscript.heading(level, one_line(&format!("{label} {words}")).trim())
            }
            (None, "") => self.manuscript.paragraph(&words),
            (None, label) => {
                let label = label_of(label);
                self.manuscript.item(self.state.list_level, &label, &words)
            }
        }?;
        boxed.lines().try_for_each(|line| self.manuscript.paragraph(&escaped(line)))
    }

    fn end_table(&mut self) -> Result<()> {
        match self.rows.take() {
            Some(grid) => self.manuscript.table(&grid),
            None => Ok(()),
        }
    }

    /// The document's end.
    pub(super) fn finish(mut self) -> Result<ConvertedText> {
        if !self.is_rtf {
            return Err(Error::damaged(Format::Rtf, "it does not begin as RTF does"));
        }
        self.state.in_table = false;
        self.end_paragraph()?;
        self.end_table()?;
        for (at, note) in self.notes.iter().enumerate() {
            self.manuscript.note(&(at + 1).to_string(), note)?;
        }
        for (at, comment) in self.comments.iter().enumerate() {
            self.manuscript.note(&format!("c{}", at + 1), comment)?;
        }
        self.manuscript.furniture(&self.furnitures)?;
        let mut converted = self.manuscript.finish(Format::Rtf)?;
        converted.warnings.extend(self.tally.warning(&converted.text));
        let title = one_line(&self.title);
        let reference = Reference {
            title: properties::title(&title),
            authors: properties::authors(&self.author),
            year: self.year.filter(properties::is_year),
            ..Reference::default()
        };
        converted.title = reference.title.clone().or(converted.title);
        converted.reference = reference;
        Ok(converted)
    }
}

/// Whether what goes there stands apart from the words around it.
fn is_apart(target: Target) -> bool {
    matches!(target, Target::Note | Target::Comment | Target::Boxed | Target::Unknown)
}

/// Words of one or more lines as Markdown.
fn escaped(words: &str) -> String {
    let mut escaped = String::with_capacity(words.len());
    for (at, line) in words.split('\n').enumerate() {
        if at > 0 {
            escaped.push('\n');
        }
        push_escaped(&mut escaped, line);
    }
    escaped
}

/// A label's number decides whether the list counts.
fn label_of(label: &str) -> Label {
    let digits = label.trim_start_matches('(').trim_end_matches(['.', ')', ':']);
    match digits.parse() {
        Ok(number) => Label::Number(number, label.to_owned()),
        Err(_) if label.chars().any(char::is_alphanumeric) && label.chars().count() > 1 => {
            Label::Number(0, label.to_owned())
        }
        Err(_) => Label::Bullet,
    }
}

/// The level that a style's name tells.
fn heading_level(name: &str) -> Option<u8> {
    let (words, number) = name.rsplit_once(' ')?;
    let level: u8 = number.parse().ok().filter(|level| (1..=9).contains(level))?;
    List::of("styles of headings").has(words.trim()).then_some(level)
}

fn is_title(name: &str) -> bool {
    matches!(name, "title" | "titel" | "titre" | "título" | "titolo" | "название")
}

/// The document's title is the one heading of level 1; outline level 1 stands below it.
fn below_title(level: u8) -> u8 {
    level.saturating_add(1).min(6)
}

/// The day in a packed date (`DTTM`): minutes 6 bits, hours 5, day 5, month 4, years since 1900 9.
fn day(packed: &str) -> Option<String> {
    let packed: u32 = packed.parse::<i64>().ok()? as u32;
    let (day, month, year) = (packed >> 11 & 31, packed >> 16 & 15, 1900 + (packed >> 20 & 511));
    let is_date = (1..=31).contains(&day) && (1..=12).contains(&month);
    is_date.then(|| format!("{year:04}-{month:02}-{day:02}"))
}
