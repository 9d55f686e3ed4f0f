import type { Schema } from '@domesday/contract';
import { lowered, mayCarry, type SaleEvidence, unusualPremises } from '@domesday/valuation';
import type { Context } from '../../http/handler.ts';
import { isOutside, NOT_COVERED } from '../../location/outside.ts';
import { carriedMonths, endedTooEarly } from '../../statistics/carry.ts';
import { noHomeMessage, warnOfBuilding, warnOfPremises } from './premises.ts';
import type { HomeRow } from './sale.query.ts';
import { readSaleEvidence } from './sale-evidence.ts';
import { salesByNation } from './scottish-sales.ts';

/** Datasets behind a sale value, other than those that place the home. */
export const SALE_VALUE_SOURCES = ['price-paid', 'hmlr-uprn-lookup', 'epc-domestic', 'uk-hpi'];

export interface SaleValue {
  value: number;
  interval_80: { low: number; high: number };
  confidence: Schema<'Confidence'>;
  /** The type that was valued; the most probable of several. */
  property_type: Schema<'PropertyType'>;
  /** Whether the value rests on a sale of the home itself. */
  own_sale: boolean;
  /** Number of months by which the index behind the value was carried. */
  months: number;
}

export interface NoValue {
  reason: Schema<'NullReason'>;
  message: string;
}

/**
 * The sale value of today, as in valuations.sale, of a home read by `homeByUprn`; else the reason why it has none.
 * Warnings name `fields`.
 */
export async function saleValue(
  context: Context,
  home: HomeRow | null,
  fields: string[],
): Promise<SaleValue | NoValue> {
  if (!home) return whyNoValue(context, home);
  const unlicensed = await withoutScottishSales(context, home);
  if (unlicensed) return unlicensed;
  const odd = unusualPremises(home);
  if (odd?.no_home) return { reason: 'not_covered', message: noHomeMessage(odd) };
  const { evidence, found } = await readSaleEvidence(context, home, context.today, false);
  if (!found) return whyNoValue(context, home, evidence);
  const months = evidence?.index && carriedMonths(context, fields, evidence.index);
  const { value, interval_80, method } = found.estimate;
  if (odd) warnOfPremises(context, home, fields[0]!);
  warnOfBuilding(context, home, fields);
  const confidence = odd ? lowered(found.estimate.confidence) : found.estimate.confidence;
  return {
    value,
    interval_80,
    confidence,
    property_type: found.likeliest.property_type,
    own_sale: method === 'last_sold_growth',
    months: months ?? 0,
  };
}

/**
 * Why a home in Scotland, where sale prices are not open data, has no value: no licensed sale of it or of its outcode
 * is loaded. Null if it can be valued.
 */
export async function withoutScottishSales(context: Context, home: HomeRow): Promise<NoValue | null> {
  const sales = await salesByNation(context, home);
  if (sales === null || sales.scottish > 0 || home.sales.length > 0) return null;
  return {
    reason: 'not_in_jurisdiction',
    message:
      'Sale prices are not open data in Scotland: no licensed sale of this home is loaded, and none in its outcode.',
  };
}

/** The sale value; else null, with a warning on `fields`, and on `described`, the fields that say what is valued. */
export async function saleValueOrWarn(
  context: Context,
  home: HomeRow | null,
  fields: string[],
  described: string[] = [],
): Promise<SaleValue | null> {
  const found = await saleValue(context, home, fields);
  if ('value' in found) return found;
  for (const field of [...fields, ...described])
    context.warn(found.reason, field, `No sale value: ${found.message}`);
  return null;
}

/** Why a home has no sale value on a day; the same in every operation. */
export function whyNoValue(
  context: Context,
  home: Pick<HomeRow, 'postcode' | 'country'> | null,
  evidence?: Pick<SaleEvidence, 'index' | 'as_of'> | null,
  day: string = context.today,
): NoValue {
  if (home && isOutside(home.postcode)) return { reason: 'not_in_jurisdiction', message: NOT_COVERED };
  if (evidence?.index && !mayCarry(evidence.index, evidence.as_of))
    return { reason: 'not_covered', message: endedTooEarly(evidence.index, evidence.as_of) };
  if (!context.loaded('price-paid'))
    return { reason: 'source_not_loaded', message: 'No sales are loaded: load price-paid.' };
  const past = day === context.today ? '' : ` from ${day} or before`;
  if (evidence && evidence.index === null) {
    const loaded = context.loaded('uk-hpi');
    // Before the first sale nothing is fitted, whatever index is loaded.
    const remedy = loaded && past !== '' ? '.' : ': load uk-hpi with this area.';
    return {
      reason: loaded ? 'insufficient_sample' : 'source_not_loaded',
      message: `No price index is known here to carry prices to the day, too few homes were sold twice to read one from them, and fewer than 3 similar sales nearby are known${past}${remedy}`,
    };
  }
  if (home?.country === 'Scotland')
    return {
      reason: 'insufficient_sample',
      message: `Of the licensed sales in Scotland no usable one of this home and fewer than 3 similar ones nearby are known${past}; sales in England are no evidence for it.`,
    };
  return {
    reason: 'insufficient_sample',
    message: `No usable sale of this home, no floor area with local prices and fewer than 3 similar sales nearby are known${past}.`,
  };
}
