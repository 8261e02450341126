//! Documents that mean harm, or look as if they did, through the real worker process: each gives its
//! words or its reason, none brings the worker down, and the next document converts.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![allow(clippy::string_slice)]

mod support;

use ErrorCode::{DamagedDocument, NoText, TooLarge, UnsupportedFormat};
use convert::{Converter, Limits, Program};
use std::fmt::Write;
use std::path::PathBuf;
use support::{docx, objects, paragraph, zip};
use types::{Cancel, ErrorCode};

fn converter() -> Converter {
    let path = PathBuf::from(env!("CARGO_BIN_EXE_convert-worker"));
    Converter::new(Program { path, args: Vec::new() }, Some(support::pdfium()), Limits::default())
}

/// What a document may end as.
enum End {
    /// A text with these words in it.
    Words(&'static str),
    /// No text, for this reason.
    Reason(ErrorCode),
    /// One or the other: a reader may go either way, as long as it says so.
    Either(&'static str, ErrorCode),
}

use End::{Either, Reason, Words};

/// Converts each, one after another on the same converter, and one plain document after each.
fn check(cases: Vec<(&str, Vec<u8>, End)>) {
    let converter = converter();
    for (name, bytes, end) in cases {
        let found = converter.convert(name, &bytes, &Cancel::default());
        match (&found, &end) {
            (Ok(converted), Words(words) | Either(words, _)) => {
                assert!(converted.text.contains(words), "{name}: {:.300}", converted.text);
            }
            (Err(error), Reason(code) | Either(_, code)) => {
                let problem = error.problem();
                assert_eq!(problem.code, *code, "{name}: {problem:?}");
                assert!(!problem.message.is_empty() && !problem.hint.is_empty(), "{name}");
            }
            _ => panic!("{name}: {:.300}", format!("{found:?}")),
        }
        let next = converter.convert("next.md", b"# next", &Cancel::default());
        assert_eq!(next.expect(name).text, "# next", "after {name}");
    }
}

#[test]
fn archives_in_archives_stay_closed() {
    let innermost = zip(&[("a.txt", b"words")]);
    let inner = zip(&[("deeper.zip", &innermost)]);
    let outer = zip(&[("notes.md", b"# Notes"), ("inner.zip", &inner)]);
    let converter = converter();
    let members = converter.unpack("papers.zip", &outer, &Cancel::default()).unwrap();
    let paths: Vec<&str> = members.iter().map(|member| member.path.as_str()).collect();
    assert_eq!(paths, ["notes.md", "inner.zip"]);
    // the archive within is one file, refused as a document
    let refused = converter.convert("inner.zip", &members[1].bytes, &Cancel::default());
    let problem = refused.unwrap_err().problem();
    assert_eq!(problem.code, UnsupportedFormat);
    assert!(problem.message.contains("archive"), "{problem:?}");
}

/// A DTD whose entities double ten times a level.
fn laughs(root: &str) -> String {
    let mut text = format!("<!DOCTYPE {root} [<!ENTITY l0 \"ha\">");
    for level in 1..12 {
        let below = format!("&l{};", level - 1).repeat(10);
        write!(text, "<!ENTITY l{level} \"{below}\">").unwrap();
    }
    text + "]>"
}

#[test]
fn plain_documents_are_read() {
    let slide = "<p:sld xmlns:p=\"p\" xmlns:a=\"a\"><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>words</a:t>\
        </a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>";
    let row = "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>words</t></is></c></row>";
    check(vec![
        ("a.pptx", support::pptx(slide), Words("words")),
        ("a.xlsx", support::xlsx(row, ""), Words("words")),
        ("a.epub", support::epub("<html><body><p>words</p></body></html>", ""), Words("words")),
    ]);
}

#[test]
fn entities_are_not_expanded() {
    let word = format!(
        "{}<w:document><w:body><w:p><w:r><w:t>words &l11;</w:t></w:r></w:p></w:body></w:document>",
        laughs("w:document")
    );
    let odt = format!(
        "{}<office:document-content xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\"><office:body><office:text><text:p>words &l11;</text:p></office:text></office:body></office:document-content>",
        laughs("x")
    );
    let slide = format!(
        "{}<p:sld xmlns:p=\"p\" xmlns:a=\"a\"><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>words &l11;</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>",
        laughs("p:sld")
    );
    let page = format!("{}<html><body><p>words &l11;</p></body></html>", laughs("html"));
    let outside = "<!DOCTYPE w:document [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><w:document><w:body><w:p><w:r><w:t>words &x;</w:t></w:r></w:p></w:body></w:document>";
    let strings = support::bibtex_laughs();
    check(vec![
        (
            "a.docx",
            zip(&[("word/document.xml", word.as_bytes())]),
            Either("words", DamagedDocument),
        ),
        (
            "b.docx",
            zip(&[("word/document.xml", outside.as_bytes())]),
            Either("words", DamagedDocument),
        ),
        (
            "a.odt",
            zip(&[
                ("mimetype", b"application/vnd.oasis.opendocument.text"),
                ("content.xml", odt.as_bytes()),
            ]),
            Either("words", DamagedDocument),
        ),
        ("a.pptx", support::pptx(&slide), Either("words", DamagedDocument)),
        (
            "a.xlsx",
            support::xlsx(
                "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>words &l11;</t></is></c></row>",
                &laughs("worksheet"),
            ),
            Either("words", DamagedDocument),
        ),
        ("a.epub", support::epub(&page, &laughs("package")), Either("words", DamagedDocument)),
        ("a.html", page.into_bytes(), Words("words")),
        ("a.bib", strings.into_bytes(), Words("Title")),
    ]);
}

#[test]
fn a_million_of_anything_is_bounded() {
    let many = |what: &str| what.repeat(1_000_000);
    // found by fuzzing: the reader's sum over the letters of a column overflows
    let column =
        "<row r=\"1\"><c r=\"ZZZZZZZZZZZZZZZZ1\" t=\"inlineStr\"><is><t>words</t></is></c></row>";
    let sheet =
        "<row r=\"1048576\"><c r=\"XFD1048576\" t=\"inlineStr\"><is><t>words</t></is></c></row>";
    check(vec![
        ("empty.docx", docx(&(many("<w:p/>") + &paragraph("", "words")), &[]), Words("words")),
        (
            "wide.docx",
            docx(
                "<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val=\"4000000000\"/></w:tcPr><w:p><w:r><w:t>words</w:t></w:r></w:p></w:tc></w:tr></w:tbl>",
                &[],
            ),
            Words("words"),
        ),
        ("far.xlsx", support::xlsx(sheet, ""), Words("words")),
        ("column.xlsx", support::xlsx(column, ""), Either("words", DamagedDocument)),
        ("wide.csv", (many("a,") + "words").into_bytes(), Either("words", TooLarge)),
        ("long.csv", (many("a\n") + "words").into_bytes(), Words("words")),
        (
            "braces.bib",
            format!("@book{{k, title = {}Title{}}}", "{".repeat(100_000), "}".repeat(100_000))
                .into_bytes(),
            Either("Title", DamagedDocument),
        ),
        ("brackets.md", (many("[") + "words").into_bytes(), Words("words")),
        ("stars.md", (many("*a ") + "words").into_bytes(), Words("words")),
        ("quotes.md", ("> ".repeat(10_000) + "words").into_bytes(), Words("words")),
        ("line.txt", (many("word ") + "words").into_bytes(), Words("words")),
    ]);
}

#[test]
fn large_pages_take_no_more_than_their_size() {
    let attributes: String = (0..200_000).map(|n| format!(" a{n}=1")).collect();
    let bold: String = (0..100_000).map(|n| format!("<b id={n}><p>x")).collect();
    let columns: String = (0..1_000_000).map(|n| format!("c{n},")).collect();
    check(vec![
        ("deep.html", ("<div>".repeat(500_000) + "words").into_bytes(), Words("words")),
        ("mixed.html", ("<span><div><i>".repeat(150_000) + "words").into_bytes(), Words("words")),
        ("bold.html", (bold + "words").into_bytes(), Words("words")),
        ("wide.html", format!("<p{attributes}>words").into_bytes(), Words("words")),
        (
            "long.html",
            ("<p>".to_owned() + &"word & ".repeat(1_200_000) + "words").into_bytes(),
            Words("words"),
        ),
        (
            "ladders.html",
            (["<div>".repeat(500), "</div>".repeat(500)]
                .join("<p>some text, and more")
                .repeat(100)
                + "words")
                .into_bytes(),
            // a lone word behind all this is not taken for content
            Words("some text, and more"),
        ),
        (
            "many.html",
            ("<p>some text, and more".repeat(10_000) + "words").into_bytes(),
            Words("words"),
        ),
        ("columns.csv", format!("{columns}\n{columns}words").into_bytes(), Words("words")),
    ]);
}

#[test]
fn depth_costs_no_stack() {
    let deep = |open: &str, close: &str, times: usize| {
        format!("{}words{}", open.repeat(times), close.repeat(times)).into_bytes()
    };
    let mime = |depth: usize| {
        let mut mail = String::from("Subject: s\r\nMIME-Version: 1.0\r\n");
        for level in 0..depth {
            write!(mail, "Content-Type: multipart/mixed; boundary=b{level}\r\n\r\n--b{level}\r\n")
                .unwrap();
        }
        (mail + "Content-Type: text/plain\r\n\r\nwords\r\n").into_bytes()
    };
    let tables = "<w:tbl><w:tr><w:tc>".repeat(10_000)
        + &paragraph("", "words")
        + &"</w:tc></w:tr></w:tbl>".repeat(10_000);
    check(vec![
        ("div.html", deep("<div>", "</div>", 10_000), Words("words")),
        ("b.html", deep("<b>", "</b>", 10_000), Words("words")),
        ("list.html", deep("<ul><li>", "</li></ul>", 2_000), Words("words")),
        ("table.html", deep("<table><tr><td>", "</td></tr></table>", 5_000), Words("words")),
        ("quote.html", deep("<blockquote>", "</blockquote>", 2_000), Words("words")),
        (
            "svg.html",
            deep("<svg><g>", "</g></svg>", 10_000),
            Either("words", ErrorCode::EmptyDocument),
        ),
        ("deep.docx", docx(&tables, &[]), Either("words", TooLarge)),
        ("deep.rtf", deep("{\\rtf1 ", "}", 100_000), Either("words", DamagedDocument)),
        ("deep.eml", mime(1_000), Either("s", DamagedDocument)),
        (
            "list.md",
            (0..2_000)
                .fold(String::new(), |text, level| text + &" ".repeat(level) + "- words\n")
                .into_bytes(),
            Words("words"),
        ),
    ]);
}

#[test]
fn pages_that_go_in_circles_or_on_for_ever() {
    let page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>";
    let words = "BT /F1 12 Tf 20 200 Td (words) Tj ET";
    let content = format!("<< /Length {} >>\nstream\n{words}\nendstream", words.len());
    let font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";
    let catalog = "<< /Type /Catalog /Pages 2 0 R >>";
    let of = |pages: &str, page: &str| {
        objects(&[catalog, pages, page, &content, font].map(str::to_owned))
    };
    let many = format!("<< /Type /Pages /Count 100000 /Kids [{}] >>", "3 0 R ".repeat(100_000));
    let bookmarks = objects(&[
        "<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R >>".to_owned(),
        "<< /Type /Pages /Count 1 /Kids [3 0 R] >>".to_owned(),
        page.to_owned(),
        content.clone(),
        font.to_owned(),
        "<< /First 7 0 R /Last 7 0 R /Count 1 >>".to_owned(),
        "<< /Title (words) /Parent 6 0 R /Next 7 0 R /First 7 0 R /Dest [3 0 R /Fit] >>".to_owned(),
    ]);
    check(vec![
        (
            "circle.pdf",
            of("<< /Type /Pages /Count 9 /Kids [2 0 R 2 0 R 3 0 R] >>", page),
            Either("words", DamagedDocument),
        ),
        (
            "parents.pdf",
            of("<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [3 0 R] >>", page),
            Words("words"),
        ),
        ("hundred-thousand.pdf", of(&many, page), Reason(TooLarge)),
        (
            "claims.pdf",
            of("<< /Type /Pages /Count 2000000000 /Kids [3 0 R] >>", page),
            Either("words", TooLarge),
        ),
        (
            "itself.pdf",
            of(
                "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
                &page.replace("4 0 R", "[4 0 R 3 0 R]"),
            ),
            Either("words", DamagedDocument),
        ),
        ("bookmarks.pdf", bookmarks, Words("words")),
    ]);
}

#[test]
fn fonts_with_broken_maps_cost_no_more_than_their_words() {
    let page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>";
    let words =
        "BT /F1 12 Tf 20 200 Td <000100020003FFFF> Tj /F2 12 Tf 0 -40 Td (plain words here) Tj ET";
    let stream = |text: &str| format!("<< /Length {} >>\nstream\n{text}\nendstream", text.len());
    let file = |map: &str| {
        objects(&[
            "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
            "<< /Type /Pages /Count 1 /Kids [3 0 R] >>".to_owned(),
            page.to_owned(),
            stream(words),
            "<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [8 0 R] /ToUnicode 7 0 R >>".to_owned(),
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
            stream(map),
            "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 >>".to_owned(),
        ])
    };
    let range =
        |to: &str| format!("begincmap 1 beginbfrange <0000> <FFFF> {to} endbfrange endcmap");
    check(vec![
        ("none.pdf", file(""), Words("plain words")),
        (
            "noise.pdf",
            file("\u{1}begincmap <<<< 99999999999 beginbfchar <zz> endcmap"),
            Words("plain words"),
        ),
        // half a surrogate, a private letter, nothing, a control character
        ("surrogate.pdf", file(&range("<D800>")), Words("plain words")),
        ("private.pdf", file(&range("<E000>")), Words("plain words")),
        ("nothing.pdf", file(&range("<>")), Words("plain words")),
        ("controls.pdf", file(&range("<0000>")), Words("plain words")),
        (
            "endless.pdf",
            file("begincmap 4000000000 beginbfchar <0001> <0041>"),
            Words("plain words"),
        ),
        ("scan.pdf", support::pdf_of(&["0 0 300 300 re f".to_owned()]), Reason(NoText)),
    ]);
}

const PAYLOADS: &str = "<p>words</p><script>alert(1)</script><img src=x onerror=alert(1)>\
    <svg onload=alert(1)><script>alert(1)</script><a xlink:href=\"javascript:alert(1)\">x</a></svg>\
    <a href=\"javascript:alert(1)\">link</a><a href=\" JaVaScRiPt&#58;alert(1)\">link</a>\
    <iframe src=\"data:text/html,<script>alert(1)</script>\"></iframe><math><mtext><table><mglyph>\
    <style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\"></table></mtext></math>\
    <noscript><p title=\"</noscript><img src=x onerror=alert(1)>\"></noscript>\
    <form action=\"javascript:alert(1)\"><button formaction=\"javascript:alert(1)\">b</button></form>\
    <meta http-equiv=refresh content=\"0;url=javascript:alert(1)\"><base href=\"javascript:alert(1)//\">\
    <div style=\"background:url(javascript:alert(1))\" onclick=alert(1)>more words</div>";

#[test]
fn what_is_shown_runs_nothing() {
    let markdown = "words [a](javascript:alert(1)) <javascript:alert(1)> ![i](x \"onerror=alert(1)\")\n\n\
        [r]: javascript:alert(1)\n\n[r] <img src=x onerror=alert(1)>\n";
    let link = "<w:p><w:hyperlink r:id=\"rId9\"><w:r><w:t>words &lt;script&gt;alert(1)&lt;/script&gt;</w:t></w:r></w:hyperlink></w:p>";
    let relations = "<Relationships><Relationship Id=\"rId9\" Type=\"x/hyperlink\" Target=\"javascript:alert(1)\" TargetMode=\"External\"/></Relationships>";
    let mail =
        format!("Subject: <script>alert(1)</script>\r\nContent-Type: text/html\r\n\r\n{PAYLOADS}");
    let converter = converter();
    for (name, bytes) in [
        ("a.html", PAYLOADS.as_bytes().to_vec()),
        ("a.md", [markdown, PAYLOADS].concat().into_bytes()),
        ("a.docx", docx(link, &[("word/_rels/document.xml.rels", relations)])),
        ("a.epub", support::epub(&format!("<html><body>{PAYLOADS}</body></html>"), "")),
        ("a.eml", mail.into_bytes()),
    ] {
        let converted = converter.convert(name, &bytes, &Cancel::default()).expect(name);
        assert!(converted.text.contains("words"), "{name}");
        let html = converter.render_html(&converted.text, &Cancel::default()).unwrap();
        for tag in support::tags(&html) {
            let mut parts = tag.trim_start_matches('/').split_whitespace();
            let element = parts.next().unwrap_or_default();
            let shown = "a blockquote br code dd del div dl dt em h1 h2 h3 h4 h5 h6 hr li ol p pre s span strong sub \
                sup table tbody td th thead tr ul";
            assert!(shown.split_whitespace().any(|it| it == element), "{name}: <{tag}>");
            for attribute in parts {
                let known = "data-s= data-e= data-to= dir= id= role= scope= start= title=";
                assert!(known.split(' ').any(|it| it == attribute), "{name}: <{tag}>");
            }
        }
    }
}

#[test]
fn nothing_outside_is_fetched() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let url = format!("http://{}/x", listener.local_addr().unwrap());
    let page = format!(
        "<!DOCTYPE html SYSTEM \"{url}\"><html><head><link rel=stylesheet href=\"{url}\"><script src=\"{url}\"></script>\
         </head><body><p>words</p><img src=\"{url}\"><iframe src=\"{url}\"></iframe><svg><image href=\"{url}\"/></svg>\
         <object data=\"{url}\"></object></body></html>"
    );
    let relations = format!(
        "<Relationships><Relationship Id=\"r1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/image\" \
         Target=\"{url}\" TargetMode=\"External\"/></Relationships>"
    );
    let picture = paragraph("", "words")
        + "<w:p><w:r><w:drawing><a:blip r:link=\"r1\"/></w:drawing></w:r></w:p>";
    let converter = converter();
    for (name, bytes) in [
        ("a.html", page.clone().into_bytes()),
        ("a.md", format!("words ![i]({url}) <img src=\"{url}\">").into_bytes()),
        ("a.docx", docx(&picture, &[("word/_rels/document.xml.rels", &relations)])),
        ("a.epub", support::epub(&page, "")),
    ] {
        let converted = converter.convert(name, &bytes, &Cancel::default()).expect(name);
        assert!(converted.text.contains("words"), "{name}");
        converter.render_html(&converted.text, &Cancel::default()).unwrap();
    }
    let nobody = listener.accept().unwrap_err();
    assert_eq!(nobody.kind(), std::io::ErrorKind::WouldBlock);
}

#[test]
fn every_script_and_encoding_is_read() {
    let utf16 = |text: &str| -> Vec<u8> {
        [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
    };
    let hebrew = "שלום עולם, זה טקסט בעברית (1.2) ועוד מילים";
    let arabic = "هذا نص باللغة العربية مع أرقام ١٢٣";
    let chinese = "这是一个没有空格的中文句子，它应该原样保留。第二句也在这里。";
    let mixed = [
        b"plain words, caf\xc3\xa9 in one and caf\xe9 in another encoding".as_slice(),
        b"\xff\xfe",
    ]
    .concat();
    let mut odd = utf16("words in wide letters");
    odd.push(b'x');
    check(vec![
        ("hebrew.txt", hebrew.as_bytes().to_vec(), Words("זה טקסט בעברית (1.2)")),
        (
            "arabic.html",
            format!("<html dir=rtl><body><p>{arabic}</p></body></html>").into_bytes(),
            Words("باللغة العربية"),
        ),
        ("hebrew.docx", docx(&paragraph("", hebrew), &[]), Words("זה טקסט בעברית")),
        ("override.md", "words \u{202e}gpj.exe\u{202c} end".as_bytes().to_vec(), Words("words")),
        (
            "chinese.txt",
            chinese.as_bytes().to_vec(),
            Words("这是一个没有空格的中文句子，它应该原样保留。"),
        ),
        ("chinese.md", utf16(chinese), Words("没有空格的中文句子")),
        ("chinese.docx", docx(&paragraph("", chinese), &[]), Words("没有空格的中文句子")),
        (
            "japanese.html",
            b"<meta charset=shift_jis><p>\x82\xb1\x82\xea\x82\xcd\x95\xb6".to_vec(),
            Words("これは文"),
        ),
        ("mixed.txt", mixed, Either("plain words", UnsupportedFormat)),
        ("lies.html", b"<meta charset=utf-8><p>caf\xe9 words".to_vec(), Words("words")),
        ("odd.txt", odd, Words("words in wide letters")),
        ("combining.txt", "e\u{301}".repeat(10_000).into_bytes(), Words("e\u{301}")),
    ]);
}
