import type { OperationEntry } from '@domesday/contract';
import { boundedMemory } from './bounded-memory.ts';
import type { ValidRequest } from './check-request.ts';
import { numberOf } from './kept-reads.ts';
import type { Made } from './made.ts';
import type { LoadedData } from './meta.ts';
import type { Asked as Past } from './past.ts';

/** An answer whose text stands before and after the id of the request that it was made for. */
interface Kept extends Omit<Made, 'text'> {
  before: string;
  /** null where the answer does not tell the id. */
  after: string | null;
}

/**
 * The answers to the last requests, to be given again for as long as the same loads and builds are served: an answer
 * depends on these, on the day and on what is asked, never on who asks. Its charge is made each time.
 */
export interface KeptAnswers {
  get(key: string, request_id: string): Made | null;
  /** Keeps an answer as it is before it is priced for its caller. */
  keep(key: string, request_id: string, made: Made): void;
}

export function createKeptAnswers(most_bytes: number): KeptAnswers {
  const answers = boundedMemory<Kept>(most_bytes);
  return {
    get(key, request_id) {
      const kept = answers.get(key);
      if (!kept) return null;
      const { before, after, ...made } = kept;
      return { ...made, text: after === null ? before : before + request_id + after };
    },
    keep(key, request_id, { text, ...made }) {
      const [before = '', after = null, ...more] = text.split(request_id);
      if (more.length === 0) answers.set(key, { ...made, before, after }, bytesOf(text));
    },
  };
}

/** V8 holds a text in a byte for each letter while all of them are Latin, else in two. */
function bytesOf(text: string): number {
  return /[\u0100-\uffff]/.test(text) ? 2 * text.length : text.length;
}

/**
 * What an answer depends on, as a key; null where it depends on more: on the account, on the clock, or on a price that
 * is asked for.
 */
export function answerKey(
  entry: OperationEntry,
  { path, query, body, given }: ValidRequest,
  { source, today, inexact }: Past,
  { generation }: LoadedData,
  quoted: boolean,
): string | null {
  const { format = 'json' } = query;
  if (entry.credits === 0 || entry.datasets.length === 0 || quoted || format !== 'json') return null;
  const { id } = entry;
  return JSON.stringify([id, numberOf(source.db), generation, today, inexact, path, query, body, given]);
}
