//! Layer 1: what the words of a statement give away. The phrases are data, `assets/signals.txt`.
//! Nothing here understands a sentence, and nothing is kept of it but the phrases that told.

use crate::phrases::{Phrases, Piece, pieces};
use std::{borrow::Cow, sync::LazyLock};
use types::{EvidenceGrade, Signal, SignalKind};

/// Most phrases told of one text; more are counted only.
const SIGNALS: usize = 32;
/// Words before a phrase within which a negation turns it round.
const NEGATION_WORDS: usize = 3;
/// The same before a grade of evidence: `not randomised`, `lack of randomised trials`.
const GRADE_NEGATION_WORDS: usize = 2;
/// Bytes of a text that are read: a node's words are far shorter.
const READ_BYTES: usize = 65_536;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Tag {
    Kind(SignalKind),
    Negation,
    Grade(EvidenceGrade),
}

static PHRASES: LazyLock<Phrases<Tag>> =
    LazyLock::new(|| parse(include_str!("../../../../assets/signals.txt")).0);

/// What a text gives away.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    pub certain: u32,
    pub hedged: u32,
    /// Different phrases of bias.
    pub bias: u32,
    pub alarming: bool,
    pub positive: u32,
    pub negative: u32,
    pub grade: EvidenceGrade,
    /// The words that tell the grade.
    pub design: String,
    pub signals: Vec<Signal>,
}

impl Reading {
    /// -1 hedged to 1 certain; 0 where nothing tells.
    pub fn certainty(&self) -> f32 {
        balance(self.certain, self.hedged)
    }

    /// -1 negative to 1 positive; 0 where nothing tells.
    pub fn sentiment(&self) -> f32 {
        balance(self.positive, self.negative)
    }

    fn count(&mut self, kind: SignalKind, phrase: &[Piece<'_>]) {
        let words: Vec<&str> = phrase.iter().map(|piece| piece.word).collect();
        let signal = Signal { kind, phrase: words.join(" ") };
        let new = !self.signals.contains(&signal);
        match kind {
            SignalKind::Certain => self.certain += 1,
            SignalKind::Hedged => self.hedged += 1,
            SignalKind::Bias => self.bias += u32::from(new),
            SignalKind::Alarming => self.alarming = true,
            SignalKind::Positive => self.positive += 1,
            SignalKind::Negative => self.negative += 1,
            SignalKind::Injection | SignalKind::Design => {}
        }
        if new && self.signals.len() < SIGNALS {
            self.signals.push(signal);
        }
    }

    /// The lowest grade that is named counts.
    fn grade(&mut self, grade: EvidenceGrade, phrase: &[Piece<'_>]) {
        let lower = self.grade == EvidenceGrade::Ungraded || grade < self.grade;
        if lower {
            self.grade = grade;
            let words: Vec<&str> = phrase.iter().map(|piece| piece.word).collect();
            self.design = words.join(" ");
        }
    }
}

/// Reads a text, its first 64 KiB.
pub fn read(text: &str) -> Reading {
    let lower = lower_case(clip(text, READ_BYTES));
    let pieces = pieces(&lower);
    let mut reading = Reading::default();
    // The piece after the last negation of this sentence.
    let mut negation: Option<usize> = None;
    let mut at = 0;
    while let Some(rest) = pieces.get(at..).filter(|rest| !rest.is_empty()) {
        if rest.first().is_some_and(|piece| piece.word == ".") {
            negation = None;
        }
        let mut best: Option<(usize, SignalKind)> = None;
        let (mut grade, mut negates) = (None, None);
        PHRASES.at_head(rest, |length, tag| match tag {
            Tag::Kind(kind) if best.is_none_or(|(longest, _)| length > longest) => {
                best = Some((length, kind));
            }
            Tag::Kind(_) => {}
            Tag::Grade(level) => grade = Some((level, length)),
            Tag::Negation => negates = Some(length),
        });
        let since = negation.map_or(usize::MAX, |end| at.saturating_sub(end));
        let negated = since < NEGATION_WORDS;
        if let Some((level, length)) = grade.filter(|_| since >= GRADE_NEGATION_WORDS) {
            reading.grade(level, rest.get(..length).unwrap_or_default());
        }
        let mut step = 1;
        if let Some((length, kind)) = best {
            let phrase = rest.get(..length).unwrap_or_default();
            match (kind, negated) {
                (SignalKind::Certain, true) => reading.count(SignalKind::Hedged, phrase),
                (SignalKind::Positive, true) => reading.count(SignalKind::Negative, phrase),
                (SignalKind::Negative, true) => reading.count(SignalKind::Positive, phrase),
                (SignalKind::Hedged, true) => {}
                (kind, _) => reading.count(kind, phrase),
            }
            step = length;
        }
        if let Some(length) = negates {
            negation = Some(at + length);
        }
        at += step;
    }
    reading
}

/// The head of a text, at most `bytes` long, no character cut.
pub fn clip(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}

/// Lower case; borrowed where it is that already. A curly apostrophe becomes a plain one.
pub fn lower_case(text: &str) -> Cow<'_, str> {
    let plain = |b: u8| b.is_ascii() && !b.is_ascii_uppercase();
    if text.bytes().all(plain) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.to_lowercase().replace('’', "'"))
}

fn balance(one: u32, other: u32) -> f32 {
    match one + other {
        0 => 0.0,
        sum => (f64::from(one) - f64::from(other)) as f32 / sum as f32,
    }
}

/// Reads the lists. Broken lines are left out and told of.
fn parse(text: &str) -> (Phrases<Tag>, Vec<String>) {
    let mut phrases = Phrases::new();
    let mut refused = Vec::new();
    let mut open = None;
    for (at, line) in text.lines().map(str::trim).enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let result = match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(section) => tag(section).map(|tag| open = Some(tag)),
            None => {
                open.ok_or("no section is open".to_owned()).and_then(|tag| phrases.add(line, tag))
            }
        };
        if let Err(reason) = result {
            refused.push(format!("line {}: {reason}", at + 1));
        }
    }
    (phrases, refused)
}

fn tag(section: &str) -> Result<Tag, String> {
    Ok(match section {
        "certain" => Tag::Kind(SignalKind::Certain),
        "hedged" => Tag::Kind(SignalKind::Hedged),
        "alarming" => Tag::Kind(SignalKind::Alarming),
        "bias" => Tag::Kind(SignalKind::Bias),
        "positive" => Tag::Kind(SignalKind::Positive),
        "negative" => Tag::Kind(SignalKind::Negative),
        "negation" => Tag::Negation,
        "high" => Tag::Grade(EvidenceGrade::High),
        "moderate" => Tag::Grade(EvidenceGrade::Moderate),
        "low" => Tag::Grade(EvidenceGrade::Low),
        "very_low" => Tag::Grade(EvidenceGrade::VeryLow),
        other => return Err(format!("{other} is no section")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_have_no_broken_line() {
        let (_, refused) = parse(include_str!("../../../../assets/signals.txt"));
        assert_eq!(refused, Vec::<String>::new());
        let (_, refused) = parse("early\n[nothing]\n[bias]\na* | b\n(x)");
        assert_eq!(refused.len(), 4, "{refused:?}");
    }

    #[test]
    fn certainty_sentiment_bias_and_alarm_are_read() {
        for (text, certainty, sentiment, bias, alarming) in [
            ("The effect was proven.", 1.0, 0.0, 0, false),
            ("The effect was not proven.", -1.0, 0.0, 0, false),
            ("Reportedly, the mayor resigned.", -1.0, 0.0, 0, false),
            ("The treatment was effective.", 0.0, 1.0, 0, false),
            ("The treatment was not effective.", 0.0, -1.0, 0, false),
            ("The treatment wasn’t very effective.", 0.0, -1.0, 0, false),
            ("It is not harmful.", 0.0, 1.0, 0, false),
            ("No. Effective measures follow.", 0.0, 1.0, 0, false),
            ("Buy now! Everyone knows it works.", 0.0, 0.0, 2, false),
            ("Buy now, buy now, buy now.", 0.0, 0.0, 1, false),
            ("BREAKING: the dam has burst", 0.0, 0.0, 0, true),
            ("Shocking images!!!", 0.0, 0.0, 0, true),
            ("The river carries sediment.", 0.0, 0.0, 0, false),
        ] {
            let reading = read(text);
            let got = (reading.certainty(), reading.sentiment(), reading.bias, reading.alarming);
            assert_eq!(got, (certainty, sentiment, bias, alarming), "{text} {reading:?}");
        }
    }

    #[test]
    fn ordinary_science_gives_neither_alarm_nor_bias() {
        for text in [
            "The breaking strength of the fibre is 3 GPa; symmetry breaking occurs below 10 K.",
            "Septic shock killed 12 of 40 patients, and a shock wave formed at Mach 2.",
            "The risk-free rate was 2 %. Panic disorder and deadly nightshade were studied.",
            "The Revolutionary War ended in 1783; the revolutionary government fell.",
            "Warning signs include fever. Catastrophic failure of the hull was observed!",
            "The elite athletes drank caffeine. Costs rose at an alarming rate.",
            "We offer a bound that is tight; it is obvious that n! > 2^n for n ≥ 4.",
            "Customers order the product; the order of magnitude is now known.",
            "Establishment of seedlings failed. Sponsored research is disclosed.",
            "Doctors treated 20 urgent cases; the media reported a cover for the lens.",
        ] {
            let reading = read(text);
            assert!(!reading.alarming && reading.bias == 0, "{text} {:?}", reading.signals);
        }
    }

    #[test]
    fn the_lowest_grade_named_counts() {
        use EvidenceGrade::{High, Low, Moderate, Ungraded, VeryLow};
        for (text, grade) in [
            ("A randomised controlled trial of 400 adults.", High),
            ("A systematic review and meta-analysis.", High),
            ("Patients were randomly assigned to two arms.", High),
            ("This trial was not randomised to any arm.", Ungraded),
            ("A non-randomised trial", Moderate),
            ("A prospective cohort study", Moderate),
            ("A systematic review of cohort studies", Moderate),
            ("A case report", Low),
            ("In my opinion, the randomised trial is wrong.", VeryLow),
            ("Our product is loved; order now.", VeryLow),
            ("Water boils at 100 °C.", Ungraded),
        ] {
            assert_eq!(read(text).grade, grade, "{text}");
        }
    }

    #[test]
    fn hostile_texts_are_read() {
        let long = "buy now ".repeat(200_000);
        assert_eq!(read(&long).bias, 1);
        for text in ["", "\u{0}\u{1}\u{7f}", "!!!???...", "ÅÄÖ Ω κ 漢字 🙂", &"ß".repeat(70_000)]
        {
            assert!(read(text).signals.len() <= SIGNALS);
        }
    }
}
