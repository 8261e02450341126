//! The TypeScript face of the command table: one file, generated, committed, and held by a test.

use crate::table::{Nothing, PathsRequest, typescript};
use std::fmt::Write;
use ts_rs::{Config, TS};
use types::*;

macro_rules! declarations {
    ($($name:ident),* $(,)?) => {
        /// Every type that crosses the bridge, as TypeScript.
        fn declarations(out: &mut String) {
            let config = Config::default();
            $(let _ = writeln!(out, "\nexport {}", <$name as TS>::decl(&config));)*
            out.push_str(&typescript(&config));
        }
    };
}

declarations! {
    AgentConnection, AgentList, AgentPairRequest, AgentPaired, AgentPurgeRequest, AgentPurged,
    AgentRequest, AgentScope, AgentScopeRequest, AgentTerminalRequest, AgentUse, AgentView,
    Alias, AliasRule, AnswerConflict, AnswerSentence, AnswerSource, AskAnswer, AskKeepRequest, AskRequest, Author, Cascade, Certificate, CertificateBody, CertificateCheck,
    CertificateList, ChangeAnswer, ChangeView, ChunkKind, Citation, CitationFormat,
    CitationList, CitationRequest, CitationsRequest, CiteExport, CiteExportRequest, CiteRequest,
    Collection, ContradictionList, ContradictionView, ContradictionsRequest, CrossReference,
    Definition, DefinitionForm, DeleteAnswer, DeleteRequest, DocumentCheck, DocumentList,
    DocumentRequest, DocumentState, DocumentView, DuplicateLevel, EdgeAddRequest, EdgeKind,
    EdgeList, EdgeRequest, EdgeView, EdgesRequest, ErrorCode, Evidence, EvidenceGrade,
    EvidenceView, FailedDocument, Fate, Field, FieldSource, FolderRequest, Foreseen, Format,
    Freshness, Gap, GapList,
    GapRequest, GapsRequest, GraphExport, GraphExportRequest, GraphFormat, Hall, HallCount, Hit,
    IngestAnswer, IngestEvent, IngestOptions, IngestOutcome, IngestPreview, IngestRequest,
    IngestedDocument, KnowledgeSettings, KnowledgeSettingsRequest, Learnt, ListPlace,
    Hierarchy, Level, LevelDocument, LevelEntity, LevelMethod, LevelNode, LevelSentence, LevelSource,
    LevelStatistics, LevelsAnswer, LevelsBuildRequest, LevelsBuilt, LevelsCheck, LevelsDrill,
    LevelsList, LevelsNodeRequest, LevelsNodeView, LevelsQuery, LevelsRequest, LevelsRoll, LevelsState, LevelsUpdateRequest,
    ListedReference, LlmRequest, LlmView, LockState,
    MemoryBudgets, MemoryContext, MemoryDiff, MemoryDiffRequest, MemoryItem, MemoryLayer,
    MemoryLayerDiff, MemoryLayerText, MemoryPolicy, MemoryReceipt, MemoryReceipts,
    MemoryReceiptsRequest, MemoryRequest, MemorySetRequest, MemorySettings, TokenizerName, ReceiptItem,
    ReceiptLayer, Method, ModelList, ModelView, MoveRequest,
    Neighbourhood, NeighboursRequest, NodeAddRequest, NodeCard, NodeEditRequest, NodeKind,
    NodeList, NodeMergeRequest, NodeRequest, NodeSplitRequest, NodeState, NodeView,
    NodesRequest, Nothing, OutlineItem, Override, OverrideRequest, PageBox, PageSize,
    PalaceRequest, PalaceView, Passage, PassageRequest, PassphraseRequest, Path, PathList,
    PathsBetweenRequest, PathsRequest, PatternOrigin, Place, PlacedBy, Probe, Problem,
    ProposalView, Proposed, ProposalsRequest,
    ReaderView, Reference, ReferenceField, ReferenceList, RegenerateRequest, Regeneration, Related,
    Removal, Repeating,
    Reverified, ReverifyReport, ReviewAction, ReviewItem, ReviewList, ReviewRequest, RoomView,
    RuleRequest, Ruling, ScansRequest, ScansView, SearchAnswer, SearchMode, SearchRequest,
    PageRequest, PageWord, PageWords, Signal, SignalKind, Span,
    Staying, Status, Strategy, SupersedeRequest, SweepReport, SweepRequest, Term, TermList, TermMention,
    TermsRequest, Tier, Trust, TrustParts, TrustView, Tunnel, TunnelList, UnaliasRequest,
    UndoRequest, Validity, VaultInfo, VocabularyEntry, VocabularyList, VocabularyRequest,
    BackupReport, BackupRequest, CheckRequest, DeepFinding, DeepReport, JobProgress, LastBackup,
    RotateReport, SafetyRequest, SafetyView, SecondAnchor, SecondAnchorState, VaultDifference, VaultFinding, VerifyReport,
    CostRequest, CostView, KeychainRequest, PassphraseChangeRequest, RecoverRequest, RecoveryCodeView, RecoveryList,
    RecoverySheet, RevokeRequest, Strength,
    Meaning, NoteAddRequest, NoteEditRequest, NoteExport, NoteExportRequest, NoteFormat, NoteGone,
    NoteLink, NoteLinks, NoteLinksRequest, NoteList, NotePlace, NoteRequest, NoteTarget, NoteView,
    NotesRequest, PromoteRequest, Library, ImportRequest, ImportReport, ImportProblem,
    WatchList, WatchMode, WatchRequest, WatchedChange, WatchedFolder, WingRequest, WingView,
    AuditListRequest, AuditRecord, AuditList, AuditFinding, AuditVerifyRequest, AuditReport,
    AuditHead, AuditLook, AuditProof, ProofRequest, ProofCheckRequest, ProofCheck,
    SignerRevokeRequest, RegulateRequest, ReasonRequest, RegulatedList, SignatureMeaning, SignerAddRequest,
    SignerPassphraseRequest, SignerView, SignerList, SignRequest, SignatureView, ExportFormat,
    ExportRequest, ExportAnswer, ExportedFile, ExportPreview, ExportPreviewRequest,
    ExportCheckRequest, ExportCheck,
}

/// The whole file `ui/src/api/bindings.ts`.
pub fn bindings() -> String {
    let mut out = String::from(
        "// Generated from the command table. Do not edit: `LOCI_BLESS=1 cargo test -p api` writes it.\n",
    );
    declarations(&mut out);
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_committed_file_is_current() {
        let file =
            std::env::var("CARGO_MANIFEST_DIR").unwrap() + "/../../../ui/src/api/bindings.ts";
        let wanted = super::bindings();
        if std::env::var_os("LOCI_BLESS").is_some() {
            std::fs::write(&file, &wanted).unwrap();
        }
        let found = std::fs::read_to_string(file).unwrap_or_default();
        assert_eq!(found, wanted, "run LOCI_BLESS=1 cargo test -p api");
    }
}
