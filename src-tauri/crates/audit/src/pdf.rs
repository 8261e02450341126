//! An export as a tagged PDF (krilla), in DejaVu Sans: headings, paragraphs and links are told apart for
//! who hears it, each sentence leads to its sources' entries at the end, and each page carries the content's
//! fingerprint.

use crate::{
    checkpoint::fingerprint,
    error::{Error, Result},
    package::{Content, Package},
};
use krilla::{
    Document, SerializeSettings,
    annotation::{Annotation, LinkAnnotation, Target},
    destination::{Destination, XyzDestination},
    geom::{Point, Rect},
    metadata::Metadata,
    page::PageSettings,
    tagging::{Artifact, ArtifactType, ContentTag, Identifier, SpanTag, Tag, TagGroup, TagTree},
    text::{Font, TextDirection},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    num::NonZeroU16,
};
use ttf_parser::Face;
use types::{DocumentId, Level, LevelNode, LevelSentence};

/// A4 in points.
const PAGE: (f32, f32) = (595.0, 842.0);
const MARGIN: f32 = 62.0;
const SIZE: f32 = 10.0;
const FOOT: f32 = 7.5;
/// Line height by size.
const LEADING: f32 = 1.5;

/// What a block is.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Kind {
    Heading(u16),
    #[default]
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

#[derive(Default)]
struct Block {
    kind: Kind,
    text: String,
    /// Entries that stand behind it as links.
    refs: Vec<usize>,
    /// The entry that it is itself.
    entry: Option<usize>,
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

    /// Lines, the last ones with what stands behind the words.
    fn with_refs(
        &self,
        lines: Vec<String>,
        refs: &[usize],
        size: f32,
        room: f32,
    ) -> Vec<(String, Vec<usize>)> {
        let mut lines: Vec<(String, Vec<usize>)> =
            lines.into_iter().map(|line| (line, Vec::new())).collect();
        let mut wide = lines.last().map_or(room, |(line, _)| self.width(line, size));
        for entry in refs {
            let more = self.width(&format!(" {}", label(*entry)), size);
            if wide + more > room {
                lines.push((String::new(), Vec::new()));
                wide = 0.0;
            }
            wide += more;
            if let Some((_, refs)) = lines.last_mut() {
                refs.push(*entry);
            }
        }
        lines
    }
}

/// A line on a page, and whose.
struct Line {
    block: usize,
    y: f32,
    text: String,
    refs: Vec<usize>,
}

/// What is drawn of a block, for who hears it.
enum Drawn {
    Words(Identifier),
    Link(Identifier, Identifier),
}

/// An entry as a sentence names it.
fn label(entry: usize) -> String {
    format!("[{entry}]")
}

/// The PDF.
pub(crate) fn pages(package: &Package, content: &Content) -> Result<Vec<u8>> {
    let (plain, bold) = (Type::new(dejavu::sans::regular())?, Type::new(dejavu::sans::bold())?);
    let face = |kind: Kind| if matches!(kind, Kind::Heading(_)) { &bold } else { &plain };
    let blocks = blocks(package, content);
    let mut pages: Vec<Vec<Line>> = vec![Vec::new()];
    let mut y = MARGIN;
    for (block, Block { kind, text, refs, .. }) in blocks.iter().enumerate() {
        let (size, room) = (kind.size(), PAGE.0 - 2.0 * MARGIN - kind.indent());
        let step = size * LEADING;
        let lines = face(*kind).lines(text, size, room);
        let lines = face(*kind).with_refs(lines, refs, size, room);
        if matches!(kind, Kind::Heading(_)) {
            y += size * 0.6;
            // a heading stays with what follows
            if y + step * lines.len() as f32 + 3.0 * SIZE * LEADING > PAGE.1 - MARGIN {
                pages.push(Vec::new());
                y = MARGIN;
            }
        }
        for (text, refs) in lines {
            if y + step > PAGE.1 - MARGIN {
                pages.push(Vec::new());
                y = MARGIN;
            }
            y += step;
            if let Some(page) = pages.last_mut() {
                page.push(Line { block, y, text, refs });
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
    let mut drawn: Vec<Vec<Drawn>> = blocks.iter().map(|_| Vec::new()).collect();
    let mut entries: BTreeMap<usize, (usize, f32, &str)> = BTreeMap::new();
    for (number, lines) in pages.iter().enumerate() {
        for line in lines {
            if let Some(Block { entry: Some(entry), text, kind, .. }) = blocks.get(line.block) {
                entries.entry(*entry).or_insert((number, line.y - kind.size() * LEADING, text));
            }
        }
    }
    for (number, lines) in pages.iter().enumerate() {
        let settings = PageSettings::from_wh(PAGE.0, PAGE.1);
        let settings = settings.ok_or_else(|| Error::Pdf("its pages have no size".to_owned()))?;
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        let mut links = Vec::new();
        for line in lines {
            let Some(block) = blocks.get(line.block) else { continue };
            let (font, size) = (face(block.kind), block.kind.size());
            let mut x = MARGIN + block.kind.indent();
            let mut words = |text: &str, x: f32| {
                let mark = surface.start_tagged(ContentTag::Span(SpanTag::empty()));
                let at = Point::from_xy(x, line.y);
                surface.draw_text(at, font.font.clone(), size, text, false, TextDirection::Auto);
                surface.end_tagged();
                mark
            };
            let Some(drawn) = drawn.get_mut(line.block) else { continue };
            if !line.text.is_empty() {
                let space = if line.refs.is_empty() { "" } else { " " };
                let text = format!("{}{space}", line.text);
                drawn.push(Drawn::Words(words(&text, x)));
                x += font.width(&text, size);
            }
            for entry in &line.refs {
                let text = format!("{} ", label(*entry));
                let mark = words(&text, x);
                let wide = font.width(&label(*entry), size);
                let place = Rect::from_ltrb(x, line.y - size, x + wide, line.y + size * 0.3);
                x += font.width(&text, size);
                match place.zip(entries.get(entry)) {
                    Some((place, entry)) => links.push((line.block, mark, place, *entry)),
                    None => drawn.push(Drawn::Words(mark)),
                }
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
        for (block, words, place, (to, y, said)) in links {
            let to = XyzDestination::new(to, Point::from_xy(0.0, y));
            let link = LinkAnnotation::new(place, Target::Destination(Destination::Xyz(to)));
            let link =
                page.add_tagged_annotation(Annotation::new_link(link, Some(said.to_owned())));
            if let Some(drawn) = drawn.get_mut(block) {
                drawn.push(Drawn::Link(words, link));
            }
        }
        page.finish();
    }
    let mut tree = TagTree::new().with_lang(Some("en".to_owned()));
    for (block, drawn) in blocks.iter().zip(drawn) {
        let mut group = match block.kind {
            Kind::Heading(level) => {
                let level = NonZeroU16::new(level).unwrap_or(NonZeroU16::MIN);
                TagGroup::new(Tag::Hn(level, Some(block.text.clone())))
            }
            Kind::Paragraph | Kind::Item | Kind::Source => TagGroup::new(Tag::P),
        };
        if drawn.is_empty() {
            continue;
        }
        for one in drawn {
            match one {
                Drawn::Words(words) => group.push(words),
                Drawn::Link(words, annotation) => {
                    let mut link = TagGroup::new(Tag::Link);
                    link.push(words);
                    link.push(annotation);
                    group.push(link);
                }
            }
        }
        tree.push(group);
    }
    document.set_tag_tree(tree);
    let title = content.hierarchy.collection.clone();
    document.set_metadata(
        Metadata::new().title(title).creator(package.made.by.clone()).language("en".to_owned()),
    );
    document.finish().map_err(|error| Error::Pdf(format!("{error:?}")))
}

#[derive(Default)]
struct Blocks(Vec<Block>);

impl Blocks {
    fn put(&mut self, kind: Kind, text: String) {
        self.0.push(Block { kind, text, ..Block::default() });
    }
}

fn blocks(package: &Package, content: &Content) -> Vec<Block> {
    let hierarchy = &content.hierarchy;
    let mut blocks = Blocks::default();
    blocks.put(Kind::Heading(1), hierarchy.collection.clone());
    blocks.put(
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
    blocks.put(Kind::Heading(2), "Verification".to_owned());
    let key = package.public_key().map(|key| fingerprint(&key)).unwrap_or_default();
    blocks.put(Kind::Paragraph, format!("Content SHA-256: {}", package.content_sha256));
    blocks.put(Kind::Paragraph, format!("Key of the vault: {key}"));
    blocks.put(
        Kind::Paragraph,
        "Check with: loci verify-export FILE.pdf, the .json that came with it beside.".to_owned(),
    );
    blocks.put(Kind::Heading(2), "Signatures".to_owned());
    if package.signatures.is_empty() {
        blocks.put(Kind::Paragraph, "Nobody signed this content.".to_owned());
    }
    for signed in &package.signatures {
        blocks.put(Kind::Item, package.in_words(signed));
    }
    let entries =
        Entries::of(&hierarchy.nodes, hierarchy.documents.iter().map(|it| it.document_id));
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
        blocks.put(Kind::Heading(2), heading.to_owned());
        for node in nodes {
            let stale = if node.stale { " (stale)" } else { "" };
            blocks.put(Kind::Heading(3), format!("{}{stale}", node.title));
            for sentence in &node.sentences {
                let kind = if sentence.connective { Kind::Paragraph } else { Kind::Item };
                let (text, refs) = (sentence.text.clone(), entries.named(sentence));
                blocks.0.push(Block { kind, text, refs, entry: None });
            }
        }
    }
    if !content.overrides.is_empty() {
        blocks.put(Kind::Heading(2), "Scores set by hand".to_owned());
        for it in &content.overrides {
            blocks.put(
                Kind::Item,
                format!(
                    "{}: {:.2}, before {:.2}. {} ({})",
                    it.name, it.after, it.before, it.reason, it.at
                ),
            );
        }
    }
    if let Some(trail) = &package.trail {
        blocks.put(Kind::Heading(2), "Audit trail".to_owned());
        for record in trail.records.iter().map(|proven| &proven.record) {
            let note = record.note.clone().unwrap_or_default();
            let why =
                if note.reason.is_empty() { String::new() } else { format!(": {}", note.reason) };
            blocks.put(
                Kind::Source,
                format!("{} · {} · {} · {}{why}", record.seq, record.at, record.action, note.who),
            );
        }
    }
    blocks.put(Kind::Heading(2), "Documents".to_owned());
    for document in &hierarchy.documents {
        for (page, entry) in entries.of_document(&document.document_id) {
            let place = page.map_or(String::new(), |page| format!(", p. {page}"));
            let text = format!("{} {}{place}", label(entry), document.title);
            blocks.0.push(Block { kind: Kind::Item, text, refs: Vec::new(), entry: Some(entry) });
        }
        blocks.put(Kind::Source, format!("SHA-256 {}", document.sha256));
    }
    blocks.0
}

/// The numbers of what sentences cite: each document, page by page where it has pages.
struct Entries(BTreeMap<(DocumentId, Option<u32>), usize>);

impl Entries {
    /// Numbered in the order of the documents and of their pages.
    fn of(nodes: &[LevelNode], documents: impl Iterator<Item = DocumentId>) -> Self {
        let mut cited: BTreeMap<DocumentId, BTreeSet<Option<u32>>> = BTreeMap::new();
        for source in nodes.iter().flat_map(|it| &it.sentences).flat_map(|it| &it.sources) {
            cited.entry(source.document_id).or_default().insert(source.page);
        }
        let mut entries = BTreeMap::new();
        for document in documents {
            let pages = cited.remove(&document).unwrap_or_else(|| BTreeSet::from([None]));
            for page in pages {
                let number = entries.len() + 1;
                entries.insert((document, page), number);
            }
        }
        Self(entries)
    }

    fn of_document(&self, document: &DocumentId) -> impl Iterator<Item = (Option<u32>, usize)> {
        let own = self.0.range((*document, None)..=(*document, Some(u32::MAX)));
        own.map(|((_, page), entry)| (*page, *entry))
    }

    /// What a sentence rests on.
    fn named(&self, sentence: &LevelSentence) -> Vec<usize> {
        let sources = sentence.sources.iter();
        let named = sources.filter_map(|it| self.0.get(&(it.document_id, it.page)).copied());
        named.collect::<BTreeSet<usize>>().into_iter().collect()
    }
}
