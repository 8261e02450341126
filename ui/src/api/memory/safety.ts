// What the in-memory vault keeps of its ways in and back.

import type { RecoveryList, SafetyView } from '../bindings';

export class Safety {
  codes: RecoveryList = {
    codes: [],
    cost: { memory_mib: 64, passes: 3, lanes: 1, can_rise: true },
    keychain: false,
  };
  set: SafetyView = {
    idle_lock_s: 300,
    clipboard_clear_s: 60,
    backup_folder: null,
    backup_every_hours: 0,
    backup_keep: 0,
    warn_after_days: 7,
    last_backup: null,
    backup_due: false,
    backup_late: true,
    rotating: false,
    second_anchor: null,
  };
}
