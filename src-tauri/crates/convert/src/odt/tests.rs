//! Documents made in code, and what is read from them.

use super::convert;
use crate::office::samples::package;
use crate::{Error, Limits, Result, validate};
use proptest::prelude::*;
use types::{BlockKind, ConvertedText, Format};

const STYLES: &str = "<document-styles><styles>\
    <style name='Title' family='paragraph'/><style name='Text_20_body' display-name='Text body'/>\
    <style name='Subtitle' parent-style-name='Title'/><style name='Source_20_Text'/><style name='Caption'/><style name='Figure' parent-style-name='Caption'/>\
    <style name='Preformatted_20_Text' display-name='Preformatted Text'/><style name='Quotations'/>\
    <outline-style><outline-level-style level='1' num-format='1' num-suffix='.'/>\
    <outline-level-style level='2' num-format='1' display-levels='2'/></outline-style>\
    </styles></document-styles>";
const AUTOMATIC: &str = "<automatic-styles>\
    <style name='P1' parent-style-name='Title'/><style name='A' parent-style-name='B'/>\
    <style name='B' parent-style-name='A'/><style name='T1'><text-properties text-position='super 58%'/></style>\
    <style name='T2'><text-properties display='none'/></style>\
    <list-style name='L1'><list-level-style-number level='1' num-format='1' num-suffix=')'/>\
    <list-level-style-bullet level='2'/></list-style></automatic-styles>";
const META: &str = "<document-meta><meta><title>A title</title><initial-creator>Ada Lovelace</initial-creator>\
    <creator>Someone Else</creator><creation-date>2019-01-02T03:04:05</creation-date></meta></document-meta>";
const FORMULA: &str = "<math><msup><mi>x</mi><mn>2</mn></msup></math>";

fn read(body: &str) -> Result<ConvertedText> {
    let content =
        format!("<document-content>{AUTOMATIC}<body><text>{body}</text></body></document-content>");
    let bytes = package(&[
        ("mimetype", "application/vnd.oasis.opendocument.text"),
        ("content.xml", &content),
        ("styles.xml", STYLES),
        ("meta.xml", META),
        ("Object 1/content.xml", FORMULA),
    ]);
    let limits = Limits::default();
    let converted = convert(&bytes, &limits)?;
    assert!(validate::is_sound(&converted, &limits), "{converted:?}");
    Ok(converted)
}

fn check(body: &str, expected: &str) {
    assert_eq!(read(body).unwrap().text.trim_end(), expected, "{body}");
}

#[test]
fn headings_have_their_outline_level_and_number() {
    check(
        "<p style-name='P1'>Paper</p><p style-name='Subtitle'>By me</p><table-of-content><index-body><p>Aims 3</p></index-body></table-of-content>\
         <h outline-level='1'>Aims</h><h outline-level='2'>First</h>\
         <section><h outline-level='2'>Second</h></section><h outline-level='1'>Ends</h>\
         <h outline-level='1' is-list-header='true'>Bare</h><h outline-level='10'>Deep</h>",
        "# Paper\n\nBy me\n\n## 1 Aims\n\n### 1.1 First\n\n### 1.2 Second\n\n## 2 Ends\n\n## Bare\n\n###### Deep",
    );
}

#[test]
fn lists_nest_and_go_on() {
    check(
        "<list style-name='L1'><list-item><p>one</p><p>more</p><list><list-item><p>dot</p></list-item></list>\
         </list-item><list-item><p>two</p></list-item></list><p>between</p>\
         <list style-name='L1' continue-numbering='true'><list-item><p>three</p></list-item></list>\
         <list style-name='L1'><list-item start-value='7'><p>anew</p></list-item></list>\
         <list><list-header><p>headed</p></list-header><list-item><p>any</p></list-item></list>",
        "1) one\n\n   more\n   - dot\n2) two\n\nbetween\n\n3) three\n\n7. anew\n\nheaded\n\n- any",
    );
}

#[test]
fn tables_notes_links_and_formulas() {
    check(
        "<table><table-header-rows><table-row><table-cell number-columns-spanned='2'><p>wi|de</p></table-cell>\
         <covered-table-cell/><table-cell number-rows-spanned='2'><p>ta</p><p>ll</p></table-cell></table-row>\
         </table-header-rows><table-row><table-cell><p>a</p></table-cell><table-cell><p>b</p></table-cell>\
         <covered-table-cell/></table-row></table>",
        "| wi\\|de | wi\\|de | ta ll |\n| --- | --- | --- |\n| a | b | ta ll |",
    );
    check(
        "<p>A<note note-class='footnote'><note-citation>1</note-citation><note-body><p>The note.</p></note-body>\
         </note> b<note note-class='endnote'><note-body><p>End.</p></note-body></note>\
         <annotation><creator>Ann</creator><date>2024-03-01T00:00:00</date><p>Why?</p></annotation></p>",
        "A[^1] b[^i][^c1]\n\n[^1]: The note.\n\n[^i]: End.\n\n[^c1]: Comment by Ann (2024-03-01): Why?",
    );
    check(
        "<p>See  <a href='https://a.example/'>here</a><a href='javascript:x'> not</a>\
         <s c='2'/>10<span style-name='T1'>5</span><span style-name='T2'>hidden</span><span style-name='Source_20_Text'>a*b</span><line-break/>\
         <frame><object href='./Object 1/'/></frame><frame><image/><desc>A duck</desc></frame></p>",
        "See [here](https://a.example/) not  10⁵hidden`a*b`\n$x^{2}$ [Image: A duck]",
    );
    check(
        "<p>around<frame><text-box><p>boxed</p></text-box></frame></p><tracked-changes><p>gone</p></tracked-changes>",
        "around\n\nboxed",
    );
}

#[test]
fn styles_say_what_a_block_is() {
    use BlockKind::{Caption, Code, Quote};
    let body = "<p style-name='Figure'>Figure 1</p><p style-name='Quotations'>said</p>\
        <p style-name='Preformatted_20_Text'>if<s c='3'/>x</p><p style-name='Preformatted_20_Text'>y</p>\
        <p style-name='A'>round and round</p>";
    let converted = read(body).unwrap();
    let kinds: Vec<_> = converted.blocks.iter().map(|block| block.kind).collect();
    assert_eq!(kinds, [Caption, Quote, Code, BlockKind::Paragraph]);
    assert_eq!(converted.reference.year, Some(2019));
    assert_eq!(converted.reference.authors.len(), 1);
    assert_eq!(converted.title.as_deref(), Some("A title"));
}

#[test]
fn presentations_are_read_page_by_page() {
    let page = "<page><frame class='title'><text-box><p>Aims</p></text-box></frame>\
        <frame><text-box><list><list-item><p>one</p></list-item></list></text-box></frame>\
        <circle><p>round</p></circle><frame><table><table-row><table-cell><p>a</p></table-cell>\
        <table-cell><p>b</p></table-cell></table-row></table></frame>\
        <frame class='footer'><text-box><p>every page</p></text-box></frame>\
        <notes><frame><text-box><p>Say it.</p></text-box></frame></notes></page>";
    let content = format!(
        "<document-content><body><presentation>{page}<page><p/></page></presentation></body></document-content>"
    );
    let bytes = package(&[
        ("mimetype", "application/vnd.oasis.opendocument.presentation"),
        ("content.xml", &content),
    ]);
    let converted = convert(&bytes, &Limits::default()).unwrap();
    assert_eq!(
        converted.text,
        "# Aims\n\n- one\n\nround\n\n| a | b |\n| --- | --- |\n\n### Notes\n\nSay it.\n\n# Slide 2\n"
    );
    assert_eq!(converted.warnings, [""; 0]);
}

#[test]
fn words_that_are_not_read_are_counted() {
    let known = "<tracked-changes><p>gone</p></tracked-changes><p>wor<span>ds</span></p>";
    assert_eq!(read(known).unwrap().warnings, [""; 0]);
    let unknown = "<tomorrow><p>lost words</p></tomorrow><p>words</p>";
    assert_eq!(read(unknown).unwrap().warnings, ["2 words of 3 were left out"]);
}

#[test]
fn flat_files_are_read_too() {
    let flat = format!("<?xml version='1.0'?><document>{META}{AUTOMATIC}<body><text><h outline-level='1'>Aims</h></text></body></document>")
        .replace("<document-meta>", "").replace("</document-meta>", "");
    let converted = convert(flat.as_bytes(), &Limits::default()).unwrap();
    assert_eq!(
        (converted.text.as_str(), converted.title.as_deref()),
        ("## Aims\n", Some("A title"))
    );
}

#[test]
fn hostile_documents_get_a_typed_answer() {
    let limits = Limits::default();
    let deep = format!(
        "<document-content><body><text>{}{}</text></body></document-content>",
        "<list><list-item>".repeat(1000),
        "</list-item></list>".repeat(1000)
    );
    let entities = "<!DOCTYPE d [<!ENTITY a 'aaaa'>]><document-content/>";
    let locked = "<manifest><file-entry><encryption-data/></file-entry></manifest>";
    for (says, parts) in [
        ("nest too deep", vec![("content.xml", deep.as_str())]),
        ("declares entities", vec![("content.xml", entities)]),
        ("no text part", vec![("styles.xml", STYLES)]),
        ("password", vec![("META-INF/manifest.xml", locked), ("content.xml", "<x/>")]),
    ] {
        let error = convert(&package(&parts), &limits).expect_err(says);
        assert!(validate::is_sound_error(&error) && error.to_string().contains(says), "{error}");
    }
    let cut = Error::damaged(Format::Odt, "the archive is cut short or broken");
    assert_eq!(convert(b"PK\x03\x04", &limits).unwrap_err(), cut);
    let wide = "<table><table-row number-rows-repeated='1000000000'><table-cell number-columns-repeated='1000000000'>\
        <p>x</p></table-cell><table-cell number-columns-spanned='1000000000'/></table-row></table>";
    assert!(read(wide).unwrap().text.len() < 200_000);
}

fn fragments() -> impl Strategy<Value = String> {
    const NAMES: [&str; 24] = [
        "p",
        "h",
        "list",
        "list-item",
        "list-header",
        "table",
        "table-row",
        "table-cell",
        "covered-table-cell",
        "span",
        "a",
        "s",
        "tab",
        "line-break",
        "note",
        "note-body",
        "annotation",
        "frame",
        "text-box",
        "object",
        "section",
        "math",
        "mfrac",
        "mtable",
    ];
    let leaf = "([a-z*_#|`\\[\\]$ 0-9é漢\u{fdd0}]|&amp;){0,8}".prop_map(|text: String| text);
    leaf.prop_recursive(6, 60, 6, |inner| {
        let value = prop_oneof![Just("L1"), Just("1"), Just("0"), Just("4294967296"), Just("P1"), Just("footnote")];
        let element = (0..NAMES.len(), value, proptest::collection::vec(inner, 0..6));
        element.prop_map(|(name, value, inner)| {
            let name = NAMES[name];
            format!("<{name} style-name='{value}' outline-level='{value}' c='{value}' start-value='{value}' number-columns-spanned='{value}' number-columns-repeated='{value}'>{}</{name}>", inner.concat())
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_markup_gives_sound_text_or_a_typed_error(body in fragments(), more in fragments()) {
        if let Err(error) = read(&format!("<p>{body}</p>{more}{body}")) {
            prop_assert!(validate::is_sound_error(&error), "{error}");
        }
    }
}
