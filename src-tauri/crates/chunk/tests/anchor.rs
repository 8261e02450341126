//! Quotations found again, or not, in other versions of their texts.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice)]

use chunk::anchor::{Anchor, Outcome, find};
use proptest::prelude::*;

const TEXT: &str = "The harbour was frozen. Ships waited for weeks. The pilot said that no ship may \
                    enter after sunset, save with the consent of the master of the port. Nobody \
                    disagreed. The winter was long, and in March the ice broke at last.";

const QUOTE: &str =
    "no ship may enter after sunset, save with the consent of the master of the port";

fn anchor<'a>(text: &'a str, quote: &'a str) -> Anchor<'a> {
    let start = text.find(quote).unwrap();
    let from = text.ceil_char_boundary(start.saturating_sub(32));
    let to = text.floor_char_boundary((start + quote.len() + 32).min(text.len()));
    Anchor { quote, prefix: &text[from..start], suffix: &text[start + quote.len()..to], start }
}

/// The outcome for `QUOTE`, in a word, with the words it stands at.
fn outcome(new_text: &str) -> (&'static str, String) {
    let words = |range: std::ops::Range<usize>| new_text[range].to_owned();
    match find(&anchor(TEXT, QUOTE), new_text) {
        Outcome::Same(range) => ("same", words(range)),
        Outcome::Moved(range) => ("moved", words(range)),
        Outcome::Changed { range, .. } => ("changed", words(range)),
        Outcome::Gone => ("gone", String::new()),
    }
}

#[test]
fn each_fate_has_its_name() {
    let check = |new_text: &str, name: &str, words: &str| {
        assert_eq!(outcome(new_text), (name_of(name), words.to_owned()), "{new_text}");
    };
    check(TEXT, "same", QUOTE);
    check(&format!("Preface. {TEXT}"), "moved", QUOTE);
    let wrapped = QUOTE.replace("after sunset", "af-\nter **sun\u{ad}set**");
    check(&TEXT.replace(QUOTE, &wrapped), "same", &wrapped);
    check(&format!("A. {}", TEXT.replace(QUOTE, &wrapped)), "moved", &wrapped);
    let edited = QUOTE.replace("sunset", "dusk").replace("consent", "leave");
    check(&TEXT.replace(QUOTE, &edited), "changed", &edited);
    let opened = QUOTE.replace("no ship", "No vessel");
    let opened_text = TEXT.replace(QUOTE, &opened);
    assert_eq!(outcome(&opened_text).0, "changed");
    assert!(outcome(&opened_text).1.ends_with(&opened["No ".len()..]));
    check(&TEXT.replace(QUOTE, "all is well"), "gone", "");
    check("", "gone", "");
    check("The master of the house and the port of the town.", "gone", "");
}

fn name_of(name: &str) -> &'static str {
    ["same", "moved", "changed", "gone"].into_iter().find(|known| *known == name).unwrap()
}

#[test]
fn the_surroundings_choose_between_equals() {
    let text = "A: the fee is due. B: the fee is due. C: the fee is due.";
    let start = text.rfind("the fee is due").unwrap();
    let last = Anchor { quote: "the fee is due", prefix: "C: ", suffix: ".", start };
    let longer = format!("Z: the fee is due. {text}");
    assert_eq!(find(&last, &longer), Outcome::Moved(start + 19..start + 33));
    // without surroundings, the nearest, which happens to stand where the words stood
    let bare = Anchor { prefix: "", suffix: "", ..last };
    assert_eq!(find(&bare, &longer), Outcome::Same(start..start + 14));
    assert_eq!(find(&bare, &format!("0{longer}")), Outcome::Moved(start + 1..start + 15));
}

#[test]
fn words_run_together_are_not_the_words() {
    let anchor = Anchor { quote: "the rapist", prefix: "saw ", suffix: " flee", start: 4 };
    assert_eq!(find(&anchor, "saw therapist flee"), Outcome::Gone);
}

#[test]
fn scripts_without_spaces_are_compared_by_character() {
    let quote = "船舶は日没後に港に入ることができない";
    let anchor = Anchor { quote, prefix: "", suffix: "", start: 0 };
    let text = format!("序文。{}。終わり", quote.replace("日没後", "日没の後"));
    let found = find(&anchor, &text);
    assert!(matches!(found, Outcome::Changed { similarity, .. } if similarity > 0.9), "{found:?}");
}

#[test]
fn hostile_texts_end() {
    let quote = "the ".repeat(1200);
    for text in ["the ".repeat(100_000), "the a ".repeat(60_000), "\"*_-".repeat(100_000)] {
        let anchor = Anchor { quote: &quote[..quote.len() - 1], prefix: "", suffix: "", start: 7 };
        let _ = find(&anchor, &text);
        let _ = find(&Anchor { quote: "a b the c d", ..anchor }, &text);
        let _ = find(&Anchor { quote: "*", start: usize::MAX, ..anchor }, &text);
    }
}

/// Sentences of made-up words, all different.
fn sentences() -> impl Strategy<Value = Vec<String>> {
    let sentence = prop::collection::vec("[a-z]{3,9}", 8..20);
    prop::collection::vec(sentence.prop_map(|words| format!("{}.", words.join(" "))), 3..12)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn what_moves_is_found(all in sentences(), nth: prop::sample::Index, before in sentences()) {
        let text = all.join(" ");
        let anchor = anchor(&text, &all[nth.index(all.len())]);
        prop_assert_eq!(
            find(&anchor, &text),
            Outcome::Same(anchor.start..anchor.start + anchor.quote.len())
        );
        let lead = format!("{} ", before.join(" "));
        let start = lead.len() + anchor.start;
        let moved = Outcome::Moved(start..start + anchor.quote.len());
        prop_assert_eq!(find(&anchor, &format!("{lead}{text}")), moved);
    }

    #[test]
    fn what_is_edited_is_found(all in sentences(), nth: prop::sample::Index, word: prop::sample::Index) {
        let nth = nth.index(all.len());
        let text = all.join(" ");
        let mut words: Vec<&str> = all[nth].trim_end_matches('.').split(' ').collect();
        let count = words.len();
        words[word.index(count)] = "replacement";
        words[word.index(count - 3)] = "another";
        let mut edited = all.clone();
        edited[nth] = format!("{}.", words.join(" "));
        let place = edited[..nth].iter().map(|sentence| sentence.len() + 1).sum::<usize>();
        let new_text = edited.join(" ");
        match find(&anchor(&text, &all[nth]), &new_text) {
            Outcome::Changed { range, similarity } => {
                prop_assert!(similarity > 0.6 && similarity < 1.0);
                prop_assert!(range.start >= place && range.end <= place + edited[nth].len());
                prop_assert!(range.len() * 2 > edited[nth].len(), "{}", &new_text[range]);
            }
            other => prop_assert!(false, "{other:?}"),
        }
    }

    #[test]
    fn what_is_deleted_is_gone(all in sentences(), nth: prop::sample::Index) {
        let nth = nth.index(all.len());
        let text = all.join(" ");
        let mut rest = all.clone();
        rest.remove(nth);
        prop_assert_eq!(find(&anchor(&text, &all[nth]), &rest.join(" ")), Outcome::Gone);
    }

    #[test]
    fn ranges_lie_on_the_text(quote in "\\PC{0,40}", text in "\\PC{0,200}", start: usize) {
        let anchor = Anchor { quote: &quote, prefix: "", suffix: "", start };
        let range = match find(&anchor, &text) {
            Outcome::Same(range) | Outcome::Moved(range) => range,
            Outcome::Changed { range, similarity } => {
                prop_assert!((0.0..=1.0).contains(&similarity));
                range
            }
            Outcome::Gone => 0..0,
        };
        prop_assert!(text.get(range).is_some());
    }
}
