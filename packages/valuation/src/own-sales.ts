import { monthNumber, monthTime, yearsBetween } from './dates.ts';
import { dataAge, indexLevel } from './index-level.ts';
import { contradictedLast, lostWeight, SUSPECT_LOG_RATIO, whyLeftOut } from './left-out.ts';
import { type EffectObservation, propertyEffect } from './property-effect.ts';
import { holdBin } from './settings.ts';
import type {
  Blend,
  FittedSettings,
  GrowthIndex,
  LeftOut,
  LocationBaseline,
  PastSale,
  PropertyType,
} from './types.ts';
import { inOrderOfTime } from './usable-sales.ts';

/** Stability of a property's own level: its variance and yearly drift, as multiples of one sale's noise. */
export interface EffectRatio {
  property: number;
  drift_per_year: number;
}

export const EFFECT_RATIOS: readonly EffectRatio[] = [1, 2, 4, 8].flatMap((property) =>
  [0.05, 0.15, 0.4].map((drift_per_year) => ({ property, drift_per_year })),
);

/** The dwelling's own sales before weighting. All values are natural logs. */
export interface OwnSales {
  /** The last standard sale, grown and offset. */
  own: number;
  /** The level of its place today, or null if no place is known. */
  place: number | null;
  /** How far its floor area and similar sales nearby put it above that level; 0 without them. */
  size_gap: number;
  similar_gap: number;
  years_held: number;
  last_new: boolean;
  last_sale: PastSale;
  growth: number;
  /**
   * The growth that would result if the area's own drift from its published index had continued since the data ended.
   */
  momentum: number;
  /** How far the last sale lies above four times its place, or below half of it, then below 0; 0 in between. */
  beyond_place: number;
  /** How many times the noise of an ordinary sale the last one has, because its price is low for its place. */
  doubt: number;
  /** Whether another of its sales stood to its place as the last one did. */
  last_agrees: boolean;
  property_type: PropertyType;
  /** How far the level of its place lies above that of a typical sale of the area; 0 if either is unknown. */
  place_above_typical: number;
  /** Years from the data of the index to the day. */
  data_age_years: number;
  observations: readonly EffectObservation[];
  at_years: number;
  /** Sales that are in no observation, since their prices cannot be those of the home as it is now. */
  left_out: readonly { sale: PastSale; why: LeftOut }[];
  /** What is known without a last sale that all else contradicts in part, null if nothing is, and its share. */
  without_last?: { own: OwnSales | null; share: number };
}

/** Keeps the log of years held finite for a home that is sold again at once. */
const SOON_YEARS = 0.5;
const DOUBTFUL_NOISE = 4;
/**
 * A price below its place's level may be one of a tenant's right to buy, of a share, within a family, or of a wreck
 * that is mended since: from a tenth below on it is doubted, and fully from four tenths. Homes that went for much more
 * than their place keep that far better. Chosen on sales before the years that the back-test publishes.
 */
const LOW_LOG_RATIO = { from: 0.1, to: 0.4 } as const;
/** Chosen: a home that was sold twice so far below its place is a cheap one. */
const AGREE_LOG_RATIO = 0.2;
/** Chosen: two prices of one day for one home, sold on at once, are a few per cent apart, those of parts far more. */
const SOLD_ON_LOG_RATIO = Math.log(1.1);
const NEW_BUILD_NOISE = 1.5;

/** What is known of the home beside its sales. */
export interface OwnSubject extends Pick<OwnSales, 'property_type' | 'similar_gap'> {
  /** How far its floor area puts it above the level of its place; null if either is unknown. */
  sized_above: number | null;
}

/** The day that past sales are brought to, and by what. */
export interface OwnFrame {
  as_of: string;
  index: GrowthIndex;
  location: LocationBaseline | null;
  settings: Pick<FittedSettings, 'offsets' | 'new_build_premium' | 'typical_level'>;
  subject: OwnSubject;
}

/**
 * Brings the past sales to `as_of`. Null without a standard sale since a day with prices far apart, which shows
 * that the address was more than one dwelling then.
 */
export function ownSales(past_sales: readonly PastSale[], frame: OwnFrame): OwnSales | null {
  const { as_of, index, location, settings, subject } = frame;
  const whole = wholeSales(past_sales.filter((s) => s.date <= as_of));
  const odd =
    location &&
    contradictedLast(
      whole,
      observe(whole, location.log_price, index, settings.new_build_premium),
      subject.sized_above,
    );
  const of = (sales: readonly PastSale[]) => bySales(sales, frame);
  if (!odd) return of(whole);
  const rest = of(whole.filter((sale) => sale !== odd.sale));
  const left_out = { sale: odd.sale, why: 'last_sale_out_of_line' as const };
  if (odd.lost === 1) return rest && { ...rest, left_out: [...rest.left_out, left_out] };
  const own = of(whole);
  return own && { ...own, without_last: { own: rest, share: odd.lost } };
}

/** The same of sales that all count. */
function bySales(sales: readonly PastSale[], frame: OwnFrame): OwnSales | null {
  const { as_of, index, location, settings } = frame;
  const { sized_above, ...subject } = frame.subject;
  const last = sales.filter((sale) => sale.category === 'standard').at(-1);
  if (!last) return null;
  // The index has no growth before its first month.
  if (last.date.slice(0, 7) < index.first_month) return null;
  const years_held = Math.max(0, yearsBetween(last.date, as_of));
  const now = indexLevel(index, as_of);
  const growth = now - indexLevel(index, last.date);
  const offset = settings.offsets[last.new_build ? 'new_build' : 'resale'][holdBin(years_held)] ?? 0;
  const place = location ? location.log_price + now : null;
  const seen = location ? observe(sales, location.log_price, index, settings.new_build_premium) : [];
  const others = sales.flatMap((sale, i) => {
    const why = seen.length > 0 && whyLeftOut(sales, seen, i, sales.indexOf(last), subject.property_type);
    return why ? [{ sale, why }] : [];
  });
  const observations = limited(seen, sales)
    .map((one, i) => (isEarlier(sales[i]!, last) ? inPart(one, lostWeight(sales, seen, i)) : one))
    .filter((_, i) => !others.some(({ sale }) => sale === sales[i]));
  const own = Math.log(last.price) + growth + offset;
  return {
    own,
    place,
    ...subject,
    size_gap: sized_above ?? 0,
    years_held,
    last_new: last.new_build,
    last_sale: last,
    growth,
    momentum: (index.own_slope_per_month ?? 0) * monthsPast(index, as_of),
    beyond_place: place === null ? 0 : beyondPlace(own - place),
    doubt: seen.length > 0 ? lowDoubt(seen[sales.indexOf(last)]!.residual) : 1,
    last_agrees: seen.some(
      ({ residual }, i) =>
        sales[i] !== last && Math.abs(residual - seen[sales.indexOf(last)]!.residual) < AGREE_LOG_RATIO,
    ),
    place_above_typical:
      location && settings.typical_level !== undefined ? location.log_price - settings.typical_level : 0,
    data_age_years: dataAge(index, as_of) / 12,
    observations,
    at_years: monthTime(as_of) / 12,
    left_out: others,
  };
}

/**
 * The place's level, moved by floor area and similar sales, with the property's own effect from all its sales on top.
 */
export function placedLevel(
  own: OwnSales,
  ratio: EffectRatio,
  { size_share, similar_share }: Pick<Blend, 'size_share' | 'similar_share'>,
): number {
  const gap = size_share * own.size_gap + similar_share * own.similar_gap;
  const level =
    (own.place ?? own.own) + gap + propertyEffect(own.observations, own.at_years, ratio, gap).mean;
  const { own: rest = null, share = 0 } = own.without_last ?? {};
  return rest ? mixed(level, placedLevel(rest, ratio, { size_share, similar_share }), share) : level;
}

export const mixed = (one: number, other: number, share: number): number => (1 - share) * one + share * other;

/**
 * What the blend multiplies, in the order of its coefficients: a constant; the pull of the last sale when held under 2,
 * 2 to 6 and over 6 years, less where its price is low; whether held under 1 or over 6 years; whether the last sale was
 * new; the property effect, floor area aside, so that a larger home is never worth less; the area's momentum; whether
 * only one sale is known; the type; the pull of a last sale at a doubtful price, of one far above its place what lies
 * beyond the limit; how far the last sale departs from the ones before; the log of years held; how far its place lies
 * above a typical one, once more for flats; and the age of the data.
 */
export function blendFeatures(
  own: OwnSales,
  ratio: EffectRatio,
  shares: Pick<Blend, 'size_share' | 'similar_share'>,
): number[] {
  const { without_last, ...all } = own;
  const features = featuresOf(own, placedLevel(all, ratio, shares), ratio);
  if (!without_last?.own) return features;
  const rest = blendFeatures(without_last.own, ratio, shares);
  return features.map((feature, j) => mixed(feature, rest[j]!, without_last.share));
}

function featuresOf(own: OwnSales, level: number, ratio: EffectRatio): number[] {
  const { years_held, last_new, momentum, beyond_place, property_type, place_above_typical } = own;
  const low = beyond_place < 0;
  const pull = low ? 0 : (own.own - beyond_place - level) / own.doubt;
  const is = (type: PropertyType) => Number(property_type === type);
  return [
    1,
    years_held < 2 ? pull : 0,
    years_held >= 2 && years_held < 6 ? pull : 0,
    years_held >= 6 ? pull : 0,
    years_held < 1 ? 1 : 0,
    years_held >= 6 ? 1 : 0,
    last_new ? 1 : 0,
    propertyEffect(own.observations, own.at_years, ratio).mean,
    momentum,
    Number(own.observations.length === 1),
    is('detached'),
    is('semi_detached'),
    is('flat'),
    low ? own.own - level : beyond_place,
    departure(own.observations),
    Math.log(SOON_YEARS + years_held),
    place_above_typical,
    is('flat') * place_above_typical,
    own.data_age_years,
  ];
}

/** How far the last sale lies from the mean of those before it, either way: one of the two was no ordinary sale. */
function departure(observations: readonly EffectObservation[]): number {
  const before = observations.slice(0, -1);
  const counted = before.reduce((sum, { counts = 1 }) => sum + counts, 0);
  if (counted === 0) return 0;
  const mean = before.reduce((sum, { residual, counts = 1 }) => sum + counts * residual, 0) / counted;
  return Math.min(1, counted) * Math.abs(observations.at(-1)!.residual - mean);
}

/**
 * How far sales of the additional category alone, grown like others, set a home above its level: weak evidence, each
 * with four times the noise of a market sale. Nought without any.
 */
export function additionalEffect(
  past_sales: readonly PastSale[],
  as_of: string,
  index: GrowthIndex,
  level: number,
  settings: Pick<FittedSettings, 'blend' | 'new_build_premium'>,
): number {
  const sales = wholeSales(past_sales.filter((one) => one.date <= as_of && one.date >= index.first_month));
  const deflated = level - indexLevel(index, as_of);
  const seen = limited(observe(sales, deflated, index, settings.new_build_premium), sales);
  return propertyEffect(seen, monthTime(as_of) / 12, EFFECT_RATIOS[settings.blend.ratio]!).mean;
}

/** The blended log value. Without a place the last price stands alone. */
export function blended(own: OwnSales, blend: Blend): number {
  if (own.place === null) return own.own;
  const ratio = EFFECT_RATIOS[blend.ratio]!;
  const level = placedLevel(own, ratio, blend);
  // Areas that an earlier version fitted have coefficients of the first features alone.
  return blendFeatures(own, ratio, blend).reduce(
    (sum, feature, j) => sum + feature * (blend.coefficients[j] ?? 0),
    level,
  );
}

function monthsPast(index: GrowthIndex, as_of: string): number {
  return Math.max(0, monthTime(as_of) - monthNumber(index.data_month));
}

function observe(
  sales: readonly PastSale[],
  log_price: number,
  index: GrowthIndex,
  premium: number,
): EffectObservation[] {
  return sales.map((sale) => {
    const residual =
      Math.log(sale.price) - indexLevel(index, sale.date) - log_price - (sale.new_build ? premium : 0);
    const additional = sale.category === 'additional';
    const noise =
      (additional ? DOUBTFUL_NOISE : 1) *
      (additional && residual > SUSPECT_LOG_RATIO.above ? DOUBTFUL_NOISE : lowDoubt(residual)) *
      (sale.new_build ? NEW_BUILD_NOISE : 1);
    return { years: monthTime(sale.date) / 12, residual, noise };
  });
}

/** Whether the last sale alone puts the home far below what is said of it without its own sales. */
export function isLowAlone({ own, last_agrees }: OwnSales, level: number): boolean {
  return own - level < -LOW_LOG_RATIO.to && !last_agrees;
}

/** Sales as far as they count: a plain one at over four times its place is as one at that limit. */
function limited(seen: readonly EffectObservation[], sales: readonly PastSale[]): EffectObservation[] {
  const most = (i: number) => (sales[i]!.category === 'standard' ? SUSPECT_LOG_RATIO.above : Infinity);
  return seen.map((one, i) => ({ ...one, residual: Math.min(one.residual, most(i)) }));
}

function isEarlier(sale: PastSale, last: PastSale): boolean {
  return sale !== last && sale.category === 'standard';
}

/** An earlier sale that all else contradicts in part, with the more noise for it. */
function inPart(seen: EffectObservation, lost: number): EffectObservation {
  return lost === 0 ? seen : { ...seen, noise: seen.noise / (1 - lost), counts: 1 - lost };
}

function beyondPlace(above_place: number): number {
  const { below, above } = SUSPECT_LOG_RATIO;
  return above_place - Math.min(above, Math.max(-below, above_place));
}

/** From 1 for a price near the level of its place or above it to that of a doubtful one far below. */
function lowDoubt(above_place: number): number {
  const { from, to } = LOW_LOG_RATIO;
  const low = Math.min(1, Math.max(0, (-above_place - from) / (to - from)));
  return 1 + (DOUBTFUL_NOISE - 1) * low;
}

/** The only plain sale of a home, where its place and its floor area contradict it, so that none is left. */
export function onlySaleOutOfLine(
  past_sales: readonly PastSale[],
  as_of: string,
  index: GrowthIndex,
  location: LocationBaseline,
  settings: Pick<FittedSettings, 'new_build_premium'>,
  sized_above: number | null,
): PastSale | null {
  const sales = wholeSales(past_sales.filter((one) => one.date <= as_of));
  const seen = observe(sales, location.log_price, index, settings.new_build_premium);
  const odd = contradictedLast(sales, seen, sized_above);
  const others = sales.some((one) => one !== odd?.sale && one.category === 'standard');
  return odd?.lost === 1 && !others && odd.sale.date >= index.first_month ? odd.sale : null;
}

/**
 * The sales after the last day at whose prices no one home can have been sold: until then flats or plots shared the
 * address, so no growth can be read from them. Of prices that nearly agree the home was sold on at once: they count as
 * one sale, the plain one, of several the dearest. Nor do sales before that of a new building count, which were of what
 * stood there before.
 */
function wholeSales(past_sales: readonly PastSale[]): PastSale[] {
  const sales = inOrderOfTime(past_sales);
  const rebuilt = sales.findLastIndex((sale) => sale.new_build && sale.category === 'standard');
  return sales
    .slice(Math.max(lastOfParts(sales) + 1, rebuilt))
    .filter((sale, i, whole) => sale.date !== whole[i + 1]?.date);
}

/** Whether flats or plots shared the address on some day, so that its sales until then tell nothing of the home. */
export function soldInParts(past_sales: readonly PastSale[]): boolean {
  return lastOfParts(inOrderOfTime(past_sales)) >= 0;
}

/** The last sale of the newest day of which any two prices are far apart, or -1. */
function lastOfParts(sales: readonly PastSale[]): number {
  const apart = (one: PastSale, other: PastSale) =>
    one.date === other.date && Math.abs(Math.log(one.price / other.price)) > SOLD_ON_LOG_RATIO;
  const day = sales.findLast((sale) => sales.some((other) => apart(sale, other)))?.date;
  return sales.findLastIndex(({ date }) => date === day);
}
