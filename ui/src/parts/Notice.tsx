// How a failure, a warning and an emptiness look: what happened, what was kept, the next step.

import { type ReactNode, useState } from 'react';
import type { Problem } from '../api';
import { toFailure } from '../api';
import { Icon } from './Icon';

interface ProblemNoticeProps {
  problem: Problem;
  children?: ReactNode;
}

export function ProblemNotice({ problem, children }: ProblemNoticeProps) {
  return (
    <div className="problem" role="alert" data-testid="problem" data-code={problem.code}>
      <Icon name="warning" />
      <div>
        <p className="problem-message">{problem.message}</p>
        {problem.hint !== '' && <p className="problem-hint">{problem.hint}</p>}
        {children !== undefined && <div className="problem-actions">{children}</div>}
      </div>
    </div>
  );
}

export function ErrorNotice({ error, children }: { error: unknown; children?: ReactNode }) {
  return <ProblemNotice problem={toFailure(error).problem}>{children}</ProblemNotice>;
}

const read = new Set<string>();

/** What the person should know of this system: each said once. */
export function SystemWarnings({ warnings }: { warnings: string[] }) {
  const [, setRead] = useState(0);
  return warnings
    .filter((warning) => !read.has(warning))
    .map((warning) => (
      <p key={warning} className="degraded" role="status" data-testid="system-warning">
        {warning}{' '}
        <button type="button" className="button" onClick={() => setRead(read.add(warning).size)}>
          I have read it
        </button>
      </p>
    ));
}

interface EmptyProps {
  title: string;
  kind: string;
  children?: ReactNode;
  action?: ReactNode;
}

export function Empty({ title, kind, children, action }: EmptyProps) {
  return (
    <div className="empty" data-empty={kind}>
      <h2>{title}</h2>
      <div className="empty-words">{children}</div>
      {action !== undefined && <div className="empty-action">{action}</div>}
    </div>
  );
}
