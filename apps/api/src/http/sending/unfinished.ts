import type { Response } from 'express';
import { localsOf } from '../locals.ts';

/** The work on answers that is not over: a connection may have ended while its charge is still to be taken back. */
export type Unfinished = Set<Promise<void>>;

/** Lets the log line and the span of the request wait for the work on its answer, and so a stop of the server. */
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
