//! Presentations made in code, and what is read from them.

use super::convert;
use crate::office::samples::package;
use crate::{Limits, Result, validate};
use proptest::prelude::*;
use types::ConvertedText;

const LAYOUT: &str = "<sldLayout><cSld><spTree>\
    <sp><nvSpPr><cNvPr/><nvPr><ph type='title'/></nvPr></nvSpPr><spPr><xfrm><off x='0' y='0'/></xfrm></spPr></sp>\
    <sp><nvSpPr><cNvPr/><nvPr><ph idx='1'/></nvPr></nvSpPr><spPr><xfrm><off x='0' y='2000000'/></xfrm></spPr>\
    <txBody><lstStyle><lvl3pPr><buNone/></lvl3pPr></lstStyle></txBody></sp></spTree></cSld></sldLayout>";
const MASTER: &str = "<sldMaster><cSld><spTree/></cSld><txStyles><bodyStyle>\
    <lvl1pPr><buChar char='•'/></lvl1pPr><lvl2pPr><buChar char='–'/></lvl2pPr>\
    <lvl3pPr><buChar char='•'/></lvl3pPr></bodyStyle></txStyles></sldMaster>";

/// A presentation of these slides: the shapes on each, and its notes.
fn presentation(slides: &[(&str, &str)]) -> Vec<u8> {
    let mut parts: Vec<(String, String)> = vec![
        ("ppt/slideLayouts/l.xml".to_owned(), LAYOUT.to_owned()),
        ("ppt/slideMasters/m.xml".to_owned(), MASTER.to_owned()),
        (
            "ppt/slideLayouts/_rels/l.xml.rels".to_owned(),
            "<Relationships><Relationship Id='a' Type='x/slideMaster' Target='../slideMasters/m.xml'/></Relationships>".to_owned(),
        ),
    ];
    let (mut ids, mut relations) = (String::new(), String::new());
    for (at, (shapes, notes)) in slides.iter().enumerate() {
        // stored in another order than shown
        let number = slides.len() - at;
        ids.push_str(&format!("<sldId id='{}' r:id='s{at}'/>", 256 + at));
        relations.push_str(&format!(
            "<Relationship Id='s{at}' Type='x/slide' Target='slides/slide{number}.xml'/>"
        ));
        let show = if shapes.contains("HIDDEN") { "show='0'" } else { "" };
        parts.push((
            format!("ppt/slides/slide{number}.xml"),
            format!("<sld {show}><cSld><spTree>{shapes}</spTree></cSld></sld>"),
        ));
        parts.push((
            format!("ppt/slides/_rels/slide{number}.xml.rels"),
            format!(
                "<Relationships><Relationship Id='l' Type='x/slideLayout' Target='../slideLayouts/l.xml'/>\
                 <Relationship Id='n' Type='x/notesSlide' Target='../notesSlides/n{number}.xml'/>\
                 <Relationship Id='c' Type='x/comments' Target='../comments/c.xml'/>\
                 <Relationship Id='d' Type='x/diagramData' Target='../diagrams/d.xml'/>\
                 <Relationship Id='h' Type='x/hyperlink' Target='https://a.example/' TargetMode='External'/>\
                 </Relationships>"
            ),
        ));
        if !notes.is_empty() {
            parts.push((
                format!("ppt/notesSlides/n{number}.xml"),
                format!(
                    "<notes><cSld><spTree>{}</spTree></cSld></notes>",
                    shape("type='body'", None, notes)
                ),
            ));
        }
    }
    parts.push((
        "ppt/presentation.xml".to_owned(),
        format!("<presentation><sldIdLst>{ids}</sldIdLst></presentation>"),
    ));
    parts.push((
        "ppt/_rels/presentation.xml.rels".to_owned(),
        format!("<Relationships>{relations}</Relationships>"),
    ));
    parts.push(("ppt/diagrams/d.xml".to_owned(), DIAGRAM.to_owned()));
    let parts: Vec<(&str, &str)> =
        parts.iter().map(|(name, part)| (name.as_str(), part.as_str())).collect();
    package(&parts)
}

const DIAGRAM: &str = "<dataModel><ptLst><pt modelId='0' type='doc'/>\
    <pt modelId='1'><t><p><r><t>Root</t></r></p></t></pt><pt modelId='2'><t><p><r><t>Leaf</t></r></p></t></pt>\
    <pt modelId='3' type='pres'/></ptLst><cxnLst><cxn srcId='0' destId='1' srcOrd='0'/>\
    <cxn srcId='1' destId='2' srcOrd='0'/><cxn srcId='2' destId='1' srcOrd='0'/>\
    <cxn type='presOf' srcId='1' destId='3'/></cxnLst></dataModel>";

fn shape(place: &str, at: Option<(u32, u32)>, paragraphs: &str) -> String {
    let ph = if place.is_empty() { String::new() } else { format!("<ph {place}/>") };
    let at = at.map_or(String::new(), |(x, y)| format!("<xfrm><off x='{x}' y='{y}'/></xfrm>"));
    format!(
        "<sp><nvSpPr><cNvPr id='1' name='n'/><nvPr>{ph}</nvPr></nvSpPr><spPr>{at}</spPr>\
         <txBody>{paragraphs}</txBody></sp>"
    )
}

fn p(level: u8, words: &str) -> String {
    format!("<p><pPr lvl='{level}'/><r><t>{words}</t></r></p>")
}

fn read(slides: &[(&str, &str)]) -> Result<ConvertedText> {
    let limits = Limits::default();
    let converted = convert(&presentation(slides), &limits)?;
    assert!(validate::is_sound(&converted, &limits), "{converted:?}");
    Ok(converted)
}

fn check(slides: &[(&str, &str)], expected: &str) {
    assert_eq!(read(slides).unwrap().text.trim_end(), expected);
}

#[test]
fn a_slide_is_read_from_its_title_down() {
    let body =
        shape("idx='1'", None, &[p(0, "one"), p(1, "deep"), p(2, "bare"), p(0, "two")].concat());
    let above = shape("", Some((0, 1_500_000)), &p(0, "above"));
    let beside = shape("", Some((5_000_000, 1_450_000)), &p(0, "beside"));
    let title = shape("type='title'", None, &p(0, "The *title*"));
    let footer = shape("type='ftr'", None, &p(0, "Confidential"));
    let first = [body, beside, above, title, footer].concat();
    let second = shape("", None, "<p><r><rPr><hlinkClick id='h'/></rPr><t>link</t></r></p>");
    check(
        &[(&first, &p(0, "Say this.")), (&second, "")],
        "# The \\*title\\*\n\nabove\n\nbeside\n\n- one\n  - deep\n\n    bare\n- two\n\n### Notes\n\nSay this.\n\n\
         # Slide 2\n\n[link](https://a.example/)",
    );
}

#[test]
fn tables_diagrams_groups_and_pictures() {
    let cell = |attributes: &str, words: &str| {
        format!("<tc {attributes}><txBody>{}</txBody></tc>", p(0, words))
    };
    let table = format!(
        "<graphicFrame><nvGraphicFramePr><cNvPr/></nvGraphicFramePr><xfrm><off x='0' y='100'/></xfrm><graphic>\
         <graphicData><tbl><tr>{}{}{}</tr><tr>{}{}{}</tr></tbl></graphicData></graphic></graphicFrame>",
        cell("gridSpan='2'", "wide"),
        cell("hMerge='1'", ""),
        cell("rowSpan='2'", "tall"),
        cell("", "a"),
        cell("", "b"),
        cell("vMerge='1'", ""),
    );
    let diagram = "<graphicFrame><nvGraphicFramePr><cNvPr/></nvGraphicFramePr><xfrm><off x='0' y='900000'/></xfrm>\
        <graphic><graphicData><relIds dm='d'/></graphicData></graphic></graphicFrame>";
    let picture = "<pic><nvPicPr><cNvPr descr='A duck'/></nvPicPr><spPr><xfrm><off x='0' y='1900000'/></xfrm></spPr></pic>";
    let group = format!(
        "<grpSp><grpSpPr><xfrm><off x='0' y='2900000'/></xfrm></grpSpPr>{}{}</grpSp>",
        shape("", Some((9, 900_000)), &p(0, "second")),
        shape("", Some((9, 0)), &p(0, "first"))
    );
    let numbered = "<sp><txBody><p><pPr><buAutoNum type='arabicPeriod' startAt='3'/></pPr><r><t>c</t></r></p>\
        <p><pPr><buAutoNum type='arabicPeriod'/></pPr><r><t>d</t></r></p></txBody></sp>";
    let all =
        [table.as_str(), diagram, picture, &group, "<sp><txBody>HIDDEN</txBody></sp>", numbered]
            .concat();
    check(
        &[(&all, "")],
        "# Slide 1\n\n(Hidden slide)\n\n| wide | wide | tall |\n| --- | --- | --- |\n| a | b | tall |\n\n\
         - Root\n  - Leaf\n\n[Image: A duck]\n\nfirst\n\nsecond\n\n3. c\n4. d",
    );
}

#[test]
fn comments_are_notes_and_lost_words_are_told() {
    let place = "<Relationships><Relationship Id='s' Type='x/slide' Target='s.xml'/>\
        <Relationship Id='a' Type='x/commentAuthors' Target='a.xml'/></Relationships>";
    let old = "<cmLst><cm authorId='0' dt='2024-03-01T10:00:00'><text>Why?</text></cm></cmLst>";
    let new = "<cmLst><cm authorId='9' created='2025-01-02T00:00:00'><txBody><p><r><t>So</t></r></p></txBody>\
        <replyLst><reply authorId='0'><txBody><p><r><t>ok</t></r></p></txBody></reply></replyLst></cm></cmLst>";
    let shapes = shape("", None, &p(0, "words")) + "<tomorrow><p><r><t>more</t></r></p></tomorrow>";
    let bytes = package(&[
        (
            "ppt/presentation.xml",
            "<presentation><sldIdLst><sldId r:id='s'/></sldIdLst></presentation>",
        ),
        ("ppt/_rels/presentation.xml.rels", place),
        ("ppt/a.xml", "<lst><cmAuthor id='0' name='Ann'/></lst>"),
        ("ppt/s.xml", &format!("<sld><cSld><spTree>{shapes}</spTree></cSld></sld>")),
        (
            "ppt/_rels/s.xml.rels",
            "<Relationships><Relationship Id='c' Type='x/comments' Target='c1.xml'/>\
             <Relationship Id='d' Type='x/comments' Target='c2.xml'/></Relationships>",
        ),
        ("ppt/c1.xml", old),
        ("ppt/c2.xml", new),
    ]);
    let converted = convert(&bytes, &Limits::default()).unwrap();
    assert_eq!(
        converted.text,
        "# Slide 1\n\nwords\n\n[^c1]: Comment by Ann (2024-03-01): Why?\n\n\
         [^c2]: Comment (2025-01-02): So\n\n[^c3]: Comment by Ann: ok\n"
    );
    assert_eq!(converted.warnings, ["1 words of 2 were left out"]);
    assert_eq!(converted.blocks[2].kind, types::BlockKind::Footnote);
}

#[test]
fn a_presentation_without_slides_says_so() {
    let said = convert(&package(&[("ppt/slides/slide1.xml", "<sld/>")]), &Limits::default());
    assert!(said.unwrap_err().to_string().contains("no list of slides"));
    let limits = Limits { pages: 1, ..Limits::default() };
    let said = convert(&presentation(&[("", ""), ("", "")]), &limits);
    assert!(said.unwrap_err().to_string().contains("more than 1 slides"));
}

fn fragments() -> impl Strategy<Value = String> {
    const NAMES: [&str; 28] = [
        "sp",
        "grpSp",
        "pic",
        "graphicFrame",
        "nvSpPr",
        "nvPr",
        "ph",
        "spPr",
        "xfrm",
        "off",
        "txBody",
        "p",
        "pPr",
        "r",
        "t",
        "br",
        "buAutoNum",
        "buChar",
        "graphic",
        "graphicData",
        "tbl",
        "tr",
        "tc",
        "relIds",
        "AlternateContent",
        "Choice",
        "Fallback",
        "oMath",
    ];
    let leaf = "([a-z*_#|`\\[\\]$ 0-9é漢]|&amp;){0,8}".prop_map(|text: String| text);
    leaf.prop_recursive(7, 60, 6, |inner| {
        let value = prop_oneof![Just("title"), Just("body"), Just("1"), Just("9223372036854775807"), Just("-9223372036854775808")];
        let element = (0..NAMES.len(), value, proptest::collection::vec(inner, 0..6));
        element.prop_map(|(name, value, inner)| {
            let name = NAMES[name];
            format!("<{name} type='{value}' idx='{value}' x='{value}' y='{value}' lvl='{value}' gridSpan='{value}' vMerge='{value}' dm='d' startAt='{value}'>{}</{name}>", inner.concat())
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_markup_gives_sound_text_or_a_typed_error(shapes in fragments(), more in fragments()) {
        let shapes = format!("<sp><txBody>{shapes}</txBody></sp>{more}{shapes}");
        if let Err(error) = read(&[(&shapes, &more)]) {
            prop_assert!(validate::is_sound_error(&error), "{error}");
        }
    }
}
