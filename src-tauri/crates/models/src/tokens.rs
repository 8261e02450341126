//! Texts to token ids: counting for the chunker, and windows for the models.
//!
//! A text longer than its model's window becomes several windows of even length, each with the
//! special tokens and the prefix, so that nothing is cut off silently. Padding and truncation that
//! a tokenizer file asks for are switched off; batches are padded elsewhere.
//!
//! What an assistant is handed is counted as the person chose: by WordPiece as the models here, or by
//! the byte pairs that OpenAI publishes (`tiktoken`), of which nothing is loaded before it is chosen.

use crate::manifest::{Manifest, Prefixes};
use crate::package::{EMBEDDED_TOKENIZER, Package};
use crate::{DEFAULT_MODEL, Error, Result};
use language::Memory;
use std::{
    cell::RefCell,
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};
use tiktoken_rs::CoreBPE;
use tokenizers::{ModelWrapper, NormalizerWrapper, PreTokenizerWrapper, Tokenizer};
use types::TokenizerName;

thread_local! {
    /// Tokens of words by the embedded tokenizer.
    static COUNTS: RefCell<Memory<usize>> = RefCell::default();
    /// Token ids of words, by tokenizer as it was opened.
    static IDS: RefCell<HashMap<u64, Memory<Arc<[u32]>>>> = RefCell::default();
}

/// How many tokenizers were opened.
static OPENED: AtomicU64 = AtomicU64::new(0);

/// Longest run of white space, in bytes, that byte pairs are looked for in: their expression goes back
/// over the whole of a run, until its stack is full.
const LONGEST_BLANK: usize = 10_000;

/// Counts tokens; needs no ONNX Runtime.
pub struct TokenCounter(Counting);

enum Counting {
    WordPiece(Box<Tokenizer>),
    BytePairs(&'static CoreBPE),
}

impl TokenCounter {
    /// The default model's tokenizer, which is part of the program.
    pub fn embedded() -> Result<Self> {
        let tokenizer = parse(DEFAULT_MODEL, EMBEDDED_TOKENIZER)?;
        Ok(Self(Counting::WordPiece(Box::new(tokenizer))))
    }

    /// The one of a name. The first of byte pairs takes a tenth of a second and 45 MB.
    pub fn named(name: TokenizerName) -> Result<Self> {
        let pairs = match name {
            TokenizerName::Loci => return Self::embedded(),
            TokenizerName::O200k => tiktoken_rs::o200k_base_singleton(),
            TokenizerName::Cl100k => tiktoken_rs::cl100k_base_singleton(),
        };
        Ok(Self(Counting::BytePairs(pairs)))
    }

    /// Tokens of a text, special tokens not counted. Of byte pairs a text with a longer run of white
    /// space than `LONGEST_BLANK` has at most as many as bytes, and is said to have these.
    pub fn count(&self, text: &str) -> usize {
        match &self.0 {
            Counting::WordPiece(tokenizer) => by_words(tokenizer, text),
            Counting::BytePairs(_) if longest_blank(text) > LONGEST_BLANK => text.len(),
            Counting::BytePairs(pairs) => pairs.count_ordinary(text),
        }
    }
}

/// No token of WordPiece goes across white space, so that a thread counts each word once and remembers it.
fn by_words(tokenizer: &Tokenizer, text: &str) -> usize {
    COUNTS.with_borrow_mut(|known| {
        words(text).map(|word| known.of(word, |word| encoded(tokenizer, word))).sum()
    })
}

/// What parts words for BERT's tokenizer; it takes the other controls out and joins what is around.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', '\t', '\n', '\r']).filter(|word| !word.is_empty())
}

fn encoded(tokenizer: &Tokenizer, text: &str) -> usize {
    // this vocabulary has [UNK] and a letter for every byte it keeps, so that encoding cannot
    // fail; a text that did fail would be counted by its words' usual length
    tokenizer.encode_fast(text, false).map_or(text.len() / 4, |encoding| encoding.len())
}

fn longest_blank(text: &str) -> usize {
    let runs = text.split(|c: char| !c.is_whitespace());
    runs.map(str::len).max().unwrap_or_default()
}

/// What a text is embedded for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Passage,
    Query,
}

/// A model's tokenizer with its window.
pub(crate) struct Tokens {
    name: String,
    tokenizer: Tokenizer,
    /// Special tokens and prefix before a passage.
    passage_head: Vec<u32>,
    /// Special tokens and prefix before a query.
    query_head: Vec<u32>,
    /// Special tokens at the end.
    tail: Vec<u32>,
    max_tokens: usize,
    /// Whether no token goes across white space.
    by_words: bool,
    /// Of all that were opened, which.
    opened: u64,
}

impl Tokens {
    /// Reads the package's tokenizer, and checks that its prefixes leave room in the window.
    pub(crate) fn open(package: &Package) -> Result<Self> {
        let manifest = &package.manifest;
        let tokenizer = parse(&manifest.name, &package.tokenizer()?)?;
        Self::new(tokenizer, manifest)
    }

    fn new(tokenizer: Tokenizer, manifest: &Manifest) -> Result<Self> {
        let name = manifest.name.clone();
        let bare = encode(&name, &tokenizer, "a", false)?;
        let whole = encode(&name, &tokenizer, "a", true)?;
        let at = whole.windows(bare.len().max(1)).position(|part| part == bare);
        let split = at.and_then(|at| Some((whole.get(..at)?, whole.get(at + bare.len()..)?)));
        let Some((head, tail)) = split else {
            return Err(Error::Fails { name, reason: "its tokenizer knows no “a”".to_owned() });
        };
        let Prefixes { passage, query } = &manifest.prefixes;
        let headed = |prefix: &str| -> Result<Vec<u32>> {
            Ok([head, &encode(&name, &tokenizer, prefix, false)?].concat())
        };
        let (passage_head, query_head) = (headed(passage)?, headed(query)?);
        let tail = tail.to_vec();
        if passage_head.len().max(query_head.len()) + tail.len() >= manifest.max_tokens {
            let reason = "max_tokens leaves no room for text".to_owned();
            return Err(Error::BadManifest { name, reason });
        }
        let (max_tokens, by_words) = (manifest.max_tokens, is_bert(&tokenizer));
        let opened = OPENED.fetch_add(1, Ordering::Relaxed);
        Ok(Self { name, tokenizer, passage_head, query_head, tail, max_tokens, by_words, opened })
    }

    /// Token ids of a text without special tokens. Where no token goes across white space a thread reads
    /// each word once and remembers it.
    fn body(&self, text: &str) -> Result<Vec<u32>> {
        if !self.by_words {
            return encode(&self.name, &self.tokenizer, text, false);
        }
        let mut failed = None;
        let ids = IDS.with_borrow_mut(|tokenizers| {
            let known = tokenizers.entry(self.opened).or_default();
            let mut ids = Vec::with_capacity(text.len() / 4);
            for word in words(text) {
                let of_word = known.of(word, |word| {
                    let read = encode(&self.name, &self.tokenizer, word, false);
                    read.map_err(|error| failed = Some(error)).unwrap_or_default().into()
                });
                ids.extend_from_slice(&of_word);
            }
            // a word that could not be read is not remembered as one without tokens
            if failed.is_some() {
                tokenizers.remove(&self.opened);
            }
            ids
        });
        failed.map_or(Ok(ids), Err)
    }

    /// The windows of a text, at least one; none longer than the model's window.
    pub(crate) fn windows(&self, text: &str, purpose: Purpose) -> Result<Vec<Vec<u32>>> {
        let head = match purpose {
            Purpose::Passage => &self.passage_head,
            Purpose::Query => &self.query_head,
        };
        let body = self.body(text)?;
        let room = self.max_tokens - head.len() - self.tail.len();
        let parts = even_parts(&body, room);
        Ok(parts.into_iter().map(|part| [head, part, &self.tail].concat()).collect())
    }
}

/// Whether a tokenizer cleans, parts and looks words up as BERT's does, none of whose tokens goes across
/// white space.
fn is_bert(tokenizer: &Tokenizer) -> bool {
    matches!(tokenizer.get_normalizer(), Some(NormalizerWrapper::BertNormalizer(_)))
        && matches!(tokenizer.get_pre_tokenizer(), Some(PreTokenizerWrapper::BertPreTokenizer(_)))
        && matches!(tokenizer.get_model(), ModelWrapper::WordPiece(_))
}

/// The fewest parts of at most `room` items, whose lengths differ by one at most; one empty part
/// for nothing. A last window of three words would otherwise weigh as much as a full one.
fn even_parts(items: &[u32], room: usize) -> Vec<&[u32]> {
    let count = items.len().div_ceil(room).max(1);
    let (length, longer) = (items.len() / count, items.len() % count);
    let mut rest = items;
    let mut parts = Vec::with_capacity(count);
    for index in 0..count {
        let (part, after) = rest.split_at(length + usize::from(index < longer));
        parts.push(part);
        rest = after;
    }
    parts
}

fn parse(name: &str, json: &[u8]) -> Result<Tokenizer> {
    let fails = |error: tokenizers::Error| Error::Fails {
        name: name.to_owned(),
        reason: format!("its tokenizer does not load: {error}"),
    };
    let mut tokenizer = Tokenizer::from_bytes(json).map_err(fails)?;
    tokenizer.with_padding(None);
    tokenizer.with_truncation(None).map_err(fails)?;
    Ok(tokenizer)
}

fn encode(name: &str, tokenizer: &Tokenizer, text: &str, special: bool) -> Result<Vec<u32>> {
    let encoding = tokenizer.encode_fast(text, special).map_err(|error| Error::Fails {
        name: name.to_owned(),
        reason: format!("its tokenizer fails: {error}"),
    })?;
    Ok(encoding.get_ids().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::EMBEDDED_MANIFEST;
    use proptest::prelude::*;
    use std::sync::LazyLock;

    fn tokens(max_tokens: usize, passage: &str) -> Result<Tokens> {
        static TOKENIZER: LazyLock<Tokenizer> =
            LazyLock::new(|| parse(DEFAULT_MODEL, EMBEDDED_TOKENIZER).unwrap());
        let mut manifest = Manifest::parse(DEFAULT_MODEL, EMBEDDED_MANIFEST).unwrap();
        manifest.max_tokens = max_tokens;
        manifest.prefixes.passage = passage.to_owned();
        Tokens::new(TOKENIZER.clone(), &manifest)
    }

    #[test]
    fn counts_are_those_of_the_tokenizer() {
        let counter = TokenCounter::embedded().unwrap();
        let check = |text: &str, count: usize| assert_eq!(counter.count(text), count, "{text}");
        check("", 0);
        check("the cat sat on the mat", 6);
        check("the cat sat, on the mat.", 8);
        check("electroencephalography", 5);
        check("東京", 2);
        check(&"word ".repeat(5000), 5000);
    }

    /// As OpenAI's cookbook has them, “How to count tokens with tiktoken”.
    #[test]
    fn byte_pairs_are_those_that_are_published() {
        let counts = |text: &str| {
            [TokenizerName::O200k, TokenizerName::Cl100k]
                .map(|name| TokenCounter::named(name).unwrap().count(text))
        };
        for (text, expected) in [
            ("tiktoken is great!", [6, 6]),
            ("antidisestablishmentarianism", [6, 6]),
            ("2 + 2 = 4", [7, 7]),
            ("お誕生日おめでとう", [8, 9]),
        ] {
            assert_eq!(counts(text), expected, "{text}");
        }
    }

    #[test]
    fn no_run_of_one_letter_is_too_long_to_count() {
        let counter = TokenCounter::named(TokenizerName::O200k).unwrap();
        for letter in [" ", "\t", "\u{a0}", "\u{3000}", "\n", "a", "A", "!", "1", "\u{301}", "漢"]
        {
            for count in [LONGEST_BLANK / letter.len(), 1 << 18] {
                let text = letter.repeat(count);
                assert!((1..=text.len()).contains(&counter.count(&text)), "{letter:?}");
            }
        }
    }

    #[test]
    fn a_prefix_stands_in_every_window() {
        let tokens = tokens(16, "search_document: ").unwrap();
        let whole = encode("", &tokens.tokenizer, "search_document: one", true).unwrap();
        assert_eq!(tokens.windows("one", Purpose::Passage).unwrap(), std::slice::from_ref(&whole));
        let head = &whole[..whole.len() - 2];
        for window in tokens.windows(&"one ".repeat(30), Purpose::Passage).unwrap() {
            assert_eq!(&window[..head.len()], head);
            assert_eq!(window.last(), whole.last());
        }
    }

    #[test]
    fn a_window_without_room_is_refused() {
        assert!(tokens(3, "").is_ok());
        assert!(matches!(tokens(2, ""), Err(Error::BadManifest { .. })));
        assert!(matches!(tokens(6, "a long prefix: "), Err(Error::BadManifest { .. })));
    }

    proptest! {
        /// What puts lines together counts each once, with its end.
        #[test]
        fn a_text_has_the_tokens_of_its_lines(
            name in prop::sample::select(TokenizerName::ALL.to_vec()),
            lines in prop::collection::vec("- \\PC{0,60}|- ([a-zA-ZΣσéǼ\u{301}]{1,9}[ .,\\[\\]]?){0,6}|- (\\[(SEP|CLS|UNK|MASK|PAD)\\] ?){0,2}", 0..6),
        ) {
            let counter = TokenCounter::named(name).unwrap();
            let Some((last, before)) = lines.split_last() else { return Ok(()) };
            let ended = before.iter().map(|line| counter.count(&format!("{line}\n")));
            let apart = ended.sum::<usize>() + counter.count(last);
            prop_assert_eq!(counter.count(&lines.join("\n")), apart);
        }

        /// As the tokenizer counts the text whole.
        #[test]
        fn a_text_has_the_tokens_of_its_words(
            text in "(\\PC|[a-z]{1,9}|[ -~]{1,5}|[\\x00-\\x20\\x7f-\\xa0\u{200b}\u{feff}\u{3000}]|\\[(SEP|CLS|UNK|MASK|PAD)\\]){0,40}",
        ) {
            static COUNTER: LazyLock<TokenCounter> =
                LazyLock::new(|| TokenCounter::embedded().unwrap());
            let Counting::WordPiece(tokenizer) = &COUNTER.0 else { unreachable!() };
            prop_assert_eq!(COUNTER.count(&text), encoded(tokenizer, &text));
        }

        #[test]
        fn the_ids_of_a_text_are_those_of_its_words(
            text in "(\\PC|[a-z]{1,9}|[ -~]{1,5}|[\\x00-\\x20\\x7f-\\xa0\u{200b}\u{feff}\u{3000}]|\\[(SEP|CLS|UNK|MASK|PAD)\\]){0,40}",
        ) {
            let tokens = tokens(512, "").unwrap();
            prop_assert!(tokens.by_words);
            let whole = encode("", &tokens.tokenizer, &text, false).unwrap();
            prop_assert_eq!(tokens.body(&text).unwrap(), whole);
        }

        #[test]
        fn windows_hold_the_whole_text_evenly(text in "\\PC{0,300}", max_tokens in 3usize..40) {
            let tokens = tokens(max_tokens, "").unwrap();
            let windows = tokens.windows(&text, Purpose::Passage).unwrap();
            let lengths: Vec<usize> = windows.iter().map(Vec::len).collect();
            let bodies = windows.iter().flat_map(|window| &window[1..window.len() - 1]);
            let body = encode("", &tokens.tokenizer, &text, false).unwrap();
            prop_assert!(bodies.eq(&body));
            prop_assert!(lengths.iter().all(|length| *length <= max_tokens));
            prop_assert!(lengths.iter().max().unwrap() - lengths.iter().min().unwrap() <= 1);
            prop_assert_eq!(windows.len(), body.len().div_ceil(max_tokens - 2).max(1));
        }

        #[test]
        fn a_text_within_the_window_is_encoded_as_it_is(text in "\\PC{0,60}") {
            let tokens = tokens(512, "").unwrap();
            let direct = encode("", &tokens.tokenizer, &text, true).unwrap();
            prop_assert_eq!(tokens.windows(&text, Purpose::Query).unwrap(), vec![direct]);
        }
    }
}
