//! Whether two statements can hold together. Precision comes first: a contradiction is told only where
//! both speak of the same subject, with the same conditions, and one thing alone turns them round; where
//! more than that differs they are unrelated.
//!
//! The words are aligned one by one (stem, meaning, root, opposite). What stays alone on both sides makes
//! them speak of different things. Denials and opposites each turn a statement round: an odd number of
//! turns between the two is a contradiction, an even number none.

use crate::{
    lexicon::CHANGE,
    quantity::{Bound, Relation},
    reader::Dated,
    statement::{Region, Share, Statement, Told, Word},
};

/// What two statements are at odds about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Conflict {
    /// One denies what the other says.
    Negation,
    /// Numbers or measures.
    Number,
    /// When it happened.
    Date,
    /// Words that exclude each other.
    Antonym,
    /// More against less.
    Direction,
    /// All, some, none.
    Quantifier,
    /// Which of two is more, or comes first.
    Order,
}

impl Conflict {
    /// In words.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Negation => "one denies it",
            Self::Number => "different numbers",
            Self::Date => "different dates",
            Self::Antonym => "opposites",
            Self::Direction => "opposite direction",
            Self::Quantifier => "different shares",
            Self::Order => "opposite order",
        }
    }

    /// How sure it is where every word agrees; from the rows that the rules were written with.
    const fn sureness(self) -> f32 {
        match self {
            Self::Number | Self::Negation | Self::Direction => 0.90,
            Self::Date | Self::Quantifier => 0.85,
            Self::Antonym | Self::Order => 0.80,
        }
    }
}

/// What comparing two statements tells.
#[derive(Clone, Debug, PartialEq)]
pub enum Comparison {
    /// They cannot both hold.
    Contradicts {
        /// About what.
        kind: Conflict,
        /// 0 to 1.
        confidence: f32,
        /// In words: "opposite direction: increased / decreased".
        because: String,
    },
    /// They say the same, or one says it in more detail.
    Agrees {
        /// 0 to 1.
        confidence: f32,
    },
    /// Neither.
    Unrelated,
}

/// Two words that stand for each other.
#[derive(Clone, Copy, Debug)]
struct Pair {
    a: usize,
    b: usize,
    turn: Turn,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Turn {
    None,
    /// `effective`, `ineffective`.
    Prefix,
    /// Opposites on an axis.
    Opposite(u16),
    /// One says that nothing changes.
    Still,
}

/// Weight up to which words that stand alone make no other thing of a statement.
pub(crate) const LIGHT: f32 = 0.3;
/// Share of the longer statement's weight that must be matched for a contradiction, for agreement: what
/// is only said in more detail may be said of something else.
const CONTRADICTS_LONGER: f32 = 0.60;
const AGREES_LONGER: f32 = 0.80;

/// Compares two statements. The order of the two changes nothing but the order of words in `because`.
pub fn compare(a: &Statement, b: &Statement) -> Comparison {
    if !(a.fit && b.fit) {
        return Comparison::Unrelated;
    }
    if a.whole == b.whole {
        return Comparison::Agrees { confidence: 1.0 };
    }
    if a.bits & b.bits == 0 {
        return Comparison::Unrelated;
    }
    Match::new(a, b).judge()
}

struct Match<'a> {
    a: &'a Statement,
    b: &'a Statement,
    pairs: Vec<Pair>,
    /// Words that stand alone.
    alone_a: Vec<usize>,
    alone_b: Vec<usize>,
}

impl<'a> Match<'a> {
    fn new(a: &'a Statement, b: &'a Statement) -> Self {
        let (mut free_a, mut free_b) = (vec![true; a.words.len()], vec![true; b.words.len()]);
        let mut pairs = Vec::with_capacity(a.words.len().min(b.words.len()));
        let passes: [fn(&Word, &Word) -> Option<Turn>; 4] = [
            |a, b| (a.key == b.key).then_some(Turn::None),
            |a, b| (a.meaning == b.meaning || a.root == b.root).then_some(Turn::None),
            prefixed,
            opposed,
        ];
        for pass in passes {
            for (at, word) in a.words.iter().enumerate() {
                if !free_a.get(at).copied().unwrap_or(false) {
                    continue;
                }
                let fits =
                    |(other, free): (&Word, &bool)| free.then(|| pass(word, other)).flatten();
                let mut found = b.words.iter().zip(&free_b).enumerate();
                let best = found.find_map(|(other, pair)| fits(pair).map(|turn| (other, turn)));
                if let Some((other, turn)) = best {
                    pairs.push(Pair { a: at, b: other, turn });
                    free_a
                        .get_mut(at)
                        .into_iter()
                        .chain(free_b.get_mut(other))
                        .for_each(|free| *free = false);
                }
            }
        }
        let alone = |free: Vec<bool>| -> Vec<usize> {
            free.into_iter().enumerate().filter_map(|(at, free)| free.then_some(at)).collect()
        };
        Self { a, b, pairs, alone_a: alone(free_a), alone_b: alone(free_b) }
    }

    fn judge(mut self) -> Comparison {
        let turns = self.take_turns();
        let matched = self.matched();
        let (lone_a, lone_b) = (weight(self.a, &self.alone_a), weight(self.b, &self.alone_b));
        let strangers = matched < 1.0 || (lone_a > LIGHT && lone_b > LIGHT);
        if strangers || self.a.hedged != self.b.hedged {
            return Comparison::Unrelated;
        }
        let Some(numbers) = self.numbers() else { return Comparison::Unrelated };
        let turned = turns.len() % 2 == 1;
        let other = if turned { self.b.share.denied() } else { self.b.share };
        let found = Difference {
            shares: self.a.share.apart(other),
            still: !turned && turns.iter().any(|(_, turn)| *turn == Turn::Still),
            turns,
            numbers,
            dates: self.dates(),
            swapped: self.swapped(),
        };
        let longer = matched / (matched + lone_a.max(lone_b));
        if found.any() {
            let kind = self.kind(&found).filter(|kind| {
                longer >= CONTRADICTS_LONGER && !numbers.conditional && self.same_conditions(*kind)
            });
            return kind.map_or(Comparison::Unrelated, |kind| Comparison::Contradicts {
                kind,
                confidence: kind.sureness() * (0.5 + 0.5 * longer),
                because: self.because(kind, &found),
            });
        }
        let opens = |statement: &Statement, alone: &[usize]| {
            alone.iter().filter_map(|at| statement.words.get(*at)).any(|word| word.opens)
        };
        let conditional = opens(self.a, &self.alone_a) || opens(self.b, &self.alone_b);
        let other_things = turned || conditional || found.vague();
        if other_things
            || (longer < AGREES_LONGER && !self.goes_on())
            || shares_differ(self.a.share, other)
            || !self.in_one_order()
            || !self.same_details()
        {
            return Comparison::Unrelated;
        }
        Comparison::Agrees { confidence: (0.55 + 0.4 * longer).min(0.95) }
    }

    /// What turns one statement against the other. Opposites that are no part of what is said (in the
    /// subject, in a condition) are parted again: they make two different things of it.
    fn take_turns(&mut self) -> Vec<Turned> {
        let mut turns: Vec<Turned> = Vec::new();
        let mut kept = Vec::with_capacity(self.pairs.len());
        for pair in std::mem::take(&mut self.pairs) {
            let (Some(one), Some(two)) = (self.a.words.get(pair.a), self.b.words.get(pair.b))
            else {
                continue;
            };
            let says = |word: &Word| word.region == Region::Predicate || word.pointed || word.ends;
            if pair.turn != Turn::None && !(says(one) && says(two)) {
                self.alone_a.push(pair.a);
                self.alone_b.push(pair.b);
                continue;
            }
            if pair.turn != Turn::None {
                turns.push((Some(pair), pair.turn));
            }
            kept.push(pair);
        }
        self.pairs = kept;
        let denials = self.denials(self.a, |pair| pair.a) + self.denials(self.b, |pair| pair.b);
        turns.extend((0..denials).map(|_| (None, Turn::None)));
        turns
    }

    /// Denials of words that the other statement has too. What only one has can be denied without
    /// touching the other.
    fn denials(&self, statement: &Statement, side: fn(&Pair) -> usize) -> usize {
        let shared = |target: &Option<usize>| match target {
            Some(target) => {
                let light = statement.words.get(*target).is_some_and(|word| word.weight < 0.5);
                light || self.pairs.iter().any(|pair| side(pair) == *target)
            }
            None => true,
        };
        statement.denied.iter().filter(|target| shared(target)).count()
    }

    fn matched(&self) -> f32 {
        let weight = |pair: &Pair| {
            let (one, two) = (self.a.words.get(pair.a), self.b.words.get(pair.b));
            one.zip(two).map_or(0.0, |(one, two)| one.weight.max(two.weight))
        };
        // The words that turn are what is said, not what it is said of.
        self.pairs.iter().filter(|pair| pair.turn == Turn::None).map(weight).sum::<f32>()
    }

    /// Whether actor and target have changed places.
    fn swapped(&self) -> bool {
        if self.a.symmetric || self.b.symmetric {
            return false;
        }
        let (mut same, mut crossed) = (0.0, (0.0, 0.0));
        for pair in &self.pairs {
            let (Some(one), Some(two)) = (self.a.words.get(pair.a), self.b.words.get(pair.b))
            else {
                continue;
            };
            let counts = |word: &Word| {
                let compares = word.poles.iter().any(|pole| pole.axis == CHANGE);
                word.weight >= 1.0 && word.region != Region::Scope && !word.pointed && !compares
            };
            if !(counts(one) && counts(two)) {
                continue;
            }
            match (one.acts, two.acts) {
                (true, false) => crossed.0 += one.weight,
                (false, true) => crossed.1 += one.weight,
                _ => same += one.weight,
            }
        }
        crossed.0 > 0.0 && crossed.1 > 0.0 && crossed.0 + crossed.1 >= same
    }

    /// Whether the words that both have follow one another in the same way, but for one part that may stand
    /// first in one and last in the other; or in another way that leaves to each what it does: "men more
    /// than women" is not "women more than men".
    fn in_one_order(&self) -> bool {
        // where a word of the frame stands says nothing
        let heavy = |it: &&Pair| self.a.words.get(it.a).is_some_and(|word| word.weight > LIGHT);
        let pairs = self.pairs.iter().filter(heavy);
        let mut pairs: Vec<(usize, usize)> = pairs.map(|it| (it.a, it.b)).collect();
        pairs.sort_unstable();
        let back =
            pairs.iter().zip(pairs.iter().skip(1)).filter(|(one, two)| two.1 < one.1).count();
        let ends = pairs.first().zip(pairs.last());
        let turned = back == 1 && ends.is_some_and(|(first, last)| last.1 < first.1);
        let roles = |pair: &Pair| {
            let words = self.a.words.get(pair.a).zip(self.b.words.get(pair.b));
            words.is_some_and(|(one, two)| one.pointed || two.pointed || one.acts == two.acts)
        };
        let short = self.pairs.len() <= 4 && !(self.a.greater || self.b.greater);
        back == 0 || turned || (short && self.pairs.iter().all(roles))
    }

    /// Whether one says all that the other says, and then more.
    fn goes_on(&self) -> bool {
        let after =
            |alone: &[usize], pairs: usize| alone.first().is_none_or(|first| *first >= pairs);
        let pairs = self.pairs.len();
        match (self.alone_a.is_empty(), self.alone_b.is_empty()) {
            (true, _) => after(&self.alone_b, pairs),
            (_, true) => after(&self.alone_a, pairs),
            _ => false,
        }
    }

    /// Whether both have as many quantities, the same dates, and deny as much.
    fn same_details(&self) -> bool {
        let details = |it: &Statement| (it.quantities.len(), it.normative);
        let denied =
            |it: &Statement, side: fn(&Pair) -> usize| self.denials(it, side) == it.denied.len();
        details(self.a) == details(self.b)
            && self.dates() == Times::Same
            && denied(self.a, |pair| pair.a)
            && denied(self.b, |pair| pair.b)
    }

    /// How the quantities relate. `None` where they speak of different conditions.
    fn numbers(&self) -> Option<Numbers> {
        let (a, b) = (&self.a.quantities, &self.b.quantities);
        // Every two that may be the same quantity; those that agree are taken first.
        let mut candidates: Vec<(Relation, usize, usize)> = Vec::new();
        for (at, one) in a.iter().enumerate() {
            for (index, two) in b.iter().enumerate() {
                candidates.extend(self.relation(one, two).map(|relation| (relation, at, index)));
            }
        }
        candidates
            .sort_by_key(|(relation, at, index)| (*relation, at.abs_diff(*index), at + index));
        let (mut free_a, mut free_b) = (vec![true; a.len()], vec![true; b.len()]);
        let mut found = Numbers::default();
        for (relation, at, index) in candidates {
            let (Some(one), Some(two)) = (free_a.get_mut(at), free_b.get_mut(index)) else {
                continue;
            };
            if !(*one && *two) {
                continue;
            }
            (*one, *two) = (false, false);
            let condition =
                [a.get(at), b.get(index)].into_iter().flatten().any(|told| told.condition);
            match relation {
                Relation::Same => {}
                Relation::Compatible => found.compatible = true,
                Relation::Apart if condition || found.apart => return None,
                Relation::Apart => (found.apart, found.which) = (true, Some((at, index))),
            }
        }
        if found.apart && found.compatible {
            return None;
        }
        let lone = |told: &[Told], free: &[bool]| -> Vec<bool> {
            told.iter().zip(free).filter(|(_, free)| **free).map(|(told, _)| told.scoped).collect()
        };
        let (lone_a, lone_b) = (lone(a, &free_a), lone(b, &free_b));
        found.compatible |= !lone_a.is_empty() && !lone_b.is_empty();
        found.conditional = lone_a.into_iter().chain(lone_b).any(|scoped| scoped);
        Some(found)
    }

    /// How two quantities relate; `None` where they are of different things.
    fn relation(&self, one: &Told, two: &Told) -> Option<Relation> {
        let dimension = one.quantity.dimension;
        let only = |list: &[Told]| {
            list.iter().filter(|told| told.quantity.dimension == dimension).count() == 1
        };
        let counted =
            one.counted == two.counted || (only(&self.a.quantities) && only(&self.b.quantities));
        let same = two.quantity.dimension == dimension;
        if !same || !(dimension.of != 0 || counted) {
            return None;
        }
        let relation = one.quantity.relate(&two.quantity);
        // Two different least lengths can both be kept to, but not both be the rule.
        let bounded = matches!(one.quantity.bound, Bound::AtLeast | Bound::AtMost);
        let rule = self.a.normative
            && self.b.normative
            && bounded
            && one.quantity.bound == two.quantity.bound;
        Some(if rule && relation == Relation::Compatible { Relation::Apart } else { relation })
    }

    fn dates(&self) -> Times {
        let (a, b) = (&self.a.dates, &self.b.dates);
        if a.is_empty() && b.is_empty() {
            return Times::Same;
        }
        if a.is_empty() || b.is_empty() {
            return Times::OneSided;
        }
        let within = |few: &[Dated], many: &[Dated]| {
            few.iter().all(|one| many.iter().any(|two| one.meets(two)))
        };
        if within(a, b) || within(b, a) {
            return Times::Same;
        }
        if a.len() == 1 && b.len() == 1 && self.a.once && self.b.once {
            Times::Apart
        } else {
            Times::Other
        }
    }

    /// What the conflict is about; `None` where more than one thing differs.
    fn kind(&self, found: &Difference) -> Option<Conflict> {
        let Difference { turns, numbers, dates, .. } = found;
        if found.swapped {
            let plain =
                !numbers.apart && *dates != Times::Apart && turns.is_empty() && !found.shares;
            return (plain && self.a.greater && self.b.greater).then_some(Conflict::Order);
        }
        if found.shares || found.still {
            // Another number or date beside a turn: two different findings.
            let others = numbers.apart || numbers.compatible;
            if others || matches!(dates, Times::Apart | Times::Other) {
                return None;
            }
            let opposite = turns.iter().find_map(|(_, turn)| match turn {
                Turn::Opposite(CHANGE) | Turn::Still => Some(Conflict::Direction),
                Turn::Opposite(_) => Some(Conflict::Antonym),
                _ => None,
            });
            let told = (self.a.share.told || self.b.share.told) && turns.is_empty();
            return Some(opposite.unwrap_or(if told {
                Conflict::Quantifier
            } else {
                Conflict::Negation
            }));
        }
        match (numbers.apart, dates) {
            _ if turns.len() % 2 == 1 => None,
            (true, Times::Apart | Times::Other) => None,
            (true, _) => Some(Conflict::Number),
            (_, Times::Apart) => Some(Conflict::Date),
            _ => None,
        }
    }

    /// Whether nothing that only one has makes it speak of other conditions, and both hold at a time.
    fn same_conditions(&self, kind: Conflict) -> bool {
        let disjoint =
            |from: Option<i32>, to: Option<i32>| from.zip(to).is_some_and(|(from, to)| to < from);
        let (a, b) = (self.a.holds, self.b.holds);
        if kind != Conflict::Date && (disjoint(a.0, b.1) || disjoint(b.0, a.1)) {
            return false;
        }
        if kind != Conflict::Date
            && self.dates() == Times::OneSided
            && !(self.a.once || self.b.once)
        {
            return false;
        }
        let plain = |statement: &Statement, alone: &[usize]| {
            alone.iter().filter_map(|at| statement.words.get(*at)).all(|word| {
                word.weight <= LIGHT
                    || word.attribute
                    || (word.region == Region::Predicate && word.weight <= 1.0)
            })
        };
        plain(self.a, &self.alone_a) && plain(self.b, &self.alone_b)
    }

    fn because(&self, kind: Conflict, found: &Difference) -> String {
        let (turns, numbers) = (&found.turns, found.numbers.which);
        let pair = turns.iter().find_map(|(pair, _)| *pair);
        let words = pair.and_then(|pair| self.a.words.get(pair.a).zip(self.b.words.get(pair.b)));
        match (kind, words, numbers) {
            (Conflict::Direction | Conflict::Antonym | Conflict::Negation, Some((one, two)), _) => {
                format!("{}: {} / {}", kind.as_str(), one.text, two.text)
            }
            (Conflict::Negation, None, _) => {
                let target = |statement: &Statement| {
                    let at = statement.denied.iter().flatten().next().copied();
                    at.and_then(|at| statement.words.get(at)).map(|word| word.text.to_string())
                };
                let target = target(self.a).or_else(|| target(self.b)).unwrap_or_default();
                if target.is_empty() {
                    kind.as_str().to_owned()
                } else {
                    format!("one denies: {target}")
                }
            }
            (Conflict::Number, _, Some((one, two))) => {
                let told = self.a.quantities.get(one).zip(self.b.quantities.get(two));
                told.map_or_else(String::new, |(one, two)| {
                    format!("{}: {} / {}", kind.as_str(), one.written, two.written)
                })
            }
            _ => kind.as_str().to_owned(),
        }
    }
}

/// A turn, with the words that make it where there are two.
type Turned = (Option<Pair>, Turn);

/// Everything in which two statements of one subject differ.
#[derive(Debug)]
struct Difference {
    turns: Vec<Turned>,
    /// No share of the whole fits both.
    shares: bool,
    /// One says that nothing changes, the other that something does.
    still: bool,
    numbers: Numbers,
    dates: Times,
    swapped: bool,
}

impl Difference {
    fn any(&self) -> bool {
        self.shares
            || self.still
            || self.numbers.apart
            || self.dates == Times::Apart
            || self.swapped
    }

    /// Whether they only come near to each other: "not increased" is not yet "decreased".
    fn vague(&self) -> bool {
        let change = self.turns.iter().any(|(_, turn)| *turn == Turn::Opposite(CHANGE));
        self.numbers.compatible || self.dates == Times::Other || (self.turns.len() >= 2 && change)
    }
}

fn shares_differ(one: Share, other: Share) -> bool {
    one.told && other.told && (one.low - other.low).abs() > 0.45
}

fn weight(statement: &Statement, alone: &[usize]) -> f32 {
    alone.iter().filter_map(|at| statement.words.get(*at)).map(|word| word.weight).sum()
}

#[derive(Clone, Copy, Debug, Default)]
struct Numbers {
    apart: bool,
    compatible: bool,
    /// Whether one alone names a quantity as a condition.
    conditional: bool,
    which: Option<(usize, usize)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Times {
    /// None, or the same.
    Same,
    /// Only one names a time.
    OneSided,
    /// Different times of what can happen more than once.
    Other,
    /// Different times of what happens once.
    Apart,
}

fn prefixed(a: &Word, b: &Word) -> Option<Turn> {
    let bare = |denied: &Word, plain: &Word| {
        denied.bare != (0, 0) && (denied.bare.0 == plain.meaning || denied.bare.1 == plain.root)
    };
    (bare(a, b) || bare(b, a)).then_some(Turn::Prefix)
}

fn opposed(a: &Word, b: &Word) -> Option<Turn> {
    let mut same = false;
    for one in a.poles {
        for two in b.poles.iter().filter(|two| two.axis == one.axis) {
            match i32::from(one.sign) * i32::from(two.sign) {
                -1 => return Some(Turn::Opposite(one.axis)),
                0 if one.sign != two.sign => return Some(Turn::Still),
                _ => same = true,
            }
        }
    }
    same.then_some(Turn::None)
}
