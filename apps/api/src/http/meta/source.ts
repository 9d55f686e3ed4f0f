import type { Db } from '@domesday/db';
import { holdsRealData, servesFiction } from './meta.query.ts';
import { createLoadedData, type LoadedData } from './meta.ts';

/** Header of an answer of the fictional country. */
export const FICTIONAL_HEADER = 'X-Fictional-Country';

/** A database that answers are read from, and what is loaded in it. */
export interface Source {
  db: Db;
  loadedData(options?: { anew: boolean }): Promise<LoadedData>;
}

export function sourceOf(db: Db, now_ms: () => number): Source {
  return { db, loadedData: createLoadedData(db, now_ms) };
}

/**
 * Chooses what a request reads from: the database of the fictional country until the operator's holds real data, and
 * the operator's ever after. Each look begins after its request, so that every request after the first real load reads
 * real data, in every process. A database that does not hold the fictional country, or not yet, is as good as none.
 */
export function createChoice(operators: Source, fiction: Source | undefined): () => Promise<Source> {
  if (!fiction) return async () => operators;
  let chosen: Source | undefined;
  let filled = false;
  const look = sharedNext(async (): Promise<Source> => {
    if (!(await holdsRealData.one(operators.db)).real) {
      filled ||= await holdsFiction(fiction.db);
      return filled ? fiction : operators;
    }
    // What was read of it before is that of an empty database.
    await operators.loadedData({ anew: true });
    chosen = operators;
    return operators;
  });
  return async () => chosen ?? look();
}

async function holdsFiction(db: Db): Promise<boolean> {
  try {
    return (await servesFiction.one(db)).fictional;
  } catch (error) {
    // It has no schema.
    if ((error as { code?: string }).code === '42P01') return false;
    throw error;
  }
}

/** Calls that come while one is under way share the next. */
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
