//! What a well-kept library holds to be the content of a page, told unit by unit. It sees the page's
//! markup within its bounds and answers with text; a unit is content where most of its runs of
//! letters stand in that text. What it makes of a page's structure is not used: the writer does that.

use super::page::Page;
use super::units::Unit;
use std::collections::HashSet;
use std::panic::catch_unwind;
use trafilatura::{ExtractionFocus, HtmlDateMode, Options};

/// Bytes of markup that the library is given; it would take too long over a larger page.
const PAGE_BYTES: usize = 4 << 20;

/// The depths of all nodes of such a page, added up: it climbs from every node to the top, and again.
const DEPTHS: usize = 2_000_000;

/// Letters of a run that is looked up. A shorter unit must be a whole line of the library's text.
const RUN: usize = 16;

/// For each unit whether it is content; `None` where the library has no answer.
pub(super) fn kept(
    markup: &str,
    page: &Page,
    audible: &[bool],
    units: &[Unit],
) -> Option<Vec<bool>> {
    let depths: usize = (0..page.len()).map(|id| page.depth(id)).sum();
    if markup.len() > PAGE_BYTES || depths > DEPTHS {
        return None;
    }
    let content = Content::of(&catch_unwind(|| content(markup)).ok()??);
    let is_kept = |unit: &Unit| content.holds(&letters(&unit.text(page, audible)));
    Some(units.iter().map(is_kept).collect())
}

fn content(markup: &str) -> Option<String> {
    let options = Options::default()
        .with_focus(ExtractionFocus::FavorRecall)
        .with_fallback(true)
        .with_exclude_comments(true)
        .with_html_date_mode(HtmlDateMode::Disabled);
    trafilatura::extract(markup, &options).ok().map(|result| result.content_text)
}

fn letters(text: &str) -> Vec<char> {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The library's text, to look letters up in.
struct Content {
    lines: HashSet<Vec<char>>,
    runs: HashSet<u64>,
}

impl Content {
    fn of(text: &str) -> Self {
        let lines = text.lines().map(letters).filter(|line| line.len() < RUN);
        Self { lines: lines.collect(), runs: runs(&letters(text)).collect() }
    }

    /// Whether most runs of these letters are there.
    fn holds(&self, letters: &[char]) -> bool {
        if letters.len() < RUN {
            return self.lines.contains(letters);
        }
        let found = runs(letters).filter(|run| self.runs.contains(run)).count();
        found * 2 > letters.len() - RUN
    }
}

/// The hash of each run of letters, every one made of the one before.
fn runs(letters: &[char]) -> impl Iterator<Item = u64> + '_ {
    const BASE: u64 = 0x0100_0000_01b3;
    let first = (0..RUN).fold(1u64, |power, _| power.wrapping_mul(BASE));
    let gone = std::iter::repeat_n(0, RUN).chain(letters.iter().map(|letter| number(*letter)));
    let mut hash = 0u64;
    letters.iter().zip(gone).enumerate().filter_map(move |(at, (letter, gone))| {
        hash = hash.wrapping_mul(BASE).wrapping_add(number(*letter));
        hash = hash.wrapping_sub(gone.wrapping_mul(first));
        (at + 1 >= RUN).then_some(hash)
    })
}

fn number(letter: char) -> u64 {
    u64::from(letter) + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_found_by_most_of_their_letters() {
        let content = Content::of("Ducks\nA duck is a bird of water, and of fields.\nMore");
        let check = |text: &str| content.holds(&letters(text));
        for text in ["ducks", "MORE", "A duck is a bird of wa", "duck: is a bird [of] water and"] {
            assert!(check(text), "{text}");
        }
        for text in ["duck", "water", "A duck is a bird", "A duck may be bought at many a shop", ""]
        {
            assert!(!check(text), "{text}");
        }
    }

    #[test]
    fn a_run_is_itself_wherever_it_stands() {
        let (text, run): (Vec<char>, Vec<char>) =
            ("before the sixteen letters".chars().collect(), "sixteen letters.".chars().collect());
        let more = [text.clone(), run.clone()].concat();
        let one = runs(&run).next().unwrap();
        assert_eq!((runs(&run).count(), runs(&more).last()), (1, Some(one)));
        assert_eq!(runs(&text).filter(|hash| *hash == one).count(), 0);
    }
}
