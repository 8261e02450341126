//! Pages that are pictures: drawn, handed to text recognition, and what it made of them set as lines
//! of text like any others. For the order of a page it is laid straight; afterwards each word's box
//! goes back to where it stands on the page as shown.

use super::drawing::draw;
use super::furniture;
use super::glyphs::{Fragment, Glyph};
use super::layout::{lay_out, text_of};
use super::letters::Face;
use super::page::Raw;
use super::rect::Rect;
use super::rules;
use super::title::first_heading;
use super::warnings::{numbers, warning};
use crate::recognise::{Eyes, PIXELS, PIXELS_A_SIDE};
use crate::{Error, Result};
use pdfium_render::prelude::{PdfDocument, PdfPage, PdfPageObject, PdfPageObjectsCommon};
use types::{Bitmap, ConvertedText, Format, PageLayout, RecognisedLine, Recognition, TextLine};

/// Points of a page's picture: 300 dots to the inch.
const DOTS_A_POINT: f32 = 300.0 / 72.0;
/// The longer side of a picture that no page says the size of: A4's, in points.
const LONG_SIDE: f32 = 842.0;
/// A page with fewer letters is a picture if one covers this share of it: a stamp on a scan.
const FEW_LETTERS: usize = 300;
const COVERED: f32 = 0.5;
/// Objects of a page looked at.
const OBJECTS: usize = 2_000;
/// Size of the type by the thickness of its line's box.
const SIZE: f32 = 0.75;
/// Share of a line's box above and below its letters.
const AROUND: f32 = 0.14;
/// Sizes that differ by less are one: boxes are not that exact.
const SAME_SIZE: f32 = 0.22;
/// A gap between two words that is wider, in sizes of the type, parts cells or columns.
const WIDE: f32 = 2.2;
/// Lines that lean more stand for themselves.
const LEANING: f32 = 0.35;
/// A page that leans less is straight.
const STRAIGHT: f32 = 0.002;
/// Pages read with less confidence are named.
const UNSURE: f32 = 0.85;

/// How a page lies under the scanner's glass.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Pose {
    /// Size of the page as shown.
    width: f32,
    height: f32,
    /// Quarter turns, clockwise, that set it upright.
    quarter_turns: u8,
    /// Angle of its lines once it stands upright, in radians, downwards.
    lean: f32,
}

/// A page that was read by recognition.
#[derive(Clone, Copy, Debug)]
struct Scan {
    pose: Pose,
    confidence: f32,
}

/// What became of the pages without words.
#[derive(Default)]
pub(crate) struct Scans {
    /// By page: what was recognised.
    pages: Vec<Option<Scan>>,
    /// Any was looked at.
    looked: bool,
}

/// Looks at the pages that say nothing by themselves, and gives them their words.
pub(super) fn read(document: &PdfDocument, raws: &mut [Raw], eyes: &Eyes) -> Scans {
    let mut scans = Scans::default();
    for (index, raw) in (0..document.pages().len()).zip(raws.iter_mut()) {
        let page = document.pages().get(index).ok();
        let page = page.filter(|page| raw.width > 0.0 && is_picture(raw, page));
        let scan = page.and_then(|page| {
            let before = eyes.missed();
            let recognition = eyes.look(|| picture(&page));
            scans.looked |= eyes.missed() == before;
            set(raw, &recognition?)
        });
        scans.pages.push(scan);
    }
    scans
}

/// Pictures, a page each, as a document.
pub(crate) fn of_pictures(
    pictures: impl Iterator<Item = Result<Bitmap>>,
    eyes: &Eyes,
) -> Result<ConvertedText> {
    let (mut raws, mut scans) = (Vec::new(), Scans::default());
    for picture in pictures {
        let picture = match picture {
            Ok(picture) => picture,
            // what comes before a break is kept
            Err(_) if raws.iter().any(|raw: &Raw| !raw.fragments.is_empty()) => break,
            Err(error) => return Err(error),
        };
        let (width, height) = (picture.width() as f32, picture.height() as f32);
        let scale = LONG_SIDE / width.max(height);
        let mut raw = Raw { width: width * scale, height: height * scale, ..Raw::empty() };
        let before = eyes.missed();
        let recognition = eyes.look(|| Some(picture));
        scans.looked |= eyes.missed() == before;
        scans.pages.push(recognition.and_then(|recognition| set(&mut raw, &recognition)));
        raws.push(raw);
    }
    if raws.iter().all(|raw| raw.fragments.is_empty()) {
        return Err(scans.nothing(raws.len()));
    }
    furniture::remove(&mut raws);
    let empty = numbers(raws.iter().map(|page| page.fragments.is_empty()));
    let pages = raws.into_iter().map(|raw| lay_out(raw, false).0).collect();
    let mut converted = text_of(pages, &[], true);
    converted.format = Format::Image;
    converted.title = first_heading(&converted);
    scans.place(&mut converted);
    converted.warnings.extend(warning("pages without text", &empty));
    Ok(converted)
}

impl Scans {
    /// Why a document of so many pages has no text.
    pub(super) fn nothing(&self, pages: usize) -> Error {
        let pages = pages as u32;
        if self.looked { Error::NothingRecognised { pages } } else { Error::NoText { pages } }
    }

    /// Puts the lines of recognised pages back to where they stand, and says which pages those are.
    pub(super) fn place(&self, converted: &mut ConvertedText) {
        let (mut recognised, mut unsure) = (Vec::new(), Vec::new());
        for (layout, scan) in converted.pages.iter_mut().zip(&self.pages) {
            let Some(Scan { pose, confidence }) = scan else { continue };
            pose.place(layout, &converted.text);
            layout.recognised = Some(confidence.clamp(0.0, 1.0));
            recognised.push(layout.page);
            if *confidence < UNSURE {
                unsure.push(layout.page);
            }
        }
        let said = "pages read by text recognition";
        converted.warnings.extend(warning(said, &recognised));
        let said = "pages recognised with little certainty, compare them with the original";
        converted.warnings.extend(warning(said, &unsure));
    }
}

/// Whether a page's words have to be recognised: none can be read, or hardly any on a large picture.
fn is_picture(raw: &Raw, page: &PdfPage) -> bool {
    let letters: usize = raw.fragments.iter().map(|part| part.glyphs.len()).sum();
    if letters == 0 || raw.garbled {
        return page.objects().len() > 0;
    }
    let all = page.width().value * page.height().value;
    letters < FEW_LETTERS
        && page.objects().iter().take(OBJECTS).any(|object| {
            let image = object.as_image_object().is_some();
            (image || object.as_x_object_form_object().is_some())
                && area(&object).is_some_and(|area| area >= COVERED * all)
        })
}

fn area(object: &PdfPageObject) -> Option<f32> {
    use pdfium_render::prelude::PdfPageObjectCommon;
    let bounds = object.bounds().ok()?;
    Some((bounds.width().value * bounds.height().value).abs())
}

/// A page as recognition reads it best.
fn picture(page: &PdfPage) -> Option<Bitmap> {
    let (width, height) = (page.width().value, page.height().value);
    let most = (PIXELS as f32 / (width * height).max(1.0)).sqrt();
    draw(page, DOTS_A_POINT.min(most).min(PIXELS_A_SIDE as f32 / width.max(height)))
}

/// Gives a page the words that were recognised, in place of what it had, and lays it straight.
fn set(raw: &mut Raw, recognition: &Recognition) -> Option<Scan> {
    let lean = lean(&recognition.lines);
    let pose = Pose {
        width: raw.width,
        height: raw.height,
        quarter_turns: recognition.quarter_turns,
        lean,
    };
    let (width, height) = pose.upright();
    let scale = picture_scale(raw, recognition)?;
    let mut set: Vec<Fragment> =
        recognition.lines.iter().flat_map(|line| fragments(line, &pose, scale)).collect();
    let letters = |parts: &[Fragment]| parts.iter().map(|part| part.glyphs.len()).sum::<usize>();
    if letters(&set) == 0 || !raw.garbled && letters(&set) <= letters(&raw.fragments) {
        return None;
    }
    even_out(&mut set);
    let letters = || recognition.lines.iter().flat_map(|line| &line.letters);
    let sum: f32 = letters().map(|letter| letter.confidence).sum();
    (raw.width, raw.height, raw.fragments) = (width, height, set);
    (raw.garbled, raw.rules) = (false, rules::Rules::default());
    Some(Scan { pose, confidence: sum / letters().count().max(1) as f32 })
}

/// Points of the upright page a pixel of its picture.
fn picture_scale(raw: &Raw, recognition: &Recognition) -> Option<f32> {
    let (width, height) = (recognition.width, recognition.height);
    let long = raw.width.max(raw.height);
    let pixels = width.max(height);
    (pixels > 0).then(|| long / pixels as f32)
}

/// The angle that most of the text leans by: the middle one of its lines, weighed by length.
fn lean(lines: &[RecognisedLine]) -> f32 {
    let mut angles: Vec<(f32, f32)> = lines
        .iter()
        .map(|line| (angle(line), length(line)))
        .filter(|(angle, length)| angle.abs() < LEANING && length.is_finite())
        .collect();
    angles.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = angles.iter().map(|(_, length)| length).sum::<f32>() / 2.0;
    let mut before = 0.0;
    let middle = angles.iter().find(|(_, length)| {
        before += length;
        before >= half
    });
    middle.map_or(0.0, |(angle, _)| *angle)
}

fn angle(line: &RecognisedLine) -> f32 {
    let [[x0, y0], [x1, y1], ..] = line.corners;
    (y1 - y0).atan2(x1 - x0)
}

fn length(line: &RecognisedLine) -> f32 {
    let [[x0, y0], [x1, y1], ..] = line.corners;
    (x1 - x0).hypot(y1 - y0)
}

/// A recognised line as fragments on the straight page: one, or several where wide gaps part it.
fn fragments(line: &RecognisedLine, pose: &Pose, scale: f32) -> Vec<Fragment> {
    let (width, height) = pose.upright();
    // a box may reach a little over the page's edge
    let corner = |[x, y]: [f32; 2]| [(x * scale).clamp(0.0, width), (y * scale).clamp(0.0, height)];
    let [a, b, c, d] = line.corners.map(|at| pose.straight(corner(at)));
    let turned = (angle(line) - pose.lean).abs() >= LEANING;
    let all = [a, b, c, d];
    let sound = all.iter().flatten().all(|value| value.is_finite());
    if !sound || line.letters.iter().all(|letter| letter.letter.is_whitespace()) {
        return Vec::new();
    }
    let low =
        |axis: usize| all.iter().filter_map(|p| p.get(axis)).copied().fold(f32::MAX, f32::min);
    let high =
        |axis: usize| all.iter().filter_map(|p| p.get(axis)).copied().fold(f32::MIN, f32::max);
    let thickness = (d[0] - a[0]).hypot(d[1] - a[1]);
    let rect = if turned {
        Rect { x0: low(0), y0: low(1), x1: high(0), y1: high(1) }
    } else {
        let middle = (a[1] + b[1] + c[1] + d[1]) / 4.0;
        let half = thickness * (0.5 - AROUND);
        Rect { x0: low(0), y0: middle - half, x1: high(0), y1: middle + half }
    };
    let fragment = Fragment {
        glyphs: glyphs(line, &rect, turned),
        rect,
        size: thickness * SIZE,
        bold: 0,
        // pictures of letters are of one font
        font: (Face::default(), 0),
        fixed: 0,
        turned,
        // a picture is not drawn in any order of its own
        order: 0,
        table: None,
    };
    if turned { vec![fragment] } else { parted(&fragment) }
}

/// Letters with edges half-way to their neighbours. On their side, letters have no left and right.
fn glyphs(line: &RecognisedLine, rect: &Rect, turned: bool) -> Vec<Glyph> {
    let at = |index: usize| line.letters.get(index).map(|letter| letter.at);
    let between = |index: usize| match (index.checked_sub(1).and_then(at), at(index)) {
        (Some(left), Some(right)) => (left + right) / 2.0,
        // outer edges: as far from the middle as the inner ones
        (None, Some(first)) => first - (at(1).unwrap_or(2.0 * first) - first).abs() / 2.0,
        (Some(last), None) => {
            let before = line.letters.len().checked_sub(2).and_then(at);
            last + before.map_or(1.0 - last, |before| (last - before) / 2.0)
        }
        (None, None) => 0.0,
    };
    let x = |share: f32| rect.x0 + rect.width() * share.clamp(0.0, 1.0);
    let place = |(index, letter): (usize, &types::RecognisedLetter)| {
        let (x0, x1) =
            if turned { (rect.x0, rect.x1) } else { (x(between(index)), x(between(index + 1))) };
        let letter = if letter.letter.is_whitespace() { ' ' } else { letter.letter };
        Glyph { letter, x0, x1: x1.max(x0), hidden: false }
    };
    line.letters.iter().enumerate().map(place).collect()
}

/// The parts of a line between its wide gaps, each as wide as its letters.
fn parted(line: &Fragment) -> Vec<Fragment> {
    let middle = |glyph: &Glyph| (glyph.x0 + glyph.x1) / 2.0;
    let words = |glyphs: &[Glyph], at: usize| {
        let before = glyphs.get(..at)?.iter().rfind(|glyph| glyph.letter != ' ')?;
        let after = glyphs.get(at..)?.iter().find(|glyph| glyph.letter != ' ')?;
        Some(middle(after) - middle(before))
    };
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, glyph) in line.glyphs.iter().enumerate() {
        let wide = glyph.letter == ' '
            && words(&line.glyphs, at).is_some_and(|gap| gap > WIDE * line.size.max(1.0));
        if wide {
            parts.extend(line.part(start, at));
            start = at + 1;
        }
    }
    parts.extend(line.part(start, line.glyphs.len()));
    parts
}

/// Boxes of one type differ a little; what is near the usual size has it.
fn even_out(fragments: &mut [Fragment]) {
    let mut sizes: Vec<(f32, usize)> =
        fragments.iter().map(|part| (part.size, part.glyphs.len())).collect();
    sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = sizes.iter().map(|(_, letters)| letters).sum::<usize>() / 2;
    let mut before = 0;
    let usual = sizes.iter().find(|(_, letters)| {
        before += letters;
        before > half
    });
    let Some((usual, _)) = usual.copied() else { return };
    for fragment in fragments {
        let is_usual = (fragment.size / usual.max(0.1) - 1.0).abs() < SAME_SIZE;
        fragment.size = if is_usual { usual } else { fragment.size.clamp(1.0, 500.0) };
    }
}

impl Pose {
    /// Size of the page once it stands upright.
    fn upright(&self) -> (f32, f32) {
        if self.quarter_turns.is_multiple_of(2) {
            (self.width, self.height)
        } else {
            (self.height, self.width)
        }
    }

    fn turned_about_middle(&self, [x, y]: [f32; 2], angle: f32) -> [f32; 2] {
        let (width, height) = self.upright();
        let (x, y) = (x - width / 2.0, y - height / 2.0);
        let (sin, cos) = angle.sin_cos();
        [x * cos - y * sin + width / 2.0, x * sin + y * cos + height / 2.0]
    }

    /// From the upright page to the one whose lines are level.
    fn straight(&self, point: [f32; 2]) -> [f32; 2] {
        self.turned_about_middle(point, -self.lean)
    }

    /// From there to the page as it is shown.
    fn shown(&self, point: [f32; 2]) -> [f32; 2] {
        let [x, y] = self.turned_about_middle(point, self.lean);
        match self.quarter_turns % 4 {
            0 => [x, y],
            1 => [y, self.height - x],
            2 => [self.width - x, self.height - y],
            _ => [self.width - y, x],
        }
    }

    /// Puts a page's lines where they stand; word by word where they do not run level.
    fn place(&self, layout: &mut PageLayout, text: &str) {
        (layout.width, layout.height) = (self.width, self.height);
        if self.quarter_turns == 0 && self.lean.abs() < STRAIGHT {
            return;
        }
        let lines = std::mem::take(&mut layout.lines);
        layout.lines = lines.iter().flat_map(|line| self.words(line, text)).collect();
    }

    fn words(&self, line: &TextLine, text: &str) -> Vec<TextLine> {
        let Some(letters) = text.get(line.range.clone()) else { return Vec::new() };
        let mut words: Vec<TextLine> = Vec::new();
        let (mut left, mut after_space) = (0u16, true);
        for ((at, letter), edge) in letters.char_indices().zip(&line.edges) {
            let start = line.range.start + at;
            let end = start + letter.len_utf8();
            match words.last_mut().filter(|_| !after_space || letter.is_whitespace()) {
                Some(word) => {
                    word.range.end = end;
                    word.edges.push(*edge);
                }
                None => words.push(TextLine {
                    range: start..end,
                    x0: line.x0 + f32::from(left) / 10.0,
                    edges: vec![*edge],
                    ..*line
                }),
            }
            (left, after_space) = (*edge, letter.is_whitespace());
        }
        for word in &mut words {
            let letters = text.get(word.range.clone()).unwrap_or_default().trim_end();
            self.place_word(word, letters.chars().count(), line.x0);
        }
        words
    }

    /// `word` has `letters` before any spaces, and its edges as its line had them, from `line_x0`.
    fn place_word(&self, word: &mut TextLine, letters: usize, line_x0: f32) {
        // spaces after a word are not part of its box
        let right = word.edges.get(letters.saturating_sub(1));
        let right = right.map_or(word.x0, |edge| line_x0 + f32::from(*edge) / 10.0);
        let (width, height) = ((right - word.x0).max(0.0), word.y1 - word.y0);
        let middle = self.shown([word.x0 + width / 2.0, (word.y0 + word.y1) / 2.0]);
        let (width, height) =
            if self.quarter_turns.is_multiple_of(2) { (width, height) } else { (height, width) };
        let before = ((word.x0 - line_x0) * 10.0) as u16;
        let count = letters.max(1) as f32;
        for (edge, number) in word.edges.iter_mut().zip(1u16..) {
            *edge = match self.quarter_turns {
                0 => edge.saturating_sub(before),
                // letters do not follow each other rightwards here: the word is what is shown
                _ => (width * 10.0 * (f32::from(number) / count).min(1.0)) as u16,
            };
        }
        (word.x0, word.y0) = (middle[0] - width / 2.0, middle[1] - height / 2.0);
        word.y1 = middle[1] + height / 2.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use types::RecognisedLetter;

    fn line(x: f32, y: f32, length: f32, angle: f32, words: &str) -> RecognisedLine {
        let (sin, cos) = angle.sin_cos();
        let point = |a: f32, b: f32| [x + a * cos - b * sin, y + a * sin + b * cos];
        let corners = [point(0.0, 0.0), point(length, 0.0), point(length, 20.0), point(0.0, 20.0)];
        let count = words.chars().count() as f32;
        let letters = words.chars().zip(0u16..).map(|(letter, at)| RecognisedLetter {
            letter,
            at: (f32::from(at) + 0.5) / count,
            confidence: 0.9,
        });
        RecognisedLine { corners, letters: letters.collect() }
    }

    fn check_read(quarter_turns: u8, lean: f32) {
        let (width, height) = if quarter_turns.is_multiple_of(2) { (600, 800) } else { (800, 600) };
        let lines = vec![
            line(50.0, 140.0, 300.0, lean, "the second line of all"),
            line(50.0, 100.0, 300.0, lean, "here stands the first line"),
        ];
        let recognition = Recognition { quarter_turns, width, height, lines };
        let mut raw = Raw { width: 300.0, height: 400.0, ..Raw::empty() };
        let scan = set(&mut raw, &recognition).unwrap();
        let scans = Scans { pages: vec![Some(scan)], looked: true };
        let mut converted = text_of(vec![lay_out(raw, false).0], &[], true);
        scans.place(&mut converted);
        let text = "here stands the first line the second line of all";
        assert_eq!(converted.text.replace('\n', " "), text);
        assert_eq!(converted.warnings, ["pages read by text recognition: 1"]);
        let page = &converted.pages[0];
        assert_eq!((page.width, page.height), (300.0, 400.0));
        assert!((page.recognised.unwrap() - 0.9).abs() < 1e-4);
        // where `first` stands: letters 16 to 21 of 26 on a line of 150 points
        let from = converted.text.find("first").unwrap();
        let found = page.boxes(&converted.text, &(from..from + 5));
        assert_eq!(found.len(), 1, "{found:?}");
        let along = 150.0 * 18.5 / 26.0;
        let (sin, cos) = lean.sin_cos();
        let (x, y) = (25.0 + along * cos - 5.0 * sin, 50.0 + along * sin + 5.0 * cos);
        let (x, y) = match quarter_turns {
            0 => (x, y),
            1 => (y, 400.0 - x),
            2 => (300.0 - x, 400.0 - y),
            _ => (300.0 - y, x),
        };
        let middle = ((found[0].x0 + found[0].x1) / 2.0, (found[0].y0 + found[0].y1) / 2.0);
        let off = (middle.0 - x).abs().max((middle.1 - y).abs());
        assert!(off < 3.0, "{quarter_turns} {lean}: {middle:?} is not {:?}", (x, y));
    }

    #[test]
    fn words_stand_where_they_were_seen_however_the_page_lies() {
        for quarter_turns in 0..4 {
            for lean in [0.0, 0.05, -0.04] {
                check_read(quarter_turns, lean);
            }
        }
    }

    #[test]
    fn a_wide_gap_parts_a_line() {
        let mut wide = line(0.0, 0.0, 600.0, 0.0, "left right");
        wide.letters[5..].iter_mut().for_each(|letter| letter.at += 0.4);
        wide.letters.iter_mut().for_each(|letter| letter.at *= 0.7);
        let pose = Pose { width: 600.0, height: 800.0, quarter_turns: 0, lean: 0.0 };
        let texts: Vec<String> = fragments(&wide, &pose, 1.0).iter().map(Fragment::text).collect();
        assert_eq!(texts, ["left", "right"]);
    }

    /// Two columns as recognition finds them, row by row across: the right one half a line lower.
    fn check_columns(gutter: f32, lean: f32, step: f32) {
        let page = [
            ("Gauging stations stand at the", "the valley, which is wide and"),
            ("mouth of each river, and more", "flat there. None of the floods"),
            ("of them above the bridges. In", "has reached the church, which"),
            ("spring their gauges are read", "stands on a hill. Its cellars"),
            ("every hour, since the melting", "were dug by monks who feared"),
            ("snow fills all the brooks of", "fires more than they did water."),
        ];
        let (sin, cos) = lean.sin_cos();
        let at = |x: f32, y: f32, words: &str| {
            line(x * cos - y * sin, x * sin + y * cos + 40.0, 300.0, lean, words)
        };
        let rows = page.iter().zip(0u16..).flat_map(|((left, right), row)| {
            let y = 60.0 + step * f32::from(row);
            [at(50.0, y, left), at(350.0 + gutter, y + step / 2.0, right)]
        });
        let lines = rows.collect();
        let recognition = Recognition { quarter_turns: 0, width: 900, height: 1_200, lines };
        let mut raw = Raw { width: 600.0, height: 800.0, ..Raw::empty() };
        set(&mut raw, &recognition).unwrap();
        let (laid_out, disputed) = lay_out(raw, false);
        let text = text_of(vec![laid_out], &[], true).text.replace('\n', " ");
        let down = |side: fn(&(&'static str, &'static str)) -> &'static str| {
            page.iter().map(side).collect::<Vec<_>>().join(" ")
        };
        let expected = format!("{} {}", down(|row| row.0), down(|row| row.1));
        assert_eq!(text, expected, "{gutter} {lean} {step}");
        assert!(!disputed);
    }

    #[test]
    fn columns_are_read_down_wherever_their_lines_stand() {
        for gutter in [14.0, 30.0, 80.0] {
            for lean in [0.0, 0.05, -0.04] {
                for step in [19.0, 24.0, 28.0] {
                    check_columns(gutter, lean, step);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn any_answer_gives_a_sound_page(
            lines in proptest::collection::vec(
                (-9e4f32..9e4, -9e4f32..9e4, 0.0f32..9e4, -4.0f32..4.0, "[a-z ]{1,20}"), 0..20),
            quarter_turns in 0u8..4,
            width in 0u32..9_000, height in 0u32..9_000,
        ) {
            let lines = lines.iter().map(|(x, y, l, a, words)| line(*x, *y, *l, *a, words)).collect();
            let recognition = Recognition { quarter_turns, width, height, lines };
            let mut raw = Raw { width: 300.0, height: 400.0, ..Raw::empty() };
            if let Some(scan) = set(&mut raw, &recognition) {
                let scans = Scans { pages: vec![Some(scan)], looked: true };
                let mut converted = text_of(vec![lay_out(raw, false).0], &[], true);
                scans.place(&mut converted);
                let sound = crate::validate::is_sound(&converted, &crate::Limits::default());
                prop_assert!(sound, "{:?}", converted);
            }
        }
    }
}
