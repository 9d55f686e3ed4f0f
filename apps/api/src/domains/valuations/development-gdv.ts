import type { RequestOf, ResponseOf, Schema } from '@domesday/contract';
import { intervalConfidence, mayCarry, unusualSizeDoubt, weaker } from '@domesday/valuation';
import { notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { ignoreWiden } from '../../location/ladder.ts';
import { geographyOf, inWords, type Place, placeSources } from '../../location/place.ts';
import { resolveLocation } from '../../location/resolve.ts';
import { warnOtherBedrooms } from '../../statistics/bedrooms.ts';
import { endedTooEarly } from '../../statistics/carry.ts';
import { monthsBefore, type Period, wholeMonth } from '../../statistics/dates.ts';
import { growthOf } from '../../statistics/growth.ts';
import { confidenceKnown } from '../../statistics/known-period.ts';
import { MINIMUM_SAMPLE, twoDecimals } from '../../statistics/quantiles.ts';
import { knownSales, shareOfSales } from '../prices/market-known.ts';
import { mustHaveSales, newestSale } from '../prices/refuse.ts';
import { SQFT_PER_SQM } from '../properties/model.ts';
import { indexRents, warnOfIndexArea } from '../rents/evidence.ts';
import { areaSources, marketAreas } from '../rents/market-area.ts';
import { segmentOf } from '../rents/model.ts';
import { warnNoIndexRent } from '../rents/refused.ts';
import { type Evidence, indexAverage, MONTHS, saleEvidence } from './development-gdv-evidence.ts';
import {
  HALF_WIDTH,
  sizeExponent,
  soldAs,
  standardArea,
  unitValue,
  widened,
} from './development-gdv-model.ts';
import { explain, tooFew } from './development-gdv-words.ts';
import { VALUE_BY_FINISH } from './finish.ts';
import { notMeasured } from './not-measured.ts';

type Request = RequestOf<'valuations.development_gdv'>;
type Response = ResponseOf<'valuations.development_gdv'>;
type Body = Request['body'];
type Line = Schema<'GdvUnit'>;

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
  const finish = VALUE_BY_FINISH[body.finish_quality ?? 'average'];
  const lines = body.units.map((unit) => lineOf(unit, kinds.get(soldAs(unit.type)) ?? null, place, finish));
  const valued = lines.filter(({ line }) => line.total_value !== null);
  if (valued.length === 0 || (valued.length < lines.length && !body.allow_partial))
    throw tooFew(place, body, lines);
  explain(context, body, lines, scottish);

  const sum = (value: (item: (typeof lines)[number]) => number) =>
    valued.reduce((total, item) => total + value(item), 0);
  const point = sum(({ line }) => line.total_value!);
  const area = (items: typeof lines) =>
    items.reduce((total, { line }) => total + line.floor_area_sqft * line.count, 0);
  const gdv = { point, low: sum(({ low }) => low), high: sum(({ high }) => high) };
  const weakest = valued.map(({ line }) => line.confidence).reduce(weaker);
  const confidence = intervalConfidence(weakest, point, gdv);
  const { geography } = valued[0]!.line;
  const rent = await rentOf(context, place, valued, geography);
  return {
    gdv,
    rent_pcm: rent === null ? null : { point: rent },
    units: lines.map(({ line }) => line),
    total_units: lines.reduce((total, { line }) => total + line.count, 0),
    total_area_sqft: twoDecimals(area(lines)),
    blended_price_per_sqft: twoDecimals(point / area(valued)),
    back_test: notMeasured(context, 'No open data has schemes with their units and the prices later paid.'),
    confidence,
    currency: 'GBP',
    meta: context.meta({
      datasets: [
        ...(scottish ? [] : ['price-paid', 'epc-domestic', 'hmlr-uprn-lookup']),
        'uk-hpi',
        ...(rent === null ? [] : ['private-rents', ...areaSources('private-rents', place)]),
        ...placeSources(place),
      ],
      period: periodOf(period, [...kinds.values()]),
      sample_size: [...kinds.values()].reduce((n, kind) => n + (kind && 'per' in kind ? kind.per.n : 0), 0),
      minimum_sample: MINIMUM_SAMPLE,
      confidence,
      basis: scottish ? 'index' : 'model',
      geography,
    }),
  };
}

/** Lowers the confidence of sale evidence if the loaded sales cover only a part of the period. */
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

/** The months of the index averages if there are any, else the period of the sales. */
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
        : widened(
            unitValue(area_sqm, evidence.per, finish * (1 + (evidence.premium ?? 0))),
            unusualSizeDoubt(area_sqm, soldAs(unit.type), 1 + sizeExponent(evidence.per)),
          );
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

/** The monthly rent of the lines that have a value; null, with a warning, if the index lacks the rent of one. */
async function rentOf(
  context: Context,
  place: Place,
  valued: { line: Line }[],
  geography: Line['geography'],
): Promise<number | null> {
  const index = await indexRents(context, place, await marketAreas(context, place), 'rent_pcm');
  let total = 0;
  for (const { line: unit } of valued) {
    const rent = index?.now.get(segmentOf({ bedrooms: unit.bedrooms })!)?.rent_pcm ?? null;
    if (rent === null) {
      warnNoIndexRent(context, place, ['rent_pcm']);
      return null;
    }
    warnOtherBedrooms(context, 'private-rents', unit.bedrooms, 'rent_pcm');
    total += rent * unit.count;
  }
  if (index) warnOfIndexArea(context, index, geography, ['rent_pcm']);
  return twoDecimals(total);
}
