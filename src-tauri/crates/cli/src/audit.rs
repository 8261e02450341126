//! The audit trail, signatures and exports: from arguments to requests and from answers to lines.

use crate::{
    args::{Cli, Command},
    args_audit::{
        Audit, Export, Heads, Listed, Prove, Regulated, Sign, Signers, VerifyExport, VerifyProof,
    },
    args_knowledge::Knowledge,
    fields::{one_line, shown},
    passphrase,
    session::{Answer, alone, unlocked, write_private},
};
use api::{
    Client,
    types::{
        AuditFinding, AuditHead, AuditList, AuditLook, AuditProof, AuditReport, ErrorCode,
        ExportAnswer, ExportCheck, Problem, ProofCheck, RegulatedList, SignatureView, SignerList,
    },
};
use serde_json::{Value, json};
use std::path::Path;

/// Longest head and proof that are read, in bytes.
const HEAD_BYTES: u64 = 1 << 16;
const PROOF_BYTES: u64 = 64 << 20;

/// Runs one of them.
pub(crate) fn answer(cli: &Cli, client: &Client, command: &Audit) -> Result<Answer, Problem> {
    let (command, request) = match command {
        Audit::List(listed) => ("audit_list", list(listed)),
        Audit::Verify { against } => {
            let against = head(against.as_deref())?;
            let answer = unlocked(cli, client, "audit_verify", json!({ "against": against }))?;
            return Ok(met(answer));
        }
        Audit::Checkpoint => ("audit_checkpoint", json!({})),
        Audit::Prove(ask) => return prove(cli, client, ask),
        Audit::Heads(Heads::Export { out }) => return export_head(cli, client, out.as_deref()),
        Audit::Regulate { collection, switch, reason } => {
            let regulated = *switch == Regulated::On;
            let ask = json!({ "collection": collection, "regulated": regulated, "reason": reason });
            ("audit_regulate", ask)
        }
        Audit::Regulated => ("audit_regulated", json!({})),
    };
    unlocked(cli, client, command, request)
}

fn list(listed: &Listed) -> Value {
    json!({
        "action": listed.action,
        "collection": listed.collection,
        "subject": listed.subject,
        "who": listed.who,
        "since": listed.since,
        "until": listed.until,
        "before": listed.before,
        "limit": listed.limit,
    })
}

/// An answer that says itself whether all is well.
fn met(answer: Answer) -> Answer {
    let met = answer.value.get("ok").and_then(Value::as_bool).unwrap_or(false);
    Answer { met, ..answer }
}

/// A head that was written to a file.
fn head(path: Option<&Path>) -> Result<Option<String>, Problem> {
    let hint = "Give what `audit heads export` wrote.";
    path.map(|path| text(path, "head", HEAD_BYTES, hint)).transpose()
}

fn text(path: &Path, what: &str, most: u64, hint: &str) -> Result<String, Problem> {
    let unread = |why: String| {
        Problem::new(ErrorCode::Usage, format!("The {what} was not read ({why})."), hint)
    };
    let size = std::fs::metadata(path).map_err(|error| unread(error.kind().to_string()))?.len();
    if size > most {
        return Err(unread("it is too long".to_owned()));
    }
    std::fs::read_to_string(path).map_err(|error| unread(error.kind().to_string()))
}

/// Writes a text of an answer to the file that was named.
fn kept(answer: &Answer, field: &str, out: Option<&Path>) -> Result<(), Problem> {
    let text = answer.value.get(field).and_then(Value::as_str).unwrap_or_default();
    let Some(out) = out else { return Ok(()) };
    write_private(out, text.as_bytes()).map_err(|error| {
        let message = format!("The file was not written ({}).", error.kind());
        Problem::new(ErrorCode::Unreadable, message, "Give --out a new file.")
    })
}

fn export_head(cli: &Cli, client: &Client, out: Option<&Path>) -> Result<Answer, Problem> {
    let answer = unlocked(cli, client, "audit_checkpoint", json!({}))?;
    kept(&answer, "note", out)?;
    Ok(answer)
}

fn prove(cli: &Cli, client: &Client, ask: &Prove) -> Result<Answer, Problem> {
    let (since, until) = (head(ask.since.as_deref())?, head(ask.until.as_deref())?);
    let request = json!({ "record": ask.record, "since": since, "until": until });
    let answer = unlocked(cli, client, "audit_prove", request)?;
    kept(&answer, "text", ask.out.as_deref())?;
    Ok(answer)
}

/// Runs `loci verify-proof`: no vault, no passphrase.
pub(crate) fn verify_proof(
    cli: &Cli,
    client: &Client,
    ask: &VerifyProof,
) -> Result<Answer, Problem> {
    let proof = text(&ask.file, "proof", PROOF_BYTES, "Give what `audit prove` wrote.")?;
    let request = json!({ "proof": proof, "key": ask.key, "since": head(ask.since.as_deref())? });
    alone(cli, client, "verify_proof", request).map(met)
}

/// Runs `loci signers …`.
pub(crate) fn signers(cli: &Cli, client: &Client, command: &Signers) -> Result<Answer, Problem> {
    let (command, request) = match command {
        Signers::List => ("signers_list", json!({})),
        Signers::Add { name, role, valid_days, signing } => {
            let own = passphrase::read(cli)?;
            let signing = passphrase::read_signing(signing.signing_passphrase_file.as_deref())?;
            let ask = json!({
                "name": name, "role": role, "valid_days": valid_days,
                "passphrase": own, "signing_passphrase": signing,
            });
            ("signers_add", ask)
        }
        Signers::Revoke { signer, reason } => {
            let own = passphrase::read(cli)?;
            ("signers_revoke", json!({ "signer": signer, "passphrase": own, "reason": reason }))
        }
        Signers::Passphrase { signer, signing, new_passphrase_file } => {
            let signing = passphrase::read_signing(signing.signing_passphrase_file.as_deref())?;
            let new = passphrase::read_next(new_passphrase_file.as_deref())?;
            let ask = json!({
                "signer": signer, "signing_passphrase": signing, "new_passphrase": new,
            });
            ("signers_passphrase", ask)
        }
    };
    unlocked(cli, client, command, request)
}

/// Runs `loci sign`.
pub(crate) fn sign(cli: &Cli, client: &Client, ask: &Sign) -> Result<Answer, Problem> {
    let own = passphrase::read(cli)?;
    let signing = passphrase::read_signing(ask.signing.signing_passphrase_file.as_deref())?;
    let request = json!({
        "collection": ask.collection, "signer": ask.signer, "meaning": ask.meaning.wire(),
        "passphrase": own, "signing_passphrase": signing, "reason": ask.reason,
    });
    unlocked(cli, client, "sign", request)
}

/// Runs `loci knowledge export`.
pub(crate) fn export(cli: &Cli, client: &Client, ask: &Export) -> Result<Answer, Problem> {
    let request = json!({
        "collection": ask.collection, "format": ask.format.wire(), "path": whole(&ask.out)?,
        "no_audit": ask.no_audit, "reason": ask.reason,
    });
    unlocked(cli, client, "knowledge_export", request)
}

/// Runs `loci verify-export`: no vault, no passphrase.
pub(crate) fn verify(cli: &Cli, client: &Client, ask: &VerifyExport) -> Result<Answer, Problem> {
    let request = json!({ "path": whole(&ask.file)?, "key": ask.key });
    alone(cli, client, "verify_export", request).map(met)
}

fn whole(path: &Path) -> Result<String, Problem> {
    let unsayable = || {
        let hint = "Give a path whose name is UTF-8.";
        Problem::new(ErrorCode::Usage, "That path cannot be passed on.", hint)
    };
    let path = std::path::absolute(path).map_err(|_| unsayable())?;
    path.into_os_string().into_string().map_err(|_| unsayable())
}

/// The answer in words.
pub(crate) fn print(command: &Command, value: &Value) -> Option<String> {
    Some(match command {
        Command::Audit(Audit::List(_)) => shown(value, records),
        Command::Audit(Audit::Verify { .. }) => shown(value, report),
        Command::Audit(Audit::Checkpoint | Audit::Heads(_)) => shown(value, head_shown),
        Command::Audit(Audit::Prove(_)) => shown(value, proof_shown),
        Command::VerifyProof(_) => shown(value, proof_checked),
        Command::Audit(_) => shown(value, regulated),
        Command::Signers(_) => shown(value, signer_list),
        Command::Sign(_) => shown(value, |it: SignatureView| signature(&it)),
        Command::Knowledge(Knowledge::Export(_)) => shown(value, exported),
        Command::Knowledge(Knowledge::VerifyExport(_)) | Command::VerifyExport(_) => {
            shown(value, checked)
        }
        _ => return None,
    })
}

fn records(list: AuditList) -> String {
    let mut text = String::new();
    for record in &list.records {
        let who = if record.who.is_empty() { "loci" } else { &record.who };
        text.push_str(&format!("{:>6}  {}  {who}  {}", record.seq, record.at, record.action));
        for (name, said) in [
            ("", record.subjects.join(" ")),
            ("of ", record.collections.join(", ")),
            ("was ", record.before.clone()),
            ("asked ", record.query.clone()),
            ("because ", record.reason.clone()),
        ] {
            if !said.is_empty() {
                let short: String = one_line(&said).chars().take(120).collect();
                text.push_str(&format!("\n        {name}{short}"));
            }
        }
        record.looks.iter().for_each(|one| text.push_str(&look(one)));
        text.push('\n');
    }
    if let Some(next) = list.next {
        text.push_str(&format!("earlier ones: --before {next}"));
    }
    text
}

/// Something that was looked at where no reason was needed.
fn look(look: &AuditLook) -> String {
    let mut text = format!("\n        {} {}", look.at, look.row);
    if look.times > 1 {
        text.push_str(&format!(" ×{}", look.times));
    }
    for said in [&look.query, &look.collection, &look.level] {
        if !said.is_empty() {
            text.push_str(&format!(" · {}", one_line(said).chars().take(120).collect::<String>()));
        }
    }
    let named: Vec<String> = look.documents.iter().map(|id| format!("{id:.8}")).collect();
    if !named.is_empty() {
        text.push_str(&format!(" · {}", named.join(" ")));
    }
    if look.more > 0 {
        text.push_str(&format!(" and {} more", look.more));
    }
    text
}

fn report(report: AuditReport) -> String {
    let mut text = format!(
        "{}: {} records, {} checkpoints, {} signatures, {:.0} ms ({:.0} records/s)\n",
        if report.ok { "The trail holds" } else { "THE TRAIL DOES NOT HOLD" },
        report.records,
        report.checkpoints,
        report.signatures,
        report.took_ms,
        report.records_per_s
    );
    let told = |finding: &AuditFinding| format!("- {}\n", finding.what);
    text.extend(report.findings.iter().map(told));
    text.extend(report.notices.iter().map(|it| format!("note: {}\n", it.what)));
    if let Some(size) = report.against {
        text.push_str(&format!("The given head covers {size} records.\n"));
    }
    text + &format!("key {}", report.fingerprint)
}

fn head_shown(head: AuditHead) -> String {
    format!("{}\n{} records\nkey {}\n{}", head.note, head.size, head.fingerprint, head.verifier_key)
}

fn proof_shown(proof: AuditProof) -> String {
    let of = match proof.since {
        Some(since) => format!("The head of {} records goes on from that of {since}", proof.size),
        None => format!("Record {} is among {}", proof.record.unwrap_or_default(), proof.size),
    };
    let check = "loci verify-proof F --key";
    format!("{}\n{of}\ncheck it: {check} {}", proof.text, proof.verifier_key)
}

fn proof_checked(check: ProofCheck) -> String {
    let mut text = match check.ok {
        true => "The proof holds.\n".to_owned(),
        false => "THIS PROOF DOES NOT HOLD.\n".to_owned(),
    };
    text.extend(check.findings.iter().map(|what| format!("- {what}\n")));
    let size = check.size.unwrap_or_default();
    if let Some(since) = check.since {
        text.push_str(&format!("The head of {size} records goes on from that of {since}.\n"));
    }
    if let Some(it) = check.record {
        text.push_str(&records(AuditList { records: vec![it], next: None }));
        text.push_str(&format!("is among the {size} records of the signed head.\n"));
    }
    text + &format!("key {} (compare it with the vault's)", check.fingerprint)
}

fn regulated(list: RegulatedList) -> String {
    match list.collections.is_empty() {
        true => "No collection is regulated.".to_owned(),
        false => list.collections.join("\n"),
    }
}

fn signer_list(list: SignerList) -> String {
    let line = |it: &api::types::SignerView| {
        let (until, at) = match it.revoked_at {
            Some(at) => ("revoked", at),
            None if it.expired => ("expired", it.expires_at),
            None => ("until", it.expires_at),
        };
        format!(
            "{}  {}, {}  key {}  {until} {at}\n",
            it.signer_id, it.name, it.role, it.fingerprint
        )
    };
    match list.signers.is_empty() {
        true => "Nobody signs here yet.".to_owned(),
        false => list.signers.iter().map(line).collect(),
    }
}

fn signature(it: &SignatureView) -> String {
    let since = it.revoked_at.map(|at| format!(" (the key was revoked {at})")).unwrap_or_default();
    format!(
        "{}, {}: {}, {} UTC, content {}{since}",
        it.name,
        it.role,
        it.meaning.as_str(),
        it.signed_at,
        it.content_sha256
    )
}

fn exported(answer: ExportAnswer) -> String {
    let mut text = format!(
        "{}: {} nodes, {} records of the trail, {} signatures\ncontent {}\n",
        answer.path,
        answer.nodes,
        answer.records,
        answer.signatures.len(),
        answer.content_sha256
    );
    text.extend(answer.signatures.iter().map(|it| format!("  {}\n", signature(it))));
    text + &format!("key {}\ncheck it: {}", answer.fingerprint, answer.verify)
}

fn checked(check: ExportCheck) -> String {
    let mut text = match check.ok {
        true => format!("“{}” is as it was exported.\n", check.collection),
        false => "THIS EXPORT DOES NOT HOLD.\n".to_owned(),
    };
    text.extend(check.findings.iter().map(|what| format!("- {what}\n")));
    text.extend(check.signatures.iter().map(|it| format!("  {}\n", signature(it))));
    text + &format!(
        "{} records proven, {} files compared\nkey {} (compare it with the vault's)",
        check.records, check.files, check.fingerprint
    )
}
