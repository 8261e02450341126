//! The document that a note's words are: Markdown, after a head that names the note and the moment, so that
//! equal words of two notes, or of two moments, are two documents.

use types::{ConvertedText, DocumentRecord, NoteId, Timestamp};

/// The kind of source that a note is.
pub(crate) const KIND: &str = "note";
/// The collection that notes lie in.
pub(crate) const COLLECTION: &str = "Notes";

/// Longest title that is taken from a note's first line, in characters.
const TITLE_CHARS: usize = 80;

/// A note's document.
pub(crate) fn sheet(note: &NoteId, title: &str, words: &str, at: Timestamp) -> String {
    // a JSON string is a YAML scalar
    let title = serde_json::Value::String(title.to_owned());
    format!("---\ntitle: {title}\nnote: {note}\nedited: {at}\n---\n\n{words}\n")
}

/// The bytes of a note's head: its own lines and no others.
fn head(sheet: &str) -> Option<usize> {
    let mut lines = sheet.split_inclusive('\n');
    let mut size = 0;
    for begins in ["---\n", "title: ", "note: ", "edited: ", "---\n", "\n"] {
        size += lines.next().filter(|line| line.starts_with(begins))?.len();
    }
    Some(size)
}

/// What is kept of a note's document: its words, under the title that its head gives.
pub(crate) fn without_head(mut converted: ConvertedText) -> ConvertedText {
    let Some(head) = head(&converted.text) else { return converted };
    converted.text.drain(..head);
    converted.blocks.retain(|block| block.range.start >= head);
    for block in &mut converted.blocks {
        block.range = block.range.start - head..block.range.end - head;
    }
    converted
}

/// A note's words, out of what is kept of its document.
pub(crate) fn words(text: &str) -> &str {
    text.strip_suffix('\n').unwrap_or(text)
}

/// What a note is called that was given no title: its first line, without marks.
pub(crate) fn title_of(words: &str) -> String {
    let line = words.lines().map(str::trim).find(|line| line.chars().any(char::is_alphanumeric));
    let line = line.unwrap_or_default().trim_start_matches(['#', '>', '-', '*', '+', ' ']);
    let line: String = line.chars().filter(|c| !matches!(c, '[' | ']' | '`' | '*')).collect();
    let mut cut: String = line.chars().take(TITLE_CHARS).collect();
    if cut.len() < line.len() {
        cut.truncate(cut.rfind(' ').filter(|at| *at > TITLE_CHARS / 2).unwrap_or(cut.len()));
        cut.push('…');
    }
    if cut.is_empty() { "Note".to_owned() } else { cut }
}

/// Whether a document is the words of a note.
pub(crate) fn is_note(record: &DocumentRecord) -> bool {
    record.origin.path.is_empty() && record.origin.source_type.as_deref() == Some(KIND)
}

#[cfg(test)]
mod tests {
    use super::*;
    use types::{Block, BlockKind, Format};

    #[test]
    fn words_come_back_whatever_they_imitate() {
        let note = NoteId::derive(&[b"x"]);
        let at = Timestamp::from_unix_ms(0);
        for said in ["Words.", "---\n\nx\n\n---\n\ny", "", "\n---\n\n", "title: y\nnote: 0"] {
            for title in ["A title", "x\n---\n\ny", "\"", "it's: #"] {
                let sheet = sheet(&note, title, said, at);
                let blocks = [0..3, sheet.len() - 1..sheet.len()].map(|range| Block {
                    kind: BlockKind::Paragraph,
                    range,
                    title: String::new(),
                });
                let kept = ConvertedText::new(
                    Format::Markdown,
                    sheet.clone(),
                    blocks.into_iter().collect(),
                );
                let kept = without_head(kept);
                assert_eq!(words(&kept.text), said, "{sheet}");
                // what stood in the head is gone, the last byte is where the words end
                let [last] = kept.blocks.as_slice() else { panic!("{:?}", kept.blocks) };
                assert_eq!(last.range, said.len()..said.len() + 1);
            }
        }
        let other = "---\ntitle: x\n---\n\nwords";
        let kept = ConvertedText::new(Format::Markdown, other.to_owned(), Vec::new());
        assert_eq!(without_head(kept).text, other);
    }

    #[test]
    fn a_note_is_called_by_its_first_line() {
        for (said, title) in [
            ("# Carbon in the marsh\n\nwords", "Carbon in the marsh"),
            ("\n\n- see [[Soil]] `now`", "see Soil now"),
            ("…\n!!", "Note"),
            ("", "Note"),
        ] {
            assert_eq!(title_of(said), title);
        }
        assert!(title_of(&"word ".repeat(40)).chars().count() <= TITLE_CHARS + 1);
    }
}
