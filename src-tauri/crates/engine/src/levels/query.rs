//! Nodes of a level, with words or without, within filters, over one collection or several. Words are
//! looked for by the vault's own search among the passages; nodes rank by the passages below them.

use super::{
    build::not_built,
    naming::mentioned,
    nodes::{Loader, above, all, below, parse},
};
use crate::{
    Snapshot,
    error::{Error, Result},
    finding::{QUERY_BYTES, WORDS_ALONE},
    held::levels::{Fresh, Outline, Seat},
};
use search::Query;
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Instant,
};
use types::{
    Collection, DocumentId, DocumentRecord, ErrorCode, Level, LevelNode, LevelsAnswer, LevelsQuery,
    NodeKind, SearchMode, normalise_name,
};

/// Nodes where nothing is said, and at most.
const SOME: u32 = 10;
const MOST: u32 = 1000;
/// Passages that words are looked for in.
const DEPTH: usize = 200;
/// Fusion's constant: later ranks count less.
const RANK: f32 = 60.0;
/// Collections of one question.
const COLLECTIONS: usize = 64;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A collection's state, for one question.
pub(super) struct Asked<'a> {
    pub outline: Arc<Outline>,
    pub fresh: Arc<Fresh>,
    pub loader: Loader<'a>,
}

/// A node, and how well it answers.
type Ranked = (usize, Seat, f32);

impl Snapshot {
    /// A collection's state; an error where nothing is built of it.
    pub(super) fn asked<'a>(&'a self, collection: &Collection) -> Result<Asked<'a>> {
        let outline = self.outlines.of(&self.records, collection)?;
        let outline = outline.ok_or_else(|| not_built(collection))?;
        let fresh = self.fresh(&outline);
        Ok(Asked { outline, fresh, loader: Loader::new(self, collection) })
    }

    /// Nodes of a level.
    pub fn levels(&self, request: &LevelsQuery) -> Result<LevelsAnswer> {
        let start = Instant::now();
        check(request)?;
        let mut asked = request
            .collections
            .iter()
            .map(|collection| self.asked(collection))
            .collect::<Result<Vec<_>>>()?;
        let filter = self.filter(request)?;
        let words = request.query.as_deref().map(str::trim).filter(|words| !words.is_empty());
        let ranked = match words {
            Some(words) => self.by_words(&asked, request.level, words, &filter)?,
            None => self.in_order(&asked, request.level, &filter),
        };
        let total = ranked.len() as u64;
        let most = request.top_k.unwrap_or(SOME) as usize;
        let wanted = ranked.into_iter().skip(request.offset as usize).take(most);
        let mut answer = LevelsAnswer {
            level: request.level,
            nodes: Vec::new(),
            collections: Vec::new(),
            sources: Vec::new(),
            total,
            stale: asked.iter().any(|asked| !asked.fresh.is_empty()),
            took_ms: 0.0,
        };
        let mut sources: Vec<LevelNode> = Vec::new();
        for (number, seat, _) in wanted {
            let Some(asked) = asked.get_mut(number) else { continue };
            let Some(node) = self.node_at(asked, seat)? else { continue };
            if request.include_sources {
                self.source_chain(asked, &node, &mut sources)?;
            }
            answer.nodes.push(node);
            answer.collections.push(asked.outline.head.collection.as_str().to_owned());
        }
        answer.sources = sources;
        answer.took_ms = start.elapsed().as_secs_f64() * 1e3;
        Ok(answer)
    }

    /// A node with its words.
    pub(super) fn node_at(&self, asked: &mut Asked<'_>, seat: Seat) -> Result<Option<LevelNode>> {
        self.level_node(&asked.outline, &asked.fresh, &mut asked.loader, seat)
    }

    /// The nodes that a node's sentences rest on, level by level down to the passages.
    fn source_chain(
        &self,
        asked: &mut Asked<'_>,
        node: &LevelNode,
        sources: &mut Vec<LevelNode>,
    ) -> Result<()> {
        let outline = Arc::clone(&asked.outline);
        let mut level: Vec<LevelNode> = vec![node.clone()];
        while !level.is_empty() {
            let cited = level.iter().flat_map(|node| &node.sentences).flat_map(|one| &one.cites);
            let mut seen = HashSet::new();
            let cited: Vec<String> = cited.filter(|id| seen.insert(*id)).cloned().collect();
            level.clear();
            for id in cited {
                let known = sources.iter().any(|node| node.id == id);
                let seat = parse(&id).and_then(|id| outline.find(&id));
                let Some(seat) = seat.filter(|_| !known) else { continue };
                if let Some(node) = self.node_at(asked, seat)? {
                    sources.push(node.clone());
                    level.push(node);
                }
            }
        }
        Ok(())
    }

    fn filter<'a>(&'a self, request: &'a LevelsQuery) -> Result<Filter<'a>> {
        let day = |given: &Option<String>, end: bool| -> Result<Option<i64>> {
            let Some(given) = given else { return Ok(None) };
            let bad = || {
                let message = format!("'{given}' is no date. Nothing was looked for.");
                Error::new(ErrorCode::Usage, message, "Give one such as 2024-05-31, or 2024.")
            };
            language::dates::day(given.trim(), end).map(|day| Some(day.into())).ok_or_else(bad)
        };
        let (since, until) = (day(&request.since, false)?, day(&request.until, true)?);
        let document = request.document.as_deref().map(|id| self.resolve(id)).transpose()?;
        let entity = request.entity.as_deref().map(normalise_name);
        Ok(Filter {
            now: self,
            wing: request.wing.as_deref(),
            room: request.room.as_deref(),
            kind: request.entity_kind.as_deref(),
            entity,
            document,
            since,
            until,
        })
    }

    fn in_order(&self, asked: &[Asked<'_>], level: Level, filter: &Filter<'_>) -> Vec<Ranked> {
        let mut found = Vec::new();
        for (number, asked) in asked.iter().enumerate() {
            let outline = &asked.outline;
            if filter.is_open() {
                found.extend(all(outline, level).into_iter().map(|seat| (number, seat, 0.0)));
                continue;
            }
            let documents = filter.documents(outline);
            let kept = (0..outline.chunks.len())
                .filter(|at| filter.keeps(outline, documents.as_ref(), *at));
            let mut seen = HashSet::new();
            for at in kept {
                for seat in seats(outline, level, at, None) {
                    if seen.insert(seat) {
                        found.push((number, seat, 0.0));
                    }
                }
            }
            if level == Level::Section {
                found.sort_by_key(|(number, seat, _)| match seat {
                    Seat::Section(at) => (*number, *at),
                    _ => (*number, 0),
                });
            }
        }
        found
    }

    fn by_words(
        &self,
        asked: &[Asked<'_>],
        level: Level,
        words: &str,
        filter: &Filter<'_>,
    ) -> Result<Vec<Ranked>> {
        let embedder = self.answering_embedder();
        let vector = embedder.as_ref().and_then(|embedder| embedder.query(words).ok());
        let named = embedder.as_ref().zip(vector.as_ref());
        let mut scores: HashMap<(usize, Seat), f32> = HashMap::new();
        for (number, asked) in asked.iter().enumerate() {
            let outline = &asked.outline;
            let inside = filter.documents(outline);
            let id = |at: &usize| outline.documents.get(*at).map(|document| document.id);
            let some: Option<HashSet<DocumentId>> =
                inside.as_ref().map(|places| places.iter().filter_map(id).collect());
            let query = Query {
                text: words,
                vector: named.map(|(model, vector)| (model.name(), vector)),
                mode: if named.is_some() { SearchMode::Hybrid } else { SearchMode::Keyword },
                top_k: DEPTH,
                documents: Some(some.as_ref().unwrap_or_else(|| outline.document_ids())),
                except: None,
                passages: None,
                fusion: named.map_or(WORDS_ALONE, |(model, _)| model.fusion()),
            };
            let hits = self.index.search(&self.records, &query)?;
            for (rank, hit) in hits.iter().enumerate() {
                let passage = outline.passage(&hit.chunk.document, hit.chunk.ordinal);
                let Some((at, piece)) = passage else { continue };
                if !filter.keeps(outline, inside.as_ref(), at) {
                    continue;
                }
                for seat in seats(outline, level, at, Some(piece)) {
                    *scores.entry((number, seat)).or_default() += 1.0 / (RANK + rank as f32);
                }
            }
        }
        let mut ranked: Vec<Ranked> =
            scores.into_iter().map(|((number, seat), score)| (number, seat, score)).collect();
        let place = |ranked: &Ranked| asked.get(ranked.0).and_then(|it| it.outline.id(ranked.1));
        ranked.sort_by(|a, b| b.2.total_cmp(&a.2).then_with(|| place(a).cmp(&place(b))));
        Ok(ranked)
    }
}

/// The node of a level that a chunk node belongs to, or those below it.
fn seats(outline: &Outline, level: Level, at: usize, piece: Option<usize>) -> Vec<Seat> {
    match (level, piece) {
        (Level::Raw, Some(piece)) => vec![Seat::Raw(at, piece)],
        (Level::Raw, None) => below(outline, Seat::Chunk(at)),
        (Level::Chunk, _) => vec![Seat::Chunk(at)],
        (Level::Section, _) => above(outline, Seat::Chunk(at)).into_iter().collect(),
        (Level::Master, _) => vec![Seat::Master],
    }
}

fn check(request: &LevelsQuery) -> Result<()> {
    let refuse = |message: &str, hint: &str| Err(Error::new(ErrorCode::Usage, message, hint));
    if request.collections.is_empty() || request.collections.len() > COLLECTIONS {
        return refuse("Name from 1 to 64 collections.", "`knowledge list` shows what is built.");
    }
    if request.query.as_ref().is_some_and(|words| words.len() > QUERY_BYTES) {
        return refuse("The question is longer than 10,000 bytes.", "Ask in fewer words.");
    }
    if request.top_k.is_some_and(|most| most == 0 || most > MOST) {
        return refuse("From 1 to 1,000 nodes can be asked for.", "Give --top-k and --offset.");
    }
    Ok(())
}

/// Which nodes are wanted.
struct Filter<'a> {
    now: &'a Snapshot,
    wing: Option<&'a str>,
    room: Option<&'a str>,
    kind: Option<&'a str>,
    entity: Option<String>,
    document: Option<DocumentId>,
    since: Option<i64>,
    until: Option<i64>,
}

impl Filter<'_> {
    fn is_open(&self) -> bool {
        let texts = [self.wing, self.room, self.kind, self.entity.as_deref()];
        texts.iter().all(Option::is_none) && !self.bounds_documents()
    }

    fn bounds_documents(&self) -> bool {
        self.document.is_some() || self.since.is_some() || self.until.is_some()
    }

    /// The documents that are left, as places in the outline; `None` for all.
    fn documents(&self, outline: &Outline) -> Option<HashSet<usize>> {
        if !self.bounds_documents() {
            return None;
        }
        let keeps = |id: &DocumentId| {
            let wanted = self.document.is_none_or(|document| document == *id);
            wanted && self.now.catalogue.get(id).is_some_and(|record| self.in_time(&record))
        };
        let places = outline.documents.iter().enumerate();
        Some(places.filter(|(_, document)| keeps(&document.id)).map(|(at, _)| at).collect())
    }

    /// By the year of publication, else by the day on which it was taken in.
    fn in_time(&self, record: &DocumentRecord) -> bool {
        let year = record.reference.year.map(|year| format!("{year:04}"));
        let day = |end: bool| match &year {
            Some(year) => language::dates::day(year, end).map(i64::from),
            None => Some(record.added_at.unix_ms().div_euclid(DAY_MS)),
        };
        let since = self.since.is_none_or(|since| day(true).is_some_and(|day| day >= since));
        since && self.until.is_none_or(|until| day(false).is_some_and(|day| day <= until))
    }

    fn keeps(&self, outline: &Outline, documents: Option<&HashSet<usize>>, at: usize) -> bool {
        let Some(chunk) = outline.chunks.get(at) else { return false };
        let key = outline.sections.get(chunk.section).map(|section| &section.key);
        let placed = self.wing.is_none_or(|wing| key.is_some_and(|key| key.wing == wing))
            && self.room.is_none_or(|room| key.is_some_and(|key| key.room == room));
        placed
            && documents.is_none_or(|documents| documents.contains(&chunk.document))
            && self.kind.is_none_or(|kind| self.names(outline, at, |of, _| of == kind))
            && self.entity.as_deref().is_none_or(|name| {
                self.names(outline, at, |_, own| own.is_some_and(|own| own == name))
            })
    }

    fn names(
        &self,
        outline: &Outline,
        at: usize,
        wanted: impl Fn(&str, Option<&str>) -> bool,
    ) -> bool {
        let found = outline.chunks.get(at).map_or(&[][..], |chunk| &chunk.found);
        let view = self.now.graph.view();
        let publication = |kind: NodeKind| kind == NodeKind::Publication;
        found.iter().any(|kind| wanted(kind, None))
            || mentioned(&view, outline, at).any(|head| {
                !publication(head.kind) && wanted(head.kind.as_str(), Some(&head.normalised))
            })
    }
}
