//! PPTX: the bytes are the contents of its parts.

#![no_main]

use convert::fuzz;
use types::Format;

const PARTS: [(&str, &str); 6] = [
    (
        "ppt/slides/slide1.xml",
        "<p:sld xmlns:p=\"p\" xmlns:a=\"a\"><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r>\
         <a:t>words</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>",
    ),
    (
        "ppt/presentation.xml",
        "<p:presentation xmlns:p=\"p\" xmlns:r=\"r\"><p:sldIdLst>\
         <p:sldId id=\"256\" r:id=\"rId1\"/></p:sldIdLst></p:presentation>",
    ),
    (
        "ppt/_rels/presentation.xml.rels",
        "<Relationships>\
         <Relationship Id=\"rId1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/slide\" Target=\"slides/slide1.xml\"/>\
         </Relationships>",
    ),
    (
        "ppt/slides/_rels/slide1.xml.rels",
        "<Relationships>\
         <Relationship Id=\"rId1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/notesSlide\" Target=\"../notesSlides/notesSlide1.xml\"/>\
         </Relationships>",
    ),
    (
        "ppt/notesSlides/notesSlide1.xml",
        "<p:notes xmlns:p=\"p\" xmlns:a=\"a\"><p:cSld><p:spTree/></p:cSld></p:notes>",
    ),
    ("docProps/core.xml", "<c:coreProperties xmlns:c=\"c\"/>"),
];

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::parse_package(Format::Pptx, &PARTS, bytes));
