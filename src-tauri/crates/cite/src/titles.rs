//! Where a document's own title stands, and what it says. Every group of lines that can be one is
//! weighed: by its type, by the names below it, by what the file's metadata and headings call the
//! document. Where too little speaks for any there is none.

use crate::kinds::{begins_with_names, has_affiliation, names};
use crate::lines::{Front, Line, opens};
use crate::names::{is_affiliation, is_english};
use language::{List, listed};
use std::ops::Range;
use types::normalise_term;

listed! {
    is_sort: "sorts of articles";
}

/// Two lines of one title differ by no more in height.
const SAME_SIZE: f32 = 0.12;
/// Between two lines of a heading that do is no more than this share of a line.
const HEADING_GAP: f32 = 1.5;
/// Lines that differ by no more are set in one type.
const SAME_TYPE: f32 = 0.005;
/// A title is larger than the text by this factor, and begins above this share of the page.
const LARGER: f32 = 1.1;
const UPPER: f32 = 0.6;
/// What stands above this share of the page in smaller type is a head.
const HEAD: f32 = 0.07;
/// Most lines and letters of a title.
const LINES: usize = 8;
const LETTERS: usize = 400;

/// A title where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Title {
    pub words: String,
    /// Places of its lines; empty where it stands nowhere.
    pub lines: Range<usize>,
}

/// A title that is stated elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stated<'a> {
    pub words: &'a str,
    /// How much it weighs where it stands on the page.
    pub weight: f32,
}

/// What the file's metadata call it, and what its first heading does.
pub(crate) const BY_FILE: f32 = 4.0;
pub(crate) const BY_HEADING: f32 = 1.0;

/// A title needs so much evidence.
const ENOUGH: f32 = 3.0;
/// What has type alone to speak for it must be so far before all others.
const CLEAR: f32 = 1.0;
/// What type weighs: the largest on the page has it whole.
const BY_SIZE: f32 = 4.0;
/// Names below it; somebody's place of work.
const BY_NAMES: f32 = 1.5;
const BY_PLACE: f32 = 0.5;
/// A running head of a later page that is the title cut short; heads that say so have so many letters.
const BY_HEAD: f32 = 1.5;
const HEAD_LETTERS: usize = 12;
/// A title of so many letters with which a head begins is no chance.
const WHOLE_LETTERS: usize = 20;
/// A journal's name, as the heads of later pages have it.
const BY_VENUE: f32 = 3.0;
/// A line of so many words that begins in small letters goes on with the one above.
const RUNNING: usize = 4;
/// What a title weighs that is called one.
const BY_LABEL: f32 = 4.0;
/// Lines below a title among which its byline begins.
const BYLINE: usize = 4;

/// Finds the title: of all groups of lines that can be one, that for which most speaks.
pub(crate) fn find(front: &Front<'_>, stated: &[Stated<'_>]) -> Option<Title> {
    let groups = groups(front);
    let stand = stated.iter().filter_map(|own| Some((own, standing(front, own.words)?)));
    let stand: Vec<(&Stated<'_>, Range<usize>)> =
        stand.filter(|(own, lines)| own.weight >= BY_FILE || is_one(front, lines)).collect();
    if !front.is_page {
        if let Some((own, lines)) = stand.into_iter().next() {
            return Some(Title { words: own.words.to_owned(), lines });
        }
        return first(front, &groups).map(|lines| said(front, lines));
    }
    let sight = Sight::of(front, &groups);
    // a stated title may stand on less than a group, or on several
    let mut candidates: Vec<Range<usize>> = groups;
    candidates.extend(stand.iter().map(|(_, lines)| lines.clone()));
    let mut scored: Vec<(f32, bool, Range<usize>)> = Vec::new();
    for lines in candidates {
        let Some((score, borne_out)) = sight.score(front, &lines, &stand) else { continue };
        scored.push((score, borne_out, lines));
    }
    let best = scored.iter().max_by(|a, b| {
        a.0.total_cmp(&b.0).then(b.2.start.cmp(&a.2.start)).then(a.2.end.cmp(&b.2.end))
    });
    let (score, borne_out, lines) = best?.clone();
    // of two that are as large, with nothing but their type to speak for them, either may be the title
    let apart = |its: &Range<usize>| its.end <= lines.start || lines.end <= its.start;
    let rival = scored.iter().any(|(other, _, its)| apart(its) && *other >= score - CLEAR);
    if score < ENOUGH || rival && !borne_out {
        return None;
    }
    let words = front.said(lines.clone());
    let same =
        stand.iter().find(|(own, its)| *its == lines && squeezed(own.words) == squeezed(&words));
    match same {
        Some((own, _)) => {
            let words = without_note(front, &lines, own.words).trim_end().to_owned();
            Some(Title { words, lines })
        }
        None => Some(said(front, lines)),
    }
}

/// What a page is like as a whole.
struct Sight {
    body: f32,
    /// Height of the largest type in which a title can be.
    largest: f32,
    /// The line where the text begins.
    end: usize,
}

impl Sight {
    fn of(front: &Front<'_>, groups: &[Range<usize>]) -> Self {
        let mut sight = Self { body: front.body, largest: 0.0, end: front.body_after(0) };
        let fits = |group: &&Range<usize>| sight.can_be(front, group);
        let sizes = groups.iter().filter(fits).map(|group| size(front, group));
        sight.largest = sizes.fold(0.0, f32::max);
        sight
    }

    fn can_be(&self, front: &Front<'_>, lines: &Range<usize>) -> bool {
        let Some(line) = front.lines.get(lines.start) else { return false };
        let words = front.said(lines.clone());
        line.top <= UPPER && lines.len() <= LINES && is_title(&words)
    }

    /// How much speaks for lines being the title, and whether more does than their type.
    fn score(
        &self,
        front: &Front<'_>,
        lines: &Range<usize>,
        stated: &[(&Stated<'_>, Range<usize>)],
    ) -> Option<(f32, bool)> {
        if !self.can_be(front, lines) {
            return None;
        }
        let words = front.said(lines.clone());
        let size = size(front, lines);
        let mut score = BY_SIZE * size / self.largest.max(f32::EPSILON);
        let told = stated.iter().filter(|(own, its)| {
            covers(lines, its) && squeezed(&words).contains(&squeezed(own.words))
        });
        let told = told.map(|(own, its)| {
            // the stated title is cut short, or the group goes on
            let whole = squeezed(&words) == squeezed(own.words);
            let half = !whole && its != lines && own.weight >= BY_FILE;
            own.weight * if half { 0.8 } else { 1.0 }
        });
        let told = told.fold(0.0, f32::max);
        score += told;
        let mut borne_out = told >= BY_FILE / 2.0;
        if label(&words) > 0 {
            score += BY_LABEL;
            borne_out = true;
        }
        if front.heads.iter().any(|head| is_running(head, &words)) {
            score += BY_HEAD;
            borne_out = true;
        }
        if front.heads.iter().chain(front.margins).any(|head| is_venue_of(head, &words)) {
            score -= BY_VENUE;
        }
        if size < self.body * LARGER {
            // capitals make a title of the text's own type
            let capitals = words.contains(' ') && !words.contains(char::is_lowercase);
            let heading = front.lines.get(lines.start).is_some_and(|it| it.is_heading);
            score -= if heading || capitals { 1.0 } else { 2.5 };
        }
        // a journal's head
        let top = front.lines.get(lines.start).is_some_and(|line| line.top < HEAD);
        if top && told == 0.0 && size < self.largest * (1.0 - SAME_SIZE) {
            score -= 1.5;
        }
        // below the beginning of the text
        if lines.start >= self.end.max(1) {
            score -= 2.0;
        }
        // it goes on in small letters: the first line of a text, with its capital set large
        let next = front.lines.get(lines.end).map_or("", |next| next.words.as_str());
        if next.starts_with(char::is_lowercase) && next.split(' ').count() >= RUNNING {
            score -= 3.0;
        }
        // a sentence
        if words.ends_with('.') && told == 0.0 {
            score -= 1.5;
        }
        // a university
        if told == 0.0 && is_institution(&words) {
            score -= 2.5;
        }
        // one word may be a journal, a number of a paper, a sort of article
        if !words.contains(' ') && !has_ideographs(&words) {
            score -= 2.0;
        }
        let first = front.lines.get(lines.start).map_or("", |line| line.words.as_str());
        if told == 0.0 && (names(&words).is_some() || lines.len() > 1 && names(first).is_some()) {
            score -= 3.0;
        }
        let below: Vec<&str> = front
            .lines
            .iter()
            .skip(lines.end)
            .take(BYLINE)
            .map(|line| line.words.as_str())
            .collect();
        // the nearer the names, the more they are its authors
        if let Some(rows) = below.iter().position(|words| begins_with_names(words)) {
            score += BY_NAMES * (1.0 - rows as f32 / BYLINE as f32);
            borne_out = true;
        }
        if below.iter().any(|words| words.contains('@') || words.split(' ').any(is_affiliation)) {
            score += BY_PLACE;
        }
        Some((score, borne_out))
    }
}

/// Whether words are a place's where people work and nothing else: `University of California Santa Cruz`.
fn is_institution(words: &str) -> bool {
    let words: Vec<&str> = words.split_whitespace().collect();
    let mut named = words.iter().filter(|word| word.to_lowercase() != "the");
    let first = named.next().is_some_and(|word| is_affiliation(word) && !word.contains('-'));
    let common = words.iter().filter(|word| is_english(word) && !is_affiliation(word)).count();
    let small = words.iter().filter(|word| matches!(&*word.to_lowercase(), "of" | "at" | "the"));
    first && common <= small.count()
}

/// Whether a head names something with a year behind it: a journal that is printed large on its first
/// pages.
fn is_venue_of(head: &str, words: &str) -> bool {
    // authors stand before it
    let head = head.rsplit(" / ").next().unwrap_or(head);
    let (head, words) = (squeezed(head), squeezed(words));
    let Some(rest) = head.strip_prefix(&words).filter(|_| words.len() >= 3) else { return false };
    let digits = rest.chars().filter(char::is_ascii_digit).count();
    digits >= 4 && digits * 2 >= rest.chars().count()
}

/// Whether a running head is a title, or its beginning.
fn is_running(head: &str, title: &str) -> bool {
    let head = squeezed(head.trim_matches(|c: char| c.is_ascii_digit() || c.is_whitespace()));
    let title = squeezed(title);
    // cut short, or with what else heads say behind it
    head.len() >= HEAD_LETTERS
        && (title.starts_with(&head) || title.len() >= WHOLE_LETTERS && head.starts_with(&title))
}

fn size(front: &Front<'_>, lines: &Range<usize>) -> f32 {
    front.lines.get(lines.start).map_or(0.0, |line| line.size)
}

fn covers(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// Bytes of what calls a title one: `Title: Mud`.
fn label(words: &str) -> usize {
    let label = words.get(..6).filter(|label| label.eq_ignore_ascii_case("title:"));
    label.map_or(0, str::len)
}

fn said(front: &Front<'_>, lines: Range<usize>) -> Title {
    let words = front.said(lines.clone());
    let words = words.get(label(&words)..).unwrap_or_default().trim_start();
    let words = without_note(front, &lines, words);
    let words = words.trim_end_matches(|c: char| "*∗†‡§¶?⋆,".contains(c) || c.is_whitespace());
    Title { words: words.to_owned(), lines }
}

/// Without the number of a note that a title ends with, where a line below begins with it: `Manual 1` above
/// `1This research was supported`.
fn without_note<'a>(front: &Front<'_>, lines: &Range<usize>, words: &'a str) -> &'a str {
    let Some(bare) = words.strip_suffix('1').filter(|bare| !bare.ends_with(is_numeric)) else {
        return words;
    };
    let noted = front.lines.iter().skip(lines.end).any(|line| {
        let after = line.words.strip_prefix('1').map(str::trim_start);
        front.is_page
            && line.top > UPPER
            && after.is_some_and(|it| it.starts_with(char::is_uppercase))
    });
    if noted { bare } else { words }
}

fn is_numeric(c: char) -> bool {
    c.is_ascii_digit() || ".-–".contains(c)
}

/// Whether lines are set in one type, and none of them opens the text.
fn is_one(front: &Front<'_>, lines: &Range<usize>) -> bool {
    let lines = front.lines.get(lines.clone()).unwrap_or_default();
    let sizes = || lines.iter().map(|line| line.size);
    let (least, most) = (sizes().fold(f32::MAX, f32::min), sizes().fold(0.0, f32::max));
    most - least <= most * SAME_SIZE && !lines.iter().any(|line| opens(&line.words))
}

/// The lines on which a title stands that was stated elsewhere.
fn standing(front: &Front<'_>, title: &str) -> Option<Range<usize>> {
    let wanted = squeezed(title);
    if wanted.is_empty() {
        return None;
    }
    let upper = front.lines.iter().take_while(|line| !front.is_page || line.top <= UPPER);
    let keys: Vec<String> = upper.map(|line| squeezed(&line.words)).collect();
    let from = |start: usize, begins: bool| {
        let mut said = String::new();
        for end in start..keys.len().min(start + LINES) {
            said.push_str(keys.get(end)?);
            if said.starts_with(&wanted) || !begins && said.contains(&wanted) {
                return Some(start..end + 1);
            }
            if !wanted.starts_with(&said) {
                return None;
            }
        }
        None
    };
    let long = wanted.len() > 12;
    let begun = (0..keys.len()).find_map(|start| from(start, true));
    begun.or_else(|| (0..keys.len()).filter(|_| long).find_map(|start| from(start, false)))
}

/// Letters and digits alone.
fn squeezed(text: &str) -> String {
    normalise_term(text).replace('_', "")
}

/// Lines of one size that follow each other.
fn groups(front: &Front<'_>) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    for (at, line) in front.lines.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| front.lines.get(before));
        match groups.last_mut().zip(before).filter(|(_, before)| goes_on(before, line)) {
            Some((group, _)) => group.end = at + 1,
            None => groups.push(at..at + 1),
        }
    }
    groups
}

fn goes_on(before: &Line, line: &Line) -> bool {
    if opens(&line.words) {
        return false;
    }
    let larger = before.size.max(line.size).max(f32::EPSILON);
    // a root or a sum is higher than its line
    let tall = line.words.contains(|c| "√∑∏∫".contains(c)) && line.size > before.size;
    let differ = if tall { 0.0 } else { (before.size - line.size).abs() / larger };
    let height = line.bottom - line.top;
    let near = line.top - before.bottom <= height * 0.9 && line.top > before.top;
    // what stands beside a title is no part of it
    if line.left > before.right || before.left > line.right {
        return line.size == 0.0 && before.block == line.block;
    }
    let apart = before.is_heading != line.is_heading;
    // a line of a heading may be lower for want of capitals, but stands close
    let close = line.is_heading && line.top - before.bottom <= height * HEADING_GAP;
    let one = before.block == line.block && (close || differ <= SAME_SIZE);
    one || near && (differ <= SAME_SIZE && !apart || differ <= SAME_TYPE)
}

/// Where all type is of one size: the first heading, else what stands first.
fn first(front: &Front<'_>, groups: &[Range<usize>]) -> Option<Range<usize>> {
    let end = front.body_after(0);
    let fits = |group: &&Range<usize>| {
        let line = front.lines.get(group.start);
        group.start < end
            && group.len() <= LINES
            && line.is_some_and(|line| line.is_heading)
            && is_title(&front.said((*group).clone()))
    };
    groups.iter().find(fits).cloned()
}

/// Whether words can be a title: letters enough, and none of what journals print in heads.
pub(crate) fn is_title(words: &str) -> bool {
    let letters = words.chars().filter(|c| c.is_alphabetic()).count();
    let lower = words.to_lowercase();
    // the first section is no title
    let section = ["1. ", "1 ", "1.1 "].iter().any(|number| words.starts_with(number));
    // 1National Institute, 2 Laboratoire de Mud: the mark of an affiliation
    let mut signs = words.chars();
    let digit = signs.next().is_some_and(|c| c.is_ascii_digit());
    let close = signs.next().is_some_and(char::is_uppercase)
        && signs.next().is_some_and(char::is_lowercase);
    let marked = digit && (close || has_affiliation(words));
    let state = List::of("states of manuscripts").entries().iter();
    let judged = List::of("judges of works").entries().iter();
    let mut said = state.chain(judged.filter(|label| label.contains(' ')));
    let is_state = said.any(|label| lower.starts_with(label));
    let head = ["issn", "http://", "https://", "www.", "doi:", "arxiv:", "©", "@"];
    (letters >= 5 || has_ideographs(words))
        && words.chars().count() <= LETTERS
        && !head.iter().any(|mark| lower.contains(mark))
        && !is_formula(words)
        && !opens(words)
        && !section
        && !marked
        && !is_state
        && !List::of("byline").has(lower.trim())
        && !is_journal(&lower)
}

/// Whether words are a formula, which is set large where it has a sum or an integral.
fn is_formula(words: &str) -> bool {
    let spoken = |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() >= 4;
    let signs = words.contains(|c| "=≡∫∑∏√∂∇∞≤≥≈∝".contains(c));
    signs && words.split_whitespace().filter(spoken).count() < 3
}

fn has_ideographs(words: &str) -> bool {
    words.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

/// The name of a journal or proceedings, or what sorts an article there.
fn is_journal(lower: &str) -> bool {
    let named = lower.starts_with("proceedings of")
        || lower.starts_with("proc. of")
        || lower.contains("journal of") && lower.split(' ').count() <= 6
        || lower.contains("vol.") && lower.contains(|c: char| c.is_ascii_digit());
    // ORIGINAL ARTICLE 2009; 39 (3): 361-365
    let words = language::runs(lower).map(|(_, run)| run);
    let words: Vec<&str> = words.filter(|run| run.chars().any(char::is_alphabetic)).collect();
    named || is_sort(lower.trim()) || is_sort(&words.join(" "))
}
