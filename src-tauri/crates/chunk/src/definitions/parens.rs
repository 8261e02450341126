//! Terms given in parentheses: abbreviations of the words before them, and roles such as
//! (hereinafter “the Agent”).

use super::{found::Found, marks};
use crate::{
    measure::part,
    words::{article, last_word, word_starts},
};
use language::listed;
use std::ops::Range;
use types::DefinitionForm;

listed! {
    is_left_out: "left out of abbreviations";
    leads_to_role: "leads of roles";
    is_preposition: "prepositions";
}

/// Bytes between two parentheses that are read.
const INSIDE: usize = 200;

/// Bytes before a parenthesis that are read.
const BEFORE: usize = 300;

/// What the sentence at `sentence` of `text` puts in parentheses, and what it says is called
/// something hereinafter.
pub(super) fn read(text: &str, sentence: &Range<usize>, found: &mut Vec<Found>) {
    let words = part(text, sentence);
    let from = found.len();
    let mut last = 0;
    for (open, _) in words.match_indices('(') {
        let to = words.floor_char_boundary((open + INSIDE).min(words.len()));
        let near = words.get(open + 1..to).unwrap_or_default();
        let Some(len) =
            near.find(['(', ')']).filter(|at| near.get(*at..).is_some_and(|r| r.starts_with(')')))
        else {
            continue;
        };
        let inside = open + 1..open + 1 + len;
        if let Some(short) = abbreviation(words, open, &inside) {
            found.push(short);
        } else {
            roles(words, last, open, &inside, found);
        }
        last = inside.end + 1;
    }
    for at in word_starts(words) {
        let rest = words.get(at..).unwrap_or_default();
        let announced = ["hereinafter", "hereafter"]
            .iter()
            .any(|word| rest.get(..word.len()).is_some_and(|w| w.eq_ignore_ascii_case(word)));
        let inside = words.get(..at).is_some_and(|before| before.trim_end().ends_with('('));
        if announced && !inside {
            let to = words.floor_char_boundary((at + INSIDE).min(words.len()));
            let open = words.get(..at).unwrap_or_default().trim_end().len();
            let open = words.get(..open).unwrap_or_default().trim_end_matches(',').len();
            roles(words, 0, open, &(at..to), found);
        }
    }
    for one in found.iter_mut().skip(from) {
        one.shift(sentence.start);
    }
}

/// Whether `word` looks like an abbreviation: short, and two capitals at least.
fn is_short(word: &str) -> bool {
    let count = |test: fn(char) -> bool| word.chars().filter(|c| test(*c)).count();
    let allowed = |c: char| c.is_alphanumeric() || matches!(c, '-' | '/' | '&' | '.');
    (2..=12).contains(&word.chars().count())
        && word.chars().all(allowed)
        && word.starts_with(char::is_alphanumeric)
        && count(char::is_uppercase) >= 2
        && count(char::is_lowercase) <= count(char::is_uppercase)
}

/// `long form (SF)` or `SF (long form)`.
fn abbreviation(words: &str, open: usize, inside: &Range<usize>) -> Option<Found> {
    let before = words.get(..open)?.trim_end();
    let said = part(words, inside);
    let head = said.split([';', ',']).next().unwrap_or_default();
    let short = head.trim().trim_matches(|c: char| "“”\"'‘’*_".contains(c));
    if is_short(short) {
        let reach = BEFORE.min(24 * short.len());
        let from = before.ceil_char_boundary(before.len().saturating_sub(reach));
        let start = from + long_form(before.get(from..)?, short)?;
        let at = inside.start + said.find(short)?;
        let statement = start..inside.end + 1;
        let form = DefinitionForm::Acronym;
        return Some(Found {
            term: at..at + short.len(),
            meaning: start..before.len(),
            statement,
            form,
        });
    }
    let at = before.rfind(|c: char| c.is_whitespace() || c == '(').map_or(0, |at| at + 1);
    let short = before.get(at..)?.trim_matches(|c: char| "“”\"'‘’*_".contains(c));
    let long = said.split(';').next().unwrap_or_default().trim();
    let length = 2..=12;
    if !is_short(short) || !length.contains(&long.split_whitespace().count()) {
        return None;
    }
    let lead = article(long);
    (long_form(long, short)? <= lead).then_some(())?;
    let term = at + before.get(at..)?.find(short)?;
    let start = inside.start + said.find(long)? + lead;
    Some(Found {
        term: term..term + short.len(),
        meaning: start..start + long.len() - lead,
        statement: term..inside.end + 1,
        form: DefinitionForm::Acronym,
    })
}

/// Where the words that `short` abbreviates begin in `text`, which ends with them: its letters begin
/// those words, or else are found in order from the end, the first one at the start of a word
/// (Schwartz and Hearst 2003), and at least half of them at starts of words or their parts.
fn long_form(text: &str, short: &str) -> Option<usize> {
    let plural = short.len() > 2 && short.ends_with('s');
    let stem = if plural { short.get(..short.len() - 1)? } else { short };
    let letters: Vec<char> =
        stem.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let sound = |start: &usize| {
        text.get(*start..).is_some_and(|long| is_long_form(long, short, letters.len()))
    };
    let initials = align(&chars, &letters, letters.len()).filter(sound);
    initials.or_else(|| align(&chars, &letters, letters.len().div_ceil(2)).filter(sound))
}

/// Finds `letters` in `chars` from the end, all at starts of words where `at_starts` asks for all.
fn align(chars: &[(usize, char)], letters: &[char], at_starts: usize) -> Option<usize> {
    let starts = |at: usize| {
        let own = chars.get(at).is_some_and(|(_, c)| c.is_uppercase());
        let before = at.checked_sub(1).and_then(|before| chars.get(before));
        before.is_none_or(|(_, c)| !c.is_alphanumeric() || own && c.is_lowercase())
    };
    let same =
        |at: usize, letter: char| chars.get(at).is_some_and(|(_, c)| c.to_lowercase().eq([letter]));
    let all = at_starts == letters.len();
    let (mut at, mut found_at_starts) = (chars.len(), 0);
    for (nth, letter) in letters.iter().enumerate().rev() {
        let fits = |at: &usize| same(*at, *letter) && (nth > 0 && !all || starts(*at));
        at = (0..at).rev().find(fits)?;
        found_at_starts += usize::from(starts(at));
    }
    (found_at_starts >= at_starts).then_some(chars.get(at)?.0)
}

/// Whether `long` has about as many words as `short` has letters.
fn is_long_form(long: &str, short: &str, letters: usize) -> bool {
    let words = || long.split_whitespace();
    let left_out = |word: &&str| is_left_out(&word.to_lowercase());
    let full = words().filter(|word| !left_out(word)).count();
    let few = words().count() <= (letters + 5).min(letters * 2) && full <= letters + 1;
    let enough = full >= 2 || long.len() >= 8 && letters >= 3;
    let one_phrase = !long.contains(['.', ';', ':', '!', '?', '(', ')']);
    few && enough && one_phrase && words().all(|word| word != short)
}

/// The roles that the words at `inside` name for what stands between `last` and `open`. In
/// parentheses nothing else may be said.
fn roles(words: &str, last: usize, open: usize, inside: &Range<usize>, found: &mut Vec<Found>) {
    let closed = inside.start == open + 1;
    let mut names = Vec::new();
    let mut led = false;
    let mut at = inside.start;
    while at < inside.end && names.len() < 4 {
        let rest = words.get(at..inside.end).unwrap_or_default();
        at += rest.len() - rest.trim_start_matches([' ', ',', ':', '\n']).len();
        let rest = words.get(at..inside.end).unwrap_or_default();
        if let Some(term) = marks::beginning(rest) {
            let inner = at + term.inner.start..at + term.inner.end;
            at += term.outer.end;
            let name = part(words, &inner);
            if !(led || is_name(name)) || name.ends_with([',', '.', '!', '?']) {
                return;
            }
            names.push(inner);
            continue;
        }
        let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let word = rest.get(..end).unwrap_or_default().to_lowercase();
        if !leads_to_role(&word) {
            if closed && !rest.is_empty() {
                return;
            }
            break;
        }
        led = true;
        at += end;
    }
    found.extend(names.into_iter().filter_map(|name| role(words, last, open, name, inside)));
}

fn is_name(term: &str) -> bool {
    term.starts_with(char::is_uppercase)
}

fn role(
    words: &str,
    last: usize,
    open: usize,
    term: Range<usize>,
    inside: &Range<usize>,
) -> Option<Found> {
    let lead = article(part(words, &term));
    let term = term.start + lead..term.end;
    let before = words.get(..open)?.trim_end();
    let start = phrase_start(before, last);
    let name = part(words, &term);
    // scare quotes after lower-case words name no one
    let capital = before.get(start..)?.contains(char::is_uppercase) || is_name(name);
    let sound = capital && before.get(start..)?.contains(char::is_alphanumeric);
    let end = term.end.max(inside.end.min(term.end + 8)).min(words.len());
    sound.then_some(Found {
        term,
        meaning: start..before.len(),
        statement: start..words.floor_char_boundary(end),
        form: DefinitionForm::Hereinafter,
    })
}

/// Where the party or thing named before a parenthesis begins: after "between" or "and", else at the
/// last article that no preposition governs, else at the clause.
fn phrase_start(before: &str, last: usize) -> usize {
    let from = before.ceil_char_boundary(before.len().saturating_sub(BEFORE)).max(last);
    let near = before.get(from..).unwrap_or_default();
    let clause = near.rfind([';', ':']).map_or(0, |at| at + 1);
    let mut start = clause;
    for at in word_starts(near).filter(|at| *at >= clause) {
        let rest = near.get(at..).unwrap_or_default();
        let lead = near.get(..at).unwrap_or_default();
        let party = matches!(last_word(lead).as_str(), "between" | "by") && !lead.ends_with('-');
        if party || article(rest) > 0 && !governed(lead) {
            start = at;
        }
    }
    let said = near.get(start..).unwrap_or_default();
    let joint = ["and ", "or ", "with "].iter().find(|word| said.trim_start().starts_with(**word));
    let start = start + (said.len() - said.trim_start_matches([' ', ',', '\n']).len());
    from + start + joint.map_or(0, |word| word.len())
}

fn governed(lead: &str) -> bool {
    let word = last_word(lead);
    is_preposition(&word) || lead.trim_end().ends_with(',')
}
