import type { RequestOf, ResponseOf, Schema } from '@domesday/contract';
import type { Context } from '../../http/handler.ts';
import { placeSources } from '../../location/place.ts';
import { resolveLocation } from '../../location/resolve.ts';
import { confidenceOfLets } from '../../statistics/known-period.ts';
import { MINIMUM_SAMPLE, quantilesOf } from '../../statistics/quantiles.ts';
import { explainThin } from '../../statistics/thin.ts';
import type { LettingRow } from './evidence.query.ts';
import { currentAllowance, feedRents, listRents, warnIfOld, wider } from './evidence.ts';
import { brmaOf, knowsMarketAreas, MARKET_AREA_DATASETS, marketAreas, warnIfSeveral } from './market-area.ts';
import { confidenceOf, type Quantiles, quantilesOfList, weekly } from './model.ts';
import { addedByOwnFeed, MONTHS, ONE_PERIOD, warnOfNarrowing } from './own-feed.ts';
import { noRents } from './refused.ts';

type Request = RequestOf<'rents.hmo'>;
type Response = ResponseOf<'rents.hmo'>;
type RoomType = Schema<'RoomType'>;

const ROOMS: RoomType[] = ['double_ensuite', 'double_shared', 'single_ensuite', 'single_shared', 'any'];
const ROOM_SOURCES = ['operator-lettings', 'lha-list-of-rents', 'lha-rates'];
/**
 * If this share of the rooms with known bills has them included (or not), the rents count as with (or without) bills.
 */
const NEARLY_ALL = 0.9;

export async function hmo(request: Request, context: Context): Promise<Response> {
  const { query } = request;
  const widen = query.widen ?? true;
  const place = await resolveLocation(context, query);
  const feed = await feedRents(context, place, {}, { widen, months: query.months ?? MONTHS, rooms: true });
  const areas = await marketAreas(context, place);
  const allowance = await currentAllowance(context, areas);
  const list = feed || !widen ? null : await listRents(context, place, areas);
  const shared = list?.rows.find((row) => row.category === 'A' && row.n >= MINIMUM_SAMPLE) ?? null;
  const rate = allowance.find((row) => row.category === 'A')?.weekly ?? null;
  if (!feed && !shared && rate === null) throw noRents(context, place, ROOM_SOURCES, 'rents of rooms');
  if (rate === null) warnNoRate(context, areas.length > 0);
  const rooms = ROOMS.filter((type) => query.room_type === undefined || type === query.room_type).map(
    (type) => {
      const rent_pcm = feed
        ? roomsOf(feed.all, type)
        : type === 'any' && shared
          ? quantilesOfList(shared)
          : null;
      if (rent_pcm === null) warnNoRoom(context, type, feed !== null, list !== null);
      else explainThin(context, rent_pcm, `rooms.${type}`, 'such rooms');
      return { room_type: type, rent_pcm, rent_pw: rent_pcm && weekly(rent_pcm) };
    },
  );
  if (rate === null && rooms.every((room) => room.rent_pcm === null))
    throw noRents(context, place, ROOM_SOURCES, 'rents of such rooms');
  if (shared) warnIfOld(context, list!, 'rooms');
  if (!feed) {
    await warnOfNarrowing(context, ['months'], ONE_PERIOD, (silent) =>
      feedRents(silent, place, {}, { widen, months: MONTHS, rooms: true }),
    );
  }
  if (!feed || rate !== null) warnIfSeveral(context, areas);
  const bills = feed ? billsOf(feed.all) : shared ? false : null;
  if (bills === null)
    context.warn('not_recorded', 'bills_included', 'Whether bills are included differs or is not recorded.');
  const basis = feed || shared ? 'achieved' : 'register';
  const asked_for = query.room_type ?? 'any';
  const own = feed?.all.filter((room) => isOf(room, asked_for)).length ?? 0;
  const confidence = feed
    ? confidenceOfLets(context, confidenceOf(own), 'rooms', { from: feed.from, to: context.today })
    : shared && list!.recent
      ? 'Medium'
      : 'Low';
  return {
    rooms,
    shared_accommodation_rate_pw: rate,
    lha_brma: rate === null ? null : brmaOf(areas, allowance),
    bills_included: bills,
    basis,
    currency: 'GBP',
    meta: context.meta({
      datasets: [
        ...(feed ? ['operator-lettings'] : []),
        ...(shared ? ['lha-list-of-rents'] : []),
        ...(rate === null ? [] : ['lha-rates']),
        ...MARKET_AREA_DATASETS,
        ...placeSources(place),
      ],
      period: feed ? { from: feed.from, to: context.today } : shared ? list!.period : null,
      sample_size: feed ? own : (shared?.n ?? null),
      minimum_sample: MINIMUM_SAMPLE,
      confidence,
      coverage: feed ? [addedByOwnFeed('operator-lettings', place, own, confidence)] : [],
      basis,
      geography: feed?.geography ?? wider(place, areas[0]!.name, 'brma'),
    }),
  };
}

function warnNoRate(context: Context, placed: boolean): void {
  const unloaded = [
    ...(context.loaded('lha-rates') ? [] : ['lha-rates']),
    ...(knowsMarketAreas(context) ? [] : ['brma-lookup or brma-boundaries']),
  ];
  const lack = placed ? 'no loaded table has this market area' : 'the place is in no loaded market area';
  for (const field of ['shared_accommodation_rate_pw', 'lha_brma'])
    context.warn(
      unloaded.length > 0 ? 'source_not_loaded' : 'not_covered',
      field,
      `Shared accommodation rate: ${unloaded.length > 0 ? `load ${unloaded.join(' and ')} to know it` : lack}.`,
    );
}

function isOf(letting: LettingRow, type: RoomType): boolean {
  return type === 'any' || letting.room_type === type;
}

/** Rents of rooms of a type; null if there are fewer than 5. */
function roomsOf(lettings: LettingRow[], type: RoomType): Quantiles | null {
  const rents = lettings.filter((letting) => isOf(letting, type)).map((letting) => letting.rent_pcm);
  return rents.length < MINIMUM_SAMPLE ? null : quantilesOf(rents);
}

function billsOf(lettings: LettingRow[]): boolean | null {
  const known = lettings.filter((letting) => letting.bills_included !== null);
  const share = known.filter((letting) => letting.bills_included).length / known.length;
  if (!(share >= NEARLY_ALL || share <= 1 - NEARLY_ALL)) return null;
  return share >= NEARLY_ALL;
}

function warnNoRoom(context: Context, type: RoomType, feed: boolean, list: boolean): void {
  const field = `rooms.${type}`;
  if (feed) context.warn('insufficient_sample', field, `Rents of ${type}: fewer than 5 rooms of the kind.`);
  else if (type === 'any' && !list && !context.loaded('lha-list-of-rents'))
    context.warn('source_not_loaded', field, 'Rents of rooms: load lha-list-of-rents, or your own lettings.');
  else if (type === 'any') context.warn('insufficient_sample', field, 'Rents of rooms: too few in the area.');
  else
    context.warn(
      'not_recorded',
      field,
      `Rents of ${type}: open sources do not distinguish kinds of room; your own lettings would.`,
    );
}
