//! Someone with the key who bends the trail, and someone with an export who bends that: each found, and
//! named.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(clippy::string_slice)]

use audit::{
    CHECKPOINT, Checkpoint, Content, Excerpt, Frontier, Made, Package, Proven, REVOKED, SIGNATURE,
    SIGNER, Statement, Tree, Verified, canonical, leaf, origin, sha256, verify, verify_export,
};
use serde_json::json;
use std::{collections::BTreeMap, fs, path::Path};
use types::{
    Cancel, ExportFormat, Hierarchy, Level, LevelDocument, LevelNode, LevelSentence, LevelSource,
    Sha256, SignatureMeaning, Timestamp,
};
use vault::{AuditEvent, KdfParams, Passphrase, Vault};

fn at(s: i64) -> Timestamp {
    Timestamp::from_unix_ms(1_700_000_000_000 + s * 1000)
}

fn words(words: &str) -> Passphrase {
    Passphrase::new(words.to_owned()).unwrap()
}

fn vault(dir: &Path) -> Vault {
    Vault::create(dir, &words("vault"), KdfParams::FLOOR, at(0)).unwrap()
}

fn put(vault: &Vault, s: i64, action: &'static str, subjects: &[&str], detail: &str) {
    let subjects = subjects.iter().map(|it| (*it).to_owned()).collect();
    let event = AuditEvent { at: at(s), action, subjects, detail: detail.to_owned() };
    vault.commit(vault.batch(), event).unwrap();
}

fn tree(vault: &Vault) -> Frontier {
    let now = vault.snapshot();
    let mut tree = Frontier::default();
    for seq in 1..=now.commit_seq() {
        tree.push(leaf(&now.audit_entry(seq).unwrap().unwrap()).unwrap());
    }
    tree
}

fn head(vault: &Vault) -> Checkpoint {
    let tree = tree(vault);
    Checkpoint { origin: origin(&vault.id()), size: tree.size(), root: tree.root() }
}

fn note(vault: &Vault, head: &Checkpoint) -> String {
    head.note(&vault.sign(head.text().as_bytes()))
}

fn look(vault: &Vault, heads: &[Checkpoint]) -> Verified {
    let now = vault.snapshot();
    verify(&now, &origin(&vault.id()), &vault.public_key(), heads, &Cancel::default()).unwrap()
}

fn found(vault: &Vault, heads: &[Checkpoint]) -> Vec<String> {
    look(vault, heads).findings.into_iter().map(|finding| finding.what).collect()
}

#[test]
fn a_sound_trail_holds_with_its_checkpoints_and_its_earlier_heads() {
    let dir = tempfile::tempdir().unwrap();
    let vault = vault(dir.path());
    (1..20).for_each(|s| put(&vault, s, "test", &["a"], ""));
    let first = head(&vault);
    put(&vault, 20, CHECKPOINT, &[], &note(&vault, &first));
    (21..30).for_each(|s| put(&vault, s, "test", &[], ""));
    let report = look(&vault, std::slice::from_ref(&first));
    assert_eq!((report.findings.len(), report.checkpoints, report.records), (0, 1, 30));
    assert_eq!(report.tree, tree(&vault));
    let reopened = Checkpoint::open(&note(&vault, &first), &vault.public_key()).unwrap();
    assert_eq!(reopened, first);
}

#[test]
fn a_forged_checkpoint_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let vault = vault(dir.path());
    let other_dir = tempfile::tempdir().unwrap();
    let other = self::vault(other_dir.path());
    put(&vault, 1, "test", &[], "");
    // signed by the right key over other records; by another key; of another log; cut short; no note
    let wrong = Checkpoint { root: Sha256::from_bytes([7; 32]), ..head(&vault) };
    put(&vault, 2, CHECKPOINT, &[], &note(&vault, &wrong));
    let stranger = head(&vault);
    put(&vault, 3, CHECKPOINT, &[], &note(&other, &stranger));
    let elsewhere = Checkpoint { origin: origin(&other.id()), ..head(&vault) };
    put(&vault, 4, CHECKPOINT, &[], &note(&vault, &elsewhere));
    let cut = note(&vault, &head(&vault));
    put(&vault, 5, CHECKPOINT, &[], &cut[..cut.len() - 9]);
    put(&vault, 6, CHECKPOINT, &[], "");
    let found = found(&vault, &[]);
    assert_eq!(found.len(), 5, "{found:?}");
    assert!(found.iter().zip(3..).all(|(what, seq)| what.contains(&format!("checkpoint {seq}"))));
}

#[test]
fn a_head_that_left_finds_a_history_that_was_written_anew() {
    let (dir, twin) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut vault = vault(dir.path());
    drop(vault);
    for name in ["vault.hdr", "anchor"] {
        fs::copy(dir.path().join(name), twin.path().join(name)).unwrap();
    }
    fs::create_dir(twin.path().join("db")).unwrap();
    for entry in fs::read_dir(dir.path().join("db")).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), twin.path().join("db").join(entry.file_name())).unwrap();
    }
    vault = Vault::open(dir.path(), &words("vault"), at(1)).unwrap();
    (1..6).for_each(|s| put(&vault, s, "true", &[], ""));
    let left = head(&vault);
    // the same vault from before, by who holds its key, with another history
    let bent = Vault::open(twin.path(), &words("vault"), at(1)).unwrap();
    (1..4).for_each(|s| put(&bent, s, "bent", &[], ""));
    let shorter = found(&bent, std::slice::from_ref(&left));
    assert!(shorter[0].contains("only 4"), "{shorter:?}");
    (4..9).for_each(|s| put(&bent, s, "bent", &[], ""));
    assert!(look(&bent, &[]).findings.is_empty(), "in itself it is sound");
    let found = found(&bent, std::slice::from_ref(&left));
    assert!(found.len() == 1 && found[0].contains("exported then"), "{found:?}");
    assert!(look(&vault, &[left]).findings.is_empty());
}

#[test]
fn a_clock_that_was_set_back_is_told_and_is_no_fault() {
    let dir = tempfile::tempdir().unwrap();
    let vault = vault(dir.path());
    put(&vault, 100, "test", &[], "");
    put(&vault, 40, "test", &[], "");
    put(&vault, 41, "test", &[], "");
    let report = look(&vault, &[]);
    assert!(report.findings.is_empty());
    assert_eq!(report.notices.len(), 1);
    assert!(report.notices[0].seq == 3 && report.notices[0].what.contains("set back"));
}

fn statement(vault: &Vault, hash: Sha256, key: &[u8; 32]) -> Statement {
    Statement {
        collection: "study".to_owned(),
        content_sha256: hash,
        meaning: SignatureMeaning::Approved,
        name: "A. Reader".to_owned(),
        role: "reviewer".to_owned(),
        signed_at: at(5),
        signer_key: key.iter().map(|byte| format!("{byte:02x}")).collect(),
        vault_id: vault.id().to_string(),
    }
}

#[test]
fn a_signature_counts_by_an_admitted_key_and_over_its_own_statement_alone() {
    let dir = tempfile::tempdir().unwrap();
    let vault = vault(dir.path());
    let key = vault.make_signer_key(&words("hand")).unwrap();
    let made = statement(&vault, sha256(b"content"), &key.public_key);
    let signature = vault.sign_as(&key, &words("hand"), &made.message().unwrap()).unwrap();
    let signed = made.clone().signed(&signature);
    assert!(signed.holds());
    for changed in [
        Statement { name: "B. Reader".to_owned(), ..made.clone() },
        Statement { meaning: SignatureMeaning::Rejected, ..made.clone() },
        Statement { content_sha256: sha256(b"other"), ..made.clone() },
        Statement { signed_at: at(6), ..made.clone() },
        Statement { role: "owner".to_owned(), ..made.clone() },
    ] {
        assert!(!changed.signed(&signature).holds());
    }
    let detail = serde_json::to_string(&signed).unwrap();
    put(&vault, 1, SIGNATURE, &[], &detail);
    put(&vault, 2, SIGNER, &["id", &made.signer_key], "");
    put(&vault, 3, SIGNATURE, &[], &detail);
    put(&vault, 4, SIGNATURE, &[], &detail.replace("approved", "reviewed"));
    put(&vault, 5, SIGNATURE, &[], "{}");
    let report = look(&vault, &[]);
    let found: Vec<&str> = report.findings.iter().map(|it| it.what.as_str()).collect();
    assert_eq!((found.len(), report.signatures), (3, 1), "{found:?}");
    assert!(found[0].contains("no signer"), "{found:?}");
    assert!(found[1].contains("does not fit"), "{found:?}");
}

#[test]
fn a_revoked_key_signs_no_more_and_what_it_signed_before_holds() {
    let dir = tempfile::tempdir().unwrap();
    let vault = vault(dir.path());
    let key = vault.make_signer_key(&words("hand")).unwrap();
    let made = statement(&vault, sha256(b"content"), &key.public_key);
    let signature = vault.sign_as(&key, &words("hand"), &made.message().unwrap()).unwrap();
    let detail = serde_json::to_string(&made.clone().signed(&signature)).unwrap();
    put(&vault, 1, SIGNER, &["id", &made.signer_key], "");
    put(&vault, 2, SIGNATURE, &[], &detail);
    put(&vault, 3, REVOKED, &["id", &made.signer_key], "");
    put(&vault, 4, SIGNATURE, &[], &detail);
    let report = look(&vault, &[]);
    let found: Vec<&str> = report.findings.iter().map(|it| it.what.as_str()).collect();
    assert_eq!((found.len(), report.signatures), (1, 1), "{found:?}");
    assert!(found[0].contains("that record 4 revoked"), "{found:?}");
    // in an export: signed before the revocation, or as if it were not
    let out = dir.path().join("study.json");
    let mut package = export(&vault, ExportFormat::Json, &out);
    let signer = package.signatures[0].statement.signer_key.clone();
    for (revoked, holds) in [(at(6), true), (at(5), false), (at(4), false)] {
        package.revoked = BTreeMap::from([(signer.clone(), revoked)]);
        fs::write(&out, package.sealed(|message| vault.sign(message)).unwrap()).unwrap();
        let checked = verify_export(&out);
        assert_eq!(checked.findings.is_empty(), holds, "{:?}", checked.findings);
        let shown = checked.signatures.first().and_then(|it| it.revoked_at);
        assert_eq!(shown, holds.then_some(revoked));
    }
}

fn content() -> Content {
    let document_id = "0123456789abcdef0123456789abcdef".parse().unwrap();
    let source = LevelSource {
        document_id,
        start: 0,
        end: 12,
        page: Some(2),
        quote: "Roots drink.".to_owned(),
    };
    let node = |level, text: &str| LevelNode {
        id: sha256(text.as_bytes()).to_string()[..32].to_owned(),
        level,
        title: "Roots & [water] — Γ".to_owned(),
        sentences: vec![LevelSentence {
            text: text.to_owned(),
            connective: false,
            support: 0.9,
            cites: vec![],
            sources: vec![source.clone()],
        }],
        parents: vec![],
        children: vec![],
        entities: vec![],
        confidence: 0.9,
        version: 1,
        created_at: at(1),
        stale: false,
    };
    let hierarchy = Hierarchy {
        collection: "study".to_owned(),
        method: "textrank".to_owned(),
        built_at: at(1),
        commit_seq: 9,
        dropped: 0,
        documents: vec![LevelDocument {
            document_id,
            title: "On roots".to_owned(),
            sha256: sha256(b"original"),
        }],
        nodes: vec![
            node(Level::Master, "Roots drink water."),
            node(Level::Section, "Roots drink."),
            node(Level::Chunk, "Roots drink. They do."),
        ],
    };
    let (bibtex, csl_json) = ("@misc{r}".to_owned(), "[]".to_owned());
    Content { hierarchy, bibtex, csl_json, overrides: vec![] }
}

/// Writes an export of a vault with one signature and its trail.
fn export(vault: &Vault, format: ExportFormat, out: &Path) -> Package {
    let content = content();
    let value = content.value().unwrap();
    let hash = sha256(&canonical(&value).unwrap());
    let key = vault.make_signer_key(&words("hand")).unwrap();
    let made = statement(vault, hash, &key.public_key);
    let signature = vault.sign_as(&key, &words("hand"), &made.message().unwrap()).unwrap();
    (1..9).for_each(|s| put(vault, s, "test", &["a"], "seen"));
    let (head, now) = (head(vault), vault.snapshot());
    let entries: Vec<_> =
        (1..=head.size).map(|seq| now.audit_entry(seq).unwrap().unwrap()).collect();
    let tree = Tree::new(entries.iter().map(|entry| leaf(entry).unwrap()).collect());
    let proven = |record: vault::AuditEntry| Proven { proof: tree.proof(record.seq - 1), record };
    let mut package = Package {
        loci_export: Package::VERSION,
        format,
        content: value,
        content_sha256: hash,
        files: BTreeMap::new(),
        made: Made {
            at: at(20),
            by: "Loci".to_owned(),
            vault_id: vault.id().to_string(),
            origin: origin(&vault.id()),
            public_key: vault.public_key().iter().map(|byte| format!("{byte:02x}")).collect(),
        },
        signatures: vec![made.signed(&signature)],
        revoked: BTreeMap::new(),
        trail: Some(Excerpt {
            checkpoint: note(vault, &head),
            records: entries.into_iter().skip(3).take(4).map(proven).collect(),
        }),
    };
    let files = audit::files(&package, &content).unwrap();
    package.files = files.iter().map(|(name, bytes)| (name.clone(), sha256(bytes))).collect();
    let sealed = package.sealed(|message| vault.sign(message)).unwrap();
    audit::write(out, format, sealed, files).unwrap();
    package
}

fn all_files(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(all_files(&path)) } else { found.push(path) }
    }
    found
}

#[test]
fn any_changed_byte_of_an_export_is_found() {
    let dir = tempfile::tempdir().unwrap();
    let vault = vault(&dir.path().join("vault"));
    for (format, name) in [
        (ExportFormat::Json, "study.json"),
        (ExportFormat::Markdown, "notes"),
        (ExportFormat::Pdf, "study.pdf"),
        (ExportFormat::RoCrate, "crate"),
    ] {
        let folder = dir.path().join(format!("{name}-of"));
        fs::create_dir(&folder).unwrap();
        let out = folder.join(name);
        export(&vault, format, &out);
        let checked = verify_export(&out);
        assert_eq!(checked.findings, Vec::<String>::new(), "{name}");
        assert_eq!((checked.records, checked.signatures.len()), (4, 1), "{name}");
        let mut flipped = 0;
        for file in all_files(&folder) {
            let whole = fs::read(&file).unwrap();
            // every byte of the one file; of the folders and the PDF, whose files are compared by their
            // hashes, some of each
            let step = match format {
                ExportFormat::Json => 1,
                _ => (whole.len() / 60).max(1),
            };
            for at in (0..whole.len()).step_by(step) {
                let mut changed = whole.clone();
                changed[at] ^= 1 << (at % 8);
                fs::write(&file, &changed).unwrap();
                let said = verify_export(&out);
                assert!(!said.findings.is_empty(), "{} at {at}", file.display());
                flipped += 1;
            }
            for cut in [0, 1, whole.len() / 2, whole.len() - 1] {
                fs::write(&file, &whole[..cut]).unwrap();
                assert!(!verify_export(&out).findings.is_empty(), "cut at {cut}");
            }
            fs::write(&file, [&whole[..], b"\n"].concat()).unwrap();
            assert!(!verify_export(&out).findings.is_empty(), "{} longer", file.display());
            fs::remove_file(&file).unwrap();
            assert!(!verify_export(&out).findings.is_empty(), "{} gone", file.display());
            fs::write(&file, whole).unwrap();
        }
        assert!(flipped > 100, "{name}: {flipped}");
        assert!(verify_export(&out).findings.is_empty());
        if out.is_dir() {
            fs::write(out.join("more.md"), "added").unwrap();
            assert!(verify_export(&out).findings[0].contains("added"));
        }
    }
}

#[test]
fn a_sentence_of_a_pdf_leads_to_its_sources() {
    let mut content = content();
    let mut second = content.hierarchy.documents[0].clone();
    second.document_id = "fedcba9876543210fedcba9876543210".parse().unwrap();
    second.title = "On leaves".to_owned();
    let mut other = content.hierarchy.nodes[0].sentences[0].sources[0].clone();
    (other.document_id, other.page) = (second.document_id, None);
    content.hierarchy.documents.push(second);
    content.hierarchy.nodes[0].sentences[0].sources.push(other);
    let dir = tempfile::tempdir().unwrap();
    let mut package =
        export(&vault(&dir.path().join("vault")), ExportFormat::Pdf, &dir.path().join("a.pdf"));
    package.format = ExportFormat::Pdf;
    let pdf =
        audit::files(&package, &content).unwrap().into_iter().find(|it| it.0 == "pdf").unwrap().1;
    let count = |what: &str| pdf.windows(what.len()).filter(|it| *it == what.as_bytes()).count();
    // the master's sentence has two sources, the section's and the chunk's one each
    assert_eq!((count("/Subtype/Link"), count("/S/Link")), (4, 4));
}

#[test]
fn an_export_sealed_anew_by_another_key_shows_that_key() {
    let dir = tempfile::tempdir().unwrap();
    let (one, two) = (vault(&dir.path().join("one")), vault(&dir.path().join("two")));
    let out = dir.path().join("study.json");
    let package = export(&one, ExportFormat::Json, &out);
    // sealed by another key than it names
    let forged = package.sealed(|message| two.sign(message)).unwrap();
    fs::write(&out, forged).unwrap();
    assert!(verify_export(&out).findings[0].contains("another key"));
    // it names the other key, and the head is not by that
    let mut renamed = package.clone();
    renamed.made.public_key = two.public_key().iter().map(|byte| format!("{byte:02x}")).collect();
    fs::write(&out, renamed.sealed(|message| two.sign(message)).unwrap()).unwrap();
    assert!(!verify_export(&out).findings.is_empty());
    // content changed and sealed anew by the vault itself: the signature was for another content
    let mut bent = package.clone();
    bent.content["hierarchy"]["dropped"] = json!(1);
    bent.content_sha256 = sha256(&canonical(&bent.content).unwrap());
    fs::write(&out, bent.sealed(|message| one.sign(message)).unwrap()).unwrap();
    assert!(verify_export(&out).findings[0].contains("another content"));
    // a record changed, one moved, a pair changed places
    for edit in [
        (|trail: &mut Excerpt| trail.records[0].record.detail = "unseen".to_owned())
            as fn(&mut Excerpt),
        |trail| trail.records[1].record.seq += 1,
        |trail| trail.records.swap(0, 1),
    ] {
        let mut bent = package.clone();
        edit(bent.trail.as_mut().unwrap());
        fs::write(&out, bent.sealed(|message| one.sign(message)).unwrap()).unwrap();
        let found = verify_export(&out).findings;
        assert!(found.iter().any(|it| it.contains("not in the signed trail")), "{found:?}");
    }
}

#[test]
fn a_checkpoint_that_was_replaced_is_found_in_an_export() {
    let dir = tempfile::tempdir().unwrap();
    let (one, two) = (vault(&dir.path().join("one")), vault(&dir.path().join("two")));
    (1..5).for_each(|s| put(&one, s, "test", &["a"], "seen"));
    let earlier = note(&one, &head(&one));
    let out = dir.path().join("study.json");
    let package = export(&one, ExportFormat::Json, &out);
    let own = head(&one);
    // an earlier one of the same log, one of another log, one by another key, all but the last signed well
    let elsewhere = Checkpoint { origin: origin(&two.id()), ..own.clone() };
    for (checkpoint, said) in [
        (earlier, "not in the signed trail"),
        (note(&one, &elsewhere), "another vault's trail"),
        (note(&two, &own), "not signed by this vault's key"),
    ] {
        let mut bent = package.clone();
        bent.trail.as_mut().unwrap().checkpoint = checkpoint;
        fs::write(&out, bent.sealed(|message| one.sign(message)).unwrap()).unwrap();
        let found = verify_export(&out).findings;
        assert!(found.iter().any(|it| it.contains(said)), "{said}: {found:?}");
    }
}

#[test]
fn nodes_that_refer_to_each_other_in_a_circle_are_written_and_checked_like_any() {
    let dir = tempfile::tempdir().unwrap();
    let vault = vault(&dir.path().join("vault"));
    let out = dir.path().join("study.json");
    let mut package = export(&vault, ExportFormat::Json, &out);
    let mut circle = content();
    let ids: Vec<String> = circle.hierarchy.nodes.iter().map(|node| node.id.clone()).collect();
    for (at, node) in circle.hierarchy.nodes.iter_mut().enumerate() {
        // each is above and below the next, and itself
        let next = vec![ids[(at + 1) % ids.len()].clone(), node.id.clone()];
        (node.parents, node.children) = (next.clone(), next.clone());
        node.sentences[0].cites = next;
    }
    package.content = circle.value().unwrap();
    package.content_sha256 = sha256(&canonical(&package.content).unwrap());
    (package.signatures, package.trail) = (Vec::new(), None);
    for (format, name) in [
        (ExportFormat::Json, "b.json"),
        (ExportFormat::Markdown, "notes"),
        (ExportFormat::Pdf, "b.pdf"),
        (ExportFormat::RoCrate, "crate"),
    ] {
        package.format = format;
        let files = audit::files(&package, &circle).unwrap();
        package.files = files.iter().map(|(name, bytes)| (name.clone(), sha256(bytes))).collect();
        let sealed = package.sealed(|message| vault.sign(message)).unwrap();
        let out = dir.path().join(name);
        audit::write(&out, format, sealed, files).unwrap();
        assert_eq!(verify_export(&out).findings, Vec::<String>::new(), "{name}");
    }
}

#[test]
fn nothing_is_overwritten_and_nothing_partial_stays() {
    let dir = tempfile::tempdir().unwrap();
    let vault = vault(&dir.path().join("vault"));
    let folder = dir.path().join("out");
    fs::create_dir(&folder).unwrap();
    for name in ["study.json", "study.json.bib", "study.json.csl.json"] {
        fs::write(folder.join(name), "mine").unwrap();
        let package = || {
            audit::write(
                &folder.join("study.json"),
                ExportFormat::Json,
                b"{}".to_vec(),
                vec![("bib".to_owned(), vec![1]), ("csl.json".to_owned(), vec![2])],
            )
        };
        assert!(package().unwrap_err().to_string().contains("there already"), "{name}");
        assert_eq!(all_files(&folder).len(), 1, "{name}");
        assert_eq!(fs::read(folder.join(name)).unwrap(), b"mine");
        fs::remove_file(folder.join(name)).unwrap();
    }
    export(&vault, ExportFormat::Markdown, &folder.join("notes"));
    let before = all_files(&folder);
    let taken = audit::write(&folder.join("notes"), ExportFormat::RoCrate, vec![1], vec![]);
    assert!(taken.is_err());
    assert_eq!(all_files(&folder), before);
    let nowhere = dir.path().join("missing/study.json");
    assert!(audit::write(&nowhere, ExportFormat::Json, vec![1], vec![]).is_err());
    assert!(!dir.path().join("missing").exists());
}

#[test]
fn a_file_that_cannot_be_written_takes_the_others_with_it() {
    let dir = tempfile::tempdir().unwrap();
    let unwritable = "x".repeat(300);
    let refused = audit::write(
        &dir.path().join("notes"),
        ExportFormat::Markdown,
        vec![1],
        vec![("fine.md".to_owned(), vec![1]), (unwritable, vec![2])],
    );
    assert!(refused.is_err());
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}
