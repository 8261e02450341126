// The trail of the in-memory host: records of what was asked for in this page's life, signers, exports.

import type { AuditRecord, ExportCheck, SignatureView, SignerView } from '../bindings';
import { type Answers, fail, NOW } from './contract';
import { type House, PASSPHRASE } from './house';

const HASH = 'ab'.repeat(32);
const KEY = '0123 4567 89ab cdef 0123 4567 89ab cdef';

class Trail {
  records: AuditRecord[] = [];
  regulated: string[] = [];
  signers: SignerView[] = [];
  secrets = new Map<string, string>();
  signatures: (SignatureView & { collection: string })[] = [];
  written = new Map<string, ExportCheck>();
  reason = '';

  constructor(readonly host: House) {
    this.put('create vault');
    this.put('unlock');
  }

  put(action: string, told: Partial<AuditRecord> = {}) {
    this.records.unshift({
      seq: this.records.length + 1,
      at: NOW,
      action,
      subjects: [],
      detail: '',
      who: 'owner',
      via: 'window',
      collections: [],
      levels: [],
      before: '',
      after: '',
      reason: '',
      query: '',
      hash: HASH,
      looks: [],
      ...told,
    });
  }

  look(collection: string, reason: string, action: string) {
    const why = reason === '' ? this.reason : reason;
    if (this.regulated.includes(collection) && why === '')
      fail(
        'reason_needed',
        `“${collection}” is regulated: access needs a reason. Nothing was shown.`,
        'Say why.',
      );
    this.put(action, { collections: [collection], reason: why });
  }

  documents(collection: string) {
    return this.host.shelves.filter(({ view }) => view.collection === collection);
  }

  /** Who is named, and still signs. */
  signing(named: string): SignerView {
    const who = this.signers.find(
      ({ name, signer_id, revoked_at }) =>
        (name === named || signer_id === named) && revoked_at === null,
    );
    return who ?? fail('not_found', 'Nobody of that name signs here.', '');
  }

  of(collection: string): SignatureView[] {
    const revoked = (name: string) =>
      this.signers.find((one) => one.name === name)?.revoked_at ?? null;
    return this.signatures
      .filter((one) => one.collection === collection)
      .map((one) => ({ ...one, revoked_at: revoked(one.name) }));
  }
}

const trails = new WeakMap<House, Trail>();

function trailOf(host: House): Trail {
  const known = trails.get(host) ?? new Trail(host);
  trails.set(host, known);
  return known;
}

export function auditAnswers(host: House) {
  const trail = () => trailOf(host);
  return {
    audit_list: ({ action, collection, before, limit }) => {
      const fitting = trail().records.filter(
        (record) =>
          record.action.startsWith(action ?? '') &&
          (collection === null || record.collections.includes(collection)) &&
          (before === null || record.seq < before),
      );
      const records = fitting.slice(0, limit);
      const more = fitting.length > records.length;
      return { records, next: more ? (records.at(-1)?.seq ?? null) : null };
    },
    audit_verify: ({ against }) => {
      const records = trail().records.length;
      const other = against !== null && !against.startsWith('loci.invalid/');
      if (other) fail('damaged_document', 'This does not hold: that is no signed checkpoint.', '');
      return {
        ok: true,
        records,
        checkpoints: trail().records.filter(({ action }) => action === 'audit.checkpoint').length,
        signatures: trail().signatures.length,
        anchor: true,
        against: against === null ? null : Number(against.split('\n')[1]),
        findings: [],
        notices: [],
        root: HASH,
        fingerprint: KEY,
        took_ms: 1,
        records_per_s: records * 1000,
      };
    },
    audit_checkpoint: () => {
      const size = trail().records.length;
      trail().put('audit.checkpoint', { who: '', via: '' });
      const note = `loci.invalid/vault/0\n${size}\nAAAA\n\n— loci.invalid/vault/0 AAAA\n`;
      return { size, root: HASH, note, verifier_key: 'loci.invalid', fingerprint: KEY };
    },
    audit_regulated: () => ({ collections: trail().regulated }),
    audit_regulate: ({ collection, regulated, reason }) => {
      if (reason.trim() === '')
        fail('reason_needed', 'Regulating needs a reason. Nothing was changed.', 'Give one.');
      const others = trail().regulated.filter((name) => name !== collection);
      trail().regulated = regulated ? [...others, collection].sort() : others;
      trail().put('regulate', { collections: [collection], reason });
      return { collections: trail().regulated };
    },
    audit_reason: ({ reason }) => {
      trail().reason = reason;
      return null;
    },
    signers_list: () => ({ signers: trail().signers }),
    signers_add: ({ name, role, passphrase, signing_passphrase }) => {
      if (passphrase !== PASSPHRASE)
        fail('wrong_passphrase', 'The vault’s passphrase is wrong.', 'Nobody was admitted.');
      if (signing_passphrase.length < 8)
        fail('bad_passphrase', 'That passphrase is too easy to guess.', 'Choose a longer one.');
      trail().signers.push({
        signer_id: `${trail().signers.length + 1}`.padStart(32, '0'),
        name,
        role,
        fingerprint: KEY,
        added_at: NOW,
        expires_at: NOW.replace(/^\d+/, (year) => `${Number(year) + 1}`),
        expired: false,
        revoked_at: null,
        in_session: false,
      });
      trail().secrets.set(name, signing_passphrase);
      trail().put('signer.add', { after: name });
      return { signers: trail().signers };
    },
    signers_passphrase: ({ signer, signing_passphrase, new_passphrase }) => {
      const { name } = trail().signing(signer);
      if (trail().secrets.get(name) !== signing_passphrase)
        fail('wrong_passphrase', 'The signing passphrase is wrong.', 'Nothing was changed.');
      trail().secrets.set(name, new_passphrase);
      trail().put('signer.passphrase', { subjects: [signer] });
      return { signers: trail().signers };
    },
    signers_revoke: ({ signer, passphrase, reason }) => {
      if (passphrase !== PASSPHRASE)
        fail('wrong_passphrase', 'The vault’s passphrase is wrong.', 'Nothing was changed.');
      const { signer_id } = trail().signing(signer);
      trail().signers = trail().signers.map((one) =>
        one.signer_id === signer_id ? { ...one, revoked_at: NOW, in_session: false } : one,
      );
      trail().put('signer.revoke', { subjects: [signer_id], reason });
      return { signers: trail().signers };
    },
    sign: ({ collection, signer, meaning, passphrase, signing_passphrase, reason }) => {
      const who = trail().signing(signer);
      if (!who.in_session && passphrase !== PASSPHRASE)
        fail('wrong_passphrase', 'The vault’s passphrase is wrong.', 'Nothing was signed.');
      if (trail().secrets.get(signer) !== signing_passphrase)
        fail('wrong_passphrase', 'The signing passphrase is wrong.', 'Nothing was signed.');
      trail().look(collection, reason, 'sign');
      who.in_session = true;
      const { name, role, fingerprint } = who;
      const signed = { name, role, meaning, signed_at: NOW, content_sha256: HASH, fingerprint };
      trail().signatures.push({ ...signed, revoked_at: null, collection });
      return { ...signed, revoked_at: null };
    },
    export_preview: ({ collection, reason }) => {
      trail().look(collection, reason ?? '', 'access');
      const documents = trail().documents(collection);
      return {
        content_sha256: HASH,
        text: `# ${collection}\n\n${documents.map(({ view }) => `- ${view.title}`).join('\n')}`,
        cut: false,
        nodes: documents.length,
        documents: documents.length,
        overrides: 0,
        signatures: trail().of(collection),
        outdated: 0,
        regulated: trail().regulated.includes(collection),
      };
    },
    knowledge_export: ({ collection, path, reason }) => {
      if (trail().written.has(path))
        fail('usage', `“${path}” is there already. Nothing was written.`, 'Give a new name.');
      trail().look(collection, reason ?? '', 'export');
      const signatures = trail().of(collection);
      trail().written.set(path, {
        ok: true,
        findings: [],
        collection,
        exported_at: NOW,
        content_sha256: HASH,
        signatures,
        records: 3,
        files: 1,
        fingerprint: KEY,
      });
      return {
        path,
        files: [{ name: 'export.json', bytes: 1000 }],
        content_sha256: HASH,
        signatures,
        records: 3,
        nodes: trail().documents(collection).length,
        fingerprint: KEY,
        verify: `loci verify-export "${path}"`,
      };
    },
    verify_export: ({ path }) =>
      trail().written.get(path) ?? {
        ok: false,
        findings: ['it is no export of Loci'],
        collection: '',
        exported_at: null,
        content_sha256: null,
        signatures: [],
        records: 0,
        files: 0,
        fingerprint: '',
      },
  } satisfies Partial<Answers>;
}
