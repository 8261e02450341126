//! The parts of a book: what a link leads to, and parts in XML.

use crate::html::page::Page;
use crate::office::Package;
use crate::{Error, Result, text};
use types::Format;

/// A part in XML, read as forgivingly as a page: no entities, no document type, no depth.
pub(super) fn xml(package: &mut Package, path: &str) -> Result<Option<Page>> {
    let Some(bytes) = package.read(path)? else { return Ok(None) };
    let decoded = text::decode(&bytes).ok_or_else(|| broken("one of its parts is no text"))?;
    Ok(Some(Page::parse_xml(&decoded.text)))
}

/// The part and the place in it that `target` leads to from the part `from`; `None` for addresses
/// outside of the book.
pub(super) fn resolve(from: &str, target: &str) -> Option<(String, String)> {
    let target = target.trim();
    let (path, fragment) = target.split_once('#').unwrap_or((target, ""));
    let is_outside = path.split(['/', '?']).next().is_some_and(|first| first.contains(':'))
        || path.starts_with("//");
    if is_outside {
        return None;
    }
    let path = unescaped(path.split('?').next().unwrap_or_default());
    if path.is_empty() {
        return Some((from.to_owned(), fragment.to_owned()));
    }
    let mut steps: Vec<&str> = from.split('/').collect();
    steps.pop();
    if path.starts_with('/') {
        steps.clear();
    }
    for step in path.split('/') {
        match step {
            "" | "." => {}
            ".." => drop(steps.pop()),
            step => steps.push(step),
        }
    }
    Some((steps.join("/"), unescaped(fragment)))
}

pub(super) fn broken(detail: &str) -> Error {
    Error::damaged(Format::Epub, detail)
}

/// `%20` and its like as the letters they stand for.
fn unescaped(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        let code = (*byte == b'%').then(|| after.get(..2)).flatten();
        let code = code.and_then(|code| std::str::from_utf8(code).ok());
        let code = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(code.unwrap_or(*byte));
        rest = match code {
            Some(_) => after.get(2..).unwrap_or_default(),
            None => after,
        };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
