//! `eval retrieval`: a judged collection through the real engine, scored as trec_eval scores it.

use engine::{Error, Palace, Resources, Result, Source, Spaces, io_problem};
use serde::Deserialize;
use std::{
    collections::{HashMap, HashSet},
    fs,
    path::Path,
    time::Instant,
};
use types::{
    Cancel, ErrorCode, IngestOptions, IngestOutcome, RetrievalReport, SearchMode, SearchRequest,
};

/// What to measure.
pub struct EvalOptions {
    /// How to search.
    pub mode: SearchMode,
    /// The only embedding model used; the ones in use where nothing is said.
    pub model: Option<String>,
}

/// Hits asked for, so that the first hundred *documents* are among them.
const PASSAGES: u32 = 300;
const CUTOFF: usize = 100;

#[derive(Deserialize)]
pub(crate) struct Row {
    #[serde(rename = "_id")]
    pub id: String,
    #[serde(default)]
    pub title: String,
    pub text: String,
}

/// Query id → document id → relevance.
pub(crate) type Judgements = HashMap<String, HashMap<String, f64>>;

/// Ingests `folder` (BEIR form) into a temporary vault and asks it every judged query.
pub fn eval_retrieval(
    folder: &Path,
    options: &EvalOptions,
    resources: Resources,
) -> Result<RetrievalReport> {
    let corpus = rows(&folder.join("corpus.jsonl"))?;
    let queries = rows(&folder.join("queries.jsonl"))?;
    let judgements = judgements(&folder.join("qrels/test.tsv"))?;
    let words_alone = [SearchMode::Keyword, SearchMode::Exact].contains(&options.mode);
    let resources = match &options.model {
        None if words_alone => resources.with_spaces(Spaces { first: None, preferred: None }),
        model => crate::times::with_model(resources, model.as_deref())?,
    };
    let (_home, palace) = crate::times::temporary_palace(resources)?;

    let start = Instant::now();
    let documents = ingest(&palace, &corpus)?;
    let index_seconds = start.elapsed().as_secs_f64();
    let mut run = Run::default();
    for query in queries.iter().filter(|query| judgements.contains_key(&query.id)) {
        let relevant = judgements.get(&query.id).into_iter().flatten();
        let relevant = relevant.map(|(id, gain)| (id.as_str(), *gain)).collect();
        let (ranked, took_ms) = ask(&palace, &query.text, options.mode)?;
        let ids = ranked.iter().filter_map(|id| documents.get(id)).map(String::as_str);
        run.add(&ids.collect::<Vec<_>>(), &relevant, took_ms);
    }
    let model = palace.snapshot().model_in_use();
    palace.close()?;
    Ok(RetrievalReport {
        dataset: folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        mode: options.mode,
        model,
        documents: documents.len() as u64,
        queries: run.queries as u64,
        ndcg_at_10: run.mean(run.ndcg_at_10),
        recall_at_10: run.mean(run.recall_at_10),
        recall_at_100: run.mean(run.recall_at_100),
        index_seconds,
        query_ms: crate::times::percentiles(run.times_ms),
    })
}

/// One document a row; rows of equal bytes share one, as they would in a vault.
pub(crate) fn ingest(palace: &Palace, corpus: &[Row]) -> Result<HashMap<String, String>> {
    let source = |row: &Row| Source::Bytes {
        name: format!("{}.md", row.id),
        bytes: match row.title.as_str() {
            "" => format!("{}\n", row.text).into_bytes(),
            title => format!("# {title}\n\n{}\n", row.text).into_bytes(),
        },
    };
    let cancel = Cancel::default();
    let sources = corpus.iter().map(source).collect();
    let answer = palace.ingest(sources, &IngestOptions::default(), &cancel, &|_| {})?;
    palace.refine(&cancel, &|_| {})?;
    let kept = corpus.iter().zip(answer.documents);
    let kept = kept.filter(|(_, document)| document.state == IngestOutcome::Indexed);
    let by_id = kept
        .filter_map(|(row, document)| Some((document.document_id?.to_string(), row.id.clone())));
    Ok(by_id.collect())
}

/// Document ids, best first, each at its best passage's place.
fn ask(palace: &Palace, query: &str, mode: SearchMode) -> Result<(Vec<String>, f64)> {
    let request = SearchRequest::new(query, mode, PASSAGES);
    let start = Instant::now();
    let answer = palace.snapshot().answer(&request)?;
    let took_ms = start.elapsed().as_secs_f64() * 1e3;
    let mut seen = HashSet::new();
    let ranked = answer.hits.into_iter().map(|hit| hit.document_id).filter(|id| seen.insert(*id));
    Ok((ranked.take(CUTOFF).map(|id| id.to_string()).collect(), took_ms))
}

#[derive(Default)]
struct Run {
    queries: usize,
    ndcg_at_10: f64,
    recall_at_10: f64,
    recall_at_100: f64,
    times_ms: Vec<f64>,
}

impl Run {
    fn add(&mut self, ranked: &[&str], relevant: &HashMap<&str, f64>, took_ms: f64) {
        let judged = relevant.values().filter(|gain| **gain > 0.0).count();
        if judged == 0 {
            return;
        }
        let found = |cutoff: usize| {
            let first = ranked.iter().take(cutoff);
            let hits = first.filter(|id| relevant.get(*id).is_some_and(|gain| *gain > 0.0));
            hits.count() as f64 / judged as f64
        };
        self.queries += 1;
        self.ndcg_at_10 += ndcg(ranked, relevant, 10);
        self.recall_at_10 += found(10);
        self.recall_at_100 += found(100);
        self.times_ms.push(took_ms);
    }

    fn mean(&self, sum: f64) -> f64 {
        sum / self.queries.max(1) as f64
    }
}

/// Linear gain over log2(rank + 1), divided by the best order's.
fn ndcg(ranked: &[&str], relevant: &HashMap<&str, f64>, cutoff: usize) -> f64 {
    let discounted = |gains: &mut dyn Iterator<Item = f64>| {
        gains.take(cutoff).zip(2..).map(|(gain, n)| gain / f64::from(n).log2()).sum::<f64>()
    };
    let mut ideal: Vec<f64> = relevant.values().copied().collect();
    ideal.sort_by(|a, b| b.total_cmp(a));
    let got = discounted(&mut ranked.iter().map(|id| relevant.get(id).copied().unwrap_or(0.0)));
    let best = discounted(&mut ideal.into_iter());
    if best > 0.0 { got / best } else { 0.0 }
}

pub(crate) fn rows(file: &Path) -> Result<Vec<Row>> {
    let text = read(file)?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| serde_json::from_str(line).map_err(|_| not_beir(file))).collect()
}

pub(crate) fn judgements(file: &Path) -> Result<Judgements> {
    let mut judgements = Judgements::new();
    for line in read(file)?.lines().skip(1).filter(|line| !line.trim().is_empty()) {
        let mut fields = line.split('\t');
        let (Some(query), Some(document), Some(gain)) =
            (fields.next(), fields.next(), fields.next())
        else {
            return Err(not_beir(file));
        };
        let gain = gain.trim().parse().map_err(|_| not_beir(file))?;
        judgements.entry(query.to_owned()).or_default().insert(document.to_owned(), gain);
    }
    Ok(judgements)
}

fn read(file: &Path) -> Result<String> {
    fs::read_to_string(file)
        .map_err(|source| Error::Problem(io_problem("The judged collection was not read", &source)))
}

fn not_beir(file: &Path) -> Error {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    Error::new(
        ErrorCode::Usage,
        format!("{name} is not in BEIR form."),
        "The folder holds corpus.jsonl, queries.jsonl and qrels/test.tsv.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ndcg_agrees_with_sums_done_by_hand() {
        let relevant = HashMap::from([("a", 2.0), ("b", 1.0)]);
        let cases: [(&[&str], f64); 4] = [
            (&["a", "b"], 1.0),
            (&["x", "a"], (2.0 / 3f64.log2()) / (2.0 + 1.0 / 3f64.log2())),
            (&["x"], 0.0),
            (&[], 0.0),
        ];
        for (ranked, wanted) in cases {
            assert!((ndcg(ranked, &relevant, 10) - wanted).abs() < 1e-12, "{ranked:?}");
        }
    }
}
