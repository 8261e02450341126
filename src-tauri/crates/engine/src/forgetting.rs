//! Forgetting: a document and what was made of it go in one commit; then the traces that a store
//! keeps of what was deleted are wiped, looked for, and a signed certificate says what was found.
//! An interruption between the two is made up for when the vault is next opened.

use crate::{
    Palace, Snapshot,
    error::{Error, Result},
    staying::{Words, telling},
    tables::{CERTIFICATES, CONTEXTS, DEFINITIONS, FORGETTING, REFERENCES, deletion::Pending},
    text_store,
    tx::{Tx, Writer},
};
use graph::Forgotten;
use search::Query;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use types::{
    Cascade, Certificate, CertificateBody, CertificateCheck, CertificateList, DeleteAnswer,
    DocumentId, DocumentRecord, ErrorCode, Fusion, FusionRule, NodeId, Probe, Problem, Removal,
    Repeating, SearchMode, Staying,
};
use vault::{Blob, Signature, Table, TableId};

/// What the certificate calls itself.
const KIND: &str = "loci deletion certificate v1";

/// Sentences of the forgotten text that are searched for afterwards.
const PROBES: usize = 16;

/// In place of what cannot be looked for.
const NOT_NOTED: &str = "its sentences and sealed records were NOT looked for: the deletion was interrupted, and \
    nothing was noted of them";

/// Sealed records of one table that are looked for afterwards.
const FRAMES_A_TABLE: usize = 256;

/// Tables whose records lie under a document's id.
const OF_DOCUMENTS: [TableId; 11] = [
    TableId::OriginalKeys,
    TableId::Originals,
    TableId::Documents,
    TableId::Texts,
    TableId::Layouts,
    TableId::Shapes,
    TableId::Blocks,
    TableId::Chunks,
    TableId::Definitions,
    TableId::Contexts,
    TableId::References,
];

/// What is looked for after a deletion. Until that is done it lies in a sealed file beside the database,
/// so that it outlives an interruption and is in none of the files that are rewritten.
#[derive(Default, Serialize, Deserialize)]
struct Traces {
    /// Sealed records of the document.
    records: usize,
    /// Ends of these as they lay in the store.
    frames: Vec<Blob>,
    /// Sentences of the text.
    sentences: Vec<String>,
}

/// Bytes of each end of a sealed record that are looked for.
const END_BYTES: usize = 64;

impl Snapshot {
    /// Deletions that are committed and not certified.
    fn uncertified(&self) -> Result<Vec<Pending>> {
        let waiting = self.records.scan(FORGETTING, &[b"forgetting"])?;
        waiting.map(|pending| Ok(pending?)).collect()
    }

    /// The certificates of all deletions, newest first.
    pub fn certificates(&self) -> Result<CertificateList> {
        let kept = self.records.scan(CERTIFICATES, &[])?;
        let kept: Result<Vec<Certificate>> = kept.map(|kept| Ok(kept?)).collect();
        let mut certificates = kept?;
        certificates.sort_by(|a, b| b.body.deleted_at.cmp(&a.body.deleted_at));
        Ok(CertificateList { certificates })
    }

    /// How many sentences were asked for, and how many answers were the forgotten document's.
    fn search_for(&self, document: &DocumentId, sentences: &[String]) -> Result<(usize, u64)> {
        let embedder = self.first_embedder();
        let mut found = 0;
        for sentence in sentences {
            let vector = embedder.as_ref().and_then(|embedder| embedder.query(sentence).ok());
            let named = embedder.as_ref().zip(vector.as_ref());
            for mode in [SearchMode::Hybrid, SearchMode::Exact] {
                let hits = self.index.search(
                    &self.records,
                    &Query {
                        text: &format!("\"{sentence}\""),
                        vector: named.map(|(model, vector)| (model.name(), vector)),
                        mode,
                        top_k: 100,
                        documents: None,
                        except: None,
                        passages: None,
                        fusion: EVERY_LIST,
                    },
                )?;
                found += hits.iter().filter(|hit| hit.chunk.document == *document).count() as u64;
            }
        }
        Ok((sentences.len(), found))
    }
}

/// What a deletion does to knowledge and to what a person made, before it is done.
pub(crate) struct Foreseeing {
    pub removals: Vec<Removal>,
    /// What stays although it repeats the document.
    pub staying: Vec<Staying>,
    forgotten: Forgotten,
    /// Nodes whose scores the document had a part in.
    concerned: Vec<NodeId>,
    change: graph::Change,
}

impl Tx<'_, '_> {
    /// Prepares a deletion, its own records apart.
    pub(crate) fn foresee(
        &mut self,
        record: &DocumentRecord,
        cascade: Cascade,
        words: &Words,
        also: &[Repeating],
    ) -> Result<Foreseeing> {
        let id = &record.id;
        let mut removals = self.removals(record, cascade)?;
        let mut change = self.change();
        let concerned = self.concerned_by(id)?;
        let spoken = self.graph.view().of_document(id);
        let mut forgotten = change.forget(id, cascade)?;
        let (mut staying, asked) = self.repeating_nodes(&mut change, &spoken, words, also)?;
        forgotten.kept = forgotten.kept.saturating_sub(asked);
        forgotten.nodes += asked;
        removals.extend(knowledge_removals(&forgotten, cascade, staying.len() as u64));
        let (said, unsaid) = self.repeating_words(words, also)?;
        let reason =
            if said.is_empty() { "" } else { "written by a person; they repeat the document" };
        removals.push(Removal {
            what: "reasons and questions".to_owned(),
            gone: u64::from(unsaid),
            kept: said.len() as u64,
            reason: reason.to_owned(),
        });
        staying.extend(said);
        let changes = self.forget_changes(id, cascade, also)?;
        removals.push(plain_removal("undo copies of what it said", changes));
        Ok(Foreseeing { removals, staying, forgotten, concerned, change })
    }

    /// What goes and what stays, counted before it goes.
    fn removals(&mut self, record: &DocumentRecord, cascade: Cascade) -> Result<Vec<Removal>> {
        let gone = plain_removal;
        let chunks = u64::from(record.chunks);
        let mut removals = vec![
            gone("original and its key", 1),
            gone("text bytes", record.text_bytes),
            gone("chunks in the index, with their vectors", chunks),
            gone("definitions", self.terms.count(&record.id)),
            gone("context sentences", self.records.count(CONTEXTS, &[record.id.as_bytes()])?),
        ];
        let citations = self.kept_citations()?;
        let own = citations.iter().filter(|kept| kept.document == record.id).count() as u64;
        removals.push(match cascade {
            Cascade::None if own > 0 => Removal {
                what: "citations".to_owned(),
                gone: 0,
                kept: own,
                reason: "made by a person, and kept as asked (cascade none); they quote the \
                         document"
                    .to_owned(),
            },
            Cascade::None => gone("citations", 0),
            Cascade::Orphans | Cascade::All => {
                gone("citations", self.forget_citations(&record.id)?)
            }
        });
        let notes = self.forget_notes(&record.id, cascade)?;
        if notes.gone + notes.kept > 0 {
            let reason = if notes.kept > 0 { "written by a person, and kept as asked" } else { "" };
            removals.push(Removal {
                what: "highlights, and quotes in notes".to_owned(),
                gone: notes.gone,
                kept: notes.kept,
                reason: reason.to_owned(),
            });
        }
        if notes.quoting > 0 {
            removals.push(Removal {
                what: "notes that quote it, kept answers among them".to_owned(),
                gone: 0,
                kept: notes.quoting,
                reason: "words of a person's notes: delete the notes to take them out".to_owned(),
            });
        }
        Ok(removals)
    }

    /// The versions around a forgotten one become neighbours.
    fn close_gap(&mut self, record: &DocumentRecord) -> Result<()> {
        let neighbour = |id: Option<DocumentId>| id.and_then(|id| self.catalogue.get(&id));
        let earlier = neighbour(record.supersedes).filter(|e| e.superseded_by == Some(record.id));
        let later = neighbour(record.superseded_by).filter(|l| l.supersedes == Some(record.id));
        let mut changed = Vec::new();
        if let Some(earlier) = &earlier {
            let until = earlier.superseded_at.filter(|_| later.is_some());
            changed.push(DocumentRecord {
                superseded_by: later.as_ref().map(|later| later.id),
                superseded_at: until,
                ..(**earlier).clone()
            });
        }
        if let Some(later) = &later {
            changed.push(DocumentRecord {
                supersedes: earlier.as_ref().map(|earlier| earlier.id),
                ..(**later).clone()
            });
        }
        changed.iter().try_for_each(|record| self.put_document(record))
    }
}

impl Palace {
    /// Takes a document away, with what `cascade` says, and certifies it.
    /// What is named in `also` goes with it.
    pub fn delete(
        &self,
        id: &DocumentId,
        cascade: Cascade,
        also: &[Repeating],
    ) -> Result<DeleteAnswer> {
        let mut writer = self.write()?;
        let tx = writer.begin();
        let record = tx.record(id)?;
        let (text, words) = tx.words_of(&record)?;
        let traces = self.traces_of(id, &text)?;
        self.vault.set_aside(&note_of(id), &traces)?;
        let (pending, forgotten, concerned) = self.take_away(tx, &record, cascade, also, &words)?;
        self.assess_around(&mut writer, &concerned)?;
        let certificate = self.certify(&mut writer, pending, &traces).map_err(unwiped)?;
        tracing::info!(chunks = record.chunks, "document forgotten");
        Ok(DeleteAnswer {
            document_id: *id,
            chunks: record.chunks,
            nodes: forgotten.nodes,
            edges: forgotten.edges,
            original: true,
            certificate,
        })
    }

    /// Whether a certificate is what this, or another, vault signed.
    pub fn check_certificate(&self, certificate: &Certificate) -> Result<CertificateCheck> {
        let own = self.vault.sign(b"").public_key == signature(certificate)?.public_key;
        Ok(CertificateCheck { own_key: Some(own), ..check_certificate(certificate)? })
    }

    /// Makes up for deletions that were interrupted before their traces were wiped.
    pub(crate) fn finish_forgetting(&self) -> Result<()> {
        let waiting = self.snapshot().uncertified()?;
        // what was noted for a deletion that never came goes
        self.drop_notes()?;
        for pending in waiting {
            // deletions of an earlier Loci noted nothing: their certificate says so
            let traces: Traces = self.vault.aside(&note_of(&pending.document))?.unwrap_or_default();
            self.certify(&mut self.write()?, pending, &traces)?;
        }
        Ok(())
    }

    /// Takes the notes of all deletions away but of those that are not certified yet.
    fn drop_notes(&self) -> Result<()> {
        let waiting = self.snapshot().uncertified()?;
        let notes: Vec<[&[u8]; 2]> = waiting.iter().map(|own| note_of(&own.document)).collect();
        let notes: Vec<&[&[u8]]> = notes.iter().map(|note| note.as_slice()).collect();
        Ok(self.vault.keep_asides(&notes)?)
    }

    fn traces_of(&self, id: &DocumentId, text: &str) -> Result<Traces> {
        let sealed = self.sealed_frames(id)?;
        let records = sealed.len();
        let frames: Vec<Blob> = sealed.iter().flat_map(|frame| ends(frame)).collect();
        let telling: Vec<&str> = telling(text).filter(|sentence| !sentence.contains('"')).collect();
        let step = telling.len().div_ceil(PROBES).max(1);
        let sentences = telling.into_iter().step_by(step).map(str::to_owned).collect();
        Ok(Traces { records, frames, sentences })
    }

    /// Sealed bytes of the document's records as they lie in the store; of a large table the first.
    fn sealed_frames(&self, id: &DocumentId) -> Result<Vec<Vec<u8>>> {
        let mut frames = Vec::new();
        for table in OF_DOCUMENTS {
            let mut found = self.vault.frames(table, &[id.as_bytes()])?;
            found.truncate(FRAMES_A_TABLE);
            frames.extend(found);
        }
        Ok(frames)
    }

    /// One commit: the records and the index without the document, and the deletion as pending. Gives
    /// the nodes too whose scores it had a part in.
    fn take_away(
        &self,
        mut tx: Tx<'_, '_>,
        record: &DocumentRecord,
        cascade: Cascade,
        also: &[Repeating],
        words: &Words,
    ) -> Result<(Pending, Forgotten, Vec<NodeId>)> {
        let id = &record.id;
        let index = tx.index.clone();
        for staged in index.compact(&tx.base(), &mut tx.batch, &[*id])? {
            tx.show_index(staged);
        }
        drop(index);
        let Foreseeing { removals, forgotten, concerned, change, .. } =
            tx.foresee(record, cascade, words, also)?;
        tx.put_graph(change)?;
        tx.close_gap(record)?;
        tx.drop_document(id);
        tx.forget_levels(id)?;
        let batch = &mut tx.batch;
        text_store::delete(batch, id)?;
        batch.delete(DEFINITIONS, &[id.as_bytes()]);
        batch.delete(REFERENCES, &[id.as_bytes()]);
        batch.delete_prefix(CONTEXTS, &[id.as_bytes()])?;
        batch.delete_original(id)?;
        let deleted_at = self.resources.now();
        let body = CertificateBody {
            kind: KIND.to_owned(),
            vault_id: self.vault.id().to_string(),
            document_id: id.to_string(),
            sha256: record.sha256.to_string(),
            size_bytes: record.size_bytes,
            cascade,
            deleted_at: deleted_at.to_string(),
            commit_seq: tx.records.commit_seq() + 1,
            removals,
            proof: Vec::new(),
        };
        let pending = Pending { body, document: *id, deleted_at };
        tx.batch.put(FORGETTING, &note_of(id), &pending)?;
        let action = match cascade {
            Cascade::None => "document.delete.none",
            Cascade::Orphans => "document.delete.orphans",
            Cascade::All => "document.delete.all",
        };
        tx.commit(action, vec![id.to_string()])?;
        Ok((pending, forgotten, concerned))
    }

    /// Wipes what the store still holds, looks for traces, signs what was found.
    fn certify(
        &self,
        writer: &mut Writer<'_>,
        pending: Pending,
        traces: &Traces,
    ) -> Result<Certificate> {
        let strays = writer.expunge()?.strays;
        let Pending { mut body, document, deleted_at } = pending;
        if strays > 0 {
            body.removals.push(plain_removal("files that the vault did not know", strays.into()));
        }
        body.proof = self.proof(&writer.now(), &document, traces)?;
        let message = canonical(&body)?;
        let signature = self.vault.sign(&message);
        let certificate = Certificate {
            body,
            public_key: hex::encode(signature.public_key),
            signature: hex::encode(signature.signature),
        };
        let mut tx = writer.begin();
        tx.batch.delete(FORGETTING, &note_of(&document));
        let at = deleted_at.unix_ms().to_be_bytes();
        tx.batch.put(CERTIFICATES, &[&at, document.as_bytes()], &certificate)?;
        let subjects = vec![document.to_string()];
        tx.commit("document.certify", subjects)?;
        self.drop_notes()?;
        if certificate.body.proof.iter().any(|probe| probe.found > 0) {
            tracing::warn!("traces of a forgotten document were found");
        }
        Ok(certificate)
    }

    fn proof(&self, now: &Snapshot, document: &DocumentId, traces: &Traces) -> Result<Vec<Probe>> {
        let mut proof = Vec::new();
        let mut probe = |place: String, found: u64| proof.push(Probe { place, found });
        let mut records = 0;
        for table in TableId::ALL {
            records += now.records.count(Table::<()>::new(table), &[document.as_bytes()])?;
        }
        probe("records under the document's id, in every table".to_owned(), records);
        probe("definitions in use".to_owned(), now.terms.count(document));
        let listed = u64::from(now.catalogue.get(document).is_some());
        probe("the list of documents".to_owned(), listed);
        let spoken = now.graph.view().of_document(document).len() as u64;
        probe("nodes of knowledge that name it as their source".to_owned(), spoken);
        probe("passages of it in the index".to_owned(), now.index.passages_of(document));
        if traces.records == 0 {
            // an interrupted deletion of a Loci that did not note what to look for
            probe(NOT_NOTED.to_owned(), 0);
            return Ok(proof);
        }
        let (count, found) = now.search_for(document, &traces.sentences)?;
        probe(format!("{count} of its sentences, searched for by words and by meaning"), found);
        let records = traces.records;
        let frames: Vec<Vec<u8>> = traces.frames.iter().map(|end| end.0.clone()).collect();
        probe(
            format!("{records} sealed records of it, its original's key among them, in every file"),
            self.vault.traces(&frames)?,
        );
        let plain: Vec<Vec<u8>> =
            traces.sentences.iter().map(|sentence| sentence.clone().into_bytes()).collect();
        probe(
            format!("{} of its sentences in plain, in every file of the vault", plain.len()),
            self.vault.traces(&plain)?,
        );
        Ok(proof)
    }
}

fn plain_removal(what: &str, gone: u64) -> Removal {
    Removal { what: what.to_owned(), gone, kept: 0, reason: String::new() }
}

/// The two ends of a sealed record, or all of a short one.
fn ends(frame: &[u8]) -> Vec<Blob> {
    match (frame.first_chunk::<END_BYTES>(), frame.last_chunk::<END_BYTES>()) {
        (Some(head), Some(tail)) => vec![Blob(head.to_vec()), Blob(tail.to_vec())],
        _ => vec![Blob(frame.to_vec())],
    }
}

/// Where a deletion's record, and the note of its traces, lie.
fn note_of(id: &DocumentId) -> [&[u8]; 2] {
    [b"forgetting", id.as_bytes()]
}

/// What went and stayed of the graph.
fn knowledge_removals(forgotten: &Forgotten, cascade: Cascade, repeating: u64) -> Vec<Removal> {
    let kept = u64::from(forgotten.kept);
    let reason = match cascade {
        _ if kept == 0 => String::new(),
        Cascade::None => "kept as asked (cascade none); they quote the document".to_owned(),
        Cascade::Orphans | Cascade::All if repeating == 0 => {
            "other sources or a person stand behind them; no sentence of the document is in them"
                .to_owned()
        }
        Cascade::Orphans | Cascade::All => format!(
            "other sources or a person stand behind them; {repeating} of them repeat sentences of the \
             document: delete these one by one, or the document with cascade all"
        ),
    };
    vec![
        Removal {
            what: "nodes of knowledge".to_owned(),
            gone: u64::from(forgotten.nodes),
            kept,
            reason,
        },
        plain_removal("edges of knowledge", u64::from(forgotten.edges)),
        plain_removal("quotes as evidence", u64::from(forgotten.evidence)),
    ]
}

/// The document is gone, but what the store's files still hold of it could not be wiped.
fn unwiped(error: Error) -> Error {
    let Problem { code, message, hint } = error.problem();
    let message = format!(
        "The document is gone, but its traces are not wiped yet, and it is not certified: {message}"
    );
    Error::Problem(Problem::new(code, message, format!("{hint} Then open the vault again.")))
}

/// All lists count: a trace in any of them is a trace.
const EVERY_LIST: Fusion =
    Fusion { rule: FusionRule::Rrf, semantic: 1.0, keyword: 1.0, exact: 1.0 };

/// Whether a certificate is what some vault signed. Takes none to tell: the key is in it.
pub fn check_certificate(certificate: &Certificate) -> Result<CertificateCheck> {
    let (signature, message) = (signature(certificate)?, canonical(&certificate.body)?);
    let ok = certificate.body.kind == KIND && vault::verify(&message, &signature);
    Ok(CertificateCheck { ok, own_key: None })
}

/// JSON with sorted keys and no white space: what is signed.
fn canonical(body: &CertificateBody) -> Result<Vec<u8>> {
    // serde_json's map is sorted by key
    let value: serde_json::Result<Value> = serde_json::to_value(body);
    let bytes = value.and_then(|value| serde_json::to_vec(&value));
    bytes.map_err(|_| Error::internal("A certificate could not be written down."))
}

fn signature(certificate: &Certificate) -> Result<Signature> {
    let bad = |_| {
        let hint = "Give the certificate as it was saved.";
        Error::new(ErrorCode::Usage, "The certificate's key or signature is not hex.", hint)
    };
    let (mut public_key, mut signature) = ([0; 32], [0; 64]);
    hex::decode_to_slice(&certificate.public_key, &mut public_key).map_err(bad)?;
    hex::decode_to_slice(&certificate.signature, &mut signature).map_err(bad)?;
    Ok(Signature { public_key, signature })
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_a_record_stand_for_it() {
        assert_eq!(ends(&[1; 20]), vec![Blob(vec![1; 20])]);
        let long: Vec<u8> = (0..200).collect();
        let both = ends(&long);
        assert_eq!((both[0].0[0], both[1].0[END_BYTES - 1]), (0, 199));
    }
}
