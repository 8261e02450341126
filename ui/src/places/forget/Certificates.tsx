// Every deletion certificate of this vault, each with what checking its signature says.

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Certificate } from '../../api';
import { useHost } from '../../api';
import { LazyBlocks } from '../../parts/LazyBlocks';
import { Loaded } from '../../parts/Loaded';
import { Empty } from '../../parts/Notice';
import { Place } from '../../parts/Place';
import { count, momentInWords } from '../../parts/words';
import { navigate } from '../../state/router';
import { CertificateView, Signed } from './CertificateView';

export function Certificates() {
  const host = useHost();
  const list = useQuery({
    queryKey: ['certificates'],
    queryFn: () => host.call('certificates_list', {}),
  });
  return (
    <Place title="Deletion certificates" ready={list.isSuccess} back>
      <Loaded query={list} what="the certificates">
        {({ certificates }) =>
          certificates.length === 0 ? (
            <Empty
              kind="nothing-stored"
              title="Nothing was deleted yet"
              action={
                <button
                  type="button"
                  className="button"
                  onClick={() => navigate({ place: 'library' })}
                >
                  Go to the library
                </button>
              }
            >
              <p>
                Each deletion leaves a signed certificate here: what went, what stayed and why, and
                where traces were looked for. It names the document by its hash alone.
              </p>
            </Empty>
          ) : (
            <>
              <p className="section-note">{count(certificates.length, 'certificate')}</p>
              <ul className="entries">
                <LazyBlocks items={certificates} size={20} item_rem={6}>
                  {(block) =>
                    block.map((certificate) => (
                      <Row key={certificate.signature} certificate={certificate} />
                    ))
                  }
                </LazyBlocks>
              </ul>
            </>
          )
        }
      </Loaded>
    </Place>
  );
}

function Row({ certificate }: { certificate: Certificate }) {
  const [whole, setWhole] = useState(false);
  const { document_id, deleted_at } = certificate.body;
  const name = document_id.slice(0, 8);
  return (
    <li className="entry" data-testid="certificate-row">
      <div className="entry-head">
        <h2>
          Document <span className="hex">{name}</span>
        </h2>
        <span className="section-note">{momentInWords(deleted_at)}</span>
        <button
          type="button"
          className="quiet"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Less' : 'Show'}
          <span className="sr-only"> certificate of {name}</span>
        </button>
      </div>
      {whole ? <CertificateView certificate={certificate} /> : <Signed certificate={certificate} />}
    </li>
  );
}
