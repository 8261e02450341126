//! What people added to a page: comments, marked passages with the words that are marked, and what
//! a form was filled in with. Links, pop-ups (which only show a comment that is there anyway),
//! buttons and what is set to be hidden are left out. How many are read, and how long each may be,
//! is bounded; what is left out is counted.

use super::glyphs::Fragment;
use super::letters::{View, user_rect};
use super::rect::Rect;
use pdfium_render::prelude::{
    PdfFormField, PdfFormFieldCommon, PdfFormFieldOptions, PdfPage, PdfPageAnnotation,
    PdfPageAnnotationCommon, PdfPageAnnotationType as Kind,
};
use std::collections::HashSet;

/// Annotations looked at on a page.
const LOOKED_AT: usize = 5_000;
/// Fields of a form that are looked at. To find one, PDFium goes through the names of all there are:
/// of a form of very many, fewer are looked at.
const FIELDS: usize = 2_000;
const NAMES: usize = 10_000_000;
/// Notes of a document, and letters of each part of one.
const NOTES: usize = 2_000;
const CHARS: usize = 2_000;
const NAME_CHARS: usize = 100;
/// Marked passages of a page, lines of each, and letters compared with lines for all of a page.
const QUADS: usize = 100;
const COMPARED: usize = 20_000_000;

/// A note and where it is attached.
pub(super) struct Note {
    pub(super) text: String,
    pub(super) rect: Rect,
}

/// The notes of a document in the making.
#[derive(Default)]
pub(super) struct Notes {
    taken: usize,
    /// Annotations on the pages so far, fields among them, and names gone through for these.
    seen: usize,
    looked_at: usize,
    names: usize,
    /// Annotations that were not read, since there are too many.
    pub(super) left_out: usize,
    /// Fields that were told: one field may stand in many places.
    fields: HashSet<String>,
}

impl Notes {
    /// The notes of a page whose text is in `fragments`.
    pub(super) fn of_page(
        &mut self,
        page: &PdfPage,
        view: &View,
        fragments: &[Fragment],
    ) -> Vec<Note> {
        let annotations = page.annotations();
        let mut waiting = annotations.len();
        self.seen += waiting;
        let mut compared = 0;
        let mut notes = Vec::new();
        for annotation in annotations.iter().take(LOOKED_AT) {
            if self.taken >= NOTES || self.looked_at >= FIELDS || self.names >= NAMES {
                break;
            }
            waiting -= 1;
            if annotation.as_form_field().is_some() {
                self.looked_at += 1;
                self.names += self.seen;
            }
            if annotation.is_hidden() {
                continue;
            }
            let Ok(bounds) = annotation.bounds() else { continue };
            let rect = view.shown(user_rect(&bounds));
            let text = match annotation.as_form_field() {
                Some(field) => self.field(field),
                None => comment(&annotation, view, fragments, &mut compared),
            };
            if let Some(text) = text {
                self.taken += 1;
                notes.push(Note { text, rect });
            }
        }
        self.left_out += waiting;
        notes
    }

    /// `[Field NAME: value]`; nothing for a field that is empty or was told.
    fn field(&mut self, field: &PdfFormField) -> Option<String> {
        let (name, value) = match field {
            PdfFormField::Text(it) => (it.name(), it.value().filter(|_| !it.is_password())),
            PdfFormField::ComboBox(it) => (it.name(), it.value()),
            PdfFormField::ListBox(it) => (it.name(), Some(chosen(it.options()))),
            PdfFormField::Checkbox(it) => (it.name(), it.group_value().and_then(ticked)),
            PdfFormField::RadioButton(it) => (it.name(), it.group_value().and_then(ticked)),
            PdfFormField::PushButton(_) | PdfFormField::Signature(_) | PdfFormField::Unknown(_) => {
                return None;
            }
        };
        let value = plain(&value?, CHARS)?;
        let name = name.and_then(|name| plain(&name, NAME_CHARS)).unwrap_or_default();
        let text = format!("[Field {name}: {value}]").replacen(" : ", ": ", 1);
        self.fields.insert(text.clone()).then_some(text)
    }
}

/// What is chosen of a list: one of it, or several.
fn chosen(options: &PdfFormFieldOptions) -> String {
    let chosen = options.iter().filter(|option| option.is_set());
    chosen.filter_map(|option| option.label().cloned()).collect::<Vec<_>>().join(", ")
}

/// What a box that may be ticked stands for; nothing where it is not.
fn ticked(value: String) -> Option<String> {
    let plain_yes = ["yes", "on", "true", "1"].contains(&value.to_lowercase().as_str());
    match value.as_str() {
        "" | "Off" => None,
        _ if plain_yes => Some("checked".to_owned()),
        _ => Some(value),
    }
}

/// `[Note by NAME, DATE: words]` or `[Highlighted by NAME, DATE: “words” — comment]`.
fn comment(
    annotation: &PdfPageAnnotation,
    view: &View,
    fragments: &[Fragment],
    compared: &mut usize,
) -> Option<String> {
    let what = match annotation.annotation_type() {
        Kind::Highlight => "Highlighted",
        Kind::Underline | Kind::Squiggly => "Underlined",
        Kind::Strikeout => "Struck out",
        Kind::Text
        | Kind::FreeText
        | Kind::Line
        | Kind::Square
        | Kind::Circle
        | Kind::Polygon
        | Kind::Polyline
        | Kind::Stamp
        | Kind::Caret
        | Kind::Ink
        | Kind::FileAttachment => "Note",
        _ => return None,
    };
    let marked = match what {
        "Note" => None,
        _ => plain(&words_under(annotation, view, fragments, compared), CHARS),
    };
    let said = annotation.contents().and_then(|text| plain(&text, CHARS));
    let words = match (marked, said) {
        // programs put the marked words where a comment would stand
        (Some(marked), Some(said)) if marked != said => format!("“{marked}” — {said}"),
        (Some(marked), _) => format!("“{marked}”"),
        (None, Some(said)) => said,
        (None, None) => return None,
    };
    let by = annotation.creator().and_then(|name| plain(&name, NAME_CHARS));
    let by = by.map(|name| format!(" by {name}")).unwrap_or_default();
    let dated = annotation.modification_date().or_else(|| annotation.creation_date());
    let on = dated.and_then(|date| day(&date)).map(|day| format!(", {day}")).unwrap_or_default();
    Some(format!("[{what}{by}{on}: {words}]"))
}

/// The words that stand in the annotation's quadrilaterals.
fn words_under(
    annotation: &PdfPageAnnotation,
    view: &View,
    fragments: &[Fragment],
    compared: &mut usize,
) -> String {
    let quads = annotation.attachment_points().iter().take(QUADS);
    let quads: Vec<Rect> = quads.map(|quad| view.shown(user_rect(&quad.to_rect()))).collect();
    let mut words = String::new();
    for fragment in fragments {
        *compared += quads.len() * (fragment.glyphs.len() + 1);
        if *compared > COMPARED {
            break;
        }
        let y = fragment.rect.middle().1;
        let beside: Vec<&Rect> = quads.iter().filter(|it| it.y0 <= y && y <= it.y1).collect();
        if beside.is_empty() {
            continue;
        }
        words.push(' ');
        let inside = fragment.glyphs.iter().filter(|glyph| {
            let x = (glyph.x0 + glyph.x1) / 2.0;
            beside.iter().any(|it| it.x0 <= x && x <= it.x1)
        });
        words.extend(inside.map(|glyph| glyph.letter));
    }
    words
}

/// A text as one line of at most so many letters; nothing where it says nothing.
fn plain(text: &str, most: usize) -> Option<String> {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let line = words.join(" ");
    let cut: String = line.chars().take(most).collect();
    let more = if cut.len() < line.len() { "…" } else { "" };
    (!cut.is_empty()).then(|| cut + more)
}

/// The day of a PDF's date: `D:20210304…` is 2021-03-04.
fn day(date: &str) -> Option<String> {
    let digits = date.trim().trim_start_matches("D:").get(..8)?;
    let (year, month, day) = (digits.get(..4)?, digits.get(4..6)?, digits.get(6..)?);
    let in_range = |part: &str, most: u32| part.parse().is_ok_and(|n: u32| (1..=most).contains(&n));
    let is_date = digits.bytes().all(|byte| byte.is_ascii_digit())
        && in_range(month, 12)
        && in_range(day, 31);
    is_date.then(|| format!("{year}-{month}-{day}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_pdfs_are_days() {
        for (date, expected) in [
            ("D:20210304120000+01'00'", Some("2021-03-04")),
            ("20210304", Some("2021-03-04")),
            ("D:2021", None),
            ("D:20211304", None),
            ("D:2021030x", None),
            ("D:202103éé", None),
        ] {
            assert_eq!(day(date).as_deref(), expected, "{date}");
        }
    }

    #[test]
    fn what_is_long_is_cut_and_says_so() {
        assert_eq!(plain(" a\r\n b\u{0}c ", 10).as_deref(), Some("a b c"));
        assert_eq!(plain("abcdef", 3).as_deref(), Some("abc…"));
        assert_eq!(plain(" \n", 3), None);
    }
}
