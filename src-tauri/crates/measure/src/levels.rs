//! The levels part of `bench`: building them over a collection, adding one document, questions at every
//! level and the way down.

use crate::times::percentiles;
use engine::{Palace, Result, Source};
use std::{collections::BTreeMap, time::Instant};
use types::{
    Cancel, Collection, IngestOptions, Level, LevelsBench, LevelsBuildRequest, LevelsDrill,
    LevelsQuery, LevelsUpdateRequest, Percentiles,
};

/// Questions timed of each kind, and documents added.
const TIMES: usize = 200;
const ADDED: u32 = 5;

/// What the bench is made of.
pub(crate) struct Material<'a> {
    /// Some words to ask for.
    pub ask: &'a mut dyn FnMut() -> String,
    /// A document that is not there yet, by number.
    pub document: &'a mut dyn FnMut(u32) -> Source,
}

/// Builds the levels of everything, and times them.
pub(crate) fn bench_levels(
    palace: &Palace,
    documents: u64,
    material: Material<'_>,
) -> Result<(BTreeMap<String, Percentiles>, LevelsBench)> {
    let (cancel, collection) = (Cancel::default(), Collection::default());
    let build = LevelsBuildRequest {
        collection: collection.clone(),
        method: None,
        max_synthesis_ratio: None,
    };
    let built = palace.build_levels(&build, &cancel, &|_, _| {})?;
    let mut add_ms = Vec::new();
    for number in 0..ADDED {
        let source = (material.document)(number);
        palace.ingest(vec![source], &IngestOptions::default(), &cancel, &|_| {})?;
        let request = LevelsUpdateRequest {
            collection: collection.clone(),
            add: Vec::new(),
            remove: Vec::new(),
        };
        let start = Instant::now();
        palace.update_levels(&request, &cancel, &|_, _| {})?;
        add_ms.push(start.elapsed().as_secs_f64() * 1e3);
    }
    let levels = [Level::Master, Level::Section, Level::Chunk, Level::Raw];
    let mut level_ms = BTreeMap::new();
    let mut nodes = Vec::new();
    for level in levels {
        let mut times = Vec::with_capacity(TIMES);
        for number in 0..TIMES {
            let mut request = question(&collection, level);
            // with words, and without, from another place each time
            match number % 2 {
                0 => request.query = Some((material.ask)()),
                _ => request.offset = (number * 37) as u32,
            }
            let start = Instant::now();
            let answer = palace.snapshot().levels(&request)?;
            times.push(start.elapsed().as_secs_f64() * 1e3);
            nodes.extend(answer.nodes.into_iter().map(|node| (node.level, node.id)));
        }
        level_ms.insert(format!("{level:?}").to_lowercase(), percentiles(times));
    }
    let mut drilldown = Vec::new();
    for (level, node) in nodes.into_iter().step_by(11) {
        for to in levels.into_iter().filter(|to| *to < level) {
            let request = LevelsDrill { node: node.clone(), to, top_k: None, offset: 0 };
            let start = Instant::now();
            palace.snapshot().drill_levels(&request)?;
            drilldown.push(start.elapsed().as_secs_f64() * 1e3);
        }
    }
    let report = LevelsBench {
        documents,
        build_ms: built.took_ms,
        add_ms: percentiles(add_ms),
        drilldown_ms: percentiles(drilldown),
        statistics: built.statistics,
    };
    Ok((level_ms, report))
}

fn question(collection: &Collection, level: Level) -> LevelsQuery {
    LevelsQuery {
        collections: vec![collection.clone()],
        level,
        query: None,
        wing: None,
        room: None,
        entity_kind: None,
        entity: None,
        document: None,
        since: None,
        until: None,
        top_k: None,
        offset: 0,
        include_sources: false,
    }
}
