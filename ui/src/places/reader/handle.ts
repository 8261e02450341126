// What the reader asks of the view that is open: where it stands, and where a byte is shown.

export interface Standing {
  byte: number | null;
  page: number | null;
}

export interface ViewHandle {
  /** What is at the top of the view. */
  standing: () => Standing;
  /** The element that shows a byte; null while it is not drawn. */
  elementAt: (byte: number) => HTMLElement | null;
}

/** How far below the top edge a heading counts as reached. */
export const EDGE_PX = 90;

export function topOf(box: HTMLElement): number {
  return box.getBoundingClientRect().top;
}
