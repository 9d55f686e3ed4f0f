import type { RequestOf, ResponseOf, Schema } from '@domesday/contract';
import { tooFew } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { firstEnough, ignoreWiden, ladderOf } from '../../location/ladder.ts';
import { geographyOf, inWords, type Place, placeSources } from '../../location/place.ts';
import { resolveLocation } from '../../location/resolve.ts';
import { foundBy, warnUnplaced } from '../../location/unplaced.ts';
import { monthsBefore } from '../../statistics/dates.ts';
import { explainThin, explainThinRows } from '../../statistics/thin.ts';
import { isOldVisit, requireCoverage } from './coverage.ts';
import {
  type CountedShortLet,
  countedShortLets,
  type PastShortLet,
  pastShortLets,
  unplacedShortLets,
} from './market.query.ts';
import {
  countsTowards,
  dormantOf,
  FEWEST,
  figuresOf,
  isActive,
  ofBedrooms,
  ofType,
  rulesOf,
} from './model.ts';

type Request = RequestOf<'str.market'>;
type Response = ResponseOf<'str.market'>;

/** Positions are blurred by up to 150 m, which matters for circles smaller than this. */
const BLUR_MATTERS_M = 500;
/** Hardly any home lies farther from the centre of its outcode. */
const OUTCODE_REACH_M = 5000;
const SAMPLE_FOR_MEDIUM = 30;
const TYPES = ['entire_home', 'private_room', 'shared_room', 'hotel_room'] as const;

export async function market(request: Request, context: Context): Promise<Response> {
  const { query } = request;
  const place = await resolveLocation(context, query);
  await requireCoverage(context, place);
  ignoreWiden(context, place);
  const listing_type = query.listing_type ?? 'entire_home';
  const widen = query.widen ?? true;
  const isChosen = (row: CountedShortLet) => ofType(row, listing_type) && ofBedrooms(row, query.bedrooms);
  const found = await firstEnough(
    ladderOf(place, { widen }),
    async (area) => {
      const all = await countedShortLets.rows(context.db, area, {});
      return { all, chosen: all.filter(isChosen) };
    },
    ({ chosen }) => chosen.filter(countsTowards).length >= FEWEST,
  );
  const { all, chosen } = found.result;
  const n = chosen.filter(countsTowards).length;
  if (!found.enough) {
    throw tooFew(
      `Listings found for ${inWords(place)} with a price and 5 reviews: ${n}; ${FEWEST} are needed. ${
        widen ? 'Ask for all kinds or without bedrooms.' : 'Ask with widen=true or fewer filters.'
      }`,
      { sample_size: n, minimum_sample: FEWEST },
      { field: null, issue: `${n} found, at least ${FEWEST} are needed` },
    );
  }
  const newest = chosen
    .map((row) => row.seen_on)
    .sort()
    .at(-1)!;
  const old = isOldVisit(context, newest);
  const licensing = rulesOf(place);
  explain(context, found.area, n, licensing);
  await warnOfUnplaced(context, found.area);
  const by_bedrooms = byBedrooms(all.filter((row) => ofType(row, listing_type)));
  const by_listing_type = byListingType(all);
  const dormant = dormantOf(chosen);
  const with_dormant = dormant.revenue_pcm_with_dormant;
  explainThin(context, with_dormant, 'dormant.revenue_pcm_with_dormant', 'listings');
  explainThinRows(context, by_bedrooms, 'by_bedrooms', 'such listings');
  explainThinRows(context, by_listing_type, 'by_listing_type', 'such listings');
  return {
    ...figuresOf(chosen),
    active_listings: chosen.filter(isActive).length,
    dormant,
    history: await historyOf(context, found.area, monthsBefore(newest, query.months ?? 12), isChosen),
    by_bedrooms,
    by_listing_type,
    licensing,
    occupancy_method: 'review_model',
    currency: 'GBP',
    meta: context.meta({
      datasets: ['airbnb-listings', ...placeSources(place)],
      as_of: newest,
      period: { from: monthsBefore(newest, 12), to: newest },
      sample_size: n,
      minimum_sample: FEWEST,
      confidence: n >= SAMPLE_FOR_MEDIUM && !old ? 'Medium' : 'Low',
      basis: 'model',
      geography: geographyOf(place, found.area, found.first),
    }),
  };
}

function byListingType(all: readonly CountedShortLet[]): Response['by_listing_type'] {
  return TYPES.flatMap((type) => {
    const rows = all.filter((row) => row.listing_type === type).filter(countsTowards);
    return rows.length === 0 ? [] : [{ listing_type: type, n: rows.length, adr: figuresOf(rows).adr }];
  });
}

/** Warns of listings that a search by code cannot find. Circles and polygons find every listing by its position. */
async function warnOfUnplaced(context: Context, area: Place): Promise<void> {
  if (area.level === 'radius' || area.level === 'polygon') return;
  const { easting, northing } = area;
  const { n } = await unplacedShortLets.one(context.db, { easting, northing, within_m: OUTCODE_REACH_M });
  warnUnplaced(context, n, 'listings', 'active_listings', foundBy(area));
}

function explain(context: Context, area: Place, n: number, licensing: Schema<'ShortLetRules'>): void {
  for (const field of ['adr', 'occupancy_pct', 'revpar', 'revenue_pcm'])
    explainThin(context, { n }, field, 'listings');
  if (area.level === 'postcode' || (area.radius_m !== null && area.radius_m < BLUR_MATTERS_M)) {
    context.warn('blurred_positions', null, 'Inside Airbnb blurs positions by up to 150 m.');
  }
  if (licensing.regime === null)
    context.warn('not_recorded', 'licensing.regime', 'Rules of single councils are not recorded here.');
  context.warn('source_not_loaded', 'licensing.licences', 'No register of short-let licences is loaded.');
}

/** Figures by month, from the newest visit of each city in the month. `past` is ordered by visit, oldest first. */
async function historyOf(
  context: Context,
  area: Place,
  from: string,
  asked: (row: CountedShortLet) => boolean,
): Promise<Response['history']> {
  const past = await pastShortLets.rows(context.db, area, { from });
  const newest = new Map<string, string>();
  const visitsOf = ({ city, seen_on }: PastShortLet) => `${seen_on.slice(0, 7)} ${city}`;
  for (const row of past) newest.set(visitsOf(row), row.seen_on);
  const months = new Map<string, PastShortLet[]>();
  for (const row of past.filter(asked)) {
    if (row.seen_on !== newest.get(visitsOf(row))) continue;
    const month = row.seen_on.slice(0, 7);
    const rows = months.get(month) ?? [];
    months.set(month, rows);
    rows.push(row);
  }
  return [...months].map(([month, rows]) => {
    const figures = figuresOf(rows);
    return {
      month,
      adr: figures.adr.median,
      occupancy_pct: figures.occupancy_pct.median,
      revpar: figures.revpar.median,
      revenue: figures.revenue_pcm.median,
      active_listings: rows.filter(isActive).length,
    };
  });
}

function byBedrooms(rows: CountedShortLet[]): Response['by_bedrooms'] {
  return [0, 1, 2, 3, 4, 5].flatMap((bedrooms) => {
    const some = rows.filter((row) => ofBedrooms(row, bedrooms)).filter(countsTowards);
    if (some.length === 0) return [];
    const { adr, occupancy_pct } = figuresOf(some);
    return [{ bedrooms, n: some.length, adr, occupancy_pct }];
  });
}
