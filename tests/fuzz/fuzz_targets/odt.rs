//! OpenDocument text: the bytes are the contents of its parts.

#![no_main]

use convert::fuzz;
use types::Format;

const PARTS: [(&str, &str); 4] = [
    (
        "content.xml",
        "<office:document-content xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\">\
         <office:body><office:text><text:p>words</text:p></office:text></office:body>\
         </office:document-content>",
    ),
    (
        "styles.xml",
        "<office:document-styles xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\"/>",
    ),
    (
        "meta.xml",
        "<office:document-meta xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\"/>",
    ),
    ("mimetype", "application/vnd.oasis.opendocument.text"),
];

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::parse_package(Format::Odt, &PARTS, bytes));
