//! What a file is: by its first bytes, then by its content, and by its name only where those leave
//! it open. Converts nothing.

use crate::text::{self, Decoded};
use crate::{Error, Result};
use types::Format;

/// Extensions that Loci reads.
const READABLE: [&str; 17] = [
    "pdf", "docx", "html", "htm", "xhtml", "md", "markdown", "mdown", "txt", "text", "csv", "tsv",
    "json", "log", "rst", "org", "xml",
];

/// What the first bytes of files that Loci does not read say they are.
const FOREIGN: [(&[u8], &str); 31] = [
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"II*\0", "a TIFF image"),
    (b"MM\0*", "a TIFF image"),
    (b"\x7fELF", "a program (ELF)"),
    (b"MZ\x90", "a Windows program"),
    (b"\xcf\xfa\xed\xfe", "a macOS program"),
    (b"\xca\xfe\xba\xbe", "a program (Java or macOS)"),
    (b"\0asm", "a WebAssembly program"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ\0", "an xz archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"Rar!", "a RAR archive"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"ID3", "an MP3 sound"),
    (b"OggS", "an Ogg sound"),
    (b"fLaC", "a FLAC sound"),
    (b"\0\0\0\x18ftyp", "a video"),
    (b"\0\0\0\x1cftyp", "a video"),
    (b"\0\0\0\x20ftyp", "a video"),
    (b"\x1a\x45\xdf\xa3", "a Matroska video"),
    (b"%!PS", "a PostScript document"),
    (b"{\\rtf", "an RTF document"),
    (b"AT&TFORM", "a DjVu document"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
    (b"\0\x01\0\0\0", "a font"),
    (b"OTTO", "a font"),
];

/// Files inside a ZIP that say what it is; the first that is there counts.
const PACKAGES: [(&str, &str); 7] = [
    ("xl/workbook.xml", "an Excel workbook"),
    ("ppt/presentation.xml", "a PowerPoint presentation"),
    ("META-INF/container.xml", "an EPUB book"),
    ("content.xml", "an OpenDocument file"),
    ("META-INF/MANIFEST.MF", "a Java archive"),
    ("AndroidManifest.xml", "an Android app"),
    ("xl/workbook.bin", "an Excel workbook"),
];

/// Whether the name is one of a kind that Loci reads: for a preview, before any byte is read.
pub fn looks_readable(file_name: &str) -> bool {
    extension(file_name).is_some_and(|ext| READABLE.contains(&ext.as_str()))
}

/// What `bytes` are.
///
/// # Errors
/// `Empty`, `Unsupported` (and says what it looks like), `Password` for encrypted Office files,
/// `Damaged` for a DOCX that cannot be opened.
pub(crate) fn format(file_name: &str, bytes: &[u8]) -> Result<Format> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(Error::Empty);
    }
    let unsupported = |looks_like: &str| Error::Unsupported {
        looks_like: looks_like.to_owned(),
        file_name: file_name.to_owned(),
    };
    if find(bytes.get(..1024).unwrap_or(bytes), b"%PDF-").is_some() {
        return Ok(Format::Pdf);
    }
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        return zip_format(file_name, bytes).map_err(|what| match what {
            Broken::Docx => Error::damaged(Format::Docx, "the archive is cut short or broken"),
            Broken::Foreign(what) => unsupported(what),
        });
    }
    if bytes.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") {
        return Err(ole_error(bytes).unwrap_or_else(unsupported));
    }
    if bytes.starts_with(b"RIFF") {
        return Err(unsupported("an image or a sound (RIFF)"));
    }
    if let Some((_, what)) = FOREIGN.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return Err(unsupported(what));
    }
    let decoded = text::decode(bytes).ok_or_else(|| unsupported("a binary file"))?;
    readable_format(file_name, &decoded)
}

fn readable_format(file_name: &str, decoded: &Decoded) -> Result<Format> {
    if decoded.text.trim().is_empty() {
        return Err(Error::Empty);
    }
    match extension(file_name).as_deref() {
        Some("md" | "markdown" | "mdown" | "mkd") => return Ok(Format::Markdown),
        Some("html" | "htm" | "xhtml") => return Ok(Format::Html),
        _ => {}
    }
    let head: String = decoded.text.chars().take(2048).collect();
    let head = head.trim_start().to_ascii_lowercase();
    let opens = |tag: &str| head.starts_with(tag);
    let is_html = opens("<!doctype html")
        || opens("<html")
        || (opens("<") && (head.contains("<html") || head.contains("<body")));
    Ok(if is_html { Format::Html } else { Format::Text })
}

enum Broken {
    Docx,
    Foreign(&'static str),
}

fn zip_format(file_name: &str, bytes: &[u8]) -> std::result::Result<Format, Broken> {
    let is_named_docx = extension(file_name).as_deref() == Some("docx");
    let Ok(archive) = zip::ZipArchive::new(std::io::Cursor::new(bytes)) else {
        let is_docx = is_named_docx || find(bytes, b"word/document.xml").is_some();
        return Err(if is_docx { Broken::Docx } else { Broken::Foreign("a damaged ZIP archive") });
    };
    if archive.index_for_name("word/document.xml").is_some() {
        return Ok(Format::Docx);
    }
    let inside = |(name, _): &&(&str, &str)| archive.index_for_name(name).is_some();
    match PACKAGES.iter().find(inside) {
        Some((_, what)) => Err(Broken::Foreign(what)),
        None if is_named_docx => Err(Broken::Docx),
        None => Err(Broken::Foreign("a ZIP archive")),
    }
}

/// An OLE compound file: an encrypted Office document, or one of the formats before 2007.
fn ole_error(bytes: &[u8]) -> std::result::Result<Error, &'static str> {
    let has = |name: &str| {
        let wide: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        find(bytes, &wide).is_some()
    };
    if has("EncryptedPackage") {
        return Ok(Error::Password { format: Format::Docx });
    }
    Err(match () {
        () if has("WordDocument") => "an old Word document (.doc)",
        () if has("Workbook") => "an old Excel workbook (.xls)",
        () if has("PowerPoint Document") => "an old PowerPoint presentation (.ppt)",
        () => "an old Office file",
    })
}

fn extension(file_name: &str) -> Option<String> {
    let (stem, extension) = file_name.rsplit_once('.')?;
    (!stem.is_empty()).then(|| extension.to_ascii_lowercase())
}

fn find(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    bytes.windows(needle.len()).position(|window| window == needle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_comes_before_the_name() {
        let utf16: Vec<u8> =
            "words in wide letters".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let cases: [(&str, &[u8], Format); 12] = [
            ("a.txt", b"%PDF-1.7 ...", Format::Pdf),
            ("a", b"junk before \n%PDF-1.4", Format::Pdf),
            ("a.md", b"# Title", Format::Markdown),
            ("A.MARKDOWN", b"text", Format::Markdown),
            ("a.txt", b"# not a title", Format::Text),
            ("a.txt", b"<!DOCTYPE html><p>x", Format::Html),
            ("a", b"\xef\xbb\xbf<html><body>x", Format::Html),
            ("a.htm", b"just words", Format::Html),
            ("a.txt", b"a < b, and <body> is a tag", Format::Text),
            ("a.csv", b"a,b\n1,2", Format::Text),
            ("a.txt", b"caf\xe9 au lait", Format::Text),
            ("a.txt", &utf16, Format::Text),
        ];
        for (name, bytes, expected) in cases {
            assert_eq!(format(name, bytes), Ok(expected), "{name}");
        }
    }

    #[test]
    fn foreign_files_are_named() {
        let cases: [(&str, &[u8], &str); 6] = [
            ("report.txt", b"\x89PNG\r\n\x1a\n....", "this is a PNG image named report.txt"),
            ("a.pdf", b"\x7fELF\x02\x01", "this is a program (ELF) named a.pdf"),
            ("a.md", b"PK\x03\x04nothing", "this is a damaged ZIP archive named a.md"),
            ("a.txt", b"\x00\x01\x02\x03\x80\x81", "this is a binary file named a.txt"),
            ("a.docx", b"PK\x03\x04cut", "the DOCX file is damaged"),
            ("a.txt", b" \n\t ", "the file is empty"),
        ];
        for (name, bytes, expected) in cases {
            let said = format(name, bytes).unwrap_err().to_string();
            assert!(said.starts_with(expected), "{said}");
        }
    }

    #[test]
    fn names_for_the_preview() {
        for (name, expected) in
            [("a.PDF", true), ("b.docx", true), ("c.png", false), ("md", false), (".md", false)]
        {
            assert_eq!(looks_readable(name), expected, "{name}");
        }
    }
}
