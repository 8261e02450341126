// What the in-memory host has on its shelves: short texts of our own, enough to show every state.

import type { DocumentView, PageBox, PageSize, Problem, Reference } from '../bindings';
import { AGREEMENTS, agreementTerms, GLOSSARY, GLOSSARY_TERMS, type Stated } from './agreement';
import { byteLength, renderMarkdown } from './markdown';
import { type Printed, print } from './printed';

export interface Shelved {
  view: DocumentView;
  text: string;
  html: string | null;
  pages: PageSize[];
  printed: Printed | null;
  boxes: (start: number, end: number) => PageBox[];
  stated: Stated[];
}

const SLEEP = `# Sleep and memory consolidation

A reading note on why a night between learning and test changes what is kept.

## 1 What is claimed

Sleep after learning improves recall of declarative material. The effect is larger for slow-wave
sleep than for the same hours awake, and it survives when interference is held equal.

## 2 Evidence

### 2.1 Slow oscillations

Slow oscillations (0.5–1 Hz) group spindles and hippocampal ripples. Where the coupling was
strengthened by stimulation at the up-state, word-pair recall rose from 36.5 to 41.2 of 46 pairs.

### 2.2 Naps

A nap of 60 minutes that contains slow-wave sleep preserves paired associates; a nap without it
does not. Older readers — those over sixty — show a smaller gain, as Müller (2019) found.

## 3 What weakens it

Small samples, and a file drawer: of eleven preregistered attempts, six found no difference. The
effect sizes of the preregistered studies are about half of those published before 2012.

| Study | n | Gain |
| --- | --- | --- |
| Early nap study | 28 | 4.7 pairs |
| Preregistered repeat | 112 | 1.9 pairs |

## 4 Reading for this room

Treat consolidation during sleep as likely, its size as open. Definition: *consolidation* is the
process by which a new memory becomes resistant to interference.
`;

const PALACE = `# The method of loci

The method of loci ties what is to be remembered to places along a familiar walk. Each place holds
one image; recall is a walk through the same places in the same order.

## Training

Six weeks of training in the method of loci raised free recall from 26 to 62 of 72 words, and the
gain was still there four months later. Connectivity at rest moved towards that of memory athletes.

## Limits

The method helps lists and speeches. It does little for understanding, and interference grows when
one walk is used again within a day. \`café\`, \`naïve\` and 記憶 are stored exactly as written.
`;

const PLAIN = `FIELD NOTES, MARCH

Monday. Two interviews, both with archivists. The finding aid is wrong for boxes 11 to 14.
Tuesday. Checked the boxes. Letters of 1911 sit in box 14, not 11. Photographed folios 3 to 9.
Wednesday. Rain. Transcribed folio 3: "memory wants a place, and a place wants a lamp".
Thursday. The reading room closes at four. Consolidation of the index took all day.
`;

const PDF_LINES = [
  'Retrieval practice and long-term retention',
  '',
  'Testing oneself on a text a week later beats reading it again. In the first',
  'experiment, students who recalled the passage once remembered 56 percent of the',
  'idea units after a week; those who read it twice remembered 42 percent.',
  '',
  'The benefit appears only after a delay. After five minutes, reading again was',
  'slightly better, which is why learners judge it to be the better way.',
  '',
  'Feedback matters little when retrieval succeeds, and a great deal when it fails.',
  'What sleep adds to it, consolidation, is a question of its own.',
];

export const NO_REFERENCE: Reference = {
  kind: '',
  title: null,
  authors: [],
  year: null,
  container: null,
  publisher: null,
  volume: null,
  issue: null,
  pages: null,
  doi: null,
  arxiv: null,
  isbn: null,
  pmid: null,
  url: null,
  language: null,
  key: '',
};

const PDF_REFERENCE: Reference = {
  ...NO_REFERENCE,
  kind: 'article-journal',
  title: 'Retrieval practice and long-term retention',
  authors: [
    { family: 'Ferreira', given: 'Inês' },
    { family: 'Okafor', given: 'Chidi' },
  ],
  year: 2021,
  container: 'Notes on Learning',
  volume: '14',
  pages: '12–14',
  doi: '10.5555/loci.2021.14',
  language: 'en',
  sources: { title: 'title_block', authors: 'title_block', year: 'running_head', doi: 'list' },
};

function entry(number: number, over: Partial<DocumentView>): DocumentView {
  const hex = (number * 2654435761).toString(16).padStart(8, '0').slice(0, 8);
  return {
    document_id: hex.repeat(8),
    title: 'Untitled',
    name: 'untitled.md',
    path: '/home/ada/research/untitled.md',
    source_url: null,
    source_type: null,
    sha256: hex.repeat(8),
    collection: 'default',
    format: 'markdown',
    state: 'indexed',
    reason: null,
    warnings: [],
    added_at: `2026-11-${String(21 - (number % 9)).padStart(2, '0')}T09:1${number % 6}:00Z`,
    size_bytes: 2400 * number,
    text_bytes: 2300 * number,
    chunks: 4,
    pages: 0,
    supersedes: null,
    superseded_by: null,
    superseded_at: null,
    version: 1,
    freshness: 'current',
    reference: NO_REFERENCE,
    definitions: 0,
    collections: [over.collection ?? 'default'],
    ...over,
  };
}

const PLAINLY = { pages: [], printed: null, boxes: () => [] };

function markdown(
  number: number,
  title: string,
  name: string,
  collection: string,
  text: string,
  stated: Stated[] = [],
  over: Partial<DocumentView> = {},
): Shelved {
  const size_bytes = byteLength(text);
  const path = `/home/ada/research/${collection}/${name}`;
  const definitions = stated.length;
  const fields = { title, name, path, collection, size_bytes, text_bytes: size_bytes, definitions };
  const view = entry(number, { ...fields, ...over });
  return { view, text, html: renderMarkdown(text), ...PLAINLY, stated };
}

function plain(number: number): Shelved {
  const name = 'field-notes-march.txt';
  const view = entry(number, { title: 'Field notes, March', name, format: 'text', chunks: 1 });
  return { view, text: PLAIN, html: null, ...PLAINLY, stated: [] };
}

function pdf(number: number): Shelved {
  const made = print(PDF_LINES, 3);
  const view = entry(number, {
    title: 'Retrieval practice and long-term retention',
    name: 'retrieval-practice.pdf',
    path: '/home/ada/research/memory/retrieval-practice.pdf',
    collection: 'memory',
    format: 'pdf',
    pages: made.pages.length,
    size_bytes: 2 * made.text.length,
    text_bytes: made.text.length,
    chunks: 6,
    reference: PDF_REFERENCE,
  });
  return {
    view,
    text: made.text,
    html: null,
    pages: made.pages,
    printed: made,
    boxes: made.boxes,
    stated: [],
  };
}

function refused(number: number, name: string, reason: Problem): Shelved {
  const view = entry(number, {
    title: name,
    name,
    path: `/home/ada/research/scans/${name}`,
    format: 'pdf',
    state: reason.code === 'converter_crashed' ? 'failed' : 'refused',
    reason,
    chunks: 0,
    pages: 0,
    text_bytes: 0,
  });
  return { view, text: '', html: null, ...PLAINLY, stated: [] };
}

/** The three versions of the agreement, newest first, and the glossary. */
function contracts(): Shelved[] {
  const ids = [21, 22, 23].map((number) => entry(number, {}).document_id);
  const versions = AGREEMENTS.map((text, index) =>
    markdown(
      21 + index,
      'Supply agreement',
      'supply-agreement.docx',
      'contracts',
      text,
      agreementTerms(index + 1),
      {
        format: 'docx',
        version: index + 1,
        supersedes: ids[index - 1] ?? null,
        superseded_by: ids[index + 1] ?? null,
        superseded_at: index < 2 ? `2026-0${3 + 2 * index}-12T09:00:00Z` : null,
        added_at: `2026-0${1 + 2 * index}-12T09:00:00Z`,
        freshness: index === 2 ? 'stale' : 'current',
        chunks: 9,
      },
    ),
  );
  const glossary = markdown(
    24,
    'Glossary of procurement',
    'glossary.odt',
    'contracts',
    GLOSSARY,
    GLOSSARY_TERMS,
    { format: 'odt' },
  );
  return [...versions.reverse(), glossary];
}

export function shelf(): Shelved[] {
  return [...samples(), ...contracts()];
}

export function samples(): Shelved[] {
  return [
    markdown(1, 'Sleep and memory consolidation', 'sleep-and-memory.md', 'memory', SLEEP, [
      {
        term: 'consolidation',
        quote:
          '*consolidation* is the\nprocess by which a new memory becomes resistant to interference.',
        form: 'inline',
        exceptions: [],
      },
    ]),
    pdf(2),
    markdown(3, 'The method of loci', 'method-of-loci.md', 'memory', PALACE),
    plain(4),
    refused(5, 'letters-1911.pdf', {
      code: 'no_text',
      message: 'The 24 pages of letters-1911.pdf are pictures without text. The original is kept.',
      hint: 'Run it through a text recognition program and add the result.',
    }),
    refused(6, 'contract.pdf', {
      code: 'password_protected',
      message: 'contract.pdf asks for a password. The original is kept.',
      hint: 'Save a copy without the password and add that.',
    }),
  ];
}

/** What the disk holds now at a path whose file has changed since the shelves were filled. */
export function changedFile(path: string): Shelved | null {
  if (!path.endsWith('/memory/method-of-loci.md')) return null;
  const text = PALACE.replace('from 26 to 62 of 72 words', 'from 27 to 63 of 72 words');
  return markdown(31, 'The method of loci', 'method-of-loci.md', 'memory', text);
}
