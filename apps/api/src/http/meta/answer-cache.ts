import { crc32 } from 'node:zlib';
import type { OperationEntry } from '@domesday/contract';
import { boundedMemory } from '../bounded-memory.ts';
import type { ValidRequest } from '../check/check-request.ts';
import type { MadeAnswer } from './made.ts';
import type { LoadedData } from './meta.ts';
import type { ReleaseChoice } from './past.ts';
import { numberOf } from './read-cache.ts';

/** The sources of an answer as JSON text, with their licence notices; many answers share them. */
type Sources = Pick<MadeAnswer, 'notices'> & { text: string };

/**
 * A cached answer. Its text is stored in parts, because the request id (if the text has one) goes between `before` and
 * `after`, and the shared sources between `after` and `end`.
 */
interface StoredParts extends Omit<MadeAnswer, 'text' | 'notices'> {
  tells_id: boolean;
  before: string;
  after: string;
  sources: Sources;
  end: string;
}

/**
 * A cache of answers to repeated requests, valid while the same loads and builds are served. An answer depends on
 * those, on the day and on the request, never on the caller. Each use is charged.
 */
export interface AnswerCache {
  get(key: string, request_id: string): MadeAnswer | null;
  /** Caches an answer, before the caller's price is applied, if the same request was made before. */
  keep(key: string, request_id: string, made: MadeAnswer): void;
}

/** How many recent requests are remembered to recognise a repetition. */
const REMEMBERED = 2 ** 14;
/** Distinct lists of sources that answers share: one for each set of datasets that an operation uses. */
const MOST_SOURCES = 200;

export function createAnswerCache(most_bytes: number): AnswerCache {
  const answers = boundedMemory<StoredParts>(most_bytes);
  const isRepeated = repetitions();
  const sharedSources = shared();
  return {
    get(key, request_id) {
      const stored = answers.get(key);
      if (!stored) return null;
      const { tells_id, before, after, sources, end, ...made } = stored;
      const text = before + (tells_id ? request_id : '') + after + sources.text + end;
      return { ...made, notices: sources.notices, text };
    },
    keep(key, request_id, { text, notices, ...made }) {
      // Most homes are asked for once: caching their answers would cost more than it saves.
      if (!isRepeated(key)) return;
      const [before = '', rest, ...more] = text.split(request_id);
      if (more.length > 0) return;
      const [after, sources, end] = aroundSources(rest ?? '');
      const stored = {
        ...made,
        tells_id: rest !== undefined,
        before: copyOf(before),
        after: copyOf(after),
        sources: sharedSources({ text: sources, notices }),
        end: copyOf(end),
      };
      answers.set(key, stored, bytesOf(before) + bytesOf(after) + bytesOf(end));
    },
  };
}

/**
 * Splits a text into what precedes the list of sources, the list with its licence notices, and the rest. Lean answers
 * have no such list.
 */
function aroundSources(meta: string): [string, string, string] {
  const begin = meta.indexOf('"sources":[');
  const end = meta.indexOf(',"coverage":[', begin);
  if (begin < 0 || end < 0) return [meta, '', ''];
  return [meta.slice(0, begin), meta.slice(begin, end), meta.slice(end)];
}

/** Whether a key was among the last ones asked for. A hash collision occasionally forgets a key. */
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

/** Returns one shared object for equal sources, so that they take memory once. */
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

/** A substring keeps the whole string in memory; a copy does not. */
function copyOf(part: string): string {
  return Buffer.from(part).toString();
}

/** V8 stores a string in one byte a character while all characters are Latin-1, else in two. */
function bytesOf(text: string): number {
  return /[\u0100-\uffff]/.test(text) ? 2 * text.length : text.length;
}

/**
 * The cache key of everything that an answer depends on. Null where the answer also depends on the account or the
 * clock, or is a quote or a file.
 */
export function answerKey(
  entry: OperationEntry,
  { path, query, body, given }: ValidRequest,
  { source, today, inexact }: ReleaseChoice,
  { generation }: LoadedData,
  quoted: boolean,
): string | null {
  const { format = 'json' } = query;
  if (entry.credits === 0 || entry.datasets.length === 0 || quoted || format !== 'json') return null;
  const { id } = entry;
  return JSON.stringify([id, numberOf(source.db), generation, today, inexact, path, query, body, given]);
}
