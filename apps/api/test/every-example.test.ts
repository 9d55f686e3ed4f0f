import type { Schema } from '@domesday/contract';
import { catalogue } from '@domesday/datasets/catalogue';
import {
  departures,
  exampleCall,
  operationTable,
  sandboxDatabase,
  type TestDatabase,
} from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  // Made-up data has a licence of its own; here it gets those of the real datasets.
  for (const { id, licence } of Object.values(catalogue))
    await database.db.query('update dataset_loads set licence = $2 where dataset = $1', [id, licence]);
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

describe.each(operationTable)('$id', (entry) => {
  it('answers its example as the contract says, and charges its price', async () => {
    const { path, body } = exampleCall(entry);
    const answer = await api.call(path, { key: api.liveKey, ...(body === undefined ? {} : { body }) });
    expect(answer.status, answer.text).toBe(200);
    expect(departures(entry, 200, answer.body)).toEqual([]);
    const charged = Number(answer.headers.get('x-credits-charged'));
    if (entry.credits_per) expect(charged).toBeLessThanOrEqual(entry.credits);
    else expect(charged).toBe(entry.credits);
    expect(answer.body.meta.request_id).toBe(answer.headers.get('x-request-id'));
    const { sources, licences } = answer.body.meta as Schema<'Meta'>;
    expect(licences.flatMap((one) => one.sources).sort()).toEqual(sources.map(({ id }) => id).sort());
    for (const { id, licence, attribution } of sources) {
      const notice = licences.find((one) => one.licence === licence)!;
      expect([notice.sources.includes(id), notice.attributions.includes(attribution)]).toEqual([true, true]);
    }
  });

  it.runIf(entry.credits > 0)('omits data under excluded licences, or is refused free', async () => {
    const { path, body } = exampleCall(entry);
    const post = body === undefined ? {} : { body };
    const ask = (terms: string) =>
      api.call(`${path}${path.includes('?') ? '&' : '?'}exclude_licences=${terms}`, {
        key: api.liveKey,
        ...post,
      });
    const whole = (await api.call(path, post)).body;
    const under = (words: RegExp, meta: Schema<'Meta'>) =>
      meta.sources.filter(({ licence }) => words.test(licence)).map(({ id }) => id);
    const open = await ask('ogl');
    if (under(/Open Government/, whole.meta).length === 0 || entry.id === 'properties.get') {
      expect(open.status, open.text).toBe(200);
      expect(under(/Open Government/, open.body.meta)).toEqual([]);
    } else {
      expect([open.status, open.body.error.code]).toEqual([404, 'licence_excluded']);
      expect(open.headers.get('x-credits-charged')).toBe('0');
    }
    if (entry.id === 'location.infrastructure') {
      const { body: without } = await ask('odbl');
      expect(whole.openstreetmap).not.toBe(null);
      expect([without.openstreetmap, without.categories]).toEqual([null, whole.categories]);
    }
    if (entry.id === 'listings.search') {
      const { body: without } = await ask('operator');
      expect([without.results, without.rows_left_out]).toEqual([[], whole.total]);
      const csv = await api.call(`${path}&format=csv&exclude_licences=operator`, { key: api.liveKey });
      expect(csv.text.trimEnd().split('\r\n')).toHaveLength(1);
      expect(csv.headers.get('x-left-out-count')).toBe(String(whole.total));
      expect(csv.headers.get('x-excluded-licences')).toBe('operator');
    }
    const postal = await ask('royal_mail');
    expect(postal.status, postal.text).toBe(200);
    expect(departures(entry, 200, postal.body)).toEqual([]);
    expect(postal.body.excluded_licences).toEqual(['royal_mail']);
    if (under(/Royal Mail/, whole.meta).length > 0 && entry.id !== 'properties.get') {
      const { normalised_input: _, ...rest } = postal.body;
      expect(JSON.stringify(rest)).not.toMatch(/"(address|matched_spelling|street|paon|saon)":"/);
    }
  });
});

it('gives the same answers whatever the order of the rows in the tables', async () => {
  const homes = await database.db.query(
    "select uprn::text from addresses where uprn::text < 'f' order by md5(uprn::text) limit 20",
  );
  const paths = [
    ...operationTable.filter(({ credits }) => credits > 0).map((entry) => exampleCall(entry)),
    ...homes.rows.flatMap(({ uprn }) =>
      [
        `/properties/${uprn}?include=history`,
        `/valuations/${uprn}/sale`,
        `/valuations/${uprn}/rental?bedrooms=2`,
        `/prices/${uprn}/comparables?limit=20`,
      ].map((path) => ({ path, body: undefined })),
    ),
  ];
  const answers = async (server: TestApi) => {
    const found: Record<string, unknown> = {};
    for (const { path, body } of paths) {
      const { body: answer } = await server.call(path, body === undefined ? {} : { body });
      const { meta, error, ...rest } = answer;
      found[path] = error ? { ...error, request_id: '' } : { ...rest, warnings: meta.warnings };
    }
    return found;
  };
  const before = await answers(api);
  await shuffleRows();
  const other = await startTestApi(database);
  const after = await answers(other);
  await other.close();
  for (const [path, answer] of Object.entries(before)) expect(after[path], path).toEqual(answer);
});

/** Writes every loaded row again, in another order. */
async function shuffleRows(): Promise<void> {
  const { rows: tables } = await database.db.query(
    `select distinct on (c.oid) c.oid::regclass::text as name, quote_ident(a.attname) as first
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        and a.attnum > 0 and not a.attisdropped and a.attidentity = '' and a.attgenerated = ''
        and c.relname !~ '^(kysely|api_keys|accounts|plans|ledger|usage|watch|webhook|job|dataset|change)'
      order by c.oid, a.attnum`,
  );
  const order = async () => (await database.db.query('select transaction_id from sales limit 9')).rows;
  const before = await order();
  for (const { name, first } of tables)
    await database.db.query(
      `do $$ declare place tid; begin
         for place in select ctid from ${name} order by md5(ctid::text) loop
           update ${name} set ${first} = ${first} where ctid = place;
         end loop; end $$`,
    );
  expect(await order()).not.toEqual(before);
}
