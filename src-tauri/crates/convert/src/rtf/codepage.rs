//! Which encoding a code page or a font's character set means.

use encoding_rs::{Encoding, WINDOWS_1252};

/// The encoding of a Windows code page; Western where it is unknown.
pub(super) fn of_page(page: i32) -> &'static Encoding {
    let label = match page {
        437 | 850 | 858 => "windows-1252",
        866 => "ibm866",
        874 => "windows-874",
        932 => "shift_jis",
        936 => "gbk",
        949 => "euc-kr",
        950 => "big5",
        1250..=1258 => return windows(page),
        10_000 => "macintosh",
        10_007 => "x-mac-cyrillic",
        20_866 => "koi8-r",
        21_866 => "koi8-u",
        28_592 => "iso-8859-2",
        28_595 => "iso-8859-5",
        54_936 => "gb18030",
        65_001 => "utf-8",
        _ => "windows-1252",
    };
    Encoding::for_label(label.as_bytes()).unwrap_or(WINDOWS_1252)
}

fn windows(page: i32) -> &'static Encoding {
    Encoding::for_label(format!("windows-{page}").as_bytes()).unwrap_or(WINDOWS_1252)
}

/// The encoding of a font's `\fcharset`; `None` for "as the document".
pub(super) fn of_charset(charset: i32) -> Option<&'static Encoding> {
    let page = match charset {
        0 | 255 => 1252,
        77 => 10_000,
        128 => 932,
        129 | 130 => 949,
        134 => 936,
        136 => 950,
        161 => 1253,
        162 => 1254,
        163 => 1258,
        177 => 1255,
        178..=180 => 1256,
        186 => 1257,
        204 => 1251,
        222 => 874,
        238 => 1250,
        _ => return None,
    };
    Some(of_page(page))
}
