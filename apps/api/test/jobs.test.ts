import { setTimeout as sleep } from 'node:timers/promises';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Line } from './flat-lines.ts';
import { expectFiles } from './job-files.ts';

let database: TestDatabase;
let api: TestApi;
let uprns: string[];
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  const { rows } = await database.db.query('select uprn from addresses order by uprn limit 1000');
  uprns = rows.map(({ uprn }) => String(uprn));
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const { house } = sandboxSamples();
const OUTCODE = house.postcode.split(' ')[0]!;
const get = { operation: 'properties.get' };
const itemsOf = (count: number) => uprns.slice(0, count).map((uprn) => ({ uprn }));

async function start(body: object, key: string, headers = {}) {
  const answer = await api.call('/jobs', { key, body, headers });
  expect([answer.status, answer.body]).toEqual([201, expect.objectContaining({ credits: 0 })]);
  return answer.body;
}

async function ended(id: string, key: string) {
  for (let tries = 0; tries < 600; tries++) {
    api.clock.advance(1000);
    const { body } = await api.call(`/jobs/${id}`, { key });
    if (body.finished_at) return body;
    await sleep(50);
  }
  throw new Error('The job has not ended.');
}

async function linesOf(id: string, key: string, query = ''): Promise<Line[]> {
  api.clock.advance(100);
  const response = await fetch(`${api.url}/jobs/${id}/results${query}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(response.headers.get('content-type')).toContain('application/x-ndjson');
  return (await response.text())
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** Every home of a polygon, page by page along `Link`, each page for its price, and their number free. */
async function expectPages(polygon: object, homes: number) {
  const { secret, account_id } = await api.newKey({ plan: 'scale' });
  const ask = (query: string, headers = {}) =>
    api.call(`/properties/within${query}`, { key: secret, body: { polygon }, headers });
  const counted = await ask('?count=true');
  expect([counted.status, counted.body]).toEqual([
    200,
    expect.objectContaining({ total: homes, results: [] }),
  ]);
  const limit = Math.ceil(homes / 3);
  const found: string[] = [];
  let pages = 0;
  for (let query: string | null = `?limit=${limit}`; query !== null; pages++) {
    const { body, headers } = await ask(query);
    found.push(...body.results.map(({ uprn }: { uprn: string }) => uprn));
    query = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? null;
  }
  expect(found).toHaveLength(homes);
  expect(new Set(found).size).toBe(homes);
  const csv = await ask(`?limit=${limit}`, { accept: 'text/csv' });
  expect(csv.text.split('\r\n')).toHaveLength(limit + 2);
  expect(csv.headers.get('x-total-count')).toBe(String(homes));
  const geojson = await ask(`?limit=${limit}&format=geojson`);
  expect(geojson.body.features).toHaveLength(limit);
  expect(await spent(account_id)).toMatchObject({ ledger: pages + 2, counted: pages + 2 });
}

async function spent(account_id: string) {
  const { rows } = await database.db.query(
    `select coalesce(sum(credits), 0)::int as ledger, count(*)::int as charges,
            (select coalesce(sum(credits_used), 0)::int from account_months where account_id = $1) as counted
       from ledger where account_id = $1`,
    [account_id],
  );
  return rows[0];
}

describe('a job', () => {
  it('answers and charges each input like a single call, whatever the other inputs are, with the headers of its files', async () => {
    const { secret, account_id } = await api.newKey({ plan: 'scale' });
    const good = JSON.stringify({ uprn: String(house.uprn) });
    const body = `${good}\n{"uprn":"1"}\nbroken\n{"uprn":"${'9'.repeat(70_000)}"}\n${good}\n`;
    const response = await fetch(`${api.url}/jobs?operation=properties.get`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/x-ndjson' },
      body,
    });
    const { id, credits_at_most } = (await response.json()) as { id: string; credits_at_most: number };
    expect(credits_at_most).toBe(3);
    const job = await ended(id, secret);
    expect(job).toMatchObject({ state: 'done', items: 5, items_done: 5, items_refused: 3, credits: 2 });
    const lines = await linesOf(id, secret);
    expect(lines.map(({ index, status }) => [index, status])).toEqual([
      [0, 200],
      [1, 404],
      [2, 400],
      [3, 413],
      [4, 200],
    ]);
    const alone = await api.call(`/properties/${house.uprn}`);
    const bare = (answer: { meta: object }) => ({ ...answer, meta: { ...answer.meta, request_id: '' } });
    expect(bare(lines[0]!.body)).toEqual(bare(alone.body));
    expect(await spent(account_id)).toEqual({ ledger: 2, charges: 2, counted: 2 });
    const csv = await api.call(`/jobs/${id}/results?format=csv`, { key: secret });
    expect(csv.headers.get('content-type')).toContain('text/csv');
    expect(csv.text.split('\r\n')[2]).toMatch(/^1,,404,0,uprn_not_found/);
    expect(await linesOf(id, secret, '?from=3')).toEqual(lines.slice(3));
    // A proxy that uses HTTP/1.0 passes on a broken answer as if it were whole, so the number of lines is stated
    // beforehand.
    for (const [from, count] of Object.entries({ 0: '5', 3: '2', 9: '0' })) {
      const { headers } = await api.call(`/jobs/${id}/results?from=${from}`, { key: secret });
      expect(headers.get('x-line-count')).toBe(count);
    }
    // Programs that open a file by its address ask for its headers first.
    for (const path of [`/jobs/${id}/results?format=csv`, `/jobs/${id}/notice`]) {
      const whole = await api.call(path, { key: secret });
      const head = await api.call(path, { key: secret, method: 'HEAD' });
      const told = ({ headers }: typeof head) =>
        ['content-type', 'x-licences', 'x-line-count'].map((name) => headers.get(name));
      expect([head.status, head.text, told(head)]).toEqual([200, '', told(whole)]);
    }
  });

  it('answers for every home of an outcode, an authority or a polygon, with the number of homes in its quote', async () => {
    const { rows } = await database.db.query<{
      uprn: number;
      latitude: number;
      longitude: number;
      code: string;
    }>(
      `select a.uprn, a.latitude, a.longitude, p.local_authority_code as code
         from addresses a left join postcodes p on p.postcode = a.postcode
        where a.postcode like $1 and a.latitude is not null order by a.uprn`,
      [`${OUTCODE} %`],
    );
    const count = async (sql: string, values: unknown[]) =>
      (await database.db.query(`select count(*)::int as n from addresses a where ${sql}`, values)).rows[0].n;
    const code = rows.find((row) => row.code)!.code;
    const { latitude: lat, longitude: lng } = rows[0]!;
    const square = (d: number) => [
      [lng - d, lat - d],
      [lng + d, lat - d],
      [lng + d, lat + d],
      [lng - d, lat + d],
      [lng - d, lat - d],
    ];
    const inside = `abs(a.latitude - $1) < $3 and abs(a.longitude - $2) < $3`;
    const whole = await count(inside, [lat, lng, 0.004]);
    const hole = await count(inside, [lat, lng, 0.001]);
    expect(hole).toBeGreaterThan(0);
    expect(whole).toBeGreaterThan(hole);
    const quote = async (area: object) => {
      const answer = await api.call('/jobs', { body: { ...get, area, quote: true } });
      expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ quote: true })]);
      return answer.body;
    };
    const of_outcode = await quote({ outcode: OUTCODE });
    expect(of_outcode.items).toBe(await count('a.postcode like $1', [`${OUTCODE} %`]));
    expect(of_outcode.credits_at_most).toBe(of_outcode.items);
    const in_authority = 'a.postcode in (select postcode from postcodes where local_authority_code = $1)';
    expect((await quote({ local_authority: code })).items).toBe(await count(in_authority, [code]));
    const polygon = { type: 'Polygon', coordinates: [square(0.004), square(0.001)] };
    expect((await quote({ polygon })).items).toBe(whole - hole);
    const island = { type: 'MultiPolygon', coordinates: [polygon.coordinates, [square(0.0011)]] };
    expect((await quote({ polygon: island })).items).toBe(whole);
    await expectPages(polygon, whole - hole);
    const job = await start({ ...get, area: { polygon }, parameters: { meta: 'lean' } }, api.testKey);
    expect(await ended(job.id, api.testKey)).toMatchObject({ state: 'done', credits: 0, source: 'polygon' });
    const lines = await linesOf(job.id, api.testKey);
    expect(lines.map(({ index }) => index)).toEqual(Array.from({ length: whole - hole }, (_, i) => i));
    expect(Object.keys(lines[0]!.body.meta)).not.toContain('coverage');
    expect(lines.map(({ ref }) => ref)).toEqual(lines.map(({ body }) => body.uprn));
    await expectFiles(api, job.id, lines);
  });

  it('stops if fictional data are replaced by real data, so that its answers never mix them', async () => {
    const { secret } = await api.newKey({ plan: 'scale' });
    const { id } = await start({ ...get, items: itemsOf(1000) }, secret);
    await database.db.query('update jobs set fictional = not fictional where id = $1', [id]);
    const job = await ended(id, secret);
    expect(job).toMatchObject({ state: 'stopped', reason: 'data_replaced', credits: job.items_done });
    expect(job.items_done).toBeLessThan(1000);
    expect(await linesOf(id, secret)).toHaveLength(job.items_done);
  });

  it('stops before its ceiling, and at the last credit of the month, and keeps what was paid for', async () => {
    const { secret, account_id } = await api.newKey({ plan: 'free' });
    const low = await start({ ...get, items: itemsOf(70), credit_ceiling: 60 }, secret);
    expect(await ended(low.id, secret)).toMatchObject({
      ...{ state: 'stopped', reason: 'credit_ceiling_reached' },
      ...{ credits: 60, items_done: 60 },
    });
    const rest = await start({ ...get, items: itemsOf(70) }, secret);
    expect(await ended(rest.id, secret)).toMatchObject({
      ...{ state: 'stopped', reason: 'credits_exhausted' },
      ...{ credits: 40, items_done: 40 },
    });
    expect(await linesOf(rest.id, secret)).toHaveLength(40);
    expect(await spent(account_id)).toEqual({ ledger: 100, charges: 100, counted: 100 });
  });

  it('waits while its lines cannot be written, without counting failed attempts, and continues afterwards', async () => {
    const { secret } = await api.newKey({ plan: 'scale' });
    await database.db.query(`
      create sequence writes;
      create function no_room() returns trigger language plpgsql as $$
        begin perform nextval('writes'); raise exception 'disk full' using errcode = '53100'; end $$;
      create trigger no_room before insert on job_results execute function no_room()`);
    const { id } = await start({ ...get, items: itemsOf(3) }, secret);
    const writes = async () => (await database.db.query('select last_value from writes')).rows[0].last_value;
    while ((await writes()) < 3) {
      api.clock.advance(1000);
      await sleep(20);
    }
    await database.db.query('drop trigger no_room on job_results');
    const { rows } = await database.db.query('select attempts from jobs where id = $1', [id]);
    expect(rows).toEqual([{ attempts: 0 }]);
    expect(await ended(id, secret)).toMatchObject({ state: 'done', items_done: 3, credits: 3 });
  });

  it('is returned when its request is repeated, and is unknown to another account', async () => {
    const { secret } = await api.newKey({ plan: 'scale' });
    const headers = { 'idempotency-key': 'made-up-1' };
    const body = { ...get, items: itemsOf(2) };
    const { id } = await start(body, secret, headers);
    const again = await api.call('/jobs', { key: secret, body, headers });
    expect([again.status, again.body.id]).toEqual([200, id]);
    const turned = { items: body.items.map((item) => ({ ...item })), ...get };
    const reordered = await api.call('/jobs', { key: secret, body: turned, headers });
    expect([reordered.status, reordered.body.id], reordered.text).toEqual([200, id]);
    await database.db.query('update jobs set canonical_hash = null where id = $1', [id]);
    const of_version_before = await api.call('/jobs', { key: secret, body, headers });
    expect([of_version_before.status, of_version_before.body.id]).toEqual([200, id]);
    const other = await api.call('/jobs', { key: secret, body: { ...body, items: itemsOf(3) }, headers });
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused']);
    expect((await api.call('/jobs', { key: secret })).body.jobs).toHaveLength(1);
    const of_another = await start(body, (await api.newKey({ plan: 'scale' })).secret, headers);
    expect(of_another.id).not.toBe(id);
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/results'],
      ['GET', '/notice'],
      ['POST', '/cancel'],
      ['DELETE', ''],
    ] as const) {
      const strange = await api.call(`/jobs/${id}${path}`, { method });
      expect([method, path, strange.status]).toEqual([method, path, 404]);
      expect(strange.body.error.code).toBe('job_not_found');
    }
    await ended(id, secret);
    api.clock.advance(8 * 86_400_000);
    expect((await api.call(`/jobs/${id}/results`, { key: secret })).status).toBe(404);
  });

  it('ends if its account cancels it, keeps what was paid for, and is gone once it is deleted', async () => {
    const { secret: key, account_id } = await api.newKey({ plan: 'scale' });
    const { id } = await start({ ...get, items: itemsOf(1000) }, key);
    const told = async () => (await api.call(`/jobs/${id}`, { key })).body;
    const cancel = (job: string, of: string) => api.call(`/jobs/${job}/cancel`, { key: of, method: 'POST' });
    const { secret: another } = await api.newKey({ plan: 'scale' });
    while ((await told()).items_done === 0) await sleep(5);
    const { id: other } = await start({ ...get, items: itemsOf(200) }, another);
    const { status, body: cancelled } = await cancel(id, key);
    expect([status, cancelled.state, cancelled.reason]).toEqual([200, 'cancelled', null]);
    expect(cancelled.items_done).toBeLessThan(1000);
    // The portion under way is neither returned nor charged.
    const done = await ended(other, another);
    expect(done).toMatchObject({ state: 'done', items_done: 200 });
    expect((await cancel(other, another)).body).toEqual(done);
    expect((await cancel(id, key)).body).toEqual(cancelled);
    const lines = await linesOf(id, key);
    expect(lines).toHaveLength(cancelled.items_done);
    const { credits } = cancelled;
    expect(credits).toBe(lines.reduce((sum, line) => sum + line.credits, 0));
    expect(await spent(account_id)).toMatchObject({ ledger: credits, counted: credits });
    expect((await api.call(`/jobs/${id}`, { key, method: 'DELETE' })).status).toBe(204);
    for (const path of ['', '/results', '/notice'])
      expect((await api.call(`/jobs/${id}${path}`, { key })).status).toBe(404);
    expect((await api.call('/jobs', { key: another })).body.jobs).toMatchObject([{ id: other }]);
    expect(await spent(account_id)).toMatchObject({ ledger: credits, counted: credits });
  });

  it('is not confused with another one that is started concurrently with its Idempotency-Key', async () => {
    const { secret } = await api.newKey({ plan: 'scale' });
    const one = (n: number) => {
      const headers = { 'idempotency-key': 'at-once' };
      return api.call('/jobs', { key: secret, body: { ...get, items: itemsOf(n) }, headers });
    };
    const answers = await Promise.all([one(50), one(60)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  });

  it('is refused beyond the hundredth unfinished job of an account, and all others are answered', async () => {
    const { secret, account_id, key_id } = await api.newKey({ plan: 'scale' });
    const body = { ...get, items: itemsOf(1) };
    const addWaiting = (count: number) =>
      database.db.query(
        `insert into jobs (id, account_id, key_id, operation, source, parameters, state, credit_ceiling,
                           credits_at_most, created_at, run_at)
           select gen_random_uuid(), $1, $2, 'properties.get', 'items', '{}', 'waiting', 0, 0, $3,
                  $3::timestamptz + interval '1 minute'
             from generate_series(1, $4)`,
        [account_id, key_id, api.clock.now(), count],
      );
    const start = () => api.call('/jobs', { key: secret, body });
    await addWaiting(95);
    const answers = await Promise.all(Array.from({ length: 40 }, start));
    // How many of these are refused depends on how soon others end; the next is refused for certain.
    await addWaiting(5);
    answers.push(await start());
    const started = answers.filter(({ status }) => status === 201);
    expect(started.length).toBeGreaterThanOrEqual(5);
    const refused = answers.filter((answer) => !started.includes(answer));
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, body: said } of refused)
      expect([status, said.error.code]).toEqual([429, 'too_many_jobs']);
    for (const { body: job } of started) expect((await ended(job.id, secret)).state).toBe('done');
    expect((await spent(account_id)).ledger).toBe(started.length);
  });

  it.each([
    ['an unknown operation', { operation: 'properties.sell', items: [] }, 422, 'invalid_parameter'],
    ['no inputs', { ...get, items: [] }, 400, 'malformed_request'],
    ['both inputs and an area', { ...get, items: [], area: { outcode: 'XE1' } }, 422, 'invalid_parameter'],
    ['an area of no addresses', { ...get, area: { outcode: 'ZZ99' } }, 404, 'insufficient_data'],
    [
      'an operation without UPRN',
      { operation: 'addresses.match', area: { outcode: 'XE1' } },
      422,
      'invalid_parameter',
    ],
    [
      'an unknown parameter',
      { ...get, area: { outcode: OUTCODE }, parameters: { unheard: 'of' } },
      422,
      'unknown_parameter',
    ],
    [
      'a ceiling that is not a number',
      { ...get, items: [{}], credit_ceiling: 'much' },
      422,
      'invalid_parameter',
    ],
    ['an unknown value of meta', { ...get, items: [{}], meta: 'full' }, 422, 'invalid_parameter'],
    [
      'another geometry as polygon',
      { ...get, area: { polygon: { type: 'Point', coordinates: [1, 50] } } },
      422,
      'geometry_invalid',
    ],
  ])('is refused with %s', async (_, body, status, code) => {
    const answer = await api.call('/jobs', { body });
    expect([answer.status, answer.body?.error?.code]).toEqual([status, code]);
  });

  it.each([
    ['lacks what every input needs', 'postcode\r\nXE1 1AA', 400, 'address'],
    ['names a column twice', 'address,address\r\na,b', 400, 'address'],
    ['names an unknown column', 'address,colour\r\na,b', 422, 'colour'],
  ])('is refused at once with a CSV whose header %s', async (_, body, status, field) => {
    const response = await fetch(`${api.url}/jobs?operation=addresses.match`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.liveKey}`, 'content-type': 'text/csv' },
      body,
    });
    const { error } = (await response.json()) as { error: { details: { field: string }[] } };
    expect([response.status, error.details[0]?.field]).toEqual([status, field]);
  });
});
