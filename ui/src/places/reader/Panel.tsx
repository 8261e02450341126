// Beside the text: its outline, its terms, its notes, its citations.

import type { OutlineItem, Term } from '../../api';
import { Icon } from '../../parts/Icon';
import { CitationsOf } from '../citations/CitationsOf';
import { NotesOf } from '../notes/NotesOf';
import { Outline } from './Outline';
import { TermList } from './TermList';

export const TABS = {
  outline: 'Outline',
  terms: 'Terms',
  notes: 'Notes',
  citations: 'Citations',
} as const;
export type Tab = keyof typeof TABS;

interface PanelProps {
  document: string;
  outline: OutlineItem[];
  current: number;
  jump: (item: OutlineItem) => void;
  terms: Term[];
  /** The printed page in view and its words; null in views that note terms in the text. */
  page: { number: number; words: string } | null;
  tab: Tab;
  choose: (tab: Tab) => void;
  close: () => void;
}

export function Panel(props: PanelProps) {
  const { document, outline, current, jump, terms, page, tab, choose, close } = props;
  return (
    <aside className="panel" aria-label="About this document">
      <div className="panel-head">
        <div className="switch" role="group" aria-label="Panel">
          {(Object.keys(TABS) as Tab[]).map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === tab}
              onClick={() => choose(name)}
            >
              {TABS[name]}
            </button>
          ))}
        </div>
        <button type="button" className="quiet" aria-label="Hide the panel" onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      <div className="panel-body">
        {tab === 'outline' && <Outline items={outline} current={current} jump={jump} />}
        {tab === 'terms' && <TermList terms={terms} page={page} here={document} />}
        {tab === 'notes' && <NotesOf document={document} />}
        {tab === 'citations' && <CitationsOf document={document} />}
      </div>
    </aside>
  );
}
