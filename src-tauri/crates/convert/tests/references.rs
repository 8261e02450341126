//! Files of references in every shape that programs and people leave them in, through the real worker:
//! what is read, what is named, and that nothing else is lost.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use convert::{Converter, Error, Limits, Program};
use std::path::PathBuf;
use types::{Cancel, ConvertedText, Format, Reference};

fn convert(name: &str, bytes: &[u8]) -> Result<ConvertedText, Error> {
    let path = PathBuf::from(env!("CARGO_BIN_EXE_convert-worker"));
    let converter = Converter::new(Program { path, args: Vec::new() }, None, Limits::default());
    converter.convert(name, bytes, &Cancel::default())
}

fn fixture(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/references");
    std::fs::read(format!("{folder}/{name}")).unwrap()
}

/// `key · kind · title · authors · year · container`
fn line(reference: &Reference) -> String {
    let names = reference.authors.iter().map(|author| match author.given.as_str() {
        "" => author.family.clone(),
        given => format!("{}, {given}", author.family),
    });
    let parts = [
        reference.key.clone(),
        reference.kind.clone(),
        reference.title.clone().unwrap_or_default(),
        names.collect::<Vec<_>>().join("; "),
        reference.year.map(|year| year.to_string()).unwrap_or_default(),
        reference.container.clone().unwrap_or_default(),
    ];
    parts.join(" · ")
}

fn check(name: &str, bytes: &[u8], expected: &[&str], warnings: &[&str]) -> Vec<Reference> {
    let converted = convert(name, bytes).unwrap();
    assert_eq!(converted.format, Format::References, "{name}");
    assert_eq!(converted.listed.iter().map(line).collect::<Vec<_>>(), expected, "{name}");
    assert_eq!(converted.warnings, warnings, "{name}");
    converted.listed
}

const ZOTERO: [&str; 8] = [
    "macroGroup2020 · article-journal · III–V lasers on silicon, with č and í · Müller, Jörg; World \
     Institute; van der Berg, Anna · 2020 · Journal of Inventions (New Series)",
    "tool · software · A Tool · Doe, Jane · 2021 · ",
    "film · motion_picture · A \"quoted\" film · Roe, Richard · 2019 · ",
    "odd · document · An Odd Thing · Poe, P. · 1999 · ",
    "undefinedString · article-journal · On Names · Noe, N. · 2001 · ieee_undefined",
    "escaped · paper-conference · Müller's {braces · Koe, K. · 2002 · ",
    "backslash · book · Path C: · Loe, L. · 2003 · ",
    "halfBrace · book · An escaped { brace · Moe, M. · 2004 · ",
];

#[test]
fn bibtex_of_zotero_and_jabref() {
    let bytes = fixture("zotero.bib");
    let listed = check("zotero.bib", &bytes, &ZOTERO, &[]);
    assert_eq!(listed[0].doi.as_deref(), Some("10.1000/a_b"));
    assert_eq!(listed[0].url.as_deref(), Some("https://example.org/~a%20b"));
    let text = String::from_utf8(bytes).unwrap();
    check("marked.bib", format!("\u{feff}{text}").as_bytes(), &ZOTERO, &[]);
    check("windows.bib", text.replace('\n', "\r\n").as_bytes(), &ZOTERO, &[]);
}

#[test]
fn bibtex_in_any_encoding() {
    let text = "@book{a, title = {Über die Größe}, author = {Müller, Jörg}, year = 1990}\n";
    let expected = ["a · book · Über die Größe · Müller, Jörg · 1990 · "];
    check("a.bib", text.as_bytes(), &expected, &[]);
    let latin = text.chars().map(|letter| u8::try_from(u32::from(letter)).unwrap());
    let converted = convert("a.bib", &latin.collect::<Vec<_>>()).unwrap();
    assert_eq!(converted.listed.iter().map(line).collect::<Vec<_>>(), expected);
    let wide = std::iter::once(0xfeff).chain(text.encode_utf16());
    check("a.bib", &wide.flat_map(u16::to_le_bytes).collect::<Vec<_>>(), &expected, &[]);
}

#[test]
fn broken_entries_cost_themselves_and_are_named() {
    let expected = [
        "parentheses · book · Round (and round) · Aoe, A. · 1990 · ",
        " · book · No Key · Boe, B. · 1991 · ",
        " · book · Empty Key · Coe, C. · 1992 · ",
        "noComma · book · No Comma Behind the Key · Eoe, E. · 1993 · ",
        "missingComma · book · No Comma Between · Foe, F. · 1994 · ",
        "spaced · book · Spaced · Goe, G. · 1995 · ",
        "twice · book · First of Two · Hoe, H. · 1996 · ",
        "twice · book · Second of Two · Hoe, H. · 1997 · ",
        "remarks · book · Remarked · Ioe, I. · 1998 · ",
        "afterUnclosed · book · After It · Koe, K. · 2000 · ",
        "noBrace · book · No Brace at the End · Loe, L. ·  · ",
        "junk · book ·  · Moe, M. · 2002 · ",
        "last · book · Last · Ooe, O. · 2004 · ",
    ];
    let warnings = [
        "2 of 15 entries cannot be read: unclosed (line 15), quote (line 21)",
        "2 of 15 entries can be read in part alone: noBrace (line 18), junk (line 20)",
    ];
    check("odd.bib", &fixture("odd.bib"), &expected, &warnings);
}

#[test]
fn biblatex_entries_inherit() {
    let expected = [
        "whole · book · The Whole ·  · 1984 · ",
        "part · chapter · The Part: In Short · Doe, Jane · 1984 · The Whole",
        "own · chapter · Itself · Roe, R. · 1986 · ",
        "there · chapter · There · Soe, S. · 1987 · Back",
        "back · chapter · Back · Toe, T. · 1987 · There",
        "eprint · webpage · Posted · Uoe, U. · 2023 · ",
    ];
    let listed = check("biblatex.bib", &fixture("biblatex.bib"), &expected, &[]);
    assert_eq!(listed[0].publisher.as_deref(), Some("Example Press"));
    assert_eq!(listed[0].language.as_deref(), Some("english"));
    assert_eq!(listed[1].publisher.as_deref(), Some("Example Press"));
    assert_eq!(listed[5].arxiv.as_deref(), Some("2305.03393"));
}

#[test]
fn ris_numbered_unended_and_in_lower_case() {
    let numbered = [
        "12345 · article-journal · Title of the first · Marx, Karl; Lindgren, Astrid · 2014 · Fancy \
         Journal",
        " · book · A second, never ended · World Bank · 2015 · ",
        " · chapter · A third · Doe, Jane · 2016 · The book it is in",
    ];
    let listed = check("numbered.ris", &fixture("numbered.ris"), &numbered, &[]);
    assert_eq!(listed[0].doi.as_deref(), Some("10.1000/ris.1"));
    assert_eq!(listed[0].pages.as_deref(), Some("12–19"));
    assert_eq!(listed[1].isbn.as_deref(), Some("9780201896831"));
    let sloppy = [
        " · article-journal · Lower case, and over two lines · Doe, Jane; Roe, Richard · 2017 · ",
        " · paper-conference · Another · Poe, P. · 2018 · ",
    ];
    check("sloppy.ris", &fixture("sloppy.ris"), &sloppy, &[]);
}

#[test]
fn tags_of_web_of_science_endnote_and_pubmed() {
    let records = [
        "WOS:000123456700001 · article-journal · A title that goes on over two lines · Doe, Jane; Roe, \
         Richard · 2019 · JOURNAL OF EXAMPLES",
        "WOS:000123456700002 · book · A book · Poe, P · 2020 · ",
    ];
    let bytes = fixture("savedrecs.txt");
    let listed = check("savedrecs.txt", &bytes, &records, &[]);
    assert_eq!(listed[0].doi.as_deref(), Some("10.1000/wos.1"));
    assert_eq!(listed[0].pmid.as_deref(), Some("31234567"));
    assert_eq!(listed[0].pages.as_deref(), Some("45–67"));
    check("export.ciw", &[b"\xef\xbb\xbf".as_slice(), &bytes].concat(), &records, &[]);
    let endnote = [
        "doe2018 · article-journal · A title, on two lines · Doe, Jane; World Bank · 2018 · Journal of \
         Examples",
        " · paper-conference · Another · Roe, Richard · 2019 · Proceedings of Examples",
    ];
    let listed = check("endnote.enw", &fixture("endnote.enw"), &endnote, &[]);
    assert_eq!(listed[0].doi.as_deref(), Some("10.1000/enw.1"));
    let refer = [
        " · document · Without a type · Poe, P. · 1970 · ",
        " · document · And another · Soe, S. · 1971 · ",
    ];
    check("refer.txt", &fixture("refer.txt"), &refer, &[]);
    let pubmed = [
        " · article-journal · Sleep, and what goes on with it. · Doe, Jane; Sleep Group · 2021 · \
         Journal of sleep",
        " · article-journal · Awake. · Roe R · 2022 · J Sleep",
    ];
    let listed = check("pubmed.nbib", &fixture("pubmed.nbib"), &pubmed, &[]);
    assert_eq!(listed[0].pmid.as_deref(), Some("31234567"));
    assert_eq!(listed[1].pmid.as_deref(), Some("31234568"));
}

/// How many are read of a list that ends in a good entry, which is.
fn read_with_a_good_one(text: &str) -> usize {
    let text = format!("{text}\n@book{{good, title = {{Kept}}, year = 1990}}\n");
    let listed = convert("a.bib", text.as_bytes()).unwrap().listed;
    assert_eq!(listed.last().map(|last| last.key.as_str()), Some("good"));
    listed.len()
}

#[test]
fn hostile_lists_cost_what_is_hostile() {
    let (open, close) = ("{".repeat(100_000), "}".repeat(100_000));
    let doubled = |at: usize| format!("@string{{s{} = s{at} # s{at}}}\n", at + 1);
    let doubled: String = (0..60).map(doubled).collect();
    let circle = |at: usize| {
        format!("@inbook{{c{at}, title = {{T}}, crossref = {{c{}}}}}\n", (at + 1) % 1000)
    };
    let many = |at: usize| format!("@article{{k{at}, title = {{T{at}}}, author = {{Doe, J.}}}}\n");
    for (text, expected) in [
        (format!("@book{{d, title = {open}deep{close}}}"), 2),
        (format!("@book{{d, title = {open}"), 1),
        (format!("@book{{d, title = {{{}", "\\'{\\a{".repeat(100_000)), 1),
        (format!("@book{{d, title = {{{}}}}}", "{{a}{b}}".repeat(100_000)), 2),
        (format!("@book{{d, title = {{x}}, author = {{{}}}}}", "\\'".repeat(100_000)), 2),
        ("@book{d, title = {x".repeat(50_000), 1),
        ("@".repeat(1_000_000), 1),
        ("@comment{".repeat(100_000), 1),
        ("@string{a = b # b}\n@string{b = a # a}\n@book{s, author = {Y}, title = a}".to_owned(), 2),
        (format!("@string{{s0 = {{x}}}}\n{doubled}@book{{s, author = {{Y}}, title = s59}}"), 2),
        (format!("@book{{s, author = {{Y}}, title = {}}}", "s # ".repeat(1_000_000)), 2),
        ((0..1000).map(circle).collect(), 1001),
        ((0..50_000).map(many).collect(), 50_001),
    ] {
        let start: String = text.chars().take(40).collect();
        assert_eq!(read_with_a_good_one(&text), expected, "{start}");
    }
}

#[test]
fn lists_beyond_the_bounds_are_refused() {
    for bytes in ["@misc{a,title=b}\n".repeat(100_001).into_bytes(), vec![b'@'; (128 << 20) + 1]] {
        let refused = convert("a.bib", &bytes).unwrap_err();
        assert!(matches!(refused, Error::TooLarge { .. }), "{refused}");
    }
}
