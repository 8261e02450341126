//! Names: which can be one, which two are spellings of one, and which only look alike. Rules are for
//! English and for versions; what they do not know stays apart. Pure.

use crate::error::{Error, Result};
use types::{AliasRule, NAME_CHARS, NodeClass, NodeKind, normalise_name};
use unicode_security::{MixedScript, confusable_detection::skeleton};

/// The label of a node whose name mixes scripts so that it looks like another one. Nothing is taken
/// for it, nor it for anything, until a person says so.
pub const MIXED_SCRIPT: &str = "mixed-script";

/// Longest statement.
const STATEMENT_CHARS: usize = 4_000;
/// Names beyond this are not compared with others.
const FOLDED_CHARS: usize = 80;
/// Shortest singular.
const SINGULAR_CHARS: usize = 4;

/// A name that can be one.
#[derive(Clone)]
pub(crate) struct Name {
    /// For show: white space collapsed, control characters out, at most [`NAME_CHARS`].
    pub(crate) shown: String,
    /// What the id is made of.
    pub(crate) normalised: String,
}

impl Name {
    pub(crate) fn check(class: NodeClass, name: &str) -> Result<Self> {
        let most = match class {
            NodeClass::Thing => NAME_CHARS,
            NodeClass::Statement => STATEMENT_CHARS,
        };
        if name.chars().nth(most * 2).is_some() {
            return Err(Error::BadName("it is too long"));
        }
        let whole = plain(name);
        if whole.chars().nth(most).is_some() {
            return Err(Error::BadName("it is too long"));
        }
        let normalised = normalise_name(&whole);
        if normalised.is_empty() {
            return Err(Error::BadName("it has neither letter nor digit"));
        }
        Ok(Self { shown: whole.chars().take(NAME_CHARS).collect(), normalised })
    }
}

/// White space collapsed; control characters and direction marks, which make a text look like
/// another one, left out.
pub(crate) fn plain(text: &str) -> String {
    let shown = |c: &char| c.is_whitespace() || !(c.is_control() || language::is_direction(*c));
    let shown: String = text.chars().filter(shown).collect();
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What all spellings of a name have in common, for names that are compared at all.
pub(crate) fn fold(kind: NodeKind, normalised: &str) -> Option<String> {
    let compared = matches!(kind, NodeKind::Concept | NodeKind::Entity | NodeKind::Identifier);
    let letters = normalised.chars().filter(|c| c.is_alphabetic()).count();
    if !compared || letters < 2 || normalised.chars().nth(FOLDED_CHARS).is_some() {
        return None;
    }
    if kind == NodeKind::Identifier {
        // "ISO 27001", "ISO27001"; in a DOI every sign counts
        let named = normalised.starts_with(char::is_alphabetic);
        return named.then(|| spaced(&[normalised], Joint::LetterAndDigit));
    }
    let mut words = versioned(normalised);
    let last = words.pop().unwrap_or_default();
    let singular = if kind == NodeKind::Concept { singular(last) } else { last };
    words.push(singular);
    Some(spaced(&words, Joint::AllButDigits))
}

/// Why two names with one fold are one: the plainest rule that says so.
pub(crate) fn rule_between(a: &str, b: &str) -> AliasRule {
    let alike =
        |a: &[&str], b: &[&str]| spaced(a, Joint::AllButDigits) == spaced(b, Joint::AllButDigits);
    if alike(&[a], &[b]) {
        AliasRule::Spacing
    } else if alike(&versioned(a), &versioned(b)) {
        AliasRule::Version
    } else {
        AliasRule::Plural
    }
}

/// The words without trailing zeros of a version: "oauth_2_0" is "oauth", "2".
fn versioned(normalised: &str) -> Vec<&str> {
    let mut words: Vec<&str> = normalised.split('_').collect();
    while let [.., before, "0"] = words.as_slice()
        && before.ends_with(|c: char| c.is_ascii_digit())
    {
        words.pop();
    }
    words
}

/// Plain English -s and -es.
fn singular(word: &str) -> &str {
    let es = ["sses", "shes", "ches", "xes", "zes"].iter().any(|end| word.ends_with(end));
    let kept = ["ss", "us", "is"].iter().any(|end| word.ends_with(end));
    let stem = if es {
        word.strip_suffix("es")
    } else if kept {
        None
    } else {
        word.strip_suffix('s')
    };
    let long = |stem: &&str| {
        stem.len() >= SINGULAR_CHARS && stem.bytes().all(|byte| byte.is_ascii_lowercase())
    };
    stem.filter(long).unwrap_or(word)
}

#[derive(Clone, Copy)]
enum Joint {
    /// Spaces count between digits alone: "11 1" is not "1 11".
    AllButDigits,
    /// Spaces count everywhere but between a letter and a digit.
    LetterAndDigit,
}

/// The words without the spaces that do not count.
fn spaced(words: &[&str], joint: Joint) -> String {
    let mut joined = String::new();
    for word in words.iter().flat_map(|word| word.split('_')) {
        if let (Some(before), Some(after)) = (joined.chars().next_back(), word.chars().next()) {
            let counts = match joint {
                Joint::AllButDigits => before.is_numeric() && after.is_numeric(),
                Joint::LetterAndDigit => before.is_numeric() == after.is_numeric(),
            };
            if counts {
                joined.push('_');
            }
        }
        joined.push_str(word);
    }
    joined
}

/// Whether a name mixes scripts so that it can be taken for another one (after UTS #39): a letter
/// of one script that looks like one of Latin, within a Latin word or beside one. Greek letters at a
/// word's edge or before a capital are notation ("TNFα", "NFκB").
pub(crate) fn is_mixed(name: &str) -> bool {
    if name.is_ascii() {
        return false;
    }
    let words: Vec<&str> = language::runs(name).map(|(_, word)| word).collect();
    let latin = words.iter().any(|word| word.bytes().any(|byte| byte.is_ascii_alphabetic()));
    words.iter().any(|word| {
        let ascii = word.bytes().any(|byte| byte.is_ascii_alphabetic());
        if ascii {
            !word.is_single_script() && has_disguise(word)
        } else {
            latin && word.chars().nth(2).is_some() && lookalike(word).is_some()
        }
    })
}

/// The ASCII name that a name looks like, where it looks like one and is none.
pub(crate) fn lookalike(name: &str) -> Option<String> {
    if name.is_ascii() {
        return None;
    }
    let seen: Option<String> =
        name.chars().map(|c| if c.is_alphabetic() { looks(c) } else { Some(c) }).collect();
    seen.filter(|seen| seen.is_ascii())
}

/// The ASCII letter that a letter looks like.
fn looks(c: char) -> Option<char> {
    if c.is_ascii() {
        return Some(c);
    }
    let mut form = [0; 4];
    let seen: String = skeleton(c.encode_utf8(&mut form)).collect();
    let mut seen = seen.chars();
    seen.next().filter(|first| first.is_ascii_alphanumeric() && seen.next().is_none())
}

fn has_disguise(word: &str) -> bool {
    let letters: Vec<char> = word.chars().collect();
    let is_greek = |c: &&char| matches!(c, 'α'..='ω');
    let is_lower = |c: Option<&char>| c.is_some_and(char::is_ascii_lowercase);
    letters.iter().enumerate().any(|(at, c)| {
        let before = letters.iter().take(at).rev().find(|c| !is_greek(c));
        let after = letters.iter().skip(at).find(|c| !is_greek(c));
        let notation = is_greek(&c) && !(is_lower(before) && is_lower(after));
        !c.is_ascii() && !notation && looks(*c).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_are_checked() {
        let long = "x".repeat(NAME_CHARS);
        for (class, name, shown) in [
            (NodeClass::Thing, "  OAuth\n 2.0 ", Some("OAuth 2.0")),
            (NodeClass::Thing, "a\u{0}b\u{202e}c", Some("abc")),
            (NodeClass::Thing, &long, Some(long.as_str())),
            (NodeClass::Thing, &format!("{long}x"), None),
            (NodeClass::Statement, &"x".repeat(400), Some(long.as_str())),
            (NodeClass::Statement, &"x".repeat(10_000), None),
            (NodeClass::Thing, &"x".repeat(10_000), None),
            (NodeClass::Thing, "— … !", None),
            (NodeClass::Thing, "", None),
            (NodeClass::Thing, "\u{200b}\u{202e}", None),
            (NodeClass::Thing, "שלום עולם", Some("שלום עולם")),
        ] {
            let found = Name::check(class, name).ok().map(|name| name.shown);
            assert_eq!(found.as_deref(), shown, "{name:.20}");
        }
        let cut = Name::check(NodeClass::Statement, &"y ".repeat(400)).unwrap();
        assert_eq!(cut.normalised.len(), 799);
    }

    #[test]
    fn spellings_of_one_name_meet() {
        use NodeKind::{Claim, Concept, Entity, Identifier};
        let alike = [
            (Concept, "OAuth 2.0", "OAuth2", AliasRule::Version),
            (Concept, "OAuth 2", "OAuth-2", AliasRule::Spacing),
            (Entity, "OAuth 2", "OAuth2", AliasRule::Spacing),
            (Entity, "HTTP 1.0", "HTTP 1", AliasRule::Version),
            (Concept, "clinical trial", "Clinical Trials", AliasRule::Plural),
            (Concept, "class", "classes", AliasRule::Plural),
            (Concept, "data base", "database", AliasRule::Spacing),
            (Identifier, "ISO 27001", "ISO27001", AliasRule::Spacing),
        ];
        for (kind, a, b, rule) in alike {
            let (a, b) = (normalise_name(a), normalise_name(b));
            assert_eq!(fold(kind, &a), fold(kind, &b), "{a} {b}");
            if a != b {
                assert_eq!(rule_between(&a, &b), rule, "{a} {b}");
            }
        }
        let apart = [
            (Concept, "section 11 1", "section 1 11"),
            (Concept, "analysis", "analysi"),
            (Concept, "lens", "len"),
            (Concept, "virus", "viru"),
            (Entity, "Windows", "Window"),
            (Concept, "OAuth 2", "OAuth 20"),
            (Concept, "OAuth 2.0", "OAuth 20"),
            (Identifier, "ISO 27001.0", "ISO 27001"),
        ];
        for (kind, a, b) in apart {
            assert_ne!(fold(kind, &normalise_name(a)), fold(kind, &normalise_name(b)), "{a} {b}");
        }
        assert_eq!(fold(Claim, "a_claim"), None);
        assert_eq!(fold(Identifier, "10_1000_a_1"), None);
        assert_eq!(fold(Concept, "27001"), None);
    }

    #[test]
    fn disguises_are_seen() {
        for (name, mixed) in [
            ("paypal", false),
            ("p\u{430}ypal", true),       // Cyrillic а
            ("\u{410}pple", true),        // Cyrillic А
            ("p\u{3b1}ypal", true),       // Greek α inside a word
            ("g\u{3bf}\u{3bf}gle", true), // Greek ο
            ("TNFα", false),
            ("NFκB", false),
            ("β-lactamase", false),
            ("naïve Bayes", false),
            ("X線", false),
            ("Россия", false),
            ("\u{441}\u{43e}\u{441}\u{43e} chanel", true), // a Cyrillic word that looks Latin
            ("Größe", false),
            ("契約", false),
        ] {
            assert_eq!(is_mixed(name), mixed, "{name}");
        }
        assert_eq!(lookalike("\u{441}\u{43e}\u{441}\u{430}").as_deref(), Some("coca"));
        assert_eq!(lookalike("Россия"), None);
        assert_eq!(lookalike("coca"), None);
    }

    proptest! {
        #[test]
        fn any_name_is_taken_or_refused(name in "\\PC{0,40}|[а-яa-zα-ω ]{0,20}|[\u{202a}-\u{202e}\u{0}-\u{20}a]{0,9}") {
            if let Ok(checked) = Name::check(NodeClass::Thing, &name) {
                prop_assert!(!checked.normalised.is_empty());
                prop_assert_eq!(normalise_name(&checked.shown), checked.normalised.clone());
                for kind in NodeKind::ALL {
                    fold(kind, &checked.normalised);
                }
            }
            is_mixed(&name);
            lookalike(&name);
        }
    }
}
