// A deletion certificate: what went, what stayed and why, where traces were looked for, who signed.

import { useMutation, useQuery } from '@tanstack/react-query';
import type { Cascade, Certificate } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { Icon } from '../../parts/Icon';
import { ErrorNotice } from '../../parts/Notice';
import { count, momentInWords, sizeInWords } from '../../parts/words';
import { copyText } from '../../state/session';

export const ASKED: Record<Cascade, string> = {
  none: 'only the document',
  orphans: 'the document and what rested on it alone',
  all: 'the document and everything that rested on it',
};

export function CertificateView({ certificate }: { certificate: Certificate }) {
  const { body, public_key, signature } = certificate;
  const json = `${JSON.stringify(certificate, null, 2)}\n`;
  const host = useHost();
  const save = useMutation({
    mutationFn: () => host.save(`loci-deletion-${body.document_id.slice(0, 8)}.json`, json),
    onSuccess: (place) => place !== null && announce(`Saved as ${place}.`),
  });
  return (
    <article className="certificate" data-testid="certificate" aria-label="Deletion certificate">
      <p>
        {momentInWords(body.deleted_at)}: {ASKED[body.cascade]}. The original had{' '}
        {sizeInWords(body.size_bytes)}.
      </p>
      <Signed certificate={certificate} />
      <div className="row-buttons">
        <button
          type="button"
          className="button"
          disabled={save.isPending}
          onClick={() => save.mutate()}
        >
          Save certificate
        </button>
        <button
          type="button"
          className="button"
          onClick={() => void copyText(json).then(() => announce('Certificate copied.'))}
        >
          Copy certificate
        </button>
      </div>
      {save.isError && <ErrorNotice error={save.error} />}
      <div className="table-box" role="group" aria-label="What went and what stayed" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Went</th>
              <th scope="col">Stayed</th>
              <th scope="col">Why it stayed</th>
            </tr>
          </thead>
          <tbody>
            {body.removals.map(({ what, gone, kept, reason }) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td>{gone.toLocaleString('en')}</td>
                <td>{kept.toLocaleString('en')}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h3>Looked for afterwards</h3>
      <ul className="proof">
        {body.proof.map(({ place, found }) => (
          <li key={place} data-found={found > 0}>
            <Icon name={found === 0 ? 'check' : 'warning'} />
            {place}: {found === 0 ? 'nothing found' : `${count(found, 'trace')} found`}
          </li>
        ))}
      </ul>
      <dl className="facts">
        <div>
          <dt>SHA-256 of the original</dt>
          <dd className="hex">{body.sha256}</dd>
        </div>
        <div>
          <dt>Fingerprint (public key)</dt>
          <dd className="hex">{public_key}</dd>
        </div>
        <div>
          <dt>Signature</dt>
          <dd className="hex">{signature}</dd>
        </div>
      </dl>
    </article>
  );
}

/** What checking the signature says. */
export function Signed({ certificate }: { certificate: Certificate }) {
  const host = useHost();
  const check = useQuery({
    queryKey: ['certificates', 'check', certificate.signature],
    queryFn: () => host.call('certificates_verify', certificate),
  });
  if (check.isError) return <ErrorNotice error={check.error} />;
  if (check.data === undefined) return <p className="signed">Checking the signature…</p>;
  const { ok, own_key } = check.data;
  const words = !ok
    ? 'The signature does not fit: the certificate was changed, or is not one.'
    : own_key === true
      ? 'Signature right, signed by this vault'
      : 'Signature right, signed by another vault';
  return (
    <p className="signed" data-ok={ok}>
      <Icon name={ok ? 'check' : 'warning'} /> {words}
    </p>
  );
}
