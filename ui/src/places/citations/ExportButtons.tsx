// Citations as BibTeX or CSL-JSON, to the clipboard or to a file.

import { useMutation } from '@tanstack/react-query';
import type { CitationFormat, CiteExportRequest } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { Icon } from '../../parts/Icon';
import { ErrorNotice } from '../../parts/Notice';
import { count } from '../../parts/words';
import { copyText } from '../../state/session';

const FILES: Record<CitationFormat, { words: string; name: string }> = {
  bibtex: { words: 'BibTeX', name: 'loci-citations.bib' },
  'csl-json': { words: 'CSL-JSON', name: 'loci-citations.json' },
};

interface ExportButtonsProps {
  ask: Omit<CiteExportRequest, 'format'>;
  /** Saving makes sense for lists, not for a single entry. */
  files?: true;
}

export function ExportButtons({ ask, files }: ExportButtonsProps) {
  const host = useHost();
  const write = useMutation({
    mutationFn: async ({ format, save }: { format: CitationFormat; save: boolean }) => {
      const { entries, text } = await host.call('cite_export', { ...ask, format });
      const { words, name } = FILES[format];
      const what = count(entries, 'entry', 'entries');
      if (!save) {
        await copyText(text);
        announce(`${what} copied as ${words}.`);
        return;
      }
      const place = await host.save(name, text);
      if (place !== null) announce(`${what} saved as ${place}.`);
    },
  });
  return (
    <div className="row-buttons">
      {(Object.keys(FILES) as CitationFormat[]).map((format) => (
        <button
          key={format}
          type="button"
          className="button small"
          disabled={write.isPending}
          onClick={() => write.mutate({ format, save: false })}
        >
          <Icon name="copy" /> Copy {FILES[format].words}
        </button>
      ))}
      {files &&
        (Object.keys(FILES) as CitationFormat[]).map((format) => (
          <button
            key={format}
            type="button"
            className="button small"
            disabled={write.isPending}
            onClick={() => write.mutate({ format, save: true })}
          >
            Save {FILES[format].words}
          </button>
        ))}
      {write.isError && <ErrorNotice error={write.error} />}
    </div>
  );
}
