//! How fast the trail is looked through: `cargo run -p audit --example verify_speed [RECORDS] [FOLDER]`.

#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::expect_used)]

use std::time::Instant;
use types::{Cancel, Timestamp};
use vault::{Actor, AuditEvent, KdfParams, Passphrase, Vault, acting};

fn main() {
    let mut args = std::env::args().skip(1);
    let records: u64 = args.next().and_then(|it| it.parse().ok()).unwrap_or(100_000);
    let dir = match args.next() {
        Some(folder) => tempfile::tempdir_in(folder),
        None => tempfile::tempdir(),
    }
    .unwrap();
    let words = Passphrase::new("speed".to_owned()).unwrap();
    let at = Timestamp::from_unix_ms(1_700_000_000_000);
    let vault = Vault::create(dir.path(), &words, KdfParams::FLOOR, at).unwrap();
    let began = Instant::now();
    let actor =
        || Actor { who: "owner".to_owned(), via: "terminal".to_owned(), reason: String::new() };
    for seq in 1..records {
        let subjects = vec![format!("{seq:032x}")];
        let event = AuditEvent { at, action: "node.edit", subjects, detail: "a change".to_owned() };
        acting(actor(), || vault.commit(vault.batch(), event)).unwrap();
    }
    println!("{records} records written in {:?}", began.elapsed());
    let (origin, key) = (audit::origin(&vault.id()), vault.public_key());
    for _ in 0..5 {
        let began = Instant::now();
        let now = vault.snapshot();
        let found = audit::verify(&now, &origin, &key, &[], &Cancel::default()).unwrap();
        assert!(found.findings.is_empty() && found.records == records);
        let took = began.elapsed();
        println!("{took:?}: {:.0} records/s", records as f64 / took.as_secs_f64());
    }
}
