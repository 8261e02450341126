//! Relations that a sentence states outright: a phrase, a verb from a closed list, a phrase. A denied,
//! doubted or asked one is none.

use crate::phrase::{self, Edge};
use language::work;
use language::{Shape, Word};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;
use types::EdgeKind::{self, Cites, Defines, Enables, PartOf, Requires, Supersedes};

/// A relation between two stretches of words.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stated {
    /// What is said.
    pub kind: EdgeKind,
    /// Words of the one end.
    pub from: Range<usize>,
    /// Words of the other.
    pub to: Range<usize>,
    /// The words that say it.
    pub verb: &'static str,
    /// Whether both ends are whole phrases.
    pub sure: bool,
    /// The subject, where it may be only a part of one: "conformity with EN 60601-1".
    pub part: Option<Range<usize>>,
}

/// Which end the subject is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subject {
    From,
    To,
}

use Subject::{From, To};

/// Words, kind, what the subject is.
type Pattern = (&'static str, EdgeKind, Subject);

/// Every pattern. A longer pattern stands before what it begins with.
const PATTERNS: [Pattern; 76] = [
    ("is a prerequisite for", Requires, To),
    ("is a precondition for", Requires, To),
    ("is required for", Requires, To),
    ("is required by", Requires, To),
    ("are required for", Requires, To),
    ("are required by", Requires, To),
    ("is needed for", Requires, To),
    ("are needed for", Requires, To),
    ("is necessary for", Requires, To),
    ("is essential for", Requires, To),
    ("is dependent on", Requires, From),
    ("depends upon", Requires, From),
    ("depends on", Requires, From),
    ("depend on", Requires, From),
    ("relies on", Requires, From),
    ("rely on", Requires, From),
    ("requires", Requires, From),
    ("require", Requires, From),
    ("needs", Requires, From),
    ("presupposes", Requires, From),
    ("is enabled by", Enables, To),
    ("are enabled by", Enables, To),
    ("was enabled by", Enables, To),
    ("is made possible by", Enables, To),
    ("was made possible by", Enables, To),
    ("are made possible by", Enables, To),
    ("makes possible", Enables, From),
    ("make possible", Enables, From),
    ("made possible", Enables, From),
    ("enables", Enables, From),
    ("enable", Enables, From),
    ("enabled", Enables, From),
    ("allows for", Enables, From),
    ("allows", Enables, From),
    ("allow", Enables, From),
    ("is an integral part of", PartOf, From),
    ("is a part of", PartOf, From),
    ("is part of", PartOf, From),
    ("are part of", PartOf, From),
    ("forms part of", PartOf, From),
    ("form part of", PartOf, From),
    ("is a component of", PartOf, From),
    ("are components of", PartOf, From),
    ("is a branch of", PartOf, From),
    ("is a constituent of", PartOf, From),
    ("belongs to", PartOf, From),
    ("belong to", PartOf, From),
    ("is composed of", PartOf, To),
    ("is made up of", PartOf, To),
    ("consists of", PartOf, To),
    ("consist of", PartOf, To),
    ("comprises", PartOf, To),
    ("comprise", PartOf, To),
    ("includes", PartOf, To),
    ("superseded by", Supersedes, To),
    ("replaced by", Supersedes, To),
    ("obsoleted by", Supersedes, To),
    ("repealed by", Supersedes, To),
    ("supersedes", Supersedes, From),
    ("superseded", Supersedes, From),
    ("replaces", Supersedes, From),
    ("replaced", Supersedes, From),
    ("obsoletes", Supersedes, From),
    ("obsoleted", Supersedes, From),
    ("repeals", Supersedes, From),
    ("repealed", Supersedes, From),
    ("cites", Cites, From),
    ("cite", Cites, From),
    ("cited", Cites, From),
    ("refers to", Cites, From),
    ("references", Cites, From),
    ("quotes", Cites, From),
    ("defines", Defines, From),
    ("introduces", Defines, From),
    ("introduced", Defines, From),
    ("coined", Defines, From),
];

/// The patterns by their first word.
static BY_FIRST: LazyLock<HashMap<&'static str, Vec<Pattern>>> = LazyLock::new(|| {
    let mut patterns: HashMap<&str, Vec<_>> = HashMap::new();
    for pattern in PATTERNS {
        let first = pattern.0.split(' ').next().unwrap_or_default();
        patterns.entry(first).or_default().push(pattern);
    }
    patterns
});

/// The relations of one sentence.
pub(crate) fn relations(words: &[Word<'_>]) -> Vec<Stated> {
    let mut found = Vec::new();
    let asks = words.first().is_some_and(|word| {
        matches!(
            &*word.lower,
            "if" | "whether" | "unless" | "does" | "do" | "did" | "what" | "which" | "how"
        )
    });
    if asks {
        return found;
    }
    let mut at = 1;
    while let Some(word) = words.get(at) {
        let by_first = BY_FIRST.get(&*word.lower).map(Vec::as_slice).unwrap_or_default();
        let Some((pattern, kind, subject)) = by_first.iter().find(|one| fits(words, at, one.0))
        else {
            at += 1;
            continue;
        };
        let after = at + pattern.split(' ').count();
        found.extend(read(words, at, after, (pattern, *kind, *subject)));
        at = after;
    }
    found
}

fn fits(words: &[Word<'_>], at: usize, pattern: &str) -> bool {
    work();
    pattern.split(' ').enumerate().all(|(nth, want)| {
        words.get(at + nth).is_some_and(|word| word.lower == want && (nth == 0 || !word.apart))
    })
}

fn read(
    words: &[Word<'_>],
    at: usize,
    after: usize,
    (verb, kind, subject): (&'static str, EdgeKind, Subject),
) -> Vec<Stated> {
    let Some((left, edge)) = phrase::before(words, subject_end(words, at, verb)) else {
        return Vec::new();
    };
    // What a thing does in general; only a named source cites or defines.
    let code = |range: &Range<usize>| {
        words.get(range.clone()).is_some_and(|words| {
            words.iter().all(|word| {
                word.shape != Shape::Lower || matches!(&*word.lower, "of" | "and" | "the")
            })
        })
    };
    if matches!(kind, Cites | Defines) && !code(&left) {
        return Vec::new();
    }
    let list = kind == PartOf || kind == Requires;
    let right = if list {
        phrase::list_after(words, after)
    } else {
        phrase::after(words, after).into_iter().collect()
    };
    if kind == Cites && !right.iter().all(code) {
        return Vec::new();
    }
    let Some(last) = right.last() else { return Vec::new() };
    // "allows users to …": what it enables is the deed, which has no name.
    let next = words.get(last.end).map_or("", |word| &*word.lower);
    let done = words.get(last.end + 1).is_some_and(|word| word.lower == "be");
    if next == "to" && !done && matches!(kind, Enables | Requires) {
        return Vec::new();
    }
    let whole = words.get(last.end).is_none_or(|word| word.apart);
    let part = edge == Edge::Word;
    let sure = !part && whole;
    let made = |right: Range<usize>| {
        let (from, to) =
            if subject == From { (left.clone(), right) } else { (right, left.clone()) };
        Stated { kind, from, to, verb, sure, part: part.then(|| left.clone()) }
    };
    right.into_iter().map(made).collect()
}

/// Where the subject of the verb at `at` ends: before its auxiliaries. A denied or doubted verb keeps
/// them, and so has no subject.
fn subject_end(words: &[Word<'_>], at: usize, verb: &str) -> usize {
    let lower = |at: usize| words.get(at).map_or("", |word| &*word.lower);
    let passive = verb.ends_with(" by") && !verb.starts_with("is") && !verb.starts_with("are");
    let mut end = at;
    while end > 0 && !words.get(end).is_some_and(|word| word.apart) {
        let auxiliary = match lower(end - 1) {
            "is" | "are" | "was" | "were" | "been" | "be" | "being" => passive,
            "will" | "shall" | "has" | "have" | "had" => true,
            _ => false,
        };
        if !auxiliary {
            break;
        }
        end -= 1;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use language::shaped;

    #[test]
    fn sentences_relate_things() {
        let check = |text: &str, expected: &[(&str, &str, &str)]| {
            let words = shaped(text, 0);
            let name = |range: &Range<usize>| {
                text[words[range.start].start..words[range.end - 1].end].to_owned()
            };
            let found: Vec<_> = relations(&words)
                .iter()
                .map(|one| (one.kind.as_str(), name(&one.from), name(&one.to)))
                .collect();
            let found: Vec<_> =
                found.iter().map(|(kind, from, to)| (*kind, from.as_str(), to.as_str())).collect();
            assert_eq!(found, expected, "{text}");
        };
        check(
            "The mutual recognition agreement enables parallel assessment of a device.",
            &[("enables", "mutual recognition agreement", "parallel assessment")],
        );
        check(
            "Directive 95/46/EC was repealed by the General Data Protection Regulation.",
            &[("supersedes", "General Data Protection Regulation", "Directive 95/46/EC")],
        );
        check(
            "The basal ganglia are part of the extrapyramidal system.",
            &[("part_of", "basal ganglia", "extrapyramidal system")],
        );
        check(
            "The kit consists of a pump, a filter and a hose.",
            &[("part_of", "pump", "kit"), ("part_of", "filter", "kit"), ("part_of", "hose", "kit")],
        );
        check("The work does not require consent.", &[]);
        check("It may require consent.", &[]);
        check("This requires consent.", &[]);
        check("The app allows users to share files.", &[]);
        check("If the rule requires consent, ask.", &[]);
        check("A licence is required for surgery.", &[("requires", "surgery", "licence")]);
    }
}
