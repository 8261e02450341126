//! From a node down to what it rests on, across as many levels as asked, and from nodes up to what they
//! have in common. The level falls with every step, so a walk ends.

use super::{
    nodes::{DIGITS, above, below, parse},
    query::Asked,
};
use crate::{
    Snapshot,
    error::{Error, Result},
    held::levels::{Outline, Seat},
    tables::levels::{HEADS, HeadRecord, LevelId},
};
use std::{sync::Arc, time::Instant};
use types::{
    Collection, ErrorCode, Level, LevelsAnswer, LevelsDrill, LevelsNodeRequest, LevelsNodeView,
    LevelsRoll,
};

/// Nodes of one answer where nothing is said.
const SOME: u32 = 20;
const MOST: u32 = 1000;
/// Fewest digits of an id that are taken for it.
const PREFIX_DIGITS: usize = 8;
/// Nodes that one roll-up begins at.
const NODES: usize = 1000;

impl Snapshot {
    /// The collections that levels are built of.
    pub(crate) fn built(&self) -> Result<Vec<HeadRecord>> {
        let heads = self.records.scan(HEADS, &[b"head"])?;
        let mut heads: Vec<HeadRecord> = heads.collect::<vault::Result<_>>()?;
        heads.sort_by(|a, b| a.collection.as_str().cmp(b.collection.as_str()));
        Ok(heads)
    }

    /// The collection and the place of the node that `id` names, whole or by its beginning.
    fn seat(&self, id: &str) -> Result<(Collection, Seat)> {
        let id = id.trim().to_lowercase();
        let digits = id.len() >= PREFIX_DIGITS && id.chars().all(|c| c.is_ascii_hexdigit());
        if !digits || id.len() > DIGITS {
            return Err(Error::new(
                ErrorCode::Usage,
                "That is not a node's id.",
                "Give the id that `knowledge query` prints, or its first 8 digits or more.",
            ));
        }
        let whole = parse(&id);
        let mut found = Vec::new();
        for head in self.built()? {
            let Some(outline) = self.outlines.of(&self.records, &head.collection)? else {
                continue;
            };
            match whole {
                Some(whole) => {
                    found.extend(outline.find(&whole).map(|seat| (head.collection.clone(), seat)));
                }
                None => {
                    let fits = outline.fitting(beginning(&id)).into_iter();
                    found.extend(fits.map(|seat| (head.collection.clone(), seat)));
                }
            }
        }
        match found.as_slice() {
            [_] => found.pop().ok_or_else(no_node),
            [] => Err(no_node()),
            _ => Err(Error::new(
                ErrorCode::Ambiguous,
                format!("{} nodes have ids that begin so.", found.len()),
                "Give more digits.",
            )),
        }
    }

    /// One node, and its ancestors.
    pub fn level_node_view(&self, request: &LevelsNodeRequest) -> Result<LevelsNodeView> {
        let (collection, seat) = self.seat(&request.node)?;
        let mut asked = self.asked(&collection)?;
        let node = self.node_at(&mut asked, seat)?.ok_or_else(no_node)?;
        let outline = Arc::clone(&asked.outline);
        let mut ancestors = Vec::new();
        let mut next = above(&outline, seat);
        while let Some(seat) = next {
            ancestors.extend(self.node_at(&mut asked, seat)?);
            next = above(&outline, seat);
        }
        ancestors.reverse();
        Ok(LevelsNodeView { collection: collection.as_str().to_owned(), node, above: ancestors })
    }

    /// What a node rests on at a level below.
    pub fn drill_levels(&self, request: &LevelsDrill) -> Result<LevelsAnswer> {
        let start = Instant::now();
        let (collection, seat) = self.seat(&request.node)?;
        if request.to >= seat.level() {
            return Err(wrong_way("below", seat.level()));
        }
        let most = request.top_k.unwrap_or(SOME).min(MOST) as usize;
        let mut asked = self.asked(&collection)?;
        let outline = Arc::clone(&asked.outline);
        let total = count(&outline, seat, request.to);
        let (mut found, mut pass_over) = (Vec::new(), request.offset as usize);
        descend(&outline, seat, request.to, &mut pass_over, most, &mut found);
        let answer = self.answer_with(&mut asked, request.to, found)?;
        Ok(LevelsAnswer { total, took_ms: start.elapsed().as_secs_f64() * 1e3, ..answer })
    }

    /// What nodes have in common at a level above: their ancestor there, else the master.
    pub fn roll_levels(&self, request: &LevelsRoll) -> Result<LevelsAnswer> {
        let start = Instant::now();
        if request.nodes.is_empty() || request.nodes.len() > NODES {
            return Err(Error::new(
                ErrorCode::Usage,
                "Name from 1 to 1,000 nodes.",
                "`knowledge query` prints their ids.",
            ));
        }
        let mut common: Option<(Collection, Seat)> = None;
        for id in &request.nodes {
            let (collection, seat) = self.seat(id)?;
            if request.to <= seat.level() {
                return Err(wrong_way("above", seat.level()));
            }
            let outline = self.asked(&collection)?.outline;
            let ancestor = ancestor(&outline, seat, request.to);
            common = match common {
                None => Some((collection, ancestor)),
                Some((own, _)) if own != collection => {
                    return Err(Error::new(
                        ErrorCode::Usage,
                        "These nodes are of different collections, which have nothing above them.",
                        "Roll up those of one collection.",
                    ));
                }
                Some((own, other)) if other == ancestor => Some((own, other)),
                Some((own, _)) => Some((own, Seat::Master)),
            };
        }
        let (collection, seat) = common.ok_or_else(no_node)?;
        let mut asked = self.asked(&collection)?;
        let answer = self.answer_with(&mut asked, seat.level(), vec![seat])?;
        Ok(LevelsAnswer { took_ms: start.elapsed().as_secs_f64() * 1e3, ..answer })
    }

    fn answer_with(
        &self,
        asked: &mut Asked<'_>,
        level: Level,
        seats: Vec<Seat>,
    ) -> Result<LevelsAnswer> {
        let mut nodes = Vec::with_capacity(seats.len());
        for seat in seats {
            nodes.extend(self.node_at(asked, seat)?);
        }
        let name = asked.outline.head.collection.as_str();
        Ok(LevelsAnswer {
            level,
            collections: vec![name.to_owned(); nodes.len()],
            total: nodes.len() as u64,
            nodes,
            sources: Vec::new(),
            stale: !asked.fresh.is_empty(),
            took_ms: 0.0,
        })
    }
}

/// Whether an id begins with these digits.
fn beginning(digits: &str) -> impl Fn(&LevelId) -> bool + use<> {
    let digits: Vec<u8> =
        digits.chars().filter_map(|c| c.to_digit(16)).map(|digit| digit as u8).collect();
    move |id| {
        let own = id.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        own.zip(&digits).all(|(own, wanted)| own == *wanted)
    }
}

/// How many nodes of a level are below one.
fn count(outline: &Outline, seat: Seat, to: Level) -> u64 {
    let pieces = |at: usize| outline.chunks.get(at).map_or(0, |chunk| chunk.pieces.len() as u64);
    match (seat, to) {
        (Seat::Master, Level::Chunk) => outline.chunks.len() as u64,
        (Seat::Master, Level::Raw) => outline.head.statistics.raw.into(),
        (Seat::Section(at), Level::Raw) => outline
            .sections
            .get(at)
            .map_or(0, |section| section.children.iter().map(|at| pieces(*at)).sum()),
        _ => below(outline, seat).len() as u64,
    }
}

fn descend(
    outline: &Outline,
    seat: Seat,
    to: Level,
    pass_over: &mut usize,
    most: usize,
    found: &mut Vec<Seat>,
) {
    for child in below(outline, seat) {
        if found.len() >= most {
            return;
        }
        if child.level() > to {
            descend(outline, child, to, pass_over, most, found);
        } else if *pass_over > 0 {
            *pass_over -= 1;
        } else {
            found.push(child);
        }
    }
}

fn ancestor(outline: &Outline, mut seat: Seat, to: Level) -> Seat {
    while seat.level() < to {
        match above(outline, seat) {
            Some(next) => seat = next,
            None => return Seat::Master,
        }
    }
    seat
}

fn no_node() -> Error {
    Error::new(
        ErrorCode::NotFound,
        "No node has that id.",
        "It may have gone with an update; `knowledge query` shows what is there.",
    )
}

fn wrong_way(way: &str, level: Level) -> Error {
    let level = format!("{level:?}").to_lowercase();
    Error::new(
        ErrorCode::Usage,
        format!(
            "The level that is asked for is not {way} the node, which is of the level {level}."
        ),
        "Levels are raw, chunk, section and master, from below.",
    )
}
