import type { RequestOf, ResponseOf, Schema } from '@domesday/contract';
import { authorityCodes } from '@domesday/loading/authority-codes';
import {
  type GrowthIndex,
  indexLevel,
  intervalConfidence,
  mayCarry,
  pricePerAreaFrom,
  usualTenure,
  weaker,
} from '@domesday/valuation';
import { notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { releaseCache } from '../../http/release-cache.ts';
import { codeOf } from '../../location/cached-by-code.ts';
import { ignoreWiden, ladderOf } from '../../location/ladder.ts';
import { authorityOf, geographyOf, inWords, type Place, placeSources } from '../../location/place.ts';
import { resolveLocation } from '../../location/resolve.ts';
import { warnOtherBedrooms } from '../../statistics/bedrooms.ts';
import { builtPlace } from '../../statistics/built-area.query.ts';
import { cachedHead } from '../../statistics/built-area.ts';
import { afterCarrying, carriedMonths, endedTooEarly } from '../../statistics/carry.ts';
import { monthsBefore, type Period, wholeMonth } from '../../statistics/dates.ts';
import { growthFactor, growthOf } from '../../statistics/growth.ts';
import { confidenceKnown } from '../../statistics/known-period.ts';
import { MINIMUM_SAMPLE, twoDecimals } from '../../statistics/quantiles.ts';
import { knownSales, shareOfSales } from '../prices/market-known.ts';
import { pricePerSqft } from '../prices/model.ts';
import { mustHaveSales, newestSale } from '../prices/refuse.ts';
import { pricedSales, sought } from '../prices/sales.query.ts';
import { SQFT_PER_SQM } from '../properties/model.ts';
import { averagePriceNow } from '../rents/average-price.ts';
import { indexRents } from '../rents/evidence.ts';
import { marketAreas } from '../rents/market-area.ts';
import { segmentOf } from '../rents/model.ts';
import {
  type AreaPrice,
  atBuiltLevel,
  FINISH_FACTORS,
  HALF_WIDTH,
  type PerArea,
  perArea,
  shrunkPremium,
  sizeExponent,
  soldAs,
  standardArea,
  type UnitType,
  unitValue,
} from './development-gdv-model.ts';
import { explain, tooFew } from './development-gdv-words.ts';
import { notMeasured } from './not-measured.ts';

type Request = RequestOf<'valuations.development_gdv'>;
type Response = ResponseOf<'valuations.development_gdv'>;
type Body = Request['body'];
type Line = Schema<'GdvUnit'>;

const MONTHS = 36;

/** Prices per square metre, with the months that their index was carried. */
type Carried = PerArea & { months: number };

/** The evidence behind the value of a type of dwelling. */
type Evidence =
  | {
      basis: 'new_build_sales' | 'other_sales' | 'other_sales_with_premium';
      per: Carried;
      premium: number | null;
      geography: Schema<'Geography'>;
      confidence: Schema<'Confidence'>;
    }
  | {
      basis: 'index_average';
      average: number;
      month: string;
      geography: Schema<'Geography'>;
      confidence: 'Low';
    };

export async function developmentGdv(request: Request, context: Context): Promise<Response> {
  const { body } = request;
  const place = await resolveLocation(context, body);
  const scottish = place.country === 'Scotland';
  ignoreWiden(context, place);
  if (scottish)
    for (const name of ['new_build', 'widen'])
      context.ignore(name, 'in Scotland the price index of the authority answers');
  mustHaveEvidence(context, place);
  const period = { from: monthsBefore(context.today, MONTHS), to: context.today };
  const kinds = new Map<string, Evidence | null>();
  const types = [...new Set(body.units.map((unit) => soldAs(unit.type)))];
  if (!scottish) await mustReachToday(context, place, types);
  for (const type of types) {
    kinds.set(
      type,
      scottish ? await indexAverage(context, place, type) : await saleEvidence(context, place, body, type),
    );
  }
  if (!scottish) await lowerForUnknown(context, period, kinds);
  const finish = FINISH_FACTORS[body.finish_quality ?? 'average'];
  const lines = body.units.map((unit) => lineOf(unit, kinds.get(soldAs(unit.type)) ?? null, place, finish));
  const valued = lines.filter(({ line }) => line.total_value !== null);
  if (valued.length === 0 || (valued.length < lines.length && !body.allow_partial))
    throw tooFew(place, lines);
  explain(context, body, lines, scottish);

  const sum = (value: (item: (typeof lines)[number]) => number) =>
    valued.reduce((total, item) => total + value(item), 0);
  const point = sum(({ line }) => line.total_value!);
  const area = (items: typeof lines) =>
    items.reduce((total, { line }) => total + line.floor_area_sqft * line.count, 0);
  const gdv = { point, low: sum(({ low }) => low), high: sum(({ high }) => high) };
  const weakest = valued.map(({ line }) => line.confidence).reduce(weaker);
  const confidence = intervalConfidence(weakest, point, gdv);
  const rent = await rentOf(context, place, body);
  return {
    gdv,
    rent_pcm: rent === null ? null : { point: rent },
    units: lines.map(({ line }) => line),
    total_units: lines.reduce((total, { line }) => total + line.count, 0),
    total_area_sqft: twoDecimals(area(lines)),
    blended_price_per_sqft: twoDecimals(point / area(valued)),
    back_test: notMeasured(context, 'No schemes are open with their units and the prices later paid.'),
    confidence,
    currency: 'GBP',
    meta: context.meta({
      datasets: [
        ...(scottish ? [] : ['price-paid', 'epc-domestic', 'hmlr-uprn-lookup']),
        'uk-hpi',
        ...(rent === null ? [] : ['private-rents']),
        ...placeSources(place),
      ],
      period: periodOf(period, [...kinds.values()]),
      sample_size: [...kinds.values()].reduce((n, kind) => n + (kind && 'per' in kind ? kind.per.n : 0), 0),
      minimum_sample: MINIMUM_SAMPLE,
      confidence,
      basis: scottish ? 'index' : 'model',
      geography: valued[0]!.line.geography,
    }),
  };
}

/** Lowers the confidence of sales whose period is known in part. */
async function lowerForUnknown(
  context: Context,
  period: Period,
  kinds: ReadonlyMap<string, Evidence | null>,
): Promise<void> {
  const known = await knownSales(context, newestSale(context));
  const share = shareOfSales(context, known, period, 'units.unit_value');
  for (const kind of kinds.values())
    if (kind && 'per' in kind) kind.confidence = confidenceKnown(kind.confidence, share);
}

/** The months of the index averages, or that of the sales. */
function periodOf(sales: Period, kinds: readonly (Evidence | null)[]): Period {
  const months = kinds
    .flatMap((kind) => (kind && 'month' in kind ? wholeMonth(kind.month) : []))
    .sort(byStart);
  return months.length === 0 ? sales : { from: months[0]!.from, to: months.at(-1)!.to };
}

const byStart = (a: { from: string }, b: { from: string }) => (a.from < b.from ? -1 : 1);

function mustHaveEvidence(context: Context, place: Place): void {
  if (place.country === 'Scotland') {
    if (context.loaded('uk-hpi')) return;
    throw notFound(
      'not_in_jurisdiction',
      'Sale prices are not open data in Scotland; the price index of the authority answers if uk-hpi is loaded.',
      [{ field: null, issue: `${inWords(place)} lies in Scotland` }],
    );
  }
  mustHaveSales(context, place);
  if (!context.loaded('epc-domestic')) {
    throw notFound('source_not_loaded', 'Floor areas of the sold homes are not known: load epc-domestic.', [
      { field: null, issue: 'epc-domestic is not loaded' },
    ]);
  }
}

/** Refuses if the index of the place ended too long ago to carry its sales to today. */
async function mustReachToday(context: Context, place: Place, types: string[]): Promise<void> {
  const growth = await growthOf(context, place, types);
  for (const type of types) {
    const index = growth.index(type);
    if (index && !mayCarry(index, context.today))
      throw notFound('insufficient_data', endedTooEarly(index, context.today));
  }
}

async function saleEvidence(
  context: Context,
  place: Place,
  body: Body,
  type: Exclude<UnitType, 'bungalow'>,
): Promise<Evidence | null> {
  const widen = body.widen ?? true;
  if (body.new_build ?? true) {
    const fresh = await firstSample(context, place, type, true, ladderOf(place, { widen, authority: false }));
    if (fresh) {
      const { n, months } = fresh.per;
      return {
        ...fresh,
        basis: 'new_build_sales',
        premium: null,
        confidence: afterCarrying(n >= 20 ? 'High' : n >= 10 ? 'Medium' : 'Low', months),
      };
    }
  }
  const sampled = await firstSample(context, place, type, false, ladderOf(place, { widen }));
  if (!sampled) return null;
  const other = { ...sampled, per: await asValued(context, place, type, sampled.per) };
  const enough = other.per.n >= 20 && !other.geography.widened;
  const confidence = afterCarrying(enough ? 'Medium' : 'Low', other.per.months);
  if (!(body.new_build ?? true)) return { ...other, basis: 'other_sales', premium: null, confidence };
  const authority = authorityOf(place);
  const [local, rest] = place.local_authority_code
    ? await Promise.all([sample(context, authority, type, true), sample(context, authority, type, false)])
    : [null, null];
  return { ...other, basis: 'other_sales_with_premium', premium: shrunkPremium(local, rest), confidence };
}

async function firstSample(
  context: Context,
  place: Place,
  type: Exclude<UnitType, 'bungalow'>,
  new_build: boolean,
  steps: Place[],
) {
  for (const area of steps) {
    const per = await sample(context, area, type, new_build);
    if (per) return { per, geography: geographyOf(place, area, steps[0]) };
  }
  return null;
}

/** Prices per square metre, and the index that carries them to today; null without one. */
interface Sample {
  per: PerArea | null;
  index: GrowthIndex | null;
}

const samples = releaseCache<Sample | null>();

/**
 * Prices per square metre, indexed to today, of the sales of a type in an area; null below 5 with a floor area. Those
 * of a sector, an outcode and an authority are cached, since many requests share them and an authority has many sales.
 */
async function sample(
  context: Context,
  area: Place,
  type: Exclude<UnitType, 'bungalow'>,
  new_build: boolean,
): Promise<Carried | null> {
  const read = () => readSample(context, area, type, new_build);
  const code = codeOf(area);
  const key = [code, area.outcode, type, new_build, context.today].join(' ');
  const found = await (code === null ? read() : samples(context, key, read));
  if (!found) return null;
  const months = found.index && carriedMonths(context, 'units.unit_value', found.index);
  if (found.index && months === null) return null;
  return found.per && { ...found.per, months: months ?? 0 };
}

async function readSample(
  context: Context,
  area: Place,
  type: Exclude<UnitType, 'bungalow'>,
  new_build: boolean,
): Promise<Sample | null> {
  const { db, today } = context;
  const sales = await pricedSales.rows(
    db,
    area,
    sought({ property_type: type, new_build }, { from: monthsBefore(today, MONTHS), to: today }),
  );
  const known = sales.filter((sale) => pricePerSqft(sale) !== null);
  if (known.length < MINIMUM_SAMPLE) return null;
  const index = (await growthOf(context, area, [type])).index(type);
  const prices = known.flatMap((sale): AreaPrice[] => {
    const factor = index ? growthFactor(index, sale.date, today) : 1;
    return factor === null ? [] : [{ price: sale.price * factor, floor_area_sqm: sale.floor_area_sqm! }];
  });
  return { per: perArea(prices), index };
}

/** The price per square metre of valuations.sale here, if a build has one; else that of the sample. */
async function asValued(
  { db, today }: Context,
  place: Place,
  type: Exclude<UnitType, 'bungalow'>,
  per: Carried,
): Promise<Carried> {
  if (place.outcode === null) return per;
  const built = await builtPlace.first(db, { area: place.outcode, postcode: place.postcode ?? place.sector });
  const head = built && (await cachedHead(db, place.outcode, built.build_id));
  const index = head?.indices.find((one) => one.property_type === type);
  const nowhere = { street: '', locality: '', town: '', saon: '', paon: '' };
  // Postcodes of a sector count as one: the rest of the postcode is ignored.
  const postcode = place.postcode ?? `${place.sector ?? place.outcode}  `;
  const stands = { ...nowhere, property_type: type, tenure: usualTenure(type), postcode };
  const rate = head && pricePerAreaFrom(head, built.effects ?? [], stands);
  if (!rate || !index) return per;
  return { ...per, ...atBuiltLevel(per, rate.log_price_per_sqm + indexLevel(index, today), rate) };
}

async function indexAverage(context: Context, place: Place, type: string): Promise<Evidence | null> {
  const codes = authorityCodes(place.local_authority_code);
  const newest = await averagePriceNow(context, codes, type, 'units.unit_value');
  if (!newest) return null;
  const authority: Place = { ...place, level: 'local_authority', label: newest.area_name };
  return {
    basis: 'index_average',
    average: newest.average_price,
    month: newest.month,
    geography: geographyOf(place, authority),
    confidence: 'Low',
  };
}

function lineOf(
  unit: Body['units'][number],
  evidence: Evidence | null,
  place: Place,
  finish: number,
): { line: Line; low: number; high: number } {
  const area_sqm = unit.floor_area_sqm ?? standardArea(unit.type, unit.bedrooms);
  const floor_area_sqft = twoDecimals(area_sqm * SQFT_PER_SQM);
  const value =
    evidence === null
      ? null
      : evidence.basis === 'index_average'
        ? {
            point: Math.round(evidence.average * finish),
            low: Math.round(evidence.average * finish * (1 - HALF_WIDTH)),
            high: Math.round(evidence.average * finish * (1 + HALF_WIDTH)),
          }
        : unitValue(area_sqm, evidence.per, finish * (1 + (evidence.premium ?? 0)));
  const premium = evidence && 'premium' in evidence ? evidence.premium : null;
  const per = evidence && 'per' in evidence ? evidence.per : null;
  return {
    line: {
      type: unit.type,
      bedrooms: unit.bedrooms,
      count: unit.count,
      floor_area_sqft,
      floor_area_source: unit.floor_area_sqm === undefined ? 'space_standard' : 'request',
      unit_value: value?.point ?? null,
      total_value: value && value.point * unit.count,
      price_per_sqft: value && twoDecimals(value.point / floor_area_sqft),
      basis: evidence?.basis ?? null,
      premium_pct: premium === null ? null : twoDecimals(premium * 100),
      usual_floor_area_sqft: per && twoDecimals(per.usual_area_sqm * SQFT_PER_SQM),
      size_exponent: per && Number(sizeExponent(per).toFixed(4)),
      sample_size: per?.n ?? 0,
      geography: evidence?.geography ?? geographyOf(place, place),
      confidence: evidence?.confidence ?? 'Low',
    },
    low: (value?.low ?? 0) * unit.count,
    high: (value?.high ?? 0) * unit.count,
  };
}

async function rentOf(context: Context, place: Place, body: Body): Promise<number | null> {
  const index = await indexRents(context, place, await marketAreas(context, place), 'rent_pcm');
  let total = 0;
  for (const unit of body.units) {
    const rent = index?.now.get(segmentOf({ bedrooms: unit.bedrooms })!)?.rent_pcm ?? null;
    if (rent === null) {
      const code = context.loaded('private-rents') ? 'not_covered' : 'source_not_loaded';
      context.warn(
        code,
        'rent_pcm',
        'The official index of private rents has no rents here: see private-rents.',
      );
      return null;
    }
    warnOtherBedrooms(context, 'private-rents', unit.bedrooms, 'rent_pcm');
    total += rent * unit.count;
  }
  return twoDecimals(total);
}
