// The graph as a file for other programs: all of it, or one wing.

import { useMutation } from '@tanstack/react-query';
import type { GraphFormat } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { spoken } from '../../parts/knowing';
import { ErrorNotice } from '../../parts/Notice';
import { saveFile } from '../../parts/saveFile';
import { count } from '../../parts/words';

const FORMATS: Record<GraphFormat, { words: string; ending: string; type: string }> = {
  graphml: { words: 'GraphML', ending: 'graphml', type: 'application/xml' },
  jsonld: { words: 'JSON-LD', ending: 'jsonld', type: 'application/ld+json' },
};

export function Export({ wing }: { wing: string | undefined }) {
  const host = useHost();
  const save = useMutation({
    mutationFn: (format: GraphFormat) =>
      host.call('node_export', { format, wing: wing ?? null, as_of: null }),
    onSuccess: ({ text, nodes, edges }, format) => {
      const { words, ending, type } = FORMATS[format];
      saveFile(`loci-${wing ?? 'palace'}.${ending}`, type, text);
      announce(`${count(nodes, 'node')} and ${count(edges, 'edge')} saved as ${words}.`);
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
