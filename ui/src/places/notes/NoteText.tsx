// A field for Markdown in which `[[` offers the names of documents and nodes.

import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useHost } from '../../api';

interface NoteTextProps {
  label: string;
  value: string;
  change: (value: string) => void;
}

/** What stands after an open `[[` before the caret; null where none is open. */
export function typedLink(text: string, caret: number): string | null {
  const open = text.lastIndexOf('[[', caret - 1);
  if (open < 0) return null;
  const typed = text.slice(open + 2, caret);
  return /[\]\n|#]/.test(typed) ? null : typed;
}

export function NoteText({ label, value, change }: NoteTextProps) {
  const host = useHost();
  const list = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [chosen, setChosen] = useState(0);
  const offered = useQuery({
    queryKey: ['note-links', typed],
    queryFn: () => host.call('note_links', { typed: typed ?? '' }),
    enabled: typed !== null,
  });
  const links = typed === null ? [] : (offered.data?.links ?? []);
  const look = () => {
    const { value: text = '', selectionStart = 0 } = field.current ?? {};
    setTyped(typedLink(text, selectionStart));
    setChosen(0);
  };
  const take = (name: string) => {
    const element = field.current;
    if (element === null || typed === null) return;
    const caret = element.selectionStart;
    const before = value.slice(0, caret - typed.length);
    const after = value.slice(caret).replace(/^\]\]/, '');
    change(`${before}${name}]]${after}`);
    setTyped(null);
    const at = before.length + name.length + 2;
    window.setTimeout(() => {
      element.focus();
      element.setSelectionRange(at, at);
    });
  };
  const keys = (event: KeyboardEvent) => {
    const name = links[chosen]?.name;
    if (links.length === 0 || name === undefined) return;
    if (event.key === 'ArrowDown') setChosen((chosen + 1) % links.length);
    else if (event.key === 'ArrowUp') setChosen((chosen + links.length - 1) % links.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(name);
    else if (event.key === 'Escape') setTyped(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="stacked">
      <label className="stacked">
        {label}
        <textarea
          ref={field}
          autoFocus
          rows={6}
          value={value}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={links.length > 0 ? `${list}-${chosen}` : undefined}
          onChange={(event) => {
            change(event.target.value);
            look();
          }}
          onSelect={look}
          onKeyDown={keys}
        />
      </label>
      <ul
        className="offered"
        id={list}
        role="listbox"
        aria-label="Links"
        hidden={links.length === 0}
      >
        {links.map(({ name }, at) => (
          <li
            key={name}
            id={`${list}-${at}`}
            role="option"
            aria-selected={at === chosen}
            onMouseDown={(event) => {
              event.preventDefault();
              take(name);
            }}
          >
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}
