// Numbers and states in words.

import type { DocumentState, Format, IngestOutcome, SearchMode } from '../api';

export const STAGES: Record<DocumentState | IngestOutcome, string> = {
  pending: 'Waiting',
  converting: 'Reading the file',
  chunking: 'Finding passages',
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
  unknown: 'File',
};

export const MODES: Record<SearchMode, string> = {
  hybrid: 'Words and meaning',
  semantic: 'Meaning',
  keyword: 'Words',
  exact: 'Exact',
};

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

export function durationInWords(seconds: number): string {
  if (seconds < 60) return `about ${Math.max(1, Math.round(seconds))} s left`;
  return `about ${count(Math.round(seconds / 60), 'minute')} left`;
}
