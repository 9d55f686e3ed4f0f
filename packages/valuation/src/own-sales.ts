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

/** Variance and yearly drift of a property's own level, as multiples of the noise of one sale. */
export interface EffectRatio {
  property: number;
  drift_per_year: number;
}

export const EFFECT_RATIOS: readonly EffectRatio[] = [1, 2, 4, 8].flatMap((property) =>
  [0.05, 0.15, 0.4].map((drift_per_year) => ({ property, drift_per_year })),
);

/** The dwelling's own sales before weighting. Prices and differences are natural logs. */
export interface OwnSales {
  /** The price of the last standard sale, with growth and offset added. */
  own: number;
  /** The level of the home's place on the day, or null if no place is known. */
  place: number | null;
  /** How far floor area and similar sales nearby put the home above `place`; 0 without them. */
  size_gap: number;
  similar_gap: number;
  years_held: number;
  last_new: boolean;
  last_sale: PastSale;
  growth: number;
  /** The extra growth if the area's drift from its published index had continued since the data ended. */
  momentum: number;
  /** How far the last sale lies above four times its place; negative: how far below half of it; 0 in between. */
  beyond_place: number;
  /** The noise of the last sale as a multiple of an ordinary sale's: more than 1 if its price is low for its place. */
  doubt: number;
  /** Whether another sale of the home had nearly the same ratio to its place as the last one. */
  last_agrees: boolean;
  property_type: PropertyType;
  /** How far the level of the place lies above that of a typical sale of the area; 0 if either is unknown. */
  place_above_typical: number;
  /** Years from the last data of the index to the day. */
  data_age_years: number;
  observations: readonly EffectObservation[];
  at_years: number;
  /** Sales without an observation, since their prices cannot be those of the home as it is now. */
  left_out: readonly { sale: PastSale; why: LeftOut }[];
  /**
   * If all else contradicts the last sale in part: the evidence without it (null without any), and the share of this.
   */
  without_last?: { own: OwnSales | null; share: number };
}

/** Keeps the log of years held finite for a home that is sold again at once. */
const SOON_YEARS = 0.5;
const DOUBTFUL_NOISE = 4;
/**
 * A price below the level of its place may come from a tenant's right to buy, the sale of a share, a sale within a
 * family, or a wreck that has been repaired since. Doubt begins at a tenth below and is complete at four tenths (log
 * points). Homes that sold for much more than their place keep that level far better. Chosen on sales before the years
 * that the back-test publishes.
 */
const LOW_LOG_RATIO = { from: 0.1, to: 0.4 } as const;
/**
 * Chosen: two sales whose ratios to their place differ by less agree; a home that twice sold far below its place is
 * cheap.
 */
const AGREE_LOG_RATIO = 0.2;
/**
 * Chosen: two prices of one day differ by a few per cent if the home was sold on at once, and by far more for parts.
 */
const SOLD_ON_LOG_RATIO = Math.log(1.1);
const NEW_BUILD_NOISE = 1.5;

/** What is known of the home besides its sales. */
export interface OwnSubject extends Pick<OwnSales, 'property_type' | 'similar_gap'> {
  /** How far the floor area puts the home above the level of its place; null if either is unknown. */
  sized_above: number | null;
}

/** The day to which past sales are brought, and the values needed for that. */
export interface OwnFrame {
  as_of: string;
  index: GrowthIndex;
  location: LocationBaseline | null;
  settings: Pick<FittedSettings, 'offsets' | 'new_build_premium' | 'typical_level'>;
  subject: OwnSubject;
}

/**
 * Brings the past sales to `as_of`. Null without a standard sale after the last day with prices far apart; such a day
 * shows that the address was more than one dwelling then.
 */
export function ownSales(past_sales: readonly PastSale[], frame: OwnFrame): OwnSales | null {
  const { as_of, index, location, settings, subject } = frame;
  const whole = wholeSales(past_sales.filter((s) => s.date <= as_of));
  const contradicted =
    location &&
    contradictedLast(
      whole,
      observe(whole, location.log_price, index, settings.new_build_premium),
      subject.sized_above,
    );
  const of = (sales: readonly PastSale[]) => bySales(sales, frame);
  if (!contradicted) return of(whole);
  const rest = of(whole.filter((sale) => sale !== contradicted.sale));
  const left_out = { sale: contradicted.sale, why: 'last_sale_out_of_line' as const };
  if (contradicted.lost === 1) return rest && { ...rest, left_out: [...rest.left_out, left_out] };
  const own = of(whole);
  return own && { ...own, without_last: { own: rest, share: contradicted.lost } };
}

/** `ownSales` for sales of which none is contradicted as a whole. */
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

/** The level of the place, moved by floor area and similar sales, plus the property's own effect from all its sales. */
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
 * The features of the blend, in the order of its coefficients: a constant; the pull of the last sale if held under 2, 2
 * to 6 and over 6 years, divided by its doubt; whether held under 1 year and over 6 years; whether the last sale was
 * new; the property effect without floor area, so that a larger home is never worth less; the area's momentum; whether
 * only one sale is known; the type (three features); the pull of a last sale far below its place, or the excess of one
 * far above it; how far the last sale departs from earlier ones; the log of years held; how far the place lies above a
 * typical one, and the same for flats; and the age of the data.
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

/** The distance of the last sale from the mean of earlier ones. If it is large, one of the two was no ordinary sale. */
function departure(observations: readonly EffectObservation[]): number {
  const before = observations.slice(0, -1);
  const counted = before.reduce((sum, { counts = 1 }) => sum + counts, 0);
  if (counted === 0) return 0;
  const mean = before.reduce((sum, { residual, counts = 1 }) => sum + counts * residual, 0) / counted;
  return Math.min(1, counted) * Math.abs(observations.at(-1)!.residual - mean);
}

/**
 * How far sales of the additional category, if a home has no others, put it above `level`: weak evidence, each with
 * four times the noise of a market sale. 0 without any.
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

/** The blended log value. Without a place it is the last price with growth and offset. */
export function blended(own: OwnSales, blend: Blend): number {
  if (own.place === null) return own.own;
  const ratio = EFFECT_RATIOS[blend.ratio]!;
  const level = placedLevel(own, ratio, blend);
  // Areas fitted by an earlier version have coefficients for only the first features.
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

/** Whether the last sale, and no other, puts the home far below its level without own sales. */
export function isLowAlone({ own, last_agrees }: OwnSales, level: number): boolean {
  return own - level < -LOW_LOG_RATIO.to && !last_agrees;
}

/** Limits the residuals: a standard sale at over four times its place counts as one at four times. */
function limited(seen: readonly EffectObservation[], sales: readonly PastSale[]): EffectObservation[] {
  const most = (i: number) => (sales[i]!.category === 'standard' ? SUSPECT_LOG_RATIO.above : Infinity);
  return seen.map((one, i) => ({ ...one, residual: Math.min(one.residual, most(i)) }));
}

function isEarlier(sale: PastSale, last: PastSale): boolean {
  return sale !== last && sale.category === 'standard';
}

/** Raises the noise of an earlier sale that all else contradicts in part. */
function inPart(seen: EffectObservation, lost: number): EffectObservation {
  return lost === 0 ? seen : { ...seen, noise: seen.noise / (1 - lost), counts: 1 - lost };
}

function beyondPlace(above_place: number): number {
  const { below, above } = SUSPECT_LOG_RATIO;
  return above_place - Math.min(above, Math.max(-below, above_place));
}

/** The factor of noise: 1 for a price near or above the level of its place, up to `DOUBTFUL_NOISE` far below it. */
function lowDoubt(above_place: number): number {
  const { from, to } = LOW_LOG_RATIO;
  const low = Math.min(1, Math.max(0, (-above_place - from) / (to - from)));
  return 1 + (DOUBTFUL_NOISE - 1) * low;
}

/**
 * The only standard sale of a home if its place and floor area contradict it fully, so that none is left; else null.
 */
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
  const contradicted = contradictedLast(sales, seen, sized_above);
  const others = sales.some((one) => one !== contradicted?.sale && one.category === 'standard');
  return contradicted?.lost === 1 && !others && contradicted.sale.date >= index.first_month
    ? contradicted.sale
    : null;
}

/**
 * The sales of the home as it is now. Sales up to the last day with prices far apart are dropped: flats or plots shared
 * the address then, so they say nothing of the growth. Sales before a new building was sold are dropped too. Several
 * sales on one day at nearly equal prices (the home was sold on at once) count as one: the last in `inOrderOfTime`.
 */
function wholeSales(past_sales: readonly PastSale[]): PastSale[] {
  const sales = inOrderOfTime(past_sales);
  const rebuilt = sales.findLastIndex((sale) => sale.new_build && sale.category === 'standard');
  return sales
    .slice(Math.max(lastOfParts(sales) + 1, rebuilt))
    .filter((sale, i, whole) => sale.date !== whole[i + 1]?.date);
}

/** Whether flats or plots shared the address on some day, so that sales up to then say nothing of the home. */
export function soldInParts(past_sales: readonly PastSale[]): boolean {
  return lastOfParts(inOrderOfTime(past_sales)) >= 0;
}

/** The index of the last sale on the newest day with two prices far apart; -1 without such a day. */
function lastOfParts(sales: readonly PastSale[]): number {
  const differ = (one: PastSale, other: PastSale) =>
    one.date === other.date && Math.abs(Math.log(one.price / other.price)) > SOLD_ON_LOG_RATIO;
  const day = sales.findLast((sale) => sales.some((other) => differ(sale, other)))?.date;
  return sales.findLastIndex(({ date }) => date === day);
}
