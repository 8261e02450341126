//! An export as a tagged PDF (krilla), in DejaVu Sans: headings, paragraphs and lists are told apart for
//! who hears it, and each page carries the content's fingerprint.

use crate::{
    checkpoint::fingerprint,
    error::{Error, Result},
    package::{Content, Package},
};
use krilla::{
    Document, SerializeSettings,
    geom::Point,
    metadata::Metadata,
    page::PageSettings,
    tagging::{Artifact, ArtifactType, ContentTag, SpanTag, Tag, TagGroup, TagTree},
    text::{Font, TextDirection},
};
use std::num::NonZeroU16;
use ttf_parser::Face;
use types::{Level, LevelNode};

/// A4 in points.
const PAGE: (f32, f32) = (595.0, 842.0);
const MARGIN: f32 = 62.0;
const SIZE: f32 = 10.0;
const FOOT: f32 = 7.5;
/// Line height by size.
const LEADING: f32 = 1.5;

/// What a block is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Heading(u16),
    Paragraph,
    Item,
    Source,
}

impl Kind {
    fn size(self) -> f32 {
        match self {
            Self::Heading(1) => 20.0,
            Self::Heading(2) => 14.0,
            Self::Heading(_) => 11.5,
            Self::Source => 8.0,
            Self::Paragraph | Self::Item => SIZE,
        }
    }

    fn indent(self) -> f32 {
        if self == Self::Item || self == Self::Source { 14.0 } else { 0.0 }
    }
}

struct Block {
    kind: Kind,
    text: String,
}

/// A font, and how wide it is.
struct Type {
    font: Font,
    face: Face<'static>,
}

impl Type {
    fn new(bytes: &'static [u8]) -> Result<Self> {
        let broken = || Error::Pdf("its font cannot be read".to_owned());
        let font = Font::new(bytes.into(), 0).ok_or_else(broken)?;
        Ok(Self { font, face: Face::parse(bytes, 0).map_err(|_| broken())? })
    }

    fn width(&self, text: &str, size: f32) -> f32 {
        let units = f32::from(self.face.units_per_em());
        let advance = |sign| {
            let glyph = self.face.glyph_index(sign)?;
            self.face.glyph_hor_advance(glyph)
        };
        text.chars().filter_map(advance).map(|wide| f32::from(wide) * size / units).sum()
    }

    /// Signs that the font lacks are shown as a box.
    fn shown(&self, text: &str) -> String {
        let shown = |sign: char| match sign {
            sign if sign.is_whitespace() => ' ',
            sign if self.face.glyph_index(sign).is_some() => sign,
            _ => '\u{25a1}',
        };
        text.chars().filter(|sign| sign.is_whitespace() || !sign.is_control()).map(shown).collect()
    }

    fn lines(&self, text: &str, size: f32, room: f32) -> Vec<String> {
        let mut lines = Vec::new();
        let mut line = String::new();
        for word in self.shown(text).split(' ').filter(|word| !word.is_empty()) {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if self.width(&longer, size) <= room {
                line = longer;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            // a word wider than the page is cut
            for sign in word.chars() {
                line.push(sign);
                if self.width(&line, size) > room {
                    line.pop();
                    lines.push(std::mem::take(&mut line));
                    line.push(sign);
                }
            }
        }
        lines.extend((!line.is_empty()).then_some(line));
        lines
    }
}

/// A line on a page, and whose.
struct Line {
    block: usize,
    y: f32,
    text: String,
}

/// The PDF.
pub(crate) fn pages(package: &Package, content: &Content) -> Result<Vec<u8>> {
    let (plain, bold) = (Type::new(dejavu::sans::regular())?, Type::new(dejavu::sans::bold())?);
    let face = |kind: Kind| if matches!(kind, Kind::Heading(_)) { &bold } else { &plain };
    let blocks = blocks(package, content);
    let mut pages: Vec<Vec<Line>> = vec![Vec::new()];
    let mut y = MARGIN;
    for (block, Block { kind, text }) in blocks.iter().enumerate() {
        let (size, room) = (kind.size(), PAGE.0 - 2.0 * MARGIN - kind.indent());
        let step = size * LEADING;
        let lines = face(*kind).lines(text, size, room);
        if matches!(kind, Kind::Heading(_)) {
            y += size * 0.6;
            // a heading stays with what follows
            if y + step * lines.len() as f32 + 3.0 * SIZE * LEADING > PAGE.1 - MARGIN {
                pages.push(Vec::new());
                y = MARGIN;
            }
        }
        for text in lines {
            if y + step > PAGE.1 - MARGIN {
                pages.push(Vec::new());
                y = MARGIN;
            }
            y += step;
            if let Some(page) = pages.last_mut() {
                page.push(Line { block, y, text });
            }
        }
        y += SIZE * if *kind == Kind::Source { 0.8 } else { 0.4 };
    }
    draw(package, content, &blocks, &pages, face)
}

fn draw<'f>(
    package: &Package,
    content: &Content,
    blocks: &[Block],
    pages: &[Vec<Line>],
    face: impl Fn(Kind) -> &'f Type,
) -> Result<Vec<u8>> {
    let mut document = Document::new_with(SerializeSettings::default());
    let mut marks: Vec<Vec<_>> = blocks.iter().map(|_| Vec::new()).collect();
    for (number, lines) in pages.iter().enumerate() {
        let settings = PageSettings::from_wh(PAGE.0, PAGE.1);
        let settings = settings.ok_or_else(|| Error::Pdf("its pages have no size".to_owned()))?;
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        for line in lines {
            let Some(block) = blocks.get(line.block) else { continue };
            let mark = surface.start_tagged(ContentTag::Span(SpanTag::empty()));
            let at = Point::from_xy(MARGIN + block.kind.indent(), line.y);
            let (font, size) = (face(block.kind).font.clone(), block.kind.size());
            surface.draw_text(at, font, size, &line.text, false, TextDirection::Auto);
            surface.end_tagged();
            if let Some(marks) = marks.get_mut(line.block) {
                marks.push(mark);
            }
        }
        surface.start_tagged(ContentTag::Artifact(Artifact::with_kind(ArtifactType::Footer)));
        let of = format!("SHA-256 {}   {} / {}", package.content_sha256, number + 1, pages.len());
        let at = Point::from_xy(MARGIN, PAGE.1 - MARGIN / 2.0);
        surface.draw_text(
            at,
            face(Kind::Source).font.clone(),
            FOOT,
            &of,
            false,
            TextDirection::Auto,
        );
        surface.end_tagged();
        surface.finish();
        page.finish();
    }
    let mut tree = TagTree::new().with_lang(Some("en".to_owned()));
    for (block, marks) in blocks.iter().zip(marks) {
        let mut group = match block.kind {
            Kind::Heading(level) => {
                let level = NonZeroU16::new(level).unwrap_or(NonZeroU16::MIN);
                TagGroup::new(Tag::Hn(level, Some(block.text.clone())))
            }
            Kind::Paragraph | Kind::Item | Kind::Source => TagGroup::new(Tag::P),
        };
        if marks.is_empty() {
            continue;
        }
        marks.into_iter().for_each(|mark| group.push(mark));
        tree.push(group);
    }
    document.set_tag_tree(tree);
    let title = content.hierarchy.collection.clone();
    document.set_metadata(
        Metadata::new().title(title).creator(package.made.by.clone()).language("en".to_owned()),
    );
    document.finish().map_err(|error| Error::Pdf(format!("{error:?}")))
}

fn blocks(package: &Package, content: &Content) -> Vec<Block> {
    let hierarchy = &content.hierarchy;
    let mut blocks = Vec::new();
    let mut put = |kind: Kind, text: String| blocks.push(Block { kind, text });
    put(Kind::Heading(1), hierarchy.collection.clone());
    put(
        Kind::Paragraph,
        format!(
            "Exported {} by {} from vault {}. Levels built {} by {}.",
            package.made.at,
            package.made.by,
            package.made.vault_id,
            hierarchy.built_at,
            hierarchy.method
        ),
    );
    put(Kind::Heading(2), "Verification".to_owned());
    let key = package.public_key().map(|key| fingerprint(&key)).unwrap_or_default();
    put(Kind::Paragraph, format!("Content SHA-256: {}", package.content_sha256));
    put(Kind::Paragraph, format!("Key of the vault: {key}"));
    put(
        Kind::Paragraph,
        "Check with: loci verify-export FILE.pdf, the .json that came with it beside.".to_owned(),
    );
    put(Kind::Heading(2), "Signatures".to_owned());
    if package.signatures.is_empty() {
        put(Kind::Paragraph, "Nobody signed this content.".to_owned());
    }
    for statement in package.signatures.iter().map(|signed| &signed.statement) {
        put(
            Kind::Item,
            format!(
                "{}, {}: {}, {} (UTC)",
                statement.name,
                statement.role,
                statement.meaning.as_str(),
                statement.signed_at
            ),
        );
    }
    let titles = |node: &LevelNode| {
        let mut named: Vec<String> = Vec::new();
        for source in node.sentences.iter().flat_map(|it| &it.sources) {
            let of = hierarchy.documents.iter().find(|it| it.document_id == source.document_id);
            let title = of.map_or("a document", |it| it.title.as_str());
            let place = source.page.map_or(String::new(), |page| format!(", p. {page}"));
            let named_so = format!("{title}{place}");
            if !named.contains(&named_so) {
                named.push(named_so);
            }
        }
        named.join("; ")
    };
    for (level, heading) in [
        (Level::Master, "Master"),
        (Level::Section, "Sections"),
        (Level::Chunk, "Chunks"),
        (Level::Raw, "Passages"),
    ] {
        let nodes: Vec<&LevelNode> =
            hierarchy.nodes.iter().filter(|it| it.level == level).collect();
        // passages stand in the JSON beside; they are shown where there is nothing above them
        let above = hierarchy.nodes.iter().any(|it| it.level > level);
        if nodes.is_empty() || (level == Level::Raw && above) {
            continue;
        }
        put(Kind::Heading(2), heading.to_owned());
        for node in nodes {
            let stale = if node.stale { " (stale)" } else { "" };
            put(Kind::Heading(3), format!("{}{stale}", node.title));
            for sentence in &node.sentences {
                let kind = if sentence.connective { Kind::Paragraph } else { Kind::Item };
                put(kind, sentence.text.clone());
            }
            put(Kind::Source, titles(node));
        }
    }
    if !content.overrides.is_empty() {
        put(Kind::Heading(2), "Scores set by hand".to_owned());
        for it in &content.overrides {
            put(
                Kind::Item,
                format!(
                    "{}: {:.2}, before {:.2}. {} ({})",
                    it.name, it.after, it.before, it.reason, it.at
                ),
            );
        }
    }
    if let Some(trail) = &package.trail {
        put(Kind::Heading(2), "Audit trail".to_owned());
        for record in trail.records.iter().map(|proven| &proven.record) {
            let note = record.note.clone().unwrap_or_default();
            let why =
                if note.reason.is_empty() { String::new() } else { format!(": {}", note.reason) };
            put(
                Kind::Source,
                format!("{} · {} · {} · {}{why}", record.seq, record.at, record.action, note.who),
            );
        }
    }
    put(Kind::Heading(2), "Documents".to_owned());
    for document in &hierarchy.documents {
        put(Kind::Item, document.title.clone());
        put(Kind::Source, format!("SHA-256 {}", document.sha256));
    }
    blocks
}
