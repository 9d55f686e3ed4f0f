import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { scottishFlat } = sandboxSamples();
const { uprn, postcode } = scottishFlat;
const outcode = postcode.split(' ')[0]!;
let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

/** Answers that depend on rents of a market area as well as on figures of other areas. */
const CASES: [path: string, body?: object][] = [
  [`/rents/yields?outcode=${outcode}`],
  ['/rents/yields?outcode=XE1&widen=false'],
  [`/rents/demand?outcode=${outcode}`],
  [`/valuations/${uprn}/rental?bedrooms=2`],
  ['/valuations/development-gdv', { outcode, units: [{ type: 'flat', bedrooms: 2, count: 6 }] }],
  ['/valuations/str-estimate', { postcode, bedrooms: 2 }],
];

it.each(CASES)(
  'names the source of the market area if rents of a market area are used: %s',
  async (path, body) => {
    // Without the operator's own lettings, which belong to places.
    await database.db.query('delete from lettings');
    api.clock.advance(3000);
    const { status, body: answer, text } = await api.call(path, { body });
    expect(status, text).toBe(200);
    const named = answer.meta.sources.map(({ id }: { id: string }) => id);
    expect(named).toEqual(expect.arrayContaining(['brma-lookup']));
    expect(named.some((id: string) => id === 'private-rents' || id.startsWith('lha-'))).toBe(true);
  },
);
