//! The palace as it is walked: wings, rooms, halls, tunnels, and the vocabulary that builds it.

use super::{editing::teaching, placing::AT_ONCE};
use crate::{
    Palace, Snapshot,
    error::{Error, Result},
    held::words::Words,
    tables::VOCABULARY,
    tx::Tx,
};
use types::{
    EdgeId, ErrorCode, Node, PalaceRequest, PalaceView, PatternOrigin, Place, Tunnel, TunnelList,
    VocabularyEntry, VocabularyList, VocabularyRequest,
};

/// Edges shown of one tunnel.
const THROUGH: usize = 20;
/// Weight of a pattern that a person's move taught or added.
const TAUGHT: f32 = 0.8;

impl Snapshot {
    /// Wings, rooms and halls with how much is in them.
    pub fn palace_view(&self, request: &PalaceRequest) -> Result<PalaceView> {
        let view = self.graph.view();
        let mut wings = view.tree();
        if let Some(wing) = &request.wing {
            wings.retain(|known| known.wing == *wing);
            let missing = |what: &str| {
                let hint = "`palace show` lists wings and rooms.";
                Error::new(ErrorCode::NotFound, format!("There is no such {what}."), hint)
            };
            let Some(found) = wings.first_mut() else { return Err(missing("wing")) };
            if let Some(room) = &request.room {
                found.rooms.retain(|known| known.room == *room);
                if found.rooms.is_empty() {
                    return Err(missing("room"));
                }
            }
        }
        wings.sort_by_key(|wing| wing.wing == Place::UNSORTED);
        let counts = view.counts();
        Ok(PalaceView {
            wings,
            nodes: counts.accepted,
            edges: counts.edges,
            proposed: counts.proposed,
        })
    }

    /// The other wings that edges lead to.
    pub fn tunnels(&self, wing: &str) -> Result<TunnelList> {
        let found = self.graph.view().tunnels(wing);
        let mut tunnels = Vec::with_capacity(found.len());
        for (other, edges) in found {
            let shown: Vec<EdgeId> = edges.iter().take(THROUGH).copied().collect();
            let through = self.edge_views(&shown)?;
            tunnels.push(Tunnel { wing: other, edges: edges.len() as u32, through });
        }
        Ok(TunnelList { wing: wing.to_owned(), tunnels })
    }

    /// The patterns that place nodes.
    pub fn vocabulary(&self) -> Result<VocabularyList> {
        Ok(VocabularyList { entries: self.words.entries.clone(), refused: Vec::new() })
    }

    fn pattern(
        &self,
        pattern: &str,
        wing: &str,
        room: &str,
        origin: PatternOrigin,
    ) -> VocabularyEntry {
        VocabularyEntry {
            pattern: pattern.trim().to_lowercase(),
            wing: wing.trim().to_owned(),
            room: room.trim().to_owned(),
            weight: TAUGHT,
            origin,
            active: true,
            learnt_at: Some(self.resources.now()),
        }
    }

    /// What a person's move of nodes teaches; nothing where the vocabulary knew.
    pub(super) fn lesson(&self, nodes: &[Node], wing: &str, room: &str) -> Option<VocabularyEntry> {
        let names = teaching(nodes);
        let words = &self.words;
        let knows = |name: &&str| {
            let guess = words.vocabulary.place(name, "");
            guess.confidence > AT_ONCE && guess.wing == wing && guess.room == room
        };
        if wing == Place::UNSORTED || names.is_empty() || names.iter().all(knows) {
            return None;
        }
        let pattern = extract::palace::lesson(&names, wing, room)?;
        Some(self.pattern(&pattern, wing, room, PatternOrigin::User))
    }

    /// A pattern that a language model suggested, where it is a good one.
    pub(super) fn suggestion(
        &self,
        pattern: &str,
        wing: &str,
        room: &str,
    ) -> Option<VocabularyEntry> {
        extract::palace::check(pattern, wing, room).ok()?;
        let words = &self.words;
        let pattern = self.pattern(pattern, wing, room, PatternOrigin::Model);
        // what a person switched off or taught is not overruled
        let known = words.entries.iter().any(|entry| entry.pattern == pattern.pattern);
        (!known).then_some(pattern)
    }
}

impl Tx<'_, '_> {
    /// Puts patterns in, and the vocabulary that has them.
    pub(super) fn teach(&mut self, entries: &[VocabularyEntry]) -> Result<()> {
        if entries.is_empty() {
            return Ok(());
        }
        let mut kept: Vec<VocabularyEntry> =
            self.records.scan(VOCABULARY, &[])?.collect::<vault::Result<_>>()?;
        for entry in entries {
            kept.retain(|known| known.pattern != entry.pattern || known.wing != entry.wing);
            kept.push(entry.clone());
            let path: [&[u8]; 2] = [entry.wing.as_bytes(), entry.pattern.as_bytes()];
            self.batch.put(VOCABULARY, &path, entry)?;
        }
        self.show_words(Words::new(kept));
        Ok(())
    }
}

impl Palace {
    /// Adds, switches or takes in patterns.
    pub fn change_vocabulary(&self, request: &VocabularyRequest) -> Result<VocabularyList> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let now = self.resources.now();
        let (entries, refused) = match request {
            VocabularyRequest::Add { pattern, wing, room } => {
                extract::palace::check(pattern, wing, room).map_err(|why| {
                    let message = format!("{why}. Nothing was changed.");
                    Error::new(ErrorCode::Usage, &message, "Give words; a final * for any ending.")
                })?;
                (vec![tx.pattern(pattern, wing, room, PatternOrigin::User)], Vec::new())
            }
            VocabularyRequest::Switch { pattern, wing, active } => {
                let known = tx
                    .words
                    .entries
                    .iter()
                    .find(|entry| entry.pattern == *pattern && entry.wing == *wing);
                let missing = || {
                    let hint = "`palace vocabulary` lists them.";
                    Error::new(ErrorCode::NotFound, "There is no such pattern.", hint)
                };
                let known = known.ok_or_else(missing)?;
                (vec![VocabularyEntry { active: *active, ..known.clone() }], Vec::new())
            }
            VocabularyRequest::Import { text } => {
                let (entries, refused) = extract::palace::parse(text);
                let from_file = |entry: VocabularyEntry| VocabularyEntry {
                    origin: PatternOrigin::File,
                    learnt_at: Some(now),
                    ..entry
                };
                (entries.into_iter().map(from_file).collect(), refused)
            }
        };
        if !entries.is_empty() {
            tx.teach(&entries)?;
            tx.commit("palace.vocabulary", Vec::new())?;
        }
        Ok(VocabularyList { entries: writer.now().words.entries.clone(), refused })
    }
}
