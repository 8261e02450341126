//! What makes a page one to be read with care: two orders of its text that differ much, or fonts
//! that do not say which letters they show. Says so, changes nothing.

use super::glyphs::Fragment;

/// Share of a page's letters that our order and the file's have in one sequence; a table, figure or
/// note that the file draws out of turn is rarely more than a quarter of its page.
const AGREEMENT: f64 = 0.75;
/// Pages with fewer letters say nothing.
const LETTERS: usize = 200;

/// Whether a sequence, given by place in another order and letters, differs much from that order.
pub(super) fn disagree(sequence: impl Iterator<Item = (u32, usize)>) -> bool {
    let sequence: Vec<(u32, usize)> = sequence.collect();
    let all: usize = sequence.iter().map(|(_, letters)| letters).sum();
    all >= LETTERS && (longest_rise(&sequence) as f64) < AGREEMENT * all as f64
}

/// Most letters in parts whose place rises: the longest common subsequence of the two
/// orders, weighed by letters.
fn longest_rise(sequence: &[(u32, usize)]) -> usize {
    let size = sequence.iter().map(|(order, _)| *order as usize).max().unwrap_or(0) + 1;
    // a Fenwick tree of the best sum that ends at or before an order
    let mut best = vec![0usize; size + 1];
    for (order, letters) in sequence {
        let mut at = *order as usize;
        let mut sum = 0;
        while at > 0 {
            sum = sum.max(best.get(at).copied().unwrap_or(0));
            at &= at - 1;
        }
        let sum = sum + letters;
        let mut at = *order as usize + 1;
        while let Some(own) = best.get_mut(at) {
            *own = (*own).max(sum);
            at += at & at.wrapping_neg();
        }
    }
    best.into_iter().max().unwrap_or(0)
}

/// Whether a page's letters are noise: codes that name no letter, or, as where codes are taken for
/// letters, hardly a vowel among Latin letters. (Numbers of glyphs put the space among the codes
/// that name nothing, and vowels on consonants.)
pub(super) fn is_garbled(fragments: &[Fragment], unknown: usize) -> bool {
    let (mut all, mut latin, mut vowels) = (0usize, 0usize, 0usize);
    for glyph in fragments.iter().flat_map(|part| &part.glyphs) {
        let letter = glyph.letter.to_ascii_lowercase();
        all += usize::from(!letter.is_whitespace());
        latin += usize::from(letter.is_ascii_alphabetic());
        vowels += usize::from(matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u' | 'y'));
    }
    let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
    let unnamed = share(unknown, all + unknown);
    let few_vowels = |least: f64| latin >= 40 && share(vowels, latin) < least;
    unknown >= 10 && (unnamed >= 0.3 || unnamed >= 0.08 && few_vowels(0.22))
        || latin >= 300 && few_vowels(0.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sequence: &[(u32, usize)], expected: usize) {
        assert_eq!(longest_rise(sequence), expected, "{sequence:?}");
    }

    #[test]
    fn the_longest_rise_is_weighed_by_letters() {
        check(&[], 0);
        check(&[(1, 10), (2, 20), (3, 30)], 60);
        check(&[(3, 30), (1, 10), (2, 10)], 30);
        // two columns, read across by the file: half is shared, and one line more
        check(&[(1, 10), (3, 10), (5, 10), (2, 10), (4, 10), (6, 10)], 40);
    }
}
