import type { Schema } from '@domesday/contract';
import { datasetIds } from '@domesday/datasets/catalogue';
import { sandboxSamples } from '@domesday/sandbox';
import { exampleCall, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// An answer that leaves out a licence discloses nothing about the sources under it. It stays the same when their rows
// change or are deleted, and rows that it leaves out are not paid for.

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

type Entry = (typeof operationTable)[number];
const OWN = 'Geolytix, for this test alone';
const paid = operationTable.filter(({ credits }) => credits > 0);

/** Puts only this source under the terms that the calls leave out. */
async function relicense(dataset: string): Promise<void> {
  await database.db.query(
    `update dataset_loads set licence = case when dataset = $1 then $2 else 'Open Government Licence v3.0' end`,
    [dataset, OWN],
  );
  api.clock.advance(3000);
}

const MORE: Record<string, Record<string, string>> = {
  'properties.get': { include: 'provenance,history' },
  'listings.search': { limit: '2' },
};
function ask(entry: Entry, more: Record<string, string> = {}, of = api) {
  const { path, body } = exampleCall(entry);
  const [route, query] = path.split('?');
  const search = new URLSearchParams(query);
  for (const [name, value] of Object.entries({ ...MORE[entry.id], ...more })) search.set(name, value);
  return of.call(`${route}?${search}`, { key: of.liveKey, body, method: entry.method.toUpperCase() });
}
const WITHOUT = { exclude_licences: 'geolytix' };

/** The sources that an answer names, and the sources that it may have used. */
async function sourcesOf(entry: Entry): Promise<string[]> {
  const { body } = await ask(entry);
  const named: { id: string }[] = body.meta.sources;
  return [...new Set([...entry.datasets, ...named.map(({ id }) => id)])];
}

const sources = new Map<Entry, string[]>();
beforeAll(async () => {
  for (const entry of paid) sources.set(entry, await sourcesOf(entry));
});

describe.each(datasetIds)('%s', (dataset) => {
  it('is named by no answer that excludes its licence, unless the answer is refused free', async () => {
    const users = paid.filter((entry) => sources.get(entry)!.includes(dataset));
    if (users.length === 0) return;
    await relicense(dataset);
    const answers = await Promise.all(users.map((entry) => ask(entry, WITHOUT)));
    for (const [i, { status, text, body, headers }] of answers.entries()) {
      const { id } = users[i]!;
      if (status === 404) {
        expect([body.error.code, headers.get('x-credits-charged')], id).toEqual(['licence_excluded', '0']);
        continue;
      }
      expect(status, text).toBe(200);
      const { excluded_licences: _, ...rest } = body;
      const named = rest.meta.warnings.filter(({ code }: { code: string }) => code !== 'licence_excluded');
      expect(
        rest.meta.sources.map((source: { id: string }) => source.id),
        id,
      ).not.toContain(dataset);
      expect(JSON.stringify([rest.provenance, named, rest.meta.coverage, rest.summary]), id).not.toContain(
        `"${dataset}"`,
      );
    }
  });
});

/** Operations that answer with the remaining sources; the others are refused. */
const PARTIAL = [
  'properties.get',
  'listings.search',
  'location.infrastructure',
  'location.profile',
  'risks.get',
];
/** Without these, places and homes are unknown. */
const REGISTERS = ['address-list', 'os-open-uprn', 'onspd', 'code-point-open', 'epc-domestic'];
/** Tables of one source, which is not named in any column. */
const TABLES: Record<string, string[]> = {
  'price-paid': ['sales'],
  'ofcom-broadband': ['broadband_postcodes', 'broadband_areas'],
};

/** Deletes the rows of a source, wherever a table names the source of its rows. */
async function deleteRows(dataset: string): Promise<void> {
  const { rows } = await database.db.query<{ name: string; field: string }>(`
    select c.table_name as name, c.column_name as field from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name in ('source', 'dataset')
       and c.data_type = 'text' and c.table_name not like '%load%' and c.table_name <> 'area_datasets'`);
  for (const { name, field } of rows)
    await database.db.query(`delete from "${name}" where "${field}" = $1`, [dataset]);
  for (const name of TABLES[dataset] ?? []) await database.db.query(`delete from ${name}`);
}

it('omits addresses from the homes in a polygon, or refuses the request free', async () => {
  const { rows } = await database.db.query(
    'select longitude as lng, latitude as lat from addresses where longitude is not null order by uprn limit 1',
  );
  const { lng, lat } = rows[0];
  const corners = [-1, 1, 1, -1, -1].map((x, i) => [lng + x / 100, lat + (i < 2 || i === 4 ? -1 : 1) / 100]);
  const body = { polygon: { type: 'Polygon', coordinates: [corners] } };
  const homes = (query: string) => api.call(`/properties/within?${query}`, { key: api.liveKey, body });
  await relicense('address-list');
  const open = await homes('limit=5&exclude_licences=odbl,sepa');
  expect([open.status, open.body?.results.length], open.text).toEqual([200, 5]);
  const postal = await homes('limit=5&exclude_licences=royal_mail');
  expect(postal.status, postal.text).toBe(200);
  for (const query of ['limit=5', 'count=true', 'format=csv']) {
    const { status, body: refused, headers } = await homes(`${query}&exclude_licences=geolytix`);
    expect([status, refused.error.code, headers.get('x-credits-charged')]).toEqual([
      404,
      'licence_excluded',
      '0',
    ]);
  }
  expect((await homes('exclude_licences=none')).status).toBe(422);
});

it('charges nothing for a home if every requested value is excluded, and otherwise the full price', async () => {
  const { uprn } = sandboxSamples().house;
  const charged = async (fields: string, terms: string) => {
    const path = `/properties/${uprn}?fields=${fields}&exclude_licences=${terms}`;
    const { status, body, headers } = await api.call(path, { key: api.liveKey });
    expect([status, body.address]).toEqual([200, terms === 'royal_mail' ? null : expect.any(String)]);
    return headers.get('x-credits-charged');
  };
  await database.db.query('update dataset_loads set licence = $1', ['Open Government Licence v3.0']);
  await database.db.query("update dataset_loads set licence = 'Royal Mail' where dataset = 'address-list'");
  api.clock.advance(3000);
  expect(await charged('address', 'royal_mail')).toBe('0');
  expect(await charged('uprn,address', 'royal_mail')).toBe('0');
  expect(await charged('address,postcode', 'royal_mail')).toBe('1');
  expect(await charged('address', 'sepa')).toBe('1');
});

it('charges nothing for listings if every loaded feed is excluded', async () => {
  const entry = paid.find(({ id }) => id === 'listings.search')!;
  await database.db.query('update dataset_loads set licence = $1', ['Open Government Licence v3.0']);
  await database.db.query("update dataset_loads set licence = $1 where dataset like 'listings-%'", [OWN]);
  api.clock.advance(3000);
  const { body: whole } = await ask(entry);
  const { status, body, headers } = await ask(entry, WITHOUT);
  expect([status, body.total, body.rows_left_out]).toEqual([200, 0, whole.total]);
  expect([whole.total > 0, headers.get('x-credits-charged')]).toEqual([true, '0']);
  expect((await ask(entry)).headers.get('x-credits-charged')).toBe('1');
});

it.each(paid.map((entry) => [entry.id, entry] as const))(
  'charges nothing for %s if everything loaded is excluded',
  async (_id, entry) => {
    await database.db.query('update dataset_loads set licence = $1', [OWN]);
    api.clock.advance(3000);
    const { status, text, headers } = await ask(entry, WITHOUT);
    expect([200, 404], text).toContain(status);
    expect(headers.get('x-credits-charged'), text).toBe('0');
    const quote = await ask(entry, { ...WITHOUT, quote: 'true' });
    expect([quote.status, quote.body.credits], quote.text).toEqual([200, 0]);
    expect((await ask(entry)).headers.get('x-credits-charged')).not.toBe('0');
  },
);

it.each(['uk-hpi', 'price-paid', 'epc-domestic'])(
  'does not mention the extended index of an excluded value, if the value rests on %s',
  async (dataset) => {
    const path = `/properties/${sandboxSamples().house.uprn}?fields=svc_estimate,svc_sqft,postcode,flood_zone_2`;
    await relicense(dataset);
    const { body: whole } = await api.call(path);
    expect([whole.svc_estimate > 0, whole.meta.carried?.months > 0]).toEqual([true, true]);
    const { body } = await api.call(`${path}&exclude_licences=geolytix`);
    expect([body.svc_estimate, body.svc_sqft, body.meta.carried]).toEqual([null, null, null]);
    await relicense('flood-zones-england');
    const { body: other } = await api.call(`${path}&exclude_licences=geolytix`);
    expect([other.flood_zone_2, other.meta.carried]).toEqual([null, whole.meta.carried]);
  },
);

it('charges nothing for an excluded risk, and does not use it in the summary', async () => {
  const entry = paid.find(({ id }) => id === 'risks.get')!;
  await database.db.query('update dataset_loads set licence = $1 where dataset <> all ($2)', [
    'Open Government Licence v3.0',
    REGISTERS,
  ]);
  await database.db.query('update dataset_loads set licence = $1 where dataset = any ($2)', [OWN, REGISTERS]);
  api.clock.advance(3000);
  const whole = await ask(entry);
  expect(Number(whole.headers.get('x-credits-charged'))).toBeGreaterThan(0);
  const none = await ask(entry, { exclude_licences: 'ogl' });
  expect(none.status, none.text).toBe(200);
  expect(none.headers.get('x-credits-charged')).toBe('0');
  const known = whole.body.risks.filter(({ source }: { source: string | null }) => source !== null);
  expect(none.body.rows_left_out).toBe(known.length);
  expect(none.body.summary.highest).toBe(null);
  expect(none.body.summary.types_answered).toBe(0);
});

/** Where an answer discloses something that the other does not: null and absent parts disclose nothing. */
function tellsMore(answer: unknown, other: unknown, path = ''): string[] {
  if (answer === null || answer === undefined) return [];
  const values = answer as Record<string, unknown>;
  if (values.reason === 'licence_excluded') return [];
  if (Array.isArray(answer) && Array.isArray(other)) {
    const rows = other.map((row) => JSON.stringify(row));
    return answer.every((row) => rows.includes(JSON.stringify(row))) ? [] : [path];
  }
  if (typeof answer !== 'object' || typeof other !== 'object' || other === null)
    return answer === other ? [] : [path];
  return Object.keys(values).flatMap((name) =>
    tellsMore(values[name], (other as Record<string, unknown>)[name], `${path}.${name}`),
  );
}

/** The content of an answer, without the exclusion itself. */
function told({ rows_left_out: _, excluded_licences: __, meta, ...rest }: Record<string, unknown>) {
  const { sample_size, coverage, carried, warnings } = meta as Schema<'Meta'>;
  const cautions = warnings.filter(({ code }) => code !== 'licence_excluded');
  return {
    ...rest,
    meta: { sample_size, coverage, carried },
    cautions: cautions.map((one) => JSON.stringify(one)),
  };
}

it('reveals no more about an excluded source than if the source had no rows', async () => {
  const partial = paid.filter(({ id }) => PARTIAL.includes(id));
  const datasets = [...new Set(partial.flatMap((entry) => sources.get(entry)!))].filter(
    (id) => !REGISTERS.includes(id),
  );
  let compared = 0;
  for (const dataset of datasets) {
    await relicense(dataset);
    const before = await Promise.all(partial.map((entry) => ask(entry, WITHOUT)));
    if (before.every(({ status }) => status !== 200)) continue;
    await deleteRows(dataset);
    // A process caches what it has read of the loads, so another one is asked.
    const fresh = await startTestApi(database, api.clock);
    for (const [i, entry] of partial.entries()) {
      if (before[i]!.status !== 200) continue;
      const after = await ask(entry, WITHOUT, fresh);
      if (after.status === 404) continue;
      const { cautions, ...rest } = told(before[i]!.body);
      const { cautions: others, ...gone } = told(after.body);
      expect(tellsMore(rest, gone), `${entry.id} without ${dataset}`).toEqual([]);
      expect(others, `${entry.id} without ${dataset}`).toEqual(expect.arrayContaining(cautions));
      expect(after.headers.get('x-credits-charged')).toBe(before[i]!.headers.get('x-credits-charged'));
      compared++;
    }
    await fresh.close();
  }
  expect(compared).toBeGreaterThan(20);
}, 300_000);
