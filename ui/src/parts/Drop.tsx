// Files over the window: where they would go and how many are readable, said before they are let go.

import { useEffect, useRef, useState } from 'react';
import type { IngestPreview } from '../api';
import { useHost } from '../api';
import { Icon } from './Icon';
import { count } from './words';

export interface Hovering {
  paths: string[];
  preview: IngestPreview | null;
}

export function useFileDrop(dropped: (paths: string[]) => void): Hovering | null {
  const host = useHost();
  const [hovering, setHovering] = useState<Hovering | null>(null);
  const take = useRef(dropped);
  take.current = dropped;
  useEffect(() => {
    let visit = 0;
    const stop = host.onFileDrop((drop) => {
      visit += 1;
      if (drop.kind !== 'enter') {
        setHovering(null);
        if (drop.kind === 'drop' && drop.paths.length > 0) take.current(drop.paths);
        return;
      }
      const mine = visit;
      const { paths } = drop;
      setHovering({ paths, preview: null });
      host
        .call('ingest_preview', { paths })
        .then((preview) => mine === visit && setHovering({ paths, preview }))
        .catch(() => undefined);
    });
    return () => {
      visit += 1;
      stop();
    };
  }, [host]);
  return hovering;
}

export function DropCurtain({ drop }: { drop: Hovering }) {
  return (
    <div className="curtain" role="status">
      <div className="curtain-card">
        <Icon name="drop" />
        <p className="curtain-where">Add to your library</p>
        <p>{drop.preview === null ? 'Looking at the files…' : previewInWords(drop.preview)}</p>
      </div>
    </div>
  );
}

export function previewInWords({ accepted, refused }: IngestPreview): string {
  if (accepted === 0 && refused === 0) return 'Nothing to read in there.';
  if (accepted === 0) return `${count(refused, 'file')}, none of a kind that Loci reads.`;
  if (refused === 0) return `${count(accepted, 'file')}, all readable.`;
  const kept =
    refused === 1 ? 'is not of a kind that Loci reads' : 'are not of a kind that Loci reads';
  return `${count(accepted, 'file')} will be read; ${refused} ${kept}.`;
}
