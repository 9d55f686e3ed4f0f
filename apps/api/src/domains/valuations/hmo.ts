import type { RequestOf, ResponseOf, Schema } from '@domesday/contract';
import { intervalConfidence, unusualPremises, weaker } from '@domesday/valuation';
import { notFound, unprocessable } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { type Place, placeSources } from '../../location/place.ts';
import { resolveLocation } from '../../location/resolve.ts';
import { afterCarrying } from '../../statistics/carry.ts';
import type { Period } from '../../statistics/dates.ts';
import { confidenceOfLets } from '../../statistics/known-period.ts';
import { PLAUSIBLE_YIELD_PCT } from '../../statistics/plausible-yield.ts';
import { MINIMUM_SAMPLE, quantilesOf, twoDecimals } from '../../statistics/quantiles.ts';
import { articleFourAt } from '../planning/article-four.ts';
import { noRooms } from '../properties/model.ts';
import { currentAllowance, feedRents, listRents, warnIfOld, wider, yearOfRate } from '../rents/evidence.ts';
import {
  knowsMarketAreas,
  MARKET_AREA_DATASETS,
  type MarketArea,
  marketAreas,
  warnIfSeveral,
} from '../rents/market-area.ts';
import { type Quantiles, quantilesOfList } from '../rents/model.ts';
import { requireRents } from '../rents/refused.ts';
import { areaYield } from '../rents/yields-area.ts';
import { RENT_BY_FINISH } from './finish.ts';
import {
  asPlainDouble,
  HALF_WIDTH,
  incomeValue,
  licenceThreshold,
  mixRent,
  OUTSIDE_SPACE_FACTOR,
  PARKING_FACTOR,
  ROOM_FACTORS,
  type RoomKind,
  type RoomMix,
  roomKind,
  roomsToLet,
  sharedValue,
  YIELD_PREMIUM_PCT,
} from './hmo-model.ts';
import { notMeasured } from './not-measured.ts';
import { warnOfPremises } from './premises.ts';
import { P30_OVER_MEDIAN } from './rental-model.ts';
import { isOldForYield } from './rental-yield.ts';
import { type HomeRow, homeByUprn } from './sale.query.ts';
import { SALE_VALUE_SOURCES, saleValueOrWarn } from './sale-value.ts';

type Request = RequestOf<'valuations.hmo'>;
type Response = ResponseOf<'valuations.hmo'>;
type Query = Request['query'];

const SOURCES = ['operator-lettings', 'lha-list-of-rents', 'lha-rates'];
const ROOM_KINDS = Object.keys(ROOM_FACTORS) as RoomKind[];
const FEWEST_HABITABLE_ROOMS = 3;
const SAMPLE_FOR_HIGH = 10;
const LETTING_MONTHS = 12;

interface RoomRent {
  pcm: number;
  /** Lower and upper quartile divided by the median; null if unknown. */
  spread: { low: number; high: number } | null;
  n: number | null;
  /** Kinds of the rooms whose rents were converted to that of a plain double room. */
  kinds: readonly RoomKind[];
  source: string;
  own: boolean;
  geography: Schema<'Geography'>;
  period: Period;
}

export async function hmo(request: Request, context: Context): Promise<Response> {
  const { query } = request;
  const uprn = Number(request.path.uprn);
  const place = await resolveLocation(context, { uprn: request.path.uprn });
  requireRents(context, place, SOURCES, 'room rents');
  const home = await homeByUprn(context.db, uprn, context.today);
  const habitable_rooms = home?.certificate?.habitable_rooms ?? null;
  const mix = roomMix(query, habitable_rooms, noRooms(home?.certificate, 'rooms'));
  const areas = await marketAreas(context, place);
  const room = await roomRent(context, place, areas);
  if (!room) throw noRoomRents(context, areas.length > 0);
  const target = await targetYield(context, place, areas, query);

  const finish = RENT_BY_FINISH[query.finish_quality ?? 'average'];
  const extras = (query.parking ? PARKING_FACTOR : 1) * (query.outside_space ? OUTSIDE_SPACE_FACTOR : 1);
  const gross = mixRent(mix, room.pcm * finish * extras);
  warnOfRooms(context, query, gross.rooms, habitable_rooms);
  const { occupancy_pct = 95, cost_pct = 30 } = query;
  const net = gross.total * (occupancy_pct / 100) * (1 - cost_pct / 100);
  const income = incomeValue(net, target.pct);

  const single = await saleValueOrWarn(context, home, ['single_let_value', 'uplift_pct']);
  const value = sharedValue(
    {
      value: income,
      low: income * (room.spread?.low ?? 1 - HALF_WIDTH),
      high: income * (room.spread?.high ?? 1 + HALF_WIDTH),
    },
    single && { value: single.value, ...single.interval_80 },
  );
  const { point, low, high } = value;
  const in_article_4 = await articleFourAt(context, place);
  const beside = [...(single ? SALE_VALUE_SOURCES : []), ...(in_article_4 === null ? [] : ['planning-data'])];
  const places = [...MARKET_AREA_DATASETS, 'epc-domestic', ...placeSources(place)];
  const enough = room.own && (room.n ?? 0) >= SAMPLE_FOR_HIGH;
  const base =
    isUnlikeOthers(context, home) || !single ? 'Low' : enough && single.own_sale ? 'High' : 'Medium';
  const carried = Math.max(single?.months ?? 0, target.months);
  const income_confidence = afterCarrying(intervalConfidence(base, point, value), carried);
  // If the value as a single home is the floor, the confidence is at most that of the single home's value.
  const floor = single && point > income ? single : null;
  const confidence = floor ? weaker(income_confidence, floor.confidence) : income_confidence;
  return {
    uprn: String(uprn),
    hmo_value: {
      point: twoDecimals(point),
      low: twoDecimals(low),
      high: twoDecimals(high),
      confidence,
      method: floor ? 'single_let_floor' : 'income',
    },
    gross_rent_pcm: {
      total: twoDecimals(gross.total),
      per_room: twoDecimals(gross.total / gross.rooms),
      rooms: gross.rooms,
    },
    net_rent_pcm: twoDecimals(net),
    ...besideSingle(context, room.period, { rent: gross.total, point, single: single?.value ?? null, floor }),
    licensing: licensingOf(context, place, gross.rooms),
    article_4: in_article_4,
    assumptions: {
      room_rent_pcm: room.pcm,
      room_rent_source: room.source,
      room_rent_sample: room.n,
      finish_factor: finish,
      extras_factor: Number(extras.toFixed(4)),
      ...factorsOf(mix, room.kinds),
      occupancy_pct,
      cost_pct,
      yield_pct: target.pct,
      yield_source: target.source,
      people_per_room: 1,
    },
    back_test: notMeasured(
      context,
      'No open data has sales of homes let by the room together with their rooms.',
    ),
    as_of: context.today,
    currency: 'GBP',
    meta: context.meta({
      datasets: [...new Set([room.source, ...target.datasets, ...beside, ...places])],
      period: room.period,
      sample_size: room.n,
      minimum_sample: MINIMUM_SAMPLE,
      confidence,
      basis: 'model',
      geography: room.geography,
    }),
  };
}

/**
 * The figures that compare the HMO with the single home. Rents of past years are compared neither with the present
 * value as a single home nor with a value that rests on it.
 */
function besideSingle(
  context: Context,
  period: Period,
  {
    rent,
    point,
    single,
    floor,
  }: { rent: number; point: number; single: number | null; floor: object | null },
): Pick<Response, 'gross_yield_pct' | 'single_let_value' | 'uplift_pct'> {
  const old = single !== null && isOldForYield(context, period);
  const reason = `The rent is of ${period.from} to ${period.to} and the value as a single home of today`;
  if (old) context.warn('not_recorded', 'uplift_pct', `${reason}: the two are not compared.`);
  if (old && floor)
    context.warn('not_recorded', 'gross_yield_pct', `${reason}: no yield is worked out of the two.`);
  const gross_yield_pct = old && floor ? null : twoDecimals((rent * 1200) / point);
  if (gross_yield_pct !== null && gross_yield_pct > PLAUSIBLE_YIELD_PCT)
    context.warn(
      'implausible_yield',
      'gross_yield_pct',
      `It is over ${PLAUSIBLE_YIELD_PCT} per cent, as of no home that is known: it follows from \`assumptions.yield_pct\`, the costs and the occupancy.`,
    );
  return {
    gross_yield_pct,
    single_let_value: single,
    uplift_pct: single === null || old ? null : twoDecimals((point / single - 1) * 100),
  };
}

/** Whether the premises are recorded as something other than a home, shared or not; warns if so. */
function isUnlikeOthers(context: Context, home: HomeRow | null): boolean {
  const unlike = home !== null && unusualPremises(home)?.shared === false;
  if (unlike) warnOfPremises(context, home, 'hmo_value');
  return unlike;
}

/** The rooms counted by the caller, else double rooms: as many as requested, or as the certificate suggests. */
function roomMix(query: Query, habitable_rooms: number | null, unknown: string): RoomMix {
  const { double_ensuite, double, single_ensuite, single } = query;
  const mix = { double_ensuite, double, single_ensuite, single };
  const counted = Object.values(mix).reduce<number>((sum, count) => sum + (count ?? 0), 0);
  if (habitable_rooms !== null && habitable_rooms < FEWEST_HABITABLE_ROOMS) {
    throw unprocessable(
      'not_suitable_for_hmo',
      `The certificate records ${habitable_rooms} habitable rooms; a shared home needs at least ${FEWEST_HABITABLE_ROOMS}.`,
      [{ field: 'uprn', issue: 'has too few habitable rooms' }],
    );
  }
  if (isMixGiven(query)) {
    if (query.rooms !== undefined && query.rooms !== counted) {
      throw unprocessable(
        'invalid_parameter',
        `The kinds of room add up to ${counted}, not to ${query.rooms}.`,
        [{ field: 'rooms', issue: `must be ${counted}, the sum of the kinds` }],
      );
    }
    if (counted < 2) {
      throw unprocessable('invalid_parameter', 'A shared home has at least 2 rooms to let.', [
        ...ROOM_KINDS.filter((kind) => query[kind] !== undefined).map((field) => ({
          field,
          issue: 'must come to 2 or more with the other kinds',
        })),
      ]);
    }
    return mix as RoomMix;
  }
  if (query.rooms !== undefined) return { double: query.rooms };
  if (habitable_rooms === null) {
    throw unprocessable('rooms_required', unknown, [
      { field: 'rooms', issue: 'is required for this property' },
    ]);
  }
  return { double: Math.max(2, roomsToLet(habitable_rooms, query.living_room ?? true)) };
}

/** Whether the caller gives a mix. Any one kind gives the whole mix; kinds left out count as none. */
function isMixGiven(query: Query): boolean {
  return ROOM_KINDS.some((kind) => query[kind] !== undefined);
}

/** Warns if the number of rooms given contradicts the certificate, and that it makes `living_room` irrelevant. */
function warnOfRooms(context: Context, query: Query, rooms: number, habitable_rooms: number | null): void {
  if (query.rooms === undefined && !isMixGiven(query)) return;
  context.ignore('living_room', 'the request gives the rooms to let');
  if (habitable_rooms !== null && rooms > habitable_rooms)
    context.warn(
      'contradicts_record',
      'gross_rent_pcm.rooms',
      `Its certificate gives ${habitable_rooms} habitable rooms, and ${rooms} are valued.`,
    );
}

/** The assumed rent factors of the kinds of room in the mix and among the lettings, relative to a plain double room. */
function factorsOf(mix: RoomMix, let_out: readonly RoomKind[]): Record<string, number> {
  const kinds = ROOM_KINDS.filter((kind) => kind !== 'double' && (mix[kind] || let_out.includes(kind)));
  return Object.fromEntries(kinds.map((kind) => [`${kind}_factor`, ROOM_FACTORS[kind]]));
}

/**
 * Rent of a plain double room: from the operator's own lettings of rooms of all kinds, else from the list of rents,
 * else from the allowance.
 */
async function roomRent(context: Context, place: Place, areas: MarketArea[]): Promise<RoomRent | null> {
  const options = { widen: true, months: LETTING_MONTHS, rooms: true };
  const feed = await feedRents(context, place, {}, options);
  if (feed) {
    const rents = quantilesOf(feed.chosen.map(asPlainDouble));
    const kinds = [...new Set(feed.chosen.map((letting) => roomKind(letting.room_type)))];
    const period = { from: feed.from, to: context.today };
    // If the rooms were let long ago, they count no more than open data.
    const own = confidenceOfLets(context, 'High', 'gross_rent_pcm', period) === 'High';
    return { ...roomOf(rents), kinds, source: 'operator-lettings', own, geography: feed.geography, period };
  }
  if (!areas[0]) return null;
  const geography = wider(place, areas[0].name, 'brma');
  warnIfSeveral(context, areas);
  const list = await listRents(context, place, areas);
  const row = list?.rows.find((candidate) => candidate.category === 'A' && candidate.n >= MINIMUM_SAMPLE);
  if (row) {
    warnIfOld(context, list!, 'gross_rent_pcm');
    const { period } = list!;
    return {
      ...roomOf(quantilesOfList(row)),
      kinds: [],
      source: 'lha-list-of-rents',
      own: false,
      geography,
      period,
    };
  }
  const rate = (await currentAllowance(context, areas)).find((candidate) => candidate.category === 'A');
  if (!rate) return null;
  return {
    pcm: twoDecimals(rate.monthly / P30_OVER_MEDIAN),
    spread: null,
    n: null,
    kinds: [],
    source: 'lha-rates',
    own: false,
    geography,
    period: yearOfRate(rate),
  };
}

function roomOf(rents: Quantiles): Pick<RoomRent, 'pcm' | 'spread' | 'n'> {
  const pcm = rents.median!;
  const spread =
    rents.p25 === null || rents.p75 === null ? null : { low: rents.p25 / pcm, high: rents.p75 / pcm };
  return { pcm, spread, n: rents.n };
}

async function targetYield(
  context: Context,
  place: Place,
  areas: MarketArea[],
  query: Query,
): Promise<{ pct: number; source: string; datasets: string[]; months: number }> {
  if (query.target_yield_pct !== undefined) {
    return { pct: query.target_yield_pct, source: 'as given', datasets: [], months: 0 };
  }
  const found = await areaYield(context, place, areas, {
    months: LETTING_MONTHS,
    widen: true,
    warning_field: 'assumptions.yield_pct',
  });
  if (!found) {
    throw notFound(
      'insufficient_data',
      'No local yield is known to value the income at. Give target_yield_pct.',
      [{ field: 'target_yield_pct', issue: 'is needed for this property' }],
    );
  }
  const priced = found.price_basis === 'index' ? ['uk-hpi'] : ['price-paid', 'hmlr-uprn-lookup'];
  const datasets = [found.dataset, ...priced];
  const source = `gross yield of ${found.geography.used} plus ${YIELD_PREMIUM_PCT} points`;
  return {
    pct: twoDecimals(found.gross_pct + YIELD_PREMIUM_PCT),
    source,
    datasets,
    months: found.months,
  };
}

function licensingOf(context: Context, place: Place, people: number): Response['licensing'] {
  const threshold_people = licenceThreshold(place.country);
  if (people >= threshold_people) {
    const scheme = place.country === 'Scotland' ? 'HMO licence' : 'mandatory HMO licence';
    return { likely_required: true, scheme, threshold_people };
  }
  context.warn(
    'not_covered',
    'licensing.likely_required',
    'Below the number that needs a licence throughout the nation; additional and selective schemes of the council are not known here.',
  );
  return { likely_required: null, scheme: null, threshold_people };
}

function noRoomRents(context: Context, placed: boolean): Error {
  const unloaded = SOURCES.filter((id) => !context.loaded(id));
  if (!knowsMarketAreas(context)) unloaded.push('brma-lookup');
  return unloaded.length > 0 && !placed
    ? notFound(
        'source_not_loaded',
        `No loaded source tells room rents here: load ${unloaded.join(', ')}.`,
        unloaded.map((id) => ({ field: null, issue: `${id} is not loaded` })),
      )
    : notFound('insufficient_data', 'No loaded source has enough rents of rooms in this area.');
}
