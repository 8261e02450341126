//! The table itself. `window` rows may be called by the desktop window; `terminal` rows only by
//! programs that the person runs.

use crate::{Host, host::info, strength, ways};
use engine::{Palace, Snapshot};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use types::{
    AgentList, AgentPairRequest, AgentPaired, AgentPurgeRequest, AgentPurged, AgentRequest,
    AgentScopeRequest, AgentTerminalRequest, AgentView, AskAnswer, AskKeepRequest, AskRequest,
    AuditHead, AuditList, AuditListRequest, AuditProof, AuditReport, AuditVerifyRequest,
    BackupCheck, BackupReport, BackupRequest, BackupVerifyRequest, Cancel, Certificate,
    CertificateCheck, CertificateList, ChangeAnswer, CheckRequest, Citation, CitationList,
    CitationRequest, CitationsRequest, CiteExport, CiteExportRequest, CiteRequest,
    CollectionRequest, ContradictionList, ContradictionsRequest, CostRequest, CostView,
    DeleteAnswer, DeleteRequest, DocumentCheck, DocumentId, DocumentList, DocumentRequest,
    DocumentView, EdgeAddRequest, EdgeList, EdgeRequest, EdgeView, EdgesRequest, ErrorCode,
    ExportAnswer, ExportCheck, ExportCheckRequest, ExportPreview, ExportPreviewRequest,
    ExportRequest, FolderRequest, Foreseen, GapList, GapRequest, GapsRequest, GraphExport,
    GraphExportRequest, Hierarchy, ImportReport, ImportRequest, IngestAnswer, IngestPreview,
    JobProgress, KeychainRequest, KnowledgeSettings, KnowledgeSettingsRequest, LevelsAnswer,
    LevelsBuildRequest, LevelsBuilt, LevelsCheck, LevelsDrill, LevelsList, LevelsNodeRequest,
    LevelsNodeView, LevelsQuery, LevelsRequest, LevelsRoll, LevelsUpdateRequest, LlmRequest,
    LlmView, MemoryContext, MemoryDiff, MemoryDiffRequest, MemoryReceipts, MemoryReceiptsRequest,
    MemoryRequest, MemorySetRequest, MemorySettings, ModelList, MoveRequest, Neighbourhood,
    NeighboursRequest, NodeAddRequest, NodeEditRequest, NodeList, NodeMergeRequest, NodeRequest,
    NodeSplitRequest, NodeView, NodesRequest, NoteAddRequest, NoteEditRequest, NoteExport,
    NoteExportRequest, NoteGone, NoteLinks, NoteLinksRequest, NoteList, NoteRequest, NoteView,
    NotesRequest, OverrideRequest, PageRequest, PageWords, PalaceRequest, PalaceView, Passage,
    PassageRequest, PassphraseChangeRequest, PassphraseRequest, PathList, PathsBetweenRequest,
    Problem, PromoteRequest, ProofCheck, ProofCheckRequest, ProofRequest, ProposalsRequest,
    ReaderView, ReasonRequest, RecoverRequest, RecoveryList, RecoverySheet, ReferenceList,
    RegenerateRequest, Regeneration, RegulateRequest, RegulatedList, RestoreReport, RestoreRequest,
    ReverifyReport, ReviewList, ReviewRequest, RevokeRequest, RotateReport, RuleRequest,
    SafetyRequest, SafetyView, ScansRequest, ScansView, SearchAnswer, SearchRequest, SignRequest,
    SignatureView, SignerAddRequest, SignerList, SignerPassphraseRequest, SignerRevokeRequest,
    Status, Strength, SupersedeRequest, SweepReport, SweepRequest, TermList, TermsRequest,
    TrustView, TunnelList, UnaliasRequest, UndoRequest, VaultInfo, VerifyReport, VerifyRequest,
    VocabularyList, VocabularyRequest, WatchList, WatchRequest, WingRequest,
};

/// A request that asks for nothing in particular.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
pub struct Nothing {}

/// `ingest preview`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct PathsRequest {
    /// Files and folders.
    pub paths: Vec<String>,
}

/// `documents text`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct TextAnswer {
    /// The converted text.
    pub text: String,
}

/// Who may call a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller {
    /// The desktop window: the rows marked `window`.
    Window,
    /// A program that the person runs: every row.
    Terminal,
}

macro_rules! commands {
    ($($who:ident $name:ident: $request:ty => $answer:ty = $run:expr;)*) => {
        impl Host {
            /// Runs the command `name` for `caller`: [`Host::call`] says in whose name.
            pub(crate) fn run_row(
                &self,
                caller: Caller,
                name: &str,
                request: Value,
            ) -> Result<Value, Problem> {
                match name {
                    $(stringify!($name) if allowed!($who, caller) => {
                        let run: fn(&Host, $request) -> Result<$answer, Problem> = $run;
                        encode(&run(self, decode(request)?)?)
                    })*
                    _ => Err(unknown(name)),
                }
            }
        }

        /// The rows that the window may call, as a TypeScript interface.
        pub(crate) fn typescript(config: &ts_rs::Config) -> String {
            use ts_rs::TS;
            let mut out = String::from("\nexport interface Commands {\n");
            $(window_only!($who, out.push_str(&format!(
                "  {}: {{ request: {}; answer: {} }};\n",
                stringify!($name),
                <$request>::name(config),
                <$answer>::name(config),
            )));)*
            out.push_str("}\n");
            out
        }
    };
}

macro_rules! allowed {
    (window, $caller:ident) => {
        true
    };
    (terminal, $caller:ident) => {
        $caller == Caller::Terminal
    };
}

macro_rules! window_only {
    (window, $row:expr) => {
        $row
    };
    (terminal, $row:expr) => {};
}

commands! {
    window status: Nothing => Status = |host, _| host.status();
    window vault_create: PassphraseRequest => VaultInfo = |host, ask| host.create(ask.passphrase);
    window vault_unlock: PassphraseRequest => VaultInfo = |host, ask| host.unlock(ask.passphrase);
    terminal vault_accept_loss: PassphraseRequest => VaultInfo =
        |host, ask| host.accept_loss(ask.passphrase);
    terminal vault_verify: VerifyRequest => VerifyReport = |host, ask| host.verify(ask);
    window vault_check: CheckRequest => VerifyReport = |host, ask| host.check_closely(ask.repair);
    window safety_show: Nothing => SafetyView = |host, _| with(host, Palace::safety);
    window safety_set: SafetyRequest => SafetyView = |host, ask| with(host, |p| p.set_safety(&ask));
    window vault_backup: BackupRequest => BackupReport = |host, ask| host.backup(&ask, &|_, _| {});
    window vault_rotate: PassphraseRequest => RotateReport =
        |host, ask| host.rotate(ask.passphrase, &|_, _| {});
    window job_progress: Nothing => JobProgress = |host, _| Ok(host.progress());
    window job_cancel: Nothing => () = |host, _| {
        host.cancel_upkeep();
        Ok(())
    };
    terminal backup_verify: BackupVerifyRequest => BackupCheck = |host, ask| host.verify_backup(ask);
    terminal vault_restore: RestoreRequest => RestoreReport = |host, ask| host.restore(ask);
    window vault_recover: RecoverRequest => VaultInfo =
        |host, ask| host.recover(&ask.code, ask.new_passphrase);
    window vault_unlock_keychain: Nothing => VaultInfo = |host, _| host.unlock_with_keychain();
    window keychain_set: KeychainRequest => RecoveryList = ways::set_keychain;
    window recovery_list: Nothing => RecoveryList = |host, _| with(host, Palace::recovery_codes);
    window recovery_new: PassphraseRequest => RecoverySheet =
        |host, ask| ways::proven(host, ask.passphrase, |p, given| p.add_recovery_code(given));
    window recovery_revoke: RevokeRequest => RecoveryList =
        |host, ask| ways::proven(host, ask.passphrase, |p, given| p.revoke_recovery_code(given, &ask.name));
    window passphrase_strength: PassphraseRequest => Strength =
        |_, ask| Ok(strength::strength(&ask.passphrase));
    window passphrase_change: PassphraseChangeRequest => () =
        |host, ask| ways::change_passphrase(host, ask);
    window passphrase_cost: CostRequest => CostView =
        |host, ask| ways::proven(host, ask.passphrase, |p, given| p.raise_cost(given, ask.memory_mib, ask.passes));
    window vault_lock: Nothing => () = |host, _| host.lock();
    window vault_info: Nothing => VaultInfo = |host, _| info(&*host.palace()?);
    window documents_list: Nothing => DocumentList = |host, _| read(host, Snapshot::documents);
    window documents_show: DocumentRequest => DocumentView =
        |host, ask| read_about(host, &ask.document, |now, id| now.document(id));
    window document_read: DocumentRequest => ReaderView =
        |host, ask| read_about(host, &ask.document, |now, id| now.read(id));
    terminal documents_text: DocumentRequest => TextAnswer = |host, ask| {
        let text = read_about(host, &ask.document, |now, id| now.document_text(id))?;
        Ok(TextAnswer { text })
    };
    window passage: PassageRequest => Passage =
        |host, ask| read_about(host, &ask.document, |now, id| now.passage(id, ask.start..ask.end));
    window page_words: PageRequest => PageWords =
        |host, ask| read_about(host, &ask.document, |now, id| now.page_words(id, ask.page));
    window documents_delete: DeleteRequest => DeleteAnswer =
        |host, ask| about(host, &ask.document, |palace, id| palace.delete(id, ask.cascade, &ask.also));
    window documents_foresee: DeleteRequest => Foreseen =
        |host, ask| about(host, &ask.document, |palace, id| palace.foresee(id, ask.cascade));
    window documents_versions: DocumentRequest => DocumentList =
        |host, ask| read_about(host, &ask.document, |now, id| now.versions(id));
    window documents_supersede: SupersedeRequest => DocumentView =
        |host, ask| host.supersede(&ask.document, &ask.supersedes);
    terminal documents_join: CollectionRequest => DocumentView =
        |host, ask| about(host, &ask.document, |palace, id| palace.join(id, &ask.collection));
    terminal documents_leave: CollectionRequest => DocumentView =
        |host, ask| about(host, &ask.document, |palace, id| palace.leave(id, &ask.collection));
    window documents_reverify: DocumentRequest => ReverifyReport =
        |host, ask| about(host, &ask.document, |palace, id| palace.reverify(id));
    window documents_verify: DocumentRequest => DocumentCheck =
        |host, ask| read_about(host, &ask.document, |now, id| now.check_document(id));
    window documents_regenerate: RegenerateRequest => Regeneration =
        |host, ask| host.regenerate(&ask, &|_| {});
    window definitions_list: TermsRequest => TermList =
        |host, ask| read(host, |now| now.terms(&ask));
    window cite_add: CiteRequest => Citation = |host, ask| with(host, |palace| palace.cite(&ask));
    window cite_list: CitationsRequest => CitationList =
        |host, ask| read(host, |now| now.citations(&ask));
    window cite_delete: CitationRequest => () =
        |host, ask| with(host, |palace| palace.remove_citation(&ask.citation));
    window cite_export: CiteExportRequest => CiteExport =
        |host, ask| read(host, |now| now.export_citations(&ask));
    window certificates_list: Nothing => CertificateList =
        |host, _| read(host, Snapshot::certificates);
    window certificates_verify: Certificate => CertificateCheck =
        |host, ask| host.check_certificate(&ask);
    window watch_list: Nothing => WatchList = |host, _| with(host, Palace::look);
    window watch_add: WatchRequest => WatchList =
        |host, ask| with(host, |palace| palace.watch(&ask));
    window watch_remove: FolderRequest => WatchList =
        |host, ask| with(host, |palace| palace.unwatch(&ask.path));
    window watch_scan: Nothing => WatchList = |host, _| with(host, Palace::look);
    window watch_take: FolderRequest => IngestAnswer =
        |host, ask| host.take_changes(&ask.path, &|_| {});
    window references_list: Nothing => ReferenceList = |host, _| read(host, Snapshot::references);
    window llm_show: Nothing => LlmView = |host, _| read(host, Snapshot::llm);
    window llm_set: LlmRequest => LlmView = |host, ask| with(host, |palace| palace.set_llm(ask));
    window llm_clear: Nothing => LlmView = |host, _| with(host, Palace::clear_llm);
    window scans_show: Nothing => ScansView = |host, _| read(host, Snapshot::scans);
    window scans_set: ScansRequest => ScansView = |host, ask| with(host, |p| p.set_scans(&ask));
    window search: SearchRequest => SearchAnswer =
        |host, ask| with(host, |palace| palace.search(&ask));
    window ask: AskRequest => AskAnswer = |host, ask| read(host, |now| now.ask(&ask));
    window ask_keep: AskKeepRequest => NoteView = |host, ask| with(host, |p| p.keep_answer(&ask));
    window node_list: NodesRequest => NodeList = |host, ask| read(host, |now| now.nodes(&ask));
    window node_show: NodeRequest => NodeView = |host, ask| with(host, |p| p.node(&ask.node));
    window node_add: NodeAddRequest => NodeView = |host, ask| with(host, |p| p.add_node(&ask));
    window node_edit: NodeEditRequest => ChangeAnswer =
        |host, ask| with(host, |p| p.edit_node(&ask));
    window node_merge: NodeMergeRequest => ChangeAnswer =
        |host, ask| with(host, |p| p.merge_nodes(&ask));
    window node_split: NodeSplitRequest => ChangeAnswer =
        |host, ask| with(host, |p| p.split_node(&ask));
    window node_unalias: UnaliasRequest => ChangeAnswer =
        |host, ask| with(host, |p| p.unalias(&ask));
    window node_delete: NodeRequest => ChangeAnswer =
        |host, ask| with(host, |p| p.delete_node(&ask.node));
    window node_neighbours: NeighboursRequest => Neighbourhood =
        |host, ask| read(host, |now| now.neighbours(&ask));
    window node_paths: PathsBetweenRequest => PathList =
        |host, ask| read(host, |now| now.paths_between(&ask));
    window node_export: GraphExportRequest => GraphExport =
        |host, ask| read(host, |now| now.export_graph(&ask));
    window edge_list: EdgesRequest => EdgeList = |host, ask| read(host, |now| now.edges(&ask));
    window edge_add: EdgeAddRequest => EdgeView = |host, ask| with(host, |p| p.add_edge(&ask));
    window edge_delete: EdgeRequest => ChangeAnswer =
        |host, ask| with(host, |p| p.delete_edge(&ask.edge));
    window palace_show: PalaceRequest => PalaceView =
        |host, ask| read(host, |now| now.palace_view(&ask));
    window palace_classify: NodeRequest => NodeView =
        |host, ask| with(host, |p| p.classify(&ask.node));
    window palace_move: MoveRequest => ChangeAnswer =
        |host, ask| with(host, |p| p.move_nodes(&ask));
    window palace_tunnels: WingRequest => TunnelList =
        |host, ask| read(host, |now| now.tunnels(&ask.wing));
    window palace_vocabulary: Nothing => VocabularyList = |host, _| read(host, Snapshot::vocabulary);
    window palace_vocabulary_change: VocabularyRequest => VocabularyList =
        |host, ask| with(host, |p| p.change_vocabulary(&ask));
    window trust_show: NodeRequest => TrustView = |host, ask| read(host, |now| now.trust(&ask.node));
    window trust_override: OverrideRequest => ChangeAnswer =
        |host, ask| with(host, |p| p.override_trust(&ask));
    window trust_sweep: SweepRequest => SweepReport = |host, ask| host.sweep(&ask);
    window trust_contradictions: ContradictionsRequest => ContradictionList =
        |host, ask| read(host, |now| now.contradictions(&ask));
    window trust_rule: RuleRequest => ChangeAnswer = |host, ask| with(host, |p| p.rule(&ask));
    window review_list: NodesRequest => ReviewList = |host, ask| read(host, |now| now.review(&ask));
    window review_act: ReviewRequest => ChangeAnswer =
        |host, ask| with(host, |p| p.act_on_review(&ask));
    window review_undo: UndoRequest => ChangeAnswer =
        |host, ask| with(host, |p| p.undo(ask.change));
    window gaps_list: GapsRequest => GapList = |host, ask| with(host, |p| p.gaps(&ask));
    window gaps_dismiss: GapRequest => GapList = |host, ask| with(host, |p| p.dismiss_gap(&ask));
    window knowledge_settings: Nothing => KnowledgeSettings =
        |host, _| read(host, Snapshot::knowledge_settings);
    window knowledge_settings_change: KnowledgeSettingsRequest => KnowledgeSettings =
        |host, ask| with(host, |p| p.change_knowledge_settings(&ask));
    window agents_list: Nothing => AgentList = |host, _| host.agents();
    window agents_pair: AgentPairRequest => AgentPaired = |host, ask| host.pair_agent(ask);
    window agents_scope: AgentScopeRequest => AgentView = |host, ask| host.scope_agent(ask);
    window agents_revoke: AgentRequest => AgentView = |host, ask| host.revoke_agent(&ask.agent);
    window agents_purge: AgentPurgeRequest => AgentPurged =
        |host, ask| with(host, |palace| palace.purge_agent(&ask));
    window agents_decide: ProposalsRequest => AgentList = |host, ask| host.decide_proposals(&ask);
    window agents_terminal: AgentTerminalRequest => AgentList =
        |host, ask| host.admit_terminal(ask.admitted);
    window memory_context: MemoryRequest => MemoryContext =
        |host, ask| with(host, |p| p.memory_context(&ask));
    window memory_preview: MemoryRequest => MemoryContext =
        |host, ask| read(host, |now| now.memory_preview(&ask));
    window memory_diff: MemoryDiffRequest => MemoryDiff =
        |host, ask| read(host, |now| now.memory_diff(&ask));
    window memory_receipts: MemoryReceiptsRequest => MemoryReceipts =
        |host, ask| read(host, |now| now.memory_receipts(&ask));
    window memory_settings: Nothing => MemorySettings =
        |host, _| read(host, Snapshot::memory_settings);
    window memory_set: MemorySetRequest => MemorySettings =
        |host, ask| with(host, |p| p.set_memory(ask));
    window levels_list: Nothing => LevelsList = |host, _| read(host, Snapshot::levels_list);
    window levels_build: LevelsBuildRequest => LevelsBuilt = |host, ask| host.build_levels(&ask);
    window levels_update: LevelsUpdateRequest => LevelsBuilt = |host, ask| host.update_levels(&ask);
    window levels_query: LevelsQuery => LevelsAnswer =
        |host, ask| read(host, |now| now.levels(&ask));
    window levels_node: LevelsNodeRequest => LevelsNodeView =
        |host, ask| read(host, |now| now.level_node_view(&ask));
    window levels_drilldown: LevelsDrill => LevelsAnswer =
        |host, ask| read(host, |now| now.drill_levels(&ask));
    window levels_rollup: LevelsRoll => LevelsAnswer =
        |host, ask| read(host, |now| now.roll_levels(&ask));
    window levels_validate: LevelsRequest => LevelsCheck =
        |host, ask| read(host, |now| now.validate_levels(&ask));
    window levels_hierarchy: LevelsRequest => Hierarchy =
        |host, ask| read(host, |now| now.hierarchy(&ask));
    window note_add: NoteAddRequest => NoteView = |host, ask| with(host, |p| p.add_note(&ask));
    window note_list: NotesRequest => NoteList = |host, ask| read(host, |now| now.notes(&ask));
    window note_show: NoteRequest => NoteView = |host, ask| read(host, |now| now.note(&ask.note));
    window note_edit: NoteEditRequest => NoteView = |host, ask| with(host, |p| p.edit_note(&ask));
    window note_delete: NoteRequest => NoteGone =
        |host, ask| with(host, |p| p.delete_note(&ask.note));
    window note_export: NoteExportRequest => NoteExport =
        |host, ask| read(host, |now| now.export_notes(&ask));
    window note_links: NoteLinksRequest => NoteLinks =
        |host, ask| read(host, |now| now.note_links(&ask));
    window note_promote: PromoteRequest => NoteView = |host, ask| with(host, |p| p.promote(&ask));
    window library_import: ImportRequest => ImportReport = |host, ask| {
        with(host, |p| host.telling(&|_, _| {}, |cancel, told| p.import(&ask, cancel, told)))
    };
    window audit_list: AuditListRequest => AuditList = |host, ask| read(host, |now| now.audit_list(&ask));
    window audit_verify: AuditVerifyRequest => AuditReport =
        |host, ask| with(host, |p| p.verify_trail(&ask, &Cancel::default()));
    window audit_checkpoint: Nothing => AuditHead = |host, _| with(host, Palace::audit_checkpoint);
    terminal audit_prove: ProofRequest => AuditProof = |host, ask| with(host, |p| p.prove(&ask));
    terminal verify_proof: ProofCheckRequest => ProofCheck = |_, ask| Ok(engine::verify_proof(&ask));
    window audit_regulated: Nothing => RegulatedList = |host, _| read(host, Snapshot::regulated);
    window audit_regulate: RegulateRequest => RegulatedList = |host, ask| with(host, |p| p.regulate(&ask));
    window audit_reason: ReasonRequest => () = |host, ask| {
        host.look_because(ask.reason);
        Ok(())
    };
    window signers_list: Nothing => SignerList = |host, _| with(host, Palace::signer_list);
    window signers_add: SignerAddRequest => SignerList = |host, ask| host.add_signer(ask);
    window signers_passphrase: SignerPassphraseRequest => SignerList = |host, ask| host.change_signer(ask);
    window signers_revoke: SignerRevokeRequest => SignerList =
        |host, ask| ways::proven(host, ask.passphrase, |p, own| p.revoke_signer(&ask.signer, own, &ask.reason));
    window sign: SignRequest => SignatureView = |host, ask| host.sign(ask);
    window export_preview: ExportPreviewRequest => ExportPreview =
        |host, ask| with(host, |p| p.export_preview(&ask));
    window knowledge_export: ExportRequest => ExportAnswer = |host, ask| with(host, |p| p.export(&ask));
    window verify_export: ExportCheckRequest => ExportCheck = |_, ask| Ok(engine::verify_export(&ask));
    window models_list: Nothing => ModelList =
        |host, _| Ok(ModelList { models: host.resources().models().list() });
    terminal models_verify: Nothing => ModelList =
        |host, _| Ok(ModelList { models: host.resources().models().verify() });
    window ingest_preview: PathsRequest => IngestPreview = |host, ask| Ok(host.preview(ask.paths));
    window ingest_cancel: Nothing => () = |host, _| {
        host.cancel_ingest();
        Ok(())
    };
}

/// Does something with the open palace.
fn with<T>(host: &Host, run: impl FnOnce(&Palace) -> engine::Result<T>) -> Result<T, Problem> {
    run(&*host.palace()?).map_err(|error| error.problem())
}

/// Reads what was committed last.
fn read<T>(host: &Host, run: impl FnOnce(&Snapshot) -> engine::Result<T>) -> Result<T, Problem> {
    with(host, |palace| run(&palace.snapshot()))
}

/// Reads one document of it.
fn read_about<T>(
    host: &Host,
    document: &str,
    run: impl FnOnce(&Snapshot, &DocumentId) -> engine::Result<T>,
) -> Result<T, Problem> {
    read(host, |now| run(now, &now.resolve(document)?))
}

/// Does something with one document of it.
fn about<T>(
    host: &Host,
    document: &str,
    run: impl FnOnce(&Palace, &DocumentId) -> engine::Result<T>,
) -> Result<T, Problem> {
    with(host, |palace| {
        // the snapshot is let go of before: a deletion waits until nobody reads what is deleted
        let id = palace.snapshot().resolve(document)?;
        run(palace, &id)
    })
}

/// A request, all of whose fields are known: a misspelt one would be obeyed in part.
pub(crate) fn decode<T: DeserializeOwned>(request: Value) -> Result<T, Problem> {
    let hint = "See the table of commands for its fields.";
    let usage = |why: String| Problem::new(ErrorCode::Usage, why, hint);
    let mut unknown = None;
    let decoded = serde_ignored::deserialize(request, |path| {
        unknown.get_or_insert_with(|| path.to_string());
    });
    let decoded = decoded
        .map_err(|error: serde_json::Error| usage(format!("The request does not fit: {error}.")))?;
    match unknown {
        None => Ok(decoded),
        Some(field) => {
            let shown: String = field.chars().take(40).filter(|c| !c.is_control()).collect();
            Err(usage(format!("The request does not fit: there is no field '{shown}'.")))
        }
    }
}

pub(crate) fn encode<T: Serialize>(answer: &T) -> Result<Value, Problem> {
    serde_json::to_value(answer).map_err(|_| {
        let hint = "This is a fault in Loci; please report what you did.";
        Problem::new(ErrorCode::Internal, "The answer could not be written down.", hint)
    })
}

fn unknown(name: &str) -> Problem {
    let shown: String = name.chars().take(40).filter(|c| !c.is_control()).collect();
    let hint = "Update the program that asked.";
    Problem::new(ErrorCode::Usage, format!("There is no command '{shown}' here."), hint)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_request_has_known_fields_alone() {
        assert!(decode::<DocumentRequest>(json!({ "document": "0a" })).is_ok());
        for request in [
            json!({ "document": "0a", "cascade": "all" }),
            json!({ "documents": "0a" }),
            json!({ "document": 7 }),
            json!([]),
        ] {
            let refused = decode::<DocumentRequest>(request.clone()).err();
            assert_eq!(refused.map(|it| it.code), Some(ErrorCode::Usage), "{request}");
        }
    }
}
