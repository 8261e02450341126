// The source judged apart from its claim, how far the assessment has come, and what the words show.

import type { Trust } from '../../api';
import { momentInWords } from '../../parts/words';
import { Phrases } from './PartEvidence';
import { CLAIM_NUMBERS, GRADES, layerInWords, SOURCE_LETTERS } from './words';

export function Judged({ trust }: { trust: Trust }) {
  const { source_letter, claim_number, grade, layer, assessed_at } = trust;
  const when = assessed_at === null ? '' : `, ${momentInWords(assessed_at)}`;
  return (
    <section className="part" aria-labelledby="judged-title">
      <h2 id="judged-title">Source and claim apart</h2>
      <dl className="judged">
        <div>
          <dt>Source</dt>
          <dd>
            <strong>{source_letter || 'F'}</strong>{' '}
            {SOURCE_LETTERS[source_letter] ?? SOURCE_LETTERS['F']}
            <span className="section-note">Admiralty code, A to F</span>
          </dd>
        </div>
        <div>
          <dt>Claim</dt>
          <dd>
            <strong>{claim_number in CLAIM_NUMBERS ? claim_number : 6}</strong>{' '}
            {CLAIM_NUMBERS[claim_number] ?? CLAIM_NUMBERS[6]}
            <span className="section-note">Admiralty code, 1 to 6</span>
          </dd>
        </div>
        <div>
          <dt>Evidence</dt>
          <dd>
            <strong>{GRADES[grade].label}</strong>
            <span className="section-note">GRADE-style</span>
            <Phrases signals={trust.signals} kind="design" none="" />
          </dd>
        </div>
      </dl>
      <p className="section-note">
        Judged by {layerInWords(layer)}
        {when}.
      </p>
    </section>
  );
}

/** What is never in the sum, and still worth knowing. */
export function Tone({ trust }: { trust: Trust }) {
  const { certainty, sentiment, signals } = trust;
  const kinds = ['certain', 'hedged', 'positive', 'negative'] as const;
  const told = kinds.filter((kind) => signals.some((signal) => signal.kind === kind));
  return (
    <section className="part" aria-labelledby="tone-title">
      <h2 id="tone-title">What the words show</h2>
      <dl className="facts">
        <div>
          <dt>Certainty</dt>
          <dd>
            {leaning(certainty, 'hedged', 'stated as certain')} ({certainty.toFixed(2)})
          </dd>
        </div>
        <div>
          <dt>Sentiment</dt>
          <dd>
            {leaning(sentiment, 'negative', 'positive')} ({sentiment.toFixed(2)})
          </dd>
        </div>
        {told.map((kind) => (
          <div key={kind}>
            <dt>{PHRASES[kind]}</dt>
            <dd>
              <Phrases signals={signals} kind={kind} none="" />
            </dd>
          </div>
        ))}
      </dl>
      <p className="section-note">Shown for reading; neither changes the score.</p>
    </section>
  );
}

const PHRASES = {
  certain: 'Sure words',
  hedged: 'Hedging words',
  positive: 'Praise',
  negative: 'Blame',
} as const;

function leaning(value: number, below: string, above: string): string {
  if (value < -0.1) return below;
  return value > 0.1 ? above : 'neither way';
}

/** Said above everything else where a source tries to give orders. */
export function InjectionNote({ trust }: { trust: Trust }) {
  if (!trust.injected) return null;
  return (
    <div className="injected" role="note">
      <p>
        <strong>A source of this addresses an assistant.</strong> It holds words meant as orders to
        a language model. Loci never follows them: they lower the trust, are flagged wherever they
        are shown, and are handed on only as quoted text.
      </p>
      <Phrases signals={trust.signals} kind="injection" none="" />
    </div>
  );
}
