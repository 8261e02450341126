//! Documents made on the spot: a small PDF writer and a DOCX writer.

#![allow(dead_code)]

use std::io::{Cursor, Write};
use std::path::PathBuf;

/// A line of text on a page: left edge, baseline from the top, size, words.
pub type Words<'a> = (f32, f32, f32, &'a str);

/// A PDF of US Letter pages in Helvetica; sizes below zero are bold.
pub fn pdf(pages: &[Vec<Words<'_>>]) -> Vec<u8> {
    let contents: Vec<String> = pages.iter().map(|page| page_content(page)).collect();
    pdf_of(&contents)
}

fn page_content(page: &[Words<'_>]) -> String {
    let escape = |words: &str| words.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)");
    page.iter()
        .map(|(x, y, size, words)| {
            let font = if *size < 0.0 { "F2" } else { "F1" };
            let (size, y) = (size.abs(), 792.0 - y);
            format!("BT /{font} {size} Tf {x} {y} Td ({}) Tj ET\n", escape(words))
        })
        .collect()
}

/// A PDF of pages with these content streams.
pub fn pdf_of(contents: &[String]) -> Vec<u8> {
    let count = contents.len();
    let kids: Vec<String> = (0..count).map(|at| format!("{} 0 R", 5 + at * 2)).collect();
    let mut objects_of = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Count {count} /Kids [{}] >>", kids.join(" ")),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>".to_owned(),
    ];
    for (at, content) in contents.iter().enumerate() {
        objects_of.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {} 0 R \
             /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>",
            6 + at * 2
        ));
        objects_of.push(format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()));
    }
    objects(&objects_of)
}

/// A PDF of these objects, the first of which is its catalogue.
pub fn objects(objects: &[String]) -> Vec<u8> {
    let mut file = "%PDF-1.4\n".to_owned();
    let mut offsets = Vec::new();
    for (at, object) in objects.iter().enumerate() {
        offsets.push(file.len());
        file.push_str(&format!("{} 0 obj\n{object}\nendobj\n", at + 1));
    }
    let start = file.len();
    file.push_str(&format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1));
    offsets.iter().for_each(|at| file.push_str(&format!("{at:010} 00000 n \n")));
    file.push_str(&format!(
        "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n",
        objects.len() + 1
    ));
    file.into_bytes()
}

/// A DOCX whose body is `body`; `parts` are added as they are.
pub fn docx(body: &str, parts: &[(&str, &str)]) -> Vec<u8> {
    let document = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><w:document xmlns:w=\"w\" xmlns:m=\"m\">\
         <w:body>{body}</w:body></w:document>"
    );
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    let styles = "<w:styles xmlns:w=\"w\">\
        <w:style w:styleId=\"H1\"><w:name w:val=\"heading 1\"/></w:style>\
        <w:style w:styleId=\"H2\"><w:name w:val=\"heading 2\"/></w:style>\
        <w:style w:styleId=\"Mine\"><w:name w:val=\"mine\"/><w:basedOn w:val=\"H2\"/></w:style>\
        </w:styles>";
    let all = [("word/document.xml", document.as_str()), ("word/styles.xml", styles)];
    for (name, content) in all.iter().chain(parts) {
        archive.start_file(*name, options).unwrap();
        archive.write_all(content.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// A ZIP archive of these files.
pub fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(content).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// A paragraph in a style.
pub fn paragraph(style: &str, words: &str) -> String {
    format!("<w:p><w:pPr><w:pStyle w:val=\"{style}\"/></w:pPr><w:r><w:t>{words}</w:t></w:r></w:p>")
}

/// Where ./setup puts the PDF engine.
pub fn pdfium() -> PathBuf {
    let runtime = std::env::var_os("LOCI_RUNTIME").expect("source .ci/env first");
    PathBuf::from(runtime).join("lib/libpdfium.so")
}

/// A presentation of one slide.
pub fn pptx(slide: &str) -> Vec<u8> {
    let presentation = "<p:presentation xmlns:p=\"p\" xmlns:r=\"r\"><p:sldIdLst><p:sldId id=\"256\" r:id=\"rId1\"/>\
        </p:sldIdLst></p:presentation>";
    zip(&[
        ("ppt/presentation.xml", presentation.as_bytes()),
        ("ppt/_rels/presentation.xml.rels", relation("slide", "slides/slide1.xml").as_bytes()),
        ("ppt/slides/slide1.xml", slide.as_bytes()),
    ])
}

/// A workbook of one sheet with these rows; `prolog` stands before the sheet's first tag.
pub fn xlsx(rows: &str, prolog: &str) -> Vec<u8> {
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let workbook = format!(
        "<workbook xmlns=\"{main}\" xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\">\
         <sheets><sheet name=\"One\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"
    );
    let sheet =
        format!("{prolog}<worksheet xmlns=\"{main}\"><sheetData>{rows}</sheetData></worksheet>");
    zip(&[
        ("_rels/.rels", relation("officeDocument", "xl/workbook.xml").as_bytes()),
        ("xl/workbook.xml", workbook.as_bytes()),
        ("xl/_rels/workbook.xml.rels", relation("worksheet", "worksheets/sheet1.xml").as_bytes()),
        ("xl/worksheets/sheet1.xml", sheet.as_bytes()),
    ])
}

fn relation(kind: &str, target: &str) -> String {
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    format!(
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
         <Relationship Id=\"rId1\" Type=\"{office}/{kind}\" Target=\"{target}\"/></Relationships>"
    )
}

/// A book of one chapter; `prolog` stands before the package's first tag.
pub fn epub(chapter: &str, prolog: &str) -> Vec<u8> {
    let container = "<container xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\"><rootfiles>\
        <rootfile full-path=\"content.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles></container>";
    let package = format!(
        "{prolog}<package xmlns=\"http://www.idpf.org/2007/opf\"><metadata/><manifest>\
         <item id=\"one\" href=\"one.xhtml\" media-type=\"application/xhtml+xml\"/></manifest>\
         <spine><itemref idref=\"one\"/></spine></package>"
    );
    zip(&[
        ("mimetype", b"application/epub+zip"),
        ("META-INF/container.xml", container.as_bytes()),
        ("content.opf", package.as_bytes()),
        ("one.xhtml", chapter.as_bytes()),
    ])
}

/// BibTeX whose strings would be ten times as long at each level, and one entry.
pub fn bibtex_laughs() -> String {
    let mut text = "@string{l0 = \"ha\"}\n".to_owned();
    for level in 1..12 {
        let below = vec![format!("l{}", level - 1); 10].join(" # ");
        text.push_str(&format!("@string{{l{level} = {below}}}\n"));
    }
    text + "@book{k, title = \"Title\", note = l11}\n"
}

/// What stands between `<` and `>`, without the values of attributes.
pub fn tags(html: &str) -> Vec<String> {
    let (mut tags, mut tag, mut quoted) = (Vec::new(), None::<String>, false);
    for letter in html.chars() {
        match (&mut tag, letter) {
            (None, '<') => tag = Some(String::new()),
            (Some(_), '"') => quoted = !quoted,
            (Some(_), '>') if !quoted => tags.extend(tag.take()),
            (Some(tag), _) if !quoted => tag.push(letter.to_ascii_lowercase()),
            _ => {}
        }
    }
    tags
}
