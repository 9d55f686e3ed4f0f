import { CARRY_MONTHS, carriedConfidence, lowered, mayCarry, monthsCarried } from './carry.ts';
import { dataAge, indexLevel } from './index-level.ts';
import { intervalConfidence } from './interval-confidence.ts';
import { additionalEffect, blended, isLowAlone, mixed, type OwnSales, soldInParts } from './own-sales.ts';
import { doubtOf, homeLevel, type Pieces, piecesOf } from './pieces.ts';
import { ROOM_SPREAD_80 } from './room-sizes.ts';
import {
  DEFAULT_SETTINGS,
  errorScale,
  errorSpread,
  groupFactor,
  holdBin,
  scaleFeatures,
  valueGroup,
} from './settings.ts';
import { plausibleFloorArea } from './sqft-estimate.ts';
import type {
  Confidence,
  Driver,
  ErrorSpread,
  Factor,
  FittedSettings,
  LevelShares,
  LimitingFactor,
  Method,
  PastSale,
  ResultCode,
  SaleEstimate,
  SaleEvidence,
} from './types.ts';
import { beyondUsual, contradicted, gapOfCertificates, sizeDoubt } from './usual-size.ts';

/** Fixed bounds of the answer, as factors of the value. The measured spread is in `interval_80` and `fsd`. */
const LOWER_BOUND = 0.9;
const UPPER_BOUND = 1.1;
const STALE_YEARS = 10;
const THIN_SALES = 5;
const JUST_SOLD_YEARS = 0.25;
/** A value over twice, or under half, of the level without the home's own sales is far from it. */
const FAR_FROM_LEVEL = Math.log(2);

const CONFIDENCE: Record<Method, Confidence> = {
  last_sold_growth: 'High',
  sqft_estimate: 'Medium',
  comparables: 'Low',
};

interface LogDriver {
  factor: Factor;
  log: number;
}

interface Found {
  method: Method;
  log_value: number;
  drivers: LogDriver[];
  pieces: Pieces;
}

/**
 * Estimates the value from the home's own sales, weighed with its place and floor area; without own sales from its
 * floor area, similar sales nearby and the level of its place. `only` forces one method, as a back-test does. Null
 * without enough evidence, or if the index ended too long ago to be carried to the day.
 */
export function estimateSale(evidence: SaleEvidence, only?: Method): SaleEstimate | null {
  if (evidence.index && !mayCarry(evidence.index, evidence.as_of)) return null;
  const found = bestMethod(evidence, only);
  return found ? described(found, found.pieces.own ? withoutRooms(evidence) : evidence) : null;
}

/** Removes a floor area that is only inferred from rooms: it is ignored for a home with own sales. */
function withoutRooms(evidence: SaleEvidence): SaleEvidence {
  const { subject } = evidence;
  if (!subject.floor_area_inferred || subject.floor_area_sqm === null) return evidence;
  return { ...evidence, subject: { ...subject, floor_area_sqm: null } };
}

function bestMethod(evidence: SaleEvidence, only?: Method): Found | null {
  const { settings, index } = evidence;
  const known = piecesOf(evidence, only !== 'sqft_estimate');
  if (known.own && (!only || only === 'last_sold_growth')) return byOwnSales(known, known.own, settings);
  if (only === 'last_sold_growth' || (only === 'sqft_estimate' && known.sized === null)) return null;
  const pieces: Pieces = { ...known, own: null, sized: only === 'comparables' ? null : known.sized };
  const level = homeLevel(pieces, settings.shares);
  if (!level) return null;
  const { base, by_size, by_similar } = level;
  const before = base + by_size + by_similar;
  const counted = evidence.past_sales.filter((sale) => sale !== known.set_aside);
  const by_sales =
    index && !known.own ? additionalEffect(counted, evidence.as_of, index, before, settings) : 0;
  return {
    method: pieces.sized === null ? 'comparables' : 'sqft_estimate',
    log_value: before + by_sales,
    drivers: [
      { factor: firstDriver(pieces), log: base },
      { factor: 'floor_area', log: by_size },
      { factor: 'similar_sales', log: by_similar },
      { factor: 'additional_sales', log: by_sales },
    ],
    pieces,
  };
}

function byOwnSales(pieces: Pieces, own: OwnSales, { blend, shares }: FittedSettings): Found {
  const log_value = inPart(blended(own, blend), pieces, own, shares);
  const base = own.place ?? own.own;
  const by_size = own.place === null ? 0 : blend.size_share * own.size_gap;
  const by_similar = own.place === null ? 0 : blend.similar_share * own.similar_gap;
  return {
    method: 'last_sold_growth',
    log_value,
    drivers: [
      { factor: own.place === null ? 'own_sales' : 'place', log: base },
      { factor: 'floor_area', log: by_size },
      { factor: 'similar_sales', log: by_similar },
      { factor: 'own_sales', log: log_value - base - by_size - by_similar },
    ],
    pieces,
  };
}

/** Mixes the level of place and floor area into the value of an only sale that they contradict in part. */
function inPart(by_sale: number, pieces: Pieces, own: OwnSales, shares: LevelShares): number {
  if (own.without_last?.own !== null) return by_sale;
  const { base, by_size, by_similar } = homeLevel(pieces, shares)!;
  return mixed(by_sale, base + by_size + by_similar, own.without_last.share);
}

function firstDriver({ place, sized }: Pieces): Factor {
  if (place !== null) return 'place';
  return sized === null ? 'similar_sales' : 'floor_area';
}

/** Whether only the floor area makes the value far from its level: without it the level agrees with the value. */
function byItsFloorArea({ log_value, pieces }: Found, { settings }: SaleEvidence): boolean {
  const level = homeLevel({ ...pieces, sized: null }, settings.shares);
  return level !== null && Math.abs(log_value - level.base - level.by_similar) <= FAR_FROM_LEVEL;
}

/** What each factor adds to the value, in pounds and in the given order. The parts add up to the value. */
function inPounds(drivers: readonly LogDriver[]): Driver[] {
  let sum = 0;
  let before = 0;
  return drivers
    .filter((one, i) => i === 0 || one.log !== 0)
    .map(({ factor, log }) => {
      sum += log;
      const value = Math.round(Math.exp(sum));
      const part = { factor, pounds: value - before };
      before = value;
      return part;
    });
}

function described(found: Found, evidence: SaleEvidence): SaleEstimate {
  const value = Math.round(Math.exp(found.log_value));
  const { own } = found.pieces;
  const comparables = found.pieces.comparables();
  const bin = own ? holdBin(own.years_held) : undefined;
  const spread = spreadOf(found, evidence, bin);
  const factors = limitingFactors(found, evidence, comparables.length);
  const level = levelOf(found, evidence);
  const carried = evidence.index ? monthsCarried(evidence.index, evidence.as_of) : 0;
  if (spread.n === 0) factors.push('spread_measured_elsewhere');
  const interval_80 = {
    low: Math.round(value * Math.exp(-spread.q80)),
    high: Math.round(value * Math.exp(spread.q80)),
  };
  const low = own !== null && level !== null && isLowAlone(own, level);
  const without_last = own?.left_out.some(({ why }) => why === 'last_sale_out_of_line');
  const high = own?.without_last !== undefined;
  const unsure =
    low || high || without_last || found.pieces.set_aside !== null || restsOnRooms(found, evidence.subject);
  const by_method = unsure ? lowered(CONFIDENCE[found.method]) : CONFIDENCE[found.method];
  const confidence = intervalConfidence(by_method, value, interval_80);
  if (low) factors.push('last_sale_far_below');
  if (high) factors.push('last_sale_far_above');
  if (confidence !== by_method) factors.push('wide_interval');
  const index = own && grownBy(own, evidence);
  if (isOutside({ last_sale: own?.last_sale ?? null, index }, interval_80))
    factors.push('last_sale_outside_interval');
  return {
    value,
    lower_bound: Math.round(value * LOWER_BOUND),
    upper_bound: Math.round(value * UPPER_BOUND),
    confidence: carriedConfidence(confidence, carried),
    method: found.method,
    fsd: Math.round(Math.expm1(spread.q68) * 1000) / 1000,
    interval_80,
    result_code: resultCode(found, factors),
    limiting_factors: factors,
    drivers: inPounds(found.drivers),
    used: {
      last_sale: own?.last_sale ?? null,
      index,
      price_per_area: found.method === 'sqft_estimate' ? evidence.price_per_area : null,
      comparables,
      errors_measured: spread.n,
      mixing_spread_80: spread.mixing_80,
      level: level === null ? null : Math.round(Math.exp(level)),
    },
  };
}

/** The spread of errors of the estimate. A floor area that is inferred from rooms, or unusual, widens it. */
function spreadOf(found: Found, evidence: SaleEvidence, bin?: number): ErrorSpread & { mixing_80: number } {
  const { method } = found;
  const { settings, subject } = evidence;
  const scaled = scaleOf(found, evidence);
  const own = errorSpread(settings, method, subject.property_type, bin);
  // Without measured errors and without a scale, the spread of other areas is used as it is.
  const fitted = scaled === null && own.n === 0 ? DEFAULT_SETTINGS.errors[method]! : own;
  const times = scaled ?? 1;
  const mixing_80 = fitted.q80 * (plausibleFloorArea(subject.floor_area_sqm) ? 1 : times);
  const spread = { ...fitted, q68: fitted.q68 * times, q80: fitted.q80 * times, mixing_80 };
  const by_rooms = restsOnRooms(found, subject) ? ROOM_SPREAD_80 : 0;
  const doubt = Math.hypot(by_rooms, sizeDoubt(evidence, found.pieces));
  if (doubt === 0) return spread;
  const q80 = Math.hypot(spread.q80, doubt);
  return { ...spread, q80, q68: (spread.q68 * q80) / spread.q80 };
}

/** Whether the estimate uses a floor area inferred from rooms. An estimate by own sales ignores it. */
function restsOnRooms({ method }: Found, subject: SaleEvidence['subject']): boolean {
  const { floor_area_sqm, floor_area_inferred } = subject;
  return method !== 'last_sold_growth' && floor_area_inferred === true && plausibleFloorArea(floor_area_sqm);
}

/**
 * The factor of the spread: errors grow with the age of the data, with the distance of a value from the usual of the
 * area, and with disagreement of the evidence, and each band of value has a factor. Null if the area has no scale.
 */
function scaleOf({ method, log_value, pieces }: Found, evidence: SaleEvidence): number | null {
  const { settings, index, as_of, location } = evidence;
  const { scale, typical_level } = settings;
  if (!scale || typical_level === undefined || !index) return null;
  const above_typical = log_value - typical_level - indexLevel(index, as_of);
  const features = scaleFeatures({
    age_months: dataAge(index, as_of),
    above_typical,
    nearby: location?.n ?? 0,
    ...doubtOf(pieces),
  });
  return errorScale(scale, features) * groupFactor(settings, [valueGroup(method, above_typical)]);
}

/** Whether the last sale, adjusted to the day by the index alone, contradicts the value. */
export function isOutside(
  { last_sale, index }: Pick<SaleEstimate['used'], 'last_sale' | 'index'>,
  { low, high }: SaleEstimate['interval_80'],
): boolean {
  if (!last_sale || !index) return false;
  const today = last_sale.price * index.factor;
  return today < low || today > high;
}

/** Whether a value is over twice, or under half, of the level by place, floor area and similar sales. */
export function isFar(value: number, level: number): boolean {
  return Math.abs(Math.log(value / level)) > FAR_FROM_LEVEL;
}

function grownBy(own: OwnSales, { index, as_of }: SaleEvidence): SaleEstimate['used']['index'] {
  if (!index) return null;
  const { id, area } = index;
  return { id, area, from: own.last_sale.date, to: as_of, factor: Math.exp(own.growth) };
}

/** Codes for what limits this estimate, worst first as a reader would see them. */
function limitingFactors(found: Found, evidence: SaleEvidence, comparables: number): LimitingFactor[] {
  const factors: LimitingFactor[] = [];
  const { index, as_of, location } = evidence;
  const { own } = found.pieces;
  if (own && own.years_held > STALE_YEARS) factors.push('last_sale_over_10_years_ago');
  if (own && own.years_held < JUST_SOLD_YEARS) factors.push('last_sale_within_3_months');
  else if (own && own.years_held < 1) factors.push('last_sale_within_12_months');
  if (own?.last_new) factors.push('last_sale_was_new_build');
  const counts = (sale: PastSale) => !own?.left_out.some((one) => one.sale === sale);
  const since = (sale: PastSale) => sale.date > own!.last_sale.date && sale.date <= as_of && counts(sale);
  if (own && evidence.past_sales.some(since)) factors.push('additional_sale_since');
  if (!own) factors.push(...withoutOwnSales(found, evidence));
  factors.push(...evidence.odd_sales);
  if (own) factors.push(...new Set(own.left_out.map(({ why }) => why)));
  if (soldInParts(evidence.past_sales.filter((sale) => sale.date <= as_of))) factors.push('sold_in_parts');
  if (found.method === 'comparables' && !plausibleFloorArea(evidence.subject.floor_area_sqm))
    factors.push('no_floor_area');
  if (restsOnRooms(found, evidence.subject)) factors.push('floor_area_inferred');
  const level = levelOf(found, evidence);
  if (level !== null && Math.abs(found.log_value - level) > FAR_FROM_LEVEL)
    factors.push(byItsFloorArea(found, evidence) ? 'far_from_its_floor_area' : 'far_from_its_place');
  if (beyondUsual(evidence.subject) > 0) factors.push('unusual_floor_area');
  if (gapOfCertificates(evidence.subject) > 0) factors.push('certificates_contradict');
  if (contradicted(evidence, found.pieces) > 0) factors.push('floor_area_contradicts_sales');
  if (found.method === 'comparables' && comparables < 5) factors.push('few_comparables');
  if (found.method === 'sqft_estimate' && (evidence.price_per_area?.n ?? 0) < THIN_SALES) {
    factors.push('few_sales_with_floor_area');
  }
  if (location && location.n < THIN_SALES) factors.push('few_sales_nearby');
  if (evidence.subject.tenure === 'Leasehold') factors.push('lease_length_not_known');
  if (!index) factors.push('no_index');
  else if (monthsCarried(index, as_of) > CARRY_MONTHS.lowers_after) factors.push('index_carried_forward');
  return factors;
}

/** Log level by place, floor area and similar sales, without the home's own sales; null without such evidence. */
function levelOf({ pieces }: Found, { settings }: SaleEvidence): number | null {
  const level = homeLevel(pieces, settings.shares);
  return level && level.base + level.by_size + level.by_similar;
}

/** Why no own sale was carried to the day, and whether sales of the additional category count. */
function withoutOwnSales({ drivers, pieces }: Found, evidence: SaleEvidence): LimitingFactor[] {
  const { past_sales, odd_sales } = evidence;
  const additional = drivers.some((one) => one.factor === 'additional_sales' && one.log !== 0);
  const plain = past_sales.some((sale) => sale.category === 'standard');
  if (additional && !plain) return ['only_additional_sales'];
  if (past_sales.length + odd_sales.length === 0) return ['no_previous_sale'];
  return [
    pieces.set_aside ? 'only_sale_out_of_line' : 'past_sales_not_usable',
    ...(past_sales.some((sale) => beforeIndex(sale, evidence)) ? (['sale_before_index'] as const) : []),
    ...(additional ? (['additional_sales_count'] as const) : []),
  ];
}

/** Whether the growth since a sale is unknown because the index begins later. */
function beforeIndex({ date }: PastSale, { index, as_of }: SaleEvidence): boolean {
  return index !== null && date <= as_of && date.slice(0, 7) < index.first_month;
}

function resultCode(found: Found, factors: readonly string[]): ResultCode {
  if (found.method === 'comparables' && factors.includes('few_comparables')) return 'thin_market';
  if (factors.includes('few_sales_with_floor_area') || factors.includes('unusual_floor_area'))
    return 'thin_market';
  if (factors.includes('last_sale_over_10_years_ago')) return 'stale_sale';
  if (factors.includes('no_floor_area')) return 'no_floor_area';
  return 'ok';
}
