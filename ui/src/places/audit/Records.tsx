// The records, newest first, filtered.

import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditLook, AuditRecord } from '../../api';
import { useHost } from '../../api';
import { Earlier } from '../../parts/Earlier';
import { Empty, ErrorNotice } from '../../parts/Notice';
import { TextField } from '../../parts/TextField';
import { count, dayInWords } from '../../parts/words';
import { CollectionChoice } from './CollectionChoice';

const nothing = (text: string) => (text.trim() === '' ? null : text.trim());

export function Records({ collections }: { collections: string[] }) {
  const host = useHost();
  const [action, setAction] = useState('');
  const [collection, setCollection] = useState('');
  const filter = {
    action: nothing(action),
    collection: nothing(collection),
    subject: null,
    who: null,
    since: null,
    until: null,
    limit: 50,
  };
  const pages = useInfiniteQuery({
    queryKey: ['audit', action, collection],
    queryFn: ({ pageParam }) => host.call('audit_list', { ...filter, before: pageParam }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next,
  });
  const records = pages.data?.pages.flatMap((page) => page.records) ?? [];
  return (
    <section className="part" aria-labelledby="records-title" aria-busy={pages.isFetching}>
      <h2 id="records-title">Records</h2>
      <div className="row">
        <TextField label="Action begins with" id="audit-action" value={action} change={setAction} />
        <CollectionChoice
          label="Collection"
          id="audit-collection"
          all="All"
          collections={collections}
          value={collection}
          change={setCollection}
        />
      </div>
      {pages.isError && <ErrorNotice error={pages.error} />}
      {pages.isSuccess && records.length === 0 && (
        <Empty kind="nothing-found" title="No record fits">
          <p>Take a filter away.</p>
        </Empty>
      )}
      <ul className="entries">
        {records.map((record) => (
          <Row key={record.seq} record={record} />
        ))}
      </ul>
      <Earlier pages={pages} />
    </section>
  );
}

function Row({ record }: { record: AuditRecord }) {
  const { seq, at, action, who, via, subjects, collections, reason, query, before, after } = record;
  const { looks } = record;
  const said = [
    ['of', collections.join(', ')],
    ['before', before],
    ['after', after],
    ['asked', query],
    ['because', reason],
    ['detail', record.detail],
  ].filter(([, text]) => text !== '');
  return (
    <li className="entry" data-testid="audit-record">
      <div className="entry-head">
        <h3>
          {seq} {action}
        </h3>
        <span className="flag">
          {who === '' ? 'Loci' : who}
          {via !== '' && `, ${via}`} · {dayInWords(at)}, {at.slice(11, 16)} UTC
        </span>
      </div>
      {said.length + subjects.length + looks.length > 0 && (
        <details>
          <summary>What it says</summary>
          <dl className="facts">
            {said.map(([name, text]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          {looks.length > 0 && (
            <ul data-testid="looks">
              {looks.map((look, place) => (
                <Look key={place} look={look} />
              ))}
            </ul>
          )}
          <p className="section-note mono">{subjects.join(' ')}</p>
        </details>
      )}
    </li>
  );
}

/** Something that was looked at where no reason was needed. */
function Look({ look }: { look: AuditLook }) {
  const { at, row, query, collection, level, documents, more, times } = look;
  const shown = documents.length + more;
  return (
    <li>
      {at.slice(11, 19)} {row.replaceAll('_', ' ')}
      {times > 1 && ` ×${times}`}
      {query !== '' && <q>{query}</q>} {[collection, level].filter((it) => it !== '').join(', ')}{' '}
      {shown > 0 && <span className="section-note">{count(shown, 'document')}</span>}
    </li>
  );
}
