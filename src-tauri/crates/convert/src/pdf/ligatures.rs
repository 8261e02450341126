//! Ligatures of fonts that do not say what their codes show, as dvips wrote Type 3 fonts: PDFium gives the
//! code itself. In TeX's Cork encoding (T1: M. Ferguson, TUGboat 11(4), 1990) the codes 1B to 1F are ff, fi,
//! fl, ffi and ffl; in its fonts for formulas they are Greek letters. So one of them is a ligature only where
//! small letters stand beside it as in a word.

use super::accents::Sign;

/// The first of the codes, and of their letters in Unicode (Alphabetic Presentation Forms).
const FIRST: u32 = 0x1b;
const LAST: u32 = 0x1f;
const FIRST_LETTER: u32 = 0xfb00;
/// Letters that are looked at on either side.
const BESIDE: usize = 2;
/// Letters of one word differ in size by no more.
const SAME_SIZE: f32 = 0.05;

/// The ligature that a code would be.
pub(super) fn of_code(value: u32) -> Option<char> {
    let place = (FIRST..=LAST).contains(&value).then(|| value - FIRST)?;
    char::from_u32(FIRST_LETTER + place)
}

/// Takes out those of the guesses, by their places in order, that are not part of a word; how many.
pub(super) fn settle(signs: &mut Vec<Sign>, guesses: &[usize]) -> usize {
    let in_word = |at: &usize| {
        let Some(Sign::Letter(own)) = signs.get(*at) else { return false };
        // an index of a formula is smaller
        let goes_on = |sign: &&Sign| match sign {
            Sign::Letter(it) => {
                it.letter.is_lowercase() && (it.size - own.size).abs() <= own.size * SAME_SIZE
            }
            Sign::Space | Sign::LineEnd => false,
        };
        let before = signs.iter().take(*at).rev().take(BESIDE).take_while(goes_on).count();
        let after = signs.iter().skip(at + 1).take(BESIDE).take_while(goes_on).count();
        // `sin σ` ends with one, and hardly a word does
        after == BESIDE || after > 0 && before == BESIDE
    };
    let wrong: Vec<usize> = guesses.iter().copied().filter(|at| !in_word(at)).collect();
    // both in order: each sign is looked at once, whatever a page is made of
    let (mut next, mut at) = (wrong.iter().peekable(), 0);
    signs.retain(|_| {
        let goes = next.next_if_eq(&&at).is_some();
        at += 1;
        !goes
    });
    wrong.len()
}

#[cfg(test)]
mod tests {
    use super::super::{eye::Look, letters::Letter, rect::Rect};
    use super::*;

    #[test]
    fn a_code_is_a_ligature_in_a_word_alone() {
        for (codes, expected, unknown) in [
            ("\u{1c}rst", "ﬁrst", 0),
            ("di\u{1b}erent", "diﬀerent", 0),
            ("sin\u{1b}", "sin", 1),
            ("con\u{1d}ict", "conﬂict", 0),
            ("\u{1b}XY", "XY", 1),
            ("x \u{1b} y", "x  y", 1),
            ("k\u{1d}x", "kx", 1),
            ("\u{1b}xx", "xx", 1),
            ("\u{1c}\u{1d}", "", 2),
            ("o\u{1e}cial and \u{1f} + 1", "oﬃcial and  + 1", 1),
            ("AB\u{1c}CD", "ABCD", 1),
        ] {
            let mut guesses = Vec::new();
            let sign = |(at, letter): (usize, char)| {
                let letter = of_code(letter.into()).inspect(|_| guesses.push(at)).unwrap_or(letter);
                match letter {
                    ' ' => Sign::Space,
                    letter => Sign::Letter(Letter {
                        letter,
                        rect: Rect { x0: 0.0, y0: 0.0, x1: 1.0, y1: 1.0 },
                        // an index is small
                        size: if letter == 'x' { 7.0 } else { 10.0 },
                        face: super::super::letters::Face::default(),
                        turned: false,
                        look: Look::Seen,
                    }),
                }
            };
            let mut signs: Vec<Sign> = codes.chars().enumerate().map(sign).collect();
            assert_eq!(settle(&mut signs, &guesses), unknown, "{codes:?}");
            let read = |sign: &Sign| match sign {
                Sign::Letter(letter) => letter.letter,
                Sign::Space | Sign::LineEnd => ' ',
            };
            assert_eq!(signs.iter().map(read).collect::<String>(), expected);
        }
    }
}
