// What agents propose: each with who proposes it and why, done or dismissed by the person alone.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ProposalView, ReviewAction } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { EDGES } from '../../parts/knowing';
import { ErrorNotice } from '../../parts/Notice';
import { Reliability } from '../../parts/Reliability';
import { useChangingNotes } from '../../state/notes';
import { formatRoute } from '../../state/router';

export function Proposals({ proposals }: { proposals: ProposalView[] }) {
  const host = useHost();
  const client = useQueryClient();
  const decide = useMutation({
    mutationFn: ({ proposal, action }: { proposal: string; action: ReviewAction }) =>
      host.call('agents_decide', { proposals: [proposal], action }),
    onSuccess: (_, { action }) => {
      announce(action === 'approve' ? 'Approved.' : 'Dismissed.');
      void client.invalidateQueries();
    },
  });
  const promote = useChangingNotes(async (proposal: string) => {
    await host.call('note_promote', { proposal });
    void client.invalidateQueries();
  }, 'It is a note of yours now.');
  if (proposals.length === 0) return null;
  return (
    <section className="part" aria-labelledby="proposals-title">
      <h2 id="proposals-title">Proposed to you</h2>
      {decide.isError && <ErrorNotice error={decide.error} />}
      {promote.isError && <ErrorNotice error={promote.error} />}
      <ul className="folder-rows">
        {proposals.map((view) => (
          <li key={view.proposal} className="folder-row" data-testid="proposal">
            <p>
              <strong>{view.agent_name}</strong> proposes {whatInWords(view)}
            </p>
            {view.because !== '' && <p className="folder-note">Why: {view.because}</p>}
            <ul className="said-by">
              {view.nodes.map((node) => (
                <li key={node.node_id}>
                  <a className="link" href={formatRoute({ place: 'node', node: node.node_id })}>
                    {node.name}
                  </a>{' '}
                  <Reliability of={node} />
                </li>
              ))}
            </ul>
            <div
              className="row-buttons"
              role="group"
              aria-label={`What to do about: ${nameOf(view, 0)}`}
            >
              <button
                type="button"
                className="button small"
                disabled={decide.isPending}
                onClick={() => decide.mutate({ proposal: view.proposal, action: 'approve' })}
              >
                {view.proposes === 'remember' ? 'Keep as a claim' : 'Approve'}
              </button>
              {view.proposes === 'remember' && (
                <button
                  type="button"
                  className="button small"
                  disabled={promote.isPending}
                  onClick={() => promote.mutate(view.proposal)}
                >
                  Keep as a note
                </button>
              )}
              <button
                type="button"
                className="button small"
                disabled={decide.isPending}
                onClick={() => decide.mutate({ proposal: view.proposal, action: 'dismiss' })}
              >
                Dismiss
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function nameOf({ nodes }: ProposalView, nth: number): string {
  return nodes[nth]?.name ?? '…';
}

function whatInWords(view: ProposalView): string {
  const [first, second] = [nameOf(view, 0), nameOf(view, 1)];
  switch (view.proposes) {
    case 'remember':
      return `to remember “${first}”`;
    case 'forget':
      return `to forget “${first}”`;
    case 'supersede':
      return `“${second}” in place of “${first}”`;
    case 'link':
      return `that “${first}” ${EDGES[view.kind]} “${second}”`;
  }
}
