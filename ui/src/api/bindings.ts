// Generated from the command table. Do not edit: `LOCI_BLESS=1 cargo test -p api` writes it.

export type Author = { 
/**
 * Family name, or an organisation's whole name.
 */
family: string, 
/**
 * Given names or initials; empty where there are none.
 */
given: string, };

export type Cascade = "none" | "orphans" | "all";

export type Certificate = { 
/**
 * What is certified. The signature is over its JSON with sorted keys and no white space.
 */
body: CertificateBody, 
/**
 * The vault's Ed25519 public key, hex.
 */
public_key: string, 
/**
 * Ed25519 signature, hex (RFC 8032).
 */
signature: string, };

export type CertificateBody = { 
/**
 * `loci deletion certificate v1`.
 */
kind: string, 
/**
 * The vault, hex.
 */
vault_id: string, 
/**
 * The document's id, hex.
 */
document_id: string, 
/**
 * SHA-256 of its original, hex.
 */
sha256: string, 
/**
 * Size of its original.
 */
size_bytes: number, 
/**
 * What was asked to go with it.
 */
cascade: Cascade, 
/**
 * When, RFC 3339.
 */
deleted_at: string, 
/**
 * Commit that took it away.
 */
commit_seq: number, 
/**
 * What went and what stayed.
 */
removals: Array<Removal>, 
/**
 * Where traces were looked for afterwards, and how many there were.
 */
proof: Array<Probe>, };

export type CertificateCheck = { 
/**
 * Whether the signature fits the body and the key.
 */
ok: boolean, 
/**
 * Whether the key is this vault's.
 */
own_key: boolean, };

export type CertificateList = { 
/**
 * Newest first.
 */
certificates: Array<Certificate>, };

export type ChunkKind = "content" | "definition" | "requirement" | "reference" | "header";

export type Citation = { 
/**
 * Its id.
 */
citation_id: string, 
/**
 * Its document; it may be gone or superseded by now.
 */
document_id: string, 
/**
 * The document's title when it was cited.
 */
title: string, 
/**
 * Where it stands.
 */
span: Span, 
/**
 * Its words; empty where they were forgotten with the document.
 */
quote: string, 
/**
 * The person's note.
 */
note: string, 
/**
 * When it was made.
 */
created_at: string, 
/**
 * Whether the document is still here.
 */
source_here: boolean, 
/**
 * How it fared in the document's latest version, where it was verified.
 */
verified: Reverified | null, };

export type CitationFormat = "bibtex" | "csl-json";

export type CitationList = { 
/**
 * Newest first.
 */
citations: Array<Citation>, };

export type CitationRequest = { 
/**
 * Its id, or a prefix of 8 or more digits that fits no other.
 */
citation: string, };

export type CitationsRequest = { 
/**
 * Only those of this document or its versions.
 */
document: string | null, };

export type CiteExport = { 
/**
 * Entries written.
 */
entries: number, 
/**
 * The file's text.
 */
text: string, };

export type CiteExportRequest = { 
/**
 * How.
 */
format: CitationFormat, 
/**
 * Only those of this document.
 */
document: string | null, 
/**
 * One passage of `document`, kept or not; all kept citations where absent.
 */
passage: [number, number] | null, };

export type CiteRequest = { 
/**
 * The document.
 */
document: string, 
/**
 * First byte of the passage.
 */
start: number, 
/**
 * One past its last byte.
 */
end: number, 
/**
 * The person's own words about it.
 */
note: string, };

export type Collection = string;

export type CrossReference = { 
/**
 * First byte of the mention.
 */
start: number, 
/**
 * One past its last byte.
 */
end: number, 
/**
 * Normalised id of what is meant: `sec_4_3_a`, `art_12`, `annex_ii`, `table_3`, `ref_12`.
 */
target: string, 
/**
 * First byte of what is meant, where the document has it.
 */
target_start: number | null, };

export type Definition = { 
/**
 * The term as written.
 */
term: string, 
/**
 * What it means, in the document's words.
 */
text: string, 
/**
 * Section where it stands; empty where there is none.
 */
section_id: string, 
/**
 * How it is stated.
 */
form: DefinitionForm, 
/**
 * Its document.
 */
document_id: string, 
/**
 * The document's title.
 */
title: string, 
/**
 * First byte of its words.
 */
start: number, 
/**
 * One past the last byte.
 */
end: number, 
/**
 * Stated exceptions.
 */
exceptions: Array<string>, };

export type DefinitionForm = "section" | "inline" | "hereinafter" | "glossary" | "acronym";

export type DeleteAnswer = { 
/**
 * What went.
 */
document_id: string, 
/**
 * Chunks that went.
 */
chunks: number, 
/**
 * Nodes that went.
 */
nodes: number, 
/**
 * Edges that went.
 */
edges: number, 
/**
 * Whether the original went.
 */
original: boolean, 
/**
 * What went, what stayed and why, what was looked for afterwards; signed.
 */
certificate: Certificate, };

export type DeleteRequest = { 
/**
 * Which.
 */
document: string, 
/**
 * What goes with it.
 */
cascade: Cascade, };

export type DocumentCheck = { 
/**
 * Which.
 */
document_id: string, 
/**
 * Whether everything agrees.
 */
ok: boolean, 
/**
 * Chunks looked at.
 */
chunks: number, 
/**
 * Bytes of text compared.
 */
text_bytes: number, 
/**
 * What does not agree.
 */
findings: Array<string>, };

export type DocumentList = { 
/**
 * The documents, newest first.
 */
documents: Array<DocumentView>, };

export type DocumentRequest = { 
/**
 * Its id, or a prefix of 8 or more digits that fits no other.
 */
document: string, };

export type DocumentState = "pending" | "converting" | "parsing" | "chunking" | "contextualising" | "embedding" | "indexing" | "indexed" | "refused" | "failed";

export type DocumentView = { 
/**
 * Its id.
 */
document_id: string, 
/**
 * Title.
 */
title: string, 
/**
 * File name.
 */
name: string, 
/**
 * Path it was read from.
 */
path: string, 
/**
 * Address it came from.
 */
source_url: string | null, 
/**
 * Kind of source.
 */
source_type: string | null, 
/**
 * SHA-256 of the original, hex.
 */
sha256: string, 
/**
 * Its collection.
 */
collection: Collection, 
/**
 * What it is.
 */
format: Format, 
/**
 * How far it has come.
 */
state: DocumentState, 
/**
 * Why it was refused or failed.
 */
reason: Problem | null, 
/**
 * Things to know.
 */
warnings: Array<string>, 
/**
 * When it was added.
 */
added_at: string, 
/**
 * Size of the original.
 */
size_bytes: number, 
/**
 * Bytes of its text.
 */
text_bytes: number, 
/**
 * Chunks.
 */
chunks: number, 
/**
 * Pages; 0 where there are none.
 */
pages: number, 
/**
 * Earlier version.
 */
supersedes: string | null, 
/**
 * Later version.
 */
superseded_by: string | null, 
/**
 * When it was replaced.
 */
superseded_at: string | null, 
/**
 * Its place among its versions, from 1.
 */
version: number, 
/**
 * Whether its watched file still says the same.
 */
freshness: Freshness, 
/**
 * It as a publication.
 */
reference: Reference, 
/**
 * Definitions it holds.
 */
definitions: number, };

export type DuplicateLevel = "exact" | "in_progress" | "recent";

export type ErrorCode = "not_found" | "ambiguous" | "usage" | "vault_missing" | "vault_exists" | "vault_in_use" | "locked" | "wrong_passphrase" | "bad_passphrase" | "vault_damaged" | "vault_behind_anchor" | "vault_too_new" | "duplicate" | "empty_document" | "unsupported_format" | "damaged_document" | "password_protected" | "no_text" | "too_large" | "timed_out" | "converter_crashed" | "unreadable" | "disk_full" | "model_missing" | "model_broken" | "cancelled" | "internal";

export type FailedDocument = { 
/**
 * Which.
 */
document_id: string, 
/**
 * Why.
 */
reason: Problem, };

export type Fate = "same" | "moved" | "changed" | "gone";

export type FolderRequest = { 
/**
 * The folder.
 */
path: string, };

export type Format = "markdown" | "text" | "html" | "pdf" | "docx" | "pptx" | "spreadsheet" | "csv" | "epub" | "odt" | "rtf" | "email" | "references" | "unknown";

export type Freshness = "current" | "stale";

export type Hit = { 
/**
 * From 1.
 */
rank: number, 
/**
 * The chunk.
 */
chunk_id: string, 
/**
 * Its document.
 */
document_id: string, 
/**
 * The document's title.
 */
title: string, 
/**
 * Section, where there is one.
 */
section_id: string, 
/**
 * Headings above it.
 */
parent_chain: Array<string>, 
/**
 * The passage: exactly the document's text at `span`.
 */
text: string, 
/**
 * Where it stands.
 */
span: Span, 
/**
 * Fused score.
 */
score: number, 
/**
 * What kind of passage.
 */
kind: ChunkKind, 
/**
 * Place by meaning.
 */
semantic: ListPlace | null, 
/**
 * Place by words.
 */
keyword: ListPlace | null, 
/**
 * Whether it was matched exactly.
 */
exact: boolean, 
/**
 * Definitions of the terms it uses.
 */
definitions: Array<Definition>, 
/**
 * Wing of the palace.
 */
wing: string | null, 
/**
 * Room in the wing.
 */
room: string | null, 
/**
 * Hall: the kind of knowledge.
 */
hall: string | null, 
/**
 * 0 to 1.
 */
reliability: number | null, };

export type IngestAnswer = { 
/**
 * One row a file.
 */
documents: Array<IngestedDocument>, 
/**
 * How long it took.
 */
took_ms: number, };

export type IngestEvent = { "event": "found", 
/**
 * Paths for people, in the order they will be taken.
 */
paths: Array<string>, } | { "event": "stage", 
/**
 * Place in `Found`.
 */
file: number, 
/**
 * The stage.
 */
stage: DocumentState, } | { "event": "done", 
/**
 * Place in `Found`.
 */
file: number, 
/**
 * How.
 */
result: IngestedDocument, } | { "event": "refining", 
/**
 * So many.
 */
done: number, 
/**
 * Of so many.
 */
total: number, };

export type IngestOptions = { 
/**
 * The collection that the documents go to.
 */
collection: Collection, 
/**
 * Where they were downloaded from.
 */
source_url: string | null, 
/**
 * What kind of source they are.
 */
source_type: string | null, 
/**
 * Take exact duplicates again: convert and index anew. Take recent ones as documents of their
 * own.
 */
force: boolean, 
/**
 * The document that the one taken in replaces.
 */
supersedes: string | null, 
/**
 * Most tokens of a chunk, 100 to 2,000; 800 where nothing is said.
 */
max_chunk_tokens: number | null, 
/**
 * Tokens that neighbouring chunks share, 0 to 200; 50 where nothing is said.
 */
chunk_overlap: number | null, };

export type IngestOutcome = "indexed" | "refused" | "failed" | "duplicate" | "cancelled";

export type IngestPreview = { 
/**
 * Files that Loci reads, by their names.
 */
accepted: number, 
/**
 * Files that it would archive without reading.
 */
refused: number, };

export type IngestRequest = { 
/**
 * Paths as the window system gave them.
 */
paths: Array<string>, 
/**
 * What to do with them.
 */
options: IngestOptions, };

export type IngestedDocument = { 
/**
 * The path as given or found.
 */
path: string, 
/**
 * Its id, where its bytes could be read.
 */
document_id: string | null, 
/**
 * How it ended.
 */
state: IngestOutcome, 
/**
 * Why, where it is not searchable.
 */
reason: Problem | null, 
/**
 * Chunks made.
 */
chunks: number, 
/**
 * Knowledge nodes made.
 */
nodes: number, 
/**
 * The document's title.
 */
title: string, 
/**
 * Things to know.
 */
warnings: Array<string>, 
/**
 * For a duplicate: of what kind.
 */
duplicate: DuplicateLevel | null, 
/**
 * A document from the same path or address, whose new version this may be.
 */
offered_version_of: string | null, };

export type ListPlace = { 
/**
 * From 1.
 */
rank: number, 
/**
 * BM25 score or cosine.
 */
score: number, 
/**
 * For keywords: the query's words that were found.
 */
terms?: Array<string>, };

export type ListedReference = { 
/**
 * The reference.
 */
reference: Reference, 
/**
 * The list it was read from.
 */
list_id: string, 
/**
 * The document it describes, where one fits.
 */
document_id: string | null, };

export type LlmRequest = { 
/**
 * Address of an OpenAI-compatible server, up to `/v1`.
 */
base_url: string, 
/**
 * The model's name there.
 */
model: string, 
/**
 * Key, where it wants one. Sealed in the vault, never shown again.
 */
api_key: string | null, 
/**
 * Tokens that the model reads at once.
 */
context_tokens: number, 
/**
 * Calls at the same time.
 */
concurrency: number, 
/**
 * For an address that is not this machine: the person agrees that text leaves it.
 */
text_may_leave: boolean, };

export type LlmView = { 
/**
 * Address; `None` where no language model is set.
 */
base_url: string | null, 
/**
 * Model.
 */
model: string, 
/**
 * Whether a key is kept.
 */
has_key: boolean, 
/**
 * Tokens that the model reads at once.
 */
context_tokens: number, 
/**
 * Calls at the same time.
 */
concurrency: number, 
/**
 * Whether text leaves this machine.
 */
leaves_machine: boolean, 
/**
 * Chunks whose context sentence is kept.
 */
contexts: number, };

export type LockState = "no_vault" | "locked" | "unlocked";

export type ModelList = { 
/**
 * The models.
 */
models: Array<ModelView>, };

export type ModelView = { 
/**
 * Its name.
 */
name: string, 
/**
 * Whether its files are here.
 */
installed: boolean, 
/**
 * Whether it is the one in use.
 */
in_use: boolean, 
/**
 * Dimensions of its vectors.
 */
dimensions: number, 
/**
 * Longest text it reads at once, in tokens.
 */
max_tokens: number, 
/**
 * Its licence.
 */
licence: string, 
/**
 * What is wrong with it.
 */
problem: Problem | null, };

export type Nothing = Record<symbol, never>;

export type OutlineItem = { 
/**
 * Its words.
 */
title: string, 
/**
 * 1 to 6.
 */
level: number, 
/**
 * Its section; empty where it has no number.
 */
section_id: string, 
/**
 * Its first byte in the text.
 */
start: number, 
/**
 * Page it stands on.
 */
page: number | null, };

export type PageBox = { 
/**
 * Counted from 1.
 */
page: number, 
/**
 * Left edge.
 */
x0: number, 
/**
 * Top edge.
 */
y0: number, 
/**
 * Right edge.
 */
x1: number, 
/**
 * Bottom edge.
 */
y1: number, };

export type PageSize = { 
/**
 * Width.
 */
width: number, 
/**
 * Height.
 */
height: number, };

export type Passage = { 
/**
 * Where it stands.
 */
span: Span, 
/**
 * The words at the span.
 */
quote: string, 
/**
 * Up to 32 characters before it.
 */
prefix: string, 
/**
 * Up to 32 characters after it.
 */
suffix: string, 
/**
 * Rectangles on the pages.
 */
boxes: Array<PageBox>, };

export type PassageRequest = { 
/**
 * Which document.
 */
document: string, 
/**
 * First byte.
 */
start: number, 
/**
 * One past the last byte.
 */
end: number, };

export type PassphraseRequest = { 
/**
 * The passphrase.
 */
passphrase: string, };

export type PathsRequest = { 
/**
 * Files and folders.
 */
paths: Array<string>, };

export type Probe = { 
/**
 * What was looked through, and how.
 */
place: string, 
/**
 * What was found there; none where the deletion is complete.
 */
found: number, };

export type Problem = { 
/**
 * For programs.
 */
code: ErrorCode, 
/**
 * What happened, and what was kept.
 */
message: string, 
/**
 * What to do next.
 */
hint: string, };

export type ReaderView = { 
/**
 * The document.
 */
document: DocumentView, 
/**
 * The converted text.
 */
text: string, 
/**
 * Sanitised HTML of the text. Every run of text stands in a `<span data-s data-e>` whose numbers
 * are byte offsets into `text`. `None` for plain text.
 */
html: string | null, 
/**
 * Sizes of the pages in points, in order.
 */
pages: Array<PageSize>, 
/**
 * Its headings, in order.
 */
outline: Array<OutlineItem>, 
/**
 * The terms that it uses and some document defines; its own definitions first.
 */
terms: Array<Term>, 
/**
 * Where it uses them.
 */
mentions: Array<TermMention>, 
/**
 * Its mentions of its own places.
 */
cross_references: Array<CrossReference>, };

export type Reference = { 
/**
 * CSL type: `article-journal`, `book`, `report`, `webpage` …; empty where unknown.
 */
kind: string, 
/**
 * Title.
 */
title: string | null, 
/**
 * Authors, in order.
 */
authors: Array<Author>, 
/**
 * Year of publication.
 */
year: number | null, 
/**
 * Journal, book or series that it appeared in.
 */
container: string | null, 
/**
 * Publisher.
 */
publisher: string | null, 
/**
 * Volume.
 */
volume: string | null, 
/**
 * Issue.
 */
issue: string | null, 
/**
 * Pages in the container, as printed: `12–19`.
 */
pages: string | null, 
/**
 * DOI without resolver, lower case: `10.1000/182`.
 */
doi: string | null, 
/**
 * arXiv id without prefix: `2305.03393v1`, `hep-th/9901001`.
 */
arxiv: string | null, 
/**
 * ISBN-13 or ISBN-10, digits and X alone, check digit right.
 */
isbn: string | null, 
/**
 * PubMed id, digits alone.
 */
pmid: string | null, 
/**
 * Web address.
 */
url: string | null, 
/**
 * BCP 47 language.
 */
language: string | null, 
/**
 * Key in the list it was read from (`knuth1984`); empty otherwise.
 */
key: string, };

export type ReferenceList = { 
/**
 * The references.
 */
references: Array<ListedReference>, };

export type RegenerateRequest = { 
/**
 * The collection to read anew.
 */
collection: Collection, 
/**
 * How concepts are matched.
 */
strategy: Strategy, 
/**
 * Plan only.
 */
dry_run: boolean, };

export type Regeneration = { 
/**
 * The collection.
 */
collection: Collection, 
/**
 * The strategy.
 */
strategy: Strategy, 
/**
 * Whether this is a plan only.
 */
dry_run: boolean, 
/**
 * Documents to read anew.
 */
documents: number, 
/**
 * Chunks they have now.
 */
chunks: number, 
/**
 * Calls to the language model; 0 where none is set.
 */
llm_calls: number, 
/**
 * Tokens it would read, about.
 */
llm_tokens: number, 
/**
 * Time it will take, about, from how long these documents took last time.
 */
estimated_ms: number, 
/**
 * Documents that were done by an earlier run of the same regeneration.
 */
resumed: number, 
/**
 * Documents read anew.
 */
done: number, 
/**
 * Documents that could not be read anew; what was made of them before serves on.
 */
failed: Array<FailedDocument>, 
/**
 * Chunks afterwards.
 */
chunks_after: number, 
/**
 * How long it took.
 */
took_ms: number, };

export type Removal = { 
/**
 * `original`, `text`, `chunks`, `vectors`, `definitions`, `citations` …
 */
what: string, 
/**
 * So many went.
 */
gone: number, 
/**
 * So many stayed.
 */
kept: number, 
/**
 * Why they stayed; empty where none did.
 */
reason: string, };

export type Reverified = { 
/**
 * How it fares.
 */
fate: Fate, 
/**
 * The version it was looked up in.
 */
document_id: string, 
/**
 * Where it stands there.
 */
span: Span | null, 
/**
 * The words there; empty where gone.
 */
quote: string, 
/**
 * 0 to 1: share of the words that agree.
 */
similarity: number, 
/**
 * When.
 */
at: string, };

export type ReverifyReport = { 
/**
 * The version that citations of earlier ones were looked up in.
 */
document_id: string, 
/**
 * Counts.
 */
same: number, 
/**
 * Counts.
 */
moved: number, 
/**
 * Counts.
 */
changed: number, 
/**
 * Counts.
 */
gone: number, 
/**
 * The citations, each with its quote and the words found.
 */
citations: Array<Citation>, };

export type SearchAnswer = { 
/**
 * The mode asked for.
 */
mode: SearchMode, 
/**
 * Whether something asked for could not be done.
 */
degraded: boolean, 
/**
 * What, and what to do.
 */
degraded_reason: Problem | null, 
/**
 * Things to know about the request: weights that do not sum to 1, say.
 */
warnings: Array<string>, 
/**
 * How long it took.
 */
took_ms: number, 
/**
 * Best first.
 */
hits: Array<Hit>, };

export type SearchMode = "hybrid" | "semantic" | "keyword" | "exact";

export type SearchRequest = { 
/**
 * The question.
 */
query: string, 
/**
 * How.
 */
mode: SearchMode, 
/**
 * Hits wanted, 1 to 100; 10 where nothing is said.
 */
top_k: number, 
/**
 * Only documents of this collection.
 */
collection: Collection | null, 
/**
 * Only this document.
 */
document: string | null, 
/**
 * What stood at the end of this day (`2025-03-31`) or moment (RFC 3339).
 */
as_of: string | null, 
/**
 * Superseded versions too.
 */
all_versions: boolean, 
/**
 * Weights of meaning, words and exact matches in place of the model's own, each 0 to 1.
 */
weights: [number, number, number] | null, };

export type Span = { 
/**
 * First byte.
 */
start: number, 
/**
 * One past the last byte.
 */
end: number, 
/**
 * First character (Unicode scalar value).
 */
char_start: number, 
/**
 * One past the last character.
 */
char_end: number, 
/**
 * First line, counted from 1.
 */
line_start: number, 
/**
 * Last line, counted from 1.
 */
line_end: number, 
/**
 * The first page it stands on, counted from 1, where the original has pages.
 */
page: number | null, };

export type Status = { 
/**
 * The profile's name.
 */
profile: string, 
/**
 * Its vault.
 */
state: LockState, 
/**
 * The vault's figures while it is open.
 */
vault: VaultInfo | null, 
/**
 * Seconds without use after which it locks.
 */
idle_lock_s: number, };

export type Strategy = "random" | "popularity" | "hybrid";

export type SupersedeRequest = { 
/**
 * The later one. Where it was refused as recent, it is read now.
 */
document: string, 
/**
 * The earlier one.
 */
supersedes: string, };

export type Term = { 
/**
 * The term as most write it.
 */
term: string, 
/**
 * Its normalised form.
 */
normalised: string, 
/**
 * Whether documents define it differently. Both stay, side by side.
 */
conflicting: boolean, 
/**
 * Its definitions.
 */
definitions: Array<Definition>, };

export type TermList = { 
/**
 * The terms, by alphabet.
 */
terms: Array<Term>, };

export type TermMention = { 
/**
 * First byte.
 */
start: number, 
/**
 * One past the last byte.
 */
end: number, 
/**
 * Place in `ReaderView.terms`.
 */
term: number, };

export type TermsRequest = { 
/**
 * Only this document's.
 */
document: string | null, 
/**
 * Only this term, in any writing.
 */
term: string | null, 
/**
 * Only terms with differing definitions.
 */
conflicting: boolean, };

export type VaultInfo = { 
/**
 * The vault.
 */
vault_id: string, 
/**
 * When it was made.
 */
created_at: string, 
/**
 * Documents, refused ones included.
 */
documents: number, 
/**
 * Chunks that can be found.
 */
chunks: number, 
/**
 * Knowledge nodes.
 */
nodes: number, 
/**
 * Knowledge edges.
 */
edges: number, 
/**
 * The embedding model in use; `None` where none can be loaded.
 */
model: string | null, 
/**
 * Chunks that still wait for the model in use.
 */
refine_pending: number, 
/**
 * Number of the last commit.
 */
commit_seq: number, 
/**
 * Bytes on disk.
 */
size_bytes: number, 
/**
 * The collections and their document counts.
 */
collections: Record<string, number>, };

export type WatchList = { 
/**
 * The folders.
 */
folders: Array<WatchedFolder>, };

export type WatchMode = "ask" | "automatic";

export type WatchRequest = { 
/**
 * The folder.
 */
path: string, 
/**
 * Where its documents go.
 */
collection: Collection, 
/**
 * What happens with changes.
 */
mode: WatchMode, };

export type WatchedChange = { 
/**
 * The file.
 */
path: string, 
/**
 * The document.
 */
document_id: string, };

export type WatchedFolder = { 
/**
 * The folder.
 */
path: string, 
/**
 * Where its documents go.
 */
collection: Collection, 
/**
 * What happens with changes.
 */
mode: WatchMode, 
/**
 * When it was last looked at.
 */
looked_at: string | null, 
/**
 * Why it could not be looked at.
 */
problem: Problem | null, 
/**
 * Files whose content is no longer what was read, each with its document, now stale.
 */
changed: Array<WatchedChange>, 
/**
 * Files that are not in yet.
 */
new: Array<string>, 
/**
 * Documents whose file is gone.
 */
gone: Array<WatchedChange>, };

export interface Commands {
  status: { request: Nothing; answer: Status };
  vault_create: { request: PassphraseRequest; answer: VaultInfo };
  vault_unlock: { request: PassphraseRequest; answer: VaultInfo };
  vault_lock: { request: Nothing; answer: null };
  vault_info: { request: Nothing; answer: VaultInfo };
  documents_list: { request: Nothing; answer: DocumentList };
  documents_show: { request: DocumentRequest; answer: DocumentView };
  document_read: { request: DocumentRequest; answer: ReaderView };
  passage: { request: PassageRequest; answer: Passage };
  documents_delete: { request: DeleteRequest; answer: DeleteAnswer };
  documents_versions: { request: DocumentRequest; answer: DocumentList };
  documents_supersede: { request: SupersedeRequest; answer: DocumentView };
  documents_reverify: { request: DocumentRequest; answer: ReverifyReport };
  documents_verify: { request: DocumentRequest; answer: DocumentCheck };
  documents_regenerate: { request: RegenerateRequest; answer: Regeneration };
  definitions_list: { request: TermsRequest; answer: TermList };
  cite_add: { request: CiteRequest; answer: Citation };
  cite_list: { request: CitationsRequest; answer: CitationList };
  cite_delete: { request: CitationRequest; answer: null };
  cite_export: { request: CiteExportRequest; answer: CiteExport };
  certificates_list: { request: Nothing; answer: CertificateList };
  certificates_verify: { request: Certificate; answer: CertificateCheck };
  watch_list: { request: Nothing; answer: WatchList };
  watch_add: { request: WatchRequest; answer: WatchList };
  watch_remove: { request: FolderRequest; answer: WatchList };
  watch_scan: { request: Nothing; answer: WatchList };
  watch_take: { request: FolderRequest; answer: IngestAnswer };
  references_list: { request: Nothing; answer: ReferenceList };
  llm_show: { request: Nothing; answer: LlmView };
  llm_set: { request: LlmRequest; answer: LlmView };
  llm_clear: { request: Nothing; answer: LlmView };
  search: { request: SearchRequest; answer: SearchAnswer };
  models_list: { request: Nothing; answer: ModelList };
  ingest_preview: { request: PathsRequest; answer: IngestPreview };
  ingest_cancel: { request: Nothing; answer: null };
}
