// Wraps the noted words of one run of text. Runs are annotated when they come near the view, never all
// at once; a run whose words are not the source's words stays as it is.

import type { ByteMap } from './bytes';
import { type Note, notesWithin } from './notes';

export interface Annotating {
  notes: readonly Note[];
  map: ByteMap;
  /** What a cross-reference leads to, in words. */
  title: (note: Note) => string;
}

export function annotateRun(run: HTMLElement, { notes, map, title }: Annotating): void {
  if (run.dataset['noted'] !== undefined) return;
  const start = Number(run.dataset['s']);
  const end = Number(run.dataset['e']);
  const [from, to] = notesWithin(notes, start, end);
  run.dataset['noted'] = '';
  if (from === to || run.textContent !== map.slice(start, end)) return;
  for (let at = from; at < to; at += 1) {
    const note = notes[at];
    if (note === undefined) continue;
    const before = map.slice(start, Math.max(start, note.start))?.length;
    const words = map.slice(Math.max(start, note.start), Math.min(end, note.end))?.length;
    if (before === undefined || words === undefined) continue;
    const whole = note.start >= start;
    wrap(run, before, before + words, () => noteElement(note, at, whole, title));
  }
}

export function clearNotes(root: ParentNode): void {
  for (const element of root.querySelectorAll('.note')) {
    const parent = element.parentNode;
    element.replaceWith(...element.childNodes);
    parent?.normalize();
  }
  for (const run of root.querySelectorAll<HTMLElement>('[data-noted]')) delete run.dataset['noted'];
}

function noteElement(
  note: Note,
  at: number,
  begins: boolean,
  title: (note: Note) => string,
): HTMLElement {
  const element = document.createElement('span');
  element.className = `note ${note.kind}`;
  element.dataset['note'] = String(at);
  element.setAttribute('role', note.kind === 'term' ? 'button' : 'link');
  element.tabIndex = note.stop && begins ? 0 : -1;
  if (note.kind === 'reference') element.title = title(note);
  return element;
}

/** Wraps the characters `from..to` of the run; its text may be cut by a highlight. */
export function wrap(run: HTMLElement, from: number, to: number, make: () => HTMLElement): void {
  let at = 0;
  const walker = document.createTreeWalker(run, NodeFilter.SHOW_TEXT);
  const cuts: { node: Text; start: number; end: number }[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0;
    const [start, end] = [Math.max(0, from - at), Math.min(length, to - at)];
    if (node instanceof Text && start < end) cuts.push({ node, start, end });
    at += length;
  }
  for (const { node, start, end } of cuts) {
    const middle = start > 0 ? node.splitText(start) : node;
    if (end - start < middle.length) middle.splitText(end - start);
    const element = make();
    middle.replaceWith(element);
    element.append(middle);
  }
}
