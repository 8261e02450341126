// Wraps the runs of text that the evidence covers. A run is a `<span data-s data-e>`; where its
// words are not the source's words, byte for byte, it is marked only if it is covered whole.

import type { ByteRange } from '../../state/router';
import type { ByteMap } from './bytes';

export function clearMarks(root: ParentNode): void {
  for (const mark of root.querySelectorAll('mark.evidence')) {
    const parent = mark.parentNode;
    mark.replaceWith(...mark.childNodes);
    parent?.normalize();
  }
}

export function markEvidence(root: ParentNode, span: ByteRange, map: ByteMap): number {
  let made = 0;
  for (const run of root.querySelectorAll<HTMLElement>('span[data-s][data-e]')) {
    const start = Number(run.dataset['s']);
    const end = Number(run.dataset['e']);
    if (start >= span.end || end <= span.start) continue;
    if (markRun(run, { start, end }, span, map)) made += 1;
  }
  return made;
}

function markRun(run: HTMLElement, whole: ByteRange, span: ByteRange, map: ByteMap): boolean {
  const words = run.textContent;
  if (words === null || words.trim() === '') return false;
  const cut = { start: Math.max(span.start, whole.start), end: Math.min(span.end, whole.end) };
  if (cut.start === whole.start && cut.end === whole.end) return wrap(run, 0, words.length);
  const covered = map.slice(cut.start, cut.end);
  if (covered === null || covered === '') return false;
  if (words === map.slice(whole.start, whole.end)) {
    const before = map.slice(whole.start, cut.start)?.length ?? 0;
    return wrap(run, before, before + covered.length);
  }
  const at = words.indexOf(covered);
  const onlyOne = at >= 0 && words.indexOf(covered, at + 1) === -1;
  return onlyOne && wrap(run, at, at + covered.length);
}

/** A run normally holds one text node; what it holds beside text stays unmarked. */
function wrap(run: HTMLElement, from: number, to: number): boolean {
  const node = run.firstChild;
  if (run.childNodes.length !== 1 || !(node instanceof Text)) return false;
  const middle = node.splitText(from);
  middle.splitText(to - from);
  const mark = run.ownerDocument.createElement('mark');
  mark.className = 'evidence';
  mark.dataset['testid'] = 'evidence';
  middle.replaceWith(mark);
  mark.append(middle);
  for (const child of [...run.childNodes]) if (child.textContent === '') child.remove();
  return true;
}
