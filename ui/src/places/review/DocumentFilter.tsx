// Narrows the queue to one document, named by its title: typed, with some that fit offered, since there
// may be thousands.

import { useMemo, useState } from 'react';
import type { DocumentView } from '../../api';

/** Titles offered at once. */
const OFFERED = 20;

interface DocumentFilterProps {
  documents: DocumentView[];
  chosen: string | null;
  choose: (document: string | undefined) => void;
}

export function DocumentFilter({ documents, chosen, choose }: DocumentFilterProps) {
  const named = useMemo(() => toldApart(documents), [documents]);
  const [typed, setTyped] = useState<string | null>(null);
  const words = typed ?? named.find(([, { document_id }]) => document_id === chosen)?.[0] ?? '';
  const wanted = plain(words);
  const fitting = named.filter(([name]) => plain(name).includes(wanted)).slice(0, OFFERED);
  const type = (value: string) => {
    const found = named.find(([name]) => plain(name) === plain(value))?.[1].document_id;
    setTyped(value);
    if (found !== (chosen ?? undefined)) choose(found);
  };
  return (
    <label className="select">
      Document
      <input
        type="search"
        list="review-documents"
        placeholder="All documents"
        autoComplete="off"
        value={words}
        onChange={({ target }) => type(target.value)}
        // what names no document narrows nothing, and does not stay as if it did
        onBlur={() => setTyped(null)}
      />
      <datalist id="review-documents">
        {fitting.map(([name, { document_id }]) => (
          <option key={document_id} value={name} />
        ))}
      </datalist>
    </label>
  );
}

const plain = (name: string) => name.trim().toLowerCase();

/** Documents by their titles; where these are equal, with the file's name, or else with its path. */
function toldApart(documents: readonly DocumentView[]): [string, DocumentView][] {
  const byTitle = new Map<string, DocumentView[]>();
  for (const document of documents) {
    const title = plain(titleOf(document));
    const alike = byTitle.get(title);
    if (alike === undefined) byTitle.set(title, [document]);
    else alike.push(document);
  }
  return [...byTitle.values()].flatMap((alike) => {
    const files = new Set(alike.map(({ name }) => plain(name)));
    return alike.map((document): [string, DocumentView] => {
      const file = files.size === alike.length ? document.name : document.path;
      return [alike.length === 1 ? titleOf(document) : `${titleOf(document)} (${file})`, document];
    });
  });
}

function titleOf({ title, version, superseded_by }: DocumentView): string {
  return superseded_by === null ? title : `${title}, version ${version}`;
}
