//! Running heads, feet and page numbers, which are not content: rows in the margins that come back
//! on other pages, numbers aside; rows whose number counts with the pages; and page numbers that
//! say so themselves or stand alone at the edge. Anything else stays.

use super::glyphs::Fragment;
use super::page::Raw;
use super::rect::Rect;
use std::collections::{HashMap, HashSet};

/// The margins, as a share of the page's height.
const MARGIN: f32 = 0.1;
/// Where a page number may stand, likewise; wider, since text may leave most of its page free.
const NUMBER_MARGIN: f32 = 0.13;
const WIDE_MARGIN: f32 = 0.2;
/// Pages on which a row must come back; in a document of two pages, both.
const PAGES: usize = 3;
/// Two rows at one height differ by no more, in points.
const SAME_HEIGHT: f32 = 4.0;
/// Most letters of a running head.
const LETTERS: usize = 160;
/// A row of the first page larger than the text by this factor is a title.
const TITLE: f32 = 1.2;
/// Pages whose heads are told, the first one too.
const NEXT_PAGES: i64 = 6;
/// Rows counted from either edge.
const ROWS: usize = 4;
/// Furniture stands apart from the text by this much, in sizes of its type; further in from the
/// edge by more.
const APART: f32 = 0.8;
const FAR_APART: f32 = 1.2;

/// A row near an edge of the page.
struct Row {
    top: bool,
    /// 0 for the outermost.
    rank: usize,
    rect: Rect,
    /// Fragments by number, from left to right.
    parts: Vec<usize>,
    size: f32,
    /// White space to the next row inwards, in sizes of the type.
    apart: f32,
}

/// Takes the furniture out of the pages. Returns that of the first page, a row each, and that of the
/// next ones, each row once.
pub(super) fn remove(pages: &mut [Raw]) -> (Vec<String>, Vec<String>) {
    let (mut first, mut later): (_, Vec<String>) = (Vec::new(), Vec::new());
    let body = body_size(pages);
    let rows: Vec<Vec<Row>> = pages.iter().map(edge_rows).collect();
    let signs = Signs::of(pages, &rows);
    let needed = if pages.len() == 2 { 2 } else { PAGES };
    for ((page, rows), number) in pages.iter_mut().zip(&rows).zip(0i64..) {
        let mut gone: HashSet<usize> = HashSet::new();
        for row in rows {
            // a title that comes back as the running head is larger than it
            let title = number == 0 && row.size > body * TITLE;
            if !title && signs.is_repeated(page, row, needed) || signs.counts(page, row, number) {
                gone.extend(&row.parts);
            } else {
                gone.extend(numbers_alone(page, row, body));
            }
        }
        let turned = page.fragments.iter().enumerate().filter(|(_, part)| part.turned);
        gone.extend(turned.filter(|(_, part)| signs.is_turned_repeat(part)).map(|(at, _)| at));
        if (1..NEXT_PAGES).contains(&number) {
            let rows = rows.iter().filter(|row| row.parts.iter().any(|at| gone.contains(at)));
            for row in rows.map(|row| row.text(page)) {
                if !later.contains(&row) {
                    later.push(row);
                }
            }
        }
        if number == 0 {
            let rows = rows.iter().filter(|row| row.parts.iter().any(|at| gone.contains(at)));
            first.extend(rows.map(|row| row.text(page)));
            let turned = gone.iter().filter_map(|at| page.fragments.get(*at));
            first.extend(turned.filter(|part| part.turned).map(Fragment::text));
        }
        let mut at = 0usize..;
        page.fragments.retain(|_| at.next().is_none_or(|at| !gone.contains(&at)));
    }
    (first, later)
}

/// The size of most letters.
fn body_size(pages: &[Raw]) -> f32 {
    let mut letters: HashMap<i32, usize> = HashMap::new();
    for part in pages.iter().flat_map(|page| &page.fragments) {
        *letters.entry((part.size * 2.0).round() as i32).or_default() += part.glyphs.len();
    }
    let most = letters.into_iter().max_by_key(|(size, count)| (*count, *size));
    most.map_or(10.0, |(size, _)| size as f32 / 2.0)
}

/// The outermost rows at the top and the bottom of a page.
fn edge_rows(page: &Raw) -> Vec<Row> {
    let mut order: Vec<usize> = (0..page.fragments.len()).collect();
    let part = |at: &usize| page.fragments.get(*at);
    order.retain(|at| part(at).is_some_and(|part| !part.turned));
    let y = |at: &usize| part(at).map_or(0.0, |part| part.rect.middle().1);
    order.sort_by(|a, b| y(a).total_cmp(&y(b)));
    let mut rows: Vec<(Rect, Vec<usize>)> = Vec::new();
    for at in order {
        let Some(part) = part(&at) else { continue };
        match rows.last_mut().filter(|(rect, _)| rect.overlap_y(&part.rect) >= 0.5) {
            Some((rect, parts)) => {
                *rect = rect.union(part.rect);
                parts.push(at);
            }
            None => rows.push((part.rect, vec![at])),
        }
    }
    let found = |top: bool, rank: usize, at: usize, inward: Option<usize>| -> Option<Row> {
        let (rect, parts) = rows.get(at)?;
        let mut parts = parts.clone();
        let x = |at: &usize| part(at).map_or(0.0, |part| part.rect.x0);
        parts.sort_by(|a, b| x(a).total_cmp(&x(b)));
        let size = parts.iter().filter_map(part).map(|part| part.size).fold(1.0, f32::max);
        let next = inward.and_then(|at| rows.get(at)).map(|(rect, _)| rect);
        let white =
            next.map_or(f32::MAX, |next| if top { next.y0 - rect.y1 } else { rect.y0 - next.y1 });
        Some(Row { top, rank, rect: *rect, parts, size, apart: white / size })
    };
    let count = rows.len();
    let tops = (0..count.min(ROWS)).filter_map(|rank| found(true, rank, rank, Some(rank + 1)));
    let bottoms = (0..count.saturating_sub(ROWS).min(ROWS)).filter_map(|rank| {
        let at = (count - 1).checked_sub(rank)?;
        found(false, rank, at, at.checked_sub(1))
    });
    tops.chain(bottoms)
        .collect::<Vec<_>>()
        .into_iter()
        .map(|row| row.settled(page.height))
        .collect()
}

impl Row {
    /// A page of few rows: its last one is a foot although it was counted from the top.
    fn settled(mut self, height: f32) -> Self {
        if self.top && self.rect.y0 > height / 2.0 {
            self.top = false;
            self.rank = 0;
        }
        self
    }

    fn within(&self, height: f32, share: f32) -> bool {
        if self.top {
            self.rect.y1 <= height * share
        } else {
            self.rect.y0 >= height * (1.0 - share)
        }
    }

    /// Outermost, far from the text, and yet not in a margin as narrow as usual.
    fn stands_off(&self, height: f32) -> bool {
        self.rank == 0 && self.apart >= FAR_APART && self.within(height, WIDE_MARGIN)
    }

    fn text(&self, page: &Raw) -> String {
        let parts = self.parts.iter().filter_map(|at| page.fragments.get(*at));
        parts.map(Fragment::text).collect::<Vec<_>>().join("  ")
    }

    /// Its text with all numbers made equal; `None` where it is not in a margin.
    fn key(&self, page: &Raw) -> Option<String> {
        let text = self.text(page);
        let at_edge = self.within(page.height, MARGIN) || self.stands_off(page.height);
        let fits = at_edge && text.chars().count() <= LETTERS;
        fits.then(|| format!("{}{}", if self.top { 'h' } else { 'f' }, without_numbers(&text)))
    }

    /// The number at its left or right end, when nothing else is in that fragment.
    fn number(&self, page: &Raw) -> Option<i64> {
        if !self.within(page.height, NUMBER_MARGIN) && !self.stands_off(page.height) {
            return None;
        }
        let ends = [self.parts.last(), self.parts.first()];
        ends.into_iter().flatten().find_map(|at| bare_number(&page.fragments.get(*at)?.text()))
    }
}

fn without_numbers(text: &str) -> String {
    let mut key = String::new();
    for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
        match letter {
            _ if !letter.is_numeric() => key.push(letter),
            _ if key.ends_with('#') => {}
            _ => key.push('#'),
        }
    }
    key
}

/// What comes back on other pages.
struct Signs {
    /// Heights at which a row of this key stands.
    keys: HashMap<String, Vec<f32>>,
    /// Page number less place in the document, and how often.
    offsets: HashMap<i64, usize>,
    turned: HashMap<String, usize>,
}

impl Signs {
    fn of(pages: &[Raw], rows: &[Vec<Row>]) -> Self {
        let mut signs =
            Self { keys: HashMap::new(), offsets: HashMap::new(), turned: HashMap::new() };
        for ((page, rows), place) in pages.iter().zip(rows).zip(0i64..) {
            let mut seen = HashSet::new();
            for row in rows {
                if let Some(key) = row.key(page).filter(|key| seen.insert(key.clone())) {
                    signs.keys.entry(key).or_default().push(row.rect.y0);
                }
            }
            let offsets: HashSet<i64> =
                rows.iter().filter_map(|row| Some(row.number(page)? - place)).collect();
            offsets.into_iter().for_each(|offset| *signs.offsets.entry(offset).or_default() += 1);
            let turned = page.fragments.iter().filter(|part| part.turned);
            let texts: HashSet<String> = turned.map(|part| without_numbers(&part.text())).collect();
            texts.into_iter().for_each(|text| *signs.turned.entry(text).or_default() += 1);
        }
        signs
    }

    fn is_repeated(&self, page: &Raw, row: &Row, needed: usize) -> bool {
        let Some(heights) = row.key(page).and_then(|key| self.keys.get(&key)) else { return false };
        // in a short document the same words must stand at the same height
        let same = |height: &&f32| needed > 2 || (**height - row.rect.y0).abs() <= SAME_HEIGHT;
        heights.iter().filter(same).count() >= needed
    }

    /// Whether the row's number goes up by one from page to page, as on at least three pages.
    fn counts(&self, page: &Raw, row: &Row, place: i64) -> bool {
        row.rank <= 1
            && row.apart >= APART / 2.0
            && row.text(page).chars().count() <= LETTERS
            && row.number(page).is_some_and(|number| {
                self.offsets.get(&(number - place)).is_some_and(|pages| *pages >= PAGES)
            })
    }

    fn is_turned_repeat(&self, part: &Fragment) -> bool {
        self.turned.get(&without_numbers(&part.text())).is_some_and(|pages| *pages >= PAGES)
    }
}

/// Parts of a row that are page numbers by themselves; the whole row where it is a small running
/// head with its number at one end.
fn numbers_alone(page: &Raw, row: &Row, body: f32) -> Vec<usize> {
    if !row.within(page.height, NUMBER_MARGIN) && !row.stands_off(page.height) {
        return Vec::new();
    }
    let text_of = |at: &usize| page.fragments.get(*at).map(Fragment::text).unwrap_or_default();
    let stated: Vec<usize> =
        row.parts.iter().copied().filter(|at| states_page(&text_of(at))).collect();
    if !stated.is_empty() {
        return stated;
    }
    let alone = row.rank == 0 && row.apart >= APART && row.number(page).is_some();
    let is_head = row.parts.len() == 1
        || row.top
            && row.parts.len() == 2
            && row.size <= body
            && row.apart >= FAR_APART
            && row.text(page).chars().count() <= LETTERS;
    if alone && is_head { row.parts.clone() } else { Vec::new() }
}

/// `12`, `– 12 –`, `[12]`, `xii`.
fn bare_number(text: &str) -> Option<i64> {
    let inner = text.trim_matches(|c: char| c.is_whitespace() || "-–—|[]().".contains(c));
    let is_roman = |c: char| matches!(c, 'i' | 'v' | 'x' | 'l');
    if !inner.is_empty() && inner.len() <= 4 && inner.chars().all(|c| c.is_ascii_digit()) {
        return inner.parse().ok();
    }
    // a single letter may be a variable
    ((2..=6).contains(&inner.len()) && inner.chars().all(is_roman)).then(|| roman(inner))
}

fn roman(numeral: &str) -> i64 {
    let value = |c: char| match c {
        'i' => 1,
        'v' => 5,
        'x' => 10,
        _ => 50,
    };
    let (mut sum, mut last) = (0, 0);
    for own in numeral.chars().rev().map(value) {
        sum += if own < last { -own } else { own };
        last = last.max(own);
    }
    sum
}

/// `Page 3`, `Page 3 of 10`, `Seite 3 von 10`, `3 / 10`, `第3页`.
fn states_page(text: &str) -> bool {
    let lower = text.trim().to_lowercase();
    let lower = lower.trim_matches(|c: char| "-–—|[]() ".contains(c));
    let named = ["page ", "pg. ", "p. ", "seite ", "página ", "pagina ", "pág. ", "第", "sayfa "];
    let rest = named.iter().find_map(|name| lower.strip_prefix(name));
    let numbers = rest.unwrap_or(lower);
    let tokens: Vec<&str> = numbers
        .split(|c: char| c.is_whitespace() || c == '/' || c == '页' || c == '頁' || c == 'ー')
        .filter(|token| !token.is_empty())
        .collect();
    let number = |token: &str| token.len() <= 5 && token.chars().all(|c| c.is_ascii_digit());
    match (rest.is_some(), tokens.as_slice()) {
        (true, [one]) => number(one) || bare_number(one).is_some(),
        (true, [one, of, all]) => {
            number(one) && number(all) && ["of", "von", "de", "sur", "di", "van", "/"].contains(of)
        }
        (true, [one, all]) => number(one) && number(all),
        (false, [one, "of" | "von", all]) => number(one) && number(all),
        (false, [one, all]) => {
            number(one)
                && number(all)
                && numbers.contains('/')
                && one.len() <= 3
                && one.parse::<u32>().ok() <= all.parse::<u32>().ok()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_numbers_say_so() {
        for (text, expected) in [
            ("Page 1 of 8", true),
            ("page 12", true),
            ("Seite 3 von 9", true),
            ("– 3 / 10 –", true),
            ("第3页", true),
            ("Page one", false),
            ("2024/11", false),
            ("1 of many", false),
            ("Pages 3", false),
            ("", false),
        ] {
            assert_eq!(states_page(text), expected, "{text}");
        }
        for (text, expected) in [
            ("12", Some(12)),
            ("- 7 -", Some(7)),
            ("xiv", Some(14)),
            ("x", None),
            ("12a", None),
            ("", None),
        ] {
            assert_eq!(bare_number(text), expected, "{text}");
        }
    }
}
