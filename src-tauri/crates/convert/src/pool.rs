//! The parent's façade: takes a document, finds or starts a worker, and returns a checked result.
//! Workers are reused across documents; one is replaced after any failure, after 256 documents,
//! after 64 MiB, and when its time adds up to the wall-clock limit.

use crate::process::{Program, Worker};
use crate::protocol::{Member, Reply, Request};
use crate::{Error, Limits, Result, limits, sniff, validate};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use types::{Cancel, ConvertedText};

const DOCUMENTS_A_WORKER: u32 = 256;
const BYTES_A_WORKER: u64 = 64 << 20;
/// Idle workers kept; callers beyond that start and end their own.
const KEPT_WORKERS: usize = 4;

/// Turns documents into text in worker processes. `Send + Sync`; as many conversions run at once as
/// there are callers.
#[derive(Debug)]
pub struct Converter {
    program: Program,
    pdfium: Option<PathBuf>,
    limits: Limits,
    idle: Mutex<Vec<Worker>>,
}

impl Converter {
    /// Starts nothing yet. `pdfium` is the PDF engine's library; without it PDFs are refused.
    pub fn new(program: Program, pdfium: Option<PathBuf>, limits: Limits) -> Self {
        Self { program, pdfium, limits, idle: Mutex::new(Vec::new()) }
    }

    /// Another with the same program and limits, and no workers yet.
    pub fn fresh(&self) -> Self {
        Self::new(self.program.clone(), self.pdfium.clone(), self.limits)
    }

    /// The highest resident memory among the workers that wait for work, over their lives so far;
    /// `None` where none waits. A worker that failed or was replaced is not among them.
    pub fn peak_bytes(&self) -> Option<u64> {
        self.lock_idle().iter().filter_map(Worker::peak_bytes).max()
    }

    /// Converts one document. `file_name` decides only where the content leaves it open.
    ///
    /// # Errors
    /// Every variant of [`Error`]; none of them leaves anything behind.
    pub fn convert(&self, file_name: &str, bytes: &[u8], cancel: &Cancel) -> Result<ConvertedText> {
        self.check_size(bytes)?;
        let span = tracing::debug_span!("convert", input_bytes = bytes.len());
        let _entered = span.enter();
        // only the name's end matters to the worker
        let file_name = short_name(file_name);
        match self.ask(&Request::Convert { file_name }, bytes, cancel)? {
            Reply::Converted(converted) if validate::is_sound(&converted, &self.limits) => {
                tracing::debug!(
                    format = %converted.format,
                    text_bytes = converted.text.len(),
                    blocks = converted.blocks.len(),
                    pages = converted.pages.len(),
                    "converted"
                );
                Ok(*converted)
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
        match self.ask(&Request::Unpack, bytes, cancel)? {
            Reply::Unpacked(members) if validate::members_are_sound(&members, &self.limits) => {
                let unpacked_bytes: usize = members.iter().map(|member| member.bytes.len()).sum();
                tracing::debug!(members = members.len(), unpacked_bytes, "unpacked");
                Ok(members)
            }
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
            Ok(reply @ (Reply::Converted(_) | Reply::Html(_) | Reply::Unpacked(_))) => {
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
        Worker::start(&self.program, self.pdfium.as_deref(), &self.limits, cancel)
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

/// The last 255 characters of a name, fit to be shown.
fn short_name(name: &str) -> String {
    let skip = name.chars().count().saturating_sub(255);
    let printable = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    name.chars().skip(skip).map(printable).collect()
}
