// Backups: when and where the last one was made, one now, and by itself.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SafetyRequest, SafetyView } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { JobBar } from '../../parts/JobBar';
import { ErrorNotice } from '../../parts/Notice';

export function Backups({ view }: { view: SafetyView }) {
  const host = useHost();
  const client = useQueryClient();
  const again = () => client.invalidateQueries({ queryKey: ['safety'] });
  const set = useMutation({
    mutationFn: (request: SafetyRequest) => host.call('safety_set', request),
    onSuccess: (now) => client.setQueryData<SafetyView>(['safety'], now),
  });
  const backup = useMutation({
    mutationFn: () => host.call('vault_backup', {}),
    onSuccess: async ({ copied_bytes }) => {
      announce(`Backed up: ${Math.ceil(copied_bytes / 1024)} KiB were new.`);
      await again();
    },
  });
  const choose = async () => {
    const [folder] = await host.pick('folder');
    if (folder !== undefined) set.mutate({ backup_folder: folder });
  };
  const { last_backup: last, backup_folder: folder } = view;
  return (
    <section className="part" aria-labelledby="backups-title">
      <h2 id="backups-title">Backups</h2>
      {view.backup_late && (
        <p className="door-warning" role="status" data-testid="backup-late">
          {last === null
            ? 'No backup was ever made. A dead disk would take everything.'
            : `No backup was made for ${view.warn_after_days} days.`}
        </p>
      )}
      <p data-testid="backup-last">
        {last === null
          ? 'Last backup: none.'
          : `Last backup: ${last.at.slice(0, 16).replace('T', ' ')}, commit ${last.commit_seq}, in ${last.folder}.`}
      </p>
      <p>
        Folder: {folder ?? 'none'}{' '}
        <button
          type="button"
          className="button"
          data-testid="backup-folder"
          onClick={() => void choose()}
        >
          Choose a folder
        </button>{' '}
        <button
          type="button"
          className="button primary"
          data-testid="backup-now"
          disabled={folder === null || backup.isPending}
          onClick={() => backup.mutate()}
        >
          {backup.isPending ? 'Backing up…' : 'Back up now'}
        </button>
      </p>
      {backup.isPending && <JobBar what="Backing up" />}
      <Figure
        label="Back up by itself every so many hours (0: never)"
        value={view.backup_every_hours}
        change={(backup_every_hours) => set.mutate({ backup_every_hours })}
      />
      <Figure
        label="Backups that stay (0: all)"
        value={view.backup_keep}
        change={(backup_keep) => set.mutate({ backup_keep })}
      />
      <Figure
        label="Warn after so many days without one (0: never)"
        value={view.warn_after_days}
        change={(warn_after_days) => set.mutate({ warn_after_days })}
      />
      {backup.isError && <ErrorNotice error={backup.error} />}
      {set.isError && <ErrorNotice error={set.error} />}
    </section>
  );
}

/** The second anchor: where it lies and what it says. */
export function SecondAnchor({ view }: { view: SafetyView }) {
  const host = useHost();
  const client = useQueryClient();
  const set = useMutation({
    mutationFn: (anchor_folder: string) => host.call('safety_set', { anchor_folder }),
    onSuccess: (now) => client.setQueryData<SafetyView>(['safety'], now),
  });
  const choose = async () => {
    const [folder] = await host.pick('folder');
    if (folder !== undefined) set.mutate(folder);
  };
  const anchor = view.second_anchor;
  return (
    <section className="part" aria-labelledby="anchor-title">
      <h2 id="anchor-title">Second anchor</h2>
      <p>
        A small sealed file elsewhere, best on another disk, that remembers the last commit. Who
        puts back an old copy of this vault, with all its files, has not that one: the vault is
        refused.
      </p>
      <p data-testid="anchor-state" role="status">
        {anchor === null ? 'None is kept.' : `In ${anchor.folder}: ${STATES[anchor.state]}.`}
      </p>
      <p>
        <button
          type="button"
          className="button"
          data-testid="anchor-folder"
          onClick={() => void choose()}
        >
          Choose a folder
        </button>{' '}
        {anchor !== null && (
          <button type="button" className="button" onClick={() => set.mutate('')}>
            Keep none
          </button>
        )}
      </p>
      {set.isError && <ErrorNotice error={set.error} />}
    </section>
  );
}

const STATES = {
  current: 'it remembers the last commit',
  earlier:
    'it remembers an earlier commit, and is brought up to date within a minute or at the lock',
  missing: 'it is not there, and is written again once the folder is',
  unreadable: 'it cannot be read, and is written anew within a minute',
  contradicts: 'it remembers another past, and is written anew within a minute',
} as const;

interface FigureProps {
  label: string;
  value: number;
  min?: number;
  max?: number;
  change: (value: number) => void;
}

/** A number that is set when the field is left. */
export function Figure({ label, value, min = 0, max = 10_000, change }: FigureProps) {
  return (
    <label className="field">
      {label}
      <input
        key={value}
        type="number"
        min={min}
        max={max}
        defaultValue={value}
        onBlur={({ target }) => {
          const given = target.valueAsNumber;
          const fits = Number.isInteger(given) && given >= min && given <= max;
          if (fits && given !== value) change(given);
          else target.value = String(value);
        }}
      />
    </label>
  );
}
