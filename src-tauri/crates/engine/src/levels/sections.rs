//! Which stretches are one topic, and what it says. A section is where the palace files its passages;
//! what it files nowhere, and rooms that hold too many, are parted by their vectors. A section depends on
//! the stretches in it alone, and is made of those nearest to its middle.

use super::{
    naming::{entities, place, title},
    nodes::Loader,
};
use crate::{
    Snapshot,
    error::Result,
    held::levels::{Outline, OutlineSection, section_id},
    tables::levels::{Kept, LevelId, Place, SectionKey, SectionRecord},
};
use sha2::{Digest, Sha256};
use std::{
    collections::{BTreeMap, HashMap},
    hash::{DefaultHasher, Hash, Hasher},
};
use summarise::{
    grouping::{Point, dot, topics},
    joining::{Group, Line, join},
    overlap::Words,
    quotes::{Candidate, represent},
    support::support,
};
use types::{LevelEntity, Timestamp};
use vault::Blob;

/// Stretches that one section holds, more or less.
const SIZE: usize = 48;
/// Stretches whose sentences are looked at, and sentences of each.
const NEAREST: usize = 48;
const OF_EACH: usize = 3;
/// Sentences that represent a section.
const QUOTES: usize = 8;
/// Other documents that are cited for a sentence, and how alike what they say must be to be looked at.
const BESIDE: usize = 3;
const ALIKE: f32 = 0.5;
/// Entities named of a section.
const ENTITIES: usize = 24;

/// A vector of the length 1, or nothing.
type Vector = Vec<f32>;

/// What is known of each stretch of an outline, beside its text.
pub(super) struct Known {
    vectors: Vec<Vector>,
    /// Of the entities that its passages name.
    prints: Vec<u64>,
}

impl Snapshot {
    /// Puts the stretches of an outline into sections, none of which is written yet.
    pub(super) fn group(&self, outline: &mut Outline) -> Known {
        let known = self.stretches_known(outline);
        let mut places: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
        let view = self.graph.view();
        for at in 0..outline.chunks.len() {
            places.entry(place(&view, outline, at)).or_default().push(at);
        }
        let collection = outline.head.collection.clone();
        let mut sections: Vec<OutlineSection> = Vec::new();
        for ((wing, room), members) in places {
            let points: Vec<Point<'_>> = members
                .iter()
                .filter_map(|at| {
                    let vector = known.vectors.get(*at)?;
                    Some(Point { id: outline.chunks.get(*at)?.id, vector })
                })
                .collect();
            let mut parts: BTreeMap<LevelId, Vec<usize>> = BTreeMap::new();
            for (topic, at) in topics(&points, SIZE).into_iter().zip(&members) {
                parts.entry(topic).or_default().push(*at);
            }
            for (topic, children) in parts {
                let key = SectionKey { wing: wing.clone(), room: room.clone(), topic };
                let id = section_id(&collection, &key);
                let made_of = known.made_of(outline, &children);
                sections.push(OutlineSection { id, key, made_of, stale: false, children });
            }
        }
        outline.file(sections);
        known
    }

    fn stretches_known(&self, outline: &Outline) -> Known {
        let mut sums: Vec<Vector> = vec![Vec::new(); outline.chunks.len()];
        if let Some(space) = self.resources.spaces.first.as_deref() {
            for (passage, row) in self.index.vectors(space) {
                let seat = outline.passage(&passage.document, passage.ordinal);
                let Some(sum) = seat.and_then(|(at, _)| sums.get_mut(at)) else { continue };
                sum.resize(row.len(), 0.0);
                sum.iter_mut().zip(row).for_each(|(sum, x)| *sum += f32::from(*x));
            }
        }
        let view = self.graph.view();
        let prints = (0..outline.chunks.len()).map(|at| {
            let entities = entities(&view, outline, at);
            entities.fold(0u64, |print, head| {
                let mut hasher = DefaultHasher::new();
                (head.kind.as_str(), &head.name).hash(&mut hasher);
                print.wrapping_add(hasher.finish())
            })
        });
        Known { vectors: sums.into_iter().map(unit).collect(), prints: prints.collect() }
    }

    /// Writes a section, with what `before` says of when it was made.
    pub(super) fn write_section(
        &self,
        outline: &Outline,
        section: &OutlineSection,
        known: &Known,
        loader: &mut Loader<'_>,
        now: Timestamp,
    ) -> Result<SectionRecord> {
        let mut said = Vec::new();
        for at in known.nearest(outline, &section.children) {
            let Some((chunk, document)) = outline.chunks.get(at).zip(outline.document(at)) else {
                continue;
            };
            let mut picked = loader.picked(&document.id, chunk.at)?;
            picked.sort_by(|a, b| b.0.score.total_cmp(&a.0.score).then(a.0.start.cmp(&b.0.start)));
            picked.truncate(OF_EACH);
            said.extend(picked.into_iter().map(|(picked, text)| Said {
                chunk: chunk.id,
                words: Words::of(&text),
                score: picked.score,
                place: Place {
                    document: document.id,
                    start: picked.start,
                    end: picked.end,
                    page: picked.page,
                    quote: text,
                },
            }));
        }
        let candidates: Vec<Candidate> = said
            .iter()
            .map(|said| Candidate { words: said.words.clone(), weight: said.score })
            .collect();
        let quotes: Vec<Kept> = represent(&candidates, QUOTES)
            .into_iter()
            .filter_map(|at| said.get(at))
            .map(|own| quote(own, &said))
            .collect();
        let entities = self.section_entities(outline, &section.children);
        let title = title(&section.key, &entities);
        let documents: std::collections::BTreeSet<usize> = section
            .children
            .iter()
            .filter_map(|at| outline.chunks.get(*at).map(|chunk| chunk.document))
            .collect();
        let heading = match documents.len() {
            1 => format!("On {title}, from one document:"),
            count => format!("On {title}, from {count} documents:"),
        };
        let groups = [Group { heading, quotes: (0..quotes.len()).collect() }];
        let length = |at: usize| quotes.get(at).map_or(0, |quote| quote.text.chars().count());
        let lines = join(&groups, outline.head.ratio, length);
        let sentences = lines.into_iter().filter_map(|line| match line {
            Line::Ours(text) => Some(ours(text, Vec::new())),
            Line::Quoted(at) => quotes.get(at).cloned(),
        });
        let ids = section.children.iter().filter_map(|at| outline.chunks.get(*at));
        Ok(SectionRecord {
            key: section.key.clone(),
            made_of: section.made_of,
            children: Blob(ids.flat_map(|chunk| chunk.id).collect()),
            sentences: sentences.collect(),
            title,
            entities,
            version: 1,
            created_at: now,
            stale: false,
        })
    }

    /// What most of these stretches name.
    fn section_entities(&self, outline: &Outline, children: &[usize]) -> Vec<LevelEntity> {
        let view = self.graph.view();
        let mut counts: HashMap<(&str, &str), u32> = HashMap::new();
        for at in children {
            for head in entities(&view, outline, *at) {
                *counts.entry((head.kind.as_str(), &head.name)).or_default() += 1;
            }
        }
        let mut counts: Vec<((&str, &str), u32)> = counts.into_iter().collect();
        counts.sort_unstable_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        let entity = |(kind, name): (&str, &str)| LevelEntity {
            kind: kind.to_owned(),
            name: name.to_owned(),
        };
        counts.into_iter().take(ENTITIES).map(|(named, _)| entity(named)).collect()
    }
}

/// Words of ours.
pub(super) fn ours(text: String, cites: Vec<LevelId>) -> Kept {
    Kept { text, connective: true, support: 1.0, cites, sources: Vec::new() }
}

/// A sentence that a section may quote.
struct Said {
    chunk: LevelId,
    words: Words,
    score: f32,
    place: Place,
}

/// A quotation, with other documents that say the same.
fn quote(own: &Said, said: &[Said]) -> Kept {
    let text = own.place.quote.clone();
    let mut sources = vec![Place { quote: String::new(), ..own.place.clone() }];
    let mut cites = vec![own.chunk];
    for other in said {
        let known = |source: &Place| source.document == other.place.document;
        if sources.len() > BESIDE || sources.iter().any(known) {
            continue;
        }
        let alike = own.words.cosine(&other.words) >= ALIKE;
        if alike && support(&text, &[&other.place.quote]).holds() {
            sources.push(other.place.clone());
            cites.push(other.chunk);
        }
    }
    Kept { text, connective: false, support: 1.0, cites, sources }
}

impl Known {
    /// The vector of a stretch; empty where it has none.
    fn vector(&self, at: usize) -> &[f32] {
        self.vectors.get(at).map_or(&[], Vec::as_slice)
    }

    /// Of all that a section is made of.
    fn made_of(&self, outline: &Outline, children: &[usize]) -> LevelId {
        let mut hash = Sha256::new();
        hash.update(outline.head.ratio.to_be_bytes());
        hash.update(outline.head.method.as_str());
        for at in children {
            let Some(chunk) = outline.chunks.get(*at) else { continue };
            let read_at = outline.document(*at).map_or(0, |document| document.read_at.unix_ms());
            hash.update(chunk.id);
            hash.update(read_at.to_be_bytes());
            hash.update([u8::from(self.vector(*at).is_empty())]);
            hash.update(self.prints.get(*at).copied().unwrap_or_default().to_be_bytes());
        }
        let mut id = LevelId::default();
        id.iter_mut().zip(hash.finalize()).for_each(|(to, from)| *to = from);
        id
    }

    /// The stretches nearest to the middle of all that say something, in the order of the outline.
    fn nearest(&self, outline: &Outline, children: &[usize]) -> Vec<usize> {
        let says = |at: &&usize| outline.chunks.get(**at).is_some_and(|chunk| chunk.picked > 0);
        let speaking: Vec<usize> = children.iter().filter(says).copied().collect();
        let mut middle: Vector = Vec::new();
        for at in &speaking {
            let vector = self.vector(*at);
            middle.resize(middle.len().max(vector.len()), 0.0);
            middle.iter_mut().zip(vector).for_each(|(sum, x)| *sum += x);
        }
        let mut ranked: Vec<(f32, LevelId, usize)> = speaking
            .into_iter()
            .filter_map(|at| Some((dot(&middle, self.vector(at)), outline.chunks.get(at)?.id, at)))
            .collect();
        ranked.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut nearest: Vec<usize> = ranked.into_iter().take(NEAREST).map(|it| it.2).collect();
        nearest.sort_unstable();
        nearest
    }
}

fn unit(mut vector: Vector) -> Vector {
    let length = dot(&vector, &vector).sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|x| *x /= length);
    }
    vector
}
