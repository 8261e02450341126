//! What of a statement is denied, of how many it speaks, and which of its quantities are conditions.

use crate::{
    function_words::is_empty,
    lexicon::Role,
    parse::Parse,
    reader::Measured,
    statement::{BARE, NEARLY, Region, Share, Told},
    tokens::{Kind, Token},
};

impl Parse<'_> {
    pub fn read_shares_and_denials(&mut self) {
        let mut share: Option<Share> = None;
        for at in 0..self.tokens.len() {
            let Some(token) = self.tokens.get(at) else { break };
            if token.kind != Kind::Word || self.taken.get(at).copied().unwrap_or(false) {
                continue;
            }
            let region = self.regions.get(at).copied().unwrap_or(Region::Subject);
            if let Some(told) = self.share_of(at, region) {
                let denied = self.before(at, &["not"]);
                let told = match denied {
                    true => Share::told(0.0, 1.0 - NEARLY).denied_if(told),
                    false => told,
                };
                share.get_or_insert(told);
                continue;
            }
            if region == Region::Scope && !self.negates_whole(at) {
                continue;
            }
            // "Ice is less dense than water" denies that it is denser.
            let less = token.is("less") && self.among(at + 2, &["than"]);
            if less || self.role(at, Role::Negator) && !self.skips_negator(at) {
                let target = self.target(at);
                self.out.denied.push(target);
            }
        }
        self.out.share = share.unwrap_or(BARE);
    }

    fn negates_whole(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.text.ends_with("_that"))
    }

    /// What share a word tells, if any.
    fn share_of(&self, at: usize, region: Region) -> Option<Share> {
        let token = self.tokens.get(at)?;
        let part = self.before(at, &["only"]) || self.before(at, &["just"]);
        let counts = self.taken.get(at + 1).copied().unwrap_or(false);
        let scoped = region == Region::Scope;
        let subject = region == Region::Subject;
        Some(match token.text.as_str() {
            "all" | "every" | "each" | "both" | "everyone" | "everybody" | "everything"
                if !scoped
                    && (!counts || token.is("all"))
                    && !self.among(at + 1, &["of"]) | !scoped =>
            {
                Share::told(1.0, 1.0)
            }
            "always" => Share::told(1.0, 1.0),
            "most" if !scoped && !self.before(at, &["the"]) => Share::told(0.501, 1.0),
            "majority" if !scoped => Share::told(0.501, 1.0),
            "minority" if !scoped => Share::told(0.0, 0.499),
            "usually" | "generally" | "normally" | "typically" | "mostly" => {
                Share::told(0.501, 1.0)
            }
            "many" if !scoped => Share::told(0.2, 1.0),
            "often" | "frequently" => Share::told(0.3, 1.0),
            "some" | "several" | "sometimes" | "occasionally" => Share::told(NEARLY, 1.0),
            "few" if self.before(at, &["a"]) => Share::told(NEARLY, 1.0),
            "few" if !scoped => Share::told(0.0, 0.4),
            "rarely" | "seldom" | "hardly" | "scarcely" => Share::told(0.0, 0.25),
            "never" | "neither" => Share::told(0.0, 0.0),
            "none" | "nothing" | "nobody" => Share::told(0.0, 0.0),
            "no" if subject && !self.existential() => Share::told(0.0, 0.0),
            "one" if part && self.among(at + 1, &["of"]) => Share::told(NEARLY, 1.0 - NEARLY),
            _ => return None,
        })
    }

    /// `There is no …`: what is denied is that it is there.
    fn existential(&self) -> bool {
        self.tokens.iter().take(4).any(|token| token.is("there"))
    }

    /// `not only`, `whether or not`, `no more than`: nothing is denied.
    fn skips_negator(&self, at: usize) -> bool {
        self.among(
            at + 1,
            &[
                "only",
                "just",
                "merely",
                "all",
                "every",
                "always",
                "both",
                "everyone",
                "necessarily",
            ],
        ) || self.before(at, &["or", "nor"])
            || self.taken.get(at + 1).copied().unwrap_or(false)
                && self.among(at, &["no", "not"])
                && self.among(at + 1, &["more", "less", "fewer", "later"])
    }

    /// The word that is denied, by its place among the words: the next that carries meaning.
    fn target(&self, at: usize) -> Option<usize> {
        if self.tokens.get(at).is_some_and(|token| {
            token.text.starts_with("no_evidence") || token.text.ends_with("_that")
        }) {
            return None;
        }
        let token = self.tokens.get(at + 1..)?;
        let next = token.iter().find(|next| {
            next.kind == Kind::Word
                && self.out.words.iter().any(|word| word.key == next.key && word.weight > 0.3)
        })?;
        self.out.words.iter().position(|word| word.key == next.key)
    }

    pub fn read_quantities(&mut self) {
        let verb = self.verb.unwrap_or(usize::MAX);
        for Measured { quantity, at } in std::mem::take(&mut self.quantities) {
            let next = self.tokens.get(at.end..).unwrap_or_default();
            let counted =
                next.iter().find(|token| token.kind == Kind::Word && !token.listed(is_empty));
            let counted = counted.map_or(0, |token| self.lists.meaning(token.key));
            let region = self.regions.get(at.start).copied().unwrap_or(Region::Subject);
            let measured = quantity.dimension.of != 0;
            let condition = match region {
                Region::Subject => {
                    measured
                        && at.start > 0
                        && self
                            .tokens
                            .get(at.end)
                            .is_some_and(|token| token.kind == Kind::Word && !token.among(&["of"]))
                }
                Region::Predicate => false,
                Region::Scope => at.start < verb || !self.measures(at.start),
            };
            let written: Vec<&str> =
                self.tokens.get(at).unwrap_or_default().iter().map(Token::shown).collect();
            let written = written.join(" ").into();
            let scoped = region == Region::Scope;
            self.out.quantities.push(Told { quantity, counted, scoped, condition, written });
        }
    }

    /// Whether a quantity after a preposition is what the sentence tells: the verb stands right before
    /// it, as in `boils at 100 °C`.
    fn measures(&self, at: usize) -> bool {
        let Some(opens) = (at.saturating_sub(4)..at).rev().find(|at| self.opens_scope(*at)) else {
            return true;
        };
        if self.among(opens, &["by", "for", "from"]) {
            return true;
        }
        let before = opens.checked_sub(1);
        before.is_some_and(|before| {
            Some(before) == self.verb
                || self.role(before, Role::Verb)
                || self
                    .tokens
                    .get(before)
                    .is_some_and(|token| token.text.ends_with("ly") || token.text.ends_with("ed"))
        })
    }
}
