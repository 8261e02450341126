//! A statement's words told apart: the frame around it, its own verb, its subject, the conditions around
//! it. No grammar is parsed; lists and the order of words decide.

use crate::{
    function_words::{is_auxiliary, is_empty, is_function_word},
    lexicon::{Lexeme, Lexicon, Role, joined, lexicon},
    measure::measures,
    reader::Measured,
    signals::clip,
    statement::{BARE, Region, Statement, Word},
    tokens::{Kind, TOKENS, Token, tokens},
};
use language::listed;
use types::Validity;

listed! {
    /// Pronouns that leave open what is spoken of.
    is_pronoun: "pronouns";
    is_determiner: "determiners of statements";
    /// Openers of conditions that make a difference by themselves.
    opens_condition: "openers of conditions";
}

/// Bytes of a text that are read; a longer one is no single statement.
const READ_BYTES: usize = 1_200;

impl Statement {
    /// Prepares a statement.
    pub fn new(text: &str) -> Self {
        Self::read(text)
    }

    /// Prepares a statement that holds at a time: statements that hold at different times do not
    /// contradict each other, save in when something happened.
    pub fn with_dates(text: &str, validity: &Validity) -> Self {
        Self { holds: (validity.from, validity.to), ..Self::read(text) }
    }

    fn read(text: &str) -> Self {
        let read = clip(text.trim(), READ_BYTES);
        let tokens = tokens(read);
        let fit = read.len() == text.trim().len()
            && tokens.len() <= TOKENS
            && !tokens.last().is_some_and(|token| token.kind == Kind::Mark('?'));
        let mut plain =
            tokens.iter().map(|token| token.text.as_str()).filter(|text| !text.is_empty());
        let whole = plain.next().map_or(0, |first| joined(first, plain));
        let mut statement = Parse::new(&tokens).finish();
        statement.whole = whole;
        statement.fit &= fit && whole != 0;
        statement
    }
}

/// A statement being read.
pub struct Parse<'a> {
    pub lists: &'static Lexicon,
    pub tokens: &'a [Token],
    pub taken: Vec<bool>,
    pub quantities: Vec<Measured>,
    pub out: Statement,
    /// Region of each token.
    pub regions: Vec<Region>,
    pub verb: Option<usize>,
    /// Where what is said begins: after `it was found that`.
    pub frame: usize,
}

impl<'a> Parse<'a> {
    pub fn new(tokens: &'a [Token]) -> Self {
        let found = measures(tokens);
        let out = Statement {
            words: Vec::new(),
            quantities: Vec::new(),
            dates: found.dates,
            share: BARE,
            denied: Vec::new(),
            hedged: false,
            once: false,
            normative: false,
            symmetric: false,
            greater: false,
            fit: true,
            whole: 0,
            bits: 0,
            holds: (None, None),
        };
        let regions = vec![Region::Subject; tokens.len()];
        Self {
            lists: lexicon(),
            tokens,
            taken: found.taken,
            quantities: found.quantities,
            out,
            regions,
            verb: None,
            frame: 0,
        }
    }

    pub fn finish(mut self) -> Statement {
        self.frame = self.frame();
        self.verb = self.own_verb();
        self.mark_regions();
        self.read_words();
        self.read_shares_and_denials();
        self.read_quantities();
        let pronoun = self.tokens.first().zip(self.tokens.get(1)).is_some_and(|(first, next)| {
            self.frame == 0 && first.listed(is_pronoun) && (self.is_verb(1) || is_auxiliary(next))
        });
        let heavy = self.out.words.iter().filter(|word| word.weight >= 1.0).count();
        self.out.fit = !pronoun && heavy > 0;
        self.out.bits = self
            .out
            .words
            .iter()
            .fold(0, |bits, word| bits | 1 << (word.meaning % 64) | 1 << (word.root % 64));
        self.out
    }

    /// `The authors found that …`, `there is no evidence that …`: where what is said begins.
    fn frame(&self) -> usize {
        let head = self.tokens.iter().take(10);
        let Some(that) = head.clone().position(|token| token.is("that")) else { return 0 };
        let reports = (that.saturating_sub(3)..that).any(|at| self.role(at, Role::Report));
        if reports { that + 1 } else { 0 }
    }

    pub fn role(&self, at: usize, role: Role) -> bool {
        self.tokens
            .get(at)
            .is_some_and(|token| token.kind == Kind::Word && self.lists.is(token.key, role))
    }

    pub fn among(&self, at: usize, words: &[&str]) -> bool {
        self.tokens.get(at).is_some_and(|token| token.among(words))
    }

    pub fn before(&self, at: usize, words: &[&str]) -> bool {
        at.checked_sub(1).is_some_and(|at| self.among(at, words))
    }

    fn determined(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|at| self.tokens.get(at));
        before.is_some_and(|token| token.listed(is_determiner))
    }

    /// Whether the word can be a sentence's own verb: an auxiliary, or a verb that no article precedes.
    fn is_verb(&self, at: usize) -> bool {
        if self.tokens.get(at).is_some_and(is_auxiliary) {
            return true;
        }
        let Some(token) = self.tokens.get(at) else { return false };
        let known = self.role(at, Role::Verb) || self.lists.is_past(&token.text);
        let noun = self.determined(at) || self.before(at, &["to", "in", "for", "by"]);
        known && at > 0 && !noun && !token.joined && !token.text.ends_with("ing")
    }

    /// Whether a word that is in no list looks like a verb: `-ed`, or `-s` before an article.
    fn looks_like_verb(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at).filter(|token| token.kind == Kind::Word && at > 0)
        else {
            return false;
        };
        let turns = !self.lists.poles(token.key).is_empty() && token.text.ends_with('s');
        let past = token.text.len() > 4 && token.text.ends_with("ed");
        let present =
            token.text.ends_with('s') && self.among(at + 1, &["the", "a", "an", "its", "their"]);
        (past || present || turns) && !self.determined(at)
    }

    pub fn opens_scope(&self, at: usize) -> bool {
        // `longer than`, `because of`; a bound of a number is no condition.
        self.role(at, Role::Scope) && !self.taken.get(at).copied().unwrap_or(false)
    }

    /// The sentence's own verb: not one in a condition at its head or in a relative clause.
    fn own_verb(&self) -> Option<usize> {
        self.first_verb(&|at| self.is_verb(at))
            .or_else(|| self.first_verb(&|at| self.looks_like_verb(at)))
            // "Limit caffeine to …"
            .or_else(|| self.role(self.frame, Role::Verb).then_some(self.frame))
    }

    fn first_verb(&self, is_verb: &dyn Fn(usize) -> bool) -> Option<usize> {
        let mut at = self.frame;
        if self.opens_scope(at) {
            let comma = self.tokens.iter().position(|token| token.kind == Kind::Mark(','));
            at = comma.map_or(at + 1, |comma| comma + 1);
            // `Since the reform appeals have …`: without a comma the first verb is taken.
        }
        let mut relative = false;
        while at < self.tokens.len() {
            if self.among(at, &["who", "which", "that", "whom", "whose"]) && at > self.frame {
                relative = true;
            } else if is_verb(at) {
                if !relative {
                    return Some(self.last_of_verb(at));
                }
                while at + 1 < self.tokens.len()
                    && (is_verb(at + 1) || self.among(at + 1, &["not"]))
                {
                    at += 1;
                }
                relative = false;
            }
            at += 1;
        }
        None
    }

    /// The last part of `has not been shown`.
    fn last_of_verb(&self, start: usize) -> usize {
        let mut last = start;
        if !self.tokens.get(start).is_some_and(is_auxiliary) {
            return last;
        }
        for at in start + 1..(start + 6).min(self.tokens.len()) {
            let adverb = self.tokens.get(at).is_some_and(|token| token.text.ends_with("ly"));
            if self.tokens.get(at).is_some_and(is_auxiliary) {
                last = at;
            } else if self.role(at, Role::Verb) && !self.determined(at) {
                return at;
            } else if !(adverb || self.among(at, &["not", "also", "never", "no_longer"])) {
                break;
            }
        }
        last
    }

    /// Whether a clause about the subject opens: `patients who …`.
    fn is_relative(&self, at: usize, begins: usize) -> bool {
        let inside = at < begins && at > self.frame;
        inside && self.among(at, &["who", "which", "that", "whose"])
    }

    /// Whether it tells what happens once. What rises or falls does so again and again, save a city
    /// that falls to somebody.
    fn happens_once(&self, at: usize) -> bool {
        let changes = |token: &Token| {
            self.lists.poles(token.key).iter().any(|pole| pole.axis == crate::lexicon::CHANGE)
        };
        let lost = self.among(at + 1, &["to"]) && self.quantities.is_empty();
        self.role(at, Role::Once) && (lost || !self.tokens.get(at).is_some_and(changes))
    }

    fn mark_regions(&mut self) {
        let verb = self.verb.unwrap_or(usize::MAX);
        let begins = self.verb.map_or(usize::MAX, |verb| {
            (0..=verb)
                .rev()
                .find(|at| !(self.is_verb(*at) || self.among(*at, &["not"])))
                .map_or(0, |at| at + 1)
        });
        let mut region = Region::Subject;
        let leading = self.opens_scope(self.frame);
        let passive = self.passive();
        for at in 0..self.tokens.len() {
            let comma = self
                .tokens
                .get(at)
                .is_some_and(|token| matches!(token.kind, Kind::Mark(',' | ';' | ':')));
            if at == begins || (begins == usize::MAX && at == verb) {
                region = Region::Predicate;
            } else if comma && region == Region::Scope {
                region = if at < begins { Region::Subject } else { Region::Predicate };
            } else if passive && self.among(at, &["by"]) {
                region = Region::Predicate;
            } else if (self.opens_scope(at) && (at > self.frame || leading))
                || self.is_relative(at, begins)
            {
                region = Region::Scope;
            }
            if let Some(own) = self.regions.get_mut(at) {
                *own = region;
            }
        }
    }

    fn read_words(&mut self) {
        let passive = self.passive();
        for at in 0..self.tokens.len() {
            let Some(token) = self.tokens.get(at) else { break };
            let taken = self.taken.get(at).copied().unwrap_or(false);
            // What looks like a number and is none is a name: `type 2`.
            let name = token.kind == Kind::Digits && !taken;
            if token.kind != Kind::Word && !name {
                continue;
            }
            self.out.normative |= token.among(&[
                "must",
                "shall",
                "should",
                "required",
                "minimum",
                "maximum",
                "limit",
                "have_to",
                "need_to",
                "required_to",
                "require",
            ]);
            let region = self.regions.get(at).copied().unwrap_or(Region::Subject);
            let asserted = self.verb.is_none_or(|verb| at <= verb + 3);
            self.out.hedged |= asserted && self.role(at, Role::Hedge);
            self.out.hedged |=
                token.is("may") && self.among(at + 1, &["not", "be", "have"]) && !self.allowed(at);
            self.out.once |= self.happens_once(at);
            self.out.symmetric |= self.role(at, Role::Symmetric);
            self.out.greater |= self.role(at, Role::Greater);
            let letter = token.raw.len() == 1 && token.is_capital() && at > 0;
            let empty = token.listed(is_empty) && !letter;
            let only = self.lists.poles(token.key);
            let function = self.role(at, Role::Scope)
                || self.role(at, Role::Negator)
                || self.role(at, Role::Hedge)
                    && !token.text.contains('_')
                    && token.among(&[
                        "might", "perhaps", "possibly", "maybe", "whether", "likely", "would",
                    ]);
            let less = token.is("less") && self.among(at + 2, &["than"]);
            if taken
                || less
                || (empty && !(token.among(&["more", "less", "few"]) && self.compares(at)))
                || (function && only.is_empty() && !token.listed(opens_condition))
                || at < self.frame
            {
                continue;
            }
            let weight = self.weight(at, token, letter);
            let acts = (region == Region::Subject) != passive;
            let pointed = Some(at) == self.verb
                || (region == Region::Scope && self.focused(at))
                || token.text.starts_with("only_")
                || token.is("without");
            let ends = self.verb.is_none() && self.ends(at);
            let attribute = self.role(at, Role::Attribute);
            let opens = token.among(&["without", "against", "unless", "despite"]);
            let word = Word {
                ends,
                attribute,
                opens,
                ..word(self.lists, token, region, weight, acts, pointed)
            };
            self.out.words.push(word);
        }
    }

    /// `may be shared`, `may not be used`: what is allowed, not what is likely.
    fn allowed(&self, at: usize) -> bool {
        let be = self.among(at + 1, &["be"]) || self.among(at + 2, &["be"]);
        be && (at..at + 6).any(|at| {
            self.tokens
                .get(at)
                .is_some_and(|token| token.text.ends_with("ed") || token.text.ends_with("en"))
        })
    }

    /// `more accidents`, `fewer than`: a comparison, no share.
    fn compares(&self, at: usize) -> bool {
        !self.before(at, &["the", "a"]) || self.among(at + 1, &["than"])
    }

    fn weight(&self, at: usize, token: &Token, letter: bool) -> f32 {
        let soft = self.lists.is(token.key, Role::Soft);
        let adverb = token.text.ends_with("ly") && token.text.len() > 4;
        let digit = token.text.bytes().any(|b| b.is_ascii_digit());
        match () {
            () if letter || digit => 2.0,
            () if at > 0 && token.is_capital() && token.raw.chars().count() > 1 => 1.5,
            () if soft => 0.0,
            () if token.listed(opens_condition)
                || token.among(&["next", "last", "another", "other", "previous"]) =>
            {
                0.6
            }
            () if adverb => 0.15,
            () if token.is("first") || crate::quantity::unit(&token.text).is_some() => 0.3,
            () => 1.0,
        }
    }

    /// Whether what follows is a little word, a mark or nothing.
    fn ends(&self, at: usize) -> bool {
        self.tokens.get(at + 1).is_none_or(|next| next.kind != Kind::Word || is_function_word(next))
    }

    /// Whether a word of the focus list stands before the condition that `at` is in.
    fn focused(&self, at: usize) -> bool {
        (at.saturating_sub(3)..at).any(|at| self.role(at, Role::Focus))
    }

    /// `is caused by`: some form of `be`, a participle after it.
    fn passive(&self) -> bool {
        let Some(verb) = self.verb else { return false };
        let be = (verb.saturating_sub(3)..=verb)
            .any(|at| self.among(at, &["is", "are", "was", "were", "be", "been", "being"]));
        let participle = |at: usize| {
            self.tokens.get(at).is_some_and(|token| {
                token.text.ends_with("ed")
                    || token.text.ends_with("en")
                    || token.text.ends_with("wn")
                    || token.among(&[
                        "made", "built", "found", "held", "kept", "led", "lost", "won", "hit",
                        "cut", "set", "fed", "sold", "sent",
                    ])
            })
        };
        let by = self.tokens.iter().skip(verb).any(|token| token.is("by"));
        be && by && (participle(verb) || participle(verb + 1))
    }
}

fn word(
    lists: &'static Lexicon,
    token: &Token,
    region: Region,
    weight: f32,
    acts: bool,
    pointed: bool,
) -> Word {
    let Lexeme { root, bare, .. } = lists.lexeme(&token.text);
    Word {
        text: token.text.replace('_', " ").into(),
        key: token.key,
        meaning: lists.meaning(token.key),
        root,
        bare,
        poles: lists.poles(token.key),
        region,
        weight,
        acts,
        pointed,
        ends: false,
        attribute: false,
        opens: false,
    }
}
