//! Claims beside their sources: what holds, what is refused, and why.

#![allow(clippy::unwrap_used, clippy::string_slice, clippy::indexing_slicing)]

use proptest::prelude::*;
use summarise::support::{Missing, Sources, support};

const TRIAL: &str = "In the trial, 248 adults with asthma received budesonide for 12 weeks. Lung function \
    improved by 9.4 % in the treated group. No serious adverse events were reported.";
const BRIDGE: &str = "The Harrow Bridge opened in 1934. It was designed by Edith Marlow.";

#[test]
fn what_sources_say_holds() {
    for claim in [
        "Lung function improved by 9.4 % in the treated group.",
        "248 adults with asthma received budesonide.",
        "The Harrow Bridge opened in 1934, and lung function improved in the treated group.",
    ] {
        let found = support(claim, &[TRIAL, BRIDGE]);
        assert!(found.holds(), "{claim}: {found:?}");
        assert!(!found.evidence.is_empty());
    }
}

#[test]
fn what_they_do_not_say_is_refused_by_its_reason() {
    let number = |it: &str| vec![Missing::Number(it.into())];
    let name = |it: &str| vec![Missing::Name(it.into())];
    for (claim, source, missing) in [
        ("Lung function improved by 94 %.", "Lung function improved by 9.4 %.", number("94")),
        ("Adults received it for 21 weeks.", "Adults received it for 12 weeks.", number("21")),
        ("It was designed by Edith Barlow.", "It was designed by Edith Marlow.", name("barlow")),
        ("Pain did not improve.", "Pain improved in the treated group.", vec![Missing::Negation]),
        (
            "Serious events were reported.",
            "No serious events were reported.",
            vec![Missing::Negation],
        ),
        ("Dust fell in all homes.", "Dust rose in all homes.", vec![Missing::Negation]),
    ] {
        let found = support(claim, &[source]);
        assert!(!found.holds(), "{claim}");
        assert_eq!(found.missing, missing, "{claim}");
        assert!(!support(claim, &[source, TRIAL, BRIDGE]).holds(), "{claim}");
    }
    for claim in [
        "The Harrow Bridge improved by 9.4 % in the treated group.",
        "Asthma is a disease.",
        "",
        "?!",
    ] {
        assert!(!support(claim, &[TRIAL, BRIDGE]).holds(), "{claim}");
    }
    assert!(!support(TRIAL, &[]).holds());
}

#[test]
fn what_refers_back_is_read_with_what_it_refers_to_and_a_denial_may_move() {
    let bridge = "The Harrow Bridge opened in 1934. It spans 412 metres over the river Teme.";
    assert!(support("The bridge spans 412 metres.", &[bridge]).holds());
    let women = "The association was not significant in women. Coffee did not change the result.";
    for (claim, holds) in [
        ("In women the association was not significant.", true),
        ("In women the association was significant.", false),
        ("The result was not changed by coffee.", true),
        ("The result was changed by coffee.", false),
    ] {
        assert_eq!(support(claim, &[women]).holds(), holds, "{claim}");
    }
}

#[test]
fn units_and_words_for_numbers_are_read() {
    let source = ["The tank weighs 35 kg when empty. Twelve people can lift the tank."];
    for (claim, holds) in [
        ("When empty the tank weighs 35,000 g.", true),
        ("When empty the tank weighs 35 g.", false),
        ("12 people can lift the tank.", true),
        ("13 people can lift the tank.", false),
    ] {
        let found = support(claim, &source);
        assert_eq!(found.missing.is_empty(), holds, "{claim}: {found:?}");
    }
}

proptest! {
    #[test]
    fn what_is_copied_always_holds(before in "\\PC{0,40}", after in "\\PC{0,40}") {
        let source = format!("{before} Copper conducts heat. {after}");
        let found = support("Copper conducts heat.", &[&source]);
        prop_assert!(found.holds());
        let span = found.evidence[0].span.clone();
        prop_assert_eq!(&source[span], "Copper conducts heat.");
    }

    #[test]
    fn nothing_that_is_read_breaks_it(claim in "\\PC{0,80}|[a-zA-Z0-9 .,;%'n’t-]{0,80}", source in "\\PC{0,120}|[a-zA-Z0-9 .,;%'-]{0,120}") {
        let sources = [source.as_str(), "Copper did not conduct heat, but iron does."];
        let found = Sources::new(&sources).support(&claim);
        prop_assert!((0.0..=1.0).contains(&found.score));
        for evidence in found.evidence {
            prop_assert!(sources[evidence.source].get(evidence.span).is_some());
        }
    }
}
