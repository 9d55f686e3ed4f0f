import { normaliseOutcode, normalisePostcode } from '@domesday/addresses';
import type { Schema } from '@domesday/contract';
import { inTransaction } from '@domesday/db';
import { count } from '@domesday/files/counted';
import { lockAccount } from '../accounts/keys.query.ts';
import { dayOf } from '../accounts/month.ts';
import { besidesBlanks, saysSomething } from '../http/check/free-text.ts';
import { ApiError, invalidParameter, notFound, unprocessable } from '../http/errors.ts';
import type { Services } from '../http/services.ts';
import { isOutside, outsideBritain } from '../location/outside.ts';
import { polygonOnGrid, polygonText } from '../location/polygon.ts';
import { unknownHome } from '../location/unknown-home.ts';
import { holdWebhook } from '../webhooks/webhooks.query.ts';
import {
  countWatches,
  insertWatch,
  isAnythingLoaded,
  isKnownOutcode,
  positionOfHome,
  positionOfPostcode,
  sameWatch,
  type WatchRow,
} from './watches.query.ts';

const MOST_WATCHES = 10_000;
const MOST_YEARS = 2;

/** What creating a watch needs; the command line has these too. */
export type Maker = Pick<Services, 'db' | 'clock'>;

interface NewWatch {
  account_id: string;
  body: Schema<'WatchRequest'>;
}

/**
 * Creates a watch, unless the account has an equal one: a request repeated because its answer was lost would otherwise
 * have each message sent twice. Throws 404 for an unknown endpoint or place, 409 at the limit of the account, and 422
 * for values that are not allowed.
 */
export async function createWatch(
  { db, clock }: Maker,
  { account_id, body }: NewWatch,
): Promise<{ row: WatchRow; fresh: boolean }> {
  const now = clock.now();
  if (!saysSomething(body.purpose, 3)) throw invalidParameter('purpose', besidesBlanks(3));
  checkEnd(body.ends_on, now);
  const value_moved_pct = moveAsked(body);
  checkReach(body);
  const place = await placeOf(db, body);
  return inTransaction(db, async (client) => {
    await lockAccount.one(client, { account_id });
    if (!(await holdWebhook.first(client, { account_id, id: body.webhook_id })))
      throw notFound('webhook_not_found', 'The account has no endpoint of this id.');
    const { webhook_id, purpose, ends_on, events } = body;
    const { x, y, shape, holes, ...where } = place;
    const values = { account_id, webhook_id, purpose, ends_on, events, value_moved_pct, ...where };
    const same = await sameWatch.first(client, values);
    if (same) return { row: same, fresh: false };
    const { total } = await countWatches.one(client, { account_id });
    if (total >= MOST_WATCHES)
      throw new ApiError(
        409,
        'limit_reached',
        `An account may have ${count(MOST_WATCHES)} watches. Delete one first.`,
      );
    const row = await insertWatch.one(client, { ...values, x, y, shape, holes, created_at: now });
    return { row, fresh: true };
  });
}

function checkEnd(ends_on: string, now: Date): void {
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + MOST_YEARS);
  if (ends_on >= dayOf(now) && ends_on <= dayOf(latest)) return;
  throw invalidParameter('ends_on', `must be from ${dayOf(now)} to ${dayOf(latest)}`);
}

/** Refuses a distance that has no effect, so that nobody waits for events that cannot come. */
function checkReach({ events, near_m, uprn, postcode }: Schema<'WatchRequest'>): void {
  if (near_m === undefined) return;
  if (!events.includes('planning')) throw invalidParameter('near_m', 'needs the event planning');
  if (uprn === undefined && postcode === undefined)
    throw invalidParameter('near_m', 'needs a uprn or a postcode');
}

/** By how many per cent the value must move; null if the value is not watched. */
function moveAsked({ events, uprn, value_moved_pct }: Schema<'WatchRequest'>): number | null {
  if (!events.includes('value_moved')) {
    if (value_moved_pct !== undefined)
      throw invalidParameter('value_moved_pct', 'needs the event value_moved');
    return null;
  }
  if (uprn === undefined) throw invalidParameter('events', 'may have value_moved only for a uprn');
  return value_moved_pct ?? 5;
}

const PLACES = ['uprn', 'postcode', 'outcode', 'polygon'] as const;

/** The columns for the watched place. Throws 404 for an unknown home or postcode. */
async function placeOf(db: Services['db'], body: Schema<'WatchRequest'>) {
  const given = PLACES.filter((name) => body[name] !== undefined);
  const one = `Give exactly one of ${PLACES.join(', ')}.`;
  if (given.length === 0)
    throw new ApiError(400, 'location_required', one, {
      details: [{ field: null, issue: 'no location is given' }],
    });
  if (given.length > 1)
    throw unprocessable(
      'multiple_locations',
      one,
      given.map((field) => ({ field, issue: 'is one of several locations' })),
    );
  const none = { uprn: null, postcode: null, outcode: null, polygon: null, shape: null, holes: [] };
  const nowhere = { near_m: null, x: null, y: null };
  const reach = (at: { position: { x: number; y: number } | null }) => {
    if (!body.events.includes('planning')) return nowhere;
    // If the position is unknown, a later load may supply it.
    return { near_m: body.near_m ?? 200, x: at.position?.x ?? null, y: at.position?.y ?? null };
  };
  if (body.uprn !== undefined) {
    const uprn = Number(body.uprn);
    const at = await positionOfHome.first(db, { uprn });
    if (!at) throw await unknownHome(db, uprn);
    return { ...none, uprn, ...reach(at) };
  }
  if (body.postcode !== undefined) {
    const postcode = normalisePostcode(body.postcode);
    if (postcode !== null && isOutside(postcode)) throw outsideBritain('postcode');
    const at = postcode === null ? null : await positionOfPostcode.first(db, { postcode });
    if (!at) throw notFound('postcode_not_found', `The postcode ${body.postcode} is not loaded.`);
    return { ...none, postcode, ...reach(at) };
  }
  if (body.outcode !== undefined) {
    const outcode = normaliseOutcode(body.outcode);
    if (outcode === null) throw invalidParameter('outcode', 'must be an outcode such as XE1');
    if (isOutside(outcode)) throw outsideBritain('outcode');
    await needLoads(db);
    if (!(await isKnownOutcode.one(db, { outcode })).known)
      throw notFound('postcode_not_found', `No loaded record lies in ${outcode}.`);
    return { ...none, ...nowhere, outcode };
  }
  const [shape, ...holes] = polygonOnGrid(body.polygon!.coordinates).map(polygonText);
  await needLoads(db);
  return { ...none, ...nowhere, polygon: JSON.stringify(body.polygon), shape: shape!, holes };
}

async function needLoads(db: Services['db']): Promise<void> {
  if ((await isAnythingLoaded.one(db)).loaded) return;
  throw notFound(
    'source_not_loaded',
    'Nothing is loaded, so nothing can change there: the fictional country has no changes. Load a dataset first.',
  );
}
