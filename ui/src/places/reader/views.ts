// The ways in which a document can be read.

import type { ReaderView } from '../../api';

export type View = 'pages' | 'formatted' | 'text';

export const VIEWS: Record<View, string> = {
  pages: 'Pages',
  formatted: 'Formatted',
  text: 'Text',
};

/** Best first. */
export function viewsOf({ document, html, pages }: ReaderView): View[] {
  const views: View[] = [];
  if (document.format === 'pdf' && pages.length > 0) views.push('pages');
  if (html !== null) views.push('formatted');
  return [...views, 'text'];
}
