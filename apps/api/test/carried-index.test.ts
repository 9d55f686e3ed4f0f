import { buildValuations } from '@domesday/builds/valuations';
import { sandboxSamples } from '@domesday/sandbox';
import { exampleCall, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestAnswer } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const TODAY = '2026-11-15';
const INDICES = ['uk-hpi', 'private-rents'];
const { house, flat, welshHouse, scottishFlat } = sandboxSamples();

/**
 * For every operation that uses an index: calls that depend on it, and the field of its confidence if the index affects
 * that.
 */
const CALLS: Record<string, { paths: string[]; bodies?: unknown[]; confident?: boolean }> = {
  'properties.get': { paths: [`/properties/${house.uprn}`] },
  'valuations.sale': {
    paths: [house, flat, welshHouse].map((home) => `/valuations/${home.uprn}/sale?include=evidence`),
    confident: true,
  },
  'valuations.rental': {
    paths: [house, flat, scottishFlat].map((home) => `/valuations/${home.uprn}/rental?bedrooms=2`),
    confident: true,
  },
  'valuations.hmo': { paths: [`/valuations/${house.uprn}/hmo?rooms=5`], confident: true },
  'valuations.development_gdv': {
    paths: ['/valuations/development-gdv'],
    bodies: [house, scottishFlat].map(({ postcode }) => ({
      postcode,
      units: [{ type: 'terraced', bedrooms: 2, count: 2 }],
    })),
    confident: true,
  },
  'valuations.str_estimate': {
    paths: ['/valuations/str-estimate'],
    bodies: [{ postcode: house.postcode, bedrooms: 2 }],
  },
  'rents.long_term': { paths: [`/rents/long-term?postcode=${house.postcode}`], confident: true },
  'rents.yields': {
    paths: [house, scottishFlat].map((home) => `/rents/yields?postcode=${home.postcode}`),
    confident: true,
  },
  'rents.demand': { paths: [`/rents/demand?postcode=${house.postcode}`] },
  'listings.search': { paths: [`/listings?listing_type=sale&outcode=${house.postcode.split(' ')[0]}`] },
  'prices.comparables_by_uprn': { paths: [`/prices/${house.uprn}/comparables`] },
  'prices.comparables': {
    paths: [`/prices/comparables?postcode=${house.postcode}&property_type=terraced&months=60`],
  },
  'prices.market': { paths: [`/prices/market?postcode=${house.postcode}`] },
};
const RANK = ['Low', 'Medium', 'High'];

interface Call {
  id: string;
  path: string;
  body?: unknown;
}
const calls: Call[] = Object.entries(CALLS).flatMap(([id, { paths, bodies }]) =>
  bodies ? bodies.map((body) => ({ id, path: paths[0]!, body })) : paths.map((path) => ({ id, path })),
);

let database: TestDatabase;

it('has a call for every operation that uses an index', () => {
  const named = operationTable.filter((entry) => entry.datasets.some((id) => INDICES.includes(id)));
  expect(Object.keys(CALLS).sort()).toEqual(named.map((entry) => entry.id).sort());
  expect(exampleCall(named[0]!).path).toBeTruthy();
});

/** The indices as if their publishers had stopped this many months ago, and every answer. */
async function answersAt(months: number, built: boolean): Promise<Map<Call, TestAnswer>> {
  const { db } = database;
  const last = new Date(Date.UTC(2026, 10 - months, 1)).toISOString().slice(0, 10);
  await db.query('delete from house_price_index where month > $1', [last]);
  await db.query('delete from private_rents where month > $1', [last]);
  await db.query('truncate valuation_builds cascade');
  if (built) await buildValuations(db, { today: TODAY });
  const api = await startTestApi(database);
  try {
    const answers = new Map<Call, TestAnswer>();
    for (const call of calls)
      answers.set(call, await api.call(call.path, call.body ? { body: call.body } : {}));
    return answers;
  } finally {
    await api.close();
  }
}

describe.each([
  ['published indices', false],
  ['indices that a build fitted', true],
])('%s', (_, built) => {
  let fresh: Map<Call, TestAnswer>;
  let old: Map<Call, TestAnswer>;
  let ended: Map<Call, TestAnswer>;
  beforeAll(async () => {
    database = await sandboxDatabase();
    // Without the operator's own lettings and the list of rents, rents come from the index.
    await database.db.query(
      `truncate lettings, lha_rents; delete from dataset_loads where dataset in ('operator-lettings', 'lha-list-of-rents')`,
    );
    fresh = await answersAt(3, built);
    old = await answersAt(9, built);
    ended = await answersAt(20, built);
  });
  afterAll(() => database?.drop());

  it.each(calls)('$id states by how many months its index is extended: $path', (call) => {
    for (const [answers, months] of [
      [fresh, 3],
      [old, 9],
    ] as const) {
      const { status, text, body } = answers.get(call)!;
      expect(status, text).toBe(200);
      // A market answer covers published months only.
      if (call.id === 'prices.market') expect(body.meta.carried).toBeNull();
      else expect(body.meta.carried, text).toMatchObject({ months });
    }
  });

  it.each(calls.filter(({ id }) => CALLS[id]!.confident))(
    '$id lowers the confidence by one class after 6 months: $path',
    (call) => {
      const [before, after] = [fresh, old].map((answers) => answers.get(call)!.body.meta.confidence);
      expect(RANK.indexOf(after)).toBe(Math.max(0, RANK.indexOf(before) - 1));
      expect(old.get(call)!.body.meta.warnings).toContainEqual(
        expect.objectContaining({ code: 'index_carried_forward' }),
      );
    },
  );

  it.each(calls)('$id gives no figure from an index that ended more than 18 months ago: $path', (call) => {
    const { status, text, body } = ended.get(call)!;
    expect([200, 404]).toContain(status);
    expect(text).toMatch(/(ends in|is published to) 2025-03/);
    if (status === 404) return;
    expect(body.meta.carried).toBeNull();
    if (call.id === 'prices.market') return;
    expect(body.meta.warnings).toContainEqual(expect.objectContaining({ code: 'not_covered' }));
    // There are rents of the place, but none of today.
    for (const { code, message } of body.meta.warnings)
      if (message.startsWith('The official index of private rents'))
        expect([code, message]).toEqual(['not_covered', expect.stringContaining('of today')]);
    expect(text).not.toMatch(
      /"(adjusted_price|gross_yield_pct|svc_estimate|single_let_value|estimated_rent_pcm|long_let_rent_pcm)":-?\d/,
    );
  });

  it('gives the history and growth of a market only from published months', () => {
    for (const [answers, last] of [
      [fresh, '2026-08'],
      [old, '2026-02'],
      [ended, '2025-03'],
    ] as const) {
      const market = calls.find(({ id }) => id === 'prices.market')!;
      const { history, growth_pct } = answers.get(market)!.body;
      expect(growth_pct.to_month).toBe(last);
      expect(growth_pct.y1).not.toBeNull();
      for (const row of history as { month: string; index: number | null }[])
        expect(row.index !== null, row.month).toBe(row.month <= last);
    }
  });
});
