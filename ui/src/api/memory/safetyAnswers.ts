// The in-memory vault's ways in and back: passphrase, recovery codes, backups, new keys.

import type { SafetyView } from '../bindings';
import { type Answers, fail } from './contract';
import type { House } from './house';

const CODE = '0024-H36H-2NCS-VRH6-DAQF-6DVV-QZWM';
const AT = '2026-11-20T09:00:00Z';

const plain = (code: string) => code.replaceAll(/[\s-]/g, '').toUpperCase();

export function safetyAnswers(host: House) {
  const { safety } = host;
  const proven = (passphrase: string) => {
    if (passphrase !== host.passphrase)
      fail('wrong_passphrase', 'That passphrase does not open this vault.', 'Type it again.');
  };
  return {
    recovery_list: () => safety.codes,
    recovery_new: ({ passphrase }) => {
      proven(passphrase);
      const name = `0000000${safety.codes.codes.length}`;
      safety.codes.codes = [...safety.codes.codes, { name, created_at: AT }];
      const { vault_id } = host.info();
      return { code: CODE, name, vault_id, created_at: AT, steps: ['Keep this sheet apart.'] };
    },
    recovery_revoke: ({ passphrase, name }) => {
      proven(passphrase);
      safety.codes = {
        ...safety.codes,
        codes: safety.codes.codes.filter((it) => it.name !== name),
      };
      return safety.codes;
    },
    keychain_set: ({ passphrase, on }) => {
      proven(passphrase);
      safety.codes = { ...safety.codes, keychain: on };
      return safety.codes;
    },
    vault_unlock_keychain: () => {
      if (!safety.codes.keychain)
        fail('locked', 'There is no keychain on this system.', 'Use the passphrase.');
      return host.unlock(host.passphrase);
    },
    vault_recover: ({ code, new_passphrase }) => {
      if (plain(code) !== plain(CODE))
        fail('bad_recovery_code', 'That is not a recovery code.', 'Copy it from the sheet again.');
      host.passphrase = new_passphrase;
      return host.unlock(new_passphrase);
    },
    passphrase_strength: ({ passphrase }) => {
      const score = Math.min(4, Math.floor(passphrase.length / 6));
      return { score, acceptable: score >= 2, words: score >= 2 ? 'Good.' : 'Too easy to guess.' };
    },
    passphrase_change: ({ passphrase, new_passphrase }) => {
      proven(passphrase);
      host.passphrase = new_passphrase;
      return null;
    },
    passphrase_cost: ({ passphrase }) => {
      proven(passphrase);
      const cost = { memory_mib: 256, passes: 3, lanes: 4, can_rise: false };
      safety.codes = { ...safety.codes, cost };
      return cost;
    },
    safety_show: () => safety.set,
    safety_set: (request) => {
      const given = Object.entries(request).filter(([, value]) => value !== null);
      safety.set = { ...safety.set, ...(Object.fromEntries(given) as Partial<SafetyView>) };
      return safety.set;
    },
    vault_backup: ({ folder }) => {
      const to = folder ?? safety.set.backup_folder;
      if (to === null) fail('usage', 'No folder for backups is set.', 'Choose one.');
      const { commit_seq, size_bytes: bytes } = host.info();
      const last_backup = { at: AT, folder: to, commit_seq, bytes };
      safety.set = { ...safety.set, last_backup, backup_late: false };
      const copied = { copied_files: 2, copied_bytes: 4096, dropped: 0, took_ms: 5 };
      return { ok: true, folder: to, commit_seq, files: 9, bytes, ...copied };
    },
    vault_rotate: ({ passphrase }) => {
      proven(passphrase);
      return { epoch: 2, records: 120, bytes: 40_960, wiped: true, took_ms: 9 };
    },
    vault_check: () => ({
      ok: true,
      records: 120,
      findings: [],
      deep: {
        records: 118,
        bytes: 40_960,
        documents: host.shelves.length,
        originals: host.shelves.length,
        passages: 40,
        vectors_held: 40,
        vectors: 40,
        nodes: 3,
        findings: [],
        repaired: [],
        took_ms: 4,
      },
    }),
    job_progress: () => ({ done: 0, total: 0 }),
    job_cancel: () => null,
  } satisfies Partial<Answers>;
}
