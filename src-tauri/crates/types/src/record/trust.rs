//! How reliable a piece of knowledge is, with every part of the sum (seed 003), and when it holds.

use crate::Timestamp;
use serde::{Deserialize, Serialize};

/// How sure the body of evidence is. The names are GRADE's levels; Loci's rules are its own, and shown
/// as "GRADE-style".
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    ts_rs::TS,
)]
#[serde(rename_all = "snake_case")]
pub enum EvidenceGrade {
    /// Nothing tells.
    #[default]
    Ungraded,
    /// An opinion, an anecdote, marketing.
    VeryLow,
    /// A case, an observation without control.
    Low,
    /// An observational study with a comparison; a standard; a primary document.
    Moderate,
    /// A randomised trial, a systematic review, law in force.
    High,
}

impl EvidenceGrade {
    /// What it adds to the source tier's base. Seed 003 names the part without numbers; these are
    /// Loci's.
    pub const fn adjustment(self) -> f32 {
        match self {
            Self::High => 0.10,
            Self::Moderate => 0.05,
            Self::Low | Self::Ungraded => 0.0,
            Self::VeryLow => -0.10,
        }
    }
}

/// The parts of the sum, each as it is added: deductions are negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct TrustParts {
    /// Base of the source's tier.
    pub source_tier: f32,
    /// Of the evidence's grade.
    pub evidence_grade: f32,
    /// `min(corroborating sources × 0.05, 0.25)`.
    pub corroboration: f32,
    /// `-min(contradictions × 0.10, 0.30)`.
    pub contradiction: f32,
    /// `-min(bias signals × 0.05, 0.20)`.
    pub bias: f32,
    /// -0.10 where the arousal is alarming.
    pub arousal: f32,
}

impl TrustParts {
    /// The sum, clamped to 0 to 1.
    pub fn reliability(&self) -> f32 {
        let sum = self.source_tier
            + self.evidence_grade
            + self.corroboration
            + self.contradiction
            + self.bias
            + self.arousal;
        sum.clamp(0.0, 1.0)
    }
}

/// What a signal in the words is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "lowercase")]
pub enum SignalKind {
    /// "proven", "established".
    Certain,
    /// "reportedly", "may".
    Hedged,
    /// "breaking", "shocking".
    Alarming,
    /// "buy now", "everyone knows".
    Bias,
    /// Praise.
    Positive,
    /// Blame.
    Negative,
    /// Text that addresses an assistant: "ignore previous instructions".
    Injection,
    /// What tells the grade of the evidence: "randomised controlled".
    Design,
}

/// A telling phrase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Signal {
    /// About what.
    pub kind: SignalKind,
    /// The words.
    pub phrase: String,
}

/// A score that the person set. It stands until another one is set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct Override {
    /// 0 to 1.
    pub reliability: f32,
    /// Why; never empty.
    pub reason: String,
    /// When.
    pub at: Timestamp,
    /// What the score was before.
    pub before: f32,
}

/// How reliable, and why.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct Trust {
    /// The parts of the sum.
    pub parts: TrustParts,
    /// The tier of its best source: `institutional`, `social`, `anonymous` …
    pub tier: String,
    /// The source apart from its claim: Admiralty letter, A (reliable) to F (cannot be judged).
    pub source_letter: String,
    /// The claim apart from its source: Admiralty number, 1 (confirmed) to 6 (cannot be judged).
    pub claim_number: u8,
    /// GRADE-style.
    pub grade: EvidenceGrade,
    /// Independent sources that say the same, the first one apart.
    pub corroborating: u32,
    /// Statements that cannot hold together with this one and were not ruled out.
    pub contradictions: u32,
    /// Signs of bias in the words.
    pub bias_signals: u32,
    /// Whether the words are meant to alarm.
    pub alarming: bool,
    /// -1 hedged to 1 certain.
    pub certainty: f32,
    /// -1 negative to 1 positive.
    pub sentiment: f32,
    /// Phrases that told.
    pub signals: Vec<Signal>,
    /// The highest layer that has run, 0 to 3.
    pub layer: u8,
    /// Whether it contradicts something, unruled.
    pub contentious: bool,
    /// Whether its source tries to instruct an assistant.
    pub injected: bool,
    /// What the person set instead.
    pub overridden: Option<Override>,
    /// When the last layer ran.
    pub assessed_at: Option<Timestamp>,
}

impl Trust {
    /// The score that counts: the person's, else the sum.
    pub fn reliability(&self) -> f32 {
        self.overridden.as_ref().map_or_else(|| self.parts.reliability(), |set| set.reliability)
    }
}

/// When something holds. Days are counted from 1970-01-01, proleptic Gregorian; years from -9999 to
/// 9999 are understood, what lies outside is kept in words alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct Validity {
    /// First day; open where there is none.
    pub from: Option<i32>,
    /// Last day; open where there is none.
    pub to: Option<i32>,
    /// As the source states it: "since Spring 2021"; empty where it states nothing.
    pub stated: String,
}

impl Validity {
    /// Whether it holds on a day. What states nothing holds always.
    pub fn holds_on(&self, day: i32) -> bool {
        self.from.is_none_or(|from| from <= day) && self.to.is_none_or(|to| day <= to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_is_clamped_and_a_correction_stands() {
        let parts = TrustParts { source_tier: 0.85, corroboration: 0.25, ..TrustParts::default() };
        let mut trust = Trust { parts, ..Trust::default() };
        assert_eq!(trust.reliability(), 1.0);
        trust.parts.contradiction = -0.3;
        assert!((trust.reliability() - 0.8).abs() < 1e-6);
        let at = Timestamp::from_unix_ms(0);
        trust.overridden =
            Some(Override { reliability: 0.2, reason: "retracted".into(), at, before: 0.8 });
        assert_eq!(trust.reliability(), 0.2);
    }

    #[test]
    fn open_ends_hold() {
        let since = Validity { from: Some(100), ..Validity::default() };
        assert!(since.holds_on(100) && since.holds_on(9_000) && !since.holds_on(99));
        assert!(Validity::default().holds_on(i32::MIN));
    }
}
