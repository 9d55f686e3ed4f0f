import type { RequestOf, ResponseOf, Schema } from '@domesday/contract';
import { type ApiError, notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { ladderOf } from '../../location/ladder.ts';
import { geographyOf, type Place } from '../../location/place.ts';
import { resolveLocation } from '../../location/resolve.ts';
import { afterCarrying } from '../../statistics/carry.ts';
import { medianOf } from '../../statistics/quantiles.ts';
import { type DatedSale, isPacked, packedSales } from '../prices/packed.ts';
import { averagePriceNow } from './average-price.ts';
import type { LettingRow } from './evidence.query.ts';
import { lettingsInPlace } from './evidence.query.ts';
import { type IndexRents, indexRents, type ListRents, listRents, matches } from './evidence.ts';
import { medianAskingPrices } from './listings.query.ts';
import { MARKET_AREA_DATASETS, type MarketArea, marketAreas, warnIfSeveral } from './market-area.ts';
import {
  authorityCodes,
  categoryOf,
  MINIMUM_SAMPLE,
  monthsBefore,
  pennies,
  percent,
  quantilesOf,
  quantilesOfList,
  segmentOf,
} from './model.ts';
import { addedByOwnFeed, hasListings, LISTING_FEEDS } from './own-feed.ts';
import { averagePrices, medianPrices, type PriceRow, type SalesArea } from './yields.query.ts';

type Request = RequestOf<'rents.yields'>;
type Response = ResponseOf<'rents.yields'>;
type Basis = Schema<'Basis'>;

export interface YieldAsked {
  bedrooms?: number | undefined;
  property_type?: Schema<'PropertyType'> | undefined;
  months: number;
  widen: boolean;
  /** Asking prices of the operator's listings in place of registered ones. */
  asking?: boolean;
}

/** Rents of one source in one area. */
interface RentSide {
  rent_pcm: number;
  low: number | null;
  high: number | null;
  n: number | null;
  basis: Basis;
  dataset: string;
  /** Months that an index on this side was carried. */
  months: number;
  /** Typical rent by bedrooms. */
  by_bedrooms: Map<number, number>;
}

export interface AreaYield extends RentSide {
  gross_pct: number;
  price: number;
  price_n: number | null;
  price_basis: Basis;
  prices: PriceRow[];
  geography: Schema<'Geography'>;
  confidence: Schema<'Confidence'>;
}

const PLAUSIBLE_PCT = 25;
const HISTORY_MONTHS = 24;
const CERTIFICATE_TYPES_ONLY = ['bungalow', 'other'];

export async function yields(request: Request, context: Context): Promise<Response> {
  const { query } = request;
  const place = await resolveLocation(context, query);
  const asking = query.price_basis === 'asking';
  if (asking && !hasListings(context)) {
    throw notFound(
      'source_not_loaded',
      `Asking prices come from your own listings: load one of ${LISTING_FEEDS.join(', ')}, or use price_basis=sold.`,
      LISTING_FEEDS.map((id) => ({ field: 'price_basis', issue: `${id} is not loaded` })),
    );
  }
  const areas = await marketAreas(context, place);
  const asked = { ...query, months: query.months ?? 12, widen: query.widen ?? true, asking };
  const found = await areaYield(context, place, areas, asked);
  if (!found) throw await nothing(context, place, asked);
  if (found.geography.level === 'brma') warnIfSeveral(context, areas);
  if (found.basis === 'index') {
    context.warn(
      'stock_mean',
      'rent_pcm',
      'The rent is a mean over all tenancies, the price a median of sales.',
    );
  }
  if (asking)
    context.warn('asking_prices', 'median_price', 'The price is what sellers ask now, not what was paid.');
  if (asked.bedrooms === undefined && asked.property_type === undefined) {
    context.warn(
      'mix_differs',
      'gross_yield_pct',
      'All homes together: rented homes are smaller than sold ones on the whole. Ask by bedrooms for like with like.',
    );
  }
  const cost_pct = query.cost_pct ?? 25;
  const history = await historyOf(context, place, areas, found.gross_pct);
  return {
    gross_yield_pct: {
      point: found.gross_pct,
      low: found.low === null ? null : percent((found.low * 1200) / found.price),
      high: found.high === null ? null : percent((found.high * 1200) / found.price),
    },
    net_yield_pct: percent(found.gross_pct * (1 - cost_pct / 100)),
    median_price: pennies(found.price),
    rent_pcm: found.rent_pcm,
    price_sample: found.price_n,
    rent_sample: found.n,
    by_bedrooms: byBedrooms(found),
    history,
    assumptions: { rent_basis: found.basis, price_basis: found.price_basis, cost_pct },
    currency: 'GBP',
    meta: context.meta({
      datasets: [
        ...(asking ? LISTING_FEEDS : [found.price_basis === 'index' ? 'uk-hpi' : 'price-paid']),
        found.dataset,
        ...(found.prices.length > 1 && !asking ? ['epc-domestic'] : []),
        ...(history.length > 0 ? ['private-rents', 'uk-hpi'] : []),
        ...(found.geography.level === 'brma' ? MARKET_AREA_DATASETS : []),
        'code-point-open',
        'onspd',
      ].filter((id, i, all) => all.indexOf(id) === i),
      period: { from: monthsBefore(context.today, asked.months), to: context.today },
      sample_size: found.price_n,
      minimum_sample: MINIMUM_SAMPLE,
      confidence: found.confidence,
      basis: asking
        ? 'asking'
        : found.basis === 'achieved' && found.price_basis === 'achieved'
          ? 'achieved'
          : 'index',
      geography: found.geography,
      coverage:
        found.dataset === 'operator-lettings'
          ? [addedByOwnFeed(found.dataset, place, found.n ?? 0, found.confidence)]
          : [],
    }),
  };
}

/**
 * Yield of the nearest area for which one source of rents and one of prices answer together: the operator's own
 * lettings beside sales up the ladder, then the market area or the authority as a whole. Where the ladder is
 * closed the prices of the place stand beside rents of the wider area, and a warning says so. Null where
 * nothing does.
 */
export async function areaYield(
  context: Context,
  place: Place,
  areas: MarketArea[],
  asked: YieldAsked,
): Promise<AreaYield | null> {
  if (!asked.asking) {
    if (place.country === 'Scotland') return scottishYield(context, place, areas, asked);
    if (!context.loaded('price-paid')) return null;
  }
  const own = await ownLettings(context, place, asked);
  if (own) return own;

  const index = await indexRents(context, place, areas, segmentOf(asked) ?? 'all', 0, 'rent_pcm');
  const list = await listRents(context, place, areas);
  const listed = list && listSide(list, asked);
  const indexed = index && indexSide(index, asked);
  if (!asked.widen) {
    const side = list?.recent ? listed : (indexed ?? listed);
    const found = await mismatched(context, place, side, asked);
    if (found && side === listed && list && !list.recent) warnOld(context, list);
    return found;
  }

  const authority: Place = { ...place, level: 'local_authority', label: place.local_authority_code ?? '' };
  const candidates: { side: RentSide; area: SalesArea; geography: Schema<'Geography'>; old: boolean }[] = [];
  if (list && listed) {
    const area = { brma_key: list.area.brma_key };
    candidates.push({ side: listed, area, geography: list.geography, old: !list.recent });
  }
  if (index && indexed) {
    candidates.push({ side: indexed, area: authority, geography: index.geography, old: false });
  }
  for (const { side, area, geography, old } of candidates.sort((a, b) => Number(a.old) - Number(b.old))) {
    const prices = await pricesOf(context, area, asked);
    const price = chosenPrice(prices, asked);
    const found =
      price &&
      joined(asked, side, price, prices, geography, old ? 'Low' : afterCarrying('Medium', side.months));
    if (found && old) warnOld(context, list!);
    if (found) return found;
  }
  return null;
}

async function ownLettings(context: Context, place: Place, asked: YieldAsked): Promise<AreaYield | null> {
  if (!context.loaded('operator-lettings')) return null;
  const from = monthsBefore(context.today, asked.months);
  const steps = ladderOf(place, { widen: asked.widen });
  for (const area of steps) {
    const lettings = await lettingsInPlace.rows(context.db, area, { from, to: context.today, rooms: false });
    const side = feedSide(lettings, asked);
    if (!side) continue;
    const prices = await pricesOf(context, area, asked);
    const price = chosenPrice(prices, asked);
    const enough = price && price.n >= 20 && (side.n ?? 0) >= 10;
    const geography = geographyOf(place, area, steps[0]);
    const found = price && joined(asked, side, price, prices, geography, enough ? 'High' : 'Medium');
    if (found) return found;
  }
  return null;
}

function warnOld(context: Context, { period }: ListRents): void {
  context.warn('old_source', 'rent_pcm', `The rents are those of ${period.from} to ${period.to}.`);
}

/** Prices of the place itself beside the rents of a wider area. */
async function mismatched(
  context: Context,
  place: Place,
  side: RentSide | null,
  asked: YieldAsked,
): Promise<AreaYield | null> {
  if (!side) return null;
  const [area] = ladderOf(place, { widen: false });
  const prices = await pricesOf(context, area!, asked);
  const price = chosenPrice(prices, asked);
  const found = price && joined(asked, side, price, prices, geographyOf(place, area!, area), 'Low');
  if (found)
    warnDifferent(context, 'The rents are those of a wider area than the prices, since widen is false.');
  return found;
}

/** No open sale prices: the average of the price index of the authority, beside rents of the same where known. */
async function scottishYield(
  context: Context,
  place: Place,
  areas: MarketArea[],
  asked: YieldAsked,
): Promise<AreaYield | null> {
  if (!asked.widen || !context.loaded('uk-hpi')) return null;
  const type = segmentType(asked.property_type);
  const codes = authorityCodes(place.local_authority_code);
  const price = await averagePriceNow(context, codes, type, 'median_price');
  if (!price) return null;
  context.warn(
    'not_in_jurisdiction',
    'median_price',
    'Sale prices are not open data in Scotland: the price is the average of the UK House Price Index for the authority.',
  );
  if (asked.bedrooms !== undefined) {
    context.warn(
      'mix_differs',
      'median_price',
      'The price index does not tell bedrooms apart: all homes answer.',
    );
  }
  const authority: Place = { ...place, level: 'local_authority', label: price.area_name };
  const geography = { ...geographyOf(place, authority), widened_from: place.label };
  const shared = {
    price: price.average_price,
    price_n: null,
    price_basis: 'index' as const,
    prices: [],
    months: price.months,
  };
  const yieldOf = (side: RentSide) => percent((side.rent_pcm * 1200) / price.average_price);

  const from = monthsBefore(context.today, asked.months);
  const lettings = context.loaded('operator-lettings')
    ? await lettingsInPlace.rows(context.db, authority, { from, to: context.today, rooms: false })
    : [];
  const own = feedSide(lettings, asked);
  if (own) return { ...own, ...shared, gross_pct: yieldOf(own), geography, confidence: 'Low' };
  const list = await listRents(context, place, areas);
  const index = await indexRents(context, place, areas, segmentOf(asked) ?? 'all', 0, 'rent_pcm');
  const side = (list?.recent ? listSide(list, asked) : null) ?? (index && indexSide(index, asked));
  if (!side) return null;
  warnDifferent(context, 'The price is that of the authority, the rent that of the market area.');
  const months = Math.max(side.months, price.months);
  return { ...side, ...shared, months, gross_pct: yieldOf(side), geography, confidence: 'Low' };
}

function warnDifferent(context: Context, message: string): void {
  context.warn('different_geography', 'gross_yield_pct', message);
}

function segmentType(property_type: string | undefined): string {
  return property_type === undefined || CERTIFICATE_TYPES_ONLY.includes(property_type)
    ? 'all'
    : property_type;
}

async function pricesOf(context: Context, area: SalesArea, asked: YieldAsked): Promise<PriceRow[]> {
  const [from, to] = [monthsBefore(context.today, asked.months), context.today];
  const { property_type } = asked;
  if (asked.asking) return medianAskingPrices(context.db, area, property_type);
  const by_bedrooms = context.loaded('epc-domestic');
  if (!isPacked(context, area))
    return medianPrices(context.db, area, { from, to, property_type, by_bedrooms });
  const sales = await packedSales(context, area, { property_type }, from, to);
  return mediansOf(
    sales.filter((sale) => sale.property_type !== 'other'),
    by_bedrooms,
  );
}

/** What `medianPrices` tells, of sales that are at hand. */
function mediansOf(sales: readonly DatedSale[], by_bedrooms: boolean): PriceRow[] {
  const groups = new Map<number | null, number[]>([[null, sales.map((sale) => sale.price)]]);
  for (const { bedrooms, price } of by_bedrooms ? sales : []) {
    if (bedrooms === null) continue;
    const list = groups.get(bedrooms);
    if (list) list.push(price);
    else groups.set(bedrooms, [price]);
  }
  return [...groups].flatMap(([bedrooms, prices]) =>
    prices.length === 0 ? [] : [{ bedrooms, n: prices.length, median: medianOf(prices) }],
  );
}

function chosenPrice(prices: PriceRow[], asked: YieldAsked): PriceRow | null {
  const row = prices.find((price) => price.bedrooms === (asked.bedrooms ?? null));
  return row && row.n >= MINIMUM_SAMPLE ? row : null;
}

/** null where the yield is beyond belief, which says that the two sides are not of the same homes. */
function joined(
  asked: YieldAsked,
  side: RentSide,
  price: PriceRow,
  prices: PriceRow[],
  geography: Schema<'Geography'>,
  confidence: Schema<'Confidence'>,
): AreaYield | null {
  const gross_pct = percent((side.rent_pcm * 1200) / price.median);
  if (gross_pct <= 0 || gross_pct > PLAUSIBLE_PCT) return null;
  return {
    ...side,
    gross_pct,
    price: price.median,
    price_n: price.n,
    price_basis: asked.asking ? 'asking' : 'achieved',
    prices,
    geography,
    confidence,
  };
}

function feedSide(lettings: LettingRow[], asked: YieldAsked): RentSide | null {
  const { bedrooms, property_type } = asked;
  const alike = lettings.filter((letting) => matches(letting, { property_type }));
  const rents = (beds: number | undefined) =>
    quantilesOf(
      alike.filter((letting) => matches(letting, { bedrooms: beds })).map((letting) => letting.rent_pcm),
    );
  const q = rents(bedrooms);
  if (q.median === null) return null;
  const by_bedrooms = new Map<number, number>();
  for (const beds of [1, 2, 3, 4, 5]) {
    const { median } = rents(beds);
    if (median !== null) by_bedrooms.set(beds, median);
  }
  return {
    rent_pcm: q.median,
    low: q.p25,
    high: q.p75,
    n: q.n,
    basis: 'achieved',
    dataset: 'operator-lettings',
    months: 0,
    by_bedrooms,
  };
}

function listSide(list: ListRents, asked: YieldAsked): RentSide | null {
  // The list tells neither kinds of dwelling apart nor five bedrooms and more from four.
  if (asked.property_type !== undefined || (asked.bedrooms ?? 0) > 4) return null;
  const category = asked.bedrooms === undefined ? 'B-E' : categoryOf(asked.bedrooms);
  const row = list.rows.find((candidate) => candidate.category === category);
  const q = row && quantilesOfList(row);
  if (!q || q.median === null) return null;
  const by_bedrooms = new Map<number, number>();
  for (const candidate of list.rows) {
    const median = quantilesOfList(candidate).median;
    if ('BCDE'.includes(candidate.category) && median !== null)
      by_bedrooms.set('ABCDE'.indexOf(candidate.category), median);
  }
  return {
    rent_pcm: q.median,
    low: q.p25,
    high: q.p75,
    n: q.n,
    basis: 'achieved',
    dataset: 'lha-list-of-rents',
    months: 0,
    by_bedrooms,
  };
}

function indexSide(index: IndexRents, asked: YieldAsked): RentSide | null {
  // The index gives bedrooms and kinds apart, never together, and puts five bedrooms and more with four.
  const together = asked.bedrooms !== undefined && asked.property_type !== undefined;
  if (together || (asked.bedrooms ?? 0) > 4) return null;
  const segment = segmentOf(asked);
  const mean = segment === null ? null : (index.now.get(segment)?.rent_pcm ?? null);
  if (mean === null) return null;
  const by_bedrooms = new Map<number, number>();
  for (const bedrooms of [1, 2, 3, 4]) {
    const rent = index.now.get(String(bedrooms))?.rent_pcm ?? null;
    if (rent !== null) by_bedrooms.set(bedrooms, rent);
  }
  return {
    rent_pcm: pennies(mean),
    low: null,
    high: null,
    n: null,
    basis: 'index',
    dataset: 'private-rents',
    months: index.months,
    by_bedrooms,
  };
}

function byBedrooms(found: AreaYield): Response['by_bedrooms'] {
  return [...found.by_bedrooms].map(([bedrooms, rent]) => {
    const price = found.prices.find((row) => row.bedrooms === bedrooms);
    const enough = price !== undefined && price.n >= MINIMUM_SAMPLE;
    return {
      bedrooms,
      gross_yield_pct: enough ? percent((rent * 1200) / price.median) : null,
      price_sample: price?.n ?? 0,
      modelled: found.price_basis !== 'asking',
    };
  });
}

/**
 * The yield of today taken back by what mean rents and average prices of the authority did, where both official indices
 * have it: it ends with the yield of the answer.
 */
async function historyOf(
  context: Context,
  place: Place,
  areas: MarketArea[],
  gross_pct: number,
): Promise<Response['history']> {
  const unloaded = ['private-rents', 'uk-hpi'].filter((id) => !context.loaded(id));
  if (unloaded.length > 0) {
    context.warn('source_not_loaded', 'history', `History: load ${unloaded.join(' and ')} to know it.`);
    return [];
  }
  if (place.country === 'Scotland') {
    context.warn(
      'not_covered',
      'history',
      'History: the indices of rents and prices cut Scotland up differently.',
    );
    return [];
  }
  const index = await indexRents(context, place, areas, 'all', HISTORY_MONTHS, 'history');
  const from = index?.history[0]?.month;
  const prices = from
    ? await averagePrices.rows(context.db, {
        codes: authorityCodes(place.local_authority_code),
        property_type: 'all',
        from,
      })
    : [];
  const official = (index?.history ?? []).flatMap((row) => {
    const price = prices.find((candidate) => candidate.month === row.month)?.average_price;
    return price && row.rent_pcm !== null
      ? [{ month: row.month.slice(0, 7), ratio: row.rent_pcm / price }]
      : [];
  });
  const now = official.at(-1)?.ratio ?? 1;
  const history = official.map(({ month, ratio }) => ({
    month,
    gross_yield_pct: percent((gross_pct * ratio) / now),
  }));
  if (history.length === 0)
    context.warn('not_covered', 'history', 'History: the indices do not have this authority.');
  return history;
}

async function nothing(context: Context, place: Place, asked: YieldAsked): Promise<ApiError> {
  const rents = ['operator-lettings', 'lha-list-of-rents', 'private-rents'];
  if (asked.asking && rents.some((id) => context.loaded(id)))
    return notFound(
      'insufficient_data',
      'Fewer than 5 homes are offered for sale here, or no rents are known.',
    );
  if (!asked.asking && place.country === 'Scotland') {
    return context.loaded('uk-hpi') && asked.widen
      ? notFound('insufficient_data', 'Neither rents nor the price index answer for this place in Scotland.')
      : notFound(
          'not_in_jurisdiction',
          'Sale prices are not open data in Scotland; the price index of the authority answers where uk-hpi is loaded and widen is not false.',
        );
  }
  if (asked.property_type !== undefined && CERTIFICATE_TYPES_ONLY.includes(asked.property_type)) {
    return notFound(
      'insufficient_data',
      'Registered sales know detached, semi-detached and terraced houses and flats: a bungalow counts among them.',
      [{ field: 'property_type', issue: 'is not told apart in registered sales' }],
    );
  }
  const missing = [
    ...(asked.asking || context.loaded('price-paid') ? [] : ['price-paid']),
    ...(rents.some((id) => context.loaded(id)) ? [] : rents),
  ];
  return missing.length > 0
    ? notFound(
        'source_not_loaded',
        `A yield needs prices and rents: load ${missing.join(', ')}.`,
        missing.map((id) => ({ field: null, issue: `${id} is not loaded` })),
      )
    : missingSide(context, place, asked);
}

/** Says whether prices or rents are wanting in the widest area that was looked in. */
async function missingSide(context: Context, place: Place, asked: YieldAsked): Promise<ApiError> {
  const area = ladderOf(place, { widen: asked.widen }).at(-1)!;
  const price = chosenPrice(await pricesOf(context, area, asked), asked);
  return price
    ? notFound(
        'insufficient_data',
        `There are ${price.n} sales in ${area.label}, but no loaded source has rents to set against them.`,
        [{ field: null, issue: 'no rents of what is asked for are known' }],
      )
    : notFound(
        'insufficient_data',
        `Fewer than ${MINIMUM_SAMPLE} sales of what is asked for lie in ${area.label}.`,
        [{ field: null, issue: 'too few sales of what is asked for are known' }],
      );
}
