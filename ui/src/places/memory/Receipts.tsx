// Who was handed what: the receipts of the audit log, newest first.

import { useInfiniteQuery } from '@tanstack/react-query';
import type { MemoryReceipt } from '../../api';
import { useHost } from '../../api';
import { Earlier } from '../../parts/Earlier';
import { Empty, ErrorNotice } from '../../parts/Notice';
import { count, dayInWords } from '../../parts/words';
import { formatRoute } from '../../state/router';

export function Receipts() {
  const host = useHost();
  const pages = useInfiniteQuery({
    queryKey: ['memory-receipts'],
    queryFn: ({ pageParam }) =>
      host.call('memory_receipts', pageParam === null ? {} : { before: pageParam }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next,
  });
  if (pages.isError) return <ErrorNotice error={pages.error} />;
  const receipts = pages.data?.pages.flatMap((page) => page.receipts) ?? [];
  if (pages.isSuccess && receipts.length === 0 && !pages.hasNextPage) {
    return (
      <Empty kind="nothing-stored" title="Nothing was handed over">
        <p>When an assistant is given a context, its receipt stands here.</p>
      </Empty>
    );
  }
  return (
    <section className="part" aria-labelledby="receipts-title" aria-busy={pages.isFetching}>
      <h2 id="receipts-title">Who read what</h2>
      <ul className="memory-receipts">
        {receipts.map((receipt) => (
          <Receipt key={receipt.receipt_id} receipt={receipt} />
        ))}
      </ul>
      <Earlier pages={pages} />
    </section>
  );
}

function Receipt({ receipt }: { receipt: MemoryReceipt }) {
  const { agent, client, at, layers, total_tokens, took_ms, receipt_id } = receipt;
  const fired = layers.map(({ layer, tokens }) => `${layer} ${count(tokens, 'token')}`);
  const items = layers.flatMap(({ nodes }) => nodes);
  return (
    <li className="entry" data-testid="receipt">
      <div className="entry-head">
        <h3>{client === null ? agent : `${client} as ${agent}`}</h3>
        <span className="flag">
          {dayInWords(at)}, {at.slice(11, 16)}
        </span>
      </div>
      <p className="section-note">
        {count(total_tokens, 'token')} in {took_ms.toFixed(1)} ms ·{' '}
        {fired.join(' · ') || 'no layer fired'}
      </p>
      <details>
        <summary>{count(items.length, 'statement')}</summary>
        <ul className="said-by">
          {items.map(({ node_id, document_id }, number) => (
            // a receipt never changes, and may name one node twice
            <li key={number}>
              {node_id !== undefined ? (
                <a className="link mono" href={formatRoute({ place: 'node', node: node_id })}>
                  node {node_id.slice(0, 8)}
                </a>
              ) : (
                'the person’s own words, or a passage'
              )}
              {document_id !== undefined && (
                <>
                  {' '}
                  <a
                    className="link mono"
                    href={formatRoute({ place: 'document', document: document_id })}
                  >
                    document {document_id.slice(0, 8)}
                  </a>
                </>
              )}
            </li>
          ))}
        </ul>
      </details>
      <p className="section-note mono" title="Hash of its entry in the audit log">
        {receipt_id.slice(0, 32)}
      </p>
    </li>
  );
}
