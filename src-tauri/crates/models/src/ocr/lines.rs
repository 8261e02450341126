//! One line's picture to letters: the network says for each narrow column which letter stands there,
//! and runs of the same letter are one (greedy CTC decoding).

use types::RecognisedLetter;
use unicode_normalization::UnicodeNormalization;

/// The letters that the network tells apart. Its class 0 is no letter, its last one is a space.
pub(super) struct Alphabet(Vec<char>);

impl Alphabet {
    /// From the list that the graph carries, a letter a line.
    pub(super) fn parse(list: &str) -> Self {
        let letters = list.split('\n').map(|line| line.trim_end_matches('\r').chars().next());
        Self(letters.map(|letter| letter.unwrap_or(' ')).chain([' ']).collect())
    }

    /// Classes of the network's answer.
    pub(super) fn classes(&self) -> usize {
        self.0.len() + 1
    }

    fn letter(&self, class: usize) -> Option<char> {
        self.0.get(class.checked_sub(1)?).copied()
    }
}

/// Whether two letters without a gap between them are one, seen with its accent and without.
fn is_same(letter: char, other: char) -> bool {
    let base = |letter: char| std::iter::once(letter).nfd().next();
    base(letter) == base(other)
}

/// Letters out of likelihoods, one row of classes a column. `filled` is the share of the columns that
/// the line takes up. `None` where a likelihood is no number.
pub(super) fn decode(
    likelihoods: &[f32],
    alphabet: &Alphabet,
    filled: f32,
) -> Option<Vec<RecognisedLetter>> {
    let columns = likelihoods.len() / alphabet.classes();
    let mut letters: Vec<RecognisedLetter> = Vec::new();
    let mut before = 0;
    for (column, row) in likelihoods.chunks_exact(alphabet.classes()).enumerate() {
        let mut best = (0, f32::NEG_INFINITY);
        let mut sound = true;
        for (class, value) in row.iter().enumerate() {
            sound &= value.is_finite();
            if *value > best.1 {
                best = (class, *value);
            }
        }
        if !sound {
            return None;
        }
        let (class, confidence) = best;
        let at = (column as f32 + 0.5) / columns as f32 / filled.max(1e-3);
        match alphabet.letter(class) {
            Some(letter) if class != before => {
                let (at, confidence) = (at.clamp(0.0, 1.0), confidence.clamp(0.0, 1.0));
                let found = RecognisedLetter { letter, at, confidence };
                match letters.last_mut().filter(|last| before != 0 && is_same(last.letter, letter))
                {
                    Some(last) if last.confidence < confidence => *last = found,
                    Some(_) => {}
                    None => letters.push(found),
                }
            }
            _ => {}
        }
        before = class;
    }
    let blank = |letter: &RecognisedLetter| letter.letter.is_whitespace();
    let end = letters.iter().rposition(|letter| !blank(letter)).map_or(0, |last| last + 1);
    letters.truncate(end);
    let start = letters.iter().take_while(|letter| blank(letter)).count();
    letters.drain(..start);
    Some(letters)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(classes: &[usize], expected: &str) {
        let alphabet = Alphabet::parse("a\nb");
        let mut rows = vec![0.0f32; classes.len() * 4];
        classes.iter().enumerate().for_each(|(at, class)| rows[at * 4 + class] = 0.5);
        let letters = decode(&rows, &alphabet, 1.0).unwrap();
        assert_eq!(letters.iter().map(|l| l.letter).collect::<String>(), expected);
        assert!(letters.iter().all(|letter| letter.confidence == 0.5));
    }

    #[test]
    fn runs_are_one_letter_and_blanks_tell_doubles_apart() {
        check(&[1, 1, 0, 1, 2, 2], "aab");
        check(&[0, 3, 1, 3, 3, 2, 3], "a b");
        check(&[0, 0], "");
        check(&[], "");
    }

    #[test]
    fn an_accented_letter_is_not_read_twice() {
        let alphabet = Alphabet::parse("A\nÅ\nB");
        let text = |classes: [(usize, f32); 3]| {
            let mut rows = vec![0.0f32; 15];
            classes.iter().enumerate().for_each(|(at, (class, sure))| rows[at * 5 + class] = *sure);
            let letters = decode(&rows, &alphabet, 1.0).unwrap();
            letters.iter().map(|letter| letter.letter).collect::<String>()
        };
        assert_eq!(text([(1, 0.4), (2, 0.9), (3, 0.9)]), "ÅB");
        assert_eq!(text([(1, 0.9), (2, 0.4), (3, 0.9)]), "AB");
        assert_eq!(text([(1, 0.9), (0, 0.9), (2, 0.9)]), "AÅ");
    }

    #[test]
    fn a_letter_stands_where_its_column_is() {
        let alphabet = Alphabet::parse("a");
        let rows = [1.0, 0.0, 0.0, 0.0, 0.9, 0.1, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
        let letters = decode(&rows, &alphabet, 0.5).unwrap();
        assert_eq!(letters[0].at, 0.75);
    }

    #[test]
    fn what_is_no_number_is_no_letter() {
        let alphabet = Alphabet::parse("a");
        assert_eq!(decode(&[0.0, f32::NAN, 0.0], &alphabet, 1.0), None);
        assert_eq!(decode(&[0.0, 1.0, f32::INFINITY], &alphabet, 1.0), None);
    }
}
