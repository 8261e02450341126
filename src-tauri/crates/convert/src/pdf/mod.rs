//! PDF to Markdown through PDFium: letters with boxes and drawn lines become tables and lines of
//! text, lines are put in reading order, and order becomes paragraphs, headings and one text.
//! PDFium gives letters, lines, bookmarks and metadata; everything after is ours.
//!
//! Every letter keeps its box. Hyphens that only cut a word at a line's end are left out, running
//! heads and page numbers too. Pages that are pictures are read in [`scan`].

mod accents;
mod bookmarks;
mod columns;
mod doubt;
mod drawing;
mod eye;
mod flow;
mod furniture;
mod glyphs;
mod headings;
mod hidden;
mod hyphens;
mod layout;
mod letters;
mod ligatures;
mod lines;
mod marks;
mod metadata;
mod notes;
mod order;
mod page;
mod paragraph;
mod paragraphs;
mod pieces;
mod rect;
mod rules;
mod said;
pub(crate) mod scan;
mod sense;
mod tables;
mod title;
mod warnings;
mod write;
mod xmp;

use crate::protocol::Drawing;
use crate::recognise::Eyes;
use crate::{Error, Limits, OutlineEntry, Result};
use bookmarks::Bookmark;
use layout::{lay_out, text_of};
use page::{Page, Raw};
use pdfium_render::prelude::{PdfDocument, PdfPage, Pdfium, PdfiumError, PdfiumInternalError};
use std::path::Path;
use title::{agrees, first_heading};
use types::{ConvertedText, Format};
use warnings::{numbers, page_warnings, warning};

/// A whole file states near its end where its table of contents is.
const TAIL_BYTES: usize = 64 << 10;
/// Rows of the first page's head, foot and margin that are kept.
const MARGIN_ROWS: usize = 16;
/// Widest and highest page, in points; a larger one is laid out as if it ended there.
const PAGE_SIDE: f32 = 1e5;

/// The PDF engine, bound to its library if there is one, and what reads pictures.
#[derive(Default)]
pub(crate) struct Engine {
    pdfium: Option<Pdfium>,
    pub(crate) eyes: Eyes,
}

impl Engine {
    /// Binds the library at `path`, if there is one that fits.
    pub(crate) fn load(path: Option<&Path>) -> Self {
        let bindings = path.and_then(|path| Pdfium::bind_to_library(path).ok());
        Self { pdfium: bindings.map(Pdfium::new), eyes: Eyes::default() }
    }

    /// Converts a PDF.
    pub(crate) fn convert(&self, bytes: &[u8], limits: &Limits) -> Result<ConvertedText> {
        let document = self.open(bytes, limits)?;
        convert(&document, bytes, &bookmarks::of(&document), limits, &self.eyes)
    }

    /// Converts a PDF as if it had no bookmarks, and says which it has: for measuring.
    pub(crate) fn convert_unmarked(&self, bytes: &[u8], limits: &Limits) -> Result<Unmarked> {
        let document = self.open(bytes, limits)?;
        let converted = convert(&document, bytes, &[], limits, &self.eyes)?;
        let entry = |own: Bookmark| OutlineEntry { title: own.title, depth: own.depth };
        Ok((converted, bookmarks::of(&document).into_iter().map(entry).collect()))
    }

    /// A page, counted from 1, so many pixels wide, or as many as fit the bounds.
    pub(crate) fn draw(
        &self,
        bytes: &[u8],
        page: u32,
        width: u32,
        limits: &Limits,
    ) -> Result<Drawing> {
        let document = self.open(bytes, limits)?;
        let index = page.checked_sub(1).and_then(|index| index.try_into().ok());
        let page = index.and_then(|index| document.pages().get(index).ok());
        let page = page.ok_or_else(|| broken("it has no such page"))?;
        drawing::drawing(&page, width).ok_or_else(|| broken("a page cannot be drawn"))
    }

    /// The table that `headings::training` makes of a PDF.
    #[cfg(feature = "training")]
    pub(crate) fn heading_rows(&self, bytes: &[u8], limits: &Limits) -> Result<String> {
        let document = self.open(bytes, limits)?;
        let (mut raws, _) = read_pages(&document, limits, &mut notes::Notes::default())?;
        _ = furniture::remove(&mut raws);
        let fixed_is_code = !mostly_fixed(&raws);
        let mut pages: Vec<Page> =
            raws.into_iter().map(|raw| lay_out(raw, fixed_is_code).0).collect();
        Ok(headings::training::tables(&mut pages, &bookmarks::of(&document)))
    }

    fn open<'a>(&'a self, bytes: &'a [u8], limits: &Limits) -> Result<PdfDocument<'a>> {
        if !has_end(bytes) {
            return Err(broken("its end is missing, as if it had been cut short"));
        }
        let pdfium = self.pdfium.as_ref().ok_or(Error::PdfEngine)?;
        let document = pdfium.load_pdf_from_byte_slice(bytes, None).map_err(opening_error)?;
        let count = document.pages().len();
        if i64::from(count) > i64::from(limits.pages) {
            return Err(Error::TooLarge {
                what: format!("it has more than {} pages", limits.pages),
            });
        }
        Ok(document)
    }
}

/// A text, and the bookmarks that its file has.
type Unmarked = (ConvertedText, Vec<OutlineEntry>);

/// Converts a document with these of its bookmarks.
fn convert(
    document: &PdfDocument,
    bytes: &[u8],
    bookmarks: &[Bookmark],
    limits: &Limits,
    eyes: &Eyes,
) -> Result<ConvertedText> {
    let mut notes = notes::Notes::default();
    let (mut raws, unread) = read_pages(document, limits, &mut notes)?;
    if unread.len() == raws.len() {
        return Err(broken("none of its pages can be read"));
    }
    let scans = scan::read(document, &mut raws, eyes);
    let garbled = numbers(raws.iter().map(|page| page.garbled));
    let (margins, heads) = furniture::remove(&mut raws);
    let empty = numbers(raws.iter().map(|page| page.fragments.is_empty()));
    let empty: Vec<u32> = empty.into_iter().filter(|page| !unread.contains(page)).collect();
    let noted = numbers(raws.iter().map(|page| !page.notes.is_empty()));
    let says_nothing = |page: &u32| {
        let unsaid = empty.contains(page) || unread.contains(page) || garbled.contains(page);
        unsaid && !noted.contains(page)
    };
    if (1..=raws.len() as u32).all(|page| says_nothing(&page)) {
        return Err(scans.nothing(raws.len()));
    }
    let fixed_is_code = !mostly_fixed(&raws);
    let (pages, disputed): (Vec<Page>, Vec<bool>) =
        raws.into_iter().map(|raw| lay_out(raw, fixed_is_code)).unzip();
    let mut converted = text_of(pages, bookmarks, !fixed_is_code);
    let rows = |rows: Vec<String>| rows.iter().map(|row| one_line(row)).take(MARGIN_ROWS).collect();
    (converted.margins, converted.heads) = (rows(margins), rows(heads));
    let (titles, reference) = metadata::reference(document, bytes);
    converted.reference = reference;
    converted.made = metadata::made(document);
    let title = titles.into_iter().find(|title| agrees(title, &converted));
    converted.title = title.clone().or_else(|| first_heading(&converted));
    converted.reference.title = title;
    scans.place(&mut converted);
    converted.warnings.extend(warning("pages without text", &empty));
    converted.warnings.extend(warning("pages that could not be read", &unread));
    let fonts = "its font does not say which letters it shows";
    converted.warnings.extend(page_warnings(&garbled, fonts));
    let order = "two ways of reading it disagree about the order of its text";
    converted.warnings.extend(page_warnings(&numbers(disputed.into_iter()), order));
    let unnoted = notes.left_out;
    let unnoted = (unnoted > 0).then(|| format!("{unnoted} annotations were left out"));
    converted.warnings.extend(unnoted);
    Ok(converted)
}

/// A short line of words.
fn one_line(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let line = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    line.chars().take(300).collect()
}

/// All pages, and the numbers of those that cannot be read.
fn read_pages(
    document: &PdfDocument,
    limits: &Limits,
    notes: &mut notes::Notes,
) -> Result<(Vec<Raw>, Vec<u32>)> {
    let (mut faces, mut judge) = (letters::Faces::default(), hidden::Judge::default());
    let (mut raws, mut unread, mut text_bytes) = (Vec::new(), Vec::new(), 0);
    for (index, number) in (0..document.pages().len()).zip(1u32..) {
        let page = document.pages().get(index).ok();
        let raw = page.and_then(|page| read_page(&page, &mut faces, &mut judge, notes));
        if raw.is_none() {
            unread.push(number);
        }
        let raw = raw.unwrap_or_else(Raw::empty);
        text_bytes += raw.fragments.iter().map(|part| part.glyphs.len()).sum::<usize>();
        limits.check_text(text_bytes)?;
        raws.push(raw);
    }
    Ok((raws, unread))
}

fn read_page(
    page: &PdfPage,
    faces: &mut letters::Faces,
    judge: &mut hidden::Judge,
    notes: &mut notes::Notes,
) -> Option<Raw> {
    let side = |side: f32| if side.is_finite() { side.clamp(0.0, PAGE_SIDE) } else { 0.0 };
    let (width, height) = (side(page.width().value), side(page.height().value));
    let view = letters::View::of(page);
    let glyphs::Reading { fragments, unknown } = glyphs::read(page, &view, faces, judge)?;
    let garbled = doubt::is_garbled(&fragments, unknown);
    // lines matter where there is text between them
    let is_blank = fragments.is_empty();
    let rules = if is_blank { rules::Rules::default() } else { rules::Rules::of_page(page, &view) };
    let notes = notes.of_page(page, &view, &fragments);
    Some(Raw { width, height, fragments, rules, garbled, notes })
}

/// Whether most letters of a document are equally wide: such type says nothing about code then.
fn mostly_fixed(raws: &[Raw]) -> bool {
    let parts = || raws.iter().flat_map(|page| &page.fragments);
    let fixed: usize = parts().map(|part| part.fixed).sum();
    fixed * 2 > parts().map(|part| part.glyphs.len()).sum::<usize>()
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
