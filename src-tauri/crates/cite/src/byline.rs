//! The authors in a title block: lines of names, each name with the marks that lead to affiliations
//! and footnotes; affiliations, addresses and e-mails between them. What a line is says `kinds`; here they
//! are weighed by where they stand.

use crate::kinds::{AUTHORS, Kind, ends_company, has_affiliation, is_mark, kind, names, names_as};
use crate::lines::{Front, Line};
use crate::names::{is_affiliation, is_english, is_initials, is_particle, is_proper};
use language::List;
use std::collections::HashSet;
use std::ops::Range;
use types::Author;

/// A line of names is as high as the first one, save for marks, within this share.
const SAME_SIZE: f32 = 0.22;
const JOINED_SIZE: f32 = 0.32;
/// Rows that differ by no more are set in one type.
const SAME_NAMES: f32 = 0.03;
/// A gap above a row that is larger than the one before by this share of its height begins another cell.
const NEW_CELL: f32 = 0.35;
/// A gap of so many heights of a row always does.
const CELL: f32 = 1.5;
/// Rows between a title and its byline at most, and rows of names that are looked beyond.
const OPENING_ROWS: usize = 3;
const LOOK_AHEAD: usize = 6;
/// Rows below a name among which its address is.
const TO_ADDRESS: usize = 12;

/// The authors among the lines `block`; heads and feet hold none where it stands above the title.
pub(crate) fn authors(front: &Front<'_>, block: Range<usize>, place: Place) -> Vec<Author> {
    let mut lines = front.rows(block.clone(), |words| names(words).is_some());
    lines.retain(|line| place == Place::Below || !line.is_edge());
    let rows = rows(&lines);
    let mut kinds: Vec<Kind> = rows.iter().map(|row| kind(&row.words)).collect();
    borne_out(&rows, &mut kinds);
    numbered(&rows, &mut kinds);
    let places = if front.is_page { places(&rows, &kinds) } else { vec![false; rows.len()] };
    let mut authors: Vec<Author> = Vec::new();
    // the first row of names: its height, and whether a mark follows them
    let mut first: Option<(f32, bool)> = None;
    // whether a row that stands here could begin with a name
    let (mut open, mut placed, mut joined) = (true, false, false);
    for (at, (row, kind)) in rows.iter().zip(&kinds).enumerate() {
        // a mark makes the row of one name higher; after `and` by itself there is another
        let within = if joined { JOINED_SIZE } else { SAME_SIZE };
        let fits =
            first.is_none_or(|(size, _)| (row.size - size).abs() <= size.max(row.size) * within);
        let marked = row.words.ends_with(is_mark);
        let noted = marked && first.is_some_and(|(_, marked)| marked);
        match kind {
            Kind::Names(found)
                if fits && !is(&places, at) && (open || noted || goes_on(&kinds, at)) =>
            {
                first = first.or(Some((row.size, marked)));
                // after `and` there is none to come
                open = found.len() < 2 || !is_closed(&row.words);
                authors.extend_from_slice(found);
            }
            Kind::NamesAt(found) if fits && (authors.is_empty() || placed) => {
                first = first.or(Some((row.size, marked)));
                authors.extend_from_slice(found);
                (open, placed) = (true, true);
            }
            Kind::Mail => open = true,
            Kind::Other if List::of("byline").has(&row.words.to_lowercase()) => open = true,
            Kind::Other if is_and(&row.words) => (open, joined) = (true, true),
            _ => open = authors.is_empty() && at < OPENING_ROWS,
        }
        // `Committee members:` and who they are
        if !authors.is_empty() && (row.words.ends_with(':') || names_judges(&row.words)) {
            break;
        }
    }
    let block = front.lines.get(block).unwrap_or_default();
    let mails = Mails::of(&rows);
    authors.retain(|author| !mails.are_sent_to(author));
    let unread = |at: usize, row: &Row| {
        let alike = first.is_some_and(|(size, _)| (row.size - size).abs() <= size * SAME_NAMES);
        alike
            && matches!(kinds.get(at), Some(Kind::Other))
            && !is(&places, at)
            && may_be_name(&row.words)
    };
    // a row that looks like a name and was not read, or more addresses than names: somebody is missing
    let missing = front.is_page && rows.iter().enumerate().any(|(at, row)| unread(at, row));
    if missing || mails.count > authors.len() && place == Place::Below {
        return Vec::new();
    }
    authors.truncate(AUTHORS);
    let mut seen = HashSet::new();
    authors.retain(|author| seen.insert(author.clone()));
    let authors = without_marks(authors, block);
    // one person named in two ways: lists of several works, or of one in two places
    let twice = |(at, author): (usize, &Author)| {
        let mut before = authors.iter().take(at);
        before.any(|other| {
            other.family == author.family && is_one_person(&other.given, &author.given)
        })
    };
    if authors.iter().enumerate().any(twice) { Vec::new() } else { authors }
}

/// Whether a line begins with what those are called who judged a work: `Certified by`.
fn names_judges(words: &str) -> bool {
    let lower = words.to_lowercase();
    List::of("judges of works").entries().iter().any(|label| lower.starts_with(label))
}

/// Rows that begin with a number, below names that end with one, are where these work.
fn numbered(rows: &[Row], kinds: &mut [Kind]) {
    let is_number = |c: char| c.is_ascii_digit();
    let Some(first) = kinds.iter().position(|kind| matches!(kind, Kind::Names(_))) else { return };
    let marked = rows.get(first).is_some_and(|row| {
        row.words.split([' ', ',']).any(|word| {
            let bare = word.trim_end_matches(|c| is_mark(c) && !is_number(c));
            bare.ends_with(is_number) && bare.starts_with(char::is_alphabetic)
        })
    });
    for (row, kind) in rows.iter().zip(kinds).skip(first + 1) {
        let after = row.words.trim_start_matches(is_number).trim_start();
        let begins = row.words.starts_with(is_number) && after.starts_with(char::is_uppercase);
        if marked && begins && !matches!(kind, Kind::Mail) {
            *kind = Kind::Place;
        }
    }
}

/// Words of English are a name where an address below them says so: `Lee Pike` above `leepike@galois.com`.
fn borne_out(rows: &[Row], kinds: &mut [Kind]) {
    for (at, (row, kind)) in rows.iter().zip(kinds).enumerate() {
        if !matches!(kind, Kind::Other) {
            continue;
        }
        let below = rows.iter().skip(at + 1).take(TO_ADDRESS);
        let boxes = |row: &Row| -> Vec<String> {
            let mails = row.words.split(char::is_whitespace).filter(|word| word.contains('@'));
            let locals = mails.filter_map(|mail| mail.split('@').next());
            locals.map(str::to_lowercase).collect()
        };
        let Some(found) = names_as(&row.words, true) else { continue };
        let [Author { family, .. }] = found.as_slice() else { continue };
        let family = family.to_lowercase();
        let long = family.chars().count() > 2;
        let told = below.map(boxes).find(|locals| !locals.is_empty()).unwrap_or_default();
        if long && told.iter().any(|local| local.contains(&family)) {
            *kind = Kind::Names(found);
        }
    }
}

/// Whether given names begin with the same letters: `H.A.` and `Heiko A.`.
fn is_one_person(one: &str, other: &str) -> bool {
    let initial = |given: &str| given.chars().find(|c| c.is_alphabetic());
    initial(one).is_some()
        && initial(one) == initial(other)
        && [one, other].iter().any(|given| given.split(' ').all(is_initials))
}

fn is(places: &[bool], at: usize) -> bool {
    places.get(at).copied().unwrap_or_default()
}

/// The rows that are part of where somebody works: those that say so, and what goes on below them in the
/// same column without a gap, though it may read as a name: `Virginia Tech` below a department.
fn places(rows: &[Row], kinds: &[Kind]) -> Vec<bool> {
    let mut order: Vec<(usize, (&Row, &Kind))> = rows.iter().zip(kinds).enumerate().collect();
    order.sort_by(|a, b| a.1.0.top.total_cmp(&b.1.0.top));
    let mut places = vec![false; rows.len()];
    // nobody works anywhere before somebody is named
    let mut named = false;
    for (at, (row, kind)) in order {
        named |= matches!(kind, Kind::Names(_) | Kind::NamesAt(_));
        let above = |row: &Row| nearest(rows.iter().map(|other| row.below(other)));
        let goes_on = above(row).is_some_and(|(before, gap)| {
            let usual = rows.get(before).and_then(above).map_or(gap, |(_, gap)| gap);
            let height = row.bottom - row.top;
            let near = gap <= usual.max(0.0) + height * NEW_CELL && gap < height * CELL;
            near && is(&places, before)
        });
        let is_place = match kind {
            Kind::Place => named,
            Kind::Other => goes_on,
            Kind::Names(_) if row.words.starts_with("and ") => goes_on,
            Kind::Names(found) if found.len() == 1 => {
                let next = nearest(rows.iter().map(|other| other.below(row)));
                let next = next.and_then(|(next, _)| kinds.get(next));
                let heads = matches!(next, Some(Kind::Place));
                goes_on && !(heads && found.iter().all(is_foreign))
            }
            _ => false,
        };
        if let Some(place) = places.get_mut(at) {
            *place = is_place;
        }
    }
    places
}

/// The place of the least gap, and the gap.
fn nearest(gaps: impl Iterator<Item = Option<f32>>) -> Option<(usize, f32)> {
    let gaps = gaps.enumerate().filter_map(|(at, gap)| Some((at, gap?)));
    gaps.min_by(|a, b| a.1.total_cmp(&b.1))
}

/// Whether no word of a name is one of English.
fn is_foreign(author: &Author) -> bool {
    let mut words = author.given.split(' ').chain(author.family.split(' '));
    words.all(|word| is_initials(word) || is_particle(word) || !is_english(word))
}

/// Whether words that are no name could be one of which a letter was lost: `Alejandro A. Scha er z`.
fn may_be_name(words: &str) -> bool {
    if words.chars().filter(char::is_ascii_digit).count() > 2 {
        return false;
    }
    // Washington, DC
    let state = |last: &str| last.len() == 2 && last.chars().all(|c| c.is_ascii_uppercase());
    if words.rsplit_once(", ").is_some_and(|(_, last)| state(last)) {
        return false;
    }
    // H2O.ai
    let within = |word: &str| {
        let after = word.trim_start_matches(char::is_alphabetic);
        let behind = after.trim_start_matches(|c: char| c.is_ascii_digit());
        after.len() < word.len()
            && behind.len() < after.len()
            && behind.starts_with(char::is_uppercase)
    };
    if words.split_whitespace().any(within) {
        return false;
    }
    let words = words.split(|c: char| c.is_whitespace() || is_mark(c) || ",;".contains(c));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let proper = words.iter().filter(|word| is_proper(word) || is_initials(word)).count();
    let letters = |word: &&str| word.chars().all(|c| c.is_alphabetic() || ".'’-".contains(c));
    let shouted = |word: &&&str| word.len() > 2 && !word.contains(char::is_lowercase);
    let shouts = words.iter().filter(shouted).count();
    (2..=6).contains(&words.len())
        && proper >= 2
        && (shouts == 0 || shouts == proper)
        && words.iter().all(letters)
        && !words.last().is_some_and(|last| ends_company(&last.to_lowercase()))
        && !words.iter().any(|word| word.len() > 1 && (is_english(word) || is_affiliation(word)))
}

/// The addresses of a byline.
struct Mails {
    count: usize,
    /// The names of their hosts.
    hosts: HashSet<String>,
}

impl Mails {
    fn of(rows: &[Row]) -> Self {
        let mut mails = Self { count: 0, hosts: HashSet::new() };
        let words = rows.iter().flat_map(|row| row.words.split([' ', ',', ';', '\t']));
        for word in words {
            let Some((_, host)) = word.split_once('@') else { continue };
            mails.count += word.matches('@').count();
            mails.hosts.extend(host.split('.').map(str::to_lowercase));
        }
        mails
    }

    /// Whether a name is a host's: `Inria Paris` above `pottier@inria.fr`.
    fn are_sent_to(&self, author: &Author) -> bool {
        let is_host =
            |word: &str| word.chars().count() > 3 && self.hosts.contains(&word.to_lowercase());
        author.given.split(' ').any(is_host)
    }
}

/// Where a block stands that is looked through for names.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Place {
    Below,
    Above,
}

/// Whether a row of names says which is its last.
fn is_closed(words: &str) -> bool {
    words.split_whitespace().rev().take(6).any(is_and)
}

fn is_and(word: &str) -> bool {
    let lower = word.trim_matches(is_mark).to_lowercase();
    matches!(lower.as_str(), "and" | "&" | "und" | "et" | "y")
}

/// Without the letters that lead to places of work and were raised in print: `Smitha` where a line of the
/// block begins with `aDepartment`.
fn without_marks(mut authors: Vec<Author>, block: &[Line]) -> Vec<Author> {
    let leads = |letter: char| {
        block.iter().flat_map(|line| line.words.split_whitespace()).any(|word| {
            let mut chars = word.chars();
            chars.next() == Some(letter)
                && chars.next().is_some_and(char::is_uppercase)
                && chars.next().is_some_and(char::is_alphabetic)
        })
    };
    let mark = |author: &Author| author.family.chars().next_back().filter(char::is_ascii_lowercase);
    let marked = |author: &Author| author.family.len() > 2 && mark(author).is_some_and(leads);
    if !authors.is_empty() && authors.iter().all(marked) {
        for author in &mut authors {
            author.family.pop();
        }
    }
    authors
}

/// Whether names after affiliations are a further group: affiliations follow them too.
fn goes_on(kinds: &[Kind], at: usize) -> bool {
    let mut after = kinds.iter().skip(at + 1).take(LOOK_AHEAD);
    let next = after.find(|kind| !matches!(kind, Kind::Names(_)));
    matches!(next, Some(Kind::Place | Kind::Mail))
}

/// A printed line, or several that one byline is broken over.
#[derive(Clone)]
struct Row {
    words: String,
    size: f32,
    block: usize,
    top: f32,
    bottom: f32,
    left: f32,
    right: f32,
}

impl Row {
    fn of(line: &Line) -> Self {
        let (top, bottom, left, right) = (line.top, line.bottom, line.left, line.right);
        let words = line.words.trim().to_owned();
        Self { words, size: line.size, block: line.block, top, bottom, left, right }
    }

    fn add(&mut self, line: &Line) {
        self.words.push(' ');
        self.words.push_str(line.words.trim());
        self.block = line.block;
        self.bottom = self.bottom.max(line.bottom);
        self.left = self.left.min(line.left);
        self.right = self.right.max(line.right);
    }

    /// Whether a line goes on with it: in the same block, or right below it on the page.
    fn is_over(&self, line: &Line) -> bool {
        let height = line.bottom - line.top;
        self.block == line.block || height > 0.0 && line.top - self.bottom < height * NEW_CELL
    }

    /// How far it stands below another of the same column; `None` where it does not.
    fn below(&self, other: &Self) -> Option<f32> {
        let middle = |row: &Self| f32::midpoint(row.left, row.right);
        let column = (other.left..=other.right).contains(&middle(self))
            || (self.left..=self.right).contains(&middle(other));
        let gap = self.top - f32::midpoint(other.top, other.bottom);
        (column && gap > 0.0).then_some(self.top - other.bottom)
    }
}

fn rows(lines: &[&Line]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for line in lines {
        let words = line.words.trim();
        let before = rows.last_mut();
        let joins = |before: &Row| {
            let ends = before.words.trim_end();
            let open = ends.ends_with([',', ';']) || ends.ends_with(" and") || ends.ends_with(" &");
            // 1 University of Mud, below Ada Lovelace1,
            let open = open && !words.starts_with(|c: char| c.is_ascii_digit());
            let begins = words.trim_start_matches(is_mark).trim_start();
            let continued = begins.starts_with(',') || begins.starts_with("and ");
            // a name that is broken over lines: whole only together
            let broken = || {
                let both = format!("{ends} {words}");
                let parted = names(ends).is_none() || names(words).is_none();
                ends.contains(',') && parted && names(&both).is_some()
            };
            let alike = (before.size - line.size).abs() <= line.size.max(1.0) * 0.4;
            let joined = open || continued || before.is_over(line) && broken();
            alike && joined && (!has_affiliation(ends) || ends.contains(';'))
        };
        match before.filter(|before| joins(before)) {
            Some(before) => before.add(line),
            None => rows.push(Row::of(line)),
        }
    }
    rows
}
