// The words that a claim was made with, by place. The reader compares them with the text before it
// highlights anything. In memory only; locking forgets them.

import type { ByteRange } from './router';

export interface Quote {
  /** As the text has it. */
  quote: string;
  /** As people read it. */
  plain: string;
}

const quotes = new Map<string, Quote>();

const keyOf = (document: string, span: ByteRange) => `${document}:${span.start}:${span.end}`;

export function keepQuote(document: string, span: ByteRange, quote: Quote): void {
  const { quote: words, plain } = quote;
  quotes.set(keyOf(document, span), { quote: words, plain });
}

export function storedQuote(document: string, span: ByteRange): Quote | null {
  return quotes.get(keyOf(document, span)) ?? null;
}

export function forgetQuotes(): void {
  quotes.clear();
}
