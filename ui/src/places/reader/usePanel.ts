// Whether the panel beside the text is open, and at what; kept from document to document.

import { useState } from 'react';
import type { Tab } from './Panel';

/** Narrower windows show the text alone at first. */
const ROOMY_PX = 1100;

let left: { open: boolean; tab: Tab } | null = null;

export function usePanel(headings: number) {
  const [panel, setPanel] = useState(
    () => left ?? { open: headings > 1 && window.innerWidth >= ROOMY_PX, tab: 'outline' as const },
  );
  const change = (part: { open?: boolean; tab?: Tab }) => {
    left = { ...panel, ...part };
    setPanel(left);
  };
  return {
    ...panel,
    toggle: () => change({ open: !panel.open }),
    choose: (tab: Tab) => change({ tab }),
    close: () => change({ open: false }),
  };
}

/** For tests: as if no document had been read yet. */
export function forgetPanel(): void {
  left = null;
}
