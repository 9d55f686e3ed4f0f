import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

let api: TestApi;
let database: TestDatabase;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const FIGURES = ['mean', 'median', 'p10', 'p25', 'p75', 'p90', 'min', 'max'];

/** The paths of every distribution of an answer with a null figure: names of fields, without positions in lists. */
function gapsIn(value: unknown, path: string[] = []): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => gapsIn(one, path));
  if (value === null || typeof value !== 'object') return [];
  const fields = value as Record<string, unknown>;
  if (FIGURES.every((name) => name in fields))
    return FIGURES.some((name) => fields[name] === null) ? [path.join('.')] : [];
  return Object.entries(fields).flatMap(([name, inner]) => gapsIn(inner, [...path, name]));
}

/** Questions of every operation that answers with distributions, over samples of many sizes. */
async function questions(): Promise<string[]> {
  const { rows } = await database.db.query(
    `select distinct on (split_part(postcode, ' ', 1)) postcode from sales where postcode is not null
      order by split_part(postcode, ' ', 1), postcode`,
  );
  const asked: string[] = [];
  for (const { postcode } of rows.slice(0, 8)) {
    const outcode = `outcode=${postcode.split(' ')[0]}`;
    const at = `postcode=${encodeURIComponent(postcode)}`;
    for (const where of [outcode, at, `${at}&widen=false`])
      for (const kind of ['', '&property_type=flat', '&property_type=detached', '&months=6'])
        asked.push(`/prices/market?${where}${kind}`, `/prices/comparables?${where}${kind}`);
    for (const kind of ['', '&bedrooms=1', '&bedrooms=4', '&months=3'])
      asked.push(
        `/rents/long-term?${outcode}${kind}`,
        `/rents/hmo?${outcode}`,
        `/str/market?${outcode}${kind}`,
      );
    const home = 'select uprn from sales where postcode = $1 and uprn is not null order by uprn limit 1';
    for (const { uprn } of (await database.db.query(home, [postcode])).rows) {
      asked.push(`/prices/${uprn}/comparables`);
      for (const bedrooms of [1, 2, 3, 4])
        asked.push(`/valuations/${uprn}/rental?bedrooms=${bedrooms}&months=12`);
    }
  }
  return [...new Set(asked)];
}

it('gives the reason for every figure of a distribution that is null for a small sample', async () => {
  const seen = new Set<string>();
  for (const path of await questions()) {
    const { status, body } = await api.call(path);
    if (status !== 200) continue;
    const warned: string[] = body.meta.warnings.flatMap(({ field }: { field: string | null }) => field ?? []);
    for (const gap of gapsIn({ ...body, meta: null })) {
      // For rents a month and a week one path stands for both; rooms are named by their kind.
      const field = gap.replace('rent_pw', 'rent_pcm').replace('rooms.rent_pcm', 'rooms');
      const isAbout = (one: string) => `${field}.`.startsWith(`${one}.`) || one.startsWith(`${field}.`);
      expect(warned.some(isAbout), `${path}: ${field}, but told of ${warned.join(', ')}`).toBe(true);
      seen.add(path.split('?')[0]!.replace(/\d+/, '{uprn}'));
    }
  }
  expect([...seen].sort()).toEqual([
    '/prices/comparables',
    '/prices/market',
    '/prices/{uprn}/comparables',
    '/rents/hmo',
    '/rents/long-term',
    '/str/market',
    '/valuations/{uprn}/rental',
  ]);
});
