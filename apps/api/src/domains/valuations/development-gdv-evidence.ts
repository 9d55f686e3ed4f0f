import type { RequestOf, Schema } from '@domesday/contract';
import { authorityCodes } from '@domesday/loading/authority-codes';
import { type GrowthIndex, indexLevel, pricePerAreaFrom, usualTenure } from '@domesday/valuation';
import type { Context } from '../../http/handler.ts';
import { releaseCache } from '../../http/meta/release-cache.ts';
import { codeOf } from '../../location/cached-by-code.ts';
import { ladderOf } from '../../location/ladder.ts';
import { authorityOf, geographyOf, type Place } from '../../location/place.ts';
import { builtPlace } from '../../statistics/built-area.query.ts';
import { cachedHead } from '../../statistics/built-area.ts';
import { afterCarrying, carriedMonths } from '../../statistics/carry.ts';
import { monthsBefore } from '../../statistics/dates.ts';
import { growthFactor, growthOf } from '../../statistics/growth.ts';
import { MINIMUM_SAMPLE } from '../../statistics/quantiles.ts';
import { pricePerSqft } from '../prices/model.ts';
import { pricedSales, saleFilter } from '../prices/sales.query.ts';
import { averagePriceNow } from '../rents/average-price.ts';
import {
  type AreaPrice,
  atBuiltLevel,
  type PerArea,
  perArea,
  shrunkPremium,
  type UnitType,
} from './development-gdv-model.ts';

type Body = RequestOf<'valuations.development_gdv'>['body'];

export const MONTHS = 36;

/** Prices per square metre, with the number of months by which their index was carried. */
type Carried = PerArea & { months: number };

/** The evidence behind the value of a type of dwelling. */
export type Evidence =
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

export async function saleEvidence(
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

/** Prices per square metre, and the index that carried them to today; null if there is no index. */
interface Sample {
  per: PerArea | null;
  index: GrowthIndex | null;
}

const samples = releaseCache<Sample | null>();

/**
 * Prices per square metre of the sales of a type in an area, indexed to today; null for fewer than 5 sales with a floor
 * area. Cached for sectors, outcodes and authorities, since many requests share them and an authority has many sales.
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
  if (!found.index && found.per) {
    const code = context.loaded('uk-hpi') ? 'not_covered' : 'source_not_loaded';
    context.warn(code, 'gdv', 'Prices are not carried to today: load uk-hpi with this area.');
  }
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
    saleFilter({ property_type: type, new_build }, { from: monthsBefore(today, MONTHS), to: today }),
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

/** Scales the sample to the price per square metre that valuations.sale uses here, if a build has one. */
async function asValued(
  context: Context,
  place: Place,
  type: Exclude<UnitType, 'bungalow'>,
  per: Carried,
): Promise<Carried> {
  const { db, today } = context;
  if (place.outcode === null) return per;
  const built = await builtPlace.first(db, { area: place.outcode, postcode: place.postcode ?? place.sector });
  const head = built && (await cachedHead(context, place.outcode, built.build_id));
  const index = head?.indices.find((one) => one.property_type === type);
  const nowhere = { street: '', locality: '', town: '', saon: '', paon: '' };
  // Two blanks instead of the rest of a postcode: the rate looks only at the sector.
  const postcode = place.postcode ?? `${place.sector ?? place.outcode}  `;
  const home = { ...nowhere, property_type: type, tenure: usualTenure(type), postcode };
  const rate = head && pricePerAreaFrom(head, built.effects ?? [], home);
  if (!rate || !index) return per;
  return { ...per, ...atBuiltLevel(per, rate.log_price_per_sqm + indexLevel(index, today), rate) };
}

export async function indexAverage(context: Context, place: Place, type: string): Promise<Evidence | null> {
  const codes = authorityCodes(place.local_authority_code);
  const newest = await averagePriceNow(context, codes, type, 'units.unit_value');
  if (!newest) return null;
  const authority: Place = { ...authorityOf(place), label: newest.area_name };
  return {
    basis: 'index_average',
    average: newest.average_price,
    month: newest.month,
    geography: geographyOf(place, authority),
    confidence: 'Low',
  };
}
