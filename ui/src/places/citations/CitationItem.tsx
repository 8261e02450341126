// A kept citation: its words, the person's note, its fate in the latest version, and the way out.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Citation } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { Compared, FateMark } from '../../parts/Compared';
import { IconButton } from '../../parts/IconButton';
import { ErrorNotice } from '../../parts/Notice';
import { dayInWords } from '../../parts/words';
import { keepQuote } from '../../state/quotes';
import { formatRoute, reading } from '../../state/router';

interface CitationItemProps {
  citation: Citation;
  /** Where all stand in one document, its title is said once above. */
  untitled?: true;
}

export function CitationItem({ citation, untitled }: CitationItemProps) {
  const host = useHost();
  const client = useQueryClient();
  const { citation_id, document_id, title, span, quote, note, verified, source_here } = citation;
  const remove = useMutation({
    mutationFn: () => host.call('cite_delete', { citation: citation_id }),
    onSuccess: () => {
      announce('The citation is removed.');
      void client.invalidateQueries({ queryKey: ['citations'] });
    },
  });
  const place = span.page === null ? `line ${span.line_start}` : `page ${span.page}`;
  const where = `${untitled ? '' : `${title}, `}${place}`;
  return (
    <li className="entry" data-testid="citation">
      <div className="entry-head">
        {source_here ? (
          <a
            className="link"
            data-item={citation_id}
            href={formatRoute(reading(document_id, span))}
            onClick={() => keepQuote(document_id, span, citation)}
          >
            {where}
          </a>
        ) : (
          <span tabIndex={-1} data-item={citation_id}>
            {where}
          </span>
        )}
        {!source_here && <span className="fate">Document deleted</span>}
        {verified !== null && <FateMark fate={verified.fate} />}
        <span className="section-note">{dayInWords(citation.created_at)}</span>
        <IconButton
          icon="trash"
          label={`Remove the citation of ${where}`}
          title="Remove"
          disabled={remove.isPending}
          press={() => remove.mutate()}
        />
      </div>
      {quote === '' ? (
        <p className="section-note">Its words were forgotten with the document.</p>
      ) : (
        (verified === null || verified.fate === 'same' || verified.fate === 'moved') && (
          <blockquote>{citation.plain}</blockquote>
        )
      )}
      {note !== '' && <p className="citation-note">{note}</p>}
      {verified !== null && (verified.fate === 'changed' || verified.fate === 'gone') && (
        <Compared citation={citation} />
      )}
      {verified?.fate === 'moved' && verified.span !== null && (
        <a className="link" href={formatRoute(reading(verified.document_id, verified.span))}>
          Open where it stands in the later version
        </a>
      )}
      {remove.isError && <ErrorNotice error={remove.error} />}
    </li>
  );
}
