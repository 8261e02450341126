//! Checks everything that comes back from a worker before anyone uses it: a worker that was taken
//! over by its document can lie about the text, but cannot make a span that is not one. Says which
//! rule is broken; what can be put right without harm is put right by `mend` before.

use crate::limits::{ALL_BYTES, AUTHORS, LISTED};
use crate::{Error, Limits, Member, Rule, unpack};
use std::collections::HashSet;
use std::ops::Range;
use types::{Block, BlockKind, ConvertedText, PageLayout, Reference, TextLine};

/// Longest title, warning or field of a reference.
pub(crate) const LINE_BYTES: usize = 4096;
/// Most warnings.
pub(crate) const WARNINGS: usize = 200;
/// Most rows of the first page's head, foot and margin.
pub(crate) const MARGINS: usize = 64;
/// Longest side of a page, in points.
pub(crate) const PAGE_SIDE: f32 = 1e6;

type Checked = std::result::Result<(), Rule>;

/// Whether `converted` keeps every promise of `types::text` within `limits`, else the first rule
/// that it breaks.
pub(crate) fn check(converted: &ConvertedText, limits: &Limits) -> Checked {
    let text = &converted.text;
    holds(text.len() <= limits.text_bytes, Rule::TextSize)?;
    check_blocks(text, &converted.blocks)?;
    holds(converted.pages.len() as u64 <= u64::from(limits.pages), Rule::PageCount)?;
    check_pages(text, &converted.pages)?;
    check_hidden(text, &converted.hidden)?;
    holds(converted.title.iter().all(|title| is_short_line(title)), Rule::Title)?;
    holds(converted.warnings.len() <= WARNINGS, Rule::WarningCount)?;
    holds(converted.warnings.iter().all(|warning| is_short_line(warning)), Rule::Warning)?;
    for margins in [&converted.margins, &converted.heads] {
        let few = margins.len() <= MARGINS && margins.iter().all(|row| is_short_line(row));
        holds(few, Rule::Margins)?;
    }
    holds(converted.listed.len() <= LISTED, Rule::ListedCount)?;
    std::iter::once(&converted.reference).chain(&converted.listed).try_for_each(check_reference)
}

/// Whether [`check`] finds nothing.
#[cfg(test)]
pub(crate) fn is_sound(converted: &ConvertedText, limits: &Limits) -> bool {
    check(converted, limits).is_ok()
}

/// `Ok` where it holds.
fn holds(it: bool, rule: Rule) -> Checked {
    if it { Ok(()) } else { Err(rule) }
}

/// Whether every field is a line fit to be shown, and there are not too many of them.
fn check_reference(reference: &Reference) -> Checked {
    let Reference { kind, title, authors, year: _, container, publisher, .. } = reference;
    let Reference { volume, issue, pages, doi, arxiv, isbn, pmid, url, language, key, .. } =
        reference;
    let fields = [title, container, publisher, volume, issue, pages, doi, arxiv, isbn, pmid, url];
    let names = authors.iter().flat_map(|author| [&author.family, &author.given]);
    let mut texts = fields.into_iter().chain([language]).flatten().chain([kind, key]).chain(names);
    holds(authors.len() <= AUTHORS, Rule::AuthorCount)?;
    holds(texts.all(|text| is_short_line(text)), Rule::ReferenceField)
}

/// Whether files out of an archive keep the promises of [`Member`], within `limits`.
pub(crate) fn check_members(members: &[Member], limits: &Limits) -> Checked {
    let all_bytes: u64 = members.iter().map(|member| member.bytes.len() as u64).sum();
    let paths: HashSet<&str> = members.iter().map(|member| member.path.as_str()).collect();
    let stays_inside = |member: &Member| {
        let path = member.path.as_str();
        path.len() <= unpack::PATH_BYTES
            && !path.contains(|c: char| c == '\\' || c.is_control())
            && path.split('/').all(|part| !matches!(part, "" | "." | ".."))
    };
    let is_small = |member: &Member| member.bytes.len() as u64 <= limits.input_bytes;
    holds((1..=unpack::ENTRIES).contains(&members.len()), Rule::MemberCount)?;
    holds(paths.len() == members.len() && members.iter().all(stays_inside), Rule::MemberPath)?;
    holds(all_bytes <= ALL_BYTES && members.iter().all(is_small), Rule::MemberSize)
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
            is_short_line(looks_like) && file_name.len() <= LINE_BYTES
        }
        Error::Damaged { detail, .. } | Error::Archive { detail } => is_short_line(detail),
        Error::TooLarge { what } => is_short_line(what),
        Error::TimedOut { .. }
        | Error::Crashed
        | Error::Unsound { .. }
        | Error::Cancelled
        | Error::Start { .. } => false,
    }
}

/// Whether a text is short, and has no control characters.
pub(crate) fn is_short_line(text: &str) -> bool {
    text.len() <= LINE_BYTES && !text.contains(char::is_control)
}

fn check_blocks(text: &str, blocks: &[Block]) -> Checked {
    let mut end = 0;
    blocks.iter().try_for_each(|block| {
        check_range(text, &block.range, Rule::BlockRange)?;
        holds(block.range.start >= end, Rule::BlockOrder)?;
        holds(!block.range.is_empty(), Rule::BlockEmpty)?;
        end = block.range.end;
        let titled = match block.kind {
            BlockKind::Heading(level) => {
                holds((1..=6).contains(&level), Rule::HeadingLevel)?;
                block.title.len() <= text.len()
            }
            _ => block.title.is_empty(),
        };
        holds(titled, Rule::BlockTitle)
    })
}

/// Whether a range lies on the characters of a text.
fn check_range(text: &str, range: &Range<usize>, rule: Rule) -> Checked {
    holds(text.get(range.clone()).is_some(), rule)
}

fn check_pages(text: &str, pages: &[PageLayout]) -> Checked {
    let mut end = 0;
    pages.iter().zip(1u32..).try_for_each(|(page, number)| {
        holds(page.page == number, Rule::PageNumber)?;
        check_range(text, &page.range, Rule::PageRange)?;
        holds(page.range.start >= end, Rule::PageOrder)?;
        end = page.range.end;
        let sized = [page.width, page.height].iter().all(|side| (0.0..=PAGE_SIDE).contains(side));
        holds(sized, Rule::PageSize)?;
        let share = page.recognised.is_none_or(|share| (0.0..=1.0).contains(&share));
        holds(share, Rule::PageConfidence)?;
        check_lines(text, page)
    })
}

fn check_lines(text: &str, page: &PageLayout) -> Checked {
    let mut end = page.range.start;
    page.lines.iter().try_for_each(|line| {
        let inside = page.range.start <= line.range.start && line.range.end <= page.range.end;
        holds(inside, Rule::LineOutsidePage)?;
        holds(line.range.start >= end, Rule::LineOrder)?;
        end = line.range.end;
        check_line(text, line)
    })
}

/// Whether a line by itself is one: see also [`check_lines`].
pub(crate) fn check_line(text: &str, line: &TextLine) -> Checked {
    let words = text.get(line.range.clone()).filter(|words| !words.is_empty());
    let words = words.ok_or(Rule::LineRange)?;
    // not counted where it cannot be: else many lines that all claim the whole text cost their product
    let edges = line.edges.len();
    holds((edges..=edges.saturating_mul(4)).contains(&words.len()), Rule::LineEdges)?;
    holds(count(words) == edges, Rule::LineEdges)?;
    holds([line.x0, line.y0, line.y1].iter().all(|at| at.is_finite()), Rule::LinePlace)
}

fn count(words: &str) -> usize {
    #[cfg(test)]
    tests::COUNTED.with(|counted| counted.set(counted.get() + words.len()));
    words.chars().count()
}

fn check_hidden(text: &str, hidden: &[Range<usize>]) -> Checked {
    let mut end = 0;
    hidden.iter().try_for_each(|range| {
        check_range(text, range, Rule::Hidden)?;
        holds(range.start >= end && !range.is_empty(), Rule::Hidden)?;
        end = range.end;
        Ok(())
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use types::Format;

    thread_local! {
        /// Bytes of lines that were gone over.
        pub(crate) static COUNTED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
    }

    pub(crate) fn sample() -> ConvertedText {
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
    fn a_lie_is_named() {
        assert_eq!(check(&sample(), &Limits::default()), Ok(()));
        type Lie = fn(&mut ConvertedText);
        let lies: [(Rule, Lie); 24] = [
            (Rule::BlockRange, |it| it.blocks[0].range = 0..2),
            (Rule::BlockRange, |it| it.blocks[1].range = 6..11),
            (Rule::BlockOrder, |it| it.blocks[1].range = 4..10),
            (Rule::BlockEmpty, |it| it.blocks[1].range = 6..6),
            (Rule::HeadingLevel, |it| it.blocks[0].kind = BlockKind::Heading(7)),
            (Rule::BlockTitle, |it| it.blocks[1].title = "x".to_owned()),
            (Rule::BlockTitle, |it| it.blocks[0].title = "x".repeat(11)),
            (Rule::LineEdges, |it| it.pages[0].lines[0].edges.push(9)),
            (Rule::LineOutsidePage, |it| it.pages[0].range = 0..3),
            (Rule::LineOutsidePage, |it| it.pages[0].range = 1..10),
            (Rule::LineRange, |it| it.pages[0].lines[0].range = 5..5),
            (Rule::PageNumber, |it| it.pages[0].page = 2),
            (Rule::LinePlace, |it| it.pages[0].lines[0].x0 = f32::NAN),
            (Rule::PageSize, |it| it.pages[0].height = f32::INFINITY),
            (Rule::PageConfidence, |it| it.pages[0].recognised = Some(f32::NAN)),
            (Rule::Hidden, |it| it.hidden = vec![0..3, 1..4]),
            (Rule::Hidden, |it| it.hidden = std::iter::once(0..2).collect()),
            (Rule::Hidden, |it| it.hidden = std::iter::once(0..0).collect()),
            (Rule::Title, |it| it.title = Some("a\u{1b}[2J".to_owned())),
            (Rule::ReferenceField, |it| it.reference.doi = Some("a\nb".to_owned())),
            (Rule::ReferenceField, |it| {
                it.listed = vec![Reference { key: "x".repeat(5000), ..Reference::default() }];
            }),
            (Rule::Margins, |it| it.margins = vec!["a\nb".to_owned()]),
            (Rule::Margins, |it| it.heads = vec!["a".to_owned(); 500]),
            (Rule::WarningCount, |it| it.warnings = vec![String::new(); WARNINGS + 1]),
        ];
        for (rule, lie) in lies {
            let mut converted = sample();
            lie(&mut converted);
            assert_eq!(check(&converted, &Limits::default()), Err(rule));
        }
        let small = Limits { text_bytes: 5, ..Limits::default() };
        assert_eq!(check(&sample(), &small), Err(Rule::TextSize));
        let no_pages = Limits { pages: 0, ..Limits::default() };
        assert_eq!(check(&sample(), &no_pages), Err(Rule::PageCount));
    }

    #[test]
    fn members_stay_in_their_folder() {
        let check = |paths: &[&str], expected: Checked| {
            let member = |path: &&str| Member { path: (*path).to_owned(), bytes: vec![1] };
            let members: Vec<Member> = paths.iter().map(member).collect();
            assert_eq!(check_members(&members, &Limits::default()), expected, "{paths:?}");
        };
        check(&["a/b.txt", "c"], Ok(()));
        let astray = ["/a", "a/../b", "..", "a//b", "", "a/", "a\\b", "a\nb", "./a"];
        astray.iter().for_each(|path| check(&[path], Err(Rule::MemberPath)));
        check(&["a", "a"], Err(Rule::MemberPath));
        check(&[], Err(Rule::MemberCount));
        check(&[&"x".repeat(2000)], Err(Rule::MemberPath));
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
