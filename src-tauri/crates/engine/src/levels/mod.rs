//! The levels over a collection: raw passages, chunk summaries, sections, the master. Built document by
//! document and section by section, so that an update touches only what changed; committed as one; asked
//! of a snapshot, so that questions see whole states alone. What is quoted stands in its document.
//!
//! ```text
//! passages    a document's stretches, and the sentences that stand for them
//! sections    which stretches are one topic, and what it says
//! master      what the collection says
//! build       the change of it all: what came and went, one commit
//! forget      a document that is deleted
//! naming      what stretches mention, what sections go by
//! nodes       from records to nodes with their words
//! fresh       what came and went since
//! query, walk, whole    questions
//! ```

mod build;
mod forget;
mod fresh;
mod master;
mod naming;
mod nodes;
mod passages;
mod query;
mod sections;
mod walk;
mod whole;
