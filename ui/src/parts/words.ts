// Numbers and states in words.

import type {
  DefinitionForm,
  DocumentState,
  Fate,
  Format,
  IngestOutcome,
  Reference,
  SearchMode,
} from '../api';

export const STAGES: Record<DocumentState | IngestOutcome, string> = {
  pending: 'Waiting',
  converting: 'Reading the file',
  parsing: 'Finding sections',
  chunking: 'Finding passages',
  contextualising: 'Placing passages in context',
  embedding: 'Learning the meaning',
  indexing: 'Indexing',
  indexed: 'Ready to search',
  refused: 'Not readable',
  failed: 'Failed',
  duplicate: 'Already here',
  cancelled: 'Cancelled',
};

export const FORMATS: Record<Format, string> = {
  markdown: 'Markdown',
  text: 'Text',
  html: 'HTML',
  pdf: 'PDF',
  docx: 'Word',
  pptx: 'Slides',
  spreadsheet: 'Spreadsheet',
  csv: 'Table',
  epub: 'EPUB',
  odt: 'OpenDocument',
  rtf: 'RTF',
  email: 'Mail',
  conversation: 'Conversation',
  references: 'References',
  image: 'Picture',
  unknown: 'File',
};

export const MODES: Record<SearchMode, string> = {
  hybrid: 'Words and meaning',
  semantic: 'Meaning',
  keyword: 'Words',
  exact: 'Exact',
};

export const FATES: Record<Fate, string> = {
  same: 'Same',
  moved: 'Moved',
  changed: 'Changed',
  gone: 'Gone',
};

export const DEFINITION_FORMS: Record<DefinitionForm, string> = {
  section: 'definitions section',
  inline: 'in the text',
  hereinafter: 'introduced as a name',
  glossary: 'glossary',
  acronym: 'abbreviation',
};

const SECTION_KINDS: Record<string, string> = {
  sec: 'Section',
  art: 'Article',
  annex: 'Annex',
  table: 'Table',
  fig: 'Figure',
  ref: 'Reference',
};

/** `sec_4_3_a` is “Section 4.3(a)”. */
export function sectionInWords(section_id: string): string {
  const [kind = '', ...parts] = section_id.split('_');
  const name = SECTION_KINDS[kind];
  if (name === undefined) return section_id;
  const [first = '', ...rest] = kind === 'annex' ? parts.map((part) => part.toUpperCase()) : parts;
  const tail = rest.map((part) => (/^\d/.test(part) ? `.${part}` : `(${part})`));
  return `${name} ${first}${tail.join('')}`;
}

/** “Ferreira and Okafor, 2021”; empty where neither is known. */
export function authorsAndYear({ authors, year }: Reference): string {
  const names = authors.map(({ family }) => family);
  const said =
    names.length > 3
      ? `${names[0]} and others`
      : [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');
  return [said, year === null ? '' : String(year)].filter(Boolean).join(', ');
}

export function momentInWords(timestamp: string): string {
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return '';
  const time = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return `${dayInWords(timestamp)}, ${time}`;
}

export function sizeInWords(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

export function dayInWords(timestamp: string): string {
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return '';
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}

/** “2.6 s”, “4 min”. */
export function spentInWords(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  return `${Math.round(seconds / 60)} min`;
}

export function durationInWords(seconds: number): string {
  if (seconds < 60) return `about ${Math.max(1, Math.round(seconds))} s left`;
  return `about ${count(Math.round(seconds / 60), 'minute')} left`;
}
