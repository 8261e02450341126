//! Checks everything that comes back from a worker before anyone uses it: a worker that was taken
//! over by its document can lie about the text, but cannot make a span that is not one.

use crate::{Error, Limits, Member, unpack};
use std::collections::HashSet;
use std::ops::Range;
use types::{Block, BlockKind, ConvertedText, PageLayout, Reference, TextLine};

const TITLE_BYTES: usize = 4096;
const WARNINGS: usize = 200;
/// The longest author lists are those of experiments in physics.
pub(crate) const AUTHORS: usize = 10_000;
/// Most references that one list may hold.
pub(crate) const LISTED: usize = 100_000;

/// Whether `converted` keeps every promise of `types::text` within `limits`.
pub(crate) fn is_sound(converted: &ConvertedText, limits: &Limits) -> bool {
    let text = &converted.text;
    text.len() <= limits.text_bytes
        && blocks_are_sound(text, &converted.blocks)
        && converted.pages.len() as u64 <= u64::from(limits.pages)
        && pages_are_sound(text, &converted.pages)
        && converted.title.iter().all(|title| is_short_line(title))
        && converted.warnings.len() <= WARNINGS
        && converted.warnings.iter().all(|warning| is_short_line(warning))
        && reference_is_sound(&converted.reference)
        && converted.listed.len() <= LISTED
        && converted.listed.iter().all(reference_is_sound)
}

/// Whether every field is a line fit to be shown, and there are not too many of them.
fn reference_is_sound(reference: &Reference) -> bool {
    let Reference { kind, title, authors, year: _, container, publisher, .. } = reference;
    let Reference { volume, issue, pages, doi, arxiv, isbn, pmid, url, language, key, .. } =
        reference;
    let fields = [title, container, publisher, volume, issue, pages, doi, arxiv, isbn, pmid, url];
    let names = authors.iter().flat_map(|author| [&author.family, &author.given]);
    let texts = fields.into_iter().chain([language]).flatten().chain([kind, key]).chain(names);
    authors.len() <= AUTHORS && texts.into_iter().all(|text| is_short_line(text))
}

/// Whether files out of an archive keep the promises of [`Member`], within `limits`.
pub(crate) fn members_are_sound(members: &[Member], limits: &Limits) -> bool {
    let all_bytes: u64 = members.iter().map(|member| member.bytes.len() as u64).sum();
    let paths: HashSet<&str> = members.iter().map(|member| member.path.as_str()).collect();
    let is_sound = |member: &Member| {
        let path = member.path.as_str();
        path.len() <= unpack::PATH_BYTES
            && !path.contains(|c: char| c == '\\' || c.is_control())
            && path.split('/').all(|part| !matches!(part, "" | "." | ".."))
            && member.bytes.len() as u64 <= limits.input_bytes
    };
    (1..=unpack::ENTRIES).contains(&members.len())
        && paths.len() == members.len()
        && all_bytes <= unpack::ALL_BYTES
        && members.iter().all(is_sound)
}

/// Whether an error that came from a worker is one a worker may report, with texts fit to print.
pub(crate) fn is_sound_error(error: &Error) -> bool {
    match error {
        Error::Empty
        | Error::Password { .. }
        | Error::ArchivePassword
        | Error::NotAnArchive
        | Error::NoText { .. }
        | Error::NothingRecognised { .. }
        | Error::PdfEngine => true,
        Error::Unsupported { looks_like, file_name } => {
            is_short_line(looks_like) && file_name.len() <= TITLE_BYTES
        }
        Error::Damaged { detail, .. } | Error::Archive { detail } => is_short_line(detail),
        Error::TooLarge { what } => is_short_line(what),
        Error::TimedOut { .. } | Error::Crashed | Error::Cancelled | Error::Start { .. } => false,
    }
}

fn is_short_line(text: &str) -> bool {
    text.len() <= TITLE_BYTES && !text.contains(char::is_control)
}

fn blocks_are_sound(text: &str, blocks: &[Block]) -> bool {
    let mut end = 0;
    blocks.iter().all(|block| {
        let follows = block.range.start >= end;
        end = block.range.end;
        let level_is_sound = match block.kind {
            BlockKind::Heading(level) => (1..=6).contains(&level),
            _ => block.title.is_empty(),
        };
        follows
            && level_is_sound
            && block.title.len() <= text.len()
            && is_passage(text, &block.range)
    })
}

/// A non-empty range on character edges.
fn is_passage(text: &str, range: &Range<usize>) -> bool {
    text.get(range.clone()).is_some_and(|passage| !passage.is_empty())
}

fn pages_are_sound(text: &str, pages: &[PageLayout]) -> bool {
    let mut end = 0;
    pages.iter().zip(1u32..).all(|(page, number)| {
        let follows = page.range.start >= end;
        end = page.range.end;
        let sized = [page.width, page.height].iter().all(|side| (0.0..=1e6).contains(side));
        page.page == number
            && follows
            && sized
            && text.get(page.range.clone()).is_some()
            && lines_are_sound(text, page)
    })
}

fn lines_are_sound(text: &str, page: &PageLayout) -> bool {
    let mut end = page.range.start;
    page.lines.iter().all(|line| {
        let follows = line.range.start >= end && line.range.end <= page.range.end;
        end = line.range.end;
        follows && is_passage(text, &line.range) && line_is_sound(text, line)
    })
}

fn line_is_sound(text: &str, line: &TextLine) -> bool {
    let chars = text.get(line.range.clone()).map_or(0, |part| part.chars().count());
    chars == line.edges.len() && [line.x0, line.y0, line.y1].iter().all(|at| at.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use types::Format;

    fn sample() -> ConvertedText {
        let block = |kind, range, title: &str| Block { kind, range, title: title.to_owned() };
        let line = TextLine { range: 0..5, y0: 1.0, y1: 2.0, x0: 3.0, edges: vec![1, 2, 3, 4] };
        ConvertedText {
            format: Format::Pdf,
            text: "Tïtl\nbody".to_owned(),
            blocks: vec![
                block(BlockKind::Heading(1), 0..5, "Tïtl"),
                block(BlockKind::Paragraph, 6..10, ""),
            ],
            title: Some("Tïtl".to_owned()),
            pages: vec![PageLayout {
                page: 1,
                width: 612.0,
                height: 792.0,
                range: 0..10,
                lines: vec![line],
                recognised: None,
            }],
            warnings: Vec::new(),
            ..ConvertedText::new(Format::Pdf, String::new(), Vec::new())
        }
    }

    #[test]
    fn a_lie_is_found() {
        assert!(is_sound(&sample(), &Limits::default()));
        type Lie = fn(&mut ConvertedText);
        let lies: [(&str, Lie); 15] = [
            ("cut character", |it| it.blocks[0].range = 0..2),
            ("outside", |it| it.blocks[1].range = 6..11),
            ("overlap", |it| it.blocks[1].range = 4..10),
            ("empty block", |it| it.blocks[1].range = 6..6),
            ("level", |it| it.blocks[0].kind = BlockKind::Heading(7)),
            ("title of a paragraph", |it| it.blocks[1].title = "x".to_owned()),
            ("edges", |it| it.pages[0].lines[0].edges.push(9)),
            ("line outside its page", |it| it.pages[0].range = 0..3),
            ("page number", |it| it.pages[0].page = 2),
            ("not a number", |it| it.pages[0].lines[0].x0 = f32::NAN),
            ("endless page", |it| it.pages[0].height = f32::INFINITY),
            ("control characters", |it| it.title = Some("a\u{1b}[2J".to_owned())),
            ("a field of lines", |it| it.reference.doi = Some("a\nb".to_owned())),
            ("a long key", |it| {
                it.listed = vec![Reference { key: "x".repeat(5000), ..Reference::default() }];
            }),
            ("many warnings", |it| it.warnings = vec![String::new(); WARNINGS + 1]),
        ];
        for (what, lie) in lies {
            let mut converted = sample();
            lie(&mut converted);
            assert!(!is_sound(&converted, &Limits::default()), "{what}");
        }
        let small = Limits { text_bytes: 5, ..Limits::default() };
        assert!(!is_sound(&sample(), &small));
    }

    #[test]
    fn members_stay_in_their_folder() {
        let check = |paths: &[&str], sound: bool| {
            let member = |path: &&str| Member { path: (*path).to_owned(), bytes: vec![1] };
            let members: Vec<Member> = paths.iter().map(member).collect();
            assert_eq!(members_are_sound(&members, &Limits::default()), sound, "{paths:?}");
        };
        check(&["a/b.txt", "c"], true);
        let astray = ["/a", "a/../b", "..", "a//b", "", "a/", "a\\b", "a\nb", "./a"];
        astray.iter().for_each(|path| check(&[path], false));
        check(&["a", "a"], false);
        check(&[], false);
        check(&[&"x".repeat(2000)], false);
    }

    #[test]
    fn a_worker_cannot_claim_the_parents_errors() {
        for (error, sound) in [
            (Error::Empty, true),
            (Error::TooLarge { what: "x".repeat(5000) }, false),
            (Error::damaged(Format::Pdf, "no end"), true),
            (Error::damaged(Format::Pdf, "a\nb"), false),
            (Error::Cancelled, false),
        ] {
            assert_eq!(is_sound_error(&error), sound, "{error:?}");
        }
    }
}
