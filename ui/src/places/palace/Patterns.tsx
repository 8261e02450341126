// The patterns of the vocabulary, learnt ones first: where each leads, where it comes from, its switch.

import { useMemo, useRef, useState } from 'react';
import type { VocabularyEntry, VocabularyRequest } from '../../api';
import { Chips } from '../../parts/Chips';
import { ORIGINS } from '../../parts/knowing';
import { LazyBlocks } from '../../parts/LazyBlocks';
import { useListKeys } from '../../parts/useListKeys';
import { count, dayInWords } from '../../parts/words';
import { written } from './PlaceField';

type Show = 'all' | 'learnt' | 'builtin' | 'off';

const SHOWN: Record<Show, string> = {
  all: 'All',
  learnt: 'Learnt',
  builtin: ORIGINS.builtin,
  off: 'Switched off',
};

function isShown({ origin, active }: VocabularyEntry, show: Show): boolean {
  if (show === 'off') return !active;
  return show === 'all' || (origin === 'builtin') === (show === 'builtin');
}

interface PatternsProps {
  entries: VocabularyEntry[];
  change: (asked: VocabularyRequest) => void;
}

export function Patterns({ entries, change }: PatternsProps) {
  const box = useRef<HTMLUListElement>(null);
  const [show, setShow] = useState<Show>('all');
  const [filter, setFilter] = useState('');
  useListKeys(box, true);
  const shown = useMemo(() => {
    const wanted = filter.trim().toLowerCase();
    return entries.filter(
      (entry) =>
        isShown(entry, show) && `${entry.pattern} ${written(entry)}`.toLowerCase().includes(wanted),
    );
  }, [entries, show, filter]);
  return (
    <section className="part" aria-labelledby="patterns-title">
      <header className="section-head">
        <h2 id="patterns-title">Patterns</h2>
        <p className="section-note">{count(shown.length, 'pattern')}</p>
        <input
          type="search"
          className="filter"
          aria-label="Filter patterns"
          placeholder="Filter"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
      </header>
      <Chips
        label="Show"
        chips={(Object.keys(SHOWN) as Show[]).map((value) => ({
          value,
          label: SHOWN[value],
          count: entries.filter((entry) => isShown(entry, value)).length,
        }))}
        value={show}
        choose={setShow}
      />
      {shown.length === 0 && (
        <p className="nothing-shown" role="status">
          No pattern fits.
        </p>
      )}
      <ul className="entries" ref={box}>
        <LazyBlocks items={shown} size={60} item_rem={2.6}>
          {(block) =>
            block.map((entry) => <Pattern key={keyOf(entry)} entry={entry} change={change} />)
          }
        </LazyBlocks>
      </ul>
    </section>
  );
}

function keyOf({ pattern, wing, room }: VocabularyEntry): string {
  return `${pattern} ${wing}/${room}`;
}

/** Words shown of a pattern that has many. */
const WORDS = 8;

interface PatternProps {
  entry: VocabularyEntry;
  change: (asked: VocabularyRequest) => void;
}

function Pattern({ entry, change }: PatternProps) {
  const [whole, setWhole] = useState(false);
  const { pattern, wing, active, origin, learnt_at } = entry;
  const words = pattern.split('|').map((word) => word.trim());
  const shown = whole ? words : words.slice(0, WORDS);
  return (
    <li className="entry pattern" data-testid="pattern">
      <label>
        <input
          type="checkbox"
          role="switch"
          data-item={keyOf(entry)}
          aria-label={`${words.slice(0, WORDS).join(', ')}: ${written(entry)}`}
          checked={active}
          onChange={({ target }) =>
            change({ change: 'switch', pattern, wing, active: target.checked })
          }
        />
        <span>
          {shown.map((word, at) => (
            <span key={`${at} ${word}`}>
              {at > 0 && ', '}
              <code>{word}</code>
            </span>
          ))}
          {words.length > shown.length && '…'} → {written(entry)}
        </span>
      </label>
      {words.length > WORDS && (
        <button
          type="button"
          className="quiet"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Fewer words' : `All ${words.length} words`}
          <span className="sr-only"> for {written(entry)}</span>
        </button>
      )}
      <span className="section-note">
        {ORIGINS[origin]}
        {learnt_at !== null && `, ${dayInWords(learnt_at)}`}
        {!active && ' · switched off'}
      </span>
    </li>
  );
}
