// The answer to a question, above the passages: sentences of the library, each opening its source. It is
// asked beside the search, which never waits for it, and shows nothing for words that ask nothing.

import { useQuery } from '@tanstack/react-query';
import type { AnswerSentence, AnswerSource, AskAnswer } from '../../api';
import { useHost } from '../../api';
import { ErrorNotice } from '../../parts/Notice';
import { useChangingNotes } from '../../state/notes';
import { keepQuote } from '../../state/quotes';
import { formatRoute } from '../../state/router';

interface QuestionAnswerProps {
  query: string;
  collection: string | null;
}

export function QuestionAnswer({ query, collection }: QuestionAnswerProps) {
  const host = useHost();
  const answer = useQuery({
    queryKey: ['ask', query, collection],
    queryFn: () => host.call('ask', { question: query, collection, if_question: true }),
    enabled: query.trim() !== '',
    retry: false,
    gcTime: 60_000,
  });
  if (query.trim() === '') return null;
  if (answer.isError) {
    return (
      <section className="question-answer" aria-label="Answer" data-testid="answer-failed">
        <ErrorNotice error={answer.error} />
        <button type="button" className="button" onClick={() => void answer.refetch()}>
          Ask again
        </button>
      </section>
    );
  }
  if (answer.data === undefined) {
    return (
      <p className="question-answer waiting" role="status" data-testid="answer-waiting">
        Looking for an answer…
      </p>
    );
  }
  return answer.data.asked ? <Told answer={answer.data} query={query} /> : null;
}

function Told({ answer, query }: { answer: AskAnswer; query: string }) {
  return (
    <section className="question-answer" aria-label="Answer" data-testid="answer">
      <h2 className="sr-only">Answer</h2>
      {answer.declined ? (
        <p data-testid="answer-declined">
          <strong>The library does not say.</strong> The passages below are the nearest to it.
        </p>
      ) : (
        <ol>
          {answer.answer.map((sentence, at) => (
            <Sentence key={at} sentence={sentence} query={query} />
          ))}
        </ol>
      )}
      {answer.conflicts.length > 0 && (
        <div className="at-odds" data-testid="answer-conflicts">
          <h3>Sources at odds</h3>
          <ul>
            {answer.conflicts.map((conflict, at) => (
              <li key={at}>
                <p>{conflict.because}</p>
                {[conflict.first, conflict.second].map((source, side) => (
                  <p key={side}>
                    <q>{source.quote}</q> <Source source={source} query={query} />
                  </p>
                ))}
              </li>
            ))}
          </ul>
        </div>
      )}
      {answer.warnings.map((warning) => (
        <p key={warning} className="degraded" role="status">
          {warning}
        </p>
      ))}
      {!answer.declined && (
        <p className="answer-how">
          {answer.composed
            ? `Worded by your language model; each sentence was checked against its sources${
                answer.dropped > 0 ? `, ${answer.dropped} left out` : ''
              }.`
            : 'Quoted word for word from your documents.'}
        </p>
      )}
      {!answer.declined && <Keep key={query} answer={answer} query={query} />}
    </section>
  );
}

function Keep({ answer, query }: { answer: AskAnswer; query: string }) {
  const host = useHost();
  const keep = useChangingNotes(
    () =>
      host.call('ask_keep', {
        question: query,
        answer: answer.answer,
        composed: answer.composed,
      }),
    'The answer is kept as a note.',
  );
  if (keep.isSuccess)
    return (
      <p role="status" data-testid="answer-kept">
        Kept as a <a href={formatRoute({ place: 'notes' })}>note</a>.
      </p>
    );
  return (
    <>
      <button
        type="button"
        className="button"
        data-testid="answer-keep"
        disabled={keep.isPending}
        onClick={() => keep.mutate(undefined)}
      >
        Keep as a note
      </button>
      {keep.isError && <ErrorNotice error={keep.error} />}
    </>
  );
}

function Sentence({ sentence, query }: { sentence: AnswerSentence; query: string }) {
  return (
    <li data-testid="answer-sentence">
      {sentence.addresses_assistant && (
        <span className="format superseded">addresses an assistant</span>
      )}{' '}
      {sentence.sentence} {sentence.holds !== '' && <em>({sentence.holds})</em>}{' '}
      {sentence.sources.map((source, at) => (
        <Source key={at} source={source} query={query} />
      ))}
    </li>
  );
}

function Source({ source, query }: { source: AnswerSource; query: string }) {
  const { document_id: document, span, quote } = source;
  return (
    <a
      className="answer-source"
      href={formatRoute({ place: 'read', document, span, query, view: null })}
      onClick={() => keepQuote(document, span, { quote, plain: quote })}
    >
      {source.title}
      {span.page === null ? '' : `, page ${span.page}`}
    </a>
  );
}
