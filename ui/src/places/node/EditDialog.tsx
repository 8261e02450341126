// What a person corrects about a node. What is changed here is fixed: nothing changes it again but them.

import { useState } from 'react';
import type { NodeEditRequest, NodeKind } from '../../api';
import { useHost } from '../../api';
import { KINDS } from '../../parts/knowing';
import { Sheet } from '../../parts/Sheet';
import { Difference } from '../review/Difference';
import type { NodeDialogProps } from './changing';

const STATEMENTS: NodeKind[] = ['claim', 'event'];
const THINGS: NodeKind[] = ['concept', 'entity', 'identifier', 'publication'];
const DAY = '-?[0-9]{4,6}(-[0-9]{2}(-[0-9]{2})?)?';

interface Draft {
  name: string;
  description: string;
  summary: string;
  kind: NodeKind;
  tags: string;
  importance: string;
  valid_from: string;
  valid_to: string;
}

function draftOf({ view }: NodeDialogProps): Draft {
  const { name, description, summary, kind, tags, importance, valid_from, valid_to } = view;
  return {
    ...{ name, description, summary, kind, valid_from, valid_to },
    tags: tags.join(', '),
    importance: importance.toFixed(1),
  };
}

/** Only what differs. */
function requestOf(node: string, before: Draft, now: Draft, reason: string): NodeEditRequest {
  const text = (field: keyof Draft) =>
    now[field].trim() === before[field] ? null : now[field].trim();
  const tags = text('tags');
  const importance = text('importance');
  return {
    node,
    name: text('name'),
    description: text('description'),
    summary: text('summary'),
    kind: now.kind === before.kind ? null : now.kind,
    tags: tags === null ? null : tagsOf(tags),
    importance: importance === null ? null : Number(importance),
    valid_from: text('valid_from'),
    valid_to: text('valid_to'),
    approve: false,
    reason,
  };
}

function tagsOf(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim().toLowerCase());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

export function EditDialog(props: NodeDialogProps) {
  const { view, make, close } = props;
  const host = useHost();
  const [before] = useState(() => draftOf(props));
  const [now, setNow] = useState(before);
  const [reason, setReason] = useState('');
  const set = (part: Partial<Draft>) => setNow({ ...now, ...part });
  const request = requestOf(view.node_id, before, now, reason.trim());
  const changed = JSON.stringify(requestOf(view.node_id, before, before, reason.trim()));
  const same = JSON.stringify(request) === changed;
  const statement = STATEMENTS.includes(view.kind);
  const source = view.evidence[0]?.plain ?? '';
  return (
    <Sheet title="Edit the node" isOpen close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          close();
          void make(`Edited “${now.name.trim()}”.`, () => host.call('node_edit', request));
        }}
      >
        <label className="stacked">
          {statement ? 'Statement' : 'Name'}
          <textarea
            className={statement ? '' : 'one-line'}
            rows={statement ? 3 : 1}
            required
            value={now.name}
            onChange={({ target }) => set({ name: target.value })}
          />
        </label>
        <label className="stacked">
          Description
          <textarea
            value={now.description}
            onChange={({ target }) => set({ description: target.value })}
          />
        </label>
        {source !== '' && (
          <Difference source={source} now={statement ? now.name : now.description} />
        )}
        <label className="stacked">
          Summary
          <textarea value={now.summary} onChange={({ target }) => set({ summary: target.value })} />
        </label>
        <div className="edit-row">
          <label className="stacked">
            Kind
            <select
              value={now.kind}
              onChange={({ target }) => set({ kind: target.value as NodeKind })}
            >
              {(statement ? STATEMENTS : THINGS).map((value) => (
                <option key={value} value={value}>
                  {KINDS[value]}
                </option>
              ))}
            </select>
          </label>
          <label className="stacked">
            Importance, 1 to 5
            <input
              type="number"
              min="1"
              max="5"
              step="0.1"
              required
              value={now.importance}
              onChange={({ target }) => set({ importance: target.value })}
            />
          </label>
          <Day
            label="Holds from"
            value={now.valid_from}
            set={(valid_from) => set({ valid_from })}
          />
          <Day label="Holds until" value={now.valid_to} set={(valid_to) => set({ valid_to })} />
        </div>
        <label className="stacked">
          Labels, parted by commas
          <input
            type="text"
            value={now.tags}
            onChange={({ target }) => set({ tags: target.value })}
          />
        </label>
        <label className="stacked">
          Why (kept in the history)
          <input type="text" value={reason} onChange={({ target }) => setReason(target.value)} />
        </label>
        <div className="confirm-actions">
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          <button
            type="submit"
            className="button primary"
            data-testid="edit-confirm"
            disabled={same || now.name.trim() === ''}
          >
            Save
          </button>
        </div>
      </form>
    </Sheet>
  );
}

interface DayProps {
  label: string;
  value: string;
  set: (value: string) => void;
}

/** A day, month or year; years before 1 and after 9999 are held as well, which a calendar cannot. */
function Day({ label, value, set }: DayProps) {
  return (
    <label className="stacked">
      {label}
      <input
        type="text"
        placeholder="2026-03-31"
        pattern={DAY}
        title="A year, month or day: 2026, 2026-03, 2026-03-31, -0044-03-15"
        value={value}
        onChange={({ target }) => set(target.value)}
      />
    </label>
  );
}
