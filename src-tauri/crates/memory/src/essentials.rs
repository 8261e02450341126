//! What is essential, and in which order. The thresholds are seed 003's.

use types::Hall;

/// Below this nothing is told.
const LEAST: f32 = 0.3;
/// From here on a fact is essential.
const FACT: f32 = 0.7;
/// From here on advice is.
const ADVICE: f32 = 0.6;
/// From this importance on a decision is a core one.
const CORE: f32 = 3.0;
/// From this importance on what an organisation shares is essential.
const SHARED: f32 = 4.0;

/// A statement, as it is weighed.
#[derive(Clone, Copy, Debug)]
pub struct Weighed {
    /// What sort of knowledge.
    pub hall: Hall,
    /// 0 to 1.
    pub reliability: f32,
    /// Whether it contradicts something, unruled.
    pub contentious: bool,
    /// Whether its source addresses an assistant.
    pub addressed: bool,
    /// Whether it comes from an organisation's store.
    pub inherited: bool,
    /// Whether it is labelled as a decision.
    pub decision: bool,
    /// 1 to 5, as of now.
    pub importance: f32,
    /// Days since it last changed or was last opened.
    pub age_days: f32,
}

/// Whether it may be told without being asked for.
pub fn may_be_told(weighed: &Weighed) -> bool {
    weighed.reliability >= LEAST && !weighed.addressed
}

/// Whether it belongs to what is always told.
pub fn is_essential(weighed: &Weighed) -> bool {
    if weighed.contentious || !may_be_told(weighed) {
        return false;
    }
    match weighed.hall {
        Hall::Preference => true,
        Hall::Fact if weighed.reliability >= FACT => true,
        Hall::Advice if weighed.reliability >= ADVICE => true,
        _ if weighed.decision => weighed.importance >= CORE,
        _ => weighed.inherited && weighed.importance >= SHARED,
    }
}

/// Importance × recency: what was not touched for one half-life counts half.
pub fn priority(weighed: &Weighed, half_life_days: f32) -> f32 {
    let half_lives = weighed.age_days.max(0.0) / half_life_days.max(1.0);
    weighed.importance * 0.5f32.powf(half_lives)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Weighed = Weighed {
        hall: Hall::Claim,
        reliability: 0.9,
        contentious: false,
        addressed: false,
        inherited: false,
        decision: false,
        importance: 3.0,
        age_days: 0.0,
    };

    #[test]
    fn the_thresholds_are_those_of_the_seed() {
        let fact = Weighed { hall: Hall::Fact, ..PLAIN };
        let advice = Weighed { hall: Hall::Advice, ..PLAIN };
        let preference = Weighed { hall: Hall::Preference, ..PLAIN };
        let decision = Weighed { decision: true, ..PLAIN };
        let shared = Weighed { inherited: true, importance: 4.0, ..PLAIN };
        for (weighed, essential) in [
            (PLAIN, false),
            (Weighed { reliability: 0.7, ..fact }, true),
            (Weighed { reliability: 0.69, ..fact }, false),
            (Weighed { reliability: 0.6, ..advice }, true),
            (Weighed { reliability: 0.59, ..advice }, false),
            (Weighed { reliability: 0.3, ..preference }, true),
            (Weighed { reliability: 0.29, ..preference }, false),
            (decision, true),
            (Weighed { importance: 2.9, ..decision }, false),
            (shared, true),
            (Weighed { importance: 3.9, ..shared }, false),
            (Weighed { contentious: true, ..fact }, false),
            (Weighed { contentious: true, ..shared }, false),
            (Weighed { addressed: true, ..preference }, false),
            (Weighed { reliability: 0.2, ..shared }, false),
        ] {
            assert_eq!(is_essential(&weighed), essential, "{weighed:?}");
        }
    }

    #[test]
    fn what_is_old_counts_less() {
        let old = Weighed { age_days: 90.0, ..PLAIN };
        assert!((priority(&old, 90.0) - 1.5).abs() < 1e-6);
        assert!((priority(&Weighed { age_days: -5.0, ..PLAIN }, 90.0) - 3.0).abs() < 1e-6);
        assert!(priority(&old, 0.0).is_finite());
    }
}
