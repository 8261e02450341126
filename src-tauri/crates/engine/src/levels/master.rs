//! What a collection says: the claims of its largest sections that most documents support, each citing
//! its section and through it its passages. A claim with too little support is dropped and counted.

use super::sections::ours;
use crate::{
    held::levels::section_id,
    tables::levels::{Kept, LevelId, MasterRecord, SectionRecord},
};
use std::collections::HashSet;
use summarise::{
    joining::{Group, Line, join},
    overlap::Words,
    quotes::{Candidate, represent},
    support::support,
};
use types::{Collection, DocumentId, Timestamp};

/// Sections that are looked at, the largest, and claims of each.
pub(super) const SECTIONS: usize = 64;
const OF_EACH: usize = 2;
/// Claims of a master.
const CLAIMS: usize = 12;

/// The master of these sections, largest first.
pub(super) fn master(
    collection: &Collection,
    sections: &[SectionRecord],
    ratio: f32,
    now: Timestamp,
) -> MasterRecord {
    let mut claims: Vec<(usize, LevelId, Kept)> = Vec::new();
    let mut candidates = Vec::new();
    let mut dropped = 0;
    for (at, section) in sections.iter().enumerate() {
        let id = section_id(collection, &section.key);
        let quoted = section.sentences.iter().filter(|sentence| !sentence.connective);
        for sentence in quoted.take(OF_EACH) {
            let said: Vec<&str> =
                sentence.sources.iter().map(|source| source.words(&sentence.text)).collect();
            let found = support(&sentence.text, &said);
            if !found.holds() {
                dropped += 1;
                continue;
            }
            let documents: HashSet<DocumentId> =
                sentence.sources.iter().map(|source| source.document).collect();
            let size = (section.children.0.len() / size_of::<LevelId>()) as f32;
            candidates.push(Candidate {
                words: Words::of(&sentence.text),
                weight: (1.0 + size).ln() * documents.len() as f32,
            });
            let claim = Kept { support: found.score, cites: vec![id], ..sentence.clone() };
            claims.push((at, id, claim));
        }
    }
    let mut taken = represent(&candidates, CLAIMS);
    taken.sort_unstable();
    let mut groups: Vec<(LevelId, Group)> = Vec::new();
    for number in taken {
        let Some((at, id, _)) = claims.get(number) else { continue };
        match groups.last_mut().filter(|(last, _)| last == id) {
            Some((_, group)) => group.quotes.push(number),
            None => {
                let title = sections.get(*at).map_or("", |section| section.title.as_str());
                let heading = format!("On {title}:");
                groups.push((*id, Group { heading, quotes: vec![number] }));
            }
        }
    }
    let length = |at: usize| claims.get(at).map_or(0, |(.., claim)| claim.text.chars().count());
    let only: Vec<Group> = groups.iter().map(|(_, group)| group.clone()).collect();
    let named =
        |text: &str| groups.iter().find(|(_, group)| group.heading == text).map(|(id, _)| *id);
    let lines = join(&only, ratio, length).into_iter().filter_map(|line| match line {
        Line::Ours(text) => {
            let cites = named(&text).into_iter().collect();
            Some(ours(text, cites))
        }
        Line::Quoted(at) => claims.get(at).map(|(.., claim)| claim.clone()),
    });
    MasterRecord { sentences: lines.collect(), dropped, version: 1, created_at: now, stale: false }
}
