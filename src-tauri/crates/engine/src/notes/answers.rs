//! An answer kept as a note: the question is its title, the quotations stand in its words, each with a link
//! to the passage that it was compared with.

use super::writing::usage;
use crate::{
    Palace, Snapshot,
    error::{Error, Result},
};
use std::fmt::Write as _;
use types::{
    AnswerSentence, AnswerSource, AskKeepRequest, DocumentId, ErrorCode, NoteAddRequest, NoteView,
};

/// Sentences that are kept, and sources of one.
const SENTENCES: usize = 20;
/// Longest title that is made of a question, in bytes.
const TITLE_BYTES: usize = 300;

impl Palace {
    /// Keeps an answer that was given as a note.
    ///
    /// # Errors
    /// Something in it is not what its document says now; a regulated document without a reason.
    pub fn keep_answer(&self, request: &AskKeepRequest) -> Result<NoteView> {
        let sources = request.answer.iter().map(|it| it.sources.len());
        if request.answer.is_empty()
            || request.answer.len().max(sources.max().unwrap_or(0)) > SENTENCES
        {
            return Err(usage("There is no answer to keep.", "Ask a question that has one."));
        }
        let now = self.snapshot();
        let text = now.answer_in_words(request)?;
        drop(now);
        let quoted = request.answer.iter().flat_map(|it| &it.sources);
        let mut documents: Vec<DocumentId> = quoted.map(|it| it.document_id).collect();
        documents.sort_unstable();
        documents.dedup();
        self.note_access("ask_keep", &documents, None, None, &request.question)?;
        let title = shortened(&request.question);
        self.add_note(&NoteAddRequest { text, title, ..NoteAddRequest::default() })
    }
}

impl Snapshot {
    fn answer_in_words(&self, request: &AskKeepRequest) -> Result<String> {
        let mut text = String::new();
        if request.composed {
            text.push_str("Worded by a language model from what is quoted below.\n\n");
        }
        for sentence in &request.answer {
            if request.composed {
                let _ = writeln!(text, "{}\n", in_one_line(&sentence.sentence));
            }
            for source in &sentence.sources {
                self.quote(&mut text, sentence, source)?;
            }
        }
        Ok(text)
    }

    /// One quotation, as it stands in its document now.
    fn quote(
        &self,
        text: &mut String,
        sentence: &AnswerSentence,
        source: &AnswerSource,
    ) -> Result<()> {
        let (id, span) = (source.document_id, &source.span);
        let passage = self.passage(&id, span.start..span.end)?;
        if passage.quote != source.quote {
            let message =
                format!("“{}” does not say that any more. Nothing was kept.", source.title);
            return Err(Error::new(
                ErrorCode::NotFound,
                message,
                "Ask again, then keep the answer.",
            ));
        }
        for line in passage.quote.lines() {
            let _ = writeln!(text, "> {line}");
        }
        let place = match passage.span.page {
            Some(page) => format!("page {page}"),
            None => format!("lines {}–{}", passage.span.line_start, passage.span.line_end),
        };
        let title = self.record(&id)?.title.clone();
        let title: String = title.chars().filter(|sign| !"[]|#".contains(*sign)).collect();
        let holds = match sentence.holds.as_str() {
            "" => String::new(),
            holds => format!(" ({})", in_one_line(holds)),
        };
        let place = format!("{}, {place}", in_one_line(&title));
        let _ =
            writeln!(text, "\n— [[document://{id}#{}-{}|{place}]]{holds}\n", span.start, span.end);
        Ok(())
    }

    /// Notes whose words link to a document's passages, as kept answers do.
    pub(super) fn notes_quoting(&self, document: &DocumentId) -> Result<u64> {
        let link = format!("[[document://{document}#");
        let mut quoting = 0;
        for note in self.note_records()? {
            quoting += u64::from(self.note_words(&note)?.contains(&link));
        }
        Ok(quoting)
    }
}

fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn shortened(question: &str) -> String {
    let question = in_one_line(question);
    if question.len() <= TITLE_BYTES {
        return question;
    }
    let cut: String =
        question.char_indices().take_while(|(at, _)| *at < TITLE_BYTES).map(|it| it.1).collect();
    format!("{}…", cut.trim_end())
}
