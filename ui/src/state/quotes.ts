// The words that a claim was made with, by place. The reader compares them with the text before it
// highlights anything. In memory only; locking forgets them.

import type { ByteRange } from './router';

const quotes = new Map<string, string>();

const keyOf = (document: string, span: ByteRange) => `${document}:${span.start}:${span.end}`;

export function keepQuote(document: string, span: ByteRange, quote: string): void {
  quotes.set(keyOf(document, span), quote);
}

export function storedQuote(document: string, span: ByteRange): string | null {
  return quotes.get(keyOf(document, span)) ?? null;
}

export function forgetQuotes(): void {
  quotes.clear();
}
