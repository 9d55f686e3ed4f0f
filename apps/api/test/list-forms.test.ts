import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import document from '@domesday/contract/openapi.json' with { type: 'json' };
import { parquetNotes, readParquet } from '@domesday/files/tables/parquet';
import { sandboxSamples } from '@domesday/sandbox';
import { operationTable, parametersOf, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { house } = sandboxSamples();
/** How each operation that answers in several forms is asked for a list; the key of the total in its JSON form. */
const LISTS: Record<string, { path: string; total: (body: Json) => number }> = {
  'listings.search': {
    path: `/listings?listing_type=sale&lat=${house.latitude}&lng=${house.longitude}&radius_m=5000&limit=7`,
    total: (body) => body.total,
  },
  'prices.comparables': {
    path: `/prices/comparables?lat=${house.latitude}&lng=${house.longitude}&radius_m=2000&months=60&limit=7`,
    total: (body) => body.meta.sample_size,
  },
  'addresses.search': {
    path: `/addresses/search?q=${encodeURIComponent(house.postcode)}`,
    total: (body) => body.count,
  },
  'location.schools': {
    path: `/location/schools?lat=${house.latitude}&lng=${house.longitude}&radius_m=5000`,
    total: (body) => body.summary.total,
  },
  'planning.applications': {
    path: `/planning/applications?lat=${house.latitude}&lng=${house.longitude}&radius_m=5000&days=3650&limit=3`,
    total: (body) => body.total,
  },
  'planning.hmo_register': {
    path: `/planning/hmo-register?lat=${house.latitude}&lng=${house.longitude}&radius_m=5000&status=any&limit=3`,
    total: (body) => body.total,
  },
  'prices.comparables_by_uprn': {
    path: `/prices/${house.uprn}/comparables?limit=7`,
    total: (body) => body.meta.sample_size,
  },
  'account.usage': { path: '/account/usage', total: (body) => body.endpoints.length },
};
// biome-ignore lint/suspicious/noExplicitAny: an answer of any operation.
type Json = any;

const formsOf = (id: string): string[] =>
  parametersOf(operationTable.find((entry) => entry.id === id)!).find(({ name }) => name === 'format')?.schema
    .enum ?? [];
const severalForms = operationTable.filter(({ id }) => formsOf(id).length > 0).map(({ id }) => id);

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  // Listings with a position by which they are found, of which the feed tells no coordinates.
  await database.db.query('update listings set latitude = null, longitude = null where hashtext(id) % 4 = 0');
  await database.db.query('update listings set position = null where hashtext(id) % 9 = 1');
  api = await startTestApi(database);
}, 300_000);
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

/** Every page in a form, by the address that each names for the next. */
async function pagesOf(path: string, format: string) {
  const pages: { headers: Headers; text: string; body: Json }[] = [];
  for (let next: string | null = `${path}${path.includes('?') ? '&' : '?'}format=${format}`; next; ) {
    const { status, headers, text, body } = await api.call(next);
    expect(status, text).toBe(200);
    pages.push({ headers, text, body });
    const link = /^<(\?[^>]*)>; rel="next"$/.exec(headers.get('link') ?? '');
    next = link ? `${path.split('?')[0]}${link[1]}` : null;
  }
  return pages;
}
/** The rows that another reader than the writer finds in the Parquet form: those of JSON, in their order. */
async function expectRows(path: string, whole: Json) {
  const answer = await fetch(`${api.url}${path}`, {
    headers: { authorization: `Bearer ${api.testKey}`, accept: 'application/vnd.apache.parquet' },
  });
  expect(answer.headers.get('content-type')).toBe('application/vnd.apache.parquet');
  const rows: Json[] = whole.results ?? whole.comparables ?? whole.applications ?? whole.schools;
  const file = join(tmpdir(), `domesday-list-${process.pid}.parquet`);
  await writeFile(file, Buffer.from(await answer.arrayBuffer()));
  const read: Json[] = [];
  for await (const some of readParquet(file)) read.push(...some.map(({ values }) => values));
  const notes = await parquetNotes(file);
  await rm(file);
  expect(read).toHaveLength(rows.length);
  for (const [i, { geometry, ...row }] of read.entries()) {
    expect(rows[i]).toMatchObject(row);
    const { latitude, longitude } = rows[i];
    const point = latitude === null ? null : { type: 'Point', coordinates: [longitude, latitude] };
    expect(geometry).toEqual(point);
  }
  const named = JSON.parse(notes.get('licences')!).flatMap((one: Json) => one.sources);
  expect(named.sort()).toEqual(whole.meta.sources.map((source: Json) => source.id).sort());
}
const rowsOf = (csv: string) => csv.trimEnd().split('\r\n').length - 1;

it('tries every operation that has a form beside JSON', () => {
  expect(Object.keys(LISTS).sort()).toEqual(severalForms.sort());
});

it.each(severalForms)('sends of %s the form that Accept prefers, unless format names another', async (id) => {
  const { path } = LISTS[id]!;
  const typeOf = async (accept: string, query = '') => {
    const to = query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path;
    return (await api.call(to, { headers: { accept } })).headers.get('content-type')!.split(';')[0];
  };
  expect(await typeOf('text/csv')).toBe('text/csv');
  expect(await typeOf('text/csv', 'format=json')).toBe('application/json');
  expect(await typeOf('application/json, text/csv;q=0.9')).toBe('application/json');
  expect(await typeOf('text/html, */*;q=0.8')).toBe('application/json');
  const geojson = formsOf(id).includes('geojson') ? 'application/geo+json' : 'application/json';
  expect(await typeOf('application/geo+json, */*;q=0.1')).toBe(geojson);
});

it.each(severalForms)('promises of %s the headers that tell what its forms hold', (id) => {
  const { path, method } = operationTable.find((entry) => entry.id === id)!;
  const { headers } = (document.paths as Json)[path][method].responses['200'];
  expect(Object.keys(headers)).toContain('X-Total-Count');
});

describe.each(severalForms)('%s', (id) => {
  const { path, total } = LISTS[id]!;

  it.each(formsOf(id).filter((form) => form !== 'json'))(
    'tells as %s the total that JSON tells',
    async (form) => {
      // Asked once before, since usage counts its own calls.
      await pagesOf(path, form);
      const whole = (await api.call(path)).body;
      const [page] = await pagesOf(path, form);
      expect(total(whole)).toBeGreaterThan(0);
      expect(Number(page!.headers.get('x-total-count'))).toBe(total(whole));
      if (form === 'geojson') expect(page!.body.total).toBe(total(whole));
      if (form === 'parquet') await expectRows(path, whole);
    },
  );
});

describe('listings.search', () => {
  const { path } = LISTS['listings.search']!;

  it('gives every listing page by page as CSV, by the address of the next page', async () => {
    const { total, unplaced } = (await api.call(path)).body;
    const pages = await pagesOf(path, 'csv');
    expect(pages.length).toBe(Math.ceil(total / 7));
    expect(pages.reduce((sum, page) => sum + rowsOf(page.text), 0)).toBe(total);
    expect(new Set(pages.flatMap(({ text }) => text.trimEnd().split('\r\n').slice(1))).size).toBe(total);
    for (const { headers } of pages) expect(Number(headers.get('x-unplaced-count'))).toBe(unplaced);
    expect(pages.at(-1)!.headers.get('x-next-cursor')).toBe(null);
  });

  it('counts as GeoJSON what it shows and what has no coordinates, which together are all', async () => {
    const { total, unplaced } = (await api.call(path)).body;
    const pages = await pagesOf(path, 'geojson');
    const sum = (of: (body: Json) => number) => pages.reduce((all, page) => all + of(page.body), 0);
    expect(sum((body) => body.count + body.left_out)).toBe(total);
    expect(sum((body) => body.left_out)).toBeGreaterThan(0);
    for (const { body, headers } of pages) {
      expect(body.features.length).toBe(body.count);
      expect(Number(headers.get('x-left-out-count'))).toBe(body.left_out);
      expect(body.next_cursor).toBe(headers.get('x-next-cursor'));
      expect([body.total, body.unplaced]).toEqual([total, unplaced]);
    }
  });

  it('says the same headers again where the same Idempotency-Key is sent', async () => {
    const ask = () =>
      api.call(`${path}&format=csv`, { key: api.liveKey, headers: { 'idempotency-key': 'list-forms' } });
    const [first, again] = [await ask(), await ask()];
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    for (const name of ['x-total-count', 'x-unplaced-count', 'x-left-out-count', 'x-next-cursor', 'link'])
      expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)]);
    expect(first.headers.get('link')).not.toBe(null);
  });
});

const paged = severalForms.filter((id) =>
  parametersOf(operationTable.find((entry) => entry.id === id)!).some(({ name }) => name === 'cursor'),
);
it.each(paged)(
  'leads from each page of %s to the next with every parameter that was asked, lists too',
  async (id) => {
    const path = `${LISTS[id]!.path}&exclude_licences=odbl,sepa`;
    for (const form of formsOf(id)) {
      const pages = await pagesOf(path, form);
      expect(pages.length).toBeGreaterThan(1);
      expect(pages[0]!.headers.get('link')).toContain(`exclude_licences=${encodeURIComponent('odbl,sepa')}`);
    }
  },
);
