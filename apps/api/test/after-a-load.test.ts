import { exampleCall, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOMES, locationQueriesOf } from './location-cases.ts';

// Servers cache much for as long as the same loads are served. What they cached must end with the next load.

/** Tables of many kinds; a third of the rows of each is deleted. */
const CHANGED = `area_figures brma_postcodes crime_counts deprivation_areas energy_certificates hmo_licences
  house_price_index lettings lha_rates lha_rents listings osm_points place_points planning_applications postcodes
  private_rents sales schools short_lets transport_stops`.split(/\s+/);
/** Tables with a row or two for each authority; the rows of one authority are deleted. */
const REGISTERS = ['hmo_registers', 'planning_authorities'];
/** Fields of the answer itself, not of the data. */
const OWN = new Set(['request_id', 'dataset_release', 'retrieved_at']);

let database: TestDatabase;
let running: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  running = await startTestApi(database);
});
afterAll(async () => {
  await running?.close();
  await database?.drop();
});

const places = Object.values(locationQueriesOf(HOMES.England));
const calls = operationTable
  .filter(({ id }) => !id.startsWith('account.'))
  .flatMap((entry) => {
    const { path, body } = exampleCall(entry);
    const [bare, query = ''] = path.split('?');
    const located = entry.method === 'get' && /(^|&)(postcode|outcode|lat)=/.test(query);
    const kept = query
      .split('&')
      .filter((one) => !/^(uprn|postcode|outcode|lat|lng|radius_m|polygon)=/.test(one));
    const others = located
      ? places.map((place) => ({ path: `${bare}?${[...kept, place].join('&')}`, body }))
      : [];
    return [{ path, body }, ...others];
  });

function data(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (name, one) => (OWN.has(name) ? undefined : one)));
}

async function answers(api: TestApi, asked = calls): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const { path, body } of asked) {
    const answer = await api.call(path, body === undefined ? {} : { body });
    all.push({ path, status: answer.status, body: data(answer.body) });
  }
  return all;
}

it('answers after a load like a server that starts after it, whatever it answered before', async () => {
  const before = await answers(running);
  for (const table of CHANGED) {
    const { rowCount } = await database.db.query(
      `delete from ${table} as t where abs(hashtext(t::text)) % 3 = 0`,
    );
    expect(rowCount, table).toBeGreaterThan(0);
  }
  for (const table of REGISTERS)
    await database.db.query(
      `delete from ${table} where authority_code = (select max(authority_code) from ${table})`,
    );
  await database.db.query(
    `insert into dataset_loads (dataset, status, uri, content_hash, rows_read, rows_published, rows_rejected, licence,
       attribution, checks, started_at, finished_at, replaced, reject_reasons, changes_noted)
     select dataset, status, uri, content_hash, rows_read, rows_published, rows_rejected, licence, attribution, checks,
       started_at, finished_at, replaced, reject_reasons, changes_noted
     from dataset_loads where dataset = 'price-paid' and status = 'published' limit 1`,
  );
  running.clock.advance(5000);
  const started = await startTestApi(database, running.clock);
  // In opposite order, since an answer that one call caches must not suppress a warning of the next.
  const [now, anew] = [await answers(running), await answers(started, calls.toReversed())];
  await started.close();
  const changed = now.filter((one, i) => JSON.stringify(one) !== JSON.stringify(before[i]));
  expect(changed.length).toBeGreaterThan(calls.length / 2);
  expect(now).toEqual(anew.toReversed());
});
