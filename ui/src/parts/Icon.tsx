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
