//! The sentence that situates a chunk in its document, from a language model where one is set. Each is
//! kept as soon as it is there, so that an interruption costs none twice; a call that fails falls
//! back to title and headings alone. The chunk itself stays verbatim.

use crate::{
    Palace, Snapshot,
    error::{Error, Result, go_on},
    ingest::Tools,
    situating::Situating,
    tables::{CONTEXTS, ContextRecord, LLM, LlmRecord},
};
use models::llm::{Endpoint, Llm, Secret, context};
use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicUsize, Ordering},
};
use types::{ChunkRecord, DocumentId, ErrorCode, LlmRequest, LlmView, Problem, Span};

/// Sentences of one document that are committed together.
const KEPT_TOGETHER: usize = 16;

/// After so many failures in a row a document goes on without the model.
const FAILURES: usize = 3;

impl Snapshot {
    /// The language model that is set; `None` where none is.
    pub(crate) fn language_model(&self) -> Result<Option<Situating>> {
        let Some(record) = self.records.get(LLM, &[b"llm"])? else { return Ok(None) };
        let model = record.model.clone();
        let concurrency = usize::from(record.concurrency.max(1));
        let llm = Llm::new(endpoint(record))?;
        Ok(Some(Situating { llm, model, concurrency }))
    }

    /// What is set, the key apart.
    pub fn llm(&self) -> Result<LlmView> {
        let Some(record) = self.records.get(LLM, &[b"llm"])? else { return Ok(LlmView::default()) };
        let leaves_machine = record.consent_at.is_some();
        Ok(LlmView {
            base_url: Some(record.base_url),
            model: record.model,
            has_key: record.api_key.is_some(),
            context_tokens: record.context_tokens,
            concurrency: record.concurrency,
            leaves_machine,
            contexts: self.records.count(CONTEXTS, &[])?,
        })
    }

    fn context_of(&self, llm: &Situating, document: &DocumentId, span: &Span) -> Option<String> {
        let kept = self.records.get(CONTEXTS, &path(document, span).each_ref().map(AsRef::as_ref));
        let kept: Option<ContextRecord> = kept.ok().flatten();
        kept.filter(|kept| kept.model == llm.model).map(|kept| kept.sentence)
    }

    /// The kept sentence of a chunk, from whichever model; empty where there is none.
    pub(crate) fn kept_context(&self, document: &DocumentId, span: &Span) -> Result<String> {
        let path = path(document, span);
        let kept = self.records.get(CONTEXTS, &path.each_ref().map(AsRef::as_ref))?;
        Ok(kept.map(|kept| kept.sentence).unwrap_or_default())
    }
}

impl Palace {
    /// Sets the language model. An address that is not this machine needs consent.
    pub fn set_llm(&self, request: LlmRequest) -> Result<LlmView> {
        let mut record = LlmRecord {
            base_url: request.base_url.trim().trim_end_matches('/').to_owned(),
            model: request.model.trim().to_owned(),
            api_key: request.api_key.filter(|key| !key.is_empty()),
            context_tokens: request.context_tokens,
            concurrency: request.concurrency,
            consent_at: None,
        };
        let usage = |message: &str, hint| Err(Error::new(ErrorCode::Usage, message, hint));
        if record.model.is_empty() || !(1024..=2_000_000).contains(&record.context_tokens) {
            return usage(
                "A model's name is missing, or its window is not from 1,024 to 2,000,000 tokens.",
                "Give the name that the server lists, and its window.",
            );
        }
        if !(1..=50).contains(&record.concurrency) {
            return usage("Calls at the same time are from 1 to 50.", "Give 2, say.");
        }
        let address = endpoint(record.clone());
        let local = address.is_loopback();
        // a malformed address is refused here, before it is kept
        Llm::new(address)?;
        if !local {
            if !request.text_may_leave {
                return usage(
                    "That address is not this machine: the text of your documents would leave it. \
                     Nothing was changed.",
                    "Agree to that in so many words (--text-may-leave), or use a local address.",
                );
            }
            record.consent_at = Some(self.resources.now());
        }
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        // its address and name; never the key to it
        let told = |it: &LlmRecord| (it.base_url.clone(), it.model.clone());
        let before = tx.records.get(LLM, &[b"llm"])?.as_ref().map(told);
        tx.tell_change(&before, &Some(told(&record)));
        tx.batch.put(LLM, &[b"llm"], &record)?;
        let action = if record.consent_at.is_some() { "llm.set.remote" } else { "llm.set.local" };
        tx.commit(action, Vec::new())?.llm()
    }

    /// Goes back to doing without.
    pub fn clear_llm(&self) -> Result<LlmView> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        tx.batch.delete(LLM, &[b"llm"]);
        tx.commit("llm.clear", Vec::new())?.llm()
    }

    /// A sentence for each chunk; empty where the model gave none.
    pub(crate) fn situate(
        &self,
        llm: &Situating,
        document: &DocumentId,
        text: &str,
        chunks: &[ChunkRecord],
        tools: &Tools<'_>,
        warnings: &mut Vec<String>,
    ) -> std::result::Result<Vec<String>, Problem> {
        let mut sentences = Vec::with_capacity(chunks.len());
        let mut lacking = 0;
        for group in chunks.chunks(KEPT_TOGETHER) {
            let fresh = Mutex::new(Vec::new());
            let next = AtomicUsize::new(0);
            let failures = AtomicUsize::new(lacking);
            let found: Mutex<Vec<String>> = Mutex::new(vec![String::new(); group.len()]);
            let work = || {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(chunk) = group.get(place) else { return };
                    let kept = self.snapshot().context_of(llm, document, &chunk.span);
                    let sentence = match kept {
                        Some(sentence) => Some(sentence),
                        None if failures.load(Ordering::Relaxed) >= FAILURES => None,
                        None => {
                            let range = chunk.span.bytes();
                            let cancel = tools.run.cancel;
                            let asked =
                                context::situate(&llm.llm, tools.tokens, text, range, cancel);
                            match &asked {
                                Ok(sentence) => lock(&fresh).push((chunk.span, sentence.clone())),
                                Err(_) => _ = failures.fetch_add(1, Ordering::Relaxed),
                            }
                            asked.ok()
                        }
                    };
                    if let Some(slot) = lock(&found).get_mut(place) {
                        *slot = sentence.unwrap_or_default();
                    }
                }
            };
            std::thread::scope(|scope| {
                for _ in 1..llm.concurrency.min(group.len()) {
                    scope.spawn(work);
                }
                work();
            });
            let fresh = fresh.into_inner().unwrap_or_else(PoisonError::into_inner);
            self.keep_contexts(llm, document, fresh).map_err(|error| error.problem())?;
            go_on(tools.run.cancel).map_err(|error| error.problem())?;
            let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
            lacking = if found.iter().any(String::is_empty) { FAILURES } else { 0 };
            sentences.extend(found);
        }
        let without = sentences.iter().filter(|sentence| sentence.is_empty()).count();
        if without > 0 {
            warnings.push(format!(
                "The language model gave no context for {without} of {} passages; they are found \
                 by title and headings.",
                chunks.len()
            ));
        }
        Ok(sentences)
    }

    fn keep_contexts(
        &self,
        llm: &Situating,
        document: &DocumentId,
        fresh: Vec<(Span, String)>,
    ) -> Result<()> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        if fresh.is_empty() || tx.catalogue.get(document).is_none() {
            return Ok(());
        }
        for (span, sentence) in fresh {
            let record = ContextRecord { model: llm.model.clone(), sentence };
            let path = path(document, &span);
            tx.batch.put(CONTEXTS, &path.each_ref().map(AsRef::as_ref), &record)?;
        }
        let subjects = vec![document.to_string()];
        tx.commit("document.contextualise", subjects)?;
        Ok(())
    }
}

fn endpoint(record: LlmRecord) -> Endpoint {
    Endpoint {
        base_url: record.base_url,
        model: record.model,
        api_key: record.api_key.map(Secret::new),
        context_tokens: record.context_tokens,
        max_concurrency: record.concurrency,
        timeout_ms: 120_000,
    }
}

fn path(document: &DocumentId, span: &Span) -> [Vec<u8>; 2] {
    let mut place = (span.start as u64).to_be_bytes().to_vec();
    place.extend((span.end as u64).to_be_bytes());
    [document.as_bytes().to_vec(), place]
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
