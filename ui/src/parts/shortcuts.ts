// Every shortcut in one table: the list behind `?`, the palette and the handlers read it.

import { useEffect, useRef } from 'react';

const isMac = typeof navigator !== 'undefined' && /Mac/.test(navigator.platform);
const MOD = isMac ? '⌘' : 'Ctrl';

interface Shortcut {
  keys: string;
  label: string;
  where: 'Everywhere' | 'Lists' | 'Reader' | 'Palace' | 'Review' | 'Contradictions' | 'Summaries';
}

export const SHORTCUTS = {
  palette: { keys: `${MOD} K`, label: 'Command palette', where: 'Everywhere' },
  help: { keys: '?', label: 'This list', where: 'Everywhere' },
  search: { keys: '/', label: 'Search', where: 'Everywhere' },
  library: { keys: `${MOD} B`, label: 'Library', where: 'Everywhere' },
  palace: { keys: `${MOD} P`, label: 'Palace', where: 'Everywhere' },
  review: { keys: `${MOD} R`, label: 'Review', where: 'Everywhere' },
  contradictions: { keys: `${MOD} J`, label: 'Contradictions', where: 'Everywhere' },
  gaps: { keys: `${MOD} G`, label: 'Gaps', where: 'Everywhere' },
  memory: { keys: `${MOD} M`, label: 'Memory', where: 'Everywhere' },
  summaries: { keys: `${MOD} U`, label: 'Summaries', where: 'Everywhere' },
  definitions: { keys: `${MOD} D`, label: 'Definitions', where: 'Everywhere' },
  citations: { keys: `${MOD} E`, label: 'Citations', where: 'Everywhere' },
  notes: { keys: `${MOD} I`, label: 'Notes', where: 'Everywhere' },
  agents: { keys: `${MOD} Y`, label: 'Agents', where: 'Everywhere' },
  settings: { keys: `${MOD} ,`, label: 'Settings', where: 'Everywhere' },
  lock: { keys: `${MOD} L`, label: 'Lock', where: 'Everywhere' },
  back: { keys: 'Alt ←', label: 'Back', where: 'Everywhere' },
  down: { keys: 'J', label: 'Next item', where: 'Lists' },
  up: { keys: 'K', label: 'Previous item', where: 'Lists' },
  open: { keys: 'Enter', label: 'Open', where: 'Lists' },
  preview: { keys: 'Space', label: 'Preview the whole passage', where: 'Lists' },
  select: { keys: 'X', label: 'Select, or take out of the selection', where: 'Lists' },
  extendDown: { keys: 'Shift J', label: 'Select on to the next item', where: 'Lists' },
  extendUp: { keys: 'Shift K', label: 'Select on to the previous item', where: 'Lists' },
  selectAll: { keys: `${MOD} A`, label: 'Select all', where: 'Lists' },
  undo: { keys: `${MOD} Z`, label: 'Undo the last change', where: 'Lists' },
  undoLast: { keys: 'U', label: 'Undo the last change', where: 'Review' },
  first: { keys: '1', label: 'A holds', where: 'Contradictions' },
  second: { keys: '2', label: 'B holds', where: 'Contradictions' },
  both: { keys: '3', label: 'Both, under different conditions', where: 'Contradictions' },
  undecided: { keys: '4', label: 'Undecided', where: 'Contradictions' },
  rollUp: { keys: 'U', label: 'Up a level', where: 'Summaries' },
  move: { keys: 'M', label: 'Move what is selected, or the node', where: 'Palace' },
  correct: { keys: 'C', label: 'Correct the score', where: 'Review' },
  approve: { keys: 'A', label: 'Approve', where: 'Review' },
  dismiss: { keys: 'D', label: 'Dismiss', where: 'Review' },
  edit: { keys: 'E', label: 'Edit', where: 'Review' },
  nextHit: { keys: 'N', label: 'Next passage', where: 'Reader' },
  previousHit: { keys: 'P', label: 'Previous passage', where: 'Reader' },
  view: { keys: 'V', label: 'Change the view', where: 'Reader' },
  copy: { keys: 'C', label: 'Copy the passage with its source', where: 'Reader' },
  cite: { keys: 'M', label: 'Keep the passage or selection as a citation', where: 'Reader' },
  highlight: { keys: 'H', label: 'Highlight the selection, or note on it', where: 'Reader' },
  panel: { keys: 'O', label: 'Show or hide outline, terms, notes and citations', where: 'Reader' },
  nextTerm: { keys: 'T', label: 'Next term or cross-reference', where: 'Reader' },
  previousTerm: { keys: 'Shift T', label: 'Previous term or cross-reference', where: 'Reader' },
  details: { keys: 'I', label: 'Details of the document', where: 'Reader' },
  zoomIn: { keys: '+', label: 'Larger pages', where: 'Reader' },
  zoomOut: { keys: '-', label: 'Smaller pages', where: 'Reader' },
  close: { keys: 'Esc', label: 'Close, or back to the search', where: 'Everywhere' },
} satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof SHORTCUTS;

function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
  );
}

function matches(event: KeyboardEvent, keys: string): boolean {
  const parts = keys.toLowerCase().split(' ');
  const key = parts.at(-1);
  const mod = isMac ? event.metaKey : event.ctrlKey;
  const pressed = event.key === 'ArrowLeft' ? '←' : event.key.toLowerCase();
  return (
    pressed === { esc: 'escape', space: ' ' }[key ?? ''] ||
    (pressed === key &&
      mod === parts.includes(MOD.toLowerCase()) &&
      (!/^\p{L}$/u.test(pressed) || event.shiftKey === parts.includes('shift')) &&
      event.altKey === parts.includes('alt'))
  );
}

type Handlers = Partial<Record<ShortcutName, (event: KeyboardEvent) => void>>;

/** Single keys are left alone while someone types or a dialog is open. */
export function useShortcuts(handlers: Handlers): void {
  const current = useRef(handlers);
  current.current = handlers;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      // "select all" and "undo" are a field's own while someone types
      const field = /^[az]$/i.test(event.key);
      const plain = field || (!event.ctrlKey && !event.metaKey && !event.altKey);
      if (plain && (typing(event.target) || document.querySelector('[role=dialog]'))) return;
      for (const [name, handler] of Object.entries(current.current)) {
        if (!matches(event, SHORTCUTS[name as ShortcutName].keys)) continue;
        event.preventDefault();
        handler(event);
        return;
      }
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
}
