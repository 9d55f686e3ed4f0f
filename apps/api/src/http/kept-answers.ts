import type { OperationEntry } from '@domesday/contract';
import { type Db, dataOf } from '@domesday/db';
import type { ValidRequest } from './check-request.ts';
import type { Made } from './make-answer.ts';
import type { LoadedData } from './meta.ts';
import type { Asked as Past } from './past.ts';

/** An answer whose text stands before and after the id of the request that it was made for. */
interface Kept extends Omit<Made, 'text'> {
  before: string;
  after: string;
  id: boolean;
  bytes: number;
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

/** Share of the memory that one answer may take. */
const LARGEST = 0.02;
/** What an entry takes beside its texts. */
const ENTRY_BYTES = 500;

/** The answers used last, in at most so many bytes. */
export function createKeptAnswers(most_bytes: number): KeptAnswers {
  const answers = new Map<string, Kept>();
  let bytes = 0;
  const drop = (key: string): void => {
    bytes -= answers.get(key)?.bytes ?? 0;
    answers.delete(key);
  };
  return {
    get(key, request_id) {
      const kept = answers.get(key);
      if (!kept) return null;
      answers.delete(key);
      answers.set(key, kept);
      const { before, after, id, bytes: _, ...made } = kept;
      return { ...made, text: id ? before + request_id + after : before };
    },
    keep(key, request_id, { text, ...made }) {
      // A letter takes two bytes as soon as one of the text is not Latin.
      const takes = 2 * (text.length + key.length) + ENTRY_BYTES;
      if (takes > most_bytes * LARGEST) return;
      const at = text.indexOf(request_id);
      const id = at !== -1;
      const before = id ? text.slice(0, at) : text;
      const after = id ? text.slice(at + request_id.length) : '';
      if (after.includes(request_id)) return;
      drop(key);
      answers.set(key, { ...made, before, after, id, bytes: takes });
      bytes += takes;
      for (const oldest of answers.keys()) {
        if (bytes <= most_bytes) break;
        drop(oldest);
      }
    },
  };
}

const numbers = new WeakMap<object, number>();
let databases = 0;

/** Names a database, or a release of one, apart from all others. */
function numberOf(db: Db): number {
  const data = dataOf(db);
  const number = numbers.get(data) ?? ++databases;
  numbers.set(data, number);
  return number;
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
  return JSON.stringify([
    entry.id,
    numberOf(source.db),
    generation,
    today,
    inexact,
    path,
    query,
    body,
    given,
  ]);
}
