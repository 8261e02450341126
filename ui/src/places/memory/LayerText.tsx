// One layer: its budget, and what of it is used by which text.

import { useId } from 'react';
import type { MemoryLayerText } from '../../api';
import { formatRoute } from '../../state/router';

interface LayerTextProps {
  layer: MemoryLayerText;
  name: string;
  most: number;
  budget: number;
  setBudget: (tokens: number) => void;
}

export function LayerText({ layer, name, most, budget, setBudget }: LayerTextProps) {
  const id = useId();
  const { tokens, text, because, left_out, nodes } = layer;
  const title = `${layer.layer} ${name}`;
  const set = (value: string) => setBudget(Math.max(0, Math.round(Number(value)) || 0));
  return (
    <section className="memory-layer" aria-labelledby={id} data-testid="memory-layer">
      <div className="memory-layer-head">
        <h3 id={id}>{title}</h3>
        <p className="section-note" data-testid="memory-tokens">
          {tokens} of {layer.budget} tokens · {because}
          {left_out > 0 && ` · ${left_out} more did not fit`}
        </p>
      </div>
      <div className="memory-budget">
        <label>
          <span className="sr-only">Budget of {title}, in tokens</span>
          <input
            type="range"
            min={0}
            max={Math.max(most, budget)}
            step={10}
            value={budget}
            onChange={({ target }) => set(target.value)}
          />
        </label>
        <label>
          <span className="sr-only">Budget of {title} as a number</span>
          <input
            type="number"
            min={0}
            max={32768}
            value={budget}
            onChange={({ target }) => set(target.value)}
          />
        </label>
      </div>
      {text === '' ? (
        <p className="section-note">It says nothing.</p>
      ) : (
        <pre className="memory-text" tabIndex={0} aria-label={`Text of ${title}`}>
          {text}
        </pre>
      )}
      {nodes.some(({ node_id }) => node_id !== null) && (
        <details>
          <summary>What stands in it</summary>
          <ul className="said-by">
            {nodes.map(({ node_id, text: words, tokens: length }) => (
              <li key={node_id ?? words}>
                {node_id === null ? (
                  words
                ) : (
                  <a className="link" href={formatRoute({ place: 'node', node: node_id })}>
                    {words}
                  </a>
                )}{' '}
                <span className="flag">{length} tokens</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
