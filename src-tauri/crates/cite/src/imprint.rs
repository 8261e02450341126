//! The year that a first page states: in the head or foot where journals and proceedings say what
//! they are, after `©` or `Published`, or in a line of the title block that is a date. A year in
//! running text is none, and neither is the day on which the file was made, printed (`\today`) or not.

use crate::lines::Front;
use crate::own::{is_template, names_another};
use language::{List, dates, identifiers, listed};
use std::collections::HashSet;
use std::ops::Range;
use types::FieldSource;

listed! {
    is_foreign_month: "months abroad";
    is_visit: "visits";
    thanks_somebody: "thanks";
}

/// A year belongs to the author whom so many bytes part from it at most.
const NEAR_BYTES: usize = 90;
/// Lines of heads and feet are no longer.
const WORDS: usize = 40;
/// Lines of dates are no longer.
const DATE_WORDS: usize = 12;
/// A place and a year have no more words together.
const PLACE_WORDS: usize = 3;
/// A date says no more than a season; what is longer is a span.
const SEASON_DAYS: i32 = 100;
const YEARS: std::ops::RangeInclusive<i32> = 1500..=2100;

/// How much a line's words say of the year in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    Accepted,
    Date,
    Copyright,
    Venue,
    Published,
}

/// The year in which the work was published of which this is a version, as its text says: `a modified
/// version of López (2006), published in the Journal of Mud`. `family` is the first author's.
pub(crate) fn of_version(front: &Front<'_>, family: &str) -> Option<i32> {
    let words: Vec<&str> = front.lines.iter().map(|line| line.words.as_str()).collect();
    let text = words.join(" ");
    language::sentences(&text).find_map(|sentence| {
        let said = text.get(sentence)?;
        let lower = said.to_lowercase();
        let published = lower.contains("version") && lower.contains("published");
        let mut named = said.match_indices(family).filter(|_| published && !family.is_empty());
        named.find_map(|(at, _)| {
            let after = said.get(at + family.len()..)?;
            years(after.get(..after.floor_char_boundary(NEAR_BYTES))?).next()
        })
    })
}

/// The year of publication and where it stands; `title` are the title's lines, `body` is where the
/// text begins; `appeared` where it says in which journal or proceedings it did.
pub(crate) fn year(
    front: &Front<'_>,
    title: &Range<usize>,
    body: usize,
    appeared: bool,
) -> Option<(i32, FieldSource)> {
    // what a template fills in by itself is the year of typesetting
    let made = front.made.filter(|_| is_template(front)).map(types::day_text);
    let filled_in = |year: i32| made.as_ref().is_some_and(|day| day.starts_with(&year.to_string()));
    let mut best: Option<(Weight, i32, FieldSource)> = None;
    let mut latest: Option<(i32, FieldSource)> = None;
    let mut offer = |weight: Weight, year: i32, source: FieldSource| {
        if filled_in(year) {
            return;
        }
        if weight == Weight::Date && latest.is_none_or(|(known, _)| year > known) {
            latest = Some((year, source));
        }
        if best.as_ref().is_none_or(|(known, _, _)| weight > *known) {
            best = Some((weight, year, source));
        }
    };
    // a note of thanks names meetings and years
    let thanked = front.lines.iter().filter(|line| {
        language::runs(&line.words.to_lowercase()).any(|(_, word)| thanks_somebody(word))
    });
    let thanks: HashSet<usize> = thanked.map(|line| line.block).collect();
    for (at, line) in front.lines.iter().enumerate() {
        if title.contains(&at) {
            continue;
        }
        let edge = front.is_page && line.is_edge();
        let within = at < body;
        let source = match within && !edge {
            true => FieldSource::TitleBlock,
            false => FieldSource::RunningHead,
        };
        // a foot may say in a second line when it was
        let next = front.lines.get(at + 1).filter(|next| edge && next.is_edge());
        let both = next.map(|next| format!("{} {}", line.words, next.words));
        let both = both.filter(|_| years(&line.words).next().is_none());
        let words = both.as_deref().unwrap_or(&line.words);
        // Received, and the day in the next line
        let label = at.checked_sub(1).and_then(|before| front.lines.get(before));
        let label = label.filter(|label| front.is_page && is_label(&label.words));
        let labelled = label.map(|label| format!("{} {words}", label.words));
        let words = labelled.as_deref().unwrap_or(words);
        if thanks.contains(&line.block) {
            continue;
        }
        let stamped = || front.made.is_some_and(|made| is_of(made, words));
        let said = of_line(words, within, edge).or_else(|| {
            let above = at.checked_sub(1).and_then(|before| front.lines.get(before))?;
            let year = if front.is_page { of_meeting(&above.words, words) } else { None };
            Some((Weight::Venue, year?))
        });
        if let Some((weight, year)) = said.filter(|_| !stamped()) {
            offer(weight, year, source);
        }
    }
    let margins = front.margins.iter();
    for margin in margins.filter(|line| front.made.is_none_or(|made| !is_of(made, line))) {
        if let Some((weight, year)) = of_line(margin, false, true) {
            offer(weight, year, FieldSource::RunningHead);
        }
    }
    let (weight, year, source) = best?;
    // a text that appeared nowhere may be newer than its notice of copyright
    let newer = latest.filter(|(date, _)| !appeared && weight == Weight::Copyright && *date > year);
    Some(newer.unwrap_or((year, source)))
}

/// Whether a line holds this day, in words or in figures: `23rd November 2026`, `11/23/2026`.
fn is_of(day: i32, words: &str) -> bool {
    let said = language::shaped(words, 0);
    let mut named = (0..said.len()).filter_map(|at| dates::at(&said, at));
    let figures = |word: &str| {
        let parts = word.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
        let mut parts: Vec<u32> = parts.map_while(|part| part.parse().ok()).take(4).collect();
        parts.sort_unstable();
        parts
    };
    let own = figures(&types::day_text(day));
    // 23 de noviembre de 2026: day and year are the same, and the month is one abroad
    let runs = || language::runs(words).map(|(_, run)| run);
    let numbers: Vec<u32> = runs().filter_map(|run| run.parse().ok()).collect();
    let abroad = runs().any(|run| is_foreign_month(&run.to_lowercase()));
    if abroad && numbers.len() == 2 && numbers.iter().all(|number| own.contains(number)) {
        return true;
    }
    named.any(|stated| stated.days == Some((day, day)))
        || words.split_whitespace().any(|word| figures(word) == own)
}

/// The year of a line that says when the meeting was that the line above it names.
fn of_meeting(above: &str, words: &str) -> Option<i32> {
    let short = |line: &str| line.split_whitespace().count() <= DATE_WORDS;
    let lower = above.to_lowercase();
    let named =
        ["conference", "workshop", "symposium", "congress"].iter().any(|it| lower.contains(it));
    let is_one = named && short(above) && short(words) && !names_another(&lower);
    let first = words.starts_with(|c: char| c.is_ascii_digit() || c.is_uppercase());
    (is_one && first && is_date(words, false)).then(|| dated(words)).flatten()
}

/// Whether a line is no more than what a day is said of: `Received`.
fn is_label(words: &str) -> bool {
    let lower = words.to_lowercase();
    let bare = lower.trim_matches(|c: char| !c.is_alphabetic());
    ["received", "accepted", "revised", "submitted", "published"].contains(&bare)
}

fn of_line(words: &str, within: bool, edge: bool) -> Option<(Weight, i32)> {
    let count = words.split_whitespace().count();
    let year = dated(words).or_else(|| years(words).next())?;
    let lower = words.to_lowercase();
    // when somebody fetched a copy
    let visited = lower.split_whitespace().any(is_visit);
    let mut examples = List::of("examples of templates").entries().iter();
    let example = examples.any(|example| lower.contains(example) && !example.starts_with("mnras"));
    if count > WORDS || visited || example || names_another(&lower) {
        return None;
    }
    let says = |marks: &[&str]| marks.iter().any(|mark| lower.contains(mark));
    let copyright = says(&["©", "copyright "]) || lower.starts_with("(c) ");
    if (within || edge) && says(List::of("published").entries()) {
        return Some((Weight::Published, after(words, "ublished").unwrap_or(year)));
    }
    let venue = says(List::of("venues").entries());
    let cited = has_volume(words) || edge && ends_with_year(words);
    if (within || edge)
        && (venue || cited)
        && !says(&["accepted", "received", "submitted to", "under review"])
    {
        return Some((Weight::Venue, year));
    }
    if copyright && count <= 20 {
        // a span of years says nothing of when this was published
        let ranged = years(words).any(|other| other != year) || is_span(words, year);
        return (!ranged).then_some((Weight::Copyright, year));
    }
    if (within || edge) && says(&["accepted"]) {
        return Some((Weight::Accepted, after(words, "ccepted").unwrap_or(year)));
    }
    // when a manuscript came says nothing of when it came out
    let came = says(&["received", "submitted"]);
    if (within || edge) && !came && count <= DATE_WORDS && is_date(words, within) {
        return Some((Weight::Date, year));
    }
    None
}

/// Years that stand by themselves in a text, or before a letter: `2010`, `(2008)`, `2019a`.
fn years(text: &str) -> impl Iterator<Item = i32> + '_ {
    let digits = |c: char| !c.is_ascii_digit();
    text.split(|c: char| c.is_whitespace() || "()[],;:–—©".contains(c)).filter_map(move |word| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        // 2019a
        let bare = bare.strip_suffix(|c: char| c.is_ascii_lowercase()).unwrap_or(bare);
        let mut runs = bare.split(digits).filter(|run| run.len() == 4);
        let plain = bare.chars().all(|c| c.is_ascii_digit() || "/-.".contains(c));
        let year: i32 = runs.next()?.parse().ok()?;
        // an ISSN, or a number of as many digits
        let numbered = runs.any(|run| run.parse().is_ok_and(|next: i32| !YEARS.contains(&next)));
        let plain = plain && !numbered;
        let fits = plain && YEARS.contains(&year) && identifiers::dois(word).next().is_none();
        fits.then_some(year)
    })
}

/// The year that stands with a month: `Volume 0 (2060), September 24, 2008` was printed in 2008.
fn dated(words: &str) -> Option<i32> {
    let parts: Vec<&str> = words.split_whitespace().collect();
    let is_month = |part: &&str| {
        let bare = part.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        bare.len() >= 3 && (dates::month(&bare).is_some() || is_foreign_month(&bare))
    };
    let month = parts.iter().position(is_month)?;
    let near = parts.get(month + 1..parts.len().min(month + 6))?;
    near.iter().find_map(|part| years(part).next())
}

/// `Mud Review 13, 19 - 22, 2005`: a name, numbers, and at last the year.
fn ends_with_year(words: &str) -> bool {
    let parts: Vec<&str> = words.split_whitespace().collect();
    let number = |part: &&&str| part.starts_with(|c: char| c.is_ascii_digit());
    let ends = parts.last().is_some_and(|last| years(last).next().is_some());
    let named = parts.first().is_some_and(|first| first.starts_with(char::is_alphabetic));
    ends && named && parts.len() <= DATE_WORDS && parts.iter().filter(number).count() > 2
}

/// Whether a year begins a span: `1989-94`.
fn is_span(words: &str, year: i32) -> bool {
    let after = words.split_once(&year.to_string()).map_or("", |(_, after)| after);
    let mut after = after.chars();
    after.next().is_some_and(|c| "-–—".contains(c))
        && after.next().is_some_and(|c| c.is_ascii_digit())
}

/// The first year after a word.
fn after(text: &str, word: &str) -> Option<i32> {
    let (_, rest) = text.split_once(word)?;
    years(rest).next()
}

/// `160 (2008), 17–46`, `12:3 (2001)`: a volume before a year in brackets.
fn has_volume(words: &str) -> bool {
    let Some((before, after)) = words.split_once('(') else { return false };
    let number = before.trim_end().chars().next_back().is_some_and(|c| c.is_ascii_digit());
    number && years(after.get(..after.find(')').unwrap_or(0)).unwrap_or_default()).next().is_some()
}

/// Whether a line holds a whole date, or, in a title block, is a year: `14 March 1999`, `2019/08/12`.
fn is_date(words: &str, within: bool) -> bool {
    let parts = || language::runs(words).map(|(_, part)| part);
    let is_month = |lower: &str| dates::month(lower).is_some() || is_foreign_month(lower);
    let month = parts().any(|part| is_month(&part.to_lowercase()));
    let numbers: Vec<&str> =
        parts().filter(|part| part.chars().all(|c| c.is_ascii_digit())).collect();
    let iso = words.split_whitespace().any(|word| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let parts: Vec<&str> = bare.split(['/', '-', '.']).collect();
        let number = |part: &&str| part.chars().all(|c| c.is_ascii_digit()) && !part.is_empty();
        parts.len() == 3 && parts.iter().all(number) && years(bare).next().is_some()
    });
    let alone = within && parts().count() == 1;
    // Göttingen, 2018
    let placed = within
        && (2..=PLACE_WORDS).contains(&parts().count())
        && words.contains(',')
        && words
            .split(' ')
            .all(|word| word.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()))
        && parts().last().is_some_and(|last| years(last).next().is_some());
    // Fall, 2006
    let said = language::shaped(words, 0);
    let mut stated = (0..said.len()).filter_map(|at| dates::at(&said, at));
    let short = |(first, last): (i32, i32)| last - first <= SEASON_DAYS;
    let season = within && stated.any(|it| !it.bare && it.days.is_some_and(short));
    (month && !numbers.is_empty()) || iso || alone || placed || season
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_day_of_typesetting_is_found_however_it_is_written() {
        let day = types::day_number(2026, 11, 23).unwrap();
        for (line, expected) in [
            ("Draft version November 23, 2026", true),
            ("(Dated: 23 November 2026)", true),
            ("(Dated: November 23, 2026)", true),
            ("Compiled on 2026-11-23", true),
            ("11/23/2026", true),
            ("San Luis, 23 de noviembre de 2026", true),
            ("San Luis, 22 de noviembre de 2026", false),
            ("November 22, 2026", false),
            ("November 2026", false),
            ("Mud Review 23 (2026) 11", false),
        ] {
            assert_eq!(is_of(day, line), expected, "{line}");
        }
    }

    #[test]
    fn years_that_lines_state() {
        let check = |line: &str, expected: Option<i32>| {
            assert_eq!(of_line(line, true, true).map(|(_, year)| year), expected, "{line}");
        };
        check("14 March 1999", Some(1999));
        check("Annals of Mathematics 160 (2008), 17–46", Some(2008));
        check("© 2020 Copyright held by the owner/author(s).", Some(2020));
        check("Version 1.6b from 1999/08/19", Some(1999));
        check("(Dated: March 2010; Revised August 2010)", Some(2010));
        check("Received 4 July 2013; accepted 1 January 2014", Some(2014));
        check("Proc. of the 9th Int. Conference, Montreal, September 18-20, 2006", Some(2006));
        check("Downloaded from mud.org on July 12, 2017 - Published by Mud", None);
        check("Fall, 2006", Some(2006));
        check("Göttingen, 2018", Some(2018));
        check("Room of mud, 1999", None);
        check("Project of 2010 to 2012", None);
        check("Under review as a conference paper at Mud 2018", None);
        check("Received November 7, 2006", None);
        check("(c) 1989-94 Ada Lovelace", None);
        check("Room 1999 was full", None);
        check("1616 Main Street, Marshfield", None);
        check("1616 Anderson Road, Suite 213", None);
        check("Copyright 2008–2020 somebody", None);
        assert_eq!(of_line("as published in 1999", false, false), None);
    }

    #[test]
    fn a_meeting_was_when_the_line_below_it_says() {
        let check = |above: &str, line: &str, expected: Option<i32>| {
            assert_eq!(of_meeting(above, line), expected, "{above} / {line}");
        };
        check("VII Workshop italiano sul fango", "16-18 Maggio 2016", Some(2016));
        check("24th International Workshop on Mud", "1-5 June 2015", Some(2015));
        check("A text on mud", "1-5 June 2015", None);
        check("24th International Workshop on Mud", "which was held in June 2015", None);
    }
}
