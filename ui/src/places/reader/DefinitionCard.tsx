// What a term means, beside the word under the pointer or the keyboard's focus.

import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Term } from '../../api';
import { TermDefinitions } from '../definitions/TermEntry';
import type { NoteCard } from './useNoteCard';

const GAP_PX = 8;

interface DefinitionCardProps {
  card: NoteCard;
  term: Term;
  here: string;
  box: RefObject<HTMLElement | null>;
}

export function DefinitionCard({ card, term, here, box }: DefinitionCardProps) {
  const own = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: 0, top: 0 });
  const { anchor } = card;
  useLayoutEffect(() => {
    const put = () => {
      const word = anchor.getClientRects()[0];
      const size = own.current?.getBoundingClientRect();
      if (word === undefined || size === undefined) return;
      const below = word.bottom + GAP_PX + size.height <= window.innerHeight;
      const top = below ? word.bottom + GAP_PX : Math.max(8, word.top - GAP_PX - size.height);
      const left = Math.max(8, Math.min(word.left, window.innerWidth - size.width - 8));
      setPlace({ left, top });
    };
    put();
    const scroller = box.current;
    scroller?.addEventListener('scroll', put, { passive: true });
    window.addEventListener('resize', put);
    return () => {
      scroller?.removeEventListener('scroll', put);
      window.removeEventListener('resize', put);
    };
  }, [anchor, box, term]);
  return (
    <div
      className="definition-card"
      id="definition-card"
      ref={own}
      role="group"
      aria-label={`Definition of ${term.term}`}
      data-testid="definition-card"
      style={place}
      onMouseEnter={card.hold}
      onMouseLeave={card.release}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) card.release();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        anchor.focus();
        card.close();
      }}
    >
      <p className="definition-term">
        <dfn>{term.term}</dfn>
        {term.conflicting && (
          <span className="conflict">Conflicting definitions: {term.definitions.length}</span>
        )}
      </p>
      <TermDefinitions term={term} here={here} />
    </div>
  );
}
