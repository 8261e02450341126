// One stored document: what it is, how far it has come, and the way out.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DocumentView } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { Icon } from '../../parts/Icon';
import { ErrorNotice } from '../../parts/Notice';
import { count, dayInWords, FORMATS, sizeInWords, STAGES } from '../../parts/words';
import { addPaths, isFinal, useQueue } from '../../state/queue';
import { formatRoute } from '../../state/router';
import { DeleteButton } from './DeleteButton';

export function DocumentRow({ document }: { document: DocumentView }) {
  const host = useHost();
  const client = useQueryClient();
  const { running } = useQueue();
  const { document_id, title, state, reason } = document;
  const remove = useMutation({
    mutationFn: () => host.call('documents_delete', { document: document_id, cascade: 'orphans' }),
    onSuccess: () => {
      announce(`${title} is deleted.`);
      for (const queryKey of [['documents'], ['status'], ['search']])
        void client.invalidateQueries({ queryKey });
    },
  });
  const to = { place: 'read', document: document_id, span: null, query: '', view: null } as const;
  return (
    <li className="document-row" data-testid="document-row" data-state={state}>
      <div className="document-main">
        {state === 'indexed' ? (
          <a className="document-title" href={formatRoute(to)} data-item={document_id}>
            {title}
          </a>
        ) : (
          <span className="document-title" tabIndex={-1} data-item={document_id}>
            {title}
          </span>
        )}
        <p className="document-facts" title={document.path}>
          <span className="format">{FORMATS[document.format]}</span>
          <span>{facts(document)}</span>
        </p>
      </div>
      {state !== 'indexed' && <span className="state">{STAGES[state]}</span>}
      {!isFinal(state) && !running && (
        <button
          type="button"
          className="button small"
          onClick={() => addPaths(host, client, [document.path])}
        >
          Continue
        </button>
      )}
      <DeleteButton title={title} busy={remove.isPending} remove={() => remove.mutate()} />
      {reason !== null && (
        <p className="document-reason">
          <Icon name="warning" />
          <span>
            {reason.message} <em>{reason.hint}</em>
          </span>
        </p>
      )}
      {document.warnings.map((warning) => (
        <p key={warning} className="document-warning">
          {warning}
        </p>
      ))}
      {remove.isError && <ErrorNotice error={remove.error} />}
    </li>
  );
}

function facts(document: DocumentView): string {
  const parts = [document.name];
  if (document.pages > 0) parts.push(count(document.pages, 'page'));
  if (document.chunks > 0) parts.push(count(document.chunks, 'passage'));
  parts.push(sizeInWords(document.size_bytes), document.collection, dayInWords(document.added_at));
  return parts.filter(Boolean).join(' · ');
}
