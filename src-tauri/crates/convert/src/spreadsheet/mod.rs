//! Workbooks (XLSX, XLSB, XLS, ODS): a section a sheet, its tables as Markdown tables, its text boxes
//! and charts below them, its comments as notes. Shows the values that the file keeps; formulas, macros and links to other files are never worked out,
//! run or followed.

mod beside;
mod cells;
mod package;
mod value;

use crate::office::{Package, properties};
use crate::tables::{self, Draft};
use crate::tally::Tally;
use crate::{Error, Limits, Result};
use calamine::{Cell, CellType, DataType, Dimensions, Reader, Sheet, SheetType, SheetVisible};
use calamine::{Ods, Sheets, Xls, Xlsb, Xlsx};
use cells::Cells;
use package::broken;
use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};
use types::{ConvertedText, Format, Reference};
use zip::ZipArchive;

type Workbook<'a> = Sheets<Cursor<&'a [u8]>>;

/// Converts a workbook.
pub(crate) fn convert(bytes: &[u8], limits: &Limits) -> Result<ConvertedText> {
    package::check(bytes)?;
    // the reader's own faults cost a document, not the worker
    catch_unwind(AssertUnwindSafe(|| read(bytes, limits)))
        .unwrap_or_else(|_| Err(broken("it holds records that make no sense")))
}

fn read(bytes: &[u8], limits: &Limits) -> Result<ConvertedText> {
    let mut workbook = open(bytes)?;
    let sheets = workbook.sheets_metadata().to_vec();
    let mut draft = Draft::new(limits);
    let mut warnings = Vec::new();
    let mut tally = Tally::default();
    let mut beside = beside::read(bytes, limits, &mut tally, &mut warnings);
    let mut comments = Vec::new();
    for sheet in &sheets {
        let beside = beside.remove(&sheet.name).unwrap_or_default();
        let cells = match sheet.typ {
            SheetType::WorkSheet => cells(&mut workbook, &sheet.name, limits, &mut tally),
            // a sheet that is a chart
            SheetType::ChartSheet => Ok(Cells::new(limits)),
            _ => continue,
        };
        match cells {
            Ok(cells) => write(&mut draft, sheet, &cells, &beside.drawn, &mut warnings)?,
            Err(Error::Damaged { .. }) => {
                warnings.push(format!("the sheet \"{}\" cannot be read", sheet.name));
            }
            Err(error) => return Err(error),
        }
        comments.extend(beside.comments);
    }
    for (at, said) in comments.iter().enumerate() {
        draft.note(&format!("c{}", at + 1), said)?;
    }
    let (text, blocks) = draft.finish();
    warnings.extend(tally.warning(&text));
    if text.is_empty() && !warnings.is_empty() {
        return Err(broken("none of its sheets can be read"));
    }
    let reference = reference(bytes, &mut workbook);
    let title = reference.title.clone();
    let converted = ConvertedText::new(Format::Spreadsheet, text, blocks);
    Ok(ConvertedText { title, warnings, reference, ..converted })
}

/// Opens a workbook as what it is.
fn open(bytes: &[u8]) -> Result<Workbook<'_>> {
    let source = Cursor::new(bytes);
    if !bytes.starts_with(b"PK") {
        return Xls::new(source).map(Sheets::Xls).map_err(|error| match error {
            calamine::XlsError::Password => locked(),
            _ => unreadable_list(),
        });
    }
    let archive = ZipArchive::new(source.clone()).map_err(|_| unreadable_list())?;
    let has = |name: &str| archive.index_for_name(name).is_some();
    if has("xl/workbook.bin") {
        return Xlsb::new(source).map(Sheets::Xlsb).map_err(|_| unreadable_list());
    }
    if has("content.xml") {
        return Ods::new(source).map(Sheets::Ods).map_err(|error| match error {
            calamine::OdsError::Password => locked(),
            _ => unreadable_list(),
        });
    }
    Xlsx::new(source).map(Sheets::Xlsx).map_err(|_| unreadable_list())
}

fn locked() -> Error {
    Error::Password { format: Format::Spreadsheet }
}

fn unreadable_list() -> Error {
    broken("its list of sheets cannot be read")
}

/// What the workbook says of itself, where that can be read.
fn reference(bytes: &[u8], workbook: &mut Workbook) -> Reference {
    let Ok(mut package) = Package::open(bytes, Format::Spreadsheet) else {
        let title = workbook.workbook_properties().ok().and_then(|properties| properties.title);
        return Reference { title, ..Reference::default() };
    };
    let mut part = |name: &str| package.parse(name).ok().flatten();
    if let Some(core) = part("docProps/core.xml") {
        return properties::read(&core);
    }
    let meta = part("meta.xml");
    let meta = meta.as_ref().and_then(|meta| meta.child("meta"));
    meta.map(properties::read).unwrap_or_default()
}

/// The cells of one sheet.
fn cells(workbook: &mut Workbook, name: &str, limits: &Limits, tally: &mut Tally) -> Result<Cells> {
    let unreadable = || broken("a sheet cannot be read");
    let mut cells = Cells::new(limits);
    match workbook {
        // cell by cell: two cells in far corners must not cost the memory of all between them
        Sheets::Xlsx(book) => {
            let mut reader = book.worksheet_cells_reader(name).map_err(|_| unreadable())?;
            while let Some(cell) = reader.next_cell().map_err(|_| unreadable())? {
                push(&mut cells, &cell, tally)?;
            }
            drop(reader);
            let merged = book.merge_cells_by_sheet_name(name).unwrap_or_default();
            cells.finish(&merged)?;
        }
        Sheets::Xlsb(book) => {
            let mut reader = book.worksheet_cells_reader(name).map_err(|_| unreadable())?;
            while let Some(cell) = reader.next_cell().map_err(|_| unreadable())? {
                push(&mut cells, &cell, tally)?;
            }
            cells.finish(&[])?;
        }
        Sheets::Xls(book) => {
            let range = book.worksheet_range(name).map_err(|_| unreadable())?;
            push_range(&mut cells, &range, tally)?;
            let merged: Vec<Dimensions> = book.merge_cells_by_sheet_name(name).unwrap_or_default();
            cells.finish(&merged)?;
        }
        Sheets::Ods(book) => {
            let range = book.worksheet_range(name).map_err(|_| unreadable())?;
            push_range(&mut cells, &range, tally)?;
            cells.finish(&[])?;
        }
    }
    Ok(cells)
}

fn push<T: DataType + CellType>(
    cells: &mut Cells,
    cell: &Cell<T>,
    tally: &mut Tally,
) -> Result<()> {
    let (row, column) = cell.get_position();
    count(cell.get_value(), tally);
    cells.push(row, column, &value::shown(cell.get_value()))
}

/// Words count as the file has them; how numbers and dates are shown is another matter.
fn count(value: &impl DataType, tally: &mut Tally) {
    if let Some(words) = value.get_string() {
        tally.words(words);
    }
}

fn push_range(
    cells: &mut Cells,
    range: &calamine::Range<calamine::Data>,
    tally: &mut Tally,
) -> Result<()> {
    let (top, left) = range.start().unwrap_or_default();
    for (row, column, value) in range.used_cells() {
        count(value, tally);
        cells.push(top + row as u32, left + column as u32, &value::shown(value))?;
    }
    Ok(())
}

fn write(
    draft: &mut Draft,
    sheet: &Sheet,
    cells: &Cells,
    drawn: &str,
    warnings: &mut Vec<String>,
) -> Result<()> {
    if cells.is_empty() && drawn.is_empty() {
        return Ok(());
    }
    let hidden = if sheet.visible == SheetVisible::Visible { "" } else { " (hidden)" };
    let name = format!("{}{hidden}", sheet.name.split_whitespace().collect::<Vec<_>>().join(" "));
    draft.heading(2, &tables::cell(&name), &name)?;
    if cells.write(draft)? == cells::Shape::Scattered {
        warnings.push(format!("the sheet \"{name}\" is too scattered for a table; it is a list"));
    }
    draft.markdown(drawn)
}

#[cfg(test)]
mod tests;
