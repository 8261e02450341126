// From the source's base to the score: a table whose every row opens its evidence, with bars beside it
// for the eye alone.

import { Fragment, useId, useState } from 'react';
import type { TrustView } from '../../api';
import { levelOf, scoreInNumbers } from '../../parts/Reliability';
import { PartEvidence } from './PartEvidence';
import { type Part, signed, type Step, type Waterfall, waterfall } from './waterfall';

export function WaterfallTable({ view }: { view: TrustView }) {
  const [open, setOpen] = useState<Part | null>(null);
  const sums = waterfall(view);
  const { steps, sum, total, digits } = sums;
  const set = view.trust.overridden;
  return (
    <table className="waterfall" data-testid="waterfall">
      <caption>From the source’s base to the score</caption>
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">Why</th>
          <th scope="col" className="number">
            Adds
          </th>
          <th scope="col" className="number">
            Makes
          </th>
          <td aria-hidden="true" />
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <StepRows
            key={step.part}
            step={step}
            sums={sums}
            view={view}
            open={open === step.part}
            toggle={() => setOpen(open === step.part ? null : step.part)}
          />
        ))}
        {sum !== total && (
          <EndRow
            label="Held between 0 and 1"
            why={`the sum is ${sum.toFixed(digits)}`}
            adds={signed(total - sum, digits)}
            makes={total.toFixed(digits)}
          />
        )}
      </tbody>
      <tfoot>
        <EndRow
          label={set === null ? 'The score' : 'The sum'}
          why={set === null ? levelOf(total) : `${levelOf(total)}; your correction stands instead`}
          adds=""
          makes={total.toFixed(digits)}
          bar={<Bar sums={sums} from={0} to={total} kind="total" />}
        />
        {set !== null && (
          <EndRow
            label="Corrected by you"
            why={`${levelOf(set.reliability)}: ${set.reason}`}
            adds=""
            makes={scoreInNumbers(set.reliability)}
            bar={<Bar sums={sums} from={0} to={set.reliability} kind="total" />}
          />
        )}
      </tfoot>
    </table>
  );
}

interface StepRowsProps {
  step: Step;
  sums: Waterfall;
  view: TrustView;
  open: boolean;
  toggle: () => void;
}

function StepRows({ step, sums, view, open, toggle }: StepRowsProps) {
  const id = useId();
  const { part, label, why, adds, from, to } = step;
  const first = part === 'source_tier';
  return (
    <Fragment>
      <tr data-part={part}>
        <th scope="row">
          <button
            type="button"
            className="row-opener"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={toggle}
          >
            {label}
          </button>
        </th>
        <td>{why}</td>
        <td className="number">{first ? adds.toFixed(sums.digits) : signed(adds, sums.digits)}</td>
        <td className="number">{to.toFixed(sums.digits)}</td>
        <td className="bar-cell" aria-hidden="true">
          <Bar sums={sums} from={from} to={to} kind={first ? 'total' : 'step'} />
        </td>
      </tr>
      {open && (
        <tr id={id}>
          <td colSpan={5} className="part-evidence">
            <PartEvidence part={part} view={view} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

interface EndRowProps {
  label: string;
  why: string;
  adds: string;
  makes: string;
  bar?: React.ReactNode;
}

function EndRow({ label, why, adds, makes, bar }: EndRowProps) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{why}</td>
      <td className="number">{adds}</td>
      <td className="number">
        <strong>{makes}</strong>
      </td>
      <td className="bar-cell" aria-hidden="true">
        {bar}
      </td>
    </tr>
  );
}

interface BarProps {
  sums: Waterfall;
  from: number;
  to: number;
  kind: 'total' | 'step';
}

/** What is taken away is hatched, what is added is full: not by colour alone. */
function Bar({ sums: { low, high }, from, to, kind }: BarProps) {
  const share = (value: number) => `${((value - low) / (high - low)) * 100}%`;
  const width = `${(Math.abs(to - from) / (high - low)) * 100}%`;
  const way = kind === 'total' ? 'total' : to < from ? 'less' : 'more';
  return (
    <span className="bar">
      <i data-way={way} style={{ insetInlineStart: share(Math.min(from, to)), width }} />
    </span>
  );
}
