// Why a piece of knowledge has its score: the sum part by part, source and claim apart, what was
// corrected, and the way to correct it.

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeView, TrustView } from '../../api';
import { useHost } from '../../api';
import { Loaded } from '../../parts/Loaded';
import { Place } from '../../parts/Place';
import { Reliability, scoreInWords } from '../../parts/Reliability';
import { SHORTCUTS, useShortcuts } from '../../parts/shortcuts';
import { count, momentInWords } from '../../parts/words';
import { formatRoute, type RouteOf } from '../../state/router';
import { CorrectionDialog } from './CorrectionDialog';
import { EvidenceList } from './EvidenceList';
import { InjectionNote, Judged, Tone } from './Judged';
import { WaterfallTable } from './WaterfallTable';

export function TrustPage({ route }: { route: RouteOf<'trust'> }) {
  const { node } = route;
  const host = useHost();
  const shown = useQuery({
    queryKey: ['trust', node],
    queryFn: () => host.call('trust_show', { node }),
  });
  const [correcting, setCorrecting] = useState(false);
  useShortcuts(shown.isSuccess ? { correct: () => setCorrecting(true) } : {});
  return (
    <Place
      title="Why this score"
      ready={shown.isSuccess}
      back
      head={
        shown.isSuccess && (
          <button
            type="button"
            className="button"
            title={`Correct the score (${SHORTCUTS.correct.keys})`}
            onClick={() => setCorrecting(true)}
          >
            Correct the score…
          </button>
        )
      }
    >
      <Loaded query={shown} what="the score">
        {(view) => (
          <>
            <Explained view={view} />
            {correcting && <CorrectionDialog view={view} close={() => setCorrecting(false)} />}
          </>
        )}
      </Loaded>
    </Place>
  );
}

function Explained({ view }: { view: TrustView }) {
  const { node_id, name, reliability, overridden, contentious, trust, corrections } = view;
  return (
    <>
      <div className="trust-of">
        <a className="link" href={formatRoute({ place: 'node', node: node_id })}>
          {name}
        </a>
        <Reliability of={{ reliability, overridden, contentious, injected: trust.injected }} />
      </div>
      <InjectionNote trust={trust} />
      {trust.overridden !== null && (
        <p className="corrected-note" role="note">
          <strong>You set this score</strong> to {scoreInWords(trust.overridden.reliability)} on{' '}
          {momentInWords(trust.overridden.at)}; it was {scoreInWords(trust.overridden.before)}. Why:{' '}
          <q>{trust.overridden.reason}</q>
        </p>
      )}
      <section className="part" aria-label="The sum">
        <WaterfallTable view={view} />
      </section>
      <Judged trust={trust} />
      <section className="part" aria-labelledby="evidence-title">
        <h2 id="evidence-title">Evidence</h2>
        <EvidenceList evidence={view.evidence} />
      </section>
      <Tone trust={trust} />
      <Corrections corrections={corrections} corrected={overridden} />
    </>
  );
}

interface CorrectionsProps {
  corrections: ChangeView[];
  /** Whether the score is one that the person set. */
  corrected: boolean;
}

function Corrections({ corrections, corrected }: CorrectionsProps) {
  return (
    <section className="part" aria-labelledby="corrections-title">
      <header className="section-head">
        <h2 id="corrections-title">Corrections</h2>
        {corrections.length > 0 && (
          <p className="section-note">{count(corrections.length, 'correction')}, newest first</p>
        )}
      </header>
      {corrections.length === 0 ? (
        <p className="section-note">
          {corrected
            ? 'No earlier one is known.'
            : 'Nobody has corrected this score. A correction stays here for good, with its reason.'}
        </p>
      ) : (
        <ol className="entries">
          {corrections.map(({ change, at, detail, reason }) => (
            <li key={change} className="entry" data-testid="correction">
              <div className="entry-head">
                <strong>{detail}</strong>
                <span className="section-note">{momentInWords(at)}</span>
              </div>
              <p>{reason}</p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
