// An empty palace: because nothing is stored, because everything waits, or because nothing was found.

import { useQueryClient } from '@tanstack/react-query';
import type { PalaceView } from '../../api';
import { useHost } from '../../api';
import { Empty } from '../../parts/Notice';
import { count } from '../../parts/words';
import { useDocuments } from '../../state/documents';
import { addSamples, onTheWay, useQueue } from '../../state/queue';
import { navigate } from '../../state/router';

export function NothingHeld({ palace }: { palace: PalaceView }) {
  const host = useHost();
  const client = useQueryClient();
  const coming = useQueue((queue) => onTheWay(queue) > 0);
  const list = useDocuments();
  const library = () => navigate({ place: 'library' });
  if (coming) {
    return (
      <Empty
        kind="indexing"
        title="Still reading"
        action={
          <button type="button" className="button" onClick={library}>
            Watch the queue
          </button>
        }
      >
        <p>What a document says comes here as soon as it is read.</p>
      </Empty>
    );
  }
  if (palace.proposed > 0) {
    return (
      <Empty
        kind="all-proposed"
        title="Everything waits for review"
        action={
          <button
            type="button"
            className="button primary"
            onClick={() => navigate({ place: 'review' })}
          >
            Review {count(palace.proposed, 'node')}
          </button>
        }
      >
        <p>Nothing was sure enough to be accepted without you.</p>
      </Empty>
    );
  }
  if ((list.data?.documents.length ?? 0) > 0) {
    return (
      <Empty
        kind="no-match"
        title="No knowledge was found yet"
        action={
          <button type="button" className="button" onClick={library}>
            Add documents
          </button>
        }
      >
        <p>
          Terms, claims, events and names are read off the text of documents. Those that are here
          held none.
        </p>
      </Empty>
    );
  }
  return (
    <Empty
      kind="nothing-stored"
      title="The palace is empty"
      action={
        <span className="row-buttons">
          <button
            type="button"
            className="button primary"
            data-testid="samples"
            onClick={() => {
              addSamples(host, client);
              library();
            }}
          >
            Try the samples
          </button>
          <button type="button" className="button" onClick={library}>
            Open the library
          </button>
        </span>
      }
    >
      <p>
        Drop files on this window. What they say is read off them, sorted into wings and rooms, and
        shown here with its sources.
      </p>
    </Empty>
  );
}
