//! Asking: sentences of the library that answer a question, each where it stands, or that the library
//! does not say. A language model, where one is set, may word it; what no source says of that is left out.

use crate::{
    Snapshot,
    documents::plain,
    error::{Error, Result},
    finding::check,
    sheet::is_note,
};
use chunk::Within;
use extract::validity;
use models::llm::knowledge::{Asked, answer};
use std::{collections::HashSet, ops::Range};
use summarise::{
    answer::{ANSWERED, Candidate, Chosen, Signals, asks, choose},
    support::Sources,
};
use trust::{Comparison, Conflict, Statement, compare};
use types::{
    AnswerConflict, AnswerSentence, AnswerSource, AskAnswer, AskRequest, Cancel, ChunkKind,
    ContradictionsRequest, DocumentId, ErrorCode, EvidenceView, Hit, NodeId, SearchMode,
    SearchRequest,
};

/// Passages that are read for an answer.
const PASSAGES: u32 = 12;
/// Sentences of them that are read by meaning.
const BY_MEANING: usize = 96;
/// Shortest and longest sentence that is quoted, in words and in bytes.
const SENTENCE_WORDS: usize = 4;
const SENTENCE_BYTES: usize = 1_200;
/// Sentences that what is chosen is compared with.
const COMPARED: usize = 24;
/// Conflicts told.
const CONFLICTS: usize = 5;
/// How sure it is that a sentence denies another with the same words.
const DENIED: f32 = 0.6;
/// Contradictions of the graph that are looked through.
const KNOWN: u32 = 500;
/// Passages handed to a language model.
const TOLD: usize = 10;

/// A sentence of a hit.
#[derive(Clone)]
struct Sentence {
    document: DocumentId,
    title: String,
    range: Range<usize>,
    plain: String,
    addresses: bool,
}

impl Snapshot {
    /// Answers a question, without wording it anew.
    ///
    /// # Errors
    /// The question is empty or too long; a record does not open.
    pub fn ask(&self, request: &AskRequest) -> Result<AskAnswer> {
        self.ask_with(request, &Cancel::default()).map(|(answer, _)| answer)
    }

    /// The same, with the numbers by which it was judged.
    pub fn ask_with(&self, request: &AskRequest, cancel: &Cancel) -> Result<(AskAnswer, Signals)> {
        let mut search = SearchRequest::new(&request.question, SearchMode::Hybrid, PASSAGES);
        search.collection = request.collection.clone();
        check(&search).map_err(|_| refused(&request.question))?;
        let asked = !request.if_question || language::is_question(&request.question);
        let mut answer = AskAnswer {
            asked,
            answer: Vec::new(),
            declined: true,
            conflicts: Vec::new(),
            confidence: 0.0,
            composed: false,
            dropped: 0,
            degraded_reason: None,
            warnings: Vec::new(),
        };
        if !asked {
            return Ok((answer, Signals::default()));
        }
        if !asks(&request.question) {
            answer.warnings.push("The question has no word that could be looked for.".into());
            return Ok((answer, Signals::default()));
        }
        let found = self.answer(&search)?;
        answer.degraded_reason = found.degraded_reason;
        let sentences = self.sentences(&found.hits)?;
        let candidates = self.candidates(&request.question, &found.hits, &sentences)?;
        let chosen = choose(&request.question, &candidates);
        (answer.confidence, answer.declined) = (chosen.confidence, chosen.confidence < ANSWERED);
        if !answer.declined {
            let sentences: Vec<&Sentence> = sentences.iter().map(|(_, it)| it).collect();
            self.extract(&chosen, &sentences, &mut answer)?;
            answer.conflicts = self.conflicts(&chosen, &sentences, &found.hits)?;
            self.compose(request, &found.hits, &sentences, &mut answer, cancel)?;
        }
        Ok((answer, chosen.signals))
    }

    /// The sentences of all hits, each once, with the place of its hit.
    fn sentences(&self, hits: &[Hit]) -> Result<Vec<(usize, Sentence)>> {
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        for (place, hit) in hits.iter().enumerate() {
            if matches!(hit.kind, ChunkKind::Reference | ChunkKind::Header) {
                continue;
            }
            let record = self.record(&hit.document_id)?;
            let (format, own) = (record.format, is_note(&record));
            let addressing = trust::weigh(&hit.text, &[]);
            // what a note quotes is said by the document that it quotes, not by the note
            let quoted = |range: &Range<usize>| own && stands_in_quotation(&hit.text, range.start);
            for range in paragraphs(&hit.text).into_iter().filter(|range| !quoted(range)) {
                let text = hit.text.get(range.clone()).unwrap_or_default();
                let plain = plain(format, &hit.text, range.clone(), Within::Prose);
                let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
                let words = plain.split(' ').filter(|word| word.contains(char::is_alphabetic));
                if text.len() > SENTENCE_BYTES
                    || words.count() < SENTENCE_WORDS
                    || plain.ends_with('?')
                    || !seen.insert(plain.clone())
                {
                    continue;
                }
                let addresses = addressing.touches(&range);
                let at = hit.span.start + range.start..hit.span.start + range.end;
                let (document, title) = (hit.document_id, hit.title.clone());
                found.push((place, Sentence { document, title, range: at, plain, addresses }));
            }
        }
        Ok(found)
    }

    fn candidates(
        &self,
        question: &str,
        hits: &[Hit],
        sentences: &[(usize, Sentence)],
    ) -> Result<Vec<Candidate>> {
        let embedder = self.answering_embedder();
        let query = embedder.as_ref().and_then(|model| Some((model, model.query(question).ok()?)));
        let texts: Vec<&str> =
            sentences.iter().take(BY_MEANING).map(|(_, it)| it.plain.as_str()).collect();
        // without a model, or where it fails, words alone tell
        let alike = query.and_then(|(model, query)| {
            let vectors = model.passages(&texts).ok()?;
            let cosine = |vector: &models::Vector| -> f32 {
                vector.iter().zip(query.iter()).map(|(one, other)| one * other).sum()
            };
            Some(vectors.iter().map(cosine).collect::<Vec<f32>>())
        });
        let candidate = |(at, (place, sentence)): (usize, &(usize, Sentence))| Candidate {
            text: sentence.plain.clone(),
            passage: *place,
            score: hits.get(*place).map_or(0.0, |hit| hit.score),
            alike: alike.as_ref().and_then(|all| all.get(at).copied()),
        };
        Ok(sentences.iter().enumerate().map(candidate).collect())
    }

    /// The chosen sentences, as they stand.
    fn extract(
        &self,
        chosen: &Chosen,
        sentences: &[&Sentence],
        answer: &mut AskAnswer,
    ) -> Result<()> {
        for (at, _) in &chosen.sentences {
            let Some(sentence) = sentences.get(*at) else { continue };
            answer.answer.push(AnswerSentence {
                sentence: sentence.plain.clone(),
                support: 1.0,
                sources: vec![self.words_at(sentence)?],
                holds: validity(&sentence.plain).stated,
                addresses_assistant: sentence.addresses,
            });
        }
        Ok(())
    }

    fn words_at(&self, sentence: &Sentence) -> Result<AnswerSource> {
        let passage = self.passage(&sentence.document, sentence.range.clone())?;
        Ok(AnswerSource {
            document_id: sentence.document,
            title: sentence.title.clone(),
            span: passage.span,
            quote: passage.quote,
        })
    }

    /// What speaks against what was chosen: among the sentences that were found, and in the graph.
    fn conflicts(
        &self,
        chosen: &Chosen,
        sentences: &[&Sentence],
        hits: &[Hit],
    ) -> Result<Vec<AnswerConflict>> {
        let mut conflicts = Vec::new();
        let near =
            chosen.ranked.iter().take(COMPARED).filter_map(|at| Some((*at, *sentences.get(*at)?)));
        let near: Vec<(usize, &Sentence, Statement)> =
            near.map(|(at, it)| (at, it, Statement::new(&it.plain))).collect();
        let picked: HashSet<usize> = chosen.sentences.iter().map(|it| it.0).collect();
        for (place, (at, first, one)) in near.iter().enumerate() {
            for (other_at, second, other) in near.iter().skip(place + 1) {
                if !picked.contains(at) && !picked.contains(other_at) {
                    continue;
                }
                let compared = compare(one, other);
                if let Comparison::Contradicts { confidence, because, .. } = compared {
                    let (first, second) = (self.words_at(first)?, self.words_at(second)?);
                    conflicts.push(AnswerConflict { because, confidence, first, second });
                }
            }
        }
        for (first, second) in &chosen.at_odds {
            let Some((first, second)) = sentences.get(*first).zip(sentences.get(*second)) else {
                continue;
            };
            let (first, second) = (self.words_at(first)?, self.words_at(second)?);
            let because = Conflict::Negation.as_str().to_owned();
            conflicts.push(AnswerConflict { because, confidence: DENIED, first, second });
        }
        conflicts.extend(self.known_conflicts(hits)?);
        conflicts.sort_by(|one, other| other.confidence.total_cmp(&one.confidence));
        let mut seen = HashSet::new();
        conflicts.retain(|it| {
            let ends = [&it.first, &it.second].map(|end| (end.document_id, end.span.start));
            seen.insert((ends[0].min(ends[1]), ends[0].max(ends[1])))
        });
        conflicts.truncate(CONFLICTS);
        Ok(conflicts)
    }

    /// Contradictions that the graph has between nodes for which the best passages speak.
    fn known_conflicts(&self, hits: &[Hit]) -> Result<Vec<AnswerConflict>> {
        let nodes: HashSet<NodeId> =
            hits.iter().flat_map(|hit| &hit.nodes).map(|card| card.node_id).collect();
        if nodes.is_empty() {
            return Ok(Vec::new());
        }
        let known = self.contradictions(&ContradictionsRequest { ruled: false, limit: KNOWN })?;
        let about = known
            .contradictions
            .into_iter()
            .filter(|it| nodes.contains(&it.first.node_id) && nodes.contains(&it.second.node_id));
        let mut conflicts = Vec::new();
        for one in about.take(CONFLICTS) {
            let first = self.shown(&one.first_evidence)?;
            let second = self.shown(&one.second_evidence)?;
            if let Some((first, second)) = first.zip(second) {
                let (because, confidence) = (one.edge.because, one.edge.confidence);
                conflicts.push(AnswerConflict { because, confidence, first, second });
            }
        }
        Ok(conflicts)
    }

    /// The first evidence that opens.
    fn shown(&self, evidence: &[EvidenceView]) -> Result<Option<AnswerSource>> {
        let Some(view) = evidence.iter().find(|view| view.opens) else { return Ok(None) };
        let place = view.evidence.document.zip(view.evidence.span);
        let Some((document, span)) = place else { return Ok(None) };
        let range = span.bytes();
        let plain = view.plain.clone();
        let sentence =
            Sentence { document, title: view.title.clone(), range, plain, addresses: false };
        self.words_at(&sentence).map(Some)
    }

    /// Lets a language model word the answer, where one is set: each of its sentences is checked against
    /// what was found, and dropped where that does not say it. What was quoted stays where nothing is left.
    fn compose(
        &self,
        request: &AskRequest,
        hits: &[Hit],
        sentences: &[&Sentence],
        answer: &mut AskAnswer,
        cancel: &Cancel,
    ) -> Result<()> {
        let Some(model) = self.language_model()? else { return Ok(()) };
        let harmless = hits.iter().filter(|hit| trust::weigh(&hit.text, &[]).passages.is_empty());
        let asked: Vec<Asked<'_>> = (0..)
            .zip(harmless.take(TOLD))
            .map(|(id, hit)| Asked { id, name: &hit.title, text: &hit.plain, kind: "passage" })
            .collect();
        let said = match answer_with(model.llm(), request, &asked, cancel) {
            Ok(said) => said,
            Err(error) => {
                let problem = error.problem();
                let warning = format!("{} The answer is quoted word for word.", problem.message);
                answer.warnings.push(warning);
                return Ok(());
            }
        };
        let usable: Vec<&Sentence> = sentences.iter().filter(|it| !it.addresses).copied().collect();
        let texts: Vec<&str> = usable.iter().map(|it| it.plain.as_str()).collect();
        let sources = Sources::new(&texts);
        let mut composed = Vec::new();
        for sentence in said {
            let support = sources.support(&sentence);
            if !support.holds() {
                answer.dropped += 1;
                continue;
            }
            let mut places = Vec::new();
            for evidence in &support.evidence {
                if let Some(sentence) = usable.get(evidence.source) {
                    places.push(self.words_at(sentence)?);
                }
            }
            let holds = validity(&sentence).stated;
            let support = support.score;
            composed.push(AnswerSentence {
                sentence,
                support,
                sources: places,
                holds,
                addresses_assistant: false,
            });
        }
        if !composed.is_empty() {
            (answer.answer, answer.composed) = (composed, true);
        }
        Ok(())
    }
}

fn answer_with(
    llm: &models::llm::Llm,
    request: &AskRequest,
    asked: &[Asked<'_>],
    cancel: &Cancel,
) -> Result<Vec<String>> {
    Ok(answer(llm, &request.question, asked, cancel)?.0)
}

/// The sentences of a passage; a heading, a row of a table and an item of a list stand for themselves.
fn paragraphs(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    for block in text.split_inclusive("\n\n") {
        let start = from;
        from += block.len();
        let marked = |line: &str| line.trim_start().starts_with(['#', '|', '`', '$']);
        if block.lines().any(marked) {
            continue;
        }
        for range in language::sentences(block) {
            let sentence = block.get(range.clone()).unwrap_or_default();
            let lead = sentence.len()
                - sentence
                    .trim_start_matches(|c: char| c.is_whitespace() || "-*>•".contains(c))
                    .len();
            let end = range.start + sentence.trim_end().len();
            let begin = range.start + lead;
            if begin < end {
                found.push(start + begin..start + end);
            }
        }
    }
    found
}

/// Whether the line at a byte of Markdown is quoted.
fn stands_in_quotation(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    text.get(line..).is_some_and(|line| line.trim_start().starts_with('>'))
}

fn refused(question: &str) -> Error {
    let (message, hint) = match question.trim().is_empty() {
        true => ("The question is empty.", "Ask with a few words."),
        false => ("The question is too long.", "Ask in up to 10,000 bytes."),
    };
    Error::new(ErrorCode::Usage, message, hint)
}
