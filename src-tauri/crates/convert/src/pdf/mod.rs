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
mod flow;
mod furniture;
mod glyphs;
mod headings;
mod hidden;
mod hyphens;
mod letters;
mod lines;
mod marks;
mod metadata;
mod notes;
mod order;
mod paragraphs;
mod pieces;
mod rules;
pub(crate) mod scan;
mod sense;
mod tables;
mod write;
mod xmp;

use crate::recognise::Eyes;
use crate::{Error, Limits, OutlineEntry, Result};
use bookmarks::Bookmark;
use paragraphs::{Body, Paragraph};
use pdfium_render::prelude::{PdfDocument, PdfPage, Pdfium, PdfiumError, PdfiumInternalError};
use std::collections::BTreeMap;
use std::path::Path;
use types::{BlockKind, ConvertedText, Format};
use write::Added;

/// Pages named one by one in a warning.
const NAMED_PAGES: usize = 20;
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

/// A page as PDFium gives it.
struct Raw {
    width: f32,
    height: f32,
    fragments: Vec<glyphs::Fragment>,
    rules: rules::Rules,
    /// Its letters are noise.
    garbled: bool,
    notes: Vec<notes::Note>,
}

/// A page in reading order.
struct Page {
    width: f32,
    height: f32,
    groups: Vec<Group>,
    notes: Vec<notes::Note>,
}

/// What stands together on a page: a column of lines, or a table.
enum Group {
    Lines(Vec<lines::Line>),
    Table(tables::Table),
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

impl Raw {
    fn empty() -> Self {
        let (fragments, rules, notes) = (Vec::new(), rules::Rules::default(), Vec::new());
        Self { width: 0.0, height: 0.0, fragments, rules, garbled: false, notes }
    }
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

/// Numbers, from 1, of the pages for which `is` holds.
fn numbers(is: impl Iterator<Item = bool>) -> Vec<u32> {
    is.zip(1u32..).filter(|(is, _)| *is).map(|(_, number)| number).collect()
}

/// Whether most letters of a document are equally wide: such type says nothing about code then.
fn mostly_fixed(raws: &[Raw]) -> bool {
    let parts = || raws.iter().flat_map(|page| &page.fragments);
    let fixed: usize = parts().map(|part| part.fixed).sum();
    fixed * 2 > parts().map(|part| part.glyphs.len()).sum::<usize>()
}

/// Puts a page in reading order, and says whether another order is nearly as likely.
fn lay_out(raw: Raw, fixed_is_code: bool) -> (Page, bool) {
    let Raw { width, height, mut fragments, rules, notes, .. } = raw;
    let mut tables: Vec<Option<tables::Table>> =
        tables::ruled::take(&mut fragments, &rules).into_iter().map(Some).collect();
    let order::Order { groups: ordered, disputed } = order::reading_order(fragments);
    let cut =
        |open: Vec<glyphs::Fragment>| tables::aligned::cut(lines::of_group(open), fixed_is_code);
    let mut groups = Vec::new();
    for group in ordered {
        let mut open = Vec::new();
        for fragment in group {
            let Some(table) = fragment.table else {
                open.push(fragment);
                continue;
            };
            groups.extend(cut(std::mem::take(&mut open)));
            let table = tables.get_mut(table).and_then(Option::take);
            groups.extend(table.map(Group::Table));
        }
        groups.extend(cut(open));
    }
    (Page { width, height, groups, notes }, disputed)
}

/// Writes the text of all pages.
fn text_of(mut pages: Vec<Page>, bookmarks: &[Bookmark], fixed: bool) -> ConvertedText {
    let body = Body { size: body_size(&pages), fixed };
    headings::mark(&mut pages, body.size);
    let mut words = hyphens::Words::default();
    for page in &pages {
        page.groups.iter().filter_map(Group::lines).flatten().for_each(|line| words.note(line));
    }
    let mut by_page: BTreeMap<usize, Vec<&Bookmark>> = BTreeMap::new();
    for bookmark in bookmarks {
        by_page.entry(bookmark.page.unwrap_or(usize::MAX)).or_default().push(bookmark);
    }
    let mut sizes = Vec::with_capacity(pages.len());
    let mut paragraphs: Vec<Vec<Paragraph>> = Vec::with_capacity(pages.len());
    for (number, mut page) in pages.into_iter().enumerate() {
        sizes.push((page.width, page.height, std::mem::take(&mut page.notes)));
        let marked = by_page.remove(&number).unwrap_or_default();
        let mut own = paragraphs::of_page(page, body, &marked);
        if let Some(before) = paragraphs.iter_mut().rev().find(|page| !page.is_empty()) {
            flow::over(before, &mut own, body.size);
        }
        paragraphs.push(own);
    }
    let levels = headings::levels(&paragraphs);
    let mut writer = write::Writer::new(&words);
    let mut goes_on = false;
    let mut breaks_off: Vec<bool> = Vec::with_capacity(sizes.len());
    for page in paragraphs.iter().rev() {
        breaks_off.push(goes_on);
        goes_on = page.first().map_or(goes_on, |first| first.goes_on);
    }
    let added = sizes.into_iter().zip(breaks_off.into_iter().rev());
    for ((paragraphs, levels), (size, breaks_off)) in paragraphs.iter().zip(&levels).zip(added) {
        let (width, height, notes) = size;
        writer.page(width, height, paragraphs, levels, Added { notes, breaks_off });
    }
    writer.finish()
}

impl Group {
    fn lines(&self) -> Option<&[lines::Line]> {
        match self {
            Self::Lines(lines) => Some(lines),
            Self::Table(_) => None,
        }
    }

    /// Its lines, those in cells included.
    fn all_lines(&self) -> Box<dyn Iterator<Item = &lines::Line> + '_> {
        match self {
            Self::Lines(lines) => Box::new(lines.iter()),
            Self::Table(table) => Box::new(table.rows.iter().flatten().flatten()),
        }
    }
}

/// The size of most letters.
fn body_size(pages: &[Page]) -> f32 {
    let mut sizes = BTreeMap::<i32, usize>::new();
    for line in pages.iter().flat_map(|page| &page.groups).flat_map(Group::all_lines) {
        *sizes.entry((line.size * 2.0).round() as i32).or_default() += line.glyphs.len();
    }
    let most = sizes.iter().max_by_key(|(_, count)| **count);
    most.map_or(10.0, |(size, _)| *size as f32 / 2.0)
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

fn warning(what: &str, numbers: &[u32]) -> Option<String> {
    let named: Vec<String> = numbers.iter().take(NAMED_PAGES).map(u32::to_string).collect();
    let more = if numbers.len() > NAMED_PAGES { " and more" } else { "" };
    (!named.is_empty()).then(|| format!("{what}: {}{more}", named.join(", ")))
}

/// One warning a page; beyond the first pages, one for the rest.
fn page_warnings(numbers: &[u32], what: &str) -> Vec<String> {
    let named = numbers.iter().take(NAMED_PAGES).map(|page| format!("page {page}: {what}"));
    let more = numbers.len().saturating_sub(NAMED_PAGES);
    named.chain((more > 0).then(|| format!("{more} more pages: {what}"))).collect()
}

/// Whether the title that the file states is one: it stands on the first page, or no other does.
fn agrees(title: &str, converted: &ConvertedText) -> bool {
    let end = converted.pages.iter().map(|page| page.range.end).find(|end| *end > 0);
    let first = converted.text.get(..end.unwrap_or(0)).unwrap_or_default();
    let has_other = converted.blocks.iter().any(|block| block.kind == BlockKind::Heading(1));
    !has_other || bookmarks::key(first).contains(&bookmarks::key(title))
}

/// The heading of level 1, or the heading that the document begins with, unless it is numbered.
fn first_heading(converted: &ConvertedText) -> Option<String> {
    let top = converted.blocks.iter().find(|block| block.kind == BlockKind::Heading(1));
    let first = || converted.blocks.first().filter(|block| !block.title.is_empty());
    let title = &top.or_else(first)?.title;
    let is_title = marks::section_depth(title).is_none() && metadata::is_title(title);
    is_title.then(|| title.clone())
}
