// A collection on its way out: what it holds, who signed it, and where it goes.

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExportFormat, ExportPreview, SignatureView, SignerView } from '../../api';
import { useHost } from '../../api';
import { announce } from '../../parts/announce';
import { ErrorNotice } from '../../parts/Notice';
import { TextField } from '../../parts/TextField';
import { count } from '../../parts/words';
import { CollectionChoice } from './CollectionChoice';
import { Signing } from './Signing';

const ENDINGS: Record<ExportFormat, string> = {
  json: '.json',
  pdf: '.pdf',
  markdown: '',
  'ro-crate': '-crate',
};

const FORMATS: [ExportFormat, string][] = [
  ['json', 'JSON, one file'],
  ['markdown', 'Markdown, a folder of notes'],
  ['pdf', 'PDF, its JSON beside'],
  ['ro-crate', 'Research object (RO-Crate)'],
];

export function Exporting({
  collections,
  signers,
}: {
  collections: string[];
  signers: SignerView[];
}) {
  const host = useHost();
  const [chosen, choose] = useState('');
  const [reason, setReason] = useState('');
  const [asked, ask] = useState('');
  const preview = useQuery({
    queryKey: ['export-preview', chosen, asked],
    queryFn: () => host.call('export_preview', { collection: chosen, reason: asked }),
    enabled: chosen !== '',
    retry: false,
  });
  return (
    <section className="part" aria-labelledby="export-title" aria-busy={preview.isFetching}>
      <h2 id="export-title">Sign and export</h2>
      <p className="section-note">An export is written in the clear, to where you say.</p>
      <CollectionChoice
        label="Collection"
        id="export-collection"
        all="Choose one"
        collections={collections}
        value={chosen}
        change={choose}
      />
      <TextField
        label="Reason (needed where the collection is regulated)"
        id="export-reason"
        value={reason}
        change={setReason}
        left={() => ask(reason)}
      />
      {preview.isError && <ErrorNotice error={preview.error} />}
      {preview.data !== undefined && (
        <>
          <Preview preview={preview.data} />
          {signers.length > 0 && (
            <Signing
              collection={chosen}
              reason={asked}
              signers={signers}
              signed={() => void preview.refetch()}
            />
          )}
          <Out key={chosen} collection={chosen} reason={asked} />
        </>
      )}
    </section>
  );
}

function Preview({ preview }: { preview: ExportPreview }) {
  const { documents, nodes, overrides, signatures, outdated, content_sha256 } = preview;
  return (
    <div data-testid="export-preview">
      <p>
        {count(documents, 'document')}, {count(nodes, 'node')}, {count(overrides, 'score')} set by
        hand. {signatures.length === 0 && 'Nobody signed this content.'}
      </p>
      <Signatures signatures={signatures} />
      {outdated > 0 && (
        <p className="section-note">
          {count(outdated, 'signature')} of earlier content: it has changed since.
        </p>
      )}
      <details>
        <summary>What it says</summary>
        <pre className="memory-text" tabIndex={0} aria-label="Preview">
          {preview.text}
          {preview.cut && '…'}
        </pre>
      </details>
      <p className="section-note mono">SHA-256 {content_sha256}</p>
    </div>
  );
}

export function Signatures({ signatures }: { signatures: SignatureView[] }) {
  if (signatures.length === 0) return null;
  return (
    <ul data-testid="signatures">
      {signatures.map(({ name, role, meaning, signed_at, revoked_at }) => (
        <li key={`${name} ${signed_at}`}>
          {name}, {role}: {meaning.replaceAll('_', ' ')}, {signed_at.slice(0, 19).replace('T', ' ')}{' '}
          UTC
          {revoked_at !== null && ` (the key was revoked ${revoked_at.slice(0, 10)})`}
        </li>
      ))}
    </ul>
  );
}

function Out({ collection, reason }: { collection: string; reason: string }) {
  const host = useHost();
  const [format, setFormat] = useState<ExportFormat>('json');
  const [audit, setAudit] = useState(true);
  const write = useMutation({
    mutationFn: async () => {
      const [folder] = await host.pick('folder');
      if (folder === undefined) return null;
      const path = `${folder}/${collection}${ENDINGS[format]}`;
      return host.call('knowledge_export', { collection, format, path, no_audit: !audit, reason });
    },
    onSuccess: (written) => {
      if (written !== null) announce(`Exported to ${written.path}.`);
    },
  });
  return (
    <>
      <label className="field">
        <span>Form</span>
        <select
          className="input"
          data-testid="export-format"
          value={format}
          onChange={(event) => {
            const named = FORMATS.find(([name]) => name === event.target.value);
            if (named !== undefined) setFormat(named[0]);
          }}
        >
          {FORMATS.map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={audit}
          onChange={(event) => setAudit(event.target.checked)}
        />{' '}
        With the audit trail
      </label>
      <p>
        <button
          type="button"
          className="button primary"
          data-testid="export-write"
          disabled={write.isPending}
          onClick={() => write.mutate()}
        >
          {write.isPending ? 'Exporting…' : 'Export to a folder'}
        </button>
      </p>
      {write.isError && <ErrorNotice error={write.error} />}
      {write.data !== null && write.data !== undefined && (
        <p role="status" data-testid="export-done">
          {write.data.path}: {count(write.data.files.length, 'file')},{' '}
          {count(write.data.records, 'record')} of the trail. Check it with{' '}
          <code>{write.data.verify}</code>
        </p>
      )}
    </>
  );
}
