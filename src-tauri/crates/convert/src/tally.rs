//! Words of the source against words of the text: whether a conversion lost any. The source's words
//! are counted as they lie in the file, by a reading of its own that knows what is left out on
//! purpose and nothing of how the text is made; what an unknown construct holds is therefore missed.
//!
//! A word is a run of letters and digits; each ideograph is one. Words are counted in a fixed number
//! of places by their hash: memory stays the same for any document, time is linear, and two words in
//! one place can hide a loss but never invent one. Where words stand is not looked at.

use crate::html::page::{Id, Page};
use crate::office::Node;
use crate::office::xml::Child;

/// Places to count in; a long book has some twenty thousand different words.
const PLACES: usize = 1 << 17;
/// Losses up to one in so many words are not worth a warning: two readings differ in trifles.
const TOLERATED: u64 = 100;

/// Elements of HTML that stand inside words.
const INLINE: &str = " a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span \
    strong tt u var wbr ";
/// Elements of HTML whose letters are not read, or not as they stand.
const UNREAD: &str = " head iframe math noscript object rp rt script style svg template title ";

/// What an element is to whoever counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Left out on purpose, with all that is in it.
    LeftOut,
    /// Its letters are words.
    Letters,
    /// It stands inside a word.
    Inside,
    /// It parts words.
    Apart,
    /// Its letters are words, parted from those around it.
    Block,
}

/// The words of one source.
pub(crate) struct Tally {
    places: Vec<i32>,
    total: u64,
    word: Word,
}

/// The word that is being read: a hash over its letters, turned and multiplied.
#[derive(Clone, Copy)]
struct Word {
    hash: u64,
    is_empty: bool,
}

impl Word {
    const NEW: Self = Self { hash: 0, is_empty: true };

    fn push(&mut self, letter: char) {
        self.is_empty = false;
        let turned = self.hash.rotate_left(5) ^ u64::from(u32::from(letter));
        self.hash = turned.wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    /// The place of the word that ends here.
    fn take(&mut self) -> Option<usize> {
        let word = std::mem::replace(self, Self::NEW);
        (!word.is_empty).then_some((word.hash >> 40) as usize % PLACES)
    }
}

impl Default for Tally {
    fn default() -> Self {
        Self { places: vec![0; PLACES], total: 0, word: Word::NEW }
    }
}

impl Tally {
    /// Letters of the source; they go on with the word before.
    pub(crate) fn letters(&mut self, letters: &str) {
        self.total += read(letters, &mut self.word, &mut self.places, 1);
    }

    /// What follows is another word.
    pub(crate) fn part(&mut self) {
        if let Some(place) = self.word.take().and_then(|place| self.places.get_mut(place)) {
            *place = place.saturating_add(1);
            self.total += 1;
        }
    }

    /// Letters that are words by themselves.
    pub(crate) fn words(&mut self, letters: &str) {
        self.part();
        self.letters(letters);
        self.part();
    }

    /// The words in an element of XML; `part` says what each element in it is.
    pub(crate) fn node(&mut self, node: &Node, part: &impl Fn(&Node) -> Part) {
        self.element(node, part, part(node));
    }

    fn element(&mut self, node: &Node, part: &impl Fn(&Node) -> Part, own: Part) {
        if own == Part::LeftOut {
            return;
        }
        let is_apart = matches!(own, Part::Apart | Part::Block);
        let has_letters = matches!(own, Part::Letters | Part::Block);
        if is_apart {
            self.part();
        }
        for child in &node.children {
            match child {
                Child::Node(child) => self.element(child, part, part(child)),
                Child::Text(letters) if has_letters => self.letters(letters),
                Child::Text(_) => {}
            }
        }
        if is_apart {
            self.part();
        }
    }

    /// The words of a page's element, without those that `is_left_out` names.
    pub(crate) fn page(&mut self, page: &Page, within: Id, is_left_out: &impl Fn(Id) -> bool) {
        let end = page.subtree(within).end;
        // where the blocks around end
        let mut blocks: Vec<Id> = Vec::new();
        let mut id = within;
        while id < end {
            while blocks.pop_if(|end| *end <= id).is_some() {
                self.part();
            }
            let tag = page.tag(id);
            let name = format!(" {tag} ");
            let is_within = |names: &str| names.contains(&name);
            if tag.is_empty() {
                self.letters(page.text(id));
            } else if !is_within(INLINE) {
                self.part();
                blocks.push(page.subtree(id).end);
            }
            let is_unread = is_within(UNREAD) || page.attribute(id, "hidden").is_some();
            id = if is_unread || is_left_out(id) { page.subtree(id).end } else { id + 1 };
        }
        self.part();
    }

    /// Says how many words of the source `text` lacks, where they are too many to be trifles.
    pub(crate) fn warning(mut self, text: &str) -> Option<String> {
        self.part();
        let mut word = Word::NEW;
        read(text, &mut word, &mut self.places, -1);
        if let Some(place) = word.take().and_then(|place| self.places.get_mut(place)) {
            *place -= 1;
        }
        let lost = |left: &i32| u64::from((*left).max(0).unsigned_abs());
        let missing: u64 = self.places.iter().map(lost).sum();
        (missing * TOLERATED > self.total)
            .then(|| format!("{missing} words of {} were left out", self.total))
    }
}

/// Adds `by` to the places of the words in `letters`; how many words ended.
fn read(letters: &str, word: &mut Word, places: &mut [i32], by: i32) -> u64 {
    let mut ended = 0;
    let mut count = |place: Option<usize>| {
        if let Some(place) = place.and_then(|place| places.get_mut(place)) {
            *place = place.saturating_add(by);
            ended += 1;
        }
    };
    for letter in letters.chars() {
        if letter.is_ascii_alphanumeric() {
            word.push(letter.to_ascii_lowercase());
            continue;
        }
        let letter = flat(letter);
        if language::is_unspaced(letter) {
            count(word.take());
            word.push(letter);
            count(word.take());
        } else if letter.is_alphanumeric() {
            letter.to_lowercase().for_each(|letter| word.push(letter));
        } else if !is_passed(letter) {
            count(word.take());
        }
    }
    ended
}

/// Digits raised above the line as digits: both ways of writing a power are read.
fn flat(letter: char) -> char {
    match letter {
        '⁰' => '0',
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '⁴'..='⁹' => char::from_digit(u32::from(letter) - 0x2070, 10).unwrap_or(letter),
        _ => letter,
    }
}

/// What is shown as nothing, combining marks of the first block; and the signs that Markdown may put into
/// a word.
fn is_passed(letter: char) -> bool {
    matches!(letter, '*' | '\\' | '`' | '\u{300}'..='\u{36f}' | '\u{fdd0}'..='\u{fdef}')
        || language::is_invisible(letter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::office::xml;
    use proptest::prelude::*;
    use types::Format;

    fn missing(source: &str, text: &str) -> Option<String> {
        let mut tally = Tally::default();
        tally.words(source);
        tally.warning(text)
    }

    #[test]
    fn only_losses_are_told() {
        for (source, text, expected) in [
            ("one two three", "# Three\n\n- one [two](http://x)", None),
            ("one two two", "one two", Some("1 words of 3 were left out")),
            ("10²", "10^2", Some("1 words of 1 were left out")),
            ("10²", "102", None),
            ("co\u{ad}operate na\u{308}", "cooperate na", None),
            ("漢字 かな", "漢字か", Some("1 words of 4 were left out")),
            ("", "anything", None),
        ] {
            assert_eq!(missing(source, text).as_deref(), expected, "{source}");
        }
        let long = "word ".repeat(200);
        assert_eq!(missing(&format!("{long} lost"), &long), None);
    }

    #[test]
    fn elements_part_words_or_stand_in_them() {
        let part = |node: &Node| match node.name.as_str() {
            "t" => Part::Letters,
            "p" => Part::Apart,
            "del" => Part::LeftOut,
            _ => Part::Inside,
        };
        let source = "<d>no<p><r><t>wor</t></r><x><t>ds</t></x></p><p><t>a</t></p><p><t>b</t></p>\
            <del><t>gone</t></del></d>";
        let node = xml::parse(source.as_bytes(), Format::Docx).unwrap();
        let counted = |text: &str| {
            let mut tally = Tally::default();
            tally.node(&node, &part);
            tally.warning(text)
        };
        assert_eq!(counted("words a b"), None);
        assert_eq!(counted("words a").as_deref(), Some("1 words of 3 were left out"));
    }

    #[test]
    fn pages_are_counted_as_they_are_read() {
        let page = Page::parse(
            "<body><p>wo<b>rd</b>s</p><p>one</p>two<div>three</div>four<br>five<script>no</script>\
             <table><tr><td>six</td><td>seven</td></tr></table><nav>left out</nav></body>",
        );
        let mut tally = Tally::default();
        let body = page.find(0, "body").unwrap();
        tally.page(&page, body, &|id| page.tag(id) == "nav");
        assert_eq!(tally.total, 8);
        assert_eq!(tally.warning("words one two three four five six seven"), None);
    }

    proptest! {
        #[test]
        fn a_text_lacks_nothing_of_itself(text in "([a-zé漢 .²_]|\\n){0,80}") {
            prop_assert_eq!(missing(&text, &text), None);
        }
    }
}
