// Changes to knowledge in the order they were asked for, what is said about them, and their undoing. The
// host holds the last ones, so that undoing survives a restart.

import { useRef, useState } from 'react';
import type { ChangeAnswer, ChangeView } from '../../api';
import { toFailure, useHost } from '../../api';
import { announce } from '../../parts/announce';
import { changeInWords } from './changeWords';

interface ChangesProps {
  /** What the host holds, newest first. */
  recent: ChangeView[];
  /** After an undo: what comes back. */
  undone: (answer: ChangeAnswer) => Promise<void>;
}

export interface Changes {
  /** Newest first, those of this minute included. */
  recent: ChangeView[];
  /** What the last change taught. */
  learnt: string[];
  failure: unknown;
  busy: boolean;
  /** Does `work` after everything asked for before; `null` where the host refused. */
  make: (said: string, work: () => Promise<ChangeAnswer[]>) => Promise<ChangeAnswer[] | null>;
  /** Undoes a change, the last one where none is named; returns the nodes it gave back. */
  undo: (change?: ChangeView) => Promise<string[]>;
}

const KEPT = 20;

export function useChanges({ recent, undone }: ChangesProps): Changes {
  const host = useHost();
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const known = useRef<ChangeView[]>([]);
  const [made, setMade] = useState<ChangeView[]>([]);
  const [learnt, setLearnt] = useState<string[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  const [waiting, setWaiting] = useState(0);
  known.current = merged(recent, made);

  async function inLine<T>(work: () => Promise<T>): Promise<T | null> {
    const turn = line.current.then(work);
    line.current = turn.catch(() => undefined);
    setWaiting((now) => now + 1);
    setFailure(null);
    try {
      return await turn;
    } catch (thrown) {
      setFailure(thrown);
      announce(toFailure(thrown).message);
      return null;
    } finally {
      setWaiting((now) => now - 1);
    }
  }
  const note = (change: ChangeView) => {
    known.current = merged(known.current, [change]);
    setMade((now) => merged(now, [change]));
  };

  const make: Changes['make'] = (said, work) =>
    inLine(async () => {
      const answers = await work();
      for (const { change } of answers) note(change);
      const taught = answers.flatMap((answer) => answer.learnt);
      setLearnt(taught);
      announce([said, taught.length > 0 ? `Learnt: ${taught.join('; ')}.` : ''].join(' ').trim());
      return answers;
    });

  const undo: Changes['undo'] = async (asked) => {
    const ids = await inLine(async () => {
      const change = asked ?? known.current.find(undoable);
      if (change === undefined) {
        announce('There is nothing to undo.');
        return [];
      }
      const answer = await host.call('review_undo', { change: change.change });
      note(answer.change);
      note({ ...change, undone: true, undoable: false });
      setLearnt([]);
      await undone(answer);
      announce(`Undone: ${changeInWords(change)}.`);
      return answer.nodes.map(({ node_id }) => node_id);
    });
    return ids ?? [];
  };
  return { recent: known.current, learnt, failure, busy: waiting > 0, make, undo };
}

/** Undoing an undo is a choice of its own, never the next thing to undo. */
function undoable({ action, undoable: can, undone }: ChangeView): boolean {
  return can && !undone && action !== 'undo';
}

/** By number, newest first. What the host says of a change stands, save that it was undone since. */
function merged(earlier: readonly ChangeView[], later: readonly ChangeView[]): ChangeView[] {
  const all = new Map(earlier.map((change) => [change.change, change]));
  for (const change of later) {
    if (change.undone || !all.has(change.change)) all.set(change.change, change);
  }
  return [...all.values()].sort((a, b) => b.change - a.change).slice(0, KEPT);
}
