//! DOCX: the bytes are the contents of its parts.

#![no_main]

use convert::fuzz;
use types::Format;

const PARTS: [(&str, &str); 7] = [
    (
        "word/document.xml",
        "<w:document xmlns:w=\"w\"><w:body><w:p><w:r><w:t>words</w:t></w:r></w:p></w:body>\
         </w:document>",
    ),
    (
        "word/styles.xml",
        "<w:styles xmlns:w=\"w\"><w:style w:styleId=\"H1\"><w:name w:val=\"heading 1\"/>\
         </w:style></w:styles>",
    ),
    ("word/numbering.xml", "<w:numbering xmlns:w=\"w\"/>"),
    ("word/footnotes.xml", "<w:footnotes xmlns:w=\"w\"/>"),
    ("word/_rels/document.xml.rels", "<Relationships/>"),
    ("docProps/core.xml", "<c:coreProperties xmlns:c=\"c\"/>"),
    ("word/endnotes.xml", "<w:endnotes xmlns:w=\"w\"/>"),
];

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::parse_package(Format::Docx, &PARTS, bytes));
