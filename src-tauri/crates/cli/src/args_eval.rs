//! The arguments of `eval`.

use crate::mode::Mode;
use clap::{Subcommand, ValueEnum};
use std::path::PathBuf;

/// `loci eval …`
#[derive(Subcommand)]
pub enum Eval {
    /// Turns of long, dated conversations: recall at 5, 10 and 50, by category, and latency
    Memory {
        /// A file in LoCoMo's form: a list of {"conversation", "qa"}
        file: PathBuf,
        /// How to search
        #[arg(long, value_enum, default_value_t = Mode::Hybrid)]
        mode: Mode,
        /// The only embedding model to use
        #[arg(long, value_name = "NAME")]
        model: Option<String>,
    },
    /// Tasks that belong to a room of a palace, or to none: which room each is found to be about
    Topics {
        /// Lines of {"is": "document", "title", "text", "room"} and {"is": "task", "text", "room",
        /// "split"}; assets/eval/topics_of_beir.py makes them
        file: PathBuf,
        /// The only embedding model to use
        #[arg(long, value_name = "NAME")]
        model: Option<String>,
    },
    /// Definitions found in labelled texts: precision, recall, F1
    Definitions {
        /// Lines of {"text", "definitions": [{"term", "meaning"}]}; the project's own otherwise
        file: Option<PathBuf>,
    },
    /// Wing, room and hall of labelled names and sentences: precision, recall, F1
    Palace {
        /// Lines of {"name", "description", "kind", "wing", "room", "hall", "split"}; the
        /// project's own otherwise
        file: Option<PathBuf>,
    },
    /// Contradiction or agreement of labelled pairs: precision, recall, F1
    Contradictions {
        /// Lines of {"a", "b", "relation", "kind", "split"}; the project's own otherwise
        file: Option<PathBuf>,
    },
    /// Knowledge found in labelled sentences: precision, recall, F1
    Extraction {
        /// Lines of {"text", "found", "relations", "split"}; the project's own otherwise
        file: Option<PathBuf>,
    },
    /// Labelled texts that address an assistant, and harmless ones: precision, recall, F1
    Injections {
        /// Lines of {"text", "kind", "language", "how", "hidden", "half"}, kind `attack` or
        /// `harmless`; the project's own otherwise
        file: Option<PathBuf>,
    },
    /// Claims beside sources that say them or do not: how many hold
    Grounding {
        /// Lines of {"claim", "sources", "label", "set", "split"}, label `supported` or what is
        /// wrong; the project's own otherwise
        file: Option<PathBuf>,
    },
    /// Questions whose documents are there, and others that are to be declined
    Ask {
        /// A file in PubMedQA's form (`ori_pqal.json`), or a folder in BEIR form
        place: PathBuf,
        /// Use this model alone
        #[arg(long, value_name = "NAME")]
        model: Option<String>,
    },
    /// nDCG and recall on a collection in BEIR form
    Retrieval {
        /// Folder with corpus.jsonl, queries.jsonl and qrels/test.tsv
        folder: PathBuf,
        /// How to search
        #[arg(long, value_enum, default_value_t = Mode::Hybrid)]
        mode: Mode,
        /// Use this model alone
        #[arg(long, value_name = "NAME")]
        model: Option<String>,
    },
    /// Text recognition on scans beside the words that stand on them: errors, seconds, memory
    Ocr {
        /// Folder with NAME.png, NAME.pdf … and NAME.txt
        folder: PathBuf,
    },
    /// Text, order, headings, cells, speed and memory on documents beside their expected Markdown
    Documents {
        /// Folder with NAME and NAME.md, or groundtruth/NAME.md
        folder: PathBuf,
        /// Compare with this program, run as `PROGRAM FILE`
        #[arg(long, value_name = "PROGRAM")]
        against: Option<PathBuf>,
        /// Time it as one process for all files, too
        #[arg(long, value_name = "PROGRAM")]
        against_server: Option<PathBuf>,
        /// Hold the headings of PDFs, found without bookmarks, against their bookmarks instead
        #[arg(long, conflicts_with_all = ["against", "against_server"])]
        headings_from_bookmarks: bool,
    },
    /// Fields of papers as publications, their bibliographies, entries matched with a list
    Publications {
        /// Folder with papers and labels.jsonl, lines of {"file", "title", "authors", "year",
        /// "venue", "doi", "arxiv", "isbn"}, and perhaps entries.jsonl, lines of {"file", "raw",
        /// "title", "first_author_family", "year", "doi"}
        #[arg(required_unless_present = "matching")]
        folder: Option<PathBuf>,
        /// Folder with library.bib and cases.jsonl, lines of {"entry", "match"}: the key of a
        /// reference or null
        #[arg(long, value_name = "DIR")]
        matching: Option<PathBuf>,
        /// Pass pages over that are pictures, which take seconds each
        #[arg(long)]
        no_ocr: bool,
        /// Name what was wrong or missed, one by one
        #[arg(long)]
        details: bool,
    },
    /// Sentences chosen at the chunk and master levels beside reference summaries: ROUGE-1, -2, -L
    Summaries {
        /// Folder with documents.jsonl, lines of {"id", "text", "summary"}
        folder: PathBuf,
        /// Only one half, by a hash of the ids
        #[arg(long, value_enum)]
        half: Option<HalfName>,
        /// Documents at most
        #[arg(long, value_name = "N")]
        limit: Option<usize>,
        /// Compare with this program, which reads lines of {"id", "sentences"} and writes lines of
        /// {"id", "chosen"}: `sumy-textrank` of `./setup --rivals`
        #[arg(long, value_name = "PROGRAM")]
        against: Option<PathBuf>,
    },
    /// Wanted and unwanted passages of web pages: precision, recall, F1
    Pages {
        /// Folder with pages and labels.jsonl, lines of {"file", "with", "without"}
        folder: PathBuf,
        /// Compare with this program, run as `PROGRAM FILE`
        #[arg(long, value_name = "PROGRAM")]
        against: Option<PathBuf>,
        /// Show each page's passages that are missing or unwanted
        #[arg(long)]
        details: bool,
    },
}

/// A half of what is judged.
#[derive(Clone, Copy, ValueEnum)]
pub enum HalfName {
    /// The one to develop on
    Seen,
    /// The one to be held back
    Unseen,
}
