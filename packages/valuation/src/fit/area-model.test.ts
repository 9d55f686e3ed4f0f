import { describe, expect, it } from 'vitest';
import { estimateHome } from '../estimate-home.ts';
import { indexLevel } from '../index-level.ts';
import { casesOf, NOTHING_GIVEN } from '../known-home.ts';
import { cleanSales, cleanSalesSteps, type SaleRow } from '../sales-table.ts';
import { finished, type Steps } from '../steps.ts';
import { areaModelSteps, fitAreaModel, type PublishedIndex } from './area-model.ts';
import { builtArea, effectsByPostcode } from './evidence.ts';
import { PARAMETERS } from './parameters.ts';
import { settingsFromPast } from './settings-from-past.ts';

const AS_OF = '2026-06-15';
/** Made up: prices grow by six per cent a year. */
const priceOn = (date: string, level: number) =>
  Math.round(level * 1.06 ** (Number(date.slice(0, 4)) + Number(date.slice(5, 7)) / 12 - 2006));

/** Homes of a village, each sold twice. */
function village(homes: number): SaleRow[] {
  return Array.from({ length: homes }, (_, i) => {
    const dates = [`${2006 + (i % 9)}-0${1 + (i % 9)}-10`, `${2016 + (i % 11)}-0${1 + (i % 4)}-20`];
    return dates.map((date, sale) => ({
      transaction_id: `t${i}-${sale}`,
      price: priceOn(date, 100_000 + 1_000 * (i % 7)),
      date,
      postcode: `XX1 ${1 + (i % 3)}AA`,
      property_type: 'terraced' as const,
      new_build: false,
      tenure: 'Freehold' as const,
      saon: '',
      paon: String(i + 1),
      street: `STREET ${i % 5}`,
      locality: '',
      town: 'MADEUP',
      category: 'standard' as const,
    }));
  }).flat();
}

const published: PublishedIndex = {
  id: 'uk-hpi',
  area: 'Madeup',
  rows: Array.from({ length: 12 * 21 }, (_, m) => {
    const month = `${2005 + Math.floor(m / 12)}-${String(1 + (m % 12)).padStart(2, '0')}`;
    return { month: `${month}-01`, property_type: 'all' as const, index_value: priceOn(month, 50) };
  }),
};

/** The index without the months before `month`. */
const publishedFrom = (month: string): PublishedIndex => ({
  ...published,
  rows: published.rows.filter((row) => row.month >= month),
});

function growthSince(
  year: number,
  homes: number,
  index: PublishedIndex | null,
): { grown: number; first_month: string } | null {
  const { indices } = fitAreaModel(cleanSales(village(homes)), 'XX1', AS_OF, index, PARAMETERS);
  const terraced = indices[2];
  if (!terraced) return null;
  const log = indexLevel(terraced, '2026-01-15') - indexLevel(terraced, `${year}-01-15`);
  return { grown: Math.exp(log), first_month: terraced.first_month };
}

it('derives growth from many homes that were sold twice or from a published index, and otherwise gives none', () => {
  const truth = 1.06 ** 16;
  for (const [homes, index] of [
    [300, null],
    [12, published],
  ] as const) {
    expect(growthSince(2010, homes, index)!.grown / truth).toBeGreaterThan(0.9);
    expect(growthSince(2010, homes, index)!.grown / truth).toBeLessThan(1.1);
  }
  expect(growthSince(2010, 12, null)).toBeNull();
});

it('has no growth before the published index begins, unless enough homes were sold before and after', () => {
  const late = publishedFrom('2018-01');
  const few = growthSince(2018, 60, late)!;
  expect(few.first_month).toBe('2018-01');
  // Earlier sales, whose growth until that month is not known, must not count as growth since.
  expect(few.grown / 1.06 ** 8).toBeGreaterThan(0.97);
  expect(few.grown / 1.06 ** 8).toBeLessThan(1.03);
  const many = growthSince(2010, 300, late)!;
  expect(many.first_month).toBe('2006-01');
  expect(many.grown / 1.06 ** 16).toBeGreaterThan(0.9);
  expect(many.grown / 1.06 ** 16).toBeLessThan(1.1);
});

it('ignores an index that begins after the newest sale', () => {
  const future = { ...published, rows: published.rows.filter((row) => row.month >= '2025-12') };
  const sold = cleanSales(village(12).filter((row) => row.date < '2025'));
  expect(fitAreaModel(sold, 'XX1', AS_OF, future, PARAMETERS).indices).toEqual([]);
});

it('does not use a sale whose growth is unknown, and says so', () => {
  const rows = village(12);
  const found = [null, published, publishedFrom('2018-01')].map((index) => {
    const table = cleanSales(rows);
    const model = fitAreaModel(table, 'XX1', AS_OF, index, PARAMETERS);
    const { postcode, paon } = rows[0]!;
    const home = {
      postcode,
      address: `${paon} Street 0, Madeup, ${postcode}`,
      position: null,
      sales: rows.slice(0, 1).map((row) => ({ ...row })),
      certificate: null,
      given: NOTHING_GIVEN,
    };
    const nearby = rows
      .filter((row) => row.date > '2023' && row.paon !== paon)
      .map((row) => ({ ...row, position: null, floor_area_sqm: null, construction_age: null }));
    const effects = finished(effectsByPostcode(table, model)).get(postcode) ?? [];
    const area = builtArea(model, settingsFromPast(model, []));
    return estimateHome(casesOf(home, area, effects, AS_OF, () => nearby))!.estimate;
  });
  const [alone, carried, late] = found;
  expect(alone).toMatchObject({ method: 'comparables', confidence: 'Low' });
  expect(alone!.limiting_factors).toContain('no_index');
  expect(carried!.method).toBe('last_sold_growth');
  expect(carried!.limiting_factors).not.toContain('sale_before_index');
  expect(late!.method).toBe('comparables');
  expect(late!.limiting_factors).toContain('sale_before_index');
  expect(late!.value / carried!.value).toBeGreaterThan(0.9);
  expect(late!.value / carried!.value).toBeLessThan(1.1);
});

describe('the steps of a fit', () => {
  const sized = (homes: number) =>
    village(homes).map((row, i) => ({ ...row, floor_area_sqm: 60 + (i % 40) }));
  const fitted = function* (rows: SaleRow[]) {
    const table = yield* cleanSalesSteps(rows);
    const model = yield* areaModelSteps(table, 'XX1', AS_OF, published, PARAMETERS);
    return { model, effects: yield* effectsByPostcode(table, model) };
  };

  it('give the same figures if steps of other fits run in between', () => {
    const [one, other] = [fitted(sized(200)), fitted(sized(150))];
    const found: unknown[] = [];
    for (let open: Steps<unknown>[] = [one, other]; open.length > 0; )
      open = open.filter((steps) => {
        const step = steps.next();
        if (step.done) found.push(step.value);
        return !step.done;
      });
    expect(found).toEqual([200, 150].map((homes) => finished(fitted(sized(homes)))));
  });

  it('are many, so that no request waits for a whole fit', () => {
    const steps = fitted(sized(200));
    let n = 0;
    while (!steps.next().done) n++;
    const { location_rounds, huber_rounds } = PARAMETERS;
    // Two fits of growth, two of places by price, and three by price per square metre.
    expect(n).toBeGreaterThan(2 * huber_rounds + 5 * location_rounds);
  });
});

/** Made up: homes that are sold every seven years at prices up to a quarter off the level, four a month. */
function uneven(): SaleRow[] {
  const random = generator();
  return village(336).flatMap((row, i) => {
    if (i % 2) return [];
    return [0, 84, 168].map((later, sale) => {
      const month = 2005 * 12 + ((i / 2) % 84) + later;
      const date = `${Math.floor(month / 12)}-${String(1 + (month % 12)).padStart(2, '0')}-12`;
      const off = 1 + (random() - 0.5) / 2;
      return {
        ...row,
        transaction_id: `t${i}-${sale}`,
        date,
        price: Math.round(priceOn(date, 100_000) * off),
      };
    });
  });
}

/** Numbers from 0 to 1 that look random and are the same in every run. */
function generator(): () => number {
  let state = 7;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

it('changes the level of an area with few uneven sales by less than 2.7 % on average for each added month', () => {
  const table = cleanSales(uneven());
  const day = '2026-01-15';
  const levels = Array.from({ length: 24 }, (_, i) => {
    const known_before = `${2024 + Math.floor(i / 12)}-${String(1 + (i % 12)).padStart(2, '0')}-01`;
    const [index] = fitAreaModel(table, 'XX1', day, published, PARAMETERS, known_before).indices.slice(2);
    return indexLevel(index!, day) - indexLevel(index!, '2010-01-15');
  });
  const moves = levels.slice(1).map((level, i) => Math.abs(level - levels[i]!));
  expect(moves.reduce((sum, one) => sum + one, 0) / moves.length).toBeLessThan(0.027);
  expect(Math.max(...moves)).toBeLessThan(0.07);
});
