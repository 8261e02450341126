//! Every way a conversion can fail, and what the person is told.

use crate::Rule;
use serde::{Deserialize, Serialize};
use types::{ErrorCode, Format, Problem};

/// Shorthand.
pub type Result<T> = std::result::Result<T, Error>;

/// Why there is no text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum Error {
    /// No bytes, or white space only.
    #[error("the file is empty")]
    Empty,
    /// Not a format that Loci reads.
    #[error("this is {looks_like} named {file_name}, which Loci does not read")]
    Unsupported {
        /// What its first bytes say it is.
        looks_like: String,
        /// The name it came with.
        file_name: String,
    },
    /// The format is known, the content cannot be read.
    #[error("the {format} file is damaged: {detail}")]
    Damaged {
        /// What it should have been.
        format: Format,
        /// What is wrong with it.
        detail: String,
    },
    /// Encrypted.
    #[error("the {format} file asks for a password")]
    Password {
        /// What it is.
        format: Format,
    },
    /// A ZIP archive that cannot or must not be unpacked.
    #[error("the ZIP archive is damaged or unsafe: {detail}")]
    Archive {
        /// What is wrong with it.
        detail: String,
    },
    /// An encrypted ZIP archive.
    #[error("the ZIP archive asks for a password")]
    ArchivePassword,
    /// Asked to unpack something that is one document, or no ZIP at all.
    #[error("this is not an archive of files")]
    NotAnArchive,
    /// Pages, and not a word on any of them.
    #[error("none of its {pages} pages has any text: it looks like a scan, or pictures only")]
    NoText {
        /// Pages looked at.
        pages: u32,
    },
    /// Pictures that were looked at, and no text recognised in them.
    #[error("no text was recognised on any of its {pages} pages")]
    NothingRecognised {
        /// Pages looked at.
        pages: u32,
    },
    /// Over a limit.
    #[error("the document is too large: {what}")]
    TooLarge {
        /// Which limit.
        what: String,
    },
    /// The wall-clock limit.
    #[error("conversion was stopped after {seconds} seconds")]
    TimedOut {
        /// The limit.
        seconds: u64,
    },
    /// The worker died or spoke nonsense: memory limit, or a fault that the document set off.
    #[error("the converter stopped on this document: it crashed or needed too much memory")]
    Crashed,
    /// The worker's answer breaks a rule that cannot be put right without guessing.
    #[error("it was read, but what came out breaks a rule and was not used: {rule}")]
    Unsound {
        /// Which.
        rule: Rule,
    },
    /// No PDF engine, so no PDFs.
    #[error("PDF files cannot be read: the PDF engine is missing or does not load")]
    PdfEngine,
    /// Stopped on request.
    #[error("stopped on request")]
    Cancelled,
    /// The worker program does not start.
    #[error("the converter does not start: {detail}")]
    Start {
        /// What the system said.
        detail: String,
    },
}

impl Error {
    /// A damaged document of `format`.
    pub(crate) fn damaged(format: Format, detail: impl Into<String>) -> Self {
        Self::Damaged { format, detail: detail.into() }
    }

    /// The failure as it is shown and matched on.
    pub fn problem(&self) -> Problem {
        let (code, hint) = match self {
            Self::Empty => {
                (ErrorCode::EmptyDocument, "check that the file was saved and copied whole")
            }
            Self::Unsupported { .. } => (
                ErrorCode::UnsupportedFormat,
                "Loci reads PDF, Word, PowerPoint, Excel, OpenDocument, EPUB, RTF, HTML, e-mail, CSV, \
                 BibTeX, Markdown, text, and scans as PNG, JPEG or TIFF; export the document as one of them",
            ),
            Self::Damaged { .. } => (
                ErrorCode::DamagedDocument,
                "fetch the file again, or open it in its own program and save it anew",
            ),
            Self::Password { .. } => (
                ErrorCode::PasswordProtected,
                "open it in its own program, remove the password, and add the new file",
            ),
            Self::Archive { .. } => (
                ErrorCode::DamagedDocument,
                "unpack it with a program you trust and add the files themselves",
            ),
            Self::ArchivePassword => {
                (ErrorCode::PasswordProtected, "unpack it yourself and add the files")
            }
            Self::NotAnArchive => {
                (ErrorCode::UnsupportedFormat, "add it as a document instead of unpacking it")
            }
            Self::NoText { .. } => (
                ErrorCode::NoText,
                "run text recognition (OCR) over it, with ocrmypdf for example, and add the result; \
                 or let Loci do it: ./setup fetches its model, the settings switch it on",
            ),
            Self::NothingRecognised { .. } => (
                ErrorCode::NoText,
                "if there is text on it, scan it anew, straight and at 300 dpi, and add the result",
            ),
            Self::TooLarge { .. } => (ErrorCode::TooLarge, "split the document and add the parts"),
            Self::TimedOut { .. } => {
                (ErrorCode::TimedOut, "split the document, or export it in a simpler format")
            }
            Self::Crashed => (
                ErrorCode::ConverterCrashed,
                "the other documents are not affected; export this one in another format",
            ),
            Self::Unsound { .. } => (
                ErrorCode::UnsoundText,
                "this is a fault of Loci: please report it with the rule that is named; meanwhile \
                 export the document in another format",
            ),
            Self::PdfEngine => {
                (ErrorCode::UnsupportedFormat, "run ./setup, which installs it, then add it again")
            }
            Self::Cancelled => (ErrorCode::Cancelled, "add the file again to go on"),
            Self::Start { .. } => {
                (ErrorCode::Internal, "start Loci anew; reinstall if it persists")
            }
        };
        Problem::new(code, self.to_string(), hint)
    }
}
