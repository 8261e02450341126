//! The parent's façade: takes a document, finds or starts a worker, and returns a checked result.
//! Workers are reused across documents; one is replaced after any failure, after 256 documents,
//! after 64 MiB, and when its time adds up to the wall-clock limit.

use crate::process::{Program, Worker};
use crate::protocol::{Member, OutlineEntry, Reply, Request};
use crate::{
    Error, Library, Limits, RecogniserFiles, Result, Rule, drawn, limits, mend, sniff, validate,
};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;
use types::{Cancel, ConvertedText};

const DOCUMENTS_A_WORKER: u32 = 256;
const BYTES_A_WORKER: u64 = 64 << 20;
/// Idle workers kept; callers beyond that start and end their own.
const KEPT_WORKERS: usize = 4;
/// Most kinds of net that can be missing.
const MOST_NETS: usize = 16;

/// Turns documents into text in worker processes. `Send + Sync`; as many conversions run at once as
/// there are callers.
#[derive(Debug)]
pub struct Converter {
    program: Program,
    pdfium: Option<PathBuf>,
    limits: Limits,
    idle: Mutex<Vec<Worker>>,
    recogniser: Option<RecogniserFiles>,
    /// Held while text is recognised: one such worker uses all cores, and much memory.
    recognising: Mutex<()>,
    /// Held while a page is drawn: who asks for a whole book gets it page by page.
    drawing: Mutex<()>,
    /// The highest resident memory of a worker that recognised text.
    recognising_bytes: AtomicU64,
    /// Nets that workers had to do without.
    unenforced: Mutex<BTreeSet<String>>,
}

impl Converter {
    /// Starts nothing yet. `pdfium` is the PDF engine's library; without it PDFs are refused.
    pub fn new(program: Program, pdfium: Option<PathBuf>, limits: Limits) -> Self {
        Self {
            program,
            pdfium,
            limits,
            idle: Mutex::new(Vec::new()),
            recogniser: None,
            recognising: Mutex::new(()),
            drawing: Mutex::new(()),
            recognising_bytes: AtomicU64::new(0),
            unenforced: Mutex::default(),
        }
    }

    /// Pages that are pictures are read with what lies there.
    #[must_use]
    pub fn with_recogniser(self, recogniser: Option<RecogniserFiles>) -> Self {
        Self { recogniser, ..self }
    }

    /// Another with the same program and limits, and no workers yet.
    pub fn fresh(&self) -> Self {
        Self::new(self.program.clone(), self.pdfium.clone(), self.limits)
            .with_recogniser(self.recogniser.clone())
    }

    /// The nets that this system could not put under the workers so far.
    pub fn unenforced(&self) -> Vec<String> {
        let known = self.unenforced.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().cloned().collect()
    }

    /// Takes note of what a worker has to do without, and warns of it once.
    fn started(&self, worker: Worker) -> Worker {
        let mut known = self.unenforced.lock().unwrap_or_else(PoisonError::into_inner);
        for net in &worker.unenforced {
            let few = known.len() < MOST_NETS && validate::is_short_line(net);
            if few && known.insert(net.clone()) {
                tracing::warn!(
                    net,
                    "this system could not put a net under the reader of documents"
                );
            }
        }
        drop(known);
        worker
    }

    /// The highest resident memory among the workers that wait for work or recognised text, over
    /// their lives so far; `None` where there is none. A worker that failed or was replaced is not among them.
    pub fn peak_bytes(&self) -> Option<u64> {
        let recognising = Some(self.recognising_bytes.load(Ordering::Relaxed)).filter(|it| *it > 0);
        self.lock_idle().iter().filter_map(Worker::peak_bytes).chain(recognising).max()
    }

    /// Converts one document. `file_name` decides only where the content leaves it open. Pages that
    /// are pictures are read where there is what reads them.
    ///
    /// # Errors
    /// Every variant of [`Error`]; none of them leaves anything behind.
    pub fn convert(&self, file_name: &str, bytes: &[u8], cancel: &Cancel) -> Result<ConvertedText> {
        self.convert_with(self.recogniser.as_ref(), file_name, bytes, cancel)
    }

    /// As [`Converter::convert`], with pages that are pictures left as they are.
    ///
    /// # Errors
    /// As [`Converter::convert`].
    pub fn convert_unseeing(
        &self,
        file_name: &str,
        bytes: &[u8],
        cancel: &Cancel,
    ) -> Result<ConvertedText> {
        self.convert_with(None, file_name, bytes, cancel)
    }

    fn convert_with(
        &self,
        recogniser: Option<&RecogniserFiles>,
        file_name: &str,
        bytes: &[u8],
        cancel: &Cancel,
    ) -> Result<ConvertedText> {
        self.check_size(bytes)?;
        let span = tracing::debug_span!("convert", input_bytes = bytes.len());
        let _entered = span.enter();
        // only the name's end matters to the worker
        let file_name = short_name(file_name);
        let request = Request::Convert { file_name };
        let reply = match self.ask(&request, bytes, cancel)? {
            Reply::Unseen { pages, otherwise } => match recogniser {
                Some(recogniser) => {
                    let limits = self.limits.recognising(pages);
                    self.recognised(recogniser, &limits, &request, *otherwise, bytes, cancel)?
                }
                None => known(*otherwise)?,
            },
            reply => reply,
        };
        let Reply::Converted(mut converted) = reply else {
            return Err(Error::Crashed);
        };
        for rule in mend::mend(&mut converted) {
            tracing::warn!(%rule, "put right what a worker answered");
        }
        validate::check(&converted, &self.limits).map_err(unsound)?;
        tracing::debug!(
            format = %converted.format,
            text_bytes = converted.text.len(),
            blocks = converted.blocks.len(),
            pages = converted.pages.len(),
            "converted"
        );
        Ok(*converted)
    }

    /// Converts a PDF as if it had no bookmarks, and names its bookmarks: for measuring how well
    /// headings are found without.
    ///
    /// # Errors
    /// As [`Converter::convert`].
    pub fn convert_unmarked(
        &self,
        file_name: &str,
        bytes: &[u8],
        cancel: &Cancel,
    ) -> Result<(ConvertedText, Vec<OutlineEntry>)> {
        self.check_size(bytes)?;
        let file_name = short_name(file_name);
        match self.ask(&Request::Outline { file_name }, bytes, cancel)? {
            Reply::Outlined(mut converted, entries) => {
                mend::mend(&mut converted);
                validate::check(&converted, &self.limits).map_err(unsound)?;
                Ok((*converted, entries))
            }
            _ => Err(Error::Crashed),
        }
    }

    /// The files of a ZIP archive, in its order: see [`is_archive`]. Archives within it are members
    /// like any other file; folders, links and hidden files are left out. Of an e-mail message: what
    /// is attached to it; the message is a document still.
    ///
    /// # Errors
    /// `NotAnArchive` for an office document or a book, which are ZIP files too: convert those. Else
    /// as [`Converter::convert`].
    ///
    /// [`is_archive`]: crate::is_archive
    pub fn unpack(&self, file_name: &str, bytes: &[u8], cancel: &Cancel) -> Result<Vec<Member>> {
        self.check_size(bytes)?;
        if !sniff::is_archive(file_name, bytes) && !sniff::is_message(file_name, bytes) {
            return Err(Error::NotAnArchive);
        }
        let span = tracing::debug_span!("unpack", input_bytes = bytes.len());
        let _entered = span.enter();
        let Reply::Unpacked(members) = self.ask(&Request::Unpack, bytes, cancel)? else {
            return Err(Error::Crashed);
        };
        validate::check_members(&members, &self.limits).map_err(unsound)?;
        let unpacked_bytes: usize = members.iter().map(|member| member.bytes.len()).sum();
        tracing::debug!(members = members.len(), unpacked_bytes, "unpacked");
        Ok(members)
    }

    /// What a Zotero library's database, `zotero.sqlite`, holds.
    ///
    /// # Errors
    /// As [`Converter::convert`]; [`Error::Archive`] where it is damaged or none.
    pub fn library(&self, bytes: &[u8], cancel: &Cancel) -> Result<Library> {
        self.check_size(bytes)?;
        match self.ask(&Request::Library, bytes, cancel)? {
            Reply::Library(library) => Ok(*library),
            _ => Err(Error::Crashed),
        }
    }

    fn check_size(&self, bytes: &[u8]) -> Result<()> {
        if bytes.is_empty() {
            return Err(Error::Empty);
        }
        if bytes.len() as u64 > self.limits.input_bytes {
            let limit = limits::size(self.limits.input_bytes);
            return Err(Error::TooLarge { what: format!("the file is larger than {limit}") });
        }
        Ok(())
    }

    /// Markdown to sanitised HTML. Every run of text stands in `<span data-s data-e>`, byte offsets
    /// into `text`.
    ///
    /// # Errors
    /// As [`Converter::convert`].
    pub fn render_html(&self, text: &str, cancel: &Cancel) -> Result<String> {
        match self.ask(&Request::Render, text.as_bytes(), cancel)? {
            Reply::Html(html) => Ok(html),
            _ => Err(Error::Crashed),
        }
    }

    /// Page `page` of a PDF, counted from 1, as a PNG of at most so many pixels in a row.
    ///
    /// # Errors
    /// As [`Converter::convert`]; [`Error::Damaged`] where there is no such page.
    pub fn draw(&self, bytes: &[u8], page: u32, width: u32, cancel: &Cancel) -> Result<Vec<u8>> {
        self.check_size(bytes)?;
        // it guards nothing that could be half done
        let _alone = self.drawing.lock().unwrap_or_else(PoisonError::into_inner);
        let Reply::Drawn(drawing) = self.ask(&Request::Draw { page, width }, bytes, cancel)? else {
            return Err(Error::Crashed);
        };
        drawn::png(&drawing).map_err(unsound)
    }

    fn ask(&self, request: &Request, body: &[u8], cancel: &Cancel) -> Result<Reply> {
        if cancel.is_cancelled() {
            return Err(Error::Cancelled);
        }
        let mut worker = self.take_worker(cancel)?;
        let reply = worker.ask(request, Some(body), &self.limits, cancel);
        worker.served += 1;
        match reply {
            Ok(Reply::Refused(error)) if validate::is_sound_error(&error) => {
                self.keep_worker(worker);
                Err(error)
            }
            Ok(
                reply @ (Reply::Converted(_)
                | Reply::Unseen { .. }
                | Reply::Outlined(..)
                | Reply::Html(_)
                | Reply::Library(_)
                | Reply::Drawn(_)
                | Reply::Unpacked(_)),
            ) => {
                self.keep_worker(worker);
                Ok(reply)
            }
            Ok(Reply::Ready { .. } | Reply::Refused(_)) => Err(Error::Crashed),
            Err(error) => {
                tracing::debug!(code = ?error.problem().code, "conversion worker lost");
                Err(error)
            }
        }
    }

    fn take_worker(&self, cancel: &Cancel) -> Result<Worker> {
        while let Some(mut worker) = self.lock_idle().pop() {
            if worker.is_alive() {
                return Ok(worker);
            }
        }
        Worker::start(&self.program, self.pdfium.as_deref(), None, &self.limits, cancel)
            .map(|worker| self.started(worker))
    }

    /// The document with its pictures read, by a worker of its own; what it is without them where
    /// that cannot be had.
    fn recognised(
        &self,
        recogniser: &RecogniserFiles,
        limits: &Limits,
        request: &Request,
        otherwise: Reply,
        bytes: &[u8],
        cancel: &Cancel,
    ) -> Result<Reply> {
        let _alone = self.wait_to_recognise(cancel)?;
        let pdfium = self.pdfium.as_deref();
        let started = Worker::start(&self.program, pdfium, Some(recogniser), limits, cancel);
        let mut worker = match started {
            Err(Error::Cancelled) => return Err(Error::Cancelled),
            Err(_) => {
                tracing::warn!("text recognition does not start");
                return known(otherwise);
            }
            Ok(worker) => self.started(worker),
        };
        let reply = worker.ask(request, Some(bytes), limits, cancel);
        let peak_bytes = worker.peak_bytes().unwrap_or(0);
        self.recognising_bytes.fetch_max(peak_bytes, Ordering::Relaxed);
        tracing::debug!(peak_bytes, "text recognised");
        match (reply, otherwise) {
            (Err(Error::Cancelled), _) => Err(Error::Cancelled),
            (Ok(Reply::Refused(_)) | Err(_), Reply::Converted(mut converted)) => {
                let said = "text recognition stopped: pages that are pictures were left out";
                converted.warnings.push(said.to_owned());
                Ok(Reply::Converted(converted))
            }
            (Ok(reply), _) => known(reply),
            (Err(error), _) => Err(error),
        }
    }

    fn wait_to_recognise(&self, cancel: &Cancel) -> Result<MutexGuard<'_, ()>> {
        loop {
            match self.recognising.try_lock() {
                Ok(guard) => return Ok(guard),
                // it guards nothing that could be half done
                Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) if cancel.is_cancelled() => {
                    return Err(Error::Cancelled);
                }
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    fn keep_worker(&self, worker: Worker) {
        let fresh = worker.served < DOCUMENTS_A_WORKER
            && worker.taken_bytes < BYTES_A_WORKER
            && worker.busy < self.limits.wall;
        let mut idle = self.lock_idle();
        if fresh && idle.len() < KEPT_WORKERS {
            idle.push(worker);
        }
    }

    fn lock_idle(&self) -> std::sync::MutexGuard<'_, Vec<Worker>> {
        // a list of workers is whole at every step, whoever panicked while holding it
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A text, or the refusal that there is instead; nothing else is an answer about a document.
fn known(reply: Reply) -> Result<Reply> {
    match reply {
        reply @ Reply::Converted(_) => Ok(reply),
        Reply::Refused(error) if validate::is_sound_error(&error) => Err(error),
        _ => Err(Error::Crashed),
    }
}

/// The refusal of an answer that breaks `rule`.
fn unsound(rule: Rule) -> Error {
    tracing::warn!(%rule, "refused what a worker answered");
    Error::Unsound { rule }
}

/// The last 255 characters of a name, fit to be shown.
fn short_name(name: &str) -> String {
    let skip = name.chars().count().saturating_sub(255);
    let printable = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    name.chars().skip(skip).map(printable).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol;
    use types::{Block, BlockKind, ErrorCode, Format, PageLayout, TextLine};

    /// What becomes of a document whose worker says `reply`, whatever it is asked.
    fn asked(name: &str, reply: &Reply) -> Result<ConvertedText> {
        answered(name, Vec::new(), reply).0
    }

    /// The same of a worker that did without some nets, and what is known of them.
    fn answered(
        name: &str,
        notes: Vec<String>,
        reply: &Reply,
    ) -> (Result<ConvertedText>, Vec<String>) {
        let mut said = Vec::new();
        protocol::send(&mut said, &Reply::Ready { notes, recognises: false }).unwrap();
        protocol::send(&mut said, reply).unwrap();
        let file = std::env::temp_dir().join(format!("loci-{}-{name}", std::process::id()));
        std::fs::write(&file, said).unwrap();
        let script = format!("cat '{}'; exec sleep 60", file.display());
        let program = Program { path: "/bin/sh".into(), args: vec!["-c".into(), script.into()] };
        let converter = Converter::new(program, None, Limits::default());
        let result = converter.convert("a.txt", b"words", &Cancel::default());
        std::fs::remove_file(&file).unwrap();
        (result, converter.unenforced())
    }

    fn converted(range: std::ops::Range<usize>) -> Reply {
        let block = Block { kind: BlockKind::Paragraph, range, title: String::new() };
        let text = ConvertedText::new(Format::Text, "words".to_owned(), vec![block]);
        Reply::Converted(Box::new(ConvertedText { title: Some("a\nb".to_owned()), ..text }))
    }

    #[test]
    fn a_missing_net_is_known() {
        let notes = ["no Landlock".to_owned(), "a\nb".to_owned()].to_vec();
        let (text, missing) = answered("nets", notes, &converted(0..5));
        assert_eq!((text.is_ok(), missing), (true, vec!["no Landlock".to_owned()]));
        assert_eq!(answered("all-nets", Vec::new(), &converted(0..5)).1, Vec::<String>::new());
    }

    /// Lines that all claim the whole text cost no more than they weigh, and an answer of little but parts
    /// is refused by its name.
    #[test]
    fn what_an_answer_costs_is_bounded_by_its_size() {
        let line = TextLine { range: 0..1 << 20, y0: 0.0, y1: 1.0, x0: 0.0, edges: vec![1; 4] };
        let pages = |lines: usize| {
            let (range, lines) = (0..1 << 20, vec![line.clone(); lines]);
            let (page, width, height, recognised) = (1, 9.0, 9.0, None);
            vec![PageLayout { page, width, height, range, lines, recognised }]
        };
        let text = ConvertedText::new(Format::Pdf, "x".repeat(1 << 20), Vec::new());
        let mut hostile = ConvertedText { pages: pages(20_000), ..text };
        let counted = || validate::tests::COUNTED.with(std::cell::Cell::take);
        counted();
        assert!(mend::mend(&mut hostile).contains(&Rule::LineEdges));
        assert!(counted() <= 20_000 * 4 * 4 && hostile.pages[0].lines.is_empty());

        let text = ConvertedText::new(Format::Pdf, "x".repeat(1 << 20), Vec::new());
        let thin = ConvertedText { pages: pages(400_000), ..text };
        let refused = asked("thin", &Reply::Converted(Box::new(thin))).unwrap_err();
        assert_eq!(refused, Error::Unsound { rule: Rule::Parts });
    }

    #[test]
    fn an_answer_is_put_right_or_its_rule_named() {
        let mended = asked("mended", &converted(0..5)).unwrap();
        assert_eq!(mended.title.as_deref(), Some("a b"));
        assert_eq!(mended.warnings, ["put right by Loci: the title is not a short line"]);
        let problem = asked("refused", &converted(0..6)).unwrap_err().problem();
        assert_eq!(problem.code, ErrorCode::UnsoundText);
        assert!(problem.message.contains("a block does not lie on the text"), "{problem:?}");
        let nonsense = asked("nonsense", &Reply::Html(String::new())).unwrap_err();
        assert_eq!(nonsense, Error::Crashed);
    }
}
