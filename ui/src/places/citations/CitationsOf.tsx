// The citations of one document and its versions.

import { useQuery } from '@tanstack/react-query';
import { useHost } from '../../api';
import { LazyBlocks } from '../../parts/LazyBlocks';
import { Loaded } from '../../parts/Loaded';
import { count } from '../../parts/words';
import { CitationItem } from './CitationItem';
import { ExportButtons } from './ExportButtons';

export function useCitations(document: string | null) {
  const host = useHost();
  return useQuery({
    queryKey: ['citations', document],
    queryFn: () => host.call('cite_list', { document }),
  });
}

export function CitationsOf({ document }: { document: string }) {
  const list = useCitations(document);
  return (
    <section className="part" aria-labelledby="citations-title">
      <header className="section-head">
        <h2 id="citations-title">Citations</h2>
        <p className="section-note">
          {list.data !== undefined && count(list.data.citations.length, 'citation')}
        </p>
        {(list.data?.citations.length ?? 0) > 0 && (
          <ExportButtons ask={{ document, passage: null }} />
        )}
      </header>
      <Loaded query={list} what="the citations">
        {({ citations }) =>
          citations.length === 0 ? (
            <p className="section-note">
              No passage is kept yet. Select words in the reader and choose Cite.
            </p>
          ) : (
            <ul className="entries">
              <LazyBlocks items={citations} size={30} item_rem={5}>
                {(block) =>
                  block.map((citation) => (
                    <CitationItem key={citation.citation_id} citation={citation} untitled />
                  ))
                }
              </LazyBlocks>
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
