import type { Db } from '@domesday/db';
import { holdsRealData, servesFiction } from './meta.query.ts';
import { createLoadedData, type LoadedData } from './meta.ts';

/** Header that marks an answer of the fictional country. */
export const FICTIONAL_HEADER = 'X-Fictional-Country';

/** A database that answers are read from, and what is loaded in it. */
export interface Source {
  db: Db;
  loadedData(options?: { reread: boolean }): Promise<LoadedData>;
}

export function sourceOf(db: Db, now_ms: () => number): Source {
  return { db, loadedData: createLoadedData(db, now_ms) };
}

/**
 * Chooses what a request reads from: the fictional country until the operator's database holds real data, then always
 * the operator's database. Each check begins after the request that waits for it, so that in every process all requests
 * after the first real load read real data. A `fiction` database that does not hold the fictional country (yet) is not
 * used.
 */
export function createChoice(operators: Source, fiction: Source | undefined): () => Promise<Source> {
  if (!fiction) return async () => operators;
  let chosen: Source | undefined;
  let filled = false;
  const check = sharedNext(async (): Promise<Source> => {
    if (!(await holdsRealData.one(operators.db)).real) {
      filled ||= await holdsFiction(fiction.db);
      return filled ? fiction : operators;
    }
    // Whatever is cached about the operator's database describes it as empty.
    await operators.loadedData({ reread: true });
    chosen = operators;
    return operators;
  });
  return async () => chosen ?? check();
}

async function holdsFiction(db: Db): Promise<boolean> {
  try {
    return (await servesFiction.one(db)).fictional;
  } catch (error) {
    // The database has no schema yet.
    if ((error as { code?: string }).code === '42P01') return false;
    throw error;
  }
}

/** Calls that arrive during a run share the next run. */
function sharedNext<T>(work: () => Promise<T>): () => Promise<T> {
  let underway: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  const begin = () => {
    next = undefined;
    const begun = work();
    underway = begun.catch(() => {});
    return begun;
  };
  return () => {
    next ??= underway.then(begin);
    return next;
  };
}
