//! What a file is: by its first bytes, then by its content, and by its name only where those leave
//! it open. Converts nothing.

use crate::file_name::extension;
use crate::text::{self, Decoded};
use crate::{Error, Result};
use crate::{conversation, image, references};
use std::io::{Cursor, Read};
use types::Format;
use zip::ZipArchive;

/// Extensions that Loci reads, archives of such files included.
const READABLE: [&str; 62] = [
    "pdf", "docx", "docm", "pptx", "pptm", "ppsx", "xlsx", "xlsm", "xlsb", "xls", "ods", "odt",
    "odp", "odg", "fodt", "rtf", "epub", "html", "htm", "xhtml", "eml", "md", "markdown", "mdown",
    "txt", "text", "csv", "tsv", "tab", "bib", "bibtex", "biblatex", "ris", "nbib", "enw", "ciw",
    "isi", "json", "ipynb", "log", "rst", "org", "tex", "adoc", "yaml", "yml", "toml", "xml",
    "rss", "atom", "srt", "vtt", "mkd", "diff", "jsonl", "ndjson", "zip", "png", "jpg", "jpeg",
    "tif", "tiff",
];

/// Extensions of packages: ZIP files that are one document each.
const PACKAGED: [&str; 18] = [
    "docx", "docm", "dotx", "pptx", "pptm", "ppsx", "potx", "xlsx", "xlsm", "xltx", "xlsb", "odt",
    "ott", "ods", "odp", "odg", "epub", "jar",
];

/// What the first bytes of files that Loci does not read say they are.
const FOREIGN: [(&[u8], &str); 26] = [
    (b"GIF8", "a GIF image"),
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
    (b"AT&TFORM", "a DjVu document"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
    (b"\0\x01\0\0\0", "a font"),
    (b"OTTO", "a font"),
];

/// Bytes in which a message's header shows that it is one.
const MESSAGE_HEAD: usize = 16 << 10;

/// Files inside a ZIP that say what it is; the first that is there counts.
const PARTS: [(&str, Package); 8] = [
    ("word/document.xml", Package::Known(Format::Docx)),
    ("xl/workbook.xml", Package::Known(Format::Spreadsheet)),
    ("xl/workbook.bin", Package::Known(Format::Spreadsheet)),
    ("ppt/presentation.xml", Package::Known(Format::Pptx)),
    ("META-INF/container.xml", Package::Known(Format::Epub)),
    ("AndroidManifest.xml", Package::Foreign("an Android app")),
    ("META-INF/MANIFEST.MF", Package::Foreign("a Java archive")),
    ("visio/document.xml", Package::Foreign("a Visio drawing")),
];

/// What the file `mimetype` of a package says it is, by the beginning.
const MEDIA_TYPES: [(&str, Package); 6] = [
    ("application/epub+zip", Package::Known(Format::Epub)),
    ("application/vnd.oasis.opendocument.text", Package::Known(Format::Odt)),
    ("application/vnd.oasis.opendocument.spreadsheet", Package::Known(Format::Spreadsheet)),
    ("application/vnd.oasis.opendocument.presentation", Package::Known(Format::Odt)),
    ("application/vnd.oasis.opendocument.graphics", Package::Known(Format::Odt)),
    ("application/vnd.oasis.opendocument", Package::Foreign("an OpenDocument file")),
];

/// What Office's own list of parts says the main part is, wherever that lies.
const MAIN_PARTS: [(&[u8], Format); 3] = [
    (b"wordprocessingml.document.main+xml", Format::Docx),
    (b"spreadsheetml.sheet.main+xml", Format::Spreadsheet),
    (b"presentationml.presentation.main+xml", Format::Pptx),
];

/// What a ZIP file turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Package {
    /// A document of a kind that Loci knows.
    Known(Format),
    /// One file of another kind.
    Foreign(&'static str),
    /// An archive of files.
    Archive,
}

/// Whether the name is one of a kind that Loci reads: for a preview, before any byte is read.
pub fn looks_readable(file_name: &str) -> bool {
    extension(file_name).is_some_and(|ext| READABLE.contains(&ext.as_str()))
}

/// Whether `bytes` may be an archive of files, by its first bytes and its name: only unpacking can
/// tell for sure. Parses nothing.
pub fn is_archive(file_name: &str, bytes: &[u8]) -> bool {
    let packaged = extension(file_name).is_some_and(|ext| PACKAGED.contains(&ext.as_str()));
    is_zip(bytes) && !packaged
}

/// Whether `bytes` are an e-mail message by its name and its header: what is attached to it can be
/// unpacked like an archive.
pub fn is_message(file_name: &str, bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(bytes.get(..MESSAGE_HEAD).unwrap_or(bytes));
    extension(file_name).as_deref() == Some("eml") && has_header(&head)
}

/// Whether a file begins as ZIP files do.
pub(crate) fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// What `bytes` are.
///
/// # Errors
/// `Empty`, `Unsupported` (and says what it looks like), `Password` for encrypted Office files,
/// `Damaged` for a package that cannot be opened.
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
    if is_zip(bytes) {
        return zip_format(file_name, bytes, unsupported);
    }
    if bytes.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") {
        return ole_format(file_name, bytes, unsupported);
    }
    if bytes.starts_with(b"{\\rtf") {
        return Ok(Format::Rtf);
    }
    if image::is_picture(bytes) {
        return Ok(Format::Image);
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
    let extension = extension(file_name);
    match extension.as_deref() {
        Some("md" | "markdown" | "mdown" | "mkd") => return Ok(Format::Markdown),
        Some("html" | "htm" | "xhtml") => return Ok(Format::Html),
        Some("csv" | "tsv" | "tab") => return Ok(Format::Csv),
        Some("fodt") if decoded.text.contains("<office:document") => return Ok(Format::Odt),
        Some("eml") if has_header(&decoded.text) => return Ok(Format::Email),
        _ if conversation::is_lines(file_name, &decoded.text) => return Ok(Format::Conversation),
        _ if references::is_list(file_name, &decoded.text) => return Ok(Format::References),
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

/// Whether a text opens with the header of an e-mail message: fields, one of them a sender's.
fn has_header(text: &str) -> bool {
    let mut senders = 0;
    for line in text.lines().take(400) {
        if line.is_empty() {
            break;
        }
        if line.starts_with([' ', '\t']) {
            continue;
        }
        let Some((name, _)) = line.split_once(':') else { return false };
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_graphic()) {
            return false;
        }
        let sender = ["from", "sender", "return-path", "received", "message-id", "subject"];
        senders += usize::from(sender.contains(&name.to_ascii_lowercase().as_str()));
    }
    senders > 0
}

fn zip_format(
    file_name: &str,
    bytes: &[u8],
    unsupported: impl Fn(&str) -> Error,
) -> Result<Format> {
    let named = match extension(file_name).as_deref() {
        Some("docx" | "docm") => Some(Format::Docx),
        Some("pptx" | "pptm" | "ppsx") => Some(Format::Pptx),
        Some("xlsx" | "xlsm" | "xlsb" | "ods") => Some(Format::Spreadsheet),
        Some("epub") => Some(Format::Epub),
        Some("odt" | "odp" | "odg") => Some(Format::Odt),
        _ => None,
    };
    let broken = |format| Error::damaged(format, "the archive is cut short or broken");
    let Ok(mut archive) = zip::ZipArchive::new(Cursor::new(bytes)) else {
        let is_docx = find(bytes, b"word/document.xml").is_some();
        return Err(match named {
            Some(format) => broken(format),
            None if is_docx => broken(Format::Docx),
            None => unsupported("a damaged ZIP archive"),
        });
    };
    match package(&mut archive) {
        Package::Known(format) => Ok(format),
        Package::Foreign(what) => Err(unsupported(what)),
        Package::Archive => Err(match named {
            Some(format) => broken(format),
            None => unsupported("a ZIP archive"),
        }),
    }
}

/// What the entries of a ZIP file make of it.
pub(crate) fn package(archive: &mut ZipArchive<Cursor<&[u8]>>) -> Package {
    let mut head = |name: &str, most: u64| {
        let mut bytes = Vec::new();
        let part = archive.by_name(name).ok()?;
        part.take(most).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    };
    let media_type = head("mimetype", 128).unwrap_or_default();
    let stated = MEDIA_TYPES.iter().find(|(name, _)| media_type.starts_with(name.as_bytes()));
    if let Some((_, package)) = stated {
        return *package;
    }
    // a long list of parts would be one of pictures and styles: the main part comes early
    let parts = head("[Content_Types].xml", 1 << 20).unwrap_or_default();
    let main = MAIN_PARTS.iter().find(|(name, _)| find(&parts, name).is_some());
    let inside = |(name, _): &&(&str, Package)| archive.index_for_name(name).is_some();
    match (PARTS.iter().find(inside), main) {
        (Some((_, package)), _) => *package,
        (None, Some((_, format))) => Package::Known(*format),
        (None, None) => Package::Archive,
    }
}

/// An OLE compound file: an encrypted Office document, or one of the formats before 2007.
fn ole_format(
    file_name: &str,
    bytes: &[u8],
    unsupported: impl Fn(&str) -> Error,
) -> Result<Format> {
    let has = |name: &str| {
        let wide: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        find(bytes, &wide).is_some()
    };
    if has("EncryptedPackage") {
        let format = match extension(file_name).as_deref() {
            Some("xlsx" | "xlsm" | "xlsb") => Format::Spreadsheet,
            Some("pptx" | "pptm" | "ppsx") => Format::Pptx,
            _ => Format::Docx,
        };
        return Err(Error::Password { format });
    }
    Err(unsupported(match () {
        () if has("__substg1.0_") => "an Outlook message (.msg)",
        () if has("WordDocument") => "an old Word document (.doc)",
        () if has("PowerPoint Document") => "an old PowerPoint presentation (.ppt)",
        () if has("Workbook") || has("Book") => return Ok(Format::Spreadsheet),
        () => "an old Office file",
    }))
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
        let cases: [(&str, &[u8], Format); 22] = [
            ("a.txt", b"\x89PNG\r\n\x1a\n....", Format::Image),
            ("a", b"\xff\xd8\xff\xe0", Format::Image),
            ("a.tif", b"MM\0*....", Format::Image),
            ("a.txt", b"%PDF-1.7 ...", Format::Pdf),
            ("a", b"junk before \n%PDF-1.4", Format::Pdf),
            ("a.md", b"# Title", Format::Markdown),
            ("A.MARKDOWN", b"text", Format::Markdown),
            ("a.txt", b"# not a title", Format::Text),
            ("a.txt", b"<!DOCTYPE html><p>x", Format::Html),
            ("a", b"\xef\xbb\xbf<html><body>x", Format::Html),
            ("a.htm", b"just words", Format::Html),
            ("a.txt", b"a < b, and <body> is a tag", Format::Text),
            ("a.csv", b"a,b\n1,2", Format::Csv),
            ("a.txt", b"caf\xe9 au lait", Format::Text),
            ("a.txt", &utf16, Format::Text),
            ("a.txt", b"{\\rtf1 x}", Format::Rtf),
            ("a.eml", b"Subject: x\nFrom: a@b\n\nwords", Format::Email),
            ("a.eml", b"Just some words", Format::Text),
            ("a.fodt", b"<?xml version=\"1.0\"?><office:document/>", Format::Odt),
            ("a.bib", b"@book{a, title={x}}", Format::References),
            ("a.ris", b"TY  - BOOK\nER  - ", Format::References),
            ("a.json", b"{\"a\": 1}", Format::Text),
        ];
        for (name, bytes, expected) in cases {
            assert_eq!(format(name, bytes), Ok(expected), "{name}");
        }
    }

    #[test]
    fn foreign_files_are_named() {
        let cases: [(&str, &[u8], &str); 6] = [
            ("report.txt", b"GIF89a....", "this is a GIF image named report.txt"),
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
        for (name, expected) in [
            ("a.PDF", true),
            ("b.docx", true),
            ("c.png", true),
            ("c.gif", false),
            ("md", false),
            (".md", false),
        ] {
            assert_eq!(looks_readable(name), expected, "{name}");
        }
    }
}
