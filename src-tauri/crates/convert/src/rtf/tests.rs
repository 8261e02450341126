//! Documents as Word, LibreOffice and WordPad write them, and hostile ones.

use super::*;
use proptest::prelude::*;
use types::Author;

fn check(rtf: &str, expected: &str) -> ConvertedText {
    let converted = convert(rtf.as_bytes(), &Limits::default()).unwrap();
    assert_eq!(converted.text, expected, "{rtf}");
    converted
}

#[test]
fn headings_lists_tables_and_notes() {
    let converted = check(
        r"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fnil Arial;}{\f1\fcharset204 Arial;}}{\colortbl;\red0;}
{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}{\s7\sbasedon0 Titre 2;}}
{\info{\title On *Words*}{\author Ada Lovelace; Alan Turing}{\creatim\yr1999\mo1}{\revtim\yr2001}}
{\header\pard Running head of it\par}
\pard\s1 One & all\par\pard\s7 Deux\par
\pard Plain {\b bold} *star*\line next line{\footnote\pard\chftn  A note.}\par
\pard{\listtext\tab 1.\tab}\ls1\ilvl0 first\par{\listtext\tab 2.\tab}second\par
\pard{\listtext\'b7\tab}dot\par
\trowd\cellx100\cellx200\pard\intbl a|b\cell c\par d\cell\row
\trowd\clvmgf\cellx100\cellx200\pard\intbl e\cell f\cell\row
\trowd\clvmrg\cellx100\cellx200\pard\intbl\cell g\cell\row
\pard{\field{\*\fldinst HYPERLINK http://x}{\fldrslt link}} {\v hidden} {\*\unknown gone}{\pict 0102}end\par}",
        "## One & all\n\n### Deux\n\nPlain bold \\*star\\*\nnext line[^1]\n\n1. first\n2. second\n- dot\n\n\
         | a\\|b | c d |\n| --- | --- |\n| e | f |\n| e | g |\n\nlink hidden end\n\n[^1]: A note.\n\n\
         [^head1]: Running head of it\n",
    );
    assert_eq!(converted.title.as_deref(), Some("On *Words*"));
    let author = |family: &str, given: &str| Author { family: family.into(), given: given.into() };
    assert_eq!(converted.reference.authors, [author("Lovelace", "Ada"), author("Turing", "Alan")]);
    assert_eq!(converted.reference.year, Some(1999));
    let hidden: Vec<&str> = converted.hidden.iter().map(|at| &converted.text[at.clone()]).collect();
    assert_eq!(hidden, ["hidden"]);
    // nobody knows what `unknown` is
    assert_eq!(converted.warnings, ["1 words of 24 were left out"]);
}

#[test]
fn comments_text_boxes_and_titles() {
    let converted = check(
        r"{\rtf1\ansi{\stylesheet{\s3 Title;}{\s4\outlinelevel1 Mine;}}\pard\s3 Paper\par\pard\s4 Part\par
\pard A{\*\atnid AL}{\*\atnauthor Ann Lee}\chatn{\*\annotation{\*\atndate 130373632}Why?\par Because.} b{\deleted old}
{\shp{\*\shpinst{\sp{\sn x}{\sv 1}}{\shptxt\pard boxed\par}}{\shprslt{\*\do{\dptxbxtext boxed}}}}\par}",
        "# Paper\n\n### Part\n\nA[^c1] b\n\nboxed\n\n\
         [^c1]: Comment by Ann Lee (2024-05-11): Why? Because.\n",
    );
    assert_eq!(converted.warnings, [""; 0]);
}

#[test]
fn characters_of_every_kind() {
    check(r"{\rtf1\ansi caf\'e9 \u8364? \u-10179?\u-8704?\emdash\~x\-y}", "café € 😀— xy\n");
    check(
        r"{\rtf1\ansi{\fonttbl{\f1\fcharset204 A;}{\f2\fcharset128 B;}}{\f1 \'cf\'f0}{\f2 \'93\'fa\'96\'7b}}",
        "Пр日本\n",
    );
    check(r"{\rtf1\ansi\uc2\u8364\'80\'80x{\uc0\u8364 y}}", "€x€y\n");
    check(r"{\rtf1\ansi\ansicpg932 \'93\'fa\'96{\b\'7b}}", "日�{\n");
    check("{\\rtf1 one\r\ntwo \\{x\\}\\par}", "onetwo {x}\n");
}

#[test]
fn hostile_documents_cost_little() {
    let nested = format!("{{\\rtf1 {}words{}}}", "{".repeat(100_000), "}".repeat(100_000));
    check(&nested, "words\n");
    check("{\\rtf1 a{\\bin2147483647 lost}", "a\n");
    check("{\\rtf1 a\\u2147483647?b\\u-2147483648?\\u55357?c}", "a\u{fffd}b\u{fffd}c\n");
    check("{\\rtf1 a}}}}}b", "ab\n");
    let cells = format!("{{\\rtf1\\trowd\\intbl {}\\row}}", "x\\cell ".repeat(50_000));
    assert!(convert(cells.as_bytes(), &Limits::default()).is_ok());
    assert!(convert(b"{\\rtf", &Limits::default()).is_ok_and(|it| it.text.is_empty()));
    assert!(convert(b"words", &Limits::default()).is_err());
}

proptest! {
    #[test]
    fn any_document_gives_sound_text_or_an_error(
        rtf in "([{}]|[a-z*#|>_-]|\\\\(par|cell|row|trowd|intbl|pard|u-?[0-9]{1,6}|'[0-9a-f]{2}|bin[0-9]|s1|footnote|listtext|\\*|line|title|uc[0-9]|cellx1|clvmrg|clmrg|outlinelevel[0-9]) ?){0,60}",
    ) {
        let limits = Limits::default();
        let rtf = format!("{{\\rtf1 {rtf}}}");
        let converted = convert(rtf.as_bytes(), &limits).unwrap();
        prop_assert!(crate::validate::is_sound(&converted, &limits));
    }
}
