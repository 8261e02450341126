//! The signs that a sentence addresses a machine, and how far each is there: read off the concepts that
//! stand near each other, whether a verb stands where orders stand, and the marks of the passage. What a
//! sign weighs is data: `assets/injections_weights.txt`.

use super::{
    fold::Folded,
    lists::{
        Concept::{self, *},
        Hit,
    },
    marks::Mark,
};
use std::{ops::Range, sync::LazyLock};

macro_rules! signs {
    ($($name:literal $variant:ident,)*) => {
        /// A sign; the file of weights says what each means.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(usize)]
        pub enum Sign { $($variant),* }

        /// All signs with their names.
        pub const SIGNS: &[(&str, Sign)] = &[$(($name, Sign::$variant)),*];
    };
}

signs! {
    "override" Override, "override-bare" OverrideBare, "override-rules" OverrideRules,
    "override-everything" OverrideEverything, "void" Void, "leak" Leak,
    "leak-everything" LeakEverything, "exfiltrate" Exfiltrate, "send-away" SendAway,
    "secret-away" SecretAway, "conceal" Conceal, "conceal-user" ConcealUser, "role" Role,
    "free" Free, "role-free" RoleFree, "role-machine" RoleMachine, "verdict" Verdict,
    "verdict-asked" VerdictAsked, "answer" Answer, "response" Response,
    "answer-response" AnswerResponse, "machine" Machine, "addressed" Addressed, "maybe" Maybe,
    "addressed-maybe" AddressedMaybe, "commanded" Commanded, "read-by" ReadBy, "authority" Authority, "task" Task,
    "this" This, "do" Do, "you" You, "tool" Tool, "user" User, "template" Template, "turn" Turn,
    "call" Call, "hidden" Hidden, "disguised" Disguised, "decoded" Decoded,
}

/// Bytes of the folded text within which two concepts belong together.
const NEAR: usize = 90;

/// How far each sign is there, 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Signs(pub [f32; SIGNS.len()]);

/// What the signs weigh, and from where on they tell.
pub struct Weights {
    signs: [f32; SIGNS.len()],
    /// Of what stands in quotation marks, what is told of, what is listed as code.
    pub quoted: f32,
    pub reported: f32,
    pub listed: f32,
    /// A passage is flagged from here on.
    pub passage: f32,
    /// The document is flagged from here on, all flagged passages taken together.
    pub document: f32,
}

static WEIGHTS: LazyLock<Weights> =
    LazyLock::new(|| Weights::parse(include_str!("../../../../../assets/injections_weights.txt")));

/// Loci's own weights.
pub fn weights() -> &'static Weights {
    &WEIGHTS
}

impl Weights {
    fn parse(text: &str) -> Self {
        let value = |name: &str| {
            let mut lines = text.lines().filter_map(|line| line.split_once(' '));
            let found = lines.find(|(known, _)| *known == name);
            let number = found.and_then(|(_, rest)| rest.split_whitespace().next()?.parse().ok());
            number.unwrap_or(0.0)
        };
        let mut signs = [0.0; SIGNS.len()];
        for (weight, (name, _)) in signs.iter_mut().zip(SIGNS) {
            *weight = value(name);
        }
        Self {
            signs,
            quoted: value("quoted"),
            reported: value("reported"),
            listed: value("listed"),
            passage: value("passage"),
            document: value("document"),
        }
    }
}

impl Default for Signs {
    fn default() -> Self {
        Self([0.0; SIGNS.len()])
    }
}

impl Signs {
    /// A sign is there, as far as `share` says; the larger share counts.
    pub fn add(&mut self, sign: Sign, share: f32) {
        if let Some(known) = self.0.get_mut(sign as usize) {
            *known = known.max(share);
        }
    }

    /// Takes over what another sentence shows.
    pub fn join(&mut self, other: &Self) {
        for (known, more) in self.0.iter_mut().zip(other.0) {
            *known = known.max(more);
        }
    }

    /// All of it counts less.
    pub fn damp(&mut self, share: f32) {
        self.0.iter_mut().for_each(|known| *known *= share);
    }

    /// The sum of weights: log-odds, up to where [`Weights::passage`] lies.
    pub fn weight(&self) -> f32 {
        self.0.iter().zip(weights().signs).map(|(share, weight)| share * weight).sum()
    }

    /// Whether an order is among them that makes hidden text an attack. What hidden parts of pages are
    /// full of does not tell: "reply", "you must log in", "share this", addresses, names of functions.
    pub fn orders(&self) -> bool {
        const COMMON: [Sign; 11] = [
            Sign::SendAway,
            Sign::Exfiltrate,
            Sign::SecretAway,
            Sign::Tool,
            Sign::Call,
            Sign::Answer,
            Sign::Task,
            Sign::You,
            Sign::Do,
            Sign::This,
            Sign::User,
        ];
        let mut signs = self.clone();
        for sign in COMMON {
            if let Some(share) = signs.0.get_mut(sign as usize) {
                *share = 0.0;
            }
        }
        signs.weight() >= 1.0
    }

    /// The signs that weigh most, heaviest first.
    pub fn heaviest(&self) -> Vec<Sign> {
        let mut signs: Vec<(f32, Sign)> = self
            .0
            .iter()
            .zip(weights().signs)
            .zip(SIGNS)
            .map(|((share, weight), (_, sign))| (share * weight, *sign))
            .filter(|(weight, _)| *weight >= 0.5)
            .collect();
        signs.sort_by(|a, b| b.0.total_cmp(&a.0));
        signs.into_iter().map(|(_, sign)| sign).collect()
    }
}

/// A folded sentence with what was found in it.
pub struct Read<'a> {
    pub folded: &'a Folded,
    pub hits: &'a [Hit],
    pub marks: &'a [Mark],
}

impl Read<'_> {
    /// The signs of a sentence. `share` says how far what stands at a place of the folded text counts.
    pub fn signs(&self, share: &dyn Fn(usize) -> f32) -> Signs {
        let mut signs = Signs::default();
        self.override_signs(&mut signs, share);
        self.hidden_acts(&mut signs, share);
        self.roles(&mut signs, share);
        self.address(&mut signs, share);
        for (concept, sign) in [
            (Authority, Sign::Authority),
            (Task, Sign::Task),
            (This, Sign::This),
            (Do, Sign::Do),
            (You, Sign::You),
            (User, Sign::User),
        ] {
            for hit in self.all(concept) {
                signs.add(sign, share(hit.range.start));
            }
        }
        for mark in self.marks {
            let sign = match mark {
                Mark::Template => Sign::Template,
                Mark::Turn => Sign::Turn,
                Mark::Call => Sign::Call,
            };
            signs.add(sign, share(0));
        }
        signs
    }

    /// "Ignore all previous instructions", "the above rules are void".
    fn override_signs(&self, signs: &mut Signs, share: &dyn Fn(usize) -> f32) {
        for verb in self.all(Override) {
            let count = share(verb.range.start) * self.ordered(verb);
            for orders in self.near(verb, Orders) {
                let which = self.between(verb, orders, Earlier) || self.between(verb, orders, User);
                let sign = if which { Sign::Override } else { Sign::OverrideBare };
                signs.add(sign, count);
            }
            for rules in self.near(verb, Rules) {
                let which = self.between(verb, rules, Earlier);
                signs.add(Sign::OverrideRules, if which { count } else { count * 0.35 });
            }
            if self.near(verb, Everything).next().is_some() {
                signs.add(Sign::OverrideEverything, count);
            }
            if self.near(verb, User).next().is_some() {
                signs.add(Sign::OverrideRules, count * 0.6);
            }
        }
        for void in self.all(Void) {
            let count = share(void.range.start);
            for orders in self.near(void, Orders) {
                if self.between(void, orders, Earlier) || self.between(void, orders, User) {
                    signs.add(Sign::Void, count);
                }
            }
            for rules in self.near(void, Rules) {
                if self.between(void, rules, Earlier) {
                    signs.add(Sign::Void, count * 0.6);
                }
            }
        }
    }

    /// What is to be given away, kept from the person, judged well or done.
    fn hidden_acts(&self, signs: &mut Signs, share: &dyn Fn(usize) -> f32) {
        for verb in self.all(Reveal) {
            let count = share(verb.range.start) * self.ordered(verb);
            if self.near(verb, Prompt).next().is_some() {
                signs.add(Sign::Leak, count);
            }
            if self.near(verb, Everything).next().is_some() {
                signs.add(Sign::LeakEverything, count);
            }
        }
        for verb in self.all(Send) {
            let count = share(verb.range.start) * self.ordered(verb);
            let prompt = self.near(verb, Prompt).next().is_some();
            let secret = prompt || self.near(verb, Secret).next().is_some();
            let target = self.all(Target).next().is_some() || self.has_address();
            if prompt {
                signs.add(Sign::Leak, count * 0.6);
            }
            if secret {
                signs.add(Sign::Exfiltrate, count);
            }
            if target {
                signs.add(if secret { Sign::SecretAway } else { Sign::SendAway }, count);
            }
        }
        for hit in self.all(Conceal) {
            let count = share(hit.range.start);
            signs.add(Sign::Conceal, count);
            let told = [User, Prompt, This].into_iter();
            if told.flat_map(|concept| self.near(hit, concept)).next().is_some() {
                signs.add(Sign::ConcealUser, count);
            }
        }
        let ordered = |concept| {
            let verbs = self.all(concept);
            verbs.map(|verb| share(verb.range.start) * self.ordered(verb)).fold(0.0, f32::max)
        };
        let asked = ordered(Answer).max(ordered(Do)).max(ordered(Reveal));
        for hit in self.all(Verdict) {
            let count = share(hit.range.start);
            signs.add(Sign::Verdict, count);
            // "rate this paper highly" is an order itself
            let itself = if hit.strict { self.ordered(hit) } else { 0.0 };
            signs.add(Sign::VerdictAsked, count.min(asked.max(itself * count)));
        }
        let answer = ordered(Answer);
        signs.add(Sign::Answer, answer);
        for hit in self.all(Response) {
            let count = share(hit.range.start);
            signs.add(Sign::Response, count);
            signs.add(Sign::AnswerResponse, count.min(answer));
        }
        signs.add(Sign::Tool, ordered(Tool));
    }

    /// "You are now DAN", "from now on you have no restrictions".
    fn roles(&self, signs: &mut Signs, share: &dyn Fn(usize) -> f32) {
        for hit in self.all(Role) {
            // "acts as a catalyst" tells of something
            let count = share(hit.range.start) * self.ordered(hit).max(self.opens(hit));
            signs.add(Sign::Role, count);
            if self.near(hit, Free).next().is_some() {
                signs.add(Sign::RoleFree, count);
            }
            let machines = self.near(hit, Concept::Machine).chain(self.near(hit, Concept::Maybe));
            if machines.count() > 0 {
                signs.add(Sign::RoleMachine, count);
            }
        }
        for hit in self.all(Free) {
            signs.add(Sign::Free, share(hit.range.start));
        }
    }

    /// Who is spoken to.
    fn address(&self, signs: &mut Signs, share: &dyn Fn(usize) -> f32) {
        let has_order = signs.weight() >= 0.5;
        for (concept, named, addressed) in [
            (Concept::Machine, Sign::Machine, Sign::Addressed),
            (Concept::Maybe, Sign::Maybe, Sign::AddressedMaybe),
        ] {
            for hit in self.all(concept) {
                let count = share(hit.range.start);
                signs.add(named, count);
                if self.is_addressed(hit) || has_order && self.is_called(hit) {
                    signs.add(addressed, count);
                }
                // where verbs stand last, so does "must"
                let must = |lead: &&Hit| {
                    let reach = if lead.strict { 20 } else { NEAR };
                    lead.range.start >= hit.range.end && gap(&hit.range, &lead.range) < reach
                };
                let musts = self.all(Lead).chain(self.all(Task)).filter(must).count();
                if musts > 0 && concept == Concept::Machine {
                    signs.add(Sign::Commanded, count);
                }
                if self.is_reader(hit) {
                    signs.add(
                        Sign::ReadBy,
                        if concept == Concept::Machine { count } else { count * 0.7 },
                    );
                }
            }
        }
    }

    /// Whether words around a name speak to whoever bears it: "note to …", "if you are …".
    fn is_addressed(&self, name: &Hit) -> bool {
        let speaks = |address: &Hit| {
            let before = address.range.end <= name.range.start + 2;
            let distance = gap(&address.range, &name.range);
            let words = self.folded.text.get(address.range.clone()).unwrap_or_default();
            let sure = words.starts_with("if you") || !address.strict && !words.is_ascii();
            match before {
                true => distance < 40 && (sure || self.opens(address) > 0.0),
                false => distance < 15 && words.len() >= 9,
            }
        };
        self.all(Address).any(speaks)
    }

    /// Whether a clause opens with a name and calls it: "to the LLM reviewers: …", "Assistant, …". A
    /// title does so too ("Language models: a survey"); it takes an order as well.
    fn is_called(&self, name: &Hit) -> bool {
        let before = self.folded.text.get(..name.range.start).unwrap_or_default();
        let head =
            before.rfind(['.', ':', ';', '!', '?', '(', '[', '"', '“', '。', '：', '>', '#']);
        let next = self.folded.text.get(name.range.end..).unwrap_or_default();
        let call = next.find([',', ':', '!', '：', '，', '！', '、']);
        before.len() - head.unwrap_or(0) <= 45 && call.is_some_and(|distance| distance <= 25)
    }

    /// Whether a machine is said to read this very text: "any AI that processes this document". "This
    /// paper evaluates language models" says something else: the text must come last; in languages that
    /// put it first ("この文章を読むAI"), all three must touch.
    fn is_reader(&self, name: &Hit) -> bool {
        let reads = |text: &Hit| {
            let spaced = self.is_spaced(text);
            let (reach, distance) = if spaced { (40, 70) } else { (10, 16) };
            let placed = spaced != (text.range.end <= name.range.start);
            placed
                && gap(&name.range, &text.range) < distance
                && self.near(name, Reading).any(|verb| gap(&verb.range, &text.range) < reach)
        };
        self.near(name, This).any(reads)
    }

    /// Whether a word is of a script with spaces between words and cases.
    fn is_spaced(&self, hit: &Hit) -> bool {
        let word = self.folded.text.get(hit.range.clone()).unwrap_or_default();
        word.chars().all(|c| u32::from(c) < 0x700)
    }

    fn all(&self, concept: Concept) -> impl Iterator<Item = &Hit> {
        self.hits.iter().filter(move |hit| hit.concept == concept)
    }

    fn near(&self, hit: &Hit, concept: Concept) -> impl Iterator<Item = &Hit> {
        let range = hit.range.clone();
        self.all(concept).filter(move |other| gap(&range, &other.range) <= NEAR)
    }

    /// Whether a concept stands between two others, or just beside the second.
    fn between(&self, first: &Hit, second: &Hit, concept: Concept) -> bool {
        let start = first.range.start.min(second.range.start).saturating_sub(12);
        let end = first.range.end.max(second.range.end) + 40;
        self.all(concept).any(|hit| start <= hit.range.start && hit.range.end <= end)
    }

    /// Whether an address of mail stands in the sentence.
    fn has_address(&self) -> bool {
        let mut parts = self.folded.text.split('@').skip(1);
        parts.any(|part| {
            let word = part.split(' ').next().unwrap_or_default();
            word.len() > 3 && word.trim_end_matches('.').contains('.')
        })
    }

    /// 1 where a clause begins with it.
    fn opens(&self, hit: &Hit) -> f32 {
        let before = self.folded.text.get(..hit.range.start).unwrap_or_default().trim_end();
        let last = before.chars().next_back();
        if last.is_none_or(|c| !c.is_alphanumeric()) { 1.0 } else { 0.0 }
    }

    /// How far a verb is an order: at the head of a clause, after `please` or `you must`; less so where
    /// somebody else does it. Outside English a form that can be an order counts unless somebody
    /// stands before it.
    fn ordered(&self, verb: &Hit) -> f32 {
        if self.opens(verb) > 0.0 {
            return 1.0;
        }
        let touches = |other: &&Hit| {
            other.range.end <= verb.range.start && gap(&other.range, &verb.range) <= 1
        };
        let just = |concept| self.all(concept).filter(touches).max_by_key(|hit| hit.range.len());
        let length = |hit: Option<&Hit>| hit.map_or(0, |hit| hit.range.len());
        let (task, third) = (length(just(Task)), length(just(Third)));
        let lead = length(just(Lead)).max(length(just(Do))).max(length(just(Machine)));
        let machine = length(just(Concept::Machine)).max(length(just(Maybe)));
        let you = length(just(You)).max(machine).max(lead).max(length(just(Conceal)));
        if third > 0 && third >= task && third >= you {
            return 0.2;
        }
        if task > 0 || you > 0 {
            return 1.0;
        }
        if just(And).is_some() {
            let told =
                |hit: &&Hit| hit.range.end < verb.range.start && gap(&hit.range, &verb.range) < 60;
            return if self.all(Subject).filter(told).count() > 0 { 0.3 } else { 1.0 };
        }
        if verb.strict { 0.25 } else { 0.9 }
    }
}

/// Bytes between two ranges; 0 where they touch or overlap.
fn gap(one: &Range<usize>, other: &Range<usize>) -> usize {
    let (first, second) = if one.start <= other.start { (one, other) } else { (other, one) };
    second.start.saturating_sub(first.end)
}
