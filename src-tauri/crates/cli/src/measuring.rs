//! `eval` and `bench`: what the terminal measures, in this process and beside any vault.

use crate::{
    args_eval::{Eval, HalfName},
    session::Answer,
};
use api::{
    Host,
    types::{ErrorCode, Problem},
};
use measure::{BenchOptions, DocumentsOptions, EvalOptions, Half, MemoryOptions, SummariesOptions};
use serde::Serialize;

pub(crate) fn eval(host: &Host, command: &Eval) -> Result<Answer, Problem> {
    let resources = host.resources();
    match command {
        Eval::Retrieval { folder, mode, model } => {
            let options = EvalOptions { mode: mode.search_mode(), model: model.clone() };
            told(measure::eval_retrieval(folder, &options, host.fresh_resources()))
        }
        Eval::Memory { file, mode, model } => {
            let options = MemoryOptions { mode: mode.search_mode(), model: model.clone() };
            told(measure::eval_memory(file, &options, host.fresh_resources()))
        }
        Eval::Topics { file, model } => {
            told(measure::eval_topics(file, model.as_deref(), host.fresh_resources()))
        }
        Eval::Definitions { file } => told(measure::eval_definitions(file.as_deref())),
        Eval::Grounding { file } => told(measure::eval_grounding(file.as_deref())),
        Eval::Ask { place, model } => {
            told(measure::eval_ask(place, model.as_deref(), host.fresh_resources()))
        }
        Eval::Palace { file } => told(measure::eval_palace(file.as_deref())),
        Eval::Contradictions { file } => told(measure::eval_contradictions(file.as_deref())),
        Eval::Extraction { file } => told(measure::eval_extraction(file.as_deref())),
        Eval::Injections { file } => told(measure::eval_injections(file.as_deref())),
        Eval::Documents { folder, headings_from_bookmarks: true, .. } => {
            told(measure::eval_headings(folder, resources))
        }
        Eval::Documents { folder, against, against_server, .. } => {
            let options = DocumentsOptions {
                against: against.clone(),
                against_server: against_server.clone(),
            };
            told(measure::eval_documents(folder, &options, resources))
        }
        Eval::Ocr { folder } => told(measure::eval_ocr(folder, resources)),
        Eval::Summaries { folder, half, limit, against } => {
            let options = SummariesOptions {
                limit: *limit,
                half: half.map(|half| match half {
                    HalfName::Seen => Half::Seen,
                    HalfName::Unseen => Half::Unseen,
                }),
                against: against.clone(),
            };
            told(measure::eval_summaries(folder, &options, host.fresh_resources()))
        }
        Eval::Pages { folder, against, .. } => {
            told(measure::eval_pages(folder, against.clone(), resources))
        }
        Eval::Publications { folder, matching, no_ocr, .. } => {
            let (folder, matching) = (folder.as_deref(), matching.as_deref());
            told(measure::eval_publications(folder, matching, !no_ocr, resources))
        }
    }
}

pub(crate) fn bench(
    host: &Host,
    options: &BenchOptions,
    safety: bool,
    agents: Option<u64>,
) -> Result<Answer, Problem> {
    let resources = host.fresh_resources();
    match (safety, agents) {
        (true, _) => told(measure::bench_safety(options, resources)),
        (_, Some(seconds)) => told(measure::bench_agents(options, seconds, resources)),
        _ => told(measure::bench(options, resources)),
    }
}

fn told<T: Serialize>(measured: measure::Result<T>) -> Result<Answer, Problem> {
    let report = measured.map_err(|error| error.problem())?;
    serde_json::to_value(&report).map(Answer::from).map_err(|_| {
        let hint = "Please report this.";
        Problem::new(ErrorCode::Internal, "The report could not be written.", hint)
    })
}
