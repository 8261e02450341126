//! Books made for the test, and the Markdown that is expected of them.

use super::*;
use std::io::{Cursor, Write};
use types::BlockKind;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn zipped(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

const CONTAINER: &str = "<?xml version='1.0'?><container><rootfiles>\
    <rootfile full-path='OPS/book.opf' media-type='application/oebps-package+xml'/></rootfiles></container>";

fn opf(items: &[(&str, &str)], metadata: &str) -> String {
    let manifest: String = items
        .iter()
        .map(|(href, more)| {
            format!("<item id='{href}' href='{href}' media-type='application/xhtml+xml' {more}/>")
        })
        .collect();
    let spine: String =
        items.iter().map(|(href, _)| format!("<itemref idref='{href}'/>")).collect();
    format!(
        "<?xml version='1.0'?><package xmlns='http://www.idpf.org/2007/opf'><metadata>{metadata}</metadata>\
         <manifest>{manifest}</manifest><spine>{spine}</spine></package>"
    )
}

fn chapter(body: &str) -> String {
    format!(
        "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><head><title/></head><body>{body}</body></html>"
    )
}

fn book(items: &[(&str, &str)], metadata: &str, pages: &[(&str, &str)]) -> Vec<u8> {
    let opf = opf(items, metadata);
    let pages: Vec<(String, String)> =
        pages.iter().map(|(name, body)| (format!("OPS/{name}"), chapter(body))).collect();
    let mut parts = vec![("META-INF/container.xml", CONTAINER), ("OPS/book.opf", &opf)];
    parts.extend(pages.iter().map(|(name, page)| (name.as_str(), page.as_str())));
    zipped(&parts)
}

fn text_of(bytes: &[u8]) -> ConvertedText {
    convert(bytes, &Limits::default()).unwrap()
}

#[test]
fn pages_stand_in_reading_order_at_their_depth() {
    let nav = "<nav epub:type='toc'><ol><li><a href='p.xhtml'>Part</a><ol><li><a href='c%201.xhtml#s'>One</a></li>\
        <li><a href='c2.xhtml'>Two</a></li></ol></li></ol></nav>";
    let items =
        [("nav.xhtml", "properties='nav'"), ("p.xhtml", ""), ("c%201.xhtml", ""), ("c2.xhtml", "")];
    let pages = [
        ("nav.xhtml", nav),
        ("p.xhtml", "<h1>Part</h1>"),
        (
            "c 1.xhtml",
            "<a id='x'/><section id='s'><h1>One</h1><p>Text<sup><a epub:type='noteref' href='#n'>1</a></sup>.</p>\
            <h2>Deeper</h2><p>More.</p></section><aside epub:type='footnote' id='n'><p>Note.</p></aside>",
        ),
        ("c2.xhtml", "<p>No heading of its own.</p>"),
    ];
    let converted = text_of(&book(&items, "", &pages));
    assert_eq!(
        converted.text.trim_end(),
        "# Part\n\n## One\n\nText[^1].\n\n### Deeper\n\nMore.\n\n[^1]: Note.\n\n## Two\n\nNo heading of its own."
    );
    assert_eq!(converted.format, Format::Epub);
    assert!(converted.blocks.iter().any(|block| block.kind == BlockKind::Footnote));
}

#[test]
fn notes_may_stand_in_another_page() {
    let items = [("a.xhtml", ""), ("b.xhtml", ""), ("notes.xhtml", "")];
    let pages = [
        ("a.xhtml", "<p>A<a epub:type='noteref' href='notes.xhtml#a1'>1</a></p>"),
        ("b.xhtml", "<p>B<a epub:type='noteref' href='notes.xhtml#b1'>1</a></p>"),
        (
            "notes.xhtml",
            "<section epub:type='endnotes'><p id='a1'>For a.</p><p id='b1'>For b.</p></section>",
        ),
    ];
    let text = text_of(&book(&items, "", &pages)).text;
    assert_eq!(text.trim_end(), "A[^1]\n\nB[^2]\n\n[^1]: For a.\n\n[^2]: For b.");
}

#[test]
fn the_package_says_what_the_book_is() {
    let metadata = "<dc:title>On Ducks</dc:title><dc:creator id='c1'>Ann Drake</dc:creator>\
        <meta property='role' refines='#c2'>trl</meta><dc:creator id='c2'>Bo Teal</dc:creator>\
        <dc:creator opf:file-as='Ende, Cy van der' opf:role='aut'>Cy van der Ende</dc:creator>\
        <dc:date opf:event='modification'>2020</dc:date><dc:date>1984-02-01</dc:date>\
        <dc:identifier>urn:isbn:978-3-16-148410-0</dc:identifier><dc:language>en</dc:language>\
        <dc:publisher>Pond Press</dc:publisher>";
    let bytes = book(&[("a.xhtml", "")], metadata, &[("a.xhtml", "<p>Words.</p>")]);
    let reference = text_of(&bytes).reference;
    assert_eq!(reference.title.as_deref(), Some("On Ducks"));
    let families: Vec<&str> =
        reference.authors.iter().map(|author| author.family.as_str()).collect();
    assert_eq!(families, ["Drake", "Ende"]);
    assert_eq!((reference.year, reference.isbn.as_deref()), (Some(1984), Some("9783161484100")));
    assert_eq!(
        (reference.publisher.as_deref(), reference.language.as_deref()),
        (Some("Pond Press"), Some("en"))
    );
}

/// A book of these pages with more in its package file: what stands in `guide` and `spine`.
fn book_with(guide: &str, spine: &str, pages: &[(&str, &str)]) -> ConvertedText {
    let items: Vec<(&str, &str)> = pages.iter().map(|(name, _)| (*name, "")).collect();
    let opf = opf(&items, "").replace("</package>", &format!("<guide>{guide}</guide></package>"));
    let opf = match spine {
        "" => opf,
        spine => {
            let (before, rest) = opf.split_once("<spine>").unwrap();
            let (_, after) = rest.split_once("</spine>").unwrap();
            format!("{before}<spine>{spine}</spine>{after}")
        }
    };
    let pages: Vec<(String, String)> =
        pages.iter().map(|(name, body)| (format!("OPS/{name}"), chapter(body))).collect();
    let mut parts = vec![("META-INF/container.xml", CONTAINER), ("OPS/book.opf", opf.as_str())];
    parts.extend(pages.iter().map(|(name, page)| (name.as_str(), page.as_str())));
    text_of(&zipped(&parts))
}

#[test]
fn a_page_goes_only_where_it_is_nothing_but_cover_or_contents() {
    let prose = "So much was said about ducks that nobody could remember it all. ".repeat(5);
    let links = "<p><a href='b.xhtml'>The second of the chapters</a></p>".repeat(20);
    let first = format!("<h1>One</h1>{links}<p>{}</p>", prose.repeat(5));
    let pages =
        [("a.xhtml", first.as_str()), ("toc.xhtml", links.as_str()), ("b.xhtml", "<p>b</p>")];
    let toc = |target: &str| format!("<reference type='toc' href='{target}'/>");
    for (guide, has_first, has_contents) in [
        (toc("a.xhtml#toc"), true, true),
        (toc("a.xhtml"), true, true),
        (toc("toc.xhtml"), true, false),
        ("<reference type='cover' href='a.xhtml'/>".to_owned(), true, true),
        ("<reference type='cover' href='b.xhtml'/>".to_owned(), true, true),
    ] {
        let text = book_with(&guide, "", &pages).text;
        assert_eq!(text.contains("ducks"), has_first, "{guide}");
        let contents = text.matches("The second of").count() > 20;
        assert_eq!(contents, has_contents, "{guide}");
        assert_eq!(text.trim_end().ends_with('b'), !guide.contains("b.xhtml"), "{guide}");
    }
}

#[test]
fn a_bad_reading_order_is_contained_and_told() {
    let pages = [("a.xhtml", "<p>one</p>"), ("b.xhtml", "<p>two</p>")];
    let item = |id: &str| format!("<itemref idref='{id}'/>");
    let again = "the reading order names pages again (2); each stands once";
    let unknown = "the reading order names 1 parts that are no pages";
    let none = "the book's reading order names no pages; its pages stand as they are listed";
    for (spine, text, warning) in [
        (["a.xhtml", "a.xhtml", "b.xhtml", "a.xhtml"].map(item).concat(), "one\n\ntwo", again),
        (["b.xhtml", "nowhere"].map(item).concat(), "two", unknown),
        ("<x/>".to_owned(), "one\n\ntwo", none),
    ] {
        let converted = book_with("", &spine, &pages);
        assert_eq!(converted.text.trim_end(), text);
        assert_eq!(converted.warnings, [warning]);
    }
    // parts that stand in for one another in a circle, and one outside of the book
    let opf = "<package><manifest><item id='x' href='x.pdf' media-type='application/pdf' fallback='y'/>\
        <item id='y' href='y.svg' media-type='image/svg+xml' fallback='x'/>\
        <item id='z' href='../../../etc/passwd.html' media-type='text/html'/>\
        <item id='v' href='v.pdf' media-type='application/pdf' fallback='w'/>\
        <item id='w' href='w.html' media-type='text/html'/></manifest>\
        <spine><itemref idref='x'/><itemref idref='z'/><itemref idref='v'/></spine></package>";
    let page = chapter("<p>shown instead</p>");
    let converted = text_of(&zipped(&[
        ("META-INF/container.xml", CONTAINER),
        ("OPS/book.opf", opf),
        ("OPS/w.html", &page),
    ]));
    assert_eq!(converted.text.trim_end(), "shown instead");
    assert_eq!(converted.warnings, [unknown, "1 pages of the reading order are missing"]);
}

#[test]
fn words_that_are_not_read_are_counted() {
    let pages = [("a.xhtml", "<p>wo<b>rds</b></p><script>x()</script>")];
    assert_eq!(book_with("", "", &pages).warnings, [""; 0]);
    let pages = [("a.xhtml", "<p>words</p><p style='display:none'>not to be seen</p>")];
    assert_eq!(book_with("", "", &pages).warnings, ["4 words of 5 were left out"]);
}

#[test]
fn older_books_have_an_ncx() {
    let ncx = "<?xml version='1.0'?><!DOCTYPE ncx PUBLIC 'x' 'y'><ncx><navMap><navPoint><navLabel><text>Book</text></navLabel>\
        <content src='a.xhtml'/><navPoint><navLabel><text>Sub</text></navLabel><content src='a.xhtml#s'/></navPoint></navPoint></navMap></ncx>";
    let opf = opf(&[("a.xhtml", "")], "").replace(
        "<spine>",
        "<item id='ncx' href='toc.ncx' media-type='application/x-dtbncx+xml'/><spine toc='ncx'>",
    );
    let page = chapter("<h3>Book</h3><p>a</p><h3 id='s'>Sub</h3><p>b</p>");
    let bytes = zipped(&[
        ("META-INF/container.xml", CONTAINER),
        ("OPS/book.opf", &opf),
        ("OPS/toc.ncx", ncx),
        ("OPS/a.xhtml", &page),
    ]);
    assert_eq!(text_of(&bytes).text.trim_end(), "# Book\n\na\n\n## Sub\n\nb");
}

#[test]
fn bad_books_are_refused_with_their_reason() {
    let opf = opf(&[("a.xhtml", "")], "");
    let page = chapter("<p>x</p>");
    let encryption = |method: &str, uri: &str| {
        format!(
            "<encryption xmlns:enc='e'><enc:EncryptedData><enc:EncryptionMethod Algorithm='{method}'/><enc:CipherData>\
            <enc:CipherReference URI='{uri}'/></enc:CipherData></enc:EncryptedData></encryption>"
        )
    };
    let locked = encryption("http://www.w3.org/2001/04/xmlenc#aes256-cbc", "OPS/a.xhtml");
    let fonts = encryption("http://www.idpf.org/2008/embedding", "OPS/font.otf");
    let of = |encryption: &str| {
        let parts = [
            ("META-INF/container.xml", CONTAINER),
            ("META-INF/encryption.xml", encryption),
            ("OPS/book.opf", &opf),
            ("OPS/a.xhtml", &page),
        ];
        convert(&zipped(&parts), &Limits::default())
    };
    assert_eq!(of(&locked).unwrap_err(), Error::Password { format: Format::Epub });
    assert_eq!(of(&fonts).unwrap().text.trim(), "x");
    for parts in [
        vec![("mimetype", "application/epub+zip")],
        vec![("META-INF/container.xml", "<container/>")],
        vec![("META-INF/container.xml", CONTAINER)],
    ] {
        let refused = convert(&zipped(&parts), &Limits::default()).unwrap_err();
        assert_eq!(
            std::mem::discriminant(&refused),
            std::mem::discriminant(&broken("")),
            "{refused}"
        );
    }
    let small = Limits { text_bytes: 100, ..Limits::default() };
    let long = book(&[("a.xhtml", "")], "", &[("a.xhtml", &"words ".repeat(100))]);
    assert_eq!(
        std::mem::discriminant(&convert(&long, &small).unwrap_err()),
        std::mem::discriminant(&Error::TooLarge { what: String::new() })
    );
}
