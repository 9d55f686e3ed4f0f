import { operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Answers for a whole authority give its name, or its code if no loaded directory names it. */
let database: TestDatabase;
let api: TestApi;
const CODE = /\b[EWS]\d{8}\b/;
beforeAll(async () => {
  database = await sandboxDatabase();
  // So few of each that a sector has too few and the authority answers.
  await database.db.query(
    "delete from sales where postcode like 'XW%' and hashtext(transaction_id::text) % 8 <> 0",
  );
  await database.db.query("delete from derived_builds where name = 'market'");
  await database.db.query("delete from lettings where postcode like 'XW%' and hashtext(reference) % 8 <> 0");
  await database.db.query('update hmo_registers set register_date = null');
  await database.db.query(`update hmo_licences set issued = issued - interval '3 years'`);
  await database.db.query("delete from area_figures where topic = 'age' and area_code ~ '^[EWS]01'");
  api = await startTestApi(database);
}, 300_000);
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const asked = operationTable.filter(({ method, exactly_one }) => method === 'get' && exactly_one);
const PLACES = ['outcode=XW2', 'outcode=XE4', 'postcode=XW2%203', 'outcode=XS2'];
const UNITS = [
  { type: 'flat', bedrooms: 2, count: 2 },
  { type: 'detached', bedrooms: 4, count: 2 },
];

/** The areas named anywhere in an answer, and the texts of its warnings. */
function namedIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return /^(used|area|message|note|widened_from)$/.test(key) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => namedIn(inner, Array.isArray(value) ? key : name));
}

async function answers(): Promise<
  { body: Record<string, unknown> & { meta: { geography: { level: string } } } }[]
> {
  const found = [];
  for (const place of PLACES) {
    for (const { path } of asked) found.push(await api.call(`${path}?${place}`));
    const [[name, value]] = [...new URLSearchParams(place)] as [[string, string]];
    found.push(await api.call('/valuations/development-gdv', { body: { [name]: value, units: UNITS } }));
  }
  return found;
}

it('names the authority wherever an answer contains its code', async () => {
  const { rows } = await database.db.query<{ code: string; name: string }>(
    'select code, name from local_authorities',
  );
  expect(rows.length).toBeGreaterThan(2);
  let whole = 0;
  for (const { body } of await answers()) {
    if (body.meta?.geography?.level === 'local_authority') whole++;
    const { coverage: _, ...meta } = (body.meta ?? {}) as unknown as Record<string, unknown>;
    const texts = namedIn({ ...body, meta });
    for (const text of texts.filter((one) => CODE.test(one))) {
      const known = rows.find(({ code }) => text.includes(code));
      expect([text, known === undefined || text.includes(known.name)]).toEqual([text, true]);
    }
  }
  expect(whole).toBeGreaterThan(4);
});

it('gives the code of an authority that no directory names', async () => {
  await database.db.query('delete from local_authorities');
  await api.close();
  api = await startTestApi(database);
  const { body } = await api.call('/prices/market?postcode=XW2%203');
  expect(body.meta.geography).toMatchObject({ level: 'local_authority', used: 'W06999001' });
});
