//! Where a document's own title stands, and what it says. Every group of lines that can be one is
//! weighed: by its type, by the names below it, by what the file's metadata and headings call the
//! document. Where too little speaks for any there is none.

use crate::byline::names;
use crate::evidence::{enough, weigh};
use crate::lines::{Front, Line, opens};
use crate::names::is_affiliation;
use language::listed;
use std::ops::Range;
use types::normalise_term;

listed! {
    is_sort: "sorts of articles";
}

/// Two lines of one title differ by no more in height.
const SAME_SIZE: f32 = 0.12;
/// Lines that differ by no more are set in one type.
const SAME_TYPE: f32 = 0.005;
/// A title is larger than the text by this factor, and begins above this share of the page.
const LARGER: f32 = 1.1;
const UPPER: f32 = 0.6;
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
    /// Whether the file's metadata state it; else its first heading does.
    pub by_file: bool,
}

/// Running heads that say a title have so many letters.
const HEAD_LETTERS: usize = 12;
/// Lines below a title among which its byline begins.
const BYLINE: usize = 4;
/// Signs by which a title is told.
pub(crate) const SIGNS: usize = 21;

/// Finds the title: of all groups of lines that can be one, that for which most speaks.
pub(crate) fn find(front: &Front<'_>, stated: &[Stated<'_>]) -> Option<Title> {
    let groups = groups(front);
    let stand: Vec<(&Stated<'_>, Range<usize>)> =
        stated.iter().filter_map(|own| Some((own, standing(front, own.words)?))).collect();
    if !front.is_page {
        if let Some((own, lines)) = stand.into_iter().next() {
            return Some(Title { words: own.words.to_owned(), lines });
        }
        return first(front, &groups).map(|lines| said(front, lines));
    }
    let candidates = weighed(front, groups, &stand);
    let scored: Vec<(f32, &Candidate)> =
        candidates.iter().map(|it| (weigh("title", &it.signs), it)).collect();
    let (_, best) = scored
        .iter()
        .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.lines.start.cmp(&a.1.lines.start)))?;
    // what the lines say counts once, however they are cut; that none is the title, as 0
    let all = 1.0 + scored.iter().map(|(score, _)| score.exp()).sum::<f32>();
    let alike = scored.iter().filter(|(_, it)| squeezed(&it.words) == squeezed(&best.words));
    let sure = alike.map(|(score, _)| score.exp()).sum::<f32>() / all;
    if sure < enough("enough title") {
        return None;
    }
    let (lines, words) = (best.lines.clone(), &best.words);
    let same =
        stand.iter().find(|(own, its)| *its == lines && squeezed(own.words) == squeezed(words));
    match same {
        Some((own, _)) => Some(Title { words: own.words.to_owned(), lines }),
        None => Some(said(front, lines)),
    }
}

/// Lines that can be a title, and how much speaks for them.
pub(crate) struct Candidate {
    pub lines: Range<usize>,
    pub words: String,
    pub signs: [f32; SIGNS],
}

/// All groups of lines that can be a title; one that is stated may stand on less than a group, or on
/// several.
fn weighed(
    front: &Front<'_>,
    groups: Vec<Range<usize>>,
    stand: &[(&Stated<'_>, Range<usize>)],
) -> Vec<Candidate> {
    let sight = Sight::of(front, &groups);
    let named = |at: &usize| sight.named.get(*at).is_some_and(|named| *named);
    // a title of one type with its byline ends where names begin
    let cut = |group: &Range<usize>| group.clone().skip(1).find(named).map(|end| group.start..end);
    let mut ranges: Vec<Range<usize>> = groups.iter().filter_map(cut).collect();
    ranges.extend(groups);
    ranges.extend(stand.iter().map(|(_, lines)| lines.clone()));
    ranges.sort_by_key(|range| (range.start, range.end));
    ranges.dedup();
    let mut before = 0;
    let candidates = ranges.into_iter().filter_map(|lines| {
        let words = said(front, lines.clone()).words;
        let signs = sight.signs(front, &lines, stand, before)?;
        before += 1;
        Some(Candidate { lines, words, signs })
    });
    candidates.collect()
}

/// The candidates of a page, for the models to be grown from.
#[cfg(feature = "training")]
pub(crate) fn candidates(front: &Front<'_>, stated: &[Stated<'_>]) -> Vec<Candidate> {
    let stand = stated.iter().filter_map(|own| Some((own, standing(front, own.words)?)));
    weighed(front, groups(front), &stand.collect::<Vec<_>>())
}

/// What a page is like as a whole.
struct Sight {
    body: f32,
    /// Height of the largest type in which a title can be.
    largest: f32,
    /// The line where the text begins.
    end: usize,
    /// Which lines are names whole.
    named: Vec<bool>,
}

impl Sight {
    fn of(front: &Front<'_>, groups: &[Range<usize>]) -> Self {
        let mut sight = Self {
            body: front.body,
            largest: 0.0,
            end: front.body_after(0),
            named: front.lines.iter().map(|line| names(&line.words).is_some()).collect(),
        };
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

    /// What speaks for and against lines being the title; `before` others can be it that stand above.
    fn signs(
        &self,
        front: &Front<'_>,
        lines: &Range<usize>,
        stated: &[(&Stated<'_>, Range<usize>)],
        before: usize,
    ) -> Option<[f32; SIGNS]> {
        if !self.can_be(front, lines) {
            return None;
        }
        let line = front.lines.get(lines.start)?;
        let words = front.said(lines.clone());
        let told = |by_file: bool, whole: bool| {
            sign(stated.iter().any(|(own, its)| {
                let (own_words, all) = (squeezed(own.words), squeezed(&words));
                own.by_file == by_file
                    && covers(lines, its)
                    && if whole {
                        all == own_words
                    } else {
                        all != own_words && all.contains(&own_words)
                    }
            }))
        };
        let untold = !stated.iter().any(|(_, its)| covers(lines, its));
        let heads = || front.heads.iter().chain(front.margins);
        let small = line.size < self.body * LARGER;
        let below: Vec<&str> =
            front.lines.iter().skip(lines.end).take(BYLINE).map(|it| it.words.as_str()).collect();
        // the nearer the names, the more they are its authors
        let mut later = self.named.iter().skip(lines.end).take(BYLINE);
        let byline = later.position(|named| *named);
        let place =
            below.iter().any(|words| words.contains('@') || words.split(' ').any(is_affiliation));
        let count = words.split(' ').count() as f32;
        let digits = words.chars().filter(char::is_ascii_digit).count() as f32;
        Some([
            line.size / self.largest.max(f32::EPSILON),
            sign(small),
            sign(small && line.is_heading),
            told(true, true),
            told(true, false),
            told(false, true),
            told(false, false),
            sign(front.heads.iter().any(|head| is_running(head, &words))),
            sign(heads().any(|head| is_venue_of(head, &words))),
            sign(lines.start >= self.end.max(1)),
            sign(untold && words.ends_with('.')),
            sign(!words.contains(' ') && !has_ideographs(&words)),
            sign(untold && names(&words).is_some()),
            byline.map_or(0.0, |rows| 1.0 - rows as f32 / BYLINE as f32),
            sign(place),
            sign(lines.len() > 3),
            line.top,
            1.0 / (1.0 + before as f32),
            count.log2().min(5.0) / 5.0,
            sign((2.0..4.0).contains(&count)),
            digits / words.chars().count().max(1) as f32,
        ])
    }
}

fn sign(holds: bool) -> f32 {
    f32::from(u8::from(holds))
}

/// Whether a head names something with a year behind it: a journal that is printed large on its first
/// pages.
fn is_venue_of(head: &str, words: &str) -> bool {
    let (head, words) = (squeezed(head), squeezed(words));
    let Some(rest) = head.strip_prefix(&words).filter(|_| words.len() >= 3) else { return false };
    let digits = rest.chars().filter(char::is_ascii_digit).count();
    digits >= 4 && digits * 2 >= rest.chars().count()
}

/// Whether a running head is a title, or its beginning.
fn is_running(head: &str, title: &str) -> bool {
    let head = squeezed(head.trim_matches(|c: char| c.is_ascii_digit() || c.is_whitespace()));
    head.len() >= HEAD_LETTERS && squeezed(title).starts_with(&head)
}

fn size(front: &Front<'_>, lines: &Range<usize>) -> f32 {
    front.lines.get(lines.start).map_or(0.0, |line| line.size)
}

fn covers(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

fn said(front: &Front<'_>, lines: Range<usize>) -> Title {
    let words = front.said(lines.clone());
    let words = words.trim_end_matches(|c: char| "*∗†‡§¶?⋆,".contains(c) || c.is_whitespace());
    let words =
        words.rsplit_once(' ').filter(|(_, end)| is_note(front, end)).map_or(words, |it| it.0);
    Title { words: words.to_owned(), lines }
}

/// Whether a number leads to a note at the foot of the page.
fn is_note(front: &Front<'_>, number: &str) -> bool {
    let leads = |line: &Line| {
        let rest = line.words.strip_prefix(number).unwrap_or_default();
        line.top > UPPER && rest.trim_start().starts_with(char::is_uppercase)
    };
    number.len() == 1 && number.chars().all(|c| c.is_ascii_digit()) && front.lines.iter().any(leads)
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
    let larger = before.size.max(line.size).max(f32::EPSILON);
    let differ = (before.size - line.size).abs() / larger;
    let height = line.bottom - line.top;
    let near = line.top - before.bottom <= height * 0.9 && line.top > before.top;
    // what stands beside a title is no part of it
    if line.left > before.right || before.left > line.right {
        return line.size == 0.0 && before.block == line.block;
    }
    let apart = before.is_heading != line.is_heading;
    let one = before.block == line.block && (line.is_heading || differ <= SAME_SIZE);
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
    let head = ["issn", "http://", "https://", "www.", "doi:", "arxiv:", "©", "@"];
    (letters >= 5 || has_ideographs(words))
        && words.chars().count() <= LETTERS
        && !head.iter().any(|mark| lower.contains(mark))
        && !opens(words)
        && !is_journal(&lower)
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
