// What the highlighted passage is, where it stands, and the way to the next; or that it is not there.

import { announce } from '../../parts/announce';
import { Icon } from '../../parts/Icon';
import { SHORTCUTS } from '../../parts/shortcuts';
import { type Evidence, placeInWords } from './evidence';
import type { Steps } from './useSteps';

interface EvidenceBarProps {
  evidence: Evidence;
  steps: Steps;
  copy: () => void;
  cite: () => void;
}

export function EvidenceBar({ evidence, steps, copy, cite }: EvidenceBarProps) {
  if (evidence.kind === 'none' && steps.count === 0) return null;
  return (
    <div className="evidence-bar" role="region" aria-label="Passage">
      {evidence.kind === 'lost' ? (
        <LostPassage words={evidence.words} />
      ) : (
        <p className="evidence-place">
          {evidence.kind === 'found' ? placeInWords(evidence.passage) : ''}
          {evidence.kind === 'waiting' ? 'Finding the passage…' : ''}
        </p>
      )}
      <div className="evidence-actions">
        {steps.count > 1 && (
          <>
            <span className="evidence-count">
              {steps.place > 0
                ? `Passage ${steps.place} of ${steps.count}`
                : `${steps.count} passages`}
            </span>
            <button
              type="button"
              className="quiet"
              aria-label="Previous passage"
              title={`Previous passage (${SHORTCUTS.previousHit.keys})`}
              onClick={steps.previous}
            >
              <Icon name="back" />
            </button>
            <button
              type="button"
              className="quiet"
              aria-label="Next passage"
              title={`Next passage (${SHORTCUTS.nextHit.keys})`}
              onClick={steps.next}
            >
              <Icon name="next" />
            </button>
          </>
        )}
        {evidence.kind === 'found' && (
          <button
            type="button"
            className="quiet"
            title={`Keep as a citation (${SHORTCUTS.cite.keys})`}
            onClick={cite}
          >
            <Icon name="citations" /> Cite the passage
          </button>
        )}
        {evidence.kind === 'found' && (
          <button
            type="button"
            className="quiet"
            title={`Copy with its source (${SHORTCUTS.copy.keys})`}
            onClick={() => {
              copy();
              announce('Copied.');
            }}
          >
            <Icon name="copy" /> Copy
          </button>
        )}
      </div>
    </div>
  );
}

function LostPassage({ words }: { words: string | null }) {
  return (
    <div className="lost" role="alert" data-testid="lost">
      <p>
        <strong>The passage is not where it was.</strong> The text at this place has other words, so
        nothing is highlighted. Search again to find where it stands now.
      </p>
      {words !== null && <blockquote>{words}</blockquote>}
    </div>
  );
}
