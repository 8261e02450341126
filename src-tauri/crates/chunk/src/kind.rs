//! What a piece holds, told by plain signs. In doubt it is content: a wrong label misleads more than
//! a missing one.

use crate::{
    atoms::{Atom, Role},
    measure::part,
    outline::Place,
    titles::{self, Listing},
};
use std::ops::Range;
use types::ChunkKind;

/// The kind of the piece at `range` that is made of `atoms`. `defined` are the stretches of the text
/// that state what a term means, in order.
pub(crate) fn of_piece(
    text: &str,
    place: &Place,
    atoms: &[Atom],
    defined: &[Range<usize>],
) -> ChunkKind {
    let own = || atoms.iter().filter(|atom| atom.role != Role::Heading);
    let sentences: Vec<&str> = own().map(|atom| part(text, &atom.range)).collect();
    let most = |count: usize| count * 4 >= sentences.len();
    let defines = own().filter(|atom| states(defined, &atom.range)).count();
    if sentences.is_empty() {
        ChunkKind::Header
    } else if place.turn {
        ChunkKind::Turn
    } else if titles::lists_sources(&place.parent_chain) {
        ChunkKind::Reference
    } else if titles::listing(&place.parent_chain) == Listing::Full || defines > 0 && most(defines)
    {
        ChunkKind::Definition
    } else if most(sentences.iter().filter(|words| obliges(words)).count()) {
        ChunkKind::Requirement
    } else {
        ChunkKind::Content
    }
}

/// Whether a statement of `defined` begins in `range` or goes on in it.
fn states(defined: &[Range<usize>], range: &Range<usize>) -> bool {
    let at = defined.partition_point(|statement| statement.end <= range.start);
    defined.get(at).is_some_and(|statement| statement.start < range.end)
}

/// Whether it says that something shall or must be.
fn obliges(sentence: &str) -> bool {
    let mut words = language::runs(sentence).map(|(_, word)| word);
    words.any(|word| word.eq_ignore_ascii_case("shall") || word.eq_ignore_ascii_case("must"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn obligations_are_whole_words() {
        assert!(obliges("The holder SHALL keep it.") && obliges("It must not leak."));
        assert!(!obliges("Mustard is marshalled."));
    }
}
