// Answers of the in-memory host: sentences of the best paragraphs that have most of a question's words.

import type { AnswerSentence, AskAnswer, AskRequest, Hit, SearchAnswer } from '../bindings';
import type { Shelved } from './documents';
import { spanOf } from './spans';

/** Enough of the back end's rule for a stand-in. */
const asks = (question: string) =>
  question.trim().endsWith('?') ||
  /^(what|who|when|where|why|how|does|is|are)\s+\S+\s+\S/i.test(question);

const wordsOf = (text: string) =>
  new Set((text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.replace(/s$/, '')));

export function ask(
  shelves: Shelved[],
  request: AskRequest,
  search: () => SearchAnswer,
): AskAnswer {
  const asked = !request.if_question || asks(request.question);
  const wanted = wordsOf(request.question);
  const sentences = asked ? search().hits.flatMap((hit) => sentencesOf(shelves, hit)) : [];
  const fit = ({ sentence }: AnswerSentence) =>
    [...wordsOf(sentence)].filter((word) => wanted.has(word)).length / Math.max(1, wanted.size);
  const answer = sentences
    .filter((sentence) => fit(sentence) > 0.5)
    .sort((a, b) => fit(b) - fit(a))
    .slice(0, 5);
  return {
    ...{ asked, answer, declined: answer.length === 0, conflicts: [] },
    ...{ confidence: answer.length === 0 ? 0.1 : 0.8, composed: false, dropped: 0 },
    ...{ degraded_reason: null, warnings: [] },
  };
}

function sentencesOf(shelves: Shelved[], hit: Hit): AnswerSentence[] {
  const shelved = shelves.find(({ view }) => view.document_id === hit.document_id);
  if (shelved === undefined) return [];
  return [...hit.text.matchAll(/[^.!?|#]+[.!?]/g)].map(({ 0: quote, index }) => {
    const start = index + quote.length - quote.trimStart().length;
    const from = shelved.text.indexOf(hit.text) + start;
    const text = quote.trim();
    const span = spanOf(shelved, from, from + text.length);
    const source = { document_id: hit.document_id, title: hit.title, span, quote: text };
    return {
      ...{ sentence: text.replace(/\s+/g, ' '), support: 1, sources: [source] },
      ...{ holds: '', addresses_assistant: false },
    };
  });
}
