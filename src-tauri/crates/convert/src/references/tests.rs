//! Lists as reference managers write them, and broken ones.

use super::*;
use crate::markdown;
use proptest::prelude::*;
use types::Author;

fn list(text: &str) -> ConvertedText {
    convert(text.as_bytes(), &Limits::default()).unwrap()
}

fn author(family: &str, given: &str) -> Author {
    Author { family: family.to_owned(), given: given.to_owned() }
}

#[test]
fn bibtex_entries_become_references() {
    let converted = list(
        "% a remark\n@string{jacm = \"Journal of the \" # acm}\n@string{acm = {ACM}}\n\
         @article{turing:1936, author = {Alan M. Turing and Ludwig van Beethoven and {World Health Organization}},\n\
         title = {{\\\"U}ber {C}omputable Num\\'{e}ros}, journal = jacm, year = 1936, volume = 42,\n\
         number = 1, pages = {230--265}, doi = {https://doi.org/10.1112/PLMS/s2-42.1.230}}\n\
         @book{knuth, author = \"Knuth, Donald E.\", title = \"The Art\", publisher = {AW},\n\
         date = {1997-05-01}, isbn = {978-0-201-89683-1}}\n\
         @misc{vaswani, title = {Attention}, eprint = {1706.03762}, archiveprefix = {arXiv}, author={A and others}}\n\
         @incollection{part, title = {Part}, author = {B}, crossref = {knuth}}\n",
    );
    let [turing, knuth, vaswani, part] = converted.listed.as_slice() else {
        panic!("{:?}", converted.listed)
    };
    assert_eq!(turing.title.as_deref(), Some("Über Computable Numéros"));
    assert_eq!(
        turing.authors,
        [
            author("Turing", "Alan M."),
            author("van Beethoven", "Ludwig"),
            author("World Health Organization", "")
        ]
    );
    assert_eq!(turing.container.as_deref(), Some("Journal of the ACM"));
    assert_eq!((turing.year, turing.kind.as_str()), (Some(1936), "article-journal"));
    assert_eq!(turing.pages.as_deref(), Some("230–265"));
    assert_eq!(turing.doi.as_deref(), Some("10.1112/plms/s2-42.1.230"));
    assert_eq!((knuth.year, knuth.isbn.as_deref()), (Some(1997), Some("9780201896831")));
    assert_eq!(vaswani.arxiv.as_deref(), Some("1706.03762"));
    assert_eq!(vaswani.authors, [author("A", "")]);
    assert_eq!((part.container.as_deref(), part.year), (Some("The Art"), Some(1997)));
    assert!(
        converted.text.starts_with(
            "- Turing, Alan M.; van Beethoven, Ludwig; World Health Organization (1936). Über Computable \
             Numéros. Journal of the ACM, 42(1), 230–265. doi:10.1112/plms/s2-42.1.230 [turing:1936]\n"
        ),
        "{}",
        converted.text
    );
    assert_eq!(converted.blocks, markdown::outline(&converted.text).blocks);
}

#[test]
fn tagged_lists_become_references() {
    let ris = "TY  - JOUR\r\nAU  - Doe, Jane\r\nAU  - World Bank\r\nTI  - On\r\n  sleep\r\nJO  - J Sleep\r\n\
               PY  - 2020/05/01\r\nSP  - 12\r\nEP  - 19\r\nDO  - 10.1000/ABC\r\nID  - doe\r\nER  - \r\n\r\n\
               TY  - BOOK\r\nER  - \r\n";
    let converted = list(ris);
    let found = &converted.listed[0];
    assert_eq!(found.title.as_deref(), Some("On sleep"));
    assert_eq!(found.authors, [author("Doe", "Jane"), author("World Bank", "")]);
    assert_eq!((found.year, found.pages.as_deref()), (Some(2020), Some("12–19")));
    assert_eq!((found.doi.as_deref(), found.key.as_str()), (Some("10.1000/abc"), "doe"));
    assert_eq!(converted.warnings, ["1 of 2 entries cannot be read: line 14"]);
    let nbib = "PMID- 123456\nTI  - Sleep and\n      more.\nFAU - Doe, Jane\nAU  - Doe J\nDP  - 2021 May\n\
                JT  - Journal\nLID - 10.1000/x [doi]\nPG  - 1-9\n";
    let found = &list(nbib).listed[0];
    assert_eq!((found.pmid.as_deref(), found.year), (Some("123456"), Some(2021)));
    assert_eq!(
        (found.title.as_deref(), found.doi.as_deref()),
        (Some("Sleep and more."), Some("10.1000/x"))
    );
    assert_eq!(found.authors, [author("Doe", "Jane")]);
}

#[test]
fn csl_items_become_references() {
    let csl = r#"[{"id":"a","type":"book","title":"T","ISBN":"080442957X",
        "author":[{"family":"Gogh","non-dropping-particle":"van","given":"V."},{"literal":"WHO"}],
        "issued":{"date-parts":[["1999",5]]},"URL":"https://arxiv.org/abs/2305.03393v1"},
        {"type":"book"}]"#;
    let converted = list(csl);
    let found = &converted.listed[0];
    assert_eq!(found.authors, [author("van Gogh", "V."), author("WHO", "")]);
    assert_eq!((found.year, found.isbn.as_deref()), (Some(1999), Some("9780804429573")));
    assert_eq!(found.arxiv.as_deref(), Some("2305.03393v1"));
    assert_eq!(converted.warnings, ["1 of 2 entries cannot be read: item 2"]);
}

#[test]
fn what_is_a_list_and_what_is_not() {
    for (name, text, expected) in [
        ("a.bib", "@article{a, title={x}}", true),
        ("a.txt", "@book{a, title={x}}", true),
        ("a.bib", "just words about @home", false),
        ("a.py", "@property\ndef x(self): pass", false),
        ("a.txt", "@media(print) { }", false),
        ("a.txt", "@software{a, title={x}}", true),
        ("a.txt", "Some words.\n@article{a, title={x}}", false),
        ("a.txt", "@Table(name = \"x\")\nclass A {}", false),
        ("a.bib", "Some words.\n@article{a, title={x}}", true),
        ("a.bib", "@entry{a, name={x}, description={a glossary}}", false),
        ("a.ris", "TY  - JOUR\nTI  - x\nER  - ", true),
        ("a.ris", "TY  - JOUR\nER  - ", true),
        ("a.txt", "TY  - JOUR\nER  - ", false),
        ("a.txt", "1.\nTY  - JOUR\nTI  - x", true),
        ("a.txt", "FN Thomson\nVR 1.0\nPT J\nTI x", true),
        ("a.txt", "FN is short for footnote.\nIN 1990", false),
        ("a.enw", "%0 Book\n%T x", true),
        ("a.txt", "% a remark\n%T is 5", false),
        ("a.md", "@article{a, title={x}}", false),
        ("a.json", "[{\"type\":\"book\",\"title\":\"x\"}]", true),
        ("a.json", "[{\"type\":\"book\"}]", false),
        ("a.json", "{\"a\":1}", false),
        ("a.json", "[1,2", false),
    ] {
        assert_eq!(is_list(name, text), expected, "{name}: {text}");
    }
}

#[test]
fn broken_lists_cost_the_broken_entries() {
    let cycle = "@string{a = b # b}\n@string{b = a # a}\n@book{x, title = a, author = {Y}}\n";
    assert_eq!(list(cycle).listed.len(), 1);
    let unbalanced = "@book{lost, title = {never {closed,\n@book{kept, title = {Kept}}\n";
    let converted = list(unbalanced);
    assert_eq!(converted.listed.len(), 1);
    assert_eq!(converted.warnings, ["1 of 2 entries cannot be read: lost (line 1)"]);
    let deep = format!(
        "@book{{d, title = {}}}\n@book{{k, title={{K}}}}",
        "{".repeat(100_000) + &"}".repeat(100_000)
    );
    assert_eq!(list(&deep).listed.len(), 1);
    let circle = "@book{a, title={A}, crossref={b}}\n@book{b, title={B}, crossref={a}}\n@book{c, title={C}, crossref={c}}";
    assert_eq!(list(circle).listed.len(), 3);
    assert!(convert(b"@book{", &Limits::default()).is_err());
}

proptest! {
    #[test]
    fn any_list_gives_sound_text_or_an_error(
        text in "(@article\\{|@string\\{|title = |author=|[a-z\"{}#,=\\\\'@ ]|crossref=|and |\\n|TY  - JOUR\\n|AU  - |DO  - 10.1000/){0,60}",
    ) {
        for text in [text.clone(), format!("@book{{k, title = {{T}}}}\n{text}"), format!("TY  - X\nTI  - t\n{text}")] {
            if let Ok(converted) = convert(text.as_bytes(), &Limits::default()) {
                prop_assert!(crate::validate::is_sound(&converted, &Limits::default()));
                prop_assert_eq!(&converted.blocks, &markdown::outline(&converted.text).blocks);
            }
        }
    }
}
