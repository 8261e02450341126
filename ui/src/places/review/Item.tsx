// One piece of knowledge that waits: what was found, the words to judge it by, and what can be done.

import { memo, type MouseEvent, useState } from 'react';
import type { ReviewAction, ReviewItem } from '../../api';
import { Icon } from '../../parts/Icon';
import { HALLS, KINDS, PLACED_BY, placeInWords } from '../../parts/knowing';
import { Reliability } from '../../parts/Reliability';
import { SHORTCUTS } from '../../parts/shortcuts';
import { formatRoute } from '../../state/router';
import { emphasise } from '../search/emphasis';
import { EvidenceLink, sameWords } from '../trust/EvidenceList';
import { METHODS } from '../trust/words';
import { type Edited, EditForm } from './EditForm';

export interface ItemActions {
  act: (action: ReviewAction, item: ReviewItem) => void;
  actOnSource: (action: ReviewAction, item: ReviewItem) => void;
  /** What an assistant found becomes a note of the person's. */
  keepAsNote: (item: ReviewItem) => void;
  edit: (item: ReviewItem | null) => void;
  save: (edited: Edited, item: ReviewItem) => void;
  toggle: (id: string) => void;
  clicked: (event: MouseEvent, id: string) => void;
}

interface ItemProps {
  item: ReviewItem;
  selected: boolean;
  editing: boolean;
  busy: boolean;
  /** Its height in pixels, where it is too far from the view to be drawn. */
  far?: number;
  actions: ItemActions;
}

/** Drawn anew only where something about it changed: there may be thousands. */
export const Item = memo(function Item(props: ItemProps) {
  const { item, far, selected } = props;
  const { node_id } = item;
  const style = far === undefined ? undefined : { height: far };
  return (
    <li
      className="entry review-item"
      data-testid="review-item"
      data-of={node_id}
      data-selected={selected}
      style={style}
      // with Shift the keyboard stays where the range began until the click tells where it ends
      onMouseDownCapture={(event) => event.shiftKey && event.preventDefault()}
      onClickCapture={(event) => props.actions.clicked(event, node_id)}
    >
      {far === undefined && <Whole {...props} />}
    </li>
  );
});

function Whole({ item, selected, editing, busy, actions }: ItemProps) {
  const { node_id, name, kind, evidence, description } = item;
  const id = `review-${node_id}`;
  const quote = evidence?.plain ?? '';
  const facts = [
    placeInWords(item),
    HALLS[item.hall],
    item.placed_by === 'nearest' || item.placed_by === 'model' ? PLACED_BY[item.placed_by] : '',
    `sureness ${item.confidence.toFixed(2)}`,
    evidence === null ? '' : METHODS[evidence.method],
    item.proposed_by === null ? '' : `proposed by ${item.proposed_by}, an assistant`,
  ];
  return (
    <>
      <div className="entry-head">
        <h2>
          <a
            id={id}
            data-item={node_id}
            href={formatRoute({ place: 'node', node: node_id })}
            aria-describedby={`${id}-words`}
          >
            {selected && <span className="sr-only">Selected: </span>}
            {name}
          </a>
        </h2>
        <button
          type="button"
          className="quiet end"
          aria-pressed={selected}
          aria-label={`Select ${name}`}
          title={`Select (${SHORTCUTS.select.keys})`}
          onClick={() => actions.toggle(node_id)}
        >
          {selected && <Icon name="check" />} Select
        </button>
      </div>
      <p className="item-facts">
        <span className="format">{KINDS[kind]}</span> <Reliability of={item} />{' '}
        <span className="section-note">{facts.filter(Boolean).join(' · ')}</span>
      </p>
      <div id={`${id}-words`}>
        {quote !== '' && !sameWords(quote, name) && (
          <blockquote className="quote">
            {emphasise(quote, name.split(/\s+/)).map(({ text, on }, at) =>
              on ? <mark key={at}>{text}</mark> : text,
            )}
          </blockquote>
        )}
        {description !== '' && ![quote, name].some((other) => sameWords(description, other)) && (
          <p>{description}</p>
        )}
      </div>
      {evidence !== null && (
        <p className="evidence-where">
          <EvidenceLink evidence={evidence} />
        </p>
      )}
      {editing ? (
        <EditForm
          item={item}
          busy={busy}
          save={(edited) => actions.save(edited, item)}
          cancel={() => actions.edit(null)}
        />
      ) : (
        <Decide item={item} actions={actions} />
      )}
    </>
  );
}

function Decide({ item, actions }: { item: ReviewItem; actions: ItemActions }) {
  const [wide, setWide] = useState(false);
  const { name, evidence, proposal } = item;
  return (
    <>
      <div className="row-buttons" role="group" aria-label={`Decide on ${name}`}>
        <button
          type="button"
          className="button small"
          title={`Approve (${SHORTCUTS.approve.keys})`}
          onClick={() => actions.act('approve', item)}
        >
          <Icon name="check" /> {proposal === null ? 'Approve' : 'Keep as a claim'}
        </button>
        {proposal !== null && (
          <button type="button" className="button small" onClick={() => actions.keepAsNote(item)}>
            <Icon name="notes" /> Keep as a note
          </button>
        )}
        <button
          type="button"
          className="button small"
          title={`Dismiss (${SHORTCUTS.dismiss.keys})`}
          onClick={() => actions.act('dismiss', item)}
        >
          <Icon name="close" /> Dismiss
        </button>
        <button
          type="button"
          className="button small"
          title={`Edit (${SHORTCUTS.edit.keys})`}
          onClick={() => actions.edit(item)}
        >
          Edit
        </button>
        {evidence !== null && evidence.document !== null && (
          <button
            type="button"
            className="button small"
            aria-expanded={wide}
            onClick={() => setWide(!wide)}
          >
            All from this source
          </button>
        )}
      </div>
      {wide && evidence !== null && (
        <div
          className="row-buttons whole-source"
          role="group"
          aria-label={`All that waits from ${evidence.title}`}
        >
          <span>All that waits from “{evidence.title}”:</span>
          <button
            type="button"
            className="button small"
            onClick={() => actions.actOnSource('approve', item)}
          >
            Approve all
          </button>
          <button
            type="button"
            className="button small"
            onClick={() => actions.actOnSource('dismiss', item)}
          >
            Dismiss all
          </button>
        </div>
      )}
    </>
  );
}
