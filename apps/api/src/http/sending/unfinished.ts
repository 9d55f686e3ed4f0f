import type { Response } from 'express';
import { localsOf } from '../locals.ts';

/**
 * Work on answers that has not finished. It can outlast its connection, since a charge may still have to be taken back.
 */
export type Unfinished = Set<Promise<void>>;

/** Makes the log line and the span of a request, and a stop of the server, wait for the work on its answer. */
export function noteWork(
  { unfinished }: { unfinished: Unfinished },
  res: Response,
  work: Promise<void>,
): Promise<void> {
  const over = work.catch(() => {}).finally(() => unfinished.delete(over));
  unfinished.add(over);
  localsOf(res).answered = over;
  return work;
}
