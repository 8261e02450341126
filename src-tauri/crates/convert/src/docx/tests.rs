//! Documents made in code, and what is read from them.

use super::convert;
use crate::office::samples::package;
use crate::{Error, Limits, Result, validate};
use proptest::prelude::*;
use types::{BlockKind, ConvertedText, Format};

const STYLES: &str = "<styles>\
    <style type='paragraph' styleId='Title'><name val='Title'/></style>\
    <style type='paragraph' styleId='H1'><name val='heading 1'/><pPr><numPr><numId val='1'/></numPr></pPr></style>\
    <style type='paragraph' styleId='H2'><name val='heading 2'/><pPr><numPr><ilvl val='1'/><numId val='1'/></numPr></pPr></style>\
    <style type='paragraph' styleId='Sub'><name val='Subtitle'/><basedOn val='Title'/></style>\
    <style type='paragraph' styleId='Cap'><name val='caption'/></style>\
    <style type='paragraph' styleId='Q'><name val='Quote'/></style>\
    <style type='paragraph' styleId='Code'><name val='HTML Preformatted'/></style>\
    <style type='character' styleId='CC'><name val='HTML Code'/></style>\
    <style type='paragraph' styleId='TOC1'><name val='toc 1'/></style></styles>";
const NUMBERING: &str = "<numbering><abstractNum abstractNumId='0'>\
    <lvl ilvl='0'><start val='1'/><numFmt val='decimal'/><lvlText val='%1.'/></lvl>\
    <lvl ilvl='1'><start val='1'/><numFmt val='decimal'/><lvlText val='%1.%2.'/></lvl></abstractNum>\
    <abstractNum abstractNumId='2'><lvl ilvl='0'><numFmt val='bullet'/><lvlText val=' '/></lvl></abstractNum>\
    <num numId='3'><abstractNumId val='2'/></num><abstractNum abstractNumId='1'>\
    <lvl ilvl='0'><start val='1'/><numFmt val='decimal'/><lvlText val='%1)'/></lvl>\
    <lvl ilvl='1'><start val='1'/><numFmt val='bullet'/><lvlText val='•'/></lvl>\
    <lvl ilvl='2'><start val='1'/><numFmt val='lowerLetter'/><lvlText val='(%3)'/></lvl></abstractNum>\
    <num numId='1'><abstractNumId val='0'/></num><num numId='2'><abstractNumId val='1'/></num>\
    </numbering>";
const RELATIONS: &str = "<Relationships>\
    <Relationship Id='r1' Type='x/hyperlink' Target='https://a.example/b' TargetMode='External'/>\
    <Relationship Id='r2' Type='x/hyperlink' Target='file:///etc/passwd' TargetMode='External'/>\
    <Relationship Id='r3' Type='x/chart' Target='../../../etc/passwd'/>\
    <Relationship Id='r4' Type='x/chart' Target='charts/chart1.xml'/></Relationships>";
const NOTES: &str = "<notes><footnote id='-1' type='separator'><p><r><t>no</t></r></p></footnote>\
    <footnote id='5'><p><r><footnoteRef/><t>Five.</t></r></p><p><r><t>More.</t></r></p></footnote>\
    <footnote id='2'><p><r><t>Two.</t></r></p></footnote></notes>";
const COMMENTS: &str = "<comments><comment id='0' author='Ann Lee' date='2024-03-01T10:00:00Z'>\
    <p><r><t>Why?</t></r></p></comment></comments>";
const CHART: &str = "<chartSpace><chart><title><tx><rich><p><r><t>Sales</t></r></p></rich></tx></title>\
    <plotArea><barChart><ser><tx><strRef><strCache><pt idx='0'><v>Tea</v></pt></strCache></strRef></tx>\
    <cat><strRef><strCache><pt idx='0'><v>May</v></pt><pt idx='1'><v>June</v></pt></strCache></strRef></cat>\
    <val><numRef><numCache><pt idx='0'><v>3</v></pt><pt idx='1'><v>4.5</v></pt></numCache></numRef></val>\
    </ser></barChart></plotArea></chart></chartSpace>";

fn document(body: &str) -> String {
    format!("<document><body>{body}</body></document>")
}

fn read_with(body: &str, limits: &Limits) -> Result<ConvertedText> {
    // comments are shown even where nothing cites them: only where the test is about them
    let comments = if body.contains("comment") { COMMENTS } else { "<comments/>" };
    let bytes = package(&[
        ("word/document.xml", &document(body)),
        ("word/styles.xml", STYLES),
        ("word/numbering.xml", NUMBERING),
        ("word/footnotes.xml", NOTES),
        ("word/comments.xml", comments),
        ("word/_rels/document.xml.rels", RELATIONS),
        ("word/charts/chart1.xml", CHART),
    ]);
    let converted = convert(&bytes, limits)?;
    assert!(validate::is_sound(&converted, limits), "{converted:?}");
    Ok(converted)
}

fn read(body: &str) -> ConvertedText {
    read_with(body, &Limits::default()).unwrap()
}

fn p(style: &str, words: &str) -> String {
    format!("<p><pPr><pStyle val='{style}'/></pPr><r><t>{words}</t></r></p>")
}

fn item(list: u8, level: u8, words: &str) -> String {
    format!(
        "<p><pPr><numPr><ilvl val='{level}'/><numId val='{list}'/></numPr></pPr><r><t>{words}</t></r></p>"
    )
}

fn check(body: &str, expected: &str) {
    assert_eq!(read(body).text.trim_end(), expected, "{body}");
}

#[test]
fn headings_carry_their_numbers() {
    check(
        &[
            p("Title", "Paper"),
            p("Sub", "By me"),
            p("H1", "Aims"),
            p("H2", "First"),
            p("H2", "Second"),
            p("H1", "Ends"),
        ]
        .concat(),
        "# Paper\n\nBy me\n\n## 1 Aims\n\n### 1.1 First\n\n### 1.2 Second\n\n## 2 Ends",
    );
    check(&p("TOC1", "Aims 3"), "");
    let contents = "<sdt><sdtPr><docPartObj><docPartGallery val='Table of Contents'/></docPartObj></sdtPr>\
        <sdtContent><p><r><t>Aims 3</t></r></p></sdtContent></sdt>";
    check(&(contents.to_owned() + &p("", "Text")), "Text");
    // a number taken away
    check(
        "<p><pPr><pStyle val='H1'/><numPr><numId val='0'/></numPr></pPr><r><t>Bare</t></r></p>",
        "## Bare",
    );
}

#[test]
fn lists_keep_their_numbers_and_their_depth() {
    check(
        &[
            item(2, 0, "one"),
            item(2, 1, "dot"),
            item(2, 2, "letter"),
            // numbered, though empty
            "<p><pPr><numPr><ilvl val='0'/><numId val='2'/></numPr></pPr></p>".to_owned(),
            item(2, 0, "three"),
            p("", "Between"),
            item(2, 0, "four"),
            item(1, 1, "1. point"),
        ]
        .concat(),
        "1) one\n   - dot\n     - (a) letter\n3. three\n\nBetween\n\n4) four\n   - 1.1. 1. point",
    );
    check(&[item(2, 0, "one"), item(3, 0, "more")].concat(), "1) one\n\n   more");
    check(&item(3, 0, "no list"), "no list");
    check(&item(2, 99, "deep"), "- deep".replace("- deep", "deep").as_str());
}

#[test]
fn tables_are_one_table() {
    let cell = |properties: &str, words: &str| {
        format!("<tc><tcPr>{properties}</tcPr><p><r><t>{words}</t></r></p></tc>")
    };
    let nested = format!("<tbl><tr>{}{}</tr></tbl>", cell("", "in"), cell("", "side"));
    let table = format!(
        "<tbl><tr>{}{}</tr><tr>{}{}</tr><tr><trPr><gridBefore val='1'/></trPr>{}{}</tr>\
         <tr><trPr><del/></trPr>{}</tr></tbl>",
        cell("<gridSpan val='2'/>", "a|b"),
        cell("<vMerge val='restart'/>", "tall"),
        "<tc><p><r><t>one</t><br/><t>two</t></r></p></tc>",
        "<tc>".to_owned() + &nested + "<p/></tc>" + &cell("<vMerge/>", ""),
        cell("", "late"),
        cell("<vMerge val='continue'/>", ""),
        cell("", "deleted"),
    );
    check(
        &table,
        "| a\\|b | a\\|b | tall |\n| --- | --- | --- |\n| one two | in side | tall |\n|  | late | tall |",
    );
    check("<tbl><tr><tc><p><r><t>A frame</t></r></p></tc></tr></tbl>", "A frame");
    check("<tbl><tr><tc/><tc/></tr></tbl>", "");
    let wide = format!(
        "<tbl><tr>{}{}</tr></tbl>",
        cell("<gridSpan val='1000000000'/>", "x"),
        cell("", "y")
    );
    assert!(read(&wide).text.len() < 2000);
}

#[test]
fn notes_comments_and_links_survive() {
    check(
        "<p><r><t>A</t><footnoteReference id='5'/></r><r><t> b</t><footnoteReference id='2'/>\
         <commentReference id='0'/><footnoteReference id='5'/><footnoteReference id='99'/></r></p>",
        "A[^1] b[^2][^c1][^1]\n\n[^1]: Five. More.\n\n[^2]: Two.\n\n\
         [^c1]: Comment by Ann Lee (2024-03-01): Why?",
    );
    // a comment that nothing cites
    check(&p("", "My comment"), "My comment\n\n[^c1]: Comment by Ann Lee (2024-03-01): Why?");
    check(
        "<p><hyperlink id='r1'><r><t>here</t></r></hyperlink><hyperlink id='r2'><r><t> not</t></r></hyperlink>\
         <r><t> </t><fldChar fldCharType='begin'/><instrText>HYPERLINK \"http://c.example\"</instrText>\
         <fldChar fldCharType='separate'/><t>there</t><fldChar fldCharType='end'/></r></p>",
        "[here](https://a.example/b) not [there](http://c.example)",
    );
}

#[test]
fn what_is_not_text_is_left_out_and_what_is_stands_once() {
    check(
        "<p><ins><r><t>new</t></r></ins><del><r><delText>old</delText></r></del>\
         <moveFrom><r><t>moved</t></r></moveFrom><r><rPr><vanish/></rPr><t>hidden</t></r>\
         <r><instrText>PAGE</instrText></r>\
         <sdt><sdtPr><showingPlcHdr/></sdtPr><sdtContent><r><t>Enter a name</t></r></sdtContent></sdt><sdt><sdtContent><r><t> held</t></r></sdtContent></sdt></p>",
        "newhidden held",
    );
    // a deleted end joins two paragraphs
    check(
        "<p><pPr><rPr><del/></rPr></pPr><r><t>one </t></r></p><p><r><t>line</t></r></p>",
        "one line",
    );
    let boxed = "<txbxContent><p><r><t>boxed</t></r></p></txbxContent>";
    check(
        &format!(
            "<p><r><t>around</t><AlternateContent><Choice>{boxed}</Choice><Fallback>{boxed}</Fallback>\
             </AlternateContent></r></p>"
        ),
        "around\n\nboxed",
    );
    check(
        "<p><r><t>10</t></r><r><rPr><vertAlign val='superscript'/></rPr><t>-5</t></r>\
         <r><drawing><docPr id='1' name='Picture 1' descr='A duck'/></drawing></r>\
         <r><sym font='Symbol' char='F061'/></r></p>",
        "10⁻⁵ [Image: A duck] α",
    );
    check(
        "<p><r><t>x</t></r><oMath><f><num><r><t>a</t></r></num><den><r><t>b</t></r></den></f></oMath></p>\
         <p><oMathPara><oMath><r><t>y</t></r></oMath></oMathPara></p>",
        "x$\\frac{a}{b}$\n\n$$y$$",
    );
    check(
        "<p><r><t>Run </t></r><r><rPr><rStyle val='CC'/></rPr><t>a_</t></r>\
         <r><rPr><rStyle val='CC'/></rPr><t>*b</t></r></p>",
        "Run `a_*b`",
    );
    check(
        "<p><r><drawing><chart id='r3'/><chart id='r4'/></drawing></r></p>",
        "Sales\n\n|  | Tea |\n| --- | --- |\n| May | 3 |\n| June | 4.5 |",
    );
}

#[test]
fn what_nobody_sees_is_kept_and_marked() {
    let run =
        |properties: &str, words: &str| format!("<r><rPr>{properties}</rPr><t>{words}</t></r>");
    let body = [
        "<p>".to_owned(),
        run("<vanish/>", "hidden"),
        run("<vanish val='0'/>", " shown"),
        run("<color val='ffffff'/>", " white"),
        run("<color val='FFFFFF'/><shd fill='000000'/>", " on black"),
        run("<sz val='2'/>", " tiny"),
        "</p><tbl><tr><tc><p>".to_owned(),
        run("<color val='FFFFFF'/>", "head"),
        "</p></tc><tc><p>".to_owned(),
        run("<vanish/>", "cell"),
        "</p></tc></tr></tbl>".to_owned(),
    ];
    let converted = read(&body.concat());
    let hidden: Vec<&str> = converted.hidden.iter().map(|at| &converted.text[at.clone()]).collect();
    assert_eq!(hidden, ["hidden", " white", " tiny", "cell"]);
    assert!(converted.text.starts_with("hidden shown white on black tiny\n\n| head | cell |"));
}

#[test]
fn words_that_are_not_read_are_counted() {
    let known = "<p><del><r><delText>old</delText></r></del><r><instrText>PAGE</instrText></r></p>";
    assert_eq!(read(&(known.to_owned() + &p("", "words"))).warnings, [""; 0]);
    let unknown = "<tomorrow><p><r><t>lost words</t></r></p></tomorrow>";
    let warnings = read(&(unknown.to_owned() + &p("", "words"))).warnings;
    assert_eq!(warnings, ["2 words of 3 were left out"]);
}

#[test]
fn headers_and_unread_parts_are_told() {
    let relations = "<Relationships>\
        <Relationship Id='h' Type='x/header' Target='header1.xml'/>\
        <Relationship Id='o' Type='x/oleObject' Target='embeddings/o.bin'/></Relationships>";
    let header = "<hdr><p><r><t>Ministry of</t></r><r><tab/><t>Silly Walks</t></r></p></hdr>";
    let body = document(&p("", "Text"));
    let bytes = package(&[
        ("word/document.xml", &body),
        ("word/_rels/document.xml.rels", relations),
        ("word/header1.xml", header),
    ]);
    let converted = convert(&bytes, &Limits::default()).unwrap();
    assert_eq!(converted.text, "Text\n\n[^head1]: Ministry of Silly Walks\n");
    assert_eq!(converted.warnings, ["an embedded file is not read"]);
}

#[test]
fn styles_say_what_a_block_is() {
    use BlockKind::{Caption, Code, Footnote, Paragraph, Quote};
    let body = [
        p("Cap", "Figure 1: a duck"),
        p("Q", "said"),
        p("Code", "if *x* {"),
        p("Code", ""),
        p("Code", "  y"),
        "<p><r><t>end</t><footnoteReference id='2'/></r></p>".to_owned(),
    ]
    .concat();
    let converted = read(&body);
    let kinds: Vec<_> = converted.blocks.iter().map(|block| block.kind).collect();
    assert!(
        matches!(kinds.as_slice(), [Caption, Quote, Code, Paragraph, Footnote | Paragraph]),
        "{kinds:?}"
    );
    assert!(converted.text.contains("```\nif *x* {\n\n  y\n```"), "{}", converted.text);
}

#[test]
fn properties_become_the_reference() {
    let core = "<coreProperties><title>A title</title><creator>Ada Lovelace</creator>\
        <created>2021-05-06T07:08:09Z</created></coreProperties>";
    let body = document(&p("Title", "Shown"));
    let bytes = package(&[("word/document.xml", &body), ("docProps/core.xml", core)]);
    let converted = convert(&bytes, &Limits::default()).unwrap();
    assert_eq!(converted.title.as_deref(), Some("A title"));
    assert_eq!(converted.reference.year, Some(2021));
    assert_eq!(converted.reference.authors.len(), 1);
}

#[test]
fn writing_of_every_direction_is_kept() {
    for words in ["هذا نص من اليمين إلى اليسار", "これは空白のない文です。", "שלום (עולם) 12"]
    {
        check(&p("", words), words);
    }
}

#[test]
fn hostile_documents_get_a_typed_answer() {
    let limits = Limits::default();
    let row = "<tbl><tr><tc>";
    let end = "</tc></tr></tbl>";
    let deep = document(&(row.repeat(1000) + &p("", "x") + &end.repeat(1000)));
    let entities = "<!DOCTYPE d [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;'>]><document><body><p><r><t>&b;</t></r></p></body></document>";
    let text = document(&p("", "words"));
    let cases = [
        ("nest too deep", vec![("word/document.xml", deep.as_str())]),
        ("declares entities", vec![("word/document.xml", entities)]),
        ("no text part", vec![("word/styles.xml", STYLES)]),
        ("not well-formed", vec![("word/document.xml", "PK\u{3}\u{4} <<<")]),
        ("not well-formed", vec![("word/document.xml", &text), ("word/styles.xml", "<styles")]),
        ("declares entities", vec![("word/document.xml", &text), ("_rels/.rels", entities)]),
    ];
    for (says, parts) in cases {
        let error = convert(&package(&parts), &limits).expect_err(says);
        assert!(validate::is_sound_error(&error) && error.to_string().contains(says), "{error}");
    }
    assert_eq!(
        convert(b"PK\x03\x04", &limits).unwrap_err(),
        Error::damaged(Format::Docx, "the archive is cut short or broken")
    );
}

#[test]
fn a_million_empty_paragraphs_are_read_one_by_one() {
    let body = "<p/>".repeat(1_000_000) + &p("", "the end");
    check(&body, "the end");
}

#[test]
fn names_of_parts_ignore_case_and_the_package_says_where_its_text_is() {
    let relations = "<Relationships><Relationship Id='r' Type='x/officeDocument' Target='/doc/Main.xml'/></Relationships>";
    let body = document(&p("", "words"));
    let bytes = package(&[
        ("_rels/.rels", relations),
        ("DOC/main.XML", &body),
        ("word/document.xml", "<document/>"),
    ]);
    assert_eq!(convert(&bytes, &Limits::default()).unwrap().text, "words\n");
}

#[test]
fn the_text_limit_holds() {
    let limits = Limits { text_bytes: 100, ..Limits::default() };
    let body = p("", &"words ".repeat(10)).repeat(10);
    assert!(matches!(read_with(&body, &limits), Err(Error::TooLarge { .. })));
}

/// Nested elements with names that mean something, in any order.
fn fragments() -> impl Strategy<Value = String> {
    const NAMES: [&str; 40] = [
        "p",
        "r",
        "t",
        "tbl",
        "tr",
        "tc",
        "tcPr",
        "gridSpan",
        "vMerge",
        "pPr",
        "pStyle",
        "numPr",
        "ilvl",
        "numId",
        "outlineLvl",
        "sdt",
        "sdtContent",
        "ins",
        "del",
        "hyperlink",
        "footnoteReference",
        "commentReference",
        "fldChar",
        "instrText",
        "oMath",
        "f",
        "num",
        "den",
        "sSup",
        "e",
        "m",
        "mr",
        "d",
        "dPr",
        "begChr",
        "txbxContent",
        "AlternateContent",
        "Choice",
        "sym",
        "br",
    ];
    let leaf = "([a-z*_#|`\\[\\]$ 0-9é漢]|&amp;|&#x202e;){0,8}".prop_map(|text: String| text);
    leaf.prop_recursive(6, 60, 6, |inner| {
        let value = prop_oneof![
            Just("H1".to_owned()), Just("Code".to_owned()), Just("Q".to_owned()), Just("begin".to_owned()),
            Just("separate".to_owned()), Just("end".to_owned()), (0u32..4).prop_map(|n| n.to_string()),
            Just("4294967296".to_owned()), Just("-1".to_owned()), Just("F061".to_owned()),
        ];
        let element = (0..NAMES.len(), value, proptest::collection::vec(inner, 0..6));
        element.prop_map(|(name, value, inner)| {
            let name = NAMES[name];
            format!(
                "<{name} val='{value}' id='{value}' fldCharType='{value}' font='Symbol' char='{value}'>{}</{name}>",
                inner.concat()
            )
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_markup_gives_sound_text_or_a_typed_error(body in fragments(), more in fragments()) {
        let body = format!("<p><r>{body}</r></p>{more}{body}");
        if let Err(error) = read_with(&body, &Limits::default()) {
            prop_assert!(validate::is_sound_error(&error), "{error}");
        }
    }
}
