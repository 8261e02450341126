// Generated from the command table. Do not edit: `LOCI_BLESS=1 cargo test -p api` writes it.

export type AgentConnection = { 
/**
 * What the program calls itself.
 */
client: string, 
/**
 * Since when.
 */
since: string, 
/**
 * Calls so far.
 */
calls: number, };

export type AgentList = { 
/**
 * Newest first; revoked ones last.
 */
agents: Array<AgentView>, 
/**
 * What waits for the person, oldest first.
 */
proposals: Array<ProposalView>, 
/**
 * Whether the person's terminal may use the open vault without its passphrase.
 */
terminal: boolean, 
/**
 * Terminals connected now.
 */
terminals: number, 
/**
 * Whether other programs can reach this process.
 */
served: boolean, };

export type AgentPairRequest = { 
/**
 * Its name, 1 to 60 characters, of nobody else.
 */
name: string, 
/**
 * What it may do.
 */
scope: AgentScope, };

export type AgentPaired = { 
/**
 * The agent.
 */
agent: AgentView, 
/**
 * What it identifies itself by.
 */
token: string, 
/**
 * To be pasted into an assistant's settings: JSON with `mcpServers`.
 */
settings: string, };

export type AgentPurgeRequest = { 
/**
 * Its id, a prefix of 8 or more digits, or its name.
 */
agent: string, 
/**
 * What the person approved of it too.
 */
approved: boolean, };

export type AgentPurged = { 
/**
 * Pieces of knowledge that went.
 */
nodes: number, 
/**
 * Proposals that went.
 */
proposals: number, 
/**
 * Pieces of knowledge that stay, because a document or the person says them too.
 */
kept: number, };

export type AgentRequest = { 
/**
 * Its id, a prefix of 8 or more digits, or its name.
 */
agent: string, };

export type AgentScope = { 
/**
 * May search and read.
 */
read: boolean, 
/**
 * May propose: what it writes waits in Review.
 */
propose: boolean, 
/**
 * The wings it may see; all of them where absent.
 */
wings: Array<string> | null, };

export type AgentScopeRequest = { 
/**
 * Its id, a prefix of 8 or more digits, or its name.
 */
agent: string, 
/**
 * What it may do.
 */
scope: AgentScope, };

export type AgentTerminalRequest = { 
/**
 * Whether the person's terminal may use the open vault without its passphrase.
 */
admitted: boolean, };

export type AgentUse = { 
/**
 * The command.
 */
command: string, 
/**
 * So often.
 */
calls: number, };

export type AgentView = { 
/**
 * Its id.
 */
agent: string, 
/**
 * The name that the person gave it.
 */
name: string, 
/**
 * What it may do.
 */
scope: AgentScope, 
/**
 * When it was paired.
 */
paired_at: string, 
/**
 * When it was revoked.
 */
revoked_at: string | null, 
/**
 * When it last called.
 */
last_call: string | null, 
/**
 * Calls in all.
 */
calls: number, 
/**
 * Calls that it was not allowed.
 */
refused: number, 
/**
 * Which commands, most called first.
 */
activity: Array<AgentUse>, 
/**
 * Its connections now.
 */
connected: Array<AgentConnection>, 
/**
 * What it wrote that waits for the person.
 */
waiting: number, };

export type Alias = { 
/**
 * As written.
 */
name: string, 
/**
 * As [`crate::normalise_name`] has it.
 */
normalised: string, 
/**
 * Why.
 */
rule: AliasRule, };

export type AliasRule = "acronym" | "spacing" | "version" | "plural" | "identifier" | "user";

export type AnswerConflict = { 
/**
 * In words: "opposite direction: increased / decreased".
 */
because: string, 
/**
 * 0 to 1.
 */
confidence: number, 
/**
 * What the answer rests on, or one side of what is known to be at odds.
 */
first: AnswerSource, 
/**
 * What speaks against it.
 */
second: AnswerSource, };

export type AnswerSentence = { 
/**
 * The sentence, as people read it.
 */
sentence: string, 
/**
 * How far its sources say it, 0 to 1; 1 where it is a quotation.
 */
support: number, 
/**
 * What it rests on.
 */
sources: Array<AnswerSource>, 
/**
 * The time for which its source says that it holds, in the source's words; empty where it says none.
 */
holds: string, 
/**
 * Whether its source addresses an assistant instead of a reader.
 */
addresses_assistant: boolean, };

export type AnswerSource = { 
/**
 * The document.
 */
document_id: string, 
/**
 * Its title.
 */
title: string, 
/**
 * Where the words stand.
 */
span: Span, 
/**
 * The words: exactly the document's text at `span`.
 */
quote: string, };

export type AskAnswer = { 
/**
 * Whether it was taken for a question; where not, nothing was looked for.
 */
asked: boolean, 
/**
 * At most five sentences, in the order in which they are to be read; none where it is declined.
 */
answer: Array<AnswerSentence>, 
/**
 * The library does not say.
 */
declined: boolean, 
/**
 * Contradictions among what was found.
 */
conflicts: Array<AnswerConflict>, 
/**
 * How likely what was found answers the question, 0 to 1.
 */
confidence: number, 
/**
 * Whether a language model worded it.
 */
composed: boolean, 
/**
 * Sentences of a language model that no source says, and that were left out.
 */
dropped: number, 
/**
 * What could not be done, and what to do.
 */
degraded_reason: Problem | null, 
/**
 * Things to know about the answer.
 */
warnings: Array<string>, };

export type AskKeepRequest = { 
/**
 * The question: the note's title.
 */
question: string, 
/**
 * Its sentences, as they were given: each quotation is compared with its document.
 */
answer: Array<AnswerSentence>, 
/**
 * Whether a language model worded it.
 */
composed: boolean, };

export type AskRequest = { 
/**
 * The question.
 */
question: string, 
/**
 * Only documents of this collection.
 */
collection: Collection | null, 
/**
 * Answer only what asks by its form: a question mark at its end, a question word at its beginning.
 */
if_question: boolean, };

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
 * Whether the key is this vault's; unknown where none is open.
 */
own_key: boolean | null, };

export type CertificateList = { 
/**
 * Newest first.
 */
certificates: Array<Certificate>, };

export type ChangeAnswer = { 
/**
 * The change, to undo it by.
 */
change: ChangeView, 
/**
 * The nodes as they are now.
 */
nodes: Array<NodeCard>, 
/**
 * What was learnt from it: "vocabulary: oauth* → security/oauth2".
 */
learnt: Array<string>, };

export type ChangeView = { 
/**
 * Its number, rising.
 */
change: number, 
/**
 * When.
 */
at: string, 
/**
 * What: `approve`, `dismiss`, `edit`, `move`, `merge`, `split`, `override`, `rule` …
 */
action: string, 
/**
 * In words: "wing security → compliance".
 */
detail: string, 
/**
 * The person's reason; empty where none was asked for.
 */
reason: string, 
/**
 * The nodes concerned.
 */
nodes: Array<string>, 
/**
 * Whether it can be undone now.
 */
undoable: boolean, 
/**
 * Whether it was undone.
 */
undone: boolean, };

export type ChunkKind = "content" | "definition" | "requirement" | "reference" | "header" | "turn";

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
 * The same as people read them, without markup.
 */
plain: string, 
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

export type ContradictionList = { 
/**
 * Surest first; unruled before ruled.
 */
contradictions: Array<ContradictionView>, 
/**
 * How many are unruled.
 */
open: number, };

export type ContradictionView = { 
/**
 * The edge.
 */
edge: EdgeView, 
/**
 * Its first end, `A`.
 */
first: NodeCard, 
/**
 * Its second end, `B`.
 */
second: NodeCard, 
/**
 * What speaks for `A`.
 */
first_evidence: Array<EvidenceView>, 
/**
 * What speaks for `B`.
 */
second_evidence: Array<EvidenceView>, 
/**
 * When `A` holds, in words; empty where not stated.
 */
first_holds: string, 
/**
 * When `B` holds.
 */
second_holds: string, 
/**
 * Tier of `A`'s best source.
 */
first_tier: string, 
/**
 * Tier of `B`'s best source.
 */
second_tier: string, };

export type ContradictionsRequest = { 
/**
 * Ruled ones too.
 */
ruled: boolean, 
/**
 * At most so many; 50 where 0, 500 at most.
 */
limit: number, };

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
 * The same as people read them, without markup.
 */
plain: string, 
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
cascade: Cascade, 
/**
 * What would stay although it repeats the document, and is to go too: see [`Foreseen`].
 */
also: Array<Repeating>, };

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
 * The collection that it came to first.
 */
collection: Collection, 
/**
 * All collections that it is in.
 */
collections: Array<Collection>, 
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

export type EdgeAddRequest = { 
/**
 * What it says.
 */
kind: EdgeKind, 
/**
 * Where it begins.
 */
from: string, 
/**
 * Where it ends.
 */
to: string, 
/**
 * Why.
 */
reason: string, };

export type EdgeKind = "defines" | "requires" | "enables" | "part_of" | "cites" | "supersedes" | "contradicts";

export type EdgeList = { 
/**
 * The edges.
 */
edges: Array<EdgeView>, 
/**
 * How many there are without the limit.
 */
total: number, };

export type EdgeRequest = { 
/**
 * Its id, or a prefix of 8 or more digits that fits no other.
 */
edge: string, };

export type EdgeView = { 
/**
 * Its id.
 */
edge_id: string, 
/**
 * What it says.
 */
kind: EdgeKind, 
/**
 * Where it begins.
 */
from: string, 
/**
 * That node's name.
 */
from_name: string, 
/**
 * Where it ends.
 */
to: string, 
/**
 * That node's name.
 */
to_name: string, 
/**
 * Whether it counts.
 */
state: NodeState, 
/**
 * 0 to 1.
 */
confidence: number, 
/**
 * Why, in words.
 */
because: string, 
/**
 * For a contradiction: what the person decided.
 */
ruling: Ruling | null, 
/**
 * What speaks for it.
 */
evidence: Array<EvidenceView>, };

export type EdgesRequest = { 
/**
 * Only at this node.
 */
node: string | null, 
/**
 * Only of this kind.
 */
kind: EdgeKind | null, 
/**
 * Only in this state; all but dismissed ones where absent.
 */
state: NodeState | null, 
/**
 * At most so many; 100 where 0, 1,000 at most.
 */
limit: number, };

export type ErrorCode = "not_found" | "ambiguous" | "usage" | "vault_missing" | "vault_exists" | "vault_in_use" | "locked" | "wrong_passphrase" | "bad_passphrase" | "bad_recovery_code" | "vault_damaged" | "backup_damaged" | "vault_behind_anchor" | "vault_too_new" | "duplicate" | "empty_document" | "unsupported_format" | "damaged_document" | "password_protected" | "no_text" | "too_large" | "timed_out" | "unsound_text" | "converter_crashed" | "unreadable" | "disk_full" | "model_missing" | "model_broken" | "cancelled" | "not_allowed" | "reason_needed" | "internal";

export type Evidence = { 
/**
 * The source: the document it stands in. `None` for what the person wrote by hand.
 */
document: string | null, 
/**
 * The chunk it stands in.
 */
chunk: string | null, 
/**
 * Where in the document's text.
 */
span: Span | null, 
/**
 * The words, at most `QUOTE_BYTES`.
 */
quote: string, 
/**
 * Places, from 0, of the document's chunks that mention it, at most `PASSAGES` of them.
 */
passages: Array<number>, 
/**
 * Mentions in this document.
 */
mentions: number, 
/**
 * How it was found.
 */
method: Method, 
/**
 * 0 to 1.
 */
confidence: number, 
/**
 * When it was read.
 */
observed_at: string, };

export type EvidenceGrade = "ungraded" | "very_low" | "low" | "moderate" | "high";

export type EvidenceView = { 
/**
 * Its quote as people read it, without markup.
 */
plain: string, 
/**
 * The document's title; empty for what was written by hand.
 */
title: string, 
/**
 * Whether the passage can be opened: its document is here and reads as it did.
 */
opens: boolean, 
/**
 * Whether the document was replaced by a later version.
 */
superseded: boolean, 
/**
 * Whether it is a copy of another source here, and does not count as a second one.
 */
copy_of: string | null, 
/**
 * The source: the document it stands in. `None` for what the person wrote by hand.
 */
document: string | null, 
/**
 * The chunk it stands in.
 */
chunk: string | null, 
/**
 * Where in the document's text.
 */
span: Span | null, 
/**
 * The words, at most `QUOTE_BYTES`.
 */
quote: string, 
/**
 * Places, from 0, of the document's chunks that mention it, at most `PASSAGES` of them.
 */
passages: Array<number>, 
/**
 * Mentions in this document.
 */
mentions: number, 
/**
 * How it was found.
 */
method: Method, 
/**
 * 0 to 1.
 */
confidence: number, 
/**
 * When it was read.
 */
observed_at: string, };

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

export type Field = "name" | "description" | "summary" | "kind" | "tags" | "place" | "state" | "importance" | "validity";

export type FieldSource = "title_block" | "running_head" | "metadata" | "identifier" | "list";

export type FolderRequest = { 
/**
 * The folder.
 */
path: string, };

export type Foreseen = { 
/**
 * Which document.
 */
document_id: string, 
/**
 * What was to go with it.
 */
cascade: Cascade, 
/**
 * As a certificate has it: what would go and stay.
 */
removals: Array<Removal>, 
/**
 * What would stay although it repeats the document.
 */
staying: Array<Staying>, 
/**
 * So many more of these, which are not shown.
 */
more: number, };

export type Format = "markdown" | "text" | "html" | "pdf" | "docx" | "pptx" | "spreadsheet" | "csv" | "epub" | "odt" | "rtf" | "email" | "conversation" | "references" | "image" | "unknown";

export type Freshness = "current" | "stale";

export type Gap = { 
/**
 * Hex; what to name it by.
 */
gap: string, 
/**
 * The question as last asked.
 */
query: string, 
/**
 * How often it was asked and found fewer than two hits.
 */
asked: number, 
/**
 * Of them, within the last seven days.
 */
recent: number, 
/**
 * When first.
 */
first_at: string, 
/**
 * When last.
 */
last_at: string, 
/**
 * Whether it surfaces: three times within seven days, not dismissed, not snoozed.
 */
open: boolean, 
/**
 * Until when it is snoozed.
 */
snoozed_until: string | null, 
/**
 * The nearest nodes there are.
 */
nearest: Array<NodeCard>, };

export type GapList = { 
/**
 * Most asked first.
 */
gaps: Array<Gap>, };

export type GapRequest = { 
/**
 * Which.
 */
gap: string, 
/**
 * Days to be quiet; for good where absent.
 */
snooze_days: number | null, };

export type GapsRequest = { 
/**
 * Those that do not surface too.
 */
all: boolean, };

export type GraphExport = { 
/**
 * The file's text.
 */
text: string, 
/**
 * Nodes in it.
 */
nodes: number, 
/**
 * Edges in it.
 */
edges: number, };

export type GraphExportRequest = { 
/**
 * How.
 */
format: GraphFormat, 
/**
 * Only this wing.
 */
wing: string | null, 
/**
 * Only what held on this day.
 */
as_of: string | null, };

export type GraphFormat = "graphml" | "jsonld";

export type Hall = "fact" | "event" | "discovery" | "preference" | "advice" | "claim" | "sentiment";

export type HallCount = { 
/**
 * Which.
 */
hall: Hall, 
/**
 * So many.
 */
nodes: number, };

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
 * Its words as people read them, without markup.
 */
plain: string, 
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
 * Its place in the document, from 0.
 */
chunk_index: number, 
/**
 * Places of the document that it refers to: `sec_4_3_a`, `table_3`.
 */
cross_references: Array<string>, 
/**
 * How the document was cut: `structure`, at headings, paragraphs and sentences.
 */
chunk_method: string, 
/**
 * Tokens that it may share with its neighbours; none for documents read before this was kept.
 */
overlap: number | null, 
/**
 * The document's abstract or first paragraph.
 */
doc_summary: string, 
/**
 * The document's language, BCP 47.
 */
language: string | null, 
/**
 * When the document's file was last changed, before it was read.
 */
mtime: string | null, 
/**
 * Wing of the palace: of the most important accepted node that the passage speaks for.
 */
wing: string | null, 
/**
 * Room in the wing.
 */
room: string | null, 
/**
 * Hall: what sort of knowledge.
 */
hall: Hall | null, 
/**
 * That node's, 0 to 1.
 */
reliability: number | null, 
/**
 * Whether a person set that score.
 */
overridden: boolean, 
/**
 * The accepted nodes that the passage speaks for, most important first, at most 8.
 */
nodes: Array<NodeCard>, };

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
chunk_overlap: number | null, 
/**
 * Leave pages that are pictures unread this time, whatever the setting says.
 */
no_ocr?: boolean, };

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

export type KnowledgeSettings = { 
/**
 * From this confidence on, what is found is accepted without review, 0.5 to 1; over 1 nothing
 * is.
 */
accept_from: number, 
/**
 * Days in which importance fades half-way to 1; 1 to 3,650.
 */
half_life_days: number, 
/**
 * Whether review actions change thresholds and source tiers.
 */
learns: boolean, 
/**
 * What was learnt.
 */
learnt: Array<Learnt>, };

export type KnowledgeSettingsRequest = { 
/**
 * See [`KnowledgeSettings::accept_from`].
 */
accept_from: number | null, 
/**
 * See [`KnowledgeSettings::half_life_days`].
 */
half_life_days: number | null, 
/**
 * See [`KnowledgeSettings::learns`].
 */
learns: boolean | null, 
/**
 * Switches what was learnt off or on, by its `what`.
 */
switch: [string, boolean] | null, };

export type Learnt = { 
/**
 * What: `threshold`, `source example.org`.
 */
what: string, 
/**
 * Value before.
 */
before: number, 
/**
 * Value now.
 */
now: number, 
/**
 * From which actions: "12 approved, 0 dismissed".
 */
because: string, 
/**
 * When.
 */
at: string, 
/**
 * Whether it is in force; undone ones are not.
 */
active: boolean, };

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

export type Hierarchy = { 
/**
 * The collection's name.
 */
collection: string, 
/**
 * The method by which sentences were chosen: `textrank` or `tfidf`.
 */
method: string, 
/**
 * When it was built.
 */
built_at: string, 
/**
 * The commit that it shows.
 */
commit_seq: number, 
/**
 * Claims left out of the master for want of support.
 */
dropped: number, 
/**
 * The documents, with the hash of each original.
 */
documents: Array<LevelDocument>, 
/**
 * All nodes, master first, then by level and by where they stand.
 */
nodes: Array<LevelNode>, };

export type Level = "raw" | "chunk" | "section" | "master";

export type LevelDocument = { 
/**
 * The document.
 */
document_id: string, 
/**
 * Its title.
 */
title: string, 
/**
 * SHA-256 of the original.
 */
sha256: string, };

export type LevelEntity = { 
/**
 * What kind of thing: the name of a class of nodes, `date`, `quantity` or `identifier`.
 */
kind: string, 
/**
 * Its name.
 */
name: string, };

export type LevelMethod = "textrank" | "tfidf";

export type LevelNode = { 
/**
 * First 32 hex digits of a hash of collection, level and what it is made of.
 */
id: string, 
/**
 * Its level.
 */
level: Level, 
/**
 * A heading of a document, a topic's name, or the collection's.
 */
title: string, 
/**
 * What it says, in order.
 */
sentences: Array<LevelSentence>, 
/**
 * Nodes of the level above.
 */
parents: Array<string>, 
/**
 * Nodes of the level below.
 */
children: Array<string>, 
/**
 * Entities, where the level is chunk or section.
 */
entities: Array<LevelEntity>, 
/**
 * How sure the node is, 0 to 1: the mean support of its claims.
 */
confidence: number, 
/**
 * Counted from 1; a rebuild that changes what it says counts on.
 */
version: number, 
/**
 * When this version was made.
 */
created_at: string, 
/**
 * A document that it rests on came or went since, and it is not rebuilt yet.
 */
stale: boolean, };

export type LevelSentence = { 
/**
 * The sentence.
 */
text: string, 
/**
 * Words of ours that join what is quoted; it claims nothing and has no sources.
 */
connective: boolean, 
/**
 * How far its sources say it, 0 to 1; 1 where it is a quotation.
 */
support: number, 
/**
 * The nodes of the level below that it rests on.
 */
cites: Array<string>, 
/**
 * The passages that it rests on.
 */
sources: Array<LevelSource>, };

export type LevelSource = { 
/**
 * The document.
 */
document_id: string, 
/**
 * First byte in the converted text.
 */
start: number, 
/**
 * One past the last byte.
 */
end: number, 
/**
 * The page it begins on, counted from 1, where the original has pages.
 */
page: number | null, 
/**
 * The words.
 */
quote: string, };

export type LevelStatistics = { 
/**
 * Documents that it rests on.
 */
documents: number, 
/**
 * Passages.
 */
raw: number, 
/**
 * Chunk summaries.
 */
chunks: number, 
/**
 * Sentences that these chose.
 */
sentences: number, 
/**
 * Sections.
 */
sections: number, 
/**
 * Claims of the master.
 */
claims: number, 
/**
 * Claims that had less support than .7 and were dropped.
 */
dropped: number, };

export type LevelsAnswer = { 
/**
 * Their level.
 */
level: Level, 
/**
 * The nodes, best first where words were asked for.
 */
nodes: Array<LevelNode>, 
/**
 * The collection of each of them.
 */
collections: Array<string>, 
/**
 * The nodes below, down to the passages, where sources were asked for.
 */
sources: Array<LevelNode>, 
/**
 * How many there are, or how many were looked at where words were asked for.
 */
total: number, 
/**
 * Whether any of it rests on documents that came or went since.
 */
stale: boolean, 
/**
 * How long it took.
 */
took_ms: number, };

export type LevelsBuildRequest = { 
/**
 * Of which collection.
 */
collection: Collection, 
/**
 * How sentences are chosen; as before, or by TextRank, where nothing is said.
 */
method: LevelMethod | null, 
/**
 * The share of a section's text that may join what is quoted, 0 to 1; 0.2 where nothing is said.
 */
max_synthesis_ratio: number | null, };

export type LevelsBuilt = { 
/**
 * Of which collection.
 */
collection: string, 
/**
 * How sentences are chosen.
 */
method: LevelMethod, 
/**
 * Documents whose passages were read.
 */
documents_read: number, 
/**
 * Documents that are gone from it.
 */
documents_removed: number, 
/**
 * Sections that were written anew, or are new.
 */
sections_written: number, 
/**
 * Sections that are gone.
 */
sections_removed: number, 
/**
 * What is there now.
 */
statistics: LevelStatistics, 
/**
 * How long it took.
 */
took_ms: number, };

export type LevelsCheck = { 
/**
 * The collection.
 */
collection: string, 
/**
 * Whether nothing is broken.
 */
ok: boolean, 
/**
 * Nodes that were looked at.
 */
nodes: number, 
/**
 * Citations that were compared with their documents, byte for byte.
 */
citations: number, 
/**
 * Of those, the ones that hold.
 */
citations_hold: number, 
/**
 * Nodes that rest on documents that came or went since.
 */
stale: number, 
/**
 * What is broken.
 */
findings: Array<string>, 
/**
 * How long it took.
 */
took_ms: number, };

export type LevelsDrill = { 
/**
 * From which node: its id or the beginning of it.
 */
node: string, 
/**
 * To which level below.
 */
to: Level, 
/**
 * Nodes at most; 20 where nothing is said.
 */
top_k: number | null, 
/**
 * Nodes passed over.
 */
offset: number, };

export type LevelsList = { 
/**
 * Each collection that has documents or levels.
 */
collections: Array<LevelsState>, };

export type LevelsNodeRequest = { 
/**
 * Its id or the beginning of it.
 */
node: string, };

export type LevelsNodeView = { 
/**
 * Its collection.
 */
collection: string, 
/**
 * The node.
 */
node: LevelNode, 
/**
 * Its ancestors, the master first.
 */
above: Array<LevelNode>, };

export type LevelsQuery = { 
/**
 * Collections, one or more.
 */
collections: Array<Collection>, 
/**
 * Which level.
 */
level: Level, 
/**
 * Words to look for; nodes in their order where there are none.
 */
query: string | null, 
/**
 * A wing of the palace.
 */
wing: string | null, 
/**
 * A room of it.
 */
room: string | null, 
/**
 * Nodes that name an entity of this kind: a class of nodes, `date` or `quantity`.
 */
entity_kind: string | null, 
/**
 * Nodes that name this entity.
 */
entity: string | null, 
/**
 * Nodes that rest on this document: its id or the beginning of it.
 */
document: string | null, 
/**
 * Documents of this day and later (ISO 8601): published then, or taken in where that is not known.
 */
since: string | null, 
/**
 * Documents of this day and earlier.
 */
until: string | null, 
/**
 * Nodes at most; 10 where nothing is said.
 */
top_k: number | null, 
/**
 * Nodes passed over.
 */
offset: number, 
/**
 * With the nodes below, down to the passages.
 */
include_sources: boolean, };

export type LevelsRequest = { 
/**
 * Of which collection.
 */
collection: Collection, };

export type LevelsRoll = { 
/**
 * From which nodes of one collection: their ids or beginnings of them.
 */
nodes: Array<string>, 
/**
 * To which level above.
 */
to: Level, };

export type LevelsState = { 
/**
 * The collection.
 */
collection: string, 
/**
 * The master's id; `None` where nothing is built.
 */
master: string | null, 
/**
 * How sentences are chosen.
 */
method: LevelMethod, 
/**
 * The share of a section's text that may join what is quoted.
 */
max_synthesis_ratio: number, 
/**
 * When it was built or updated last.
 */
built_at: string | null, 
/**
 * Documents that came since, or were read anew.
 */
came: number, 
/**
 * Documents that went since.
 */
went: number, 
/**
 * How much there is.
 */
statistics: LevelStatistics, };

export type LevelsUpdateRequest = { 
/**
 * Of which collection.
 */
collection: Collection, 
/**
 * Documents to be put into the collection first, by id.
 */
add: Array<string>, 
/**
 * Documents to be taken out of it first, by id.
 */
remove: Array<string>, };

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

export type MemoryBudgets = { 
/**
 * Identity.
 */
l0: number, 
/**
 * Essentials.
 */
l1: number, 
/**
 * Room context.
 */
l2: number, 
/**
 * Deep search.
 */
l3: number, };

export type MemoryContext = { 
/**
 * The agent's role.
 */
agent: string, 
/**
 * The layers of its policy.
 */
layers: Array<MemoryLayerText>, 
/**
 * Tokens of all layers.
 */
total_tokens: number, 
/**
 * The record of it in the audit log; none for a preview.
 */
receipt_id: string | null, 
/**
 * Things to know about the request: a budget that was cut, say.
 */
warnings: Array<string>, 
/**
 * What counted.
 */
tokenizer: TokenizerName, 
/**
 * How long it took to build, in milliseconds.
 */
took_ms: number, };

export type MemoryDiff = { 
/**
 * The earlier moment.
 */
from: string, 
/**
 * The later one.
 */
to: string, 
/**
 * The agent's role.
 */
agent: string, 
/**
 * Its layers.
 */
layers: Array<MemoryLayerDiff>, };

export type MemoryDiffRequest = { 
/**
 * A day (`2025-03-31`) or a moment (RFC 3339).
 */
from: string, 
/**
 * Likewise; now where nothing is said.
 */
to?: string, 
/**
 * The agent's role; `planner` where nothing is said.
 */
agent?: string, 
/**
 * What it is about to do.
 */
task?: string, };

export type MemoryItem = { 
/**
 * The node, where it is one.
 */
node_id: string | null, 
/**
 * The passage, where it is one.
 */
chunk_id: string | null, 
/**
 * What it is cited from.
 */
document_id: string | null, 
/**
 * That document's title.
 */
title: string, 
/**
 * Where in that document.
 */
span: Span | null, 
/**
 * 0 to 1, where it was judged.
 */
reliability: number | null, 
/**
 * Whether a person set that score.
 */
overridden: boolean, 
/**
 * The statement, whole.
 */
text: string, 
/**
 * Tokens of its line.
 */
tokens: number, };

export type MemoryLayer = "L0" | "L1" | "L2" | "L3";

export type MemoryLayerDiff = { 
/**
 * Which.
 */
layer: MemoryLayer, 
/**
 * Tokens then.
 */
tokens_from: number, 
/**
 * Tokens later.
 */
tokens_to: number, 
/**
 * What is said later and was not said then.
 */
entered: Array<MemoryItem>, 
/**
 * What was said then and is not said later.
 */
left: Array<MemoryItem>, 
/**
 * What is said both times.
 */
stayed: number, };

export type MemoryLayerText = { 
/**
 * Which.
 */
layer: MemoryLayer, 
/**
 * Tokens of `text`, by the tokenizer itself.
 */
tokens: number, 
/**
 * What it could have had.
 */
budget: number, 
/**
 * What stands in it, in order.
 */
nodes: Array<MemoryItem>, 
/**
 * The very text. Empty where the layer has nothing to say.
 */
text: string, 
/**
 * Why it fired, or did not.
 */
because: string, 
/**
 * Statements that would have come next and did not fit.
 */
left_out: number, };

export type MemoryPolicy = { 
/**
 * Its role: `planner`, `searcher` …; `*` is everybody without a policy of their own.
 */
agent: string, 
/**
 * Layers that it gets without asking.
 */
layers: Array<MemoryLayer>, 
/**
 * Whether it may ask for a deep search.
 */
may_search: boolean, 
/**
 * Whether contradictions are named.
 */
contradictions: boolean, 
/**
 * Whether the documents that are known on the topic are named.
 */
known_sources: boolean, };

export type MemoryReceipt = { 
/**
 * Hash of the entry in the audit log, which binds all entries before it.
 */
receipt_id: string, 
/**
 * The commit that it came with.
 */
commit_seq: number, 
/**
 * When.
 */
at: string, 
/**
 * The agent's role.
 */
agent: string, 
/**
 * The program, where it said.
 */
client: string | null, 
/**
 * The layers that fired.
 */
layers: Array<ReceiptLayer>, 
/**
 * Tokens of all layers.
 */
total_tokens: number, 
/**
 * How long building took, in milliseconds.
 */
took_ms: number, 
/**
 * SHA-256 of the text that was handed out, all layers joined by a newline.
 */
text_sha256: string, };

export type MemoryReceipts = { 
/**
 * Newest first.
 */
receipts: Array<MemoryReceipt>, 
/**
 * Where to go on, as `before`; none where the log's beginning was reached.
 */
next: number | null, };

export type MemoryReceiptsRequest = { 
/**
 * Only of this role or program.
 */
agent?: string, 
/**
 * At most so many; 50 where nothing is said, 500 at most.
 */
limit?: number, 
/**
 * Only those of earlier commits than this one.
 */
before?: number, };

export type MemoryRequest = { 
/**
 * The agent's role, whose policy holds.
 */
agent: string, 
/**
 * What it is about to do.
 */
task?: string, 
/**
 * For whom, where the role alone does not tell: the program's name.
 */
client?: string, 
/**
 * A deep search as well, where the policy lets it ask.
 */
deep?: boolean, 
/**
 * Tokens of L0, in place of the settings'.
 */
budget_l0?: number, 
/**
 * Tokens of L1.
 */
budget_l1?: number, 
/**
 * Tokens of L2.
 */
budget_l2?: number, 
/**
 * Tokens of L3.
 */
budget_l3?: number, };

export type MemorySetRequest = { 
/**
 * Who the person is.
 */
identity?: string, 
/**
 * Tokens of L0.
 */
budget_l0?: number, 
/**
 * Tokens of L1.
 */
budget_l1?: number, 
/**
 * Tokens of L2.
 */
budget_l2?: number, 
/**
 * Tokens of L3.
 */
budget_l3?: number, 
/**
 * Who gets what; all of it.
 */
policies?: Array<MemoryPolicy>, 
/**
 * What counts from now on.
 */
tokenizer?: TokenizerName, };

export type MemorySettings = { 
/**
 * Who the person is and what they work on, in their own words.
 */
identity: string, 
/**
 * Tokens of each layer.
 */
budgets: MemoryBudgets, 
/**
 * Who gets what.
 */
policies: Array<MemoryPolicy>, 
/**
 * What all layers together may have, by `LOCI_MEMORY_MAX_TOKENS`.
 */
ceiling: number | null, 
/**
 * What counts.
 */
tokenizer: TokenizerName, };

export type TokenizerName = "loci-static-256" | "o200k_base" | "cl100k_base";

export type ReceiptItem = { 
/**
 * The node.
 */
node_id?: string, 
/**
 * The document.
 */
document_id?: string, 
/**
 * First byte in it, and one past the last.
 */
span?: [number, number], };

export type ReceiptLayer = { 
/**
 * Which.
 */
layer: MemoryLayer, 
/**
 * Tokens that it had.
 */
tokens: number, 
/**
 * Tokens that it could have had.
 */
budget: number, 
/**
 * What was in it.
 */
nodes: Array<ReceiptItem>, };

export type Method = "definition" | "keyphrase" | "name" | "identifier" | "claim" | "event" | "structure" | "pattern" | "comparison" | "hand" | "model";

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

export type MoveRequest = { 
/**
 * Which.
 */
nodes: Array<string>, 
/**
 * To this wing.
 */
wing: string, 
/**
 * To this room; `general` where empty.
 */
room: string, 
/**
 * To this hall; each keeps its own where absent.
 */
hall: Hall | null, };

export type Neighbourhood = { 
/**
 * The nodes, nearest first; the asked one stands first.
 */
nodes: Array<NodeCard>, 
/**
 * For each node: steps from the asked one.
 */
distances: Array<number>, 
/**
 * The edges between them.
 */
edges: Array<EdgeView>, 
/**
 * Whether there are more than the limit let in.
 */
cut: boolean, };

export type NeighboursRequest = { 
/**
 * Which.
 */
node: string, 
/**
 * 1 to 3.
 */
hops: number, 
/**
 * Nodes at most; 100 where 0, 1,000 at most.
 */
limit: number, 
/**
 * Only what held on this day.
 */
as_of: string | null, };

export type NodeAddRequest = { 
/**
 * Its name, 1 to 300 characters, a letter or digit among them.
 */
name: string, 
/**
 * What sort of thing.
 */
kind: NodeKind, 
/**
 * What it is.
 */
description: string, 
/**
 * Labels.
 */
tags: Array<string>, 
/**
 * Wing; placed by the vocabulary where absent.
 */
wing: string | null, 
/**
 * Room.
 */
room: string | null, 
/**
 * Hall.
 */
hall: Hall | null, 
/**
 * First day it holds.
 */
valid_from: string | null, 
/**
 * Last day it holds.
 */
valid_to: string | null, };

export type NodeCard = { 
/**
 * Its id.
 */
node_id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * What sort of thing.
 */
kind: NodeKind, 
/**
 * Whether it counts.
 */
state: NodeState, 
/**
 * Wing of the palace.
 */
wing: string, 
/**
 * Room in the wing.
 */
room: string, 
/**
 * What sort of knowledge.
 */
hall: Hall, 
/**
 * Who put it there.
 */
placed_by: PlacedBy, 
/**
 * 0 to 1.
 */
reliability: number, 
/**
 * Whether the person set that score.
 */
overridden: boolean, 
/**
 * Whether it contradicts something, unruled.
 */
contentious: boolean, 
/**
 * Whether a source tries to instruct an assistant.
 */
injected: boolean, 
/**
 * Sources that speak for it.
 */
sources: number, 
/**
 * Mentions in all of them.
 */
mention_count: number, 
/**
 * 1 to 5, faded to now.
 */
importance: number, 
/**
 * How it came to be held.
 */
tier: Tier, 
/**
 * How sure the extraction is, 0 to 1.
 */
confidence: number, 
/**
 * Edges that count.
 */
edges: number, 
/**
 * Up to 200 characters of its summary or description.
 */
about: string, };

export type NodeEditRequest = { 
/**
 * Which.
 */
node: string, 
/**
 * New name; the old one becomes an alias.
 */
name: string | null, 
/**
 * New description.
 */
description: string | null, 
/**
 * New summary.
 */
summary: string | null, 
/**
 * New kind, of the same class.
 */
kind: NodeKind | null, 
/**
 * New labels.
 */
tags: Array<string> | null, 
/**
 * 1 to 5.
 */
importance: number | null, 
/**
 * First day it holds; empty for open.
 */
valid_from: string | null, 
/**
 * Last day it holds; empty for open.
 */
valid_to: string | null, 
/**
 * And approves it.
 */
approve: boolean, 
/**
 * Why.
 */
reason: string, };

export type NodeKind = "concept" | "entity" | "identifier" | "claim" | "event" | "publication";

export type NodeList = { 
/**
 * Most important first; for a query, best match first.
 */
nodes: Array<NodeCard>, 
/**
 * How many there are without `offset` and `limit`.
 */
total: number, };

export type NodeMergeRequest = { 
/**
 * Stays.
 */
into: string, 
/**
 * Becomes an alias of it.
 */
from: string, 
/**
 * Why.
 */
reason: string, };

export type NodeRequest = { 
/**
 * Its id, a prefix of 8 or more digits that fits no other, or its exact name.
 */
node: string, };

export type NodeSplitRequest = { 
/**
 * Which.
 */
node: string, 
/**
 * Name of the second thing, for people: "Mercury (planet)".
 */
name: string, 
/**
 * The documents that mean it.
 */
documents: Array<string>, 
/**
 * Why.
 */
reason: string, };

export type NodeState = "proposed" | "accepted" | "dismissed";

export type NodeView = { 
/**
 * The name as ids are made of it.
 */
normalised: string, 
/**
 * Which of the things with this name.
 */
sense: number, 
/**
 * What it is.
 */
description: string, 
/**
 * In short.
 */
summary: string, 
/**
 * Labels.
 */
tags: Array<string>, 
/**
 * Other names, with the rule that took each for this.
 */
aliases: Array<Alias>, 
/**
 * Where it is, and why.
 */
place: Place, 
/**
 * How reliable, with all parts.
 */
trust: Trust, 
/**
 * When it holds.
 */
validity: Validity, 
/**
 * First and last day it holds, as dates; empty where open.
 */
valid_from: string, 
/**
 * See `valid_from`.
 */
valid_to: string, 
/**
 * What speaks for it.
 */
evidence: Array<EvidenceView>, 
/**
 * Its edges, dismissed ones apart.
 */
relations: Array<EdgeView>, 
/**
 * What was done to it, newest first.
 */
history: Array<ChangeView>, 
/**
 * What the person fixed.
 */
fixed: Array<Field>, 
/**
 * When it was last opened or found.
 */
last_accessed: string | null, 
/**
 * When it was first found.
 */
created_at: string, 
/**
 * When it last changed.
 */
updated_at: string, 
/**
 * Its id.
 */
node_id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * What sort of thing.
 */
kind: NodeKind, 
/**
 * Whether it counts.
 */
state: NodeState, 
/**
 * Wing of the palace.
 */
wing: string, 
/**
 * Room in the wing.
 */
room: string, 
/**
 * What sort of knowledge.
 */
hall: Hall, 
/**
 * Who put it there.
 */
placed_by: PlacedBy, 
/**
 * 0 to 1.
 */
reliability: number, 
/**
 * Whether the person set that score.
 */
overridden: boolean, 
/**
 * Whether it contradicts something, unruled.
 */
contentious: boolean, 
/**
 * Whether a source tries to instruct an assistant.
 */
injected: boolean, 
/**
 * Sources that speak for it.
 */
sources: number, 
/**
 * Mentions in all of them.
 */
mention_count: number, 
/**
 * 1 to 5, faded to now.
 */
importance: number, 
/**
 * How it came to be held.
 */
tier: Tier, 
/**
 * How sure the extraction is, 0 to 1.
 */
confidence: number, 
/**
 * Edges that count.
 */
edges: number, 
/**
 * Up to 200 characters of its summary or description.
 */
about: string, };

export type NodesRequest = { 
/**
 * Words in name, aliases or description.
 */
query: string | null, 
/**
 * Only in this wing.
 */
wing: string | null, 
/**
 * Only in this room (of `wing`).
 */
room: string | null, 
/**
 * Only in this hall.
 */
hall: Hall | null, 
/**
 * Only of this kind.
 */
kind: NodeKind | null, 
/**
 * Only with this tag.
 */
tag: string | null, 
/**
 * Only in this state; accepted ones where absent.
 */
state: NodeState | null, 
/**
 * Only from this document.
 */
document: string | null, 
/**
 * Only so reliable, 0 to 1.
 */
min_reliability: number | null, 
/**
 * Only what held on this day (`2025-03-31`).
 */
as_of: string | null, 
/**
 * Skips so many.
 */
offset: number, 
/**
 * At most so many; 100 where 0, 1,000 at most.
 */
limit: number, };

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

export type Override = { 
/**
 * 0 to 1.
 */
reliability: number, 
/**
 * Why; never empty.
 */
reason: string, 
/**
 * When.
 */
at: string, 
/**
 * What the score was before.
 */
before: number, };

export type OverrideRequest = { 
/**
 * Which.
 */
node: string, 
/**
 * 0 to 1.
 */
reliability: number, 
/**
 * Why; not empty, at most 2,000 characters.
 */
reason: string, };

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

export type PalaceRequest = { 
/**
 * Only this wing.
 */
wing: string | null, 
/**
 * Only this room of it.
 */
room: string | null, };

export type PalaceView = { 
/**
 * Wings, largest first; `unsorted` last.
 */
wings: Array<WingView>, 
/**
 * Accepted nodes in all.
 */
nodes: number, 
/**
 * Edges that count.
 */
edges: number, 
/**
 * Nodes that wait for review.
 */
proposed: number, };

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
 * The same as people read them, without markup.
 */
plain: string, 
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

export type Path = { 
/**
 * The nodes, ends included.
 */
nodes: Array<NodeCard>, 
/**
 * The edges between them, in order.
 */
edges: Array<EdgeView>, };

export type PathList = { 
/**
 * Shortest first, at most 10, all of the shortest length.
 */
paths: Array<Path>, };

export type PathsBetweenRequest = { 
/**
 * One end.
 */
from: string, 
/**
 * The other.
 */
to: string, 
/**
 * Longest path, in edges, 1 to 6; 4 where 0.
 */
hops: number, };

export type PathsRequest = { 
/**
 * Files and folders.
 */
paths: Array<string>, };

export type PatternOrigin = "builtin" | "user" | "model" | "file";

export type Place = { 
/**
 * Domain: lower case, words joined by `-`.
 */
wing: string, 
/**
 * Subtopic in the domain, written likewise.
 */
room: string, 
/**
 * What sort of knowledge.
 */
hall: Hall, 
/**
 * 0 to 1.
 */
confidence: number, 
/**
 * Who says so.
 */
by: PlacedBy, 
/**
 * The words that decided.
 */
because: Array<string>, };

export type PlacedBy = "keyword" | "model" | "nearest" | "unsorted" | "user";

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

export type ProposalView = { 
/**
 * Its id.
 */
proposal: string, 
/**
 * Who proposes it.
 */
agent: string, 
/**
 * The agent's name.
 */
agent_name: string, 
/**
 * When.
 */
at: string, 
/**
 * Why, in the agent's words.
 */
because: string, 
/**
 * Passages that the agent names as its sources: `document://…#start-end`.
 */
sources: Array<string>, 
/**
 * The nodes it is about.
 */
nodes: Array<NodeCard>, } & ({ "proposes": "remember", 
/**
 * It waits as this node.
 */
node: string, } | { "proposes": "link", 
/**
 * Where it begins.
 */
from: string, 
/**
 * Where it ends.
 */
to: string, 
/**
 * What it says.
 */
kind: EdgeKind, } | { "proposes": "supersede", 
/**
 * What would no longer hold.
 */
node: string, 
/**
 * What would, waiting or known.
 */
by: string, } | { "proposes": "forget", 
/**
 * What.
 */
node: string, });

export type Proposed = { "proposes": "remember", 
/**
 * It waits as this node.
 */
node: string, } | { "proposes": "link", 
/**
 * Where it begins.
 */
from: string, 
/**
 * Where it ends.
 */
to: string, 
/**
 * What it says.
 */
kind: EdgeKind, } | { "proposes": "supersede", 
/**
 * What would no longer hold.
 */
node: string, 
/**
 * What would, waiting or known.
 */
by: string, } | { "proposes": "forget", 
/**
 * What.
 */
node: string, };

export type ProposalsRequest = { 
/**
 * Which: ids, or prefixes of 8 or more digits.
 */
proposals: Array<string>, 
/**
 * What is done with them.
 */
action: ReviewAction, };

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
 * ISBN-13, digits alone, check digit right; records made before 22 November 2026 may have ISBN-10.
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
key: string, 
/**
 * Where each field is from, as far as that is known: of records older than this field it is not.
 */
sources?: { [key in ReferenceField]?: FieldSource }, };

export type ReferenceField = "title" | "authors" | "year" | "container" | "publisher" | "volume" | "issue" | "pages" | "doi" | "arxiv" | "isbn" | "pmid" | "url" | "language";

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

export type Related = { 
/**
 * Edges from the nearest hit's node.
 */
hops: number, 
/**
 * How it is related: "OAuth2 requires TLS".
 */
because: string, 
/**
 * Its id.
 */
node_id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * What sort of thing.
 */
kind: NodeKind, 
/**
 * Whether it counts.
 */
state: NodeState, 
/**
 * Wing of the palace.
 */
wing: string, 
/**
 * Room in the wing.
 */
room: string, 
/**
 * What sort of knowledge.
 */
hall: Hall, 
/**
 * Who put it there.
 */
placed_by: PlacedBy, 
/**
 * 0 to 1.
 */
reliability: number, 
/**
 * Whether the person set that score.
 */
overridden: boolean, 
/**
 * Whether it contradicts something, unruled.
 */
contentious: boolean, 
/**
 * Whether a source tries to instruct an assistant.
 */
injected: boolean, 
/**
 * Sources that speak for it.
 */
sources: number, 
/**
 * Mentions in all of them.
 */
mention_count: number, 
/**
 * 1 to 5, faded to now.
 */
importance: number, 
/**
 * How it came to be held.
 */
tier: Tier, 
/**
 * How sure the extraction is, 0 to 1.
 */
confidence: number, 
/**
 * Edges that count.
 */
edges: number, 
/**
 * Up to 200 characters of its summary or description.
 */
about: string, };

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

export type Repeating = { "node": string } | { "reason": number } | { "question": string };

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
 * The same as people read them, without markup; not kept, made when shown.
 */
plain: string, 
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

export type ReviewAction = "approve" | "dismiss";

export type ReviewItem = { 
/**
 * Its description, whole.
 */
description: string, 
/**
 * Its first evidence.
 */
evidence: EvidenceView | null, 
/**
 * The agent that proposes it, by the name it is paired under.
 */
proposed_by: string | null, 
/**
 * Its proposal, where that is to remember it: it can become a note instead.
 */
proposal: string | null, 
/**
 * Its id.
 */
node_id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * What sort of thing.
 */
kind: NodeKind, 
/**
 * Whether it counts.
 */
state: NodeState, 
/**
 * Wing of the palace.
 */
wing: string, 
/**
 * Room in the wing.
 */
room: string, 
/**
 * What sort of knowledge.
 */
hall: Hall, 
/**
 * Who put it there.
 */
placed_by: PlacedBy, 
/**
 * 0 to 1.
 */
reliability: number, 
/**
 * Whether the person set that score.
 */
overridden: boolean, 
/**
 * Whether it contradicts something, unruled.
 */
contentious: boolean, 
/**
 * Whether a source tries to instruct an assistant.
 */
injected: boolean, 
/**
 * Sources that speak for it.
 */
sources: number, 
/**
 * Mentions in all of them.
 */
mention_count: number, 
/**
 * 1 to 5, faded to now.
 */
importance: number, 
/**
 * How it came to be held.
 */
tier: Tier, 
/**
 * How sure the extraction is, 0 to 1.
 */
confidence: number, 
/**
 * Edges that count.
 */
edges: number, 
/**
 * Up to 200 characters of its summary or description.
 */
about: string, };

export type ReviewList = { 
/**
 * Surest first.
 */
items: Array<ReviewItem>, 
/**
 * How many wait in all.
 */
total: number, 
/**
 * The last actions, newest first, at most 20: each can be undone.
 */
recent: Array<ChangeView>, 
/**
 * From this confidence on, what is found is accepted without review.
 */
threshold: number, };

export type ReviewRequest = { 
/**
 * Which nodes.
 */
nodes: Array<string>, 
/**
 * And all that wait from this document.
 */
document: string | null, 
/**
 * What.
 */
action: ReviewAction, };

export type RoomView = { 
/**
 * Its name.
 */
room: string, 
/**
 * Nodes in it.
 */
nodes: number, 
/**
 * Nodes in it that contradict something, unruled.
 */
contentious: number, 
/**
 * Its halls that have nodes.
 */
halls: Array<HallCount>, };

export type RuleRequest = { 
/**
 * The contradiction.
 */
edge: string, 
/**
 * What is decided.
 */
ruling: Ruling, 
/**
 * Under which conditions, or why.
 */
reason: string, };

export type Ruling = "first" | "second" | "both" | "undecided";

export type ScansRequest = { 
/**
 * Read them.
 */
recognise: boolean, };

export type ScansView = { 
/**
 * Whether they are to be.
 */
recognise: boolean, 
/**
 * Why they cannot be, where the model or its library is not there.
 */
problem: Problem | null, };

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
hits: Array<Hit>, 
/**
 * What the graph has near the hits, where `expand_hops` asked for it.
 */
related: Array<Related>, 
/**
 * The wing that the question's own words name, which was ranked up; never filtered by.
 */
boosted_wing: string | null, };

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
 * Only passages that speak for a node in this wing.
 */
wing: string | null, 
/**
 * Only of a node in this room (of `wing`).
 */
room: string | null, 
/**
 * Only of a node in this hall.
 */
hall: Hall | null, 
/**
 * Only of a node of this kind.
 */
kind: NodeKind | null, 
/**
 * Only of a node with this tag.
 */
tag: string | null, 
/**
 * Only of a node so reliable, 0 to 1.
 */
min_reliability: number | null, 
/**
 * Only hits whose fused score is at least this.
 */
min_score: number | null, 
/**
 * Nodes related to the hits' own, so many edges away: 0, 1 or 2.
 */
expand_hops: number, 
/**
 * Weights of meaning, words and exact matches in place of the model's own, each 0 to 1.
 */
weights: [number, number, number] | null, };

export type PageRequest = { 
/**
 * Which document.
 */
document: string, 
/**
 * Counted from 1.
 */
page: number, };

export type PageWord = { 
/**
 * First byte in the document's text.
 */
start: number, 
/**
 * One past the last byte.
 */
end: number, 
/**
 * Where it stands.
 */
place: PageBox, };

export type PageWords = { 
/**
 * Each with its place in the text and on the page.
 */
words: Array<PageWord>, };

export type Signal = { 
/**
 * About what.
 */
kind: SignalKind, 
/**
 * The words.
 */
phrase: string, };

export type SignalKind = "certain" | "hedged" | "alarming" | "bias" | "positive" | "negative" | "injection" | "design";

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

export type Staying = { 
/**
 * What it is, to be named in a deletion.
 */
what: Repeating, 
/**
 * Its name for people.
 */
name: string, 
/**
 * Its words that are the document's.
 */
words: string, 
/**
 * Why it would stay.
 */
why: string, };

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
idle_lock_s: number, 
/**
 * Seconds after which what was copied is taken off the clipboard; 0 for never.
 */
clipboard_clear_s: number, 
/**
 * What the person should know of this system, as far as it has shown.
 */
warnings: Array<string>, 
/**
 * Seconds until the next try of a passphrase is answered, after wrong ones.
 */
wait_s: number, 
/**
 * Whether the system's keychain may open the vault.
 */
keychain: boolean, };

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

export type SweepReport = { 
/**
 * Nodes looked at.
 */
assessed: number, 
/**
 * Nodes whose score changed.
 */
changed: number, 
/**
 * Contradictions found.
 */
contradictions: number, 
/**
 * Nodes that a language model judged.
 */
by_model: number, 
/**
 * Calls to the language model that failed; the deterministic way was taken.
 */
model_failures: number, 
/**
 * Tokens that the language model counted.
 */
model_tokens: number, 
/**
 * Nodes still waiting: it was stopped, or more came.
 */
waiting: number, 
/**
 * How long it took.
 */
took_ms: number, 
/**
 * Things to know: what the language model answered instead.
 */
warnings: Array<string>, };

export type SweepRequest = { 
/**
 * All nodes anew, not those alone that changed.
 */
all: boolean, };

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

export type Tier = "assistant" | "inherited" | "extracted" | "researched" | "user";

export type Trust = { 
/**
 * The parts of the sum.
 */
parts: TrustParts, 
/**
 * The tier of its best source: `institutional`, `social`, `anonymous` …
 */
tier: string, 
/**
 * The source apart from its claim: Admiralty letter, A (reliable) to F (cannot be judged).
 */
source_letter: string, 
/**
 * The claim apart from its source: Admiralty number, 1 (confirmed) to 6 (cannot be judged).
 */
claim_number: number, 
/**
 * GRADE-style.
 */
grade: EvidenceGrade, 
/**
 * Independent sources that say the same, the first one apart.
 */
corroborating: number, 
/**
 * Statements that cannot hold together with this one and were not ruled out.
 */
contradictions: number, 
/**
 * Signs of bias in the words.
 */
bias_signals: number, 
/**
 * Whether the words are meant to alarm.
 */
alarming: boolean, 
/**
 * -1 hedged to 1 certain.
 */
certainty: number, 
/**
 * -1 negative to 1 positive.
 */
sentiment: number, 
/**
 * Phrases that told.
 */
signals: Array<Signal>, 
/**
 * The highest layer that has run, 0 to 3.
 */
layer: number, 
/**
 * Whether it contradicts something, unruled.
 */
contentious: boolean, 
/**
 * Whether its source tries to instruct an assistant.
 */
injected: boolean, 
/**
 * What the person set instead.
 */
overridden: Override | null, 
/**
 * When the last layer ran.
 */
assessed_at: string | null, };

export type TrustParts = { 
/**
 * Base of the source's tier.
 */
source_tier: number, 
/**
 * Of the evidence's grade.
 */
evidence_grade: number, 
/**
 * `min(corroborating sources × 0.05, 0.25)`.
 */
corroboration: number, 
/**
 * `-min(contradictions × 0.10, 0.30)`.
 */
contradiction: number, 
/**
 * `-min(bias signals × 0.05, 0.20)`.
 */
bias: number, 
/**
 * -0.10 where the arousal is alarming.
 */
arousal: number, };

export type TrustView = { 
/**
 * Which.
 */
node_id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * The score that counts.
 */
reliability: number, 
/**
 * What it is made of.
 */
parts: TrustParts, 
/**
 * All that was found.
 */
trust: Trust, 
/**
 * Whether the person set the score.
 */
overridden: boolean, 
/**
 * Whether it contradicts something, unruled.
 */
contentious: boolean, 
/**
 * What speaks for it.
 */
evidence: Array<EvidenceView>, 
/**
 * Other nodes that say the same from other sources.
 */
corroborated_by: Array<NodeCard>, 
/**
 * The contradictions.
 */
contradictions: Array<EdgeView>, 
/**
 * Earlier corrections, newest first.
 */
corrections: Array<ChangeView>, };

export type Tunnel = { 
/**
 * The other wing.
 */
wing: string, 
/**
 * Edges that cross.
 */
edges: number, 
/**
 * Some of them, surest first, at most 20.
 */
through: Array<EdgeView>, };

export type TunnelList = { 
/**
 * From this wing.
 */
wing: string, 
/**
 * To these, most edges first.
 */
tunnels: Array<Tunnel>, };

export type UnaliasRequest = { 
/**
 * Which.
 */
node: string, 
/**
 * The alias.
 */
alias: string, };

export type UndoRequest = { 
/**
 * Number of the change.
 */
change: number, };

export type Validity = { 
/**
 * First day; open where there is none.
 */
from: number | null, 
/**
 * Last day; open where there is none.
 */
to: number | null, 
/**
 * As the source states it: "since Spring 2021"; empty where it states nothing.
 */
stated: string, };

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
 * When that was.
 */
last_commit_at: string, 
/**
 * Bytes on disk.
 */
size_bytes: number, 
/**
 * The collections and their document counts.
 */
collections: Record<string, number>, };

export type VocabularyEntry = { 
/**
 * Words; a final `*` stands for any ending: `encrypt*`, `clinical trial`.
 */
pattern: string, 
/**
 * Wing they speak for.
 */
wing: string, 
/**
 * Room they speak for; `general` for the wing alone.
 */
room: string, 
/**
 * How strongly, over 0 to 1.
 */
weight: number, 
/**
 * Where it comes from.
 */
origin: PatternOrigin, 
/**
 * Whether it is used.
 */
active: boolean, 
/**
 * When it was learnt; `None` for Loci's own.
 */
learnt_at: string | null, };

export type VocabularyList = { 
/**
 * Learnt ones first, then by wing and room.
 */
entries: Array<VocabularyEntry>, 
/**
 * Lines of an imported file that were refused, with why.
 */
refused: Array<string>, };

export type VocabularyRequest = { "change": "add", 
/**
 * Words.
 */
pattern: string, 
/**
 * Wing.
 */
wing: string, 
/**
 * Room.
 */
room: string, } | { "change": "switch", 
/**
 * Words.
 */
pattern: string, 
/**
 * Wing.
 */
wing: string, 
/**
 * Whether to use it.
 */
active: boolean, } | { "change": "import", 
/**
 * The file's text.
 */
text: string, };

export type BackupReport = { 
/**
 * Always true: what failed is an error.
 */
ok: boolean, 
/**
 * Where it lies.
 */
folder: string, 
/**
 * The commit that it holds.
 */
commit_seq: number, 
/**
 * Its files.
 */
files: number, 
/**
 * Of them copied now.
 */
copied_files: number, 
/**
 * Its bytes.
 */
bytes: number, 
/**
 * Of them copied now.
 */
copied_bytes: number, 
/**
 * Earlier backups that were let go.
 */
dropped: number, 
/**
 * How long it took.
 */
took_ms: number, };

export type BackupRequest = { 
/**
 * Where to; else to the folder that is set.
 */
folder?: string, 
/**
 * How many stay; 0 for all; else as set.
 */
keep?: number, };

export type CheckRequest = { 
/**
 * Whether what can be made anew is.
 */
repair: boolean, };

export type DeepFinding = { 
/**
 * Whose it is, where it is a document's.
 */
document_id: string | null, 
/**
 * That document's name.
 */
name: string | null, 
/**
 * What is wrong.
 */
what: string, 
/**
 * Whether it can be made anew from the original.
 */
repairable: boolean, };

export type DeepReport = { 
/**
 * Records that opened.
 */
records: number, 
/**
 * Sealed bytes of records, and bytes of originals, that were opened.
 */
bytes: number, 
/**
 * Documents that were looked at.
 */
documents: number, 
/**
 * Originals that are the files that were taken in.
 */
originals: number, 
/**
 * Passages that the index should have.
 */
passages: number, 
/**
 * Vectors that the index holds.
 */
vectors_held: number, 
/**
 * Of those, the ones that were made again and compared: all of the model that is part of the program,
 * a sample of a slower one.
 */
vectors: number, 
/**
 * Nodes.
 */
nodes: number, 
/**
 * What does not fit.
 */
findings: Array<DeepFinding>, 
/**
 * Documents that were read anew and fit now.
 */
repaired: Array<string>, 
/**
 * How long it took.
 */
took_ms: number, };

export type JobProgress = { 
/**
 * So much.
 */
done: number, 
/**
 * Of so much; 0 where nothing runs.
 */
total: number, };

export type LastBackup = { 
/**
 * When.
 */
at: string, 
/**
 * Where to.
 */
folder: string, 
/**
 * Of which commit.
 */
commit_seq: number, 
/**
 * Its bytes.
 */
bytes: number, };

export type RotateReport = { 
/**
 * The number of the key in use.
 */
epoch: number, 
/**
 * Records that were sealed again.
 */
records: number, 
/**
 * Their bytes.
 */
bytes: number, 
/**
 * Whether the files from before are gone too.
 */
wiped: boolean, 
/**
 * How long it took, without that.
 */
took_ms: number, };

export type SafetyRequest = { 
/**
 * See [`SafetyView::idle_lock_s`].
 */
idle_lock_s?: number, 
/**
 * See [`SafetyView::clipboard_clear_s`].
 */
clipboard_clear_s?: number, 
/**
 * See [`SafetyView::backup_folder`]; empty for none.
 */
backup_folder?: string, 
/**
 * See [`SafetyView::backup_every_hours`].
 */
backup_every_hours?: number, 
/**
 * See [`SafetyView::backup_keep`].
 */
backup_keep?: number, 
/**
 * See [`SafetyView::warn_after_days`].
 */
warn_after_days?: number, 
/**
 * Where a second anchor is kept; empty for none.
 */
anchor_folder?: string, };

export type SafetyView = { 
/**
 * Seconds without use after which it locks.
 */
idle_lock_s: number, 
/**
 * Seconds after which what was copied is taken off the clipboard; 0 for never.
 */
clipboard_clear_s: number, 
/**
 * Where backups go.
 */
backup_folder: string | null, 
/**
 * How often, by itself; 0 for never.
 */
backup_every_hours: number, 
/**
 * How many stay; 0 for all.
 */
backup_keep: number, 
/**
 * After how many days without one to warn; 0 for never.
 */
warn_after_days: number, 
/**
 * The last one.
 */
last_backup: LastBackup | null, 
/**
 * Whether one is due by the schedule.
 */
backup_due: boolean, 
/**
 * Whether to warn.
 */
backup_late: boolean, 
/**
 * Whether new keys are half-way in.
 */
rotating: boolean, 
/**
 * The second anchor, where one is kept.
 */
second_anchor: SecondAnchor | null, };

export type SecondAnchor = { 
/**
 * Where it lies.
 */
folder: string, 
/**
 * What it says now.
 */
state: SecondAnchorState, };

export type SecondAnchorState = "current" | "earlier" | "missing" | "unreadable" | "contradicts";

export type VaultDifference = "missing" | "older" | "foreign" | "changed" | "unreadable";

export type VaultFinding = { 
/**
 * The table of the records.
 */
table: string, 
/**
 * In what way.
 */
difference: VaultDifference, 
/**
 * Whose records they are, where they are a document's.
 */
document_id: string | null, 
/**
 * The name of that document's file, where it can be told.
 */
name: string | null, 
/**
 * Records that there should be.
 */
expected: number, 
/**
 * Records that there are.
 */
found: number, };

export type VerifyReport = { 
/**
 * Whether every record is the one that was last saved, and no other is there.
 */
ok: boolean, 
/**
 * Records that were compared.
 */
records: number, 
/**
 * What differs.
 */
findings: Array<VaultFinding>, 
/**
 * What a closer look gave, where one was asked for and the records are those that were saved.
 */
deep?: DeepReport, };

export type CostRequest = { 
/**
 * The passphrase, asked for again.
 */
passphrase: string, 
/**
 * Memory of one try, in MiB.
 */
memory_mib: number | null, 
/**
 * Passes over it.
 */
passes: number | null, };

export type CostView = { 
/**
 * Memory in MiB.
 */
memory_mib: number, 
/**
 * Passes over it.
 */
passes: number, 
/**
 * Lanes.
 */
lanes: number, 
/**
 * Whether new vaults cost more.
 */
can_rise: boolean, };

export type KeychainRequest = { 
/**
 * The passphrase.
 */
passphrase: string, 
/**
 * Whether the system's keychain shall open the vault.
 */
on: boolean, };

export type PassphraseChangeRequest = { 
/**
 * The one that opens the vault now.
 */
passphrase: string, 
/**
 * The one that opens it from then on.
 */
new_passphrase: string, };

export type RecoverRequest = { 
/**
 * The code as it was typed.
 */
code: string, 
/**
 * The new passphrase.
 */
new_passphrase: string, };

export type RecoveryCodeView = { 
/**
 * Its name.
 */
name: string, 
/**
 * When it was made.
 */
created_at: string, };

export type RecoveryList = { 
/**
 * The codes, oldest first.
 */
codes: Array<RecoveryCodeView>, 
/**
 * What one try of the passphrase costs.
 */
cost: CostView, 
/**
 * Whether the system's keychain opens it.
 */
keychain: boolean, };

export type RecoverySheet = { 
/**
 * The code.
 */
code: string, 
/**
 * Its name: stands in the list, gives nothing away.
 */
name: string, 
/**
 * The vault that it opens.
 */
vault_id: string, 
/**
 * When it was made.
 */
created_at: string, 
/**
 * What to do with it, step by step.
 */
steps: Array<string>, };

export type RevokeRequest = { 
/**
 * The passphrase, asked for again.
 */
passphrase: string, 
/**
 * The code's name, from the list or the sheet.
 */
name: string, };

export type Strength = { 
/**
 * 0 to 4, as zxcvbn counts.
 */
score: number, 
/**
 * Whether a vault may have it.
 */
acceptable: boolean, 
/**
 * What to say of it.
 */
words: string, };

export type Meaning = "important" | "supports" | "contradicts" | "question" | "definition";

export type NoteAddRequest = { 
/**
 * Markdown; empty for a highlight without words.
 */
text: string, 
/**
 * Its title; the first line of its text where empty.
 */
title: string, 
/**
 * The document it is on.
 */
document: string | null, 
/**
 * First byte of the passage.
 */
start: number | null, 
/**
 * One past its last byte.
 */
end: number | null, 
/**
 * The node it is on: id, prefix or exact name.
 */
node: string | null, 
/**
 * The collection it is on.
 */
collection: string | null, 
/**
 * What the highlight means, where the passage is highlighted.
 */
meaning: Meaning | null, 
/**
 * Labels.
 */
tags: Array<string>, };

export type NoteEditRequest = { 
/**
 * Its id, or a prefix of 8 or more digits that fits no other.
 */
note: string, 
/**
 * Its new text.
 */
text: string | null, 
/**
 * Its new title.
 */
title: string | null, 
/**
 * What the highlight means from now on.
 */
meaning: Meaning | null, 
/**
 * All of its labels from now on.
 */
tags: Array<string> | null, };

export type NoteExport = { 
/**
 * Notes and highlights written.
 */
notes: number, 
/**
 * The file's text.
 */
text: string, };

export type NoteExportRequest = { 
/**
 * As what.
 */
format: NoteFormat, 
/**
 * Which.
 */
which: NotesRequest, };

export type NoteFormat = "markdown" | "annotations";

export type NoteGone = { 
/**
 * The note.
 */
note_id: string, 
/**
 * Versions of its text that were forgotten, each certified.
 */
versions: number, };

export type NoteLink = { 
/**
 * What stands between the brackets, before any `|`.
 */
name: string, 
/**
 * The node, where it is one.
 */
node_id: string | null, 
/**
 * The document, where it is one, or one of its passages.
 */
document_id: string | null, 
/**
 * The passage's first byte and one past its last.
 */
range: [number, number] | null, };

export type NoteLinks = { 
/**
 * Names, the likeliest first.
 */
links: Array<NoteLink>, };

export type NoteLinksRequest = { 
/**
 * What was typed after it.
 */
typed: string, };

export type NoteList = { 
/**
 * In a document by place, else newest first.
 */
notes: Array<NoteView>, };

export type NotePlace = { 
/**
 * The version.
 */
document_id: string, 
/**
 * Where it stands there.
 */
span: Span, 
/**
 * Whether the words are the same.
 */
same: boolean, 
/**
 * Where it stands on pages, where the original has pages.
 */
boxes: Array<PageBox>, };

export type NoteRequest = { 
/**
 * Its id, or a prefix of 8 or more digits that fits no other.
 */
note: string, };

export type NoteTarget = { "on": "passage", 
/**
 * The document; it may be gone or superseded by now.
 */
document_id: string, 
/**
 * Its title when the note was made.
 */
title: string, 
/**
 * Where the passage stood.
 */
span: Span, 
/**
 * Its words; empty where they were forgotten with the document.
 */
quote: string, 
/**
 * What stood before it.
 */
prefix: string, 
/**
 * What stood after it.
 */
suffix: string, } | { "on": "document", 
/**
 * The document; it may be gone by now.
 */
document_id: string, 
/**
 * Its title when the note was made.
 */
title: string, } | { "on": "node", 
/**
 * The node; it may be gone by now.
 */
node_id: string, 
/**
 * Its name when the note was made.
 */
name: string, } | { "on": "collection", 
/**
 * Its name.
 */
collection: Collection, } | { "on": "nothing" };

export type NoteView = { 
/**
 * Its id.
 */
note_id: string, 
/**
 * Its title; empty for a highlight without words.
 */
title: string, 
/**
 * Its Markdown.
 */
text: string, 
/**
 * What it is on.
 */
target: NoteTarget, 
/**
 * Where its passage stands now, where that was looked for and found.
 */
place: NotePlace | null, 
/**
 * What the highlight means, where it is one.
 */
meaning: Meaning | null, 
/**
 * Labels.
 */
tags: Array<string>, 
/**
 * What its text links to.
 */
links: Array<NoteLink>, 
/**
 * The document that its text is searched, cited and versioned as.
 */
document_id: string | null, 
/**
 * Its place among the versions of that, from 1; 0 without text.
 */
version: number, 
/**
 * When it was made.
 */
created_at: string, 
/**
 * When it last changed.
 */
edited_at: string, 
/**
 * Where it came from, where not by hand: a library's item, an agent.
 */
origin: string | null, };

export type NotesRequest = { 
/**
 * On this document, or on a version of it.
 */
document: string | null, 
/**
 * On this node.
 */
node: string | null, 
/**
 * On this collection, or on a document in it.
 */
collection: string | null, 
/**
 * Only highlights of this meaning.
 */
meaning: Meaning | null, 
/**
 * With this label.
 */
tag: string | null, 
/**
 * With these words in title, text or quote.
 */
words: string | null, };

export type PromoteRequest = { 
/**
 * The proposal: its id, or a prefix of 8 or more digits.
 */
proposal: string, };

export type Library = "zotero" | "obsidian";

export type ImportRequest = { 
/**
 * Whose library.
 */
library: Library, 
/**
 * Its folder.
 */
path: string, 
/**
 * Count what would come, and change nothing.
 */
dry_run: boolean, 
/**
 * The collection that everything goes to; the library's own, or its folder's name, where absent.
 */
collection: string | null, };

export type ImportReport = { 
/**
 * Whether nothing was changed.
 */
dry_run: boolean, 
/**
 * Items or files in the library.
 */
items: number, 
/**
 * Documents that are new here.
 */
documents: number, 
/**
 * Documents that are here already, unchanged.
 */
known: number, 
/**
 * Documents that are a new version of one that is here.
 */
versions: number, 
/**
 * Notes made or changed.
 */
notes: number, 
/**
 * Highlights made or changed.
 */
highlights: number, 
/**
 * Notes and highlights that are here already, unchanged.
 */
notes_known: number, 
/**
 * Collections.
 */
collections: Array<string>, 
/**
 * Labels.
 */
tags: number, 
/**
 * Links that became relations.
 */
links: number, 
/**
 * What was left out, and why.
 */
left_out: Array<ImportProblem>, 
/**
 * More that was left out than is listed.
 */
more_left_out: number, 
/**
 * Files that were taken in.
 */
taken: Array<IngestedDocument>, };

export type ImportProblem = { 
/**
 * The item or file.
 */
what: string, 
/**
 * Why.
 */
why: string, };

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

export type WingRequest = { 
/**
 * Its name.
 */
wing: string, };

export type WingView = { 
/**
 * Its name.
 */
wing: string, 
/**
 * Nodes in it.
 */
nodes: number, 
/**
 * Its rooms, largest first.
 */
rooms: Array<RoomView>, };

export type AuditListRequest = { 
/**
 * Only actions that begin so: `export`, `node.`.
 */
action: string | null, 
/**
 * Only of this collection.
 */
collection: string | null, 
/**
 * Only with this subject: an id, or its first 8 digits or more.
 */
subject: string | null, 
/**
 * Only by these: `owner`, an agent's name.
 */
who: string | null, 
/**
 * Only from this moment or day on.
 */
since: string | null, 
/**
 * Only until this moment or day.
 */
until: string | null, 
/**
 * Only of earlier records than this one.
 */
before: number | null, 
/**
 * At most so many; 100 where nothing is said.
 */
limit: number, };

export type AuditRecord = { 
/**
 * Its number, from 1.
 */
seq: number, 
/**
 * When, UTC.
 */
at: string, 
/**
 * What was done.
 */
action: string, 
/**
 * Ids of what it was done to.
 */
subjects: Array<string>, 
/**
 * Anything else.
 */
detail: string, 
/**
 * Who.
 */
who: string, 
/**
 * By what way in.
 */
via: string, 
/**
 * Collections.
 */
collections: Array<string>, 
/**
 * Levels.
 */
levels: Array<string>, 
/**
 * Before.
 */
before: string, 
/**
 * After.
 */
after: string, 
/**
 * Why.
 */
reason: string, 
/**
 * What was asked.
 */
query: string, 
/**
 * Its hash, which the next one carries.
 */
hash: string, 
/**
 * What was looked at where no reason was needed, gathered in this record.
 */
looks: Array<AuditLook>, };

export type AuditList = { 
/**
 * The records.
 */
records: Array<AuditRecord>, 
/**
 * Where to go on: give it as `before`.
 */
next: number | null, };

export type AuditFinding = { 
/**
 * At which record; 0 where it is about none.
 */
seq: number, 
/**
 * What.
 */
what: string, };

export type AuditVerifyRequest = { 
/**
 * A head that was exported earlier: the text of that file.
 */
against: string | null, };

export type AuditReport = { 
/**
 * Whether everything holds.
 */
ok: boolean, 
/**
 * Records looked at: all of them.
 */
records: number, 
/**
 * Checkpoints that hold.
 */
checkpoints: number, 
/**
 * Signatures that hold.
 */
signatures: number, 
/**
 * Whether the anchor remembers the last record.
 */
anchor: boolean, 
/**
 * Records that the given head covers.
 */
against: number | null, 
/**
 * What does not hold.
 */
findings: Array<AuditFinding>, 
/**
 * What is no fault, and should be known: a clock that was set back.
 */
notices: Array<AuditFinding>, 
/**
 * Head of the tree over all records.
 */
root: string, 
/**
 * The vault's key, to compare.
 */
fingerprint: string, 
/**
 * Milliseconds.
 */
took_ms: number, 
/**
 * Records a second.
 */
records_per_s: number, };

export type AuditHead = { 
/**
 * Records it covers.
 */
size: number, 
/**
 * Head of the tree over them.
 */
root: string, 
/**
 * The signed note (C2SP): what to keep elsewhere.
 */
note: string, 
/**
 * The key in the form that tools for transparency logs take.
 */
verifier_key: string, 
/**
 * The key, to compare.
 */
fingerprint: string, };

export type AuditLook = { 
/**
 * When first, UTC.
 */
at: string, 
/**
 * By which command.
 */
row: string, 
/**
 * What was asked: words, or the nodes that were named.
 */
query: string, 
/**
 * Of which collection, where that was said.
 */
collection: string, 
/**
 * At which level.
 */
level: string, 
/**
 * Documents that the answer showed, the first of them.
 */
documents: Array<string>, 
/**
 * Documents that are not named.
 */
more: number, 
/**
 * How often the same was looked at.
 */
times: number, };

export type AuditProof = { 
/**
 * The file: a C2SP tlog-proof, or what tells a C2SP tlog-witness of a head.
 */
text: string, 
/**
 * Records of the head that it leads to.
 */
size: number, 
/**
 * The record that it is of.
 */
record: number | null, 
/**
 * Records of the head that it goes on from.
 */
since: number | null, 
/**
 * The key that it is checked with.
 */
verifier_key: string, 
/**
 * The key, to compare.
 */
fingerprint: string, };

export type ProofRequest = { 
/**
 * The record's number.
 */
record: number | null, 
/**
 * A head that was exported earlier: the text of that file.
 */
since: string | null, 
/**
 * The head that it leads to: the text of its file; one that is made now where nothing is said.
 */
until: string | null, };

export type ProofCheckRequest = { 
/**
 * The text of the proof.
 */
proof: string, 
/**
 * The log's key, as `audit heads export` shows it.
 */
key: string, 
/**
 * The text of the head that was kept, where it goes on from one.
 */
since: string | null, };

export type ProofCheck = { 
/**
 * Whether it does.
 */
ok: boolean, 
/**
 * What does not.
 */
findings: Array<string>, 
/**
 * Records of the head that it leads to.
 */
size: number | null, 
/**
 * The record that is in it.
 */
record: AuditRecord | null, 
/**
 * Records of the earlier head that it goes on from.
 */
since: number | null, 
/**
 * The key that it was checked with.
 */
fingerprint: string, };

export type SignerRevokeRequest = { 
/**
 * The signer's name or id.
 */
signer: string, 
/**
 * The vault's passphrase.
 */
passphrase: string, 
/**
 * Why.
 */
reason: string, };

export type RegulateRequest = { 
/**
 * The collection.
 */
collection: string, 
/**
 * Whether it does from now on.
 */
regulated: boolean, 
/**
 * Why.
 */
reason: string, };

export type ReasonRequest = { 
/**
 * Why; empty takes it back.
 */
reason: string, };

export type RegulatedList = { 
/**
 * Their names.
 */
collections: Array<string>, };

export type SignatureMeaning = "authored" | "reviewed" | "approved" | "approved_for_export" | "responsible" | "rejected";

export type SignerAddRequest = { 
/**
 * The printed name.
 */
name: string, 
/**
 * What they are: owner, reviewer, …
 */
role: string, 
/**
 * The vault's passphrase: the owner admits signers.
 */
passphrase: string, 
/**
 * What the signer will sign with.
 */
signing_passphrase: string, 
/**
 * Days until that has to be changed; 0 for 365.
 */
valid_days: number, };

export type SignerPassphraseRequest = { 
/**
 * The signer's name or id.
 */
signer: string, 
/**
 * The one until now.
 */
signing_passphrase: string, 
/**
 * The one from now on.
 */
new_passphrase: string, };

export type SignerView = { 
/**
 * Its id: the first 32 hex digits of the key's hash.
 */
signer_id: string, 
/**
 * The printed name.
 */
name: string, 
/**
 * What they are.
 */
role: string, 
/**
 * The key, to compare.
 */
fingerprint: string, 
/**
 * Since when.
 */
added_at: string, 
/**
 * When the signing passphrase has to be changed.
 */
expires_at: string, 
/**
 * Whether that is past.
 */
expired: boolean, 
/**
 * Since when they may sign no more; `None` where they may.
 */
revoked_at: string | null, 
/**
 * Whether both passphrases were given since the vault was opened: the signing passphrase is enough.
 */
in_session: boolean, };

export type SignerList = { 
/**
 * By name.
 */
signers: Array<SignerView>, };

export type SignRequest = { 
/**
 * The collection whose content is signed.
 */
collection: string, 
/**
 * The signer's name or id.
 */
signer: string, 
/**
 * What it means.
 */
meaning: SignatureMeaning, 
/**
 * The vault's passphrase, where the signer has not given it since the vault was opened.
 */
passphrase: string | null, 
/**
 * The signer's own.
 */
signing_passphrase: string, 
/**
 * Why the content is looked at, where the collection is regulated.
 */
reason: string, };

export type SignatureView = { 
/**
 * The printed name.
 */
name: string, 
/**
 * What they are.
 */
role: string, 
/**
 * What it means.
 */
meaning: SignatureMeaning, 
/**
 * When, UTC.
 */
signed_at: string, 
/**
 * Hash of the content.
 */
content_sha256: string, 
/**
 * The signer's key, to compare.
 */
fingerprint: string, 
/**
 * When the key was revoked, where it was since.
 */
revoked_at: string | null, };

export type ExportFormat = "json" | "markdown" | "pdf" | "ro-crate";

export type ExportRequest = { 
/**
 * The collection.
 */
collection: string, 
/**
 * The form.
 */
format: ExportFormat, 
/**
 * Where to write: must not be there.
 */
path: string, 
/**
 * Without the records of the trail.
 */
no_audit: boolean, 
/**
 * Why, where the collection is regulated.
 */
reason: string, };

export type ExportAnswer = { 
/**
 * Where.
 */
path: string, 
/**
 * The files, with their bytes.
 */
files: Array<ExportedFile>, 
/**
 * Hash of the content: what signatures are bound to.
 */
content_sha256: string, 
/**
 * The signatures in it.
 */
signatures: Array<SignatureView>, 
/**
 * Records of the trail in it.
 */
records: number, 
/**
 * Nodes in it.
 */
nodes: number, 
/**
 * The vault's key, to compare.
 */
fingerprint: string, 
/**
 * What checks it.
 */
verify: string, };

export type ExportedFile = { 
/**
 * Its name, below the export's.
 */
name: string, 
/**
 * Its size.
 */
bytes: number, };

export type ExportPreview = { 
/**
 * Hash of the content.
 */
content_sha256: string, 
/**
 * The content as Markdown, cut after some thousand characters.
 */
text: string, 
/**
 * Whether it was cut.
 */
cut: boolean, 
/**
 * Nodes.
 */
nodes: number, 
/**
 * Documents.
 */
documents: number, 
/**
 * Scores set by hand.
 */
overrides: number, 
/**
 * Signatures of exactly this content.
 */
signatures: Array<SignatureView>, 
/**
 * Signatures of earlier content.
 */
outdated: number, 
/**
 * Whether access needs a reason.
 */
regulated: boolean, };

export type ExportPreviewRequest = { 
/**
 * The collection.
 */
collection: string, 
/**
 * Why, where it is regulated.
 */
reason: string, };

export type ExportCheckRequest = { 
/**
 * The export.
 */
path: string, 
/**
 * The fingerprint that its vault's key has to have.
 */
key: string | null, };

export type ExportCheck = { 
/**
 * Whether it is, to the byte.
 */
ok: boolean, 
/**
 * What does not hold.
 */
findings: Array<string>, 
/**
 * The collection.
 */
collection: string, 
/**
 * When it was exported.
 */
exported_at: string | null, 
/**
 * Hash of the content.
 */
content_sha256: string | null, 
/**
 * Signatures that hold.
 */
signatures: Array<SignatureView>, 
/**
 * Records of the trail that are proven to be in the signed head.
 */
records: number, 
/**
 * Files that were compared.
 */
files: number, 
/**
 * The key that sealed it. Whose it is, only a comparison can say.
 */
fingerprint: string, };

export interface Commands {
  status: { request: Nothing; answer: Status };
  vault_create: { request: PassphraseRequest; answer: VaultInfo };
  vault_unlock: { request: PassphraseRequest; answer: VaultInfo };
  vault_check: { request: CheckRequest; answer: VerifyReport };
  safety_show: { request: Nothing; answer: SafetyView };
  safety_set: { request: SafetyRequest; answer: SafetyView };
  vault_backup: { request: BackupRequest; answer: BackupReport };
  vault_rotate: { request: PassphraseRequest; answer: RotateReport };
  job_progress: { request: Nothing; answer: JobProgress };
  job_cancel: { request: Nothing; answer: null };
  vault_recover: { request: RecoverRequest; answer: VaultInfo };
  vault_unlock_keychain: { request: Nothing; answer: VaultInfo };
  keychain_set: { request: KeychainRequest; answer: RecoveryList };
  recovery_list: { request: Nothing; answer: RecoveryList };
  recovery_new: { request: PassphraseRequest; answer: RecoverySheet };
  recovery_revoke: { request: RevokeRequest; answer: RecoveryList };
  passphrase_strength: { request: PassphraseRequest; answer: Strength };
  passphrase_change: { request: PassphraseChangeRequest; answer: null };
  passphrase_cost: { request: CostRequest; answer: CostView };
  vault_lock: { request: Nothing; answer: null };
  vault_info: { request: Nothing; answer: VaultInfo };
  documents_list: { request: Nothing; answer: DocumentList };
  documents_show: { request: DocumentRequest; answer: DocumentView };
  document_read: { request: DocumentRequest; answer: ReaderView };
  passage: { request: PassageRequest; answer: Passage };
  page_words: { request: PageRequest; answer: PageWords };
  documents_delete: { request: DeleteRequest; answer: DeleteAnswer };
  documents_foresee: { request: DeleteRequest; answer: Foreseen };
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
  scans_show: { request: Nothing; answer: ScansView };
  scans_set: { request: ScansRequest; answer: ScansView };
  search: { request: SearchRequest; answer: SearchAnswer };
  ask: { request: AskRequest; answer: AskAnswer };
  ask_keep: { request: AskKeepRequest; answer: NoteView };
  node_list: { request: NodesRequest; answer: NodeList };
  node_show: { request: NodeRequest; answer: NodeView };
  node_add: { request: NodeAddRequest; answer: NodeView };
  node_edit: { request: NodeEditRequest; answer: ChangeAnswer };
  node_merge: { request: NodeMergeRequest; answer: ChangeAnswer };
  node_split: { request: NodeSplitRequest; answer: ChangeAnswer };
  node_unalias: { request: UnaliasRequest; answer: ChangeAnswer };
  node_delete: { request: NodeRequest; answer: ChangeAnswer };
  node_neighbours: { request: NeighboursRequest; answer: Neighbourhood };
  node_paths: { request: PathsBetweenRequest; answer: PathList };
  node_export: { request: GraphExportRequest; answer: GraphExport };
  edge_list: { request: EdgesRequest; answer: EdgeList };
  edge_add: { request: EdgeAddRequest; answer: EdgeView };
  edge_delete: { request: EdgeRequest; answer: ChangeAnswer };
  palace_show: { request: PalaceRequest; answer: PalaceView };
  palace_classify: { request: NodeRequest; answer: NodeView };
  palace_move: { request: MoveRequest; answer: ChangeAnswer };
  palace_tunnels: { request: WingRequest; answer: TunnelList };
  palace_vocabulary: { request: Nothing; answer: VocabularyList };
  palace_vocabulary_change: { request: VocabularyRequest; answer: VocabularyList };
  trust_show: { request: NodeRequest; answer: TrustView };
  trust_override: { request: OverrideRequest; answer: ChangeAnswer };
  trust_sweep: { request: SweepRequest; answer: SweepReport };
  trust_contradictions: { request: ContradictionsRequest; answer: ContradictionList };
  trust_rule: { request: RuleRequest; answer: ChangeAnswer };
  review_list: { request: NodesRequest; answer: ReviewList };
  review_act: { request: ReviewRequest; answer: ChangeAnswer };
  review_undo: { request: UndoRequest; answer: ChangeAnswer };
  gaps_list: { request: GapsRequest; answer: GapList };
  gaps_dismiss: { request: GapRequest; answer: GapList };
  knowledge_settings: { request: Nothing; answer: KnowledgeSettings };
  knowledge_settings_change: { request: KnowledgeSettingsRequest; answer: KnowledgeSettings };
  agents_list: { request: Nothing; answer: AgentList };
  agents_pair: { request: AgentPairRequest; answer: AgentPaired };
  agents_scope: { request: AgentScopeRequest; answer: AgentView };
  agents_revoke: { request: AgentRequest; answer: AgentView };
  agents_purge: { request: AgentPurgeRequest; answer: AgentPurged };
  agents_decide: { request: ProposalsRequest; answer: AgentList };
  agents_terminal: { request: AgentTerminalRequest; answer: AgentList };
  memory_context: { request: MemoryRequest; answer: MemoryContext };
  memory_preview: { request: MemoryRequest; answer: MemoryContext };
  memory_diff: { request: MemoryDiffRequest; answer: MemoryDiff };
  memory_receipts: { request: MemoryReceiptsRequest; answer: MemoryReceipts };
  memory_settings: { request: Nothing; answer: MemorySettings };
  memory_set: { request: MemorySetRequest; answer: MemorySettings };
  levels_list: { request: Nothing; answer: LevelsList };
  levels_build: { request: LevelsBuildRequest; answer: LevelsBuilt };
  levels_update: { request: LevelsUpdateRequest; answer: LevelsBuilt };
  levels_query: { request: LevelsQuery; answer: LevelsAnswer };
  levels_node: { request: LevelsNodeRequest; answer: LevelsNodeView };
  levels_drilldown: { request: LevelsDrill; answer: LevelsAnswer };
  levels_rollup: { request: LevelsRoll; answer: LevelsAnswer };
  levels_validate: { request: LevelsRequest; answer: LevelsCheck };
  levels_hierarchy: { request: LevelsRequest; answer: Hierarchy };
  note_add: { request: NoteAddRequest; answer: NoteView };
  note_list: { request: NotesRequest; answer: NoteList };
  note_show: { request: NoteRequest; answer: NoteView };
  note_edit: { request: NoteEditRequest; answer: NoteView };
  note_delete: { request: NoteRequest; answer: NoteGone };
  note_export: { request: NoteExportRequest; answer: NoteExport };
  note_links: { request: NoteLinksRequest; answer: NoteLinks };
  note_promote: { request: PromoteRequest; answer: NoteView };
  library_import: { request: ImportRequest; answer: ImportReport };
  audit_list: { request: AuditListRequest; answer: AuditList };
  audit_verify: { request: AuditVerifyRequest; answer: AuditReport };
  audit_checkpoint: { request: Nothing; answer: AuditHead };
  audit_regulated: { request: Nothing; answer: RegulatedList };
  audit_regulate: { request: RegulateRequest; answer: RegulatedList };
  audit_reason: { request: ReasonRequest; answer: null };
  signers_list: { request: Nothing; answer: SignerList };
  signers_add: { request: SignerAddRequest; answer: SignerList };
  signers_passphrase: { request: SignerPassphraseRequest; answer: SignerList };
  signers_revoke: { request: SignerRevokeRequest; answer: SignerList };
  sign: { request: SignRequest; answer: SignatureView };
  export_preview: { request: ExportPreviewRequest; answer: ExportPreview };
  knowledge_export: { request: ExportRequest; answer: ExportAnswer };
  verify_export: { request: ExportCheckRequest; answer: ExportCheck };
  models_list: { request: Nothing; answer: ModelList };
  ingest_preview: { request: PathsRequest; answer: IngestPreview };
  ingest_cancel: { request: Nothing; answer: null };
}
