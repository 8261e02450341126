// The versions of a document, oldest to newest, and how its citations fared from one to the next.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DocumentView, Fate, ReverifyReport } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { Chips } from '../../parts/Chips';
import { Compared, FateMark } from '../../parts/Compared';
import { Loaded } from '../../parts/Loaded';
import { ErrorNotice } from '../../parts/Notice';
import { count, dayInWords, FATES } from '../../parts/words';
import { formatRoute, reading } from '../../state/router';

export function Versions({ document }: { document: DocumentView }) {
  const host = useHost();
  const id = document.document_id;
  const list = useQuery({
    queryKey: ['versions', id],
    queryFn: () => host.call('documents_versions', { document: id }),
  });
  return (
    <section className="part" aria-labelledby="versions-title">
      <h2 id="versions-title">Versions</h2>
      <Loaded query={list} what="the versions">
        {({ documents }) => (
          <ol className="versions">
            {documents
              .toSorted((a, b) => a.version - b.version)
              .map((version) => (
                <Version key={version.document_id} version={version} own={id} />
              ))}
          </ol>
        )}
      </Loaded>
    </section>
  );
}

function Version({ version, own }: { version: DocumentView; own: string }) {
  const host = useHost();
  const client = useQueryClient();
  const { document_id, supersedes, superseded_at } = version;
  const compare = useMutation({
    mutationFn: () => host.call('documents_reverify', { document: document_id }),
    onSuccess: (report) => {
      void client.invalidateQueries({ queryKey: ['citations'] });
      announce(summary(report));
    },
  });
  return (
    <li className="version" aria-current={document_id === own ? 'true' : undefined}>
      <div className="entry-head">
        <a className="link" href={formatRoute(reading(document_id))}>
          Version {version.version}
        </a>
        <span className="section-note">
          added {dayInWords(version.added_at)}
          {superseded_at === null ? ' · current' : ` · superseded ${dayInWords(superseded_at)}`}
          {document_id === own && ' · this one'}
        </span>
        {supersedes !== null && (
          <button
            type="button"
            className="button small"
            disabled={compare.isPending}
            onClick={() => compare.mutate()}
          >
            {compare.isPending ? 'Comparing…' : 'Compare'}
            <span className="sr-only">
              {' '}
              version {version.version} with citations of earlier ones
            </span>
          </button>
        )}
      </div>
      {compare.isError && <ErrorNotice error={compare.error} />}
      {compare.data !== undefined && <Report report={compare.data} />}
    </li>
  );
}

function summary({ same, moved, changed, gone }: ReverifyReport): string {
  return `${same} same, ${moved} moved, ${changed} changed, ${gone} gone.`;
}

function Report({ report }: { report: ReverifyReport }) {
  const [fate, setFate] = useState<Fate | 'all'>('all');
  const { citations } = report;
  if (citations.length === 0) {
    return <p className="section-note">No passage of its versions is kept as a citation.</p>;
  }
  const shown = citations.filter(({ verified }) => fate === 'all' || verified?.fate === fate);
  return (
    <div className="report" role="group" aria-label="Citations looked up">
      <p>
        {count(citations.length, 'citation')} looked up in this version: {summary(report)}
      </p>
      <Chips
        label="Fate"
        chips={[
          { value: 'all' as const, label: 'All' },
          ...(Object.keys(FATES) as Fate[]).map((value) => ({
            value,
            label: FATES[value],
            count: report[value],
          })),
        ]}
        value={fate}
        choose={setFate}
      />
      <ul className="entries">
        {shown.map((citation) => (
          <li key={citation.citation_id} className="entry" data-testid="compared">
            {citation.verified !== null && <FateMark fate={citation.verified.fate} />}
            <Compared citation={citation} />
          </li>
        ))}
      </ul>
    </div>
  );
}
