// A place: its title, its scroll position, its name in the window's title.

import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from './Icon';
import { SHORTCUTS, useShortcuts } from './shortcuts';
import { useScrollMemory } from './useScrollMemory';

interface PlaceProps {
  title: string;
  ready: boolean;
  head?: ReactNode;
  /** Whether one comes here from another place, and goes back to it. */
  back?: true;
  children: ReactNode;
}

export function Place({ title, ready, head, back, children }: PlaceProps) {
  const box = useRef<HTMLDivElement>(null);
  useScrollMemory(box, ready);
  useShortcuts(back ? { close: () => window.history.back() } : {});
  useEffect(() => {
    document.title = `${title} – Loci`;
  }, [title]);
  return (
    <div className="scroll" ref={box}>
      <div className="column">
        <header className="place-head">
          {back && (
            <button
              type="button"
              className="quiet"
              aria-label="Back"
              title={`Back (${SHORTCUTS.close.keys})`}
              onClick={() => window.history.back()}
            >
              <Icon name="back" />
            </button>
          )}
          <h1>{title}</h1>
          {head}
        </header>
        {children}
      </div>
    </div>
  );
}
