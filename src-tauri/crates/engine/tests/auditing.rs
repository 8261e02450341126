//! The trail over time, in a palace in this very process with the real worker and a clock of its own. The
//! program is its own worker, so it has no test harness.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::panic,
    missing_docs
)]

mod common;

use engine::{Actor, KdfParams, Limits, Palace, Passphrase, Resources, Source, acting};
use std::{
    path::Path,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
};
use types::{
    AuditListRequest, AuditRecord, AuditVerifyRequest, Cancel, DocumentId, ErrorCode,
    IngestOptions, SignRequest, SignatureMeaning, SignerAddRequest, SignerPassphraseRequest,
    Timestamp,
};

const DAY_MS: i64 = 86_400_000;
const MINUTE_MS: i64 = 60_000;

const TESTS: [(&str, fn()); 4] = [
    ("an_expired_signing_passphrase_signs_nothing", an_expired_signing_passphrase_signs_nothing),
    ("looks_wait_some_minutes_for_their_record", looks_wait_some_minutes_for_their_record),
    (
        "more_looks_than_wait_are_put_on_record_at_once",
        more_looks_than_wait_are_put_on_record_at_once,
    ),
    ("a_clock_that_was_set_back_is_told", a_clock_that_was_set_back_is_told),
];

fn main() -> ExitCode {
    common::run(&TESTS)
}

static CLOCK: AtomicI64 = AtomicI64::new(1_790_000_000_000);

fn now() -> Timestamp {
    Timestamp::from_unix_ms(CLOCK.load(Ordering::SeqCst))
}

fn later(ms: i64) {
    CLOCK.fetch_add(ms, Ordering::SeqCst);
}

fn words(words: &str) -> Passphrase {
    Passphrase::new(words.to_owned()).unwrap()
}

fn palace() -> (tempfile::TempDir, Palace, DocumentId) {
    let folder = tempfile::tempdir().unwrap();
    let program = common::worker();
    let nowhere = Path::new("/nonexistent");
    let resources = Resources::new(nowhere, program, Limits::default(), Arc::new(now));
    let palace =
        Palace::create(folder.path(), &words("vault"), KdfParams::FLOOR, Arc::new(resources))
            .unwrap();
    let text = b"# Roots\n\nRoots take up water from soil.\n".to_vec();
    let source = Source::Bytes { name: "roots.md".to_owned(), bytes: text };
    let options = IngestOptions { collection: "study".parse().unwrap(), ..Default::default() };
    let answer = palace.ingest(vec![source], &options, &Cancel::default(), &|_| {}).unwrap();
    let document = answer.documents[0].document_id.unwrap();
    (folder, palace, document)
}

fn records(palace: &Palace, action: &str) -> Vec<AuditRecord> {
    let request = AuditListRequest { action: Some(action.to_owned()), ..Default::default() };
    palace.snapshot().audit_list(&request).unwrap().records
}

fn refused<T>(result: engine::Result<T>) -> ErrorCode {
    match result {
        Ok(_) => panic!("it was not refused"),
        Err(error) => error.problem().code,
    }
}

fn an_expired_signing_passphrase_signs_nothing() {
    let (_folder, palace, _) = palace();
    let add = SignerAddRequest {
        name: "Ada Reader".to_owned(),
        role: "reviewer".to_owned(),
        passphrase: String::new(),
        signing_passphrase: String::new(),
        valid_days: 30,
    };
    palace.add_signer(&add, &words("vault"), &words("first")).unwrap();
    let ask = SignRequest {
        collection: "study".to_owned(),
        signer: "Ada Reader".to_owned(),
        meaning: SignatureMeaning::Reviewed,
        passphrase: None,
        signing_passphrase: String::new(),
        reason: String::new(),
    };
    let sign = |signing: &str| palace.sign(&ask, Some(&words("vault")), &words(signing));
    later(29 * DAY_MS);
    sign("first").unwrap();
    later(DAY_MS);
    assert_eq!(refused(sign("first")), ErrorCode::BadPassphrase);
    assert!(palace.signer_list().unwrap().signers[0].expired);
    let ask = SignerPassphraseRequest {
        signer: "Ada Reader".to_owned(),
        signing_passphrase: String::new(),
        new_passphrase: String::new(),
    };
    let change =
        |from: &str, to: &str| palace.change_signer_passphrase(&ask, &words(from), &words(to));
    assert_eq!(refused(change("wrong", "second")), ErrorCode::WrongPassphrase);
    assert_eq!(refused(change("first", "first")), ErrorCode::Usage);
    assert_eq!(refused(change("first", "vault")), ErrorCode::Usage);
    let signers = change("first", "second").unwrap().signers;
    // for as long as it was said at first
    assert_eq!(signers[0].expires_at.unix_ms(), now().unix_ms() + 30 * DAY_MS);
    assert_eq!(refused(sign("first")), ErrorCode::WrongPassphrase);
    sign("second").unwrap();
    // the key is the same: both signatures hold
    let report = palace.verify_trail(&AuditVerifyRequest::default(), &Cancel::default()).unwrap();
    assert_eq!((report.ok, report.signatures), (true, 2), "{:?}", report.findings);
}

fn looks_wait_some_minutes_for_their_record() {
    let (_folder, palace, document) = palace();
    let as_who = |who: &str, via: &str, query: &str| {
        let actor = Actor { who: who.to_owned(), via: via.to_owned(), reason: String::new() };
        let look = || palace.note_access("search", &[document], None, None, query);
        acting(actor, look).unwrap();
    };
    as_who("owner", "window", "water");
    as_who("owner", "window", "soil");
    later(MINUTE_MS);
    as_who("Desk", "agent", "water");
    as_who("owner", "window", "water");
    palace.settle_looks().unwrap();
    assert!(records(&palace, "access").is_empty());
    later(4 * MINUTE_MS);
    palace.settle_looks().unwrap();
    let seen = records(&palace, "access");
    let told = |at: usize| -> Vec<(&str, u32)> {
        seen[at].looks.iter().map(|look| (look.query.as_str(), look.times)).collect()
    };
    assert_eq!((seen[0].who.as_str(), seen[0].via.as_str()), ("owner", "window"));
    assert_eq!(told(0), [("water", 2), ("soil", 1)]);
    assert_eq!((seen[1].who.as_str(), seen[1].via.as_str()), ("Desk", "agent"));
    assert_eq!(told(1), [("water", 1)]);
    assert_eq!(seen.len(), 2);
    assert_eq!(seen[0].collections, ["study"]);
    palace.settle_looks().unwrap();
    palace.audit_checkpoint().unwrap();
    assert_eq!(records(&palace, "access").len(), 2, "put on record twice");
    // a checkpoint on request takes what waits along
    as_who("owner", "window", "roots");
    palace.audit_checkpoint().unwrap();
    assert_eq!(records(&palace, "access")[0].looks[0].query, "roots");
}

fn more_looks_than_wait_are_put_on_record_at_once() {
    let (_folder, palace, document) = palace();
    for at in 0..1_234 {
        palace.note_access("search", &[document], None, None, &format!("query {at}")).unwrap();
    }
    palace.audit_checkpoint().unwrap();
    let seen = records(&palace, "access");
    let listed: usize = seen.iter().map(|it| it.looks.len()).sum();
    assert_eq!((listed, seen.len()), (1_234, 3));
    assert!(seen.iter().all(|it| it.detail.is_empty()));
}

fn a_clock_that_was_set_back_is_told() {
    let (_folder, palace, _) = palace();
    let verify =
        || palace.verify_trail(&AuditVerifyRequest::default(), &Cancel::default()).unwrap();
    assert!(verify().notices.is_empty());
    later(-DAY_MS);
    palace.audit_checkpoint().unwrap();
    later(DAY_MS);
    let report = verify();
    assert!(report.ok, "{:?}", report.findings);
    assert!(report.notices[0].what.contains("set back"), "{:?}", report.notices);
    // looks from before the clock was set back do not wait until it is there again
    palace.note_access("search", &[], None, None, "water").unwrap();
    later(-DAY_MS);
    palace.settle_looks().unwrap();
    assert_eq!(records(&palace, "access").len(), 1);
}
