import type { OperationEntry } from '@domesday/contract';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { parentOf } from '../accounts/callers.ts';
import { localsOf } from '../http/locals.ts';
import { noPlace } from '../http/overload.ts';

/**
 * Most expensive requests worked on at once. Each takes a connection; one with many corners over a town also takes a
 * core for seconds.
 */
const MOST = { all: 4, key: 2 };
/**
 * Most requests that wait. For a key, as many as a free plan may send in ten seconds, since most are answered in
 * milliseconds.
 */
const MOST_WAITING = { all: 96, key: 48 };
/** Smaller areas need no turn: even in a city, five years of sales in them are read quickly. */
const LARGE_KM2 = 20;
const KM_A_DEGREE = 111;

interface Waiting {
  key: string;
  begin(): void;
}

/**
 * Makes a request wait for its turn. Each key, with its sub-keys, has only a few turns at once: some of these requests
 * are free or cheap, and one key could keep every connection busy. Refuses a request if too many are waiting.
 */
export function inTurns() {
  const waiting: Waiting[] = [];
  const byKey = new Map<string, number>();
  let under_way = 0;
  const mayBegin = ({ key }: Waiting) => under_way < MOST.all && (byKey.get(key) ?? 0) < MOST.key;
  const change = (key: string, by: number): void => {
    under_way += by;
    byKey.set(key, (byKey.get(key) ?? 0) + by);
    if (byKey.get(key) === 0) byKey.delete(key);
  };
  const beginNext = (): void => {
    const at = waiting.findIndex(mayBegin);
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
    let counted = false;
    const leave = (): void => {
      leavePlace?.();
      if (counted) change(key, -1);
      counted = false;
      beginNext();
    };
    const one = {
      key,
      begin() {
        counted = true;
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

type Input = Record<string, unknown> & { polygon?: { coordinates?: number[][][] }; radius_m?: number };

const PLACES = ['uprn', 'postcode', 'outcode', 'lat', 'polygon'];
/** Filters of comparables that are applied after reading: if nothing passes them, every radius is read. */
const AFTER_READING = ['bedrooms_min', 'bedrooms_max', 'floor_area_tolerance_pct'];

/** Requests that read far more than others of the same price, whatever their area. */
const EXPENSIVE: Record<string, (input: Input) => boolean> = {
  'listings.search': (input) => !PLACES.some((name) => name in input),
  'prices.comparables_by_uprn': (input) => AFTER_READING.some((name) => name in input),
  // For a past day an area is fitted anew to the sales before it.
  'valuations.sale': ({ as_of }) => as_of !== undefined,
};

/**
 * Makes a request wait for its turn if it is expensive: by the rules above, by a polygon whose box is large, or by a
 * large circle in an operation that reads years of sales. Of other records a circle holds few.
 */
export function dearInTurns(turn: RequestHandler, { id, datasets }: OperationEntry): RequestHandler {
  const reads_sales = datasets.includes('price-paid');
  return (req, res, next) => {
    const { query, body } = localsOf(res).request!;
    const input = { ...query, ...(body as object) } as Input;
    const { polygon, radius_m = 0 } = input;
    const ring = polygon?.coordinates?.[0];
    const km2 = ring ? boxKm2(ring) : reads_sales ? ((2 * radius_m) / 1000) ** 2 : 0;
    return km2 > LARGE_KM2 || EXPENSIVE[id]?.(input) ? turn(req, res, next) : next();
  };
}

function boxKm2(ring: number[][]): number {
  const [width, height] = [0, 1].map((axis) => {
    const values = ring.map((position) => position[axis]!);
    return Math.max(...values) - Math.min(...values);
  }) as [number, number];
  return width * Math.cos(ring[0]![1]! * (Math.PI / 180)) * height * KM_A_DEGREE ** 2;
}
