import type { Db } from '@domesday/db';
import { servesFiction } from './meta.query.ts';
import { createLoadedData, type LoadedData } from './meta.ts';

/** Header of an answer of the fictional country. */
export const FICTIONAL_HEADER = 'X-Fictional-Country';

/** A database that answers are read from, and what is loaded in it. */
export interface Source {
  db: Db;
  loadedData(options?: { anew: boolean }): Promise<LoadedData>;
  /** Whether the fictional country is loaded in it now. */
  servesFiction(): Promise<boolean>;
}

export function sourceOf(db: Db, now_ms: () => number): Source {
  return { db, loadedData: createLoadedData(db, now_ms), servesFiction: createFictionCheck(db) };
}

/**
 * Makes an answer from the fictional country or from real data, never from both: an answer during which the one took
 * the place of the other is thrown away and made again. The country goes once and for all, so at most two answers are
 * thrown away, and where real data are served nothing is asked.
 */
export async function fromOneWorld<T>(source: Source, make: (loaded: LoadedData) => Promise<T>): Promise<T> {
  let loaded = await source.loadedData();
  while (!loaded.real) {
    const [made] = await Promise.allSettled([make(loaded)]);
    if ((await source.servesFiction()) === loaded.fictional) {
      if (made.status === 'rejected') throw made.reason;
      return made.value;
    }
    loaded = await source.loadedData({ anew: true });
  }
  return make(loaded);
}

/**
 * Tells whether the fictional country is loaded, by a look at the database that begins after the call. Calls that come
 * while one is under way share the next.
 */
function createFictionCheck(db: Db): () => Promise<boolean> {
  let underway: Promise<unknown> = Promise.resolve();
  let next: Promise<boolean> | undefined;
  const look = () => {
    next = undefined;
    const looked = servesFiction.one(db).then(({ fictional }) => fictional);
    underway = looked.catch(() => {});
    return looked;
  };
  return () => {
    next ??= underway.then(look);
    return next;
  };
}
