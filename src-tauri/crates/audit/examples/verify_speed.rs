//! How fast the trail is looked through: `cargo run -p audit --example verify_speed [RECORDS] [FOLDER]`.

#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::expect_used)]

use audit::{Frontier, leaf};
use std::time::{Duration, Instant};
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
    let put = |seq: u64| {
        let subjects = vec![format!("{seq:032x}")];
        let event = AuditEvent { at, action: "node.edit", subjects, detail: "a change".to_owned() };
        vault.commit(vault.batch(), event).unwrap();
    };
    let actor =
        || Actor { who: "owner".to_owned(), via: "terminal".to_owned(), reason: String::new() };
    // by turns, so that both kinds meet the same disk: a thousand as before, a thousand with who and a
    // checkpoint's work
    let (mut plain, mut noted) = (Duration::ZERO, Duration::ZERO);
    let mut tree = Frontier::default();
    for thousand in 0..records / 1000 {
        let began = Instant::now();
        for seq in 0..1000 {
            let seq = thousand * 1000 + seq;
            if thousand % 2 == 0 { put(seq) } else { acting(actor(), || put(seq)) }
        }
        if thousand % 2 == 1 {
            let now = vault.snapshot();
            for seq in now.commit_seq() - 999..=now.commit_seq() {
                tree.push(leaf(&now.audit_entry(seq).unwrap().unwrap()).unwrap());
            }
            std::hint::black_box(vault.sign(tree.root().as_bytes()));
        }
        *(if thousand % 2 == 0 { &mut plain } else { &mut noted }) += began.elapsed();
    }
    let records = vault.commit_seq();
    println!("{records} records; commits without notes and checkpoints {plain:?}, with {noted:?}");
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
