import { crc32 } from 'node:zlib';
import type { OperationEntry } from '@domesday/contract';
import { boundedMemory } from '../bounded-memory.ts';
import type { ValidRequest } from '../check/check-request.ts';
import { numberOf } from './kept-reads.ts';
import type { Made } from './made.ts';
import type { LoadedData } from './meta.ts';
import type { Asked as Past } from './past.ts';

/** The sources of an answer, as its text tells them, and what their licences ask: many answers share them. */
type Sources = Pick<Made, 'notices'> & { text: string };

/** An answer whose text stands in parts: the id of its request, where it tells it, comes after the first. */
interface Kept extends Omit<Made, 'text' | 'notices'> {
  tells_id: boolean;
  before: string;
  after: string;
  sources: Sources;
  end: string;
}

/**
 * The answers to requests that are repeated, to be given again for as long as the same loads and builds are served: an
 * answer depends on these, on the day and on what is asked, never on who asks. Its charge is made each time.
 */
export interface KeptAnswers {
  get(key: string, request_id: string): Made | null;
  /** Keeps an answer as it is before it is priced for its caller, if the same was asked before. */
  keep(key: string, request_id: string, made: Made): void;
}

/** Requests that are remembered, so that their repetition is known. */
const REMEMBERED = 2 ** 14;
/** Lists of sources that answers share: one for each set of datasets that an operation uses. */
const MOST_SOURCES = 200;

export function createKeptAnswers(most_bytes: number): KeptAnswers {
  const answers = boundedMemory<Kept>(most_bytes);
  const isRepeated = repetitions();
  const sharedSources = shared();
  return {
    get(key, request_id) {
      const kept = answers.get(key);
      if (!kept) return null;
      const { tells_id, before, after, sources, end, ...made } = kept;
      const text = before + (tells_id ? request_id : '') + after + sources.text + end;
      return { ...made, notices: sources.notices, text };
    },
    keep(key, request_id, { text, notices, ...made }) {
      // Most homes are asked for once: to keep their answers would cost more than it brings.
      if (!isRepeated(key)) return;
      const [before = '', rest, ...more] = text.split(request_id);
      if (more.length > 0) return;
      const [after, sources, end] = aroundSources(rest ?? '');
      const kept = {
        ...made,
        tells_id: rest !== undefined,
        before: copyOf(before),
        after: copyOf(after),
        sources: sharedSources({ text: sources, notices }),
        end: copyOf(end),
      };
      answers.set(key, kept, bytesOf(before) + bytesOf(after) + bytesOf(end));
    },
  };
}

/** The list of sources, with what asks for licences, and what stands before and after it; lean answers have none. */
function aroundSources(meta: string): [string, string, string] {
  const begin = meta.indexOf('"sources":[');
  const end = meta.indexOf(',"coverage":[', begin);
  if (begin < 0 || end < 0) return [meta, '', ''];
  return [meta.slice(0, begin), meta.slice(begin, end), meta.slice(end)];
}

/** Tells whether a key was among the last ones asked for; now and then, by a collision, one that was is forgotten. */
function repetitions(): (key: string) => boolean {
  const last = new Uint32Array(REMEMBERED);
  return (key) => {
    const hash = crc32(key);
    const place = hash % REMEMBERED;
    const repeated = last[place] === hash;
    last[place] = hash;
    return repeated;
  };
}

/** Gives equal sources as one, so that they take memory once. */
function shared(): (sources: Sources) => Sources {
  const known = new Map<string, Sources>();
  return ({ text, notices }) => {
    const same = known.get(text);
    if (same) return same;
    if (known.size >= MOST_SOURCES) known.clear();
    const copy = { text: copyOf(text), notices };
    known.set(copy.text, copy);
    return copy;
  };
}

/** A part of a text holds the whole of it in memory; its copy does not. */
function copyOf(part: string): string {
  return Buffer.from(part).toString();
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
