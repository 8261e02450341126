//! Each notion of language has one reader, and it lives in `language`: a second one is found by what gives
//! it away in the sources. Tests, comments and the crate itself are not looked at.

#![allow(clippy::unwrap_used, clippy::string_slice, clippy::indexing_slicing)]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// A notion, and whether a source reads it for itself.
type Tell = (&'static str, fn(&str) -> bool);

const TELLS: [Tell; 10] = [
    ("a list of invisible letters", lists_invisible),
    ("a grammar of identifiers", reads_identifiers),
    ("a check digit", |code| has_any(code, &["% 11", "is_multiple_of(11)", "[1, 3]"])),
    ("a list of function words", lists_function_words),
    ("a list of words", |code| words_listed(code) >= WORDS_LISTED),
    ("a table of months", |code| months(code) > 1),
    ("a reader of dates", |code| code.contains("day_number(")),
    ("a list of abbreviations", |code| has_all(code, &["\"prof\"", "\"dr\""])),
    ("the formula of BM25", |code| has_any(code, &["0.5) / (", "const K1", "0.75 *"])),
    ("a cutter of words", cuts_words),
];

/// Plain words from which on an array is a list of them.
const WORDS_LISTED: usize = 12;

/// Sources that may hold what gives a notion away, and why.
const ALLOWED: [(&str, &str, &str); 14] = [
    (
        "types/src/terms.rs",
        "a list of invisible letters",
        "ids are made with it: `language` has it from here",
    ),
    ("types/src/time.rs", "a reader of dates", "the calendar itself"),
    ("chunk/src/plain/inline.rs", "a list of words", "elements of HTML"),
    ("convert/src/render.rs", "a list of words", "elements of HTML"),
    ("convert/src/html/verdict/sight.rs", "a list of words", "names of features"),
    ("convert/src/pdf/headings/features.rs", "a list of words", "names of features"),
    ("extract/src/terms/worth.rs", "a list of words", "names of features"),
    ("summarise/src/support/features.rs", "a list of words", "names of features"),
    ("convert/src/office/math.rs", "a list of words", "commands of LaTeX"),
    ("convert/src/references/latex.rs", "a list of words", "commands of LaTeX"),
    ("convert/src/pdf/letters.rs", "a list of words", "parts of names of fonts"),
    ("convert/src/sniff.rs", "a list of words", "extensions of files"),
    ("measure/src/graph.rs", "a list of words", "what a synthetic vault says"),
    ("search/src/model.rs", "the formula of BM25", "the model that the search is tested against"),
];

fn lists_invisible(code: &str) -> bool {
    let escapes = ["ad", "200b", "200c", "200d", "200e", "200f", "202a", "202e", "2060", "feff"];
    let lower = code.to_lowercase();
    let has = |escape: &&&str| lower.contains(&format!("\\u{{{escape}}}"));
    escapes.iter().filter(has).count() > 2
}

/// A DOI's prefix, or a label and digits, in the literals or patterns of code.
fn reads_identifiers(code: &str) -> bool {
    let patterns =
        ["\"10.", "10\\.[0-9]", "10\\.\\d", "\"arxiv.org/", "arxiv\\.org", "isbn(?:", "pmid:?\\s"];
    has_any(&code.to_lowercase(), &patterns)
}

/// A list of literals, or one literal of words with blanks between, that holds many words without a
/// subject.
fn lists_function_words(code: &str) -> bool {
    const WORDS: &str = "the a an and or of to in is are was by for with it this that on at be as";
    let count = |words: &[&str]| {
        let words: BTreeSet<&str> = words.iter().copied().collect();
        WORDS.split(' ').filter(|word| words.contains(word)).count()
    };
    let parts: Vec<&str> = code.split('"').collect();
    let mut list = Vec::new();
    parts.chunks(2).any(|pair| {
        let (gap, literal) = (pair[0], pair.get(1).copied().unwrap_or_default());
        let words: Vec<&str> = literal.split_whitespace().filter(|word| *word != "\\").collect();
        if gap.trim() != "," {
            list.clear();
        }
        list.extend(words.first().filter(|_| words.len() == 1));
        let plain = words.iter().all(|word| word.chars().all(|c| c.is_lowercase() || c == '-'));
        count(&list) > 7 || plain && count(&words) > 7
    })
}

/// The most plain words in small letters that an array of literals in a constant holds.
fn words_listed(code: &str) -> usize {
    let constants = code.split("const ").skip(1).filter_map(|rest| {
        let (head, rest) = rest.split_once('=')?;
        let of_words = head.contains(": [&str;") || head.contains(": &[&str]");
        let rest = rest.trim_start().trim_start_matches('&').strip_prefix('[')?;
        rest.split_once("];").filter(|_| of_words).map(|(values, _)| values)
    });
    let plain = |literal: &&str| {
        let letters = |c: char| c.is_lowercase() || " .'-".contains(c);
        literal.starts_with(char::is_lowercase) && literal.chars().all(letters)
    };
    let count = |values: &str| values.split('"').skip(1).step_by(2).filter(plain).count();
    constants.map(count).max().unwrap_or_default()
}

fn months(code: &str) -> usize {
    let lower = code.to_lowercase();
    ["\"jan", "\"feb", "\"mar\"", "\"march", "january february"]
        .iter()
        .filter(|it| lower.contains(**it))
        .count()
        + usize::from(lower.contains("january february"))
}

/// Cuts at everything that is neither letter nor digit, or follows Unicode's words.
fn cuts_words(code: &str) -> bool {
    let dense: String = code.split_whitespace().collect();
    let cut = ["split(|c:char|!c.is_alphanumeric())", "split(|c:char|!c.is_ascii_alphanumeric())"];
    has_any(&dense, &cut) && !dense.contains("rsplit(|c:char|!c.is_alphanumeric()).next()")
        || has_any(&dense, &["unicode_words", "unicode_word_indices", "split_word_bound"])
}

fn has_any(code: &str, tells: &[&str]) -> bool {
    tells.iter().any(|tell| code.contains(tell))
}

fn has_all(code: &str, tells: &[&str]) -> bool {
    tells.iter().all(|tell| code.contains(tell))
}

/// What gives notions away in one source.
fn notions(source: &str) -> Vec<&'static str> {
    let code = source.split("#[cfg(test)]\nmod").next().unwrap();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code = lines.collect::<Vec<_>>().join("\n");
    TELLS.iter().filter(|(_, tells)| tells(&code)).map(|(notion, _)| *notion).collect()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
        if path.is_dir() && !["tests", "language", "target"].contains(&name.as_str()) {
            sources(&path, found);
        } else if name.ends_with(".rs") && !["tests.rs", "hostile.rs"].contains(&name.as_str()) {
            found.push(path);
        }
    }
}

#[test]
fn each_notion_has_one_reader() {
    let root = Path::new(&std::env::var_os("CARGO_MANIFEST_DIR").unwrap()).join("..");
    let root = root.canonicalize().unwrap();
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > 300, "only {} sources", files.len());
    let mut faults = Vec::new();
    let mut used = BTreeSet::new();
    for path in files {
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        for notion in notions(&fs::read_to_string(&path).unwrap()) {
            match ALLOWED.iter().find(|(file, allowed, _)| *file == name && *allowed == notion) {
                Some(allowed) => drop(used.insert(allowed)),
                None => faults.push(format!("{name} has {notion} of its own: `language` has one")),
            }
        }
    }
    let stale = ALLOWED.iter().filter(|allowed| !used.contains(allowed));
    faults.extend(stale.map(|(file, notion, _)| format!("{file} has no {notion} any more")));
    assert!(faults.is_empty(), "\n  {}\n", faults.join("\n  "));
}

#[test]
fn a_second_reader_is_found() {
    for (notion, source) in [
        (
            TELLS[0].0,
            "fn f(c: char) -> bool { matches!(c, '\\u{AD}' | '\\u{200b}'..='\\u{200f}' | '\\u{feff}') }",
        ),
        (TELLS[1].0, "fn doi(text: &str) -> Option<usize> { text.find(\"10.\") }"),
        (TELLS[1].0, "const DOI: &str = r\"10\\.[0-9]{4,9}/\";"),
        (TELLS[2].0, "fn f(sum: u32) -> bool { sum % 11 == 0 }"),
        (
            TELLS[3].0,
            "const STOP: [&str; 9] = [\"a\", \"an\", \"and\", \"of\", \"or\", \"the\", \"to\", \"in\", \"is\"];",
        ),
        (TELLS[3].0, "static S: &str = \"a an and of or the to in is it\";"),
        (
            TELLS[4].0,
            "const W: [&str; 12] = [\"ab\", \"cd\", \"ef\", \"gh\", \"ij\", \"kl\", \"mn\", \"op\", \"qr\", \"st\", \"uv\", \"wx\"];",
        ),
        (TELLS[5].0, "const M: [&str; 2] = [\"January\", \"February\"];"),
        (TELLS[6].0, "fn f() { types::day_number(2021, 1, 1); }"),
        (TELLS[7].0, "const A: [&str; 2] = [\"dr\", \"prof\"];"),
        (TELLS[8].0, "fn idf(n: f64, df: f64) -> f64 { (1.0 + (n - df + 0.5) / (df + 0.5)).ln() }"),
        (TELLS[9].0, "fn f(t: &str) { t.split(|c: char| !c.is_alphanumeric()).count(); }"),
        (TELLS[9].0, "fn f(t: &str) { t.unicode_words().count(); }"),
    ] {
        assert_eq!(notions(source), [notion], "{source}");
        let commented = format!("// {source}\n#[cfg(test)]\nmod tests {{ {source} }}");
        assert_eq!(notions(&commented), Vec::<&str>::new(), "{source}");
    }
}
