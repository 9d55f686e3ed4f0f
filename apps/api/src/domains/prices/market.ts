import type { RequestOf, ResponseOf, Schema } from '@domesday/contract';
import { type GrowthIndex, indexLevel, monthName, monthNumber, USABLE_PRICE } from '@domesday/valuation';
import type { Context } from '../../http/handler.ts';
import { firstEnough, ignoreWiden, ladderOf } from '../../location/ladder.ts';
import { geographyOf, placeSources } from '../../location/place.ts';
import { resolveLocation } from '../../location/resolve.ts';
import { growthOf } from '../../statistics/growth.ts';
import { confidenceKnown } from '../../statistics/known-period.ts';
import { MINIMUM_SAMPLE, quantilesOf, twoDecimals } from '../../statistics/quantiles.ts';
import { explainThin, explainThinRows } from '../../statistics/thin.ts';
import { evidenceOf, windowsOf } from './market-evidence.ts';
import { type Figures, figuresOf } from './market-figures.ts';
import {
  coveredMonths,
  coversFrom,
  explainKnown,
  firstProvisional,
  isWhole,
  type Known,
  knownSales,
  shareOfSales,
} from './market-known.ts';
import { changePct } from './model.ts';
import { mustHaveSalesInPart, newestSale, PROVISIONAL_MONTHS, tooFewSales } from './refuse.ts';
import { type MonthRow, saleFilter } from './sales.query.ts';
import { warnOfScottishPart } from './scottish-part.ts';
import { warnUnplacedSales } from './unplaced.ts';

type Request = RequestOf<'prices.market'>;
type Response = ResponseOf<'prices.market'>;

/** The longest period that the contract takes. */
const LONGEST_MONTHS = 60;

export async function market(request: Request, context: Context): Promise<Response> {
  const { query } = request;
  const { today } = context;
  const place = await resolveLocation(context, query);
  await mustHaveSalesInPart(context, place);
  ignoreWiden(context, place);
  const months = query.months ?? 12;
  const widen = query.widen ?? true;
  const history_months = query.history_months ?? 24;
  const newest_sale = newestSale(context);
  const windows = windowsOf(today, newest_sale, months, history_months);
  const { from } = windows.now;
  const {
    area,
    first,
    result: { sales, rest },
    enough,
  } = await firstEnough(
    ladderOf(place, { widen }),
    (step) => evidenceOf(context, step, query, windows),
    (found) => found.sales.days.length >= MINIMUM_SAMPLE,
  );
  const sales_count = sales.days.length;
  if (!enough) {
    const longer = months < LONGEST_MONTHS;
    throw await tooFewSales(context, place, sales_count, MINIMUM_SAMPLE, { ...query, from, widen, longer });
  }

  const [{ prior, odd, prices_year_ago, by_month }, growth, known] = await Promise.all([
    rest(),
    growthOf(context, place, [query.property_type ?? null]),
    knownSales(context, newest_sale),
  ]);
  const index = growth.index(query.property_type ?? null);
  const growth_pct = growthPct(index, today);
  explainGrowth(context, index, growth_pct);
  const figures = figuresOf(sales);
  if (figures.price_per_sqft === null) {
    context.warn(
      context.loaded('epc-domestic') ? 'not_recorded' : 'source_not_loaded',
      'price_per_sqft',
      'No sale here has a floor area from an energy certificate.',
    );
  }
  if (index && windows.history) explainEnd(context, index);
  explainOdd(context, odd);
  explainThinFigures(context, figures);
  await warnOfScottishPart(context, area, 'sales_count');
  await warnUnplacedSales(context, area, saleFilter(query, windows.now), 'sales_count');
  context.warn(
    'provisional',
    history_months > 0 ? 'history' : 'sales_count',
    `Of the ${PROVISIONAL_MONTHS} newest months that are loaded not all sales were registered yet.`,
  );
  explainKnown(context, known, windows);
  const share = shareOfSales(context, known, windows.now, 'sales_count');
  const volume_change_pct = volumeChange(context, known, windows.prior.from, sales_count, prior);
  const compared = isWhole(known, today) && coversFrom(known, windows.year_ago.from);
  const median_year_ago = quantilesOf(prices_year_ago).median;
  const raw_change_1y_pct = compared ? changePct(figures.price.median, median_year_ago) : null;
  if (compared && raw_change_1y_pct === null)
    context.warn('insufficient_sample', 'raw_change_1y_pct', 'The year before had fewer than 5 sales.');
  return {
    ...figures,
    sales_count,
    sales_count_prior: prior,
    volume_change_pct,
    growth_pct,
    raw_change_1y_pct,
    history: history_months === 0 ? [] : historyOf(today, history_months, known, by_month, index),
    currency: 'GBP',
    meta: context.meta({
      datasets: ['price-paid', 'hmlr-uprn-lookup', 'uk-hpi', 'epc-domestic', ...placeSources(place)],
      period: { from, to: today },
      sample_size: sales_count,
      minimum_sample: MINIMUM_SAMPLE,
      confidence: confidenceKnown(sales_count >= 20 ? 'High' : sales_count >= 10 ? 'Medium' : 'Low', share),
      basis: 'achieved',
      geography: geographyOf(place, area, first),
    }),
  };
}

/** Warns of the sales left out, by the rule of valuations.sale: they say nothing about the price of a single home. */
function explainOdd(context: Context, n: number): void {
  if (n === 0) return;
  const { least, most } = USABLE_PRICE;
  const pounds = (price: number) => `£${price.toLocaleString('en-GB')}`;
  context.warn(
    'odd_sales',
    'sales_count',
    `Left out of the period: ${n} sold for less than ${pounds(least)} or more than ${pounds(most)}, registered as neither a house nor a flat, or at a price that is registered beside several homes.`,
  );
}

/** Change of the number of sales in per cent; null, with a warning, if the two periods cannot be compared. */
function volumeChange(
  context: Context,
  known: Known,
  prior_from: string,
  sales_count: number,
  prior: number,
): number | null {
  if (!isWhole(known, context.today) || !coversFrom(known, prior_from)) return null;
  const change = prior < MINIMUM_SAMPLE ? null : changePct(sales_count, prior);
  if (change === null)
    context.warn('insufficient_sample', 'volume_change_pct', 'The period before had fewer than 5 sales.');
  else
    context.warn(
      'provisional',
      'volume_change_pct',
      'Sales of the newest months are still being registered, those of the period before are complete: the change tends to be too low.',
    );
  return change;
}

function explainEnd(context: Context, index: GrowthIndex): void {
  const to = lastMonth(index, context.today);
  if (to === context.today.slice(0, 7)) return;
  context.warn(
    'not_recorded',
    'history.index',
    `The index of ${index.area} is published to ${to}; growth ends with that month, and later months have no index.`,
  );
}

/** Warns why growth is unknown: there is no index, or it begins later. */
function explainGrowth(context: Context, index: GrowthIndex | null, growth: Schema<'Growth'>): void {
  if (!index) {
    const code = context.loaded('uk-hpi') ? 'not_covered' : 'source_not_loaded';
    context.warn(code, 'growth_pct', 'Growth: load uk-hpi with this area to have an index.');
    return;
  }
  for (const years of ['y1', 'y3', 'y5', 'y10'] as const)
    if (growth[years] === null)
      context.warn(
        'not_recorded',
        `growth_pct.${years}`,
        `The index of ${index.area} that is loaded begins with ${index.first_month}.`,
      );
}

function explainThinFigures(context: Context, figures: Figures): void {
  const { price, price_per_sqft, by_property_type, by_tenure } = figures;
  explainThin(context, price, 'price', 'sales');
  if (price_per_sqft) explainThin(context, price_per_sqft, 'price_per_sqft', 'sales of known floor area');
  const type_rows = by_property_type.flatMap((row) => [row.price, row.price_per_sqft ?? { n: 0 }]);
  const tenure_rows = by_tenure.map((row) => row.price);
  explainThinRows(context, type_rows, 'by_property_type', 'such sales');
  explainThinRows(context, tenure_rows, 'by_tenure', 'such sales');
}

/** The newest published month of an index, but at most the present month. */
function lastMonth(index: GrowthIndex, today: string): string {
  return [index.data_month, today.slice(0, 7)].sort()[0]!;
}

/** Growth up to the newest published month. Later months are not estimated. */
function growthPct(index: GrowthIndex | null, today: string): Schema<'Growth'> {
  const to = index && lastMonth(index, today);
  const over = (years: number): number | null => {
    if (!index || !to) return null;
    const from = monthName(monthNumber(to) - years * 12);
    if (from < index.first_month) return null;
    return twoDecimals(100 * Math.expm1(indexLevel(index, to) - indexLevel(index, from)));
  };
  return {
    y1: over(1),
    y3: over(3),
    y5: over(5),
    y10: over(10),
    index: index?.id ?? null,
    area: index?.area ?? null,
    to_month: to,
  };
}

function historyOf(
  today: string,
  months: number,
  known: Known,
  by_month: MonthRow[],
  index: GrowthIndex | null,
): Response['history'] {
  const { first, last } = coveredMonths(known, today, months);
  const base = index && [first, index.first_month].sort()[1]!;
  const hasIndex = (month: string) => index && month >= base! && month <= lastMonth(index, today);
  const found = new Map(by_month.map((row) => [row.month, row]));
  const provisional = firstProvisional(known, today);
  const history: Response['history'] = [];
  for (let number = monthNumber(first); number <= monthNumber(last); number++) {
    const month = monthName(number);
    const row = found.get(month);
    history.push({
      month,
      median: row && row.n >= MINIMUM_SAMPLE ? twoDecimals(row.median) : null,
      n: row?.n ?? 0,
      index: hasIndex(month)
        ? twoDecimals(100 * Math.exp(indexLevel(index!, month) - indexLevel(index!, base!)))
        : null,
      provisional: month >= provisional,
    });
  }
  return history;
}
