// One node: its title leads a level down, each of its sentences to where it stands.

import type { LevelNode, LevelSentence } from '../../api';
import { formatRoute, reading } from '../../state/router';

const NAMED = 8;

export function NodeCard({ node, opened }: { node: LevelNode; opened: boolean }) {
  const { id, level, title, sentences, entities, stale } = node;
  const name = title === '' ? 'Without a heading' : title;
  return (
    <li className="entry summary" data-testid="summary" data-of={id} data-level={level}>
      <div className="entry-head">
        <h3>
          {opened ? (
            name
          ) : (
            <a href={formatRoute({ place: 'summaries', node: id })} data-item={id}>
              {name}
            </a>
          )}
        </h3>
        {stale && (
          <span className="flag caution" title="A document came or went since it was built">
            stale
          </span>
        )}
      </div>
      {sentences.length === 0 && <p className="section-note">No sentence to choose here.</p>}
      {sentences.map((sentence) => (
        <Sentence key={`${sentence.text} ${sentence.sources[0]?.start}`} sentence={sentence} />
      ))}
      {entities.length > 0 && (
        <p className="section-note">
          Names{' '}
          {entities
            .slice(0, NAMED)
            .map((entity) => entity.name)
            .join(' · ')}
          {entities.length > NAMED && ` and ${entities.length - NAMED} more`}
        </p>
      )}
    </li>
  );
}

function Sentence({ sentence }: { sentence: LevelSentence }) {
  const { text, connective, sources, support } = sentence;
  if (connective) {
    return (
      <p className="summary-ours" data-testid="connective" title="Words of Loci, not of a document">
        {text}
      </p>
    );
  }
  const [first, ...others] = sources;
  if (first === undefined) return null;
  const href = (at: typeof first) => formatRoute(reading(at.document_id, at));
  const page = first.page === null ? '' : `, page ${first.page}`;
  return (
    <p className="summary-said">
      <a
        className="summary-link"
        href={href(first)}
        data-testid="summary-sentence"
        title={`Open where it stands${page} · supported ${Math.round(support * 100)} %`}
      >
        {text}
      </a>
      {others.map((source, at) => (
        <a
          key={`${source.document_id} ${source.start}`}
          className="summary-also"
          href={href(source)}
          title={source.quote}
          aria-label={`Also said elsewhere: ${source.quote}`}
        >
          {at + 2}
        </a>
      ))}
    </p>
  );
}
