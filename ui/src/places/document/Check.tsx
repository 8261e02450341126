// Whether the chunks in order, overlaps removed, give back the document's text exactly.

import { useMutation } from '@tanstack/react-query';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { Icon } from '../../parts/Icon';
import { ErrorNotice } from '../../parts/Notice';
import { count, sizeInWords } from '../../parts/words';

export function Check({ id }: { id: string }) {
  const host = useHost();
  const check = useMutation({
    mutationFn: () => host.call('documents_verify', { document: id }),
    onSuccess: ({ ok }) =>
      announce(ok ? 'The chunks give back the text exactly.' : 'Something does not agree.'),
  });
  const { data } = check;
  return (
    <section className="part" aria-labelledby="check-title">
      <header className="section-head">
        <h2 id="check-title">Check</h2>
        <p className="section-note">Whether the stored chunks give back the text exactly</p>
        <button
          type="button"
          className="button small"
          disabled={check.isPending}
          onClick={() => check.mutate()}
        >
          {check.isPending ? 'Checking…' : 'Check now'}
        </button>
      </header>
      {check.isError && <ErrorNotice error={check.error} />}
      {data !== undefined && (
        <div className="check-result" data-ok={data.ok} data-testid="check-result">
          <p className="signed" data-ok={data.ok}>
            <Icon name={data.ok ? 'check' : 'warning'} />{' '}
            {data.ok
              ? 'The chunks give back the text exactly'
              : 'The chunks do not give back the text'}
            : {count(data.chunks, 'chunk')}, {sizeInWords(data.text_bytes)} compared.
          </p>
          <ul>
            {data.findings.map((finding) => (
              <li key={finding}>{finding}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
