//! XLSX: the bytes are the contents of its parts; XLS and ODS as they are.

#![no_main]

use convert::fuzz;
use types::Format;

const PARTS: [(&str, &str); 7] = [
    (
        "xl/worksheets/sheet1.xml",
        "<worksheet><sheetData><row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c></row>\
         </sheetData></worksheet>",
    ),
    ("xl/sharedStrings.xml", "<sst><si><t>words</t></si></sst>"),
    (
        "xl/workbook.xml",
        "<workbook xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\">\
         <sheets><sheet name=\"One\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>",
    ),
    (
        "xl/_rels/workbook.xml.rels",
        "<Relationships>\
         <Relationship Id=\"rId1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet\" Target=\"worksheets/sheet1.xml\"/>\
         </Relationships>",
    ),
    (
        "xl/styles.xml",
        "<styleSheet><cellXfs count=\"1\"><xf numFmtId=\"14\"/></cellXfs></styleSheet>",
    ),
    (
        "_rels/.rels",
        "<Relationships><Relationship Id=\"r\" \
         Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" \
         Target=\"xl/workbook.xml\"/></Relationships>",
    ),
    ("docProps/core.xml", "<c:coreProperties xmlns:c=\"c\"/>"),
];

/// The workbook reader's own panics (sums that overflow where they are checked) are caught by its only
/// caller; the fuzzer's hook would end the process before that.
fn let_the_reader_panic() {
    let ends = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !panic.location().is_some_and(|at| at.file().contains("calamine")) {
            ends(panic);
        }
    }));
}

libfuzzer_sys::fuzz_target!(
    init: let_the_reader_panic(),
    |bytes: &[u8]| fuzz::parse_package(Format::Spreadsheet, &PARTS, bytes)
);
