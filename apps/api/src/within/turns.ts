import type { NextFunction, Request, Response } from 'express';
import { parentOf } from '../accounts/callers.ts';
import { localsOf } from '../http/locals.ts';
import { noPlace } from '../http/overload.ts';

/** Polygons worked on at once: each takes a connection and, of many corners over a town, a core for seconds. */
const MOST = { all: 4, key: 2 };
const MOST_WAITING = { all: 64, key: 8 };

interface Waiting {
  key: string;
  begin(): void;
}

/**
 * Lets a request with a polygon wait for its turn, those of a key and its sub-keys for each other first. A count is free,
 * so that otherwise one key would keep every connection busy with them. Refuses a request where too many wait already.
 */
export function inTurns() {
  const waiting: Waiting[] = [];
  const byKey = new Map<string, number>();
  let under_way = 0;
  const isFree = ({ key }: Waiting) => under_way < MOST.all && (byKey.get(key) ?? 0) < MOST.key;
  const change = (key: string, by: number): void => {
    under_way += by;
    byKey.set(key, (byKey.get(key) ?? 0) + by);
    if (byKey.get(key) === 0) byKey.delete(key);
  };
  const beginNext = (): void => {
    const at = waiting.findIndex(isFree);
    if (at >= 0) waiting.splice(at, 1)[0]!.begin();
  };
  return (_req: Request, res: Response, next: NextFunction): void => {
    if (res.closed) return;
    const locals = localsOf(res);
    const caller = locals.caller!;
    const key = parentOf(caller);
    if (waiting.length >= MOST_WAITING.all) throw noPlace('all');
    if (waiting.filter((one) => one.key === key).length >= MOST_WAITING.key)
      throw noPlace(caller.parent_id === null ? 'key' : 'family');
    const { leavePlace } = locals;
    let held = false;
    const leave = (): void => {
      leavePlace?.();
      if (held) change(key, -1);
      held = false;
      beginNext();
    };
    const one = {
      key,
      begin() {
        held = true;
        change(key, 1);
        locals.leavePlace = leave;
        next();
      },
    };
    res.once('close', () => {
      const at = waiting.indexOf(one);
      if (at >= 0) waiting.splice(at, 1);
      leave();
    });
    waiting.push(one);
    beginNext();
  };
}
