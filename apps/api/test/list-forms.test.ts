import document from '@domesday/contract/openapi.json' with { type: 'json' };
import { sandboxSamples } from '@domesday/sandbox';
import { operationTable, parametersOf, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formsOf, type Json, LISTS, severalForms } from './list-paths.ts';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  // Listings that are found by a position, but whose feed gives no coordinates.
  await database.db.query('update listings set latitude = null, longitude = null where hashtext(id) % 4 = 0');
  await database.db.query('update listings set position = null where hashtext(id) % 9 = 1');
  api = await startTestApi(database);
}, 300_000);
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

/** Every page in one form, following the address that each page gives for the next. */
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
const rowsOf = (csv: string) => csv.trimEnd().split('\r\n').length - 1;

it('tests every operation that has another form than JSON', () => {
  expect(Object.keys(LISTS).sort()).toEqual(severalForms.sort());
});

it.each(severalForms)(
  'returns %s in the form that Accept prefers, unless format names another',
  async (id) => {
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
  },
);

it.each(severalForms)('documents for %s the headers that describe the other forms', (id) => {
  const { path, method } = operationTable.find((entry) => entry.id === id)!;
  const { headers } = (document.paths as Json)[path][method].responses['200'];
  expect(Object.keys(headers)).toContain('X-Total-Count');
});

describe.each(severalForms)('%s', (id) => {
  const { path, total } = LISTS[id]!;

  it.each(formsOf(id).filter((form) => form !== 'json'))(
    'gives in %s the same total as in JSON',
    async (form) => {
      // Called once before, since usage counts its own calls.
      await pagesOf(path, form);
      const whole = (await api.call(path)).body;
      const [page] = await pagesOf(path, form);
      expect(total(whole)).toBeGreaterThan(0);
      expect(Number(page!.headers.get('x-total-count'))).toBe(total(whole));
      if (form === 'geojson') expect(page!.body.total).toBe(total(whole));
    },
  );
});

describe('listings.search', () => {
  const { path } = LISTS['listings.search']!;

  it('returns every listing as CSV over all pages, following the Link header', async () => {
    const { total, unplaced } = (await api.call(path)).body;
    const pages = await pagesOf(path, 'csv');
    expect(pages.length).toBe(Math.ceil(total / 7));
    expect(pages.reduce((sum, page) => sum + rowsOf(page.text), 0)).toBe(total);
    expect(new Set(pages.flatMap(({ text }) => text.trimEnd().split('\r\n').slice(1))).size).toBe(total);
    for (const { headers } of pages) expect(Number(headers.get('x-unplaced-count'))).toBe(unplaced);
    expect(pages.at(-1)!.headers.get('x-next-cursor')).toBe(null);
  });

  it('counts in GeoJSON the shown features and the listings without coordinates, which add up to the total', async () => {
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

  it('repeats the same headers for the same Idempotency-Key', async () => {
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
  'links each page of %s to the next with every requested parameter, lists included',
  async (id) => {
    const path = `${LISTS[id]!.path}&exclude_licences=odbl,sepa`;
    for (const form of formsOf(id)) {
      const pages = await pagesOf(path, form);
      expect(pages.length).toBeGreaterThan(1);
      expect(pages[0]!.headers.get('link')).toContain('exclude_licences=odbl,sepa');
    }
  },
);

/** A polygon of as many corners as a call may have, around a home, with so many decimals. */
function largest(decimals: number): string {
  const { house } = sandboxSamples();
  const ring = Array.from({ length: 500 }, (_, i) =>
    [
      house.longitude + 0.08 * Math.cos((Math.PI * i) / 250),
      house.latitude + 0.05 * Math.sin((Math.PI * i) / 250),
    ].map((degrees) => Number(degrees.toFixed(decimals))),
  );
  return JSON.stringify({ type: 'Polygon', coordinates: [[...ring, ring[0]]] });
}

// Node's fetch reads 16 KB of headers, and fails if there are more.
it.each(paged)(
  'links to the next page of %s within the largest polygon in headers that a client can read',
  async (id) => {
    const place = /(?<=[?&])(lat|lng|radius_m)=[^&]*&?/g;
    for (const form of formsOf(id)) {
      const path = `${LISTS[id]!.path.replace(place, '').replace(/&?limit=\d+/, '')}&limit=1&format=${form}&polygon=`;
      const first = await api.call(path + largest(5));
      expect(first.status, first.text).toBe(200);
      const link = /^<(\?[^>]*)>/.exec(first.headers.get('link')!)![1]!;
      const second = await api.call(path.split('?')[0] + link);
      expect([second.status, second.text === first.text]).toEqual([200, false]);
      const long = await api.call(path + largest(9));
      expect([long.status, long.headers.get('link')]).toEqual([200, null]);
      expect(long.body?.next_cursor ?? long.headers.get('x-next-cursor')).toEqual(expect.any(String));
    }
  },
);
