//! Doors for the fuzz targets in `tests/fuzz`, compiled for them alone: each hands arbitrary bytes to
//! one parser, in this process and without a worker, and panics where what comes out breaks a
//! promise. Never part of a program.

use crate::protocol::{self, Reply, Request};
use crate::{Limits, markdown, pdf, render, sniff, unpack, validate, worker};
use std::io::{Cursor, Write};
use std::path::PathBuf;
use types::{Block, Format};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// Parts the bytes of one file from those of the next in the input of a packaged format. No XML
/// holds it.
const EDGE: u8 = 0;

/// Bounds for one run: small, so that crossing them is part of what is tried.
fn limits() -> Limits {
    Limits { text_bytes: 4 << 20, pages: 64, ..Limits::default() }
}

/// Converts `bytes` as `format`, whatever they are; the text must be sound, or the error one that a
/// worker may report.
pub fn parse(format: Format, bytes: &[u8]) {
    thread_local! {
        static ENGINE: pdf::Engine = pdf_engine();
    }
    let file_name = match format {
        Format::Csv => "a.csv",
        Format::References => ["a.bib", "a.ris", "a.json"]
            .get(usize::from(bytes.first().copied().unwrap_or(0)) % 3)
            .copied()
            .unwrap_or("a.bib"),
        _ => "a",
    };
    let limits = limits();
    let converted =
        ENGINE.with(|engine| worker::convert_as(format, file_name, bytes, Some(engine), &limits));
    match converted {
        Ok(converted) => {
            assert_eq!(validate::check(&converted, &limits), Ok(()), "{converted:?}");
        }
        Err(error) => assert!(validate::is_sound_error(&error), "not to be said: {error:?}"),
    }
}

fn pdf_engine() -> pdf::Engine {
    let runtime = std::env::var_os("LOCI_RUNTIME").map(PathBuf::from);
    pdf::Engine::load(runtime.map(|folder| folder.join("lib/libpdfium.so")).as_deref())
}

/// Converts `bytes` as a package of `format`: either as they are, or as the contents of its parts in
/// order, parted by zeros; an empty part stands for the plain one given here.
pub fn parse_package(format: Format, parts: &[(&str, &str)], bytes: &[u8]) {
    if bytes.starts_with(b"PK") || bytes.starts_with(b"\xd0\xcf") {
        return parse(format, bytes);
    }
    let mut contents = bytes.split(|byte| *byte == EDGE);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, plain) in parts {
        let content = contents.next().filter(|content| !content.is_empty());
        let written = archive
            .start_file(*name, options)
            .is_ok_and(|()| archive.write_all(content.unwrap_or(plain.as_bytes())).is_ok());
        assert!(written, "the package was not written");
    }
    let package = archive.finish().map(Cursor::into_inner);
    parse(format, &package.unwrap_or_default());
}

/// Renders `bytes` as Markdown; what comes out runs nothing and fetches nothing.
pub fn render(bytes: &[u8]) {
    let html = render::sanitised_html(&String::from_utf8_lossy(bytes));
    for tag in tags(&html) {
        let mut words = tag.trim_start_matches('/').split_ascii_whitespace();
        let name = words.next().unwrap_or_default();
        let bad = ["script", "img", "svg", "style", "iframe", "object", "embed", "link", "math"];
        assert!(!bad.contains(&name), "<{tag}> in {html}");
        let bad = |word: &str| word.starts_with("on") || ["href=", "src="].contains(&word);
        assert!(!words.any(bad), "<{tag}> in {html}");
    }
}

/// What stands between `<` and `>`, in lower case and without the values of attributes.
fn tags(html: &str) -> Vec<String> {
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

/// Opens `bytes` as an archive.
pub fn unpack(bytes: &[u8]) {
    let limits = limits();
    match unpack::open(bytes, &limits) {
        Ok(members) => assert_eq!(validate::check_members(&members, &limits), Ok(())),
        Err(error) => assert!(validate::is_sound_error(&error), "not to be said: {error:?}"),
    }
}

/// Reads `bytes` as what a worker says, and as what a parent says.
pub fn protocol(bytes: &[u8]) {
    // whatever comes, it is a value or an error
    if let Ok(Some(Reply::Converted(converted))) =
        protocol::receive_reply(&mut Cursor::new(bytes), &limits())
    {
        _ = validate::check(&converted, &limits());
    }
    let _ = protocol::receive::<Request>(&mut Cursor::new(bytes), bytes.len() as u64);
    let _ = sniff::format("a", bytes);
    let _ = sniff::is_archive("a", bytes);
}

/// The blocks of a Markdown text.
pub fn blocks(text: &str) -> Vec<Block> {
    markdown::outline(text).blocks
}
