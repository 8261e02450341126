// The graph as a file for other programs: all of it, or one wing.

import { useMutation } from '@tanstack/react-query';
import type { GraphFormat } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { spoken } from '../../parts/knowing';
import { ErrorNotice } from '../../parts/Notice';
import { count } from '../../parts/words';

const FORMATS: Record<GraphFormat, { words: string; ending: string }> = {
  graphml: { words: 'GraphML', ending: 'graphml' },
  jsonld: { words: 'JSON-LD', ending: 'jsonld' },
};

export function Export({ wing }: { wing: string | undefined }) {
  const host = useHost();
  const save = useMutation({
    mutationFn: async (format: GraphFormat) => {
      const graph = await host.call('node_export', { format, wing: wing ?? null, as_of: null });
      const { text, nodes, edges } = graph;
      const place = await host.save(`loci-${wing ?? 'palace'}.${FORMATS[format].ending}`, text);
      if (place === null) return;
      announce(`${count(nodes, 'node')} and ${count(edges, 'edge')} saved as ${place}.`);
    },
  });
  const what = wing === undefined ? 'the palace' : `the wing ${spoken(wing)}`;
  return (
    <section className="palace-export" aria-label="Export">
      <div className="row-buttons">
        {(Object.keys(FORMATS) as GraphFormat[]).map((format) => (
          <button
            key={format}
            type="button"
            className="quiet"
            disabled={save.isPending}
            onClick={() => save.mutate(format)}
          >
            Save<span className="sr-only"> {what}</span> as {FORMATS[format].words}
          </button>
        ))}
      </div>
      {save.isError && <ErrorNotice error={save.error} />}
    </section>
  );
}
