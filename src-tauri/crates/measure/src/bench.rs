//! `bench`: a synthetic vault of a fixed seed, filled and searched through the real engine.

use crate::{
    contexts::bench_memory,
    graph::bench_knowledge,
    levels::{Material, bench_levels},
    times::{median, percentiles, splitmix, temporary_home},
};
use engine::{KdfParams, Palace, Passphrase, Resources, Result, Source, Spaces};
use search::Query;
use std::{sync::Arc, time::Instant};
use types::{
    BenchReport, Cancel, Fusion, FusionRule, IngestOptions, Percentiles, SearchMode, SearchRequest,
};

/// What to build.
pub struct BenchOptions {
    /// Chunks in the vault, at least one.
    pub chunks: u32,
    /// Chunks of each document, at least one.
    pub per_document: u32,
}

/// Words in each section: about 130 tokens.
const WORDS: u32 = 100;
/// Documents handed to one ingest.
const STEP: u32 = 64;
/// Searches timed of each kind.
const QUERIES: u32 = 300;

/// Builds the vault in a temporary folder, times it, and takes it away again.
pub fn bench(options: &BenchOptions, resources: Resources) -> Result<BenchReport> {
    let home = temporary_home()?;
    let folder = home.path().join("vault");
    let passphrase = Passphrase::new("a temporary vault".to_owned())?;
    let model = resources.spaces().first.clone();
    let resources = Arc::new(resources.with_spaces(Spaces { first: model, preferred: None }));
    let palace = Palace::create(&folder, &passphrase, KdfParams::DEFAULT, Arc::clone(&resources))?;
    let mut resident = Resident::default();
    resident.begin();
    let mut words = Words::new();
    let (chunks, ingest_chunks_per_s) = fill(&palace, options, &mut words)?;
    let text_bytes = palace.snapshot().documents()?.documents.iter().map(|d| d.text_bytes).sum();
    resident.end();
    palace.close()?;

    let palace = Palace::open(&folder, &passphrase, Arc::clone(&resources))?;
    resident.begin();
    let times = palace.open_times();
    let (bm25_ms, hybrid_ms) = searches(&palace, &mut words)?;
    resident.end();
    let documents = palace.info()?.documents;
    let mut more = Words::new();
    let material = Material {
        ask: &mut || words.some(3),
        document: &mut |number| document(&mut more, u32::MAX - number, options.per_document),
    };
    let (level_ms, levels) = bench_levels(&palace, documents, material)?;
    let vectors = search::timing::vectors(chunks as usize);
    let (scan, threads) = search::timing::scan(&vectors, 100, QUERIES as usize);
    let memory_read_ms = median(search::timing::memory_read(&vectors, QUERIES as usize));
    let knowledge = bench_knowledge(options.chunks, Arc::clone(&resources))?;
    let mut disk_bytes = palace.table_bytes()?;
    disk_bytes.insert("total".to_owned(), palace.info()?.size_bytes);
    let memory = bench_memory(&palace, chunks)?;
    let model = palace.snapshot().model_in_use();
    palace.close()?;
    Ok(BenchReport {
        chunks,
        threads,
        model,
        scan_ms: percentiles(scan),
        memory_read_ms,
        bm25_ms,
        hybrid_ms,
        level_ms,
        levels,
        unlock_ms: times.rest.as_secs_f64() * 1e3,
        kdf_ms: times.kdf.as_secs_f64() * 1e3,
        ingest_chunks_per_s,
        disk_bytes,
        text_bytes,
        knowledge,
        peak_rss_bytes: resident.whole(),
        in_use_rss_bytes: resident.in_use,
        memory,
    })
}

/// The highest resident memory of this process, and of some stretches of its life.
#[derive(Default)]
struct Resident {
    before: u64,
    in_use: Option<u64>,
    counts: bool,
}

impl Resident {
    fn peak() -> u64 {
        convert::peak_memory_bytes(std::process::id()).unwrap_or(0)
    }

    /// From here on it counts. Linux forgets the mark when told so (proc(5), `clear_refs`).
    fn begin(&mut self) {
        self.before = self.whole();
        self.counts = std::fs::write("/proc/self/clear_refs", "5").is_ok();
    }

    fn end(&mut self) {
        if self.counts {
            self.in_use = self.in_use.max(Some(Self::peak()));
        }
    }

    fn whole(&self) -> u64 {
        self.before.max(Self::peak())
    }
}

/// Ingests synthetic Markdown until `wanted` chunks are in; their number and the rate.
fn fill(palace: &Palace, options: &BenchOptions, words: &mut Words) -> Result<(u64, f64)> {
    let mut spent = 0.0;
    let mut made = 0;
    while made < options.chunks {
        let (sources, sections) = documents(words, options, made);
        let start = Instant::now();
        palace.ingest(sources, &IngestOptions::default(), &Cancel::default(), &|_| {})?;
        spent += start.elapsed().as_secs_f64();
        made += sections;
    }
    let chunks = palace.info()?.chunks;
    Ok((chunks, chunks as f64 / spent.max(f64::EPSILON)))
}

/// The documents of one ingest, where so many chunks are in already; and how many theirs are.
pub(crate) fn documents(
    words: &mut Words,
    options: &BenchOptions,
    made: u32,
) -> (Vec<Source>, u32) {
    let each = options.per_document.max(1);
    let sections = (options.chunks - made).min(each * STEP);
    let sources = (0..sections.div_ceil(each))
        .map(|n| document(words, made / each + n, (sections - n * each).min(each)))
        .collect();
    (sources, sections)
}

fn document(words: &mut Words, number: u32, sections: u32) -> Source {
    let mut text = format!("# Report {number}: {}\n", words.some(4));
    for section in 1..=sections {
        text.push_str(&format!("\n## {section} {}\n\n", words.some(3)));
        for sentence in 0..WORDS / 10 {
            let separator = if sentence % 5 == 4 { ".\n\n" } else { ". " };
            text.push_str(&words.some(10));
            text.push_str(separator);
        }
    }
    Source::Bytes { name: format!("report-{number}.md"), bytes: text.into_bytes() }
}

fn searches(palace: &Palace, words: &mut Words) -> Result<(Percentiles, Percentiles)> {
    let queries: Vec<String> = (0..QUERIES).map(|n| words.some(2 + n % 6)).collect();
    let fusion = Fusion { rule: FusionRule::Convex, semantic: 0.0, keyword: 1.0, exact: 0.0 };
    let bm25 = timed(&queries, |text| {
        let query = Query {
            text,
            vector: None,
            mode: SearchMode::Keyword,
            top_k: 100,
            documents: None,
            except: None,
            passages: None,
            fusion,
        };
        let now = palace.snapshot();
        now.ranked(&query).map(drop)
    })?;
    let hybrid = timed(&queries, |text| {
        let request = SearchRequest::new(text, SearchMode::Hybrid, 10);
        palace.search(&request).map(drop)
    })?;
    Ok((bm25, hybrid))
}

fn timed(queries: &[String], run: impl Fn(&str) -> Result<()>) -> Result<Percentiles> {
    let mut times_ms = Vec::with_capacity(queries.len());
    for query in queries {
        let start = Instant::now();
        run(query)?;
        times_ms.push(start.elapsed().as_secs_f64() * 1e3);
    }
    Ok(percentiles(times_ms))
}

/// Words drawn by Zipf's law from a fixed vocabulary, by a fixed seed.
pub(crate) struct Words {
    vocabulary: Vec<String>,
    state: u64,
}

impl Words {
    pub(crate) fn new() -> Self {
        let onsets = ["b", "c", "d", "f", "g", "h", "l", "m", "n", "p", "r", "s", "t", "st", "tr"];
        let rests = ["a", "e", "i", "o", "al", "an", "ar", "en", "er", "in", "on", "or", "us"];
        let syllables =
            || onsets.iter().flat_map(|on| rests.iter().map(move |r| format!("{on}{r}")));
        let pairs =
            syllables().flat_map(|first| syllables().map(move |next| first.clone() + &next));
        Self { vocabulary: pairs.collect(), state: 0x10C1 }
    }

    fn some(&mut self, count: u32) -> String {
        let words: Vec<String> = (0..count).map(|_| self.word()).collect();
        words.join(" ")
    }

    /// Rank r with a probability near 1 / r: the logarithm of the rank is uniform.
    fn word(&mut self) -> String {
        self.state = splitmix(self.state);
        let uniform = (self.state >> 11) as f64 / (1u64 << 53) as f64;
        let rank = (self.vocabulary.len() as f64).powf(uniform) as usize;
        // neighbours in the list share a syllable; spread them over the ranks
        let place = rank.wrapping_mul(7919) % self.vocabulary.len();
        self.vocabulary.get(place).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_synthetic_words_never_change() {
        let (mut one, mut two) = (Words::new(), Words::new());
        assert_eq!(one.some(50), two.some(50));
    }
}
