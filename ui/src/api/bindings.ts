// Generated from the command table. Do not edit: `LOCI_BLESS=1 cargo test -p api` writes it.

export type Cascade = "none" | "orphans" | "all";

export type ChunkKind = "content" | "definition" | "requirement" | "reference" | "header";

export type Collection = string;

export type Definition = { 
/**
 * The term.
 */
term: string, 
/**
 * Its definition.
 */
text: string, 
/**
 * Where it stands.
 */
section_id: string, };

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
original: boolean, };

export type DeleteRequest = { 
/**
 * Which.
 */
document: string, 
/**
 * What goes with it.
 */
cascade: Cascade, };

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

export type DocumentState = "pending" | "converting" | "chunking" | "embedding" | "indexing" | "indexed" | "refused" | "failed";

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
superseded_by: string | null, };

export type ErrorCode = "not_found" | "ambiguous" | "usage" | "vault_missing" | "vault_exists" | "vault_in_use" | "locked" | "wrong_passphrase" | "bad_passphrase" | "vault_damaged" | "vault_behind_anchor" | "vault_too_new" | "duplicate" | "empty_document" | "unsupported_format" | "damaged_document" | "password_protected" | "no_text" | "too_large" | "timed_out" | "converter_crashed" | "unreadable" | "disk_full" | "model_missing" | "model_broken" | "cancelled" | "internal";

export type Format = "markdown" | "text" | "html" | "pdf" | "docx" | "unknown";

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
 * Take exact duplicates again: convert and index anew.
 */
force: boolean, };

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
warnings: Array<string>, };

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
pages: Array<PageSize>, };

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
 * Hits wanted, 1 to 1,000; 10 where nothing is said.
 */
top_k: number, 
/**
 * Only documents of this collection.
 */
collection: Collection | null, 
/**
 * Only this document.
 */
document: string | null, };

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
  search: { request: SearchRequest; answer: SearchAnswer };
  models_list: { request: Nothing; answer: ModelList };
  ingest_preview: { request: PathsRequest; answer: IngestPreview };
  ingest_cancel: { request: Nothing; answer: null };
}
