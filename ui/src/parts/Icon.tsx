// The few line drawings of the window. Always beside words, so hidden from screen readers.

const PATHS = {
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14Zm5 12 4.5 4.5',
  library: 'M5 4v16M10 4v16M14.5 4.8l4.6 14.9M3 20h18',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2.5',
  warning: 'M12 4 2.8 19.5h18.4ZM12 10v4.5M12 16.6v.6',
  back: 'M14.5 5.5 8 12l6.5 6.5',
  next: 'M9.5 5.5 16 12l-6.5 6.5',
  close: 'M6 6l12 12M18 6 6 18',
  drop: 'M12 4v11M7.5 10.5 12 15l4.5-4.5M4 19.5h16',
  trash: 'M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7',
  copy: 'M9 9h10.5v11H9zM5 15V4.5h9.5',
  check: 'M5 12.5 10 17.5 19.5 7',
  definitions: 'M5 4.5h10.5a3 3 0 0 1 3 3v12H8a3 3 0 0 1-3-3ZM9 15l2.7-7 2.7 7M9.9 12.8h3.6',
  citations:
    'M10 7.5C7 8.5 5.5 10.5 5.5 14v2.5H10V12H7.6M18.5 7.5c-3 1-4.5 3-4.5 6.5v2.5h4.5V12h-2.4',
  settings: 'M4 7h9M17 7h3M15 4.8v4.4M4 17h3M11 17h9M9 14.8v4.4',
  details: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 11v5.5M12 7.6v.6',
  outline: 'M4 6h16M8 12h12M8 18h12M4 12h.01M4 18h.01',
  folder: 'M3.5 6.5h6l2 2.5h9v10.5h-17Z',
  certificate: 'M6 3.5h12v12H6zM9 7.5h6M9 11h6M10 15.5v5l2-1.5 2 1.5v-5',
  again: 'M19 12a7 7 0 1 1-2-4.9M19 4v4h-4',
  palace: 'M4 20V10a8 8 0 0 1 16 0v10M9 20v-7a3 3 0 0 1 6 0v7M2.5 20h19',
  review: 'M4 6.5h10M4 12h7M4 17.5h6M13.5 16.5l2.5 2.5 5-6',
  contradictions: 'M8 5v14M16 5v14M4.5 9 8 5l3.5 4M12.5 15l3.5 4 3.5-4',
  summaries: 'M5 5h14M5 10h10M5 15h12M5 20h7',
  gaps: 'M9 9a3 3 0 1 1 4.2 2.7c-.8.4-1.2 1-1.2 1.9v.4M12 17.2v.3M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17Z',
  agents: 'M9 4v4M15 4v4M6 8h12v4a6 6 0 0 1-12 0ZM12 18v3',
  memory: 'M4 6.5 12 3l8 3.5-8 3.5ZM4 12l8 3.5 8-3.5M4 17l8 3.5 8-3.5',
  notes: 'M5 4h10l4 4v12H5ZM15 4v4h4M8 12h8M8 16h5',
  keys: 'M3 7h18v11H3zM7 11h.01M11 11h.01M15 11h.01M8 15h8',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The mark: a place on a walk. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path className="mark-arch" d="M6 27V14a10 10 0 0 1 20 0v13" />
      <path className="mark-arch" d="M11.5 27V15a4.5 4.5 0 0 1 9 0v12" />
      <circle className="mark-lamp" cx="16" cy="15.4" r="1.9" />
    </svg>
  );
}
