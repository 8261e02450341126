//! Accents that are drawn apart from their letters, as TeX draws them, are put on them: "R¨as¨anen"
//! is Räsänen. Which letter an accent belongs to is told by its place: its middle is over or under
//! the letter's middle. An accent that fits no letter beside it stays what it is.

use super::letters::Letter;
use std::collections::VecDeque;
use unicode_normalization::char::compose;

/// An accent's middle is this near to its letter's, as a share of the wider of the two.
const NEAR: f32 = 0.25;
/// A combining mark may end where its letter ends, without a width of its own.
const NEAR_COMBINING: f32 = 0.6;
/// Accent and letter share at least this much of their height, which is that of their type.
const OVERLAP: f32 = 0.3;
/// Spaces and line ends looked over for the letter: PDFium sees some where an accent is raised.
const REACH: usize = 3;
/// Signs looked over where none of these fits: PDFium may tell a raised accent lines before its letter.
const FAR: usize = 160;

/// What a page's text is made of, in the file's order.
pub(super) enum Sign {
    Letter(Letter),
    Space,
    LineEnd,
}

/// Puts the accents on their letters.
pub(super) fn composed(signs: Vec<Sign>) -> Vec<Sign> {
    let mut done: Vec<Sign> = Vec::with_capacity(signs.len());
    let mut rest = VecDeque::from(signs);
    while let Some(sign) = rest.pop_front() {
        let Some((accent, mark)) = accent_of(&sign) else {
            done.push(sign);
            continue;
        };
        let before = done.iter_mut().rev().take(REACH).enumerate();
        let before = before.filter_map(|(at, sign)| fit(accent, mark, sign).map(|it| (at, it)));
        let before = before.min_by(|a, b| a.1.apart.total_cmp(&b.1.apart));
        let after = rest.iter_mut().take(REACH).enumerate();
        let after = after.filter_map(|(at, sign)| fit(accent, mark, sign).map(|it| (at, it)));
        let after = after.min_by(|a, b| a.1.apart.total_cmp(&b.1.apart));
        let apart = |found: &Option<(usize, Fit)>| found.as_ref().map_or(f32::MAX, |it| it.1.apart);
        // a combining mark that stands between two letters belongs to the first
        match (apart(&before) <= apart(&after) * 2.0, before, after) {
            (true, Some((at, fit)), _) => {
                *fit.letter = fit.whole;
                let between = done.split_off(done.len() - at);
                done.extend(between.into_iter().filter(is_letter));
            }
            (_, _, Some((at, fit))) => {
                *fit.letter = fit.whole;
                done.extend(rest.drain(..at).filter(is_letter));
            }
            _ => match far(accent, mark, &mut done, &mut rest) {
                Some(fit) => *fit.letter = fit.whole,
                None => done.push(sign),
            },
        }
    }
    done
}

/// The letter under an accent that was told somewhere else.
fn far<'a>(
    accent: &Letter,
    mark: char,
    done: &'a mut [Sign],
    rest: &'a mut VecDeque<Sign>,
) -> Option<Fit<'a>> {
    let before = done.iter_mut().rev().take(FAR);
    let fits = before.chain(rest.iter_mut().take(FAR)).filter_map(|sign| fit(accent, mark, sign));
    fits.min_by(|a, b| a.apart.total_cmp(&b.apart))
}

/// A letter that an accent can be put on.
struct Fit<'a> {
    letter: &'a mut char,
    whole: char,
    /// How far the middles are apart, as a share of the wider one.
    apart: f32,
}

/// Spaces and line ends between an accent and its letter are PDFium's; letters are not lost.
fn is_letter(sign: &Sign) -> bool {
    matches!(sign, Sign::Letter(_))
}

fn accent_of(sign: &Sign) -> Option<(&Letter, char)> {
    match sign {
        Sign::Letter(letter) => combining(letter.letter).map(|mark| (letter, mark)),
        Sign::Space | Sign::LineEnd => None,
    }
}

fn fit<'a>(accent: &Letter, mark: char, sign: &'a mut Sign) -> Option<Fit<'a>> {
    let Sign::Letter(base) = sign else { return None };
    let wider = accent.rect.width().max(base.rect.width()).max(0.1);
    let apart = (accent.rect.middle().0 - base.rect.middle().0).abs() / wider;
    let near = if accent.letter == mark { NEAR_COMBINING } else { NEAR };
    let fits = apart <= near && accent.rect.overlap_y(&base.rect) >= OVERLAP;
    if !fits || accent.turned || base.turned {
        return None;
    }
    let whole = with_mark(base.letter, mark)?;
    Some(Fit { letter: &mut base.letter, whole, apart })
}

/// A letter with a mark on it as one character.
fn with_mark(letter: char, mark: char) -> Option<char> {
    let dotted = match letter {
        'ı' => 'i',
        'ȷ' => 'j',
        other => other,
    };
    if dotted != letter && mark == '\u{307}' {
        return Some(dotted);
    }
    compose(dotted, mark)
}

/// The combining mark that an accent by itself stands for.
fn combining(accent: char) -> Option<char> {
    Some(match accent {
        '`' | 'ˋ' => '\u{300}',
        '´' | 'ˊ' => '\u{301}',
        '^' | 'ˆ' => '\u{302}',
        '~' | '˜' => '\u{303}',
        '¯' | 'ˉ' => '\u{304}',
        '˘' => '\u{306}',
        '˙' => '\u{307}',
        '¨' => '\u{308}',
        '˚' | '°' => '\u{30a}',
        '˝' => '\u{30b}',
        'ˇ' => '\u{30c}',
        '¸' => '\u{327}',
        '˛' => '\u{328}',
        '\u{300}'..='\u{36f}' => accent,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::eye::Look;
    use super::super::letters::Face;
    use super::super::rect::Rect;
    use super::*;

    /// Letters of ten points, each with its left edge and width; `_` is a space, `/` a line's end.
    fn check(letters: &[(char, f32, f32)], expected: &str) {
        let sign = |(letter, x0, width): &(char, f32, f32)| match letter {
            '_' => Sign::Space,
            '/' => Sign::LineEnd,
            letter => Sign::Letter(Letter {
                letter: *letter,
                rect: Rect { x0: *x0, y0: 0.0, x1: x0 + width, y1: 10.0 },
                size: 10.0,
                face: Face::default(),
                turned: false,
                look: Look::Seen,
            }),
        };
        let found = composed(letters.iter().map(sign).collect());
        let text = found.iter().map(|sign| match sign {
            Sign::Letter(letter) => letter.letter,
            Sign::Space => '_',
            Sign::LineEnd => '/',
        });
        assert_eq!(text.collect::<String>(), expected, "{letters:?}");
    }

    #[test]
    fn accents_go_on_the_letter_they_stand_over() {
        check(&[('R', 0.0, 7.0), ('¨', 7.0, 5.0), ('a', 7.0, 5.0), ('s', 12.0, 4.0)], "Räs");
        check(&[('a', 0.0, 5.0), ('¨', 0.0, 5.0), ('s', 5.0, 4.0)], "äs");
        // a capital is wider, its accent raised and seen as a line of its own
        check(&[('_', 0.0, 0.0), ('´', 1.0, 5.0), ('/', 0.0, 0.0), ('E', 0.0, 7.0)], "_É");
        check(&[('ˇ', 0.0, 5.0), ('c', 0.5, 4.0), ('ı', 6.0, 3.0), ('´', 5.0, 5.0)], "čí");
        check(&[('c', 0.0, 5.0), ('¸', 0.2, 5.0), ('a', 5.0, 5.0)], "ça");
        check(&[('e', 0.0, 5.0), ('\u{302}', 5.0, 0.0), ('\u{301}', 5.0, 0.0)], "ế");
        check(&[('u', 0.0, 5.0), ('\u{30b}', 5.0, 0.0), ('o', 5.0, 5.0)], "űo");
        // drawn after the word that it belongs to
        check(&[('A', 0.0, 7.0), ('F', 7.0, 6.0), ('¨', 1.0, 5.0)], "ÄF");
        check(&[('¨', 8.0, 5.0), ('R', 0.0, 7.0), ('A', 7.0, 7.0)], "RÄ");
        // told as a line of its own before the whole line
        check(
            &[
                ('¨', 24.0, 5.0),
                ('/', 0.0, 0.0),
                ('F', 0.0, 6.0),
                ('_', 0.0, 0.0),
                ('S', 10.0, 6.0),
                ('t', 18.0, 4.0),
                ('o', 24.0, 5.0),
            ],
            "/F_Stö",
        );
    }

    #[test]
    fn accents_by_themselves_stay() {
        check(&[('n', 0.0, 5.0), ('^', 5.0, 5.0), ('a', 10.0, 5.0)], "n^a");
        check(&[('t', 0.0, 3.0), ('´', 3.0, 3.0), ('a', 6.0, 5.0)], "t´a");
        check(&[('5', 0.0, 5.0), ('°', 5.0, 4.0), ('C', 9.0, 7.0)], "5°C");
        check(&[('`', 0.0, 3.0), ('`', 3.0, 3.0), ('a', 6.0, 5.0)], "``a");
        // over a letter that has no such form
        check(&[('ˆ', 0.0, 5.0), ('x', 0.0, 5.0)], "ˆx");
        check(&[('¨', 0.0, 5.0)], "¨");
    }
}
