import { expect, it } from 'vitest';
import { comparables, similarSales } from './comparables.ts';
import { monthTime } from './dates.ts';
import { DEFAULT_SETTINGS } from './settings.ts';
import type { Candidate, SaleEvidence } from './types.ts';

/** Made up: sales around a place in all directions, some without a position, over seven years. */
const sales: Candidate[] = Array.from({ length: 240 }, (_, i) => {
  const [turn, away] = [i * 2.4, 40 * 1.022 ** i];
  return {
    transaction_id: `t${String((i * 7) % 240).padStart(3, '0')}`,
    price: 100_000 + 500 * i,
    date: `${2019 + ((i * 5) % 8)}-0${1 + (i % 6)}-1${i % 10}`,
    category: 'standard',
    new_build: false,
    property_type: i % 3 === 0 ? 'flat' : 'terraced',
    tenure: 'Leasehold',
    postcode: `XX1 ${i % 4}A${'AB'[i % 2]}`,
    street: i % 2 === 0 ? 'LONG ROAD' : null,
    position:
      i % 13 === 0
        ? null
        : { easting: 400_000 + away * Math.cos(turn), northing: 300_000 + away * Math.sin(turn) },
    floor_area_sqm: 80,
    construction_age: i % 5 === 0 ? null : `band ${i % 5}`,
  };
});
const AS_OF = '2026-06-20';
const RINGS_M = [250, 500, 1000, 2000, 5000];

function evidenceOf(property_type: 'flat' | 'terraced', step: number, candidates: Candidate[]): SaleEvidence {
  const subject: SaleEvidence['subject'] = {
    property_type,
    tenure: 'Leasehold',
    new_build: false,
    postcode: 'XX1 1AA',
    street: 'LONG ROAD',
    floor_area_sqm: 80,
    construction_age: 'band 2',
    position: { easting: 400_000 + 700 * (step % 4), northing: 300_000 - 900 * Math.floor(step / 4) },
  };
  return {
    ...{ as_of: AS_OF, subject, past_sales: [], odd_sales: [], index: null, location: null },
    ...{ price_per_area: null, candidates, settings: DEFAULT_SETTINGS },
  };
}

/** The sales to choose from: those of the shortest time, and of its narrowest circle, that has `wanted` sales. */
function pool({ subject, candidates }: SaleEvidence, wanted: number): Candidate[] {
  const alike = candidates.filter(({ property_type }) => property_type === subject.property_type);
  const age = (sale: Candidate) => monthTime(AS_OF) - monthTime(sale.date);
  const distance = ({ position }: Candidate) =>
    position === null
      ? 0
      : Math.hypot(
          position.easting - subject.position!.easting,
          position.northing - subject.position!.northing,
        );
  const within = (months: number, ring_m: number) =>
    alike.filter((sale) => age(sale) >= 0 && age(sale) <= months && distance(sale) <= ring_m);
  for (const months of [36, 60])
    for (const ring_m of RINGS_M) if (within(months, ring_m).length >= wanted) return within(months, ring_m);
  return within(60, Number.POSITIVE_INFINITY);
}

it('takes the most similar sales of the narrowest circle, within the shortest time, that has enough sales', () => {
  const widths = new Set<number>();
  for (const kind of ['flat', 'terraced'] as const)
    for (let step = 0; step < 8; step++)
      for (const wanted of [3, 7, 25, 60, 200]) {
        const candidates = sales.filter((_, i) => (i + step) % 4 > 0);
        const evidence = evidenceOf(kind, step, candidates);
        const among = pool(evidence, wanted);
        widths.add(among.length);
        const scored = among.flatMap((one) => similarSales({ ...evidence, candidates: [one] }, 1));
        const best = scored
          .sort((a, b) => a.score - b.score || (a.transaction_id < b.transaction_id ? -1 : 1))
          .slice(0, wanted);
        expect(similarSales(evidence, wanted), `${kind} ${step} ${wanted}`).toEqual(best);
      }
  expect(widths.size).toBeGreaterThan(10);
});

it('scores a sale as less similar for another place, street, age or date, with two years equal to another street', () => {
  const of = (changes: Partial<Candidate>) => {
    const [one] = similarSales(
      { ...evidenceOf('flat', 0, []), candidates: [{ ...sales[48]!, ...changes }] },
      1,
    );
    return one!.score;
  };
  const like = {
    position: null,
    postcode: 'XX1 1AA',
    street: 'LONG ROAD',
    construction_age: 'band 2',
    date: AS_OF,
  };
  expect(of(like)).toBe(0);
  for (const unlike of [
    { postcode: 'XX1 1AB' },
    { street: null },
    { construction_age: 'band 3' },
    { date: '2025-06-20' },
    { position: { easting: 400_100, northing: 300_000 } },
  ])
    expect(of({ ...like, ...unlike })).toBeGreaterThan(0);
  expect(of({ ...like, date: '2024-06-20' })).toBeCloseTo(of({ ...like, street: null }), 2);
});

it('never gives a lower value for a larger floor area, nor a more than proportional one', () => {
  for (const kind of ['flat', 'terraced'] as const)
    for (let step = 0; step < 8; step++) {
      const candidates = sales.map((sale, i) => ({
        ...sale,
        price: 100_000 + 9_000 * ((i * 7) % 23),
        floor_area_sqm: i % 2 === 0 ? null : 60 + (i % 9) * 10,
      }));
      const evidence = evidenceOf(kind, step, candidates);
      const at = (floor_area_sqm: number) =>
        comparables({ ...evidence, subject: { ...evidence.subject, floor_area_sqm } })!.log_value;
      for (let area = 30; area < 250; area *= 1.005) {
        const more = at(area * 1.005) - at(area);
        // Adjusted prices are rounded to whole pounds, hence the tolerance.
        expect(more, `${kind} ${step} ${area}`).toBeGreaterThan(-2e-5);
        expect(more, `${kind} ${step} ${area}`).toBeLessThan(Math.log(1.005) + 2e-5);
      }
    }
});
