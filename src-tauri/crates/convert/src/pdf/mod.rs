//! PDF through PDFium: letters with boxes become lines, lines are put in reading order, and order
//! becomes paragraphs, headings and one text. PDFium gives the letters; everything after is ours.
//!
//! The text has no markup: headings, list items and tables are known by their blocks. Nothing is
//! dehyphenated, so that every letter keeps its box. Pictures are not read.

mod furniture;
mod glyphs;
mod lines;
mod order;
mod paragraphs;
mod write;

use crate::{Error, Limits, Result};
use pdfium_render::prelude::{
    PdfDocument, PdfDocumentMetadataTagType, PdfPage, Pdfium, PdfiumError, PdfiumInternalError,
};
use std::path::Path;
use types::{BlockKind, ConvertedText, Format};

/// Pages named one by one in a warning.
const NAMED_PAGES: usize = 20;
/// A whole file states near its end where its table of contents is.
const TAIL_BYTES: usize = 64 << 10;

/// The PDF engine, bound to its library.
pub(crate) struct Engine(Pdfium);

/// A page as the later steps know it.
struct Page {
    width: f32,
    height: f32,
    groups: Vec<Vec<lines::Line>>,
}

impl Engine {
    /// Binds the library at `path`; `None` where there is none that fits.
    pub(crate) fn load(path: &Path) -> Option<Self> {
        Pdfium::bind_to_library(path).ok().map(|bindings| Self(Pdfium::new(bindings)))
    }

    /// Converts a PDF.
    pub(crate) fn convert(&self, bytes: &[u8], limits: &Limits) -> Result<ConvertedText> {
        if !has_end(bytes) {
            return Err(broken("its end is missing, as if it had been cut short"));
        }
        let document = self.0.load_pdf_from_byte_slice(bytes, None).map_err(opening_error)?;
        let count = document.pages().len();
        if i64::from(count) > i64::from(limits.pages) {
            return Err(Error::TooLarge {
                what: format!("it has more than {} pages", limits.pages),
            });
        }
        let (mut pages, mut unread) = (Vec::new(), Vec::new());
        let mut text_bytes = 0;
        for (index, number) in (0..count).zip(1u32..) {
            let page = document.pages().get(index).ok().and_then(|page| read_page(&page));
            if page.is_none() {
                unread.push(number);
            }
            let page = page.unwrap_or(Page { width: 0.0, height: 0.0, groups: Vec::new() });
            text_bytes += page.groups.iter().flatten().map(|line| line.glyphs.len()).sum::<usize>();
            limits.check_text(text_bytes)?;
            pages.push(page);
        }
        if unread.len() == pages.len() {
            return Err(broken("none of its pages can be read"));
        }
        furniture::remove(&mut pages);
        let empty = empty_pages(&pages, &unread);
        if empty.len() + unread.len() == pages.len() {
            return Err(Error::NoText { pages: pages.len() as u32 });
        }
        let mut converted = write::text_of(pages);
        converted.title = stated_title(&document).or_else(|| first_heading(&converted));
        converted.warnings.extend(warning("without text", &empty));
        converted.warnings.extend(warning("that could not be read", &unread));
        Ok(converted)
    }
}

fn has_end(bytes: &[u8]) -> bool {
    let tail = bytes.get(bytes.len().saturating_sub(TAIL_BYTES)..).unwrap_or(bytes);
    let marker = b"startxref";
    tail.windows(marker.len()).any(|window| window == marker)
}

fn broken(detail: &str) -> Error {
    Error::damaged(Format::Pdf, detail)
}

fn opening_error(error: PdfiumError) -> Error {
    match error {
        PdfiumError::PdfiumLibraryInternalError(
            PdfiumInternalError::PasswordError | PdfiumInternalError::SecurityError,
        ) => Error::Password { format: Format::Pdf },
        _ => broken("it cannot be opened"),
    }
}

fn read_page(page: &PdfPage) -> Option<Page> {
    let (width, height) = (page.width().value, page.height().value);
    let fragments = glyphs::fragments(page)?;
    let groups = order::reading_order(fragments, width);
    let groups = groups.into_iter().map(lines::of_group).filter(|group| !group.is_empty());
    Some(Page { width, height, groups: groups.collect() })
}

fn empty_pages(pages: &[Page], unread: &[u32]) -> Vec<u32> {
    let numbered = (1u32..).zip(pages).filter(|(number, _)| !unread.contains(number));
    numbered.filter(|(_, page)| page.groups.is_empty()).map(|(number, _)| number).collect()
}

fn warning(what: &str, numbers: &[u32]) -> Option<String> {
    let named: Vec<String> = numbers.iter().take(NAMED_PAGES).map(u32::to_string).collect();
    let more = if numbers.len() > NAMED_PAGES { " and more" } else { "" };
    (!named.is_empty()).then(|| format!("pages {what}: {}{more}", named.join(", ")))
}

/// The title of the metadata, unless a program made it up.
fn stated_title(document: &PdfDocument) -> Option<String> {
    let tag = document.metadata().get(PdfDocumentMetadataTagType::Title)?;
    let title = tag.value().trim().to_owned();
    let lower = title.to_lowercase();
    let is_file = [".doc", ".docx", ".tex", ".dvi", ".pdf", ".indd", ".rtf", ".qxd", ".ps"]
        .iter()
        .any(|end| lower.ends_with(end));
    let is_program = ["untitled", "microsoft word", "powerpoint", "(anonymous)", "slide 1"]
        .iter()
        .any(|start| lower.starts_with(start));
    let is_title = title.chars().filter(|c| c.is_alphabetic()).count() >= 3;
    (is_title && !is_file && !is_program).then_some(title)
}

/// The topmost heading of the first page.
fn first_heading(converted: &ConvertedText) -> Option<String> {
    let end = converted.pages.first()?.range.end;
    let on_first = converted.blocks.iter().take_while(|block| block.range.start < end);
    let heading = |level| move |block: &&types::Block| block.kind == BlockKind::Heading(level);
    let headings: Vec<_> = on_first.collect();
    (1..=6)
        .find_map(|level| headings.iter().copied().find(|block| heading(level)(block)))
        .map(|block| block.title.clone())
}
