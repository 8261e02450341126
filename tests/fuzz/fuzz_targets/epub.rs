//! EPUB: the bytes are the contents of its parts.

#![no_main]

use convert::fuzz;
use types::Format;

const PARTS: [(&str, &str); 5] = [
    (
        "OEBPS/one.xhtml",
        "<html xmlns=\"http://www.w3.org/1999/xhtml\"><body><h1>One</h1><p>words</p></body>\
         </html>",
    ),
    (
        "OEBPS/content.opf",
        "<package xmlns=\"http://www.idpf.org/2007/opf\">\
         <metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>T</dc:title>\
         </metadata><manifest>\
         <item id=\"one\" href=\"one.xhtml\" media-type=\"application/xhtml+xml\"/>\
         <item id=\"nav\" href=\"nav.xhtml\" properties=\"nav\" media-type=\"application/xhtml+xml\"/>\
         </manifest><spine><itemref idref=\"one\"/></spine></package>",
    ),
    (
        "OEBPS/nav.xhtml",
        "<html xmlns=\"http://www.w3.org/1999/xhtml\"><body><nav><ol><li>\
         <a href=\"one.xhtml\">One</a></li></ol></nav></body></html>",
    ),
    (
        "META-INF/container.xml",
        "<container><rootfiles>\
         <rootfile full-path=\"OEBPS/content.opf\" media-type=\"application/oebps-package+xml\"/>\
         </rootfiles></container>",
    ),
    ("mimetype", "application/epub+zip"),
];

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::parse_package(Format::Epub, &PARTS, bytes));
