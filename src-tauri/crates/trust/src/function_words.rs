//! Function words: those that hold others together, and carry no meaning of their own.

use crate::{
    lexicon::{Role, lexicon},
    tokens::Token,
};
use language::listed;

listed! {
    /// Words without meaning of their own: they are in no list of opposites, yet never compared.
    pub is_empty: "no meaning of their own";
    is_auxiliary_word: "auxiliaries";
    is_bound: "bounds of numbers";
}

/// Whether a word is a form of `be`, `have`, `do`, or a modal verb.
pub fn is_auxiliary(token: &Token) -> bool {
    token.listed(is_auxiliary_word)
}

/// Whether a word only holds others together, or bounds a number.
pub fn is_function_word(token: &Token) -> bool {
    token.listed(is_empty) || token.listed(is_bound) || lexicon().is(token.key, Role::Scope)
}
