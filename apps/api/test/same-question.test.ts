import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordRelease } from '@domesday/builds/releases';
import { sandboxSamples } from '@domesday/sandbox';
import {
  exampleCall,
  operationTable,
  parametersOf,
  sandboxDatabase,
  type TestDatabase,
} from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Requests that ask the same are one question, however they are written: it is answered from what was stored for its
// Idempotency-Key, and a paid answer of a release is free again.

const { house } = sandboxSamples();
const SALE = `/valuations/${house.uprn}/sale`;
let database: TestDatabase;
let api: TestApi;
let release: string;
beforeAll(async () => {
  database = await sandboxDatabase();
  release = (await recordRelease(database.db, { today: '2026-11-10' })).name;
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

type Entry = (typeof operationTable)[number];
type Asked = ReturnType<typeof exampleCall>;

const otherSpelling = (name: string, text: string): string => {
  if (name === 'postcode')
    return / \d$/.test(text) ? ` ${text.toLowerCase()}` : text.toLowerCase().replace(' ', '-');
  return name === 'outcode' || name === 'title_number' ? text.toLowerCase() : text;
};

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).reverse();
  return Object.fromEntries(
    members.map(([name, inner]) => [
      name,
      typeof inner === 'string' ? otherSpelling(name, inner) : reversed(inner),
    ]),
  );
}

/** The same request in the opposite order, in other spellings, and with its defaults written out. */
function inOtherWords(entry: Entry, { path, body }: Asked): Asked {
  const [route = '', query = ''] = path.split('?');
  const search = new URLSearchParams(query);
  for (const { name, in: place, schema } of parametersOf(entry))
    if (place === 'query' && schema?.default !== undefined && !search.has(name))
      search.set(name, String(schema.default));
  const other = new URLSearchParams();
  for (const [name, text] of [...search].reverse()) other.append(name, otherSpelling(name, text));
  const steps = entry.path.includes('{title_number}') ? route.toLowerCase() : route;
  const defaults = parametersOf(entry).filter(
    ({ in: place, schema }) => place === 'body' && schema?.default !== undefined,
  );
  const whole = body && {
    ...Object.fromEntries(defaults.map(({ name, schema }) => [name, schema.default])),
    ...body,
  };
  return { path: other.size ? `${steps}?${other}` : steps, ...(body ? { body: reversed(whole) } : {}) };
}

describe.each(operationTable.filter(({ credits }) => credits > 0))('$id', (entry) => {
  const call = ({ path, body }: Asked, headers: Record<string, string>) =>
    api.call(path, { key: api.liveKey, method: entry.method.toUpperCase(), body, headers });

  it('replays the answer of an Idempotency-Key for the same request written differently', async () => {
    const headers = { 'Idempotency-Key': `same ${entry.id}`.replace(' ', '-') };
    const asked = exampleCall(entry);
    const first = await call(asked, headers);
    expect(first.status, first.text).toBe(200);
    const again = await call(inOtherWords(entry, asked), headers);
    expect(again.status, again.text).toBe(200);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.text).toBe(first.text);
    const otherwise = await call(
      { ...asked, path: `${asked.path}${asked.path.includes('?') ? '&' : '?'}meta=lean` },
      headers,
    );
    expect(otherwise.body.error.code, otherwise.text).toBe('idempotency_key_reused');
  });
});

it('does not take a sector for an outcode, nor one value for another', async () => {
  const headers = { 'Idempotency-Key': 'sector' };
  const at = (postcode: string) => `/prices/market?postcode=${encodeURIComponent(postcode)}`;
  expect((await api.call(at('XE1 1'), { key: api.liveKey, headers })).status).toBe(200);
  expect(
    (await api.call(at('xe1  1'), { key: api.liveKey, headers })).headers.get('idempotency-replayed'),
  ).toBe('true');
  expect((await api.call(at('XE11'), { key: api.liveKey, headers })).status).toBe(422);
});

it('treats a point without a radius like a point with the default radius', async () => {
  const { secret } = await api.newKey();
  const charged = async (more: string) => {
    const path = `/prices/market?lat=${house.latitude}&lng=${house.longitude}&release=${release}${more}`;
    const { status, headers } = await api.call(path, { key: secret });
    return `${status} ${headers.get('x-credits-charged')}`;
  };
  expect(await charged('')).toBe('200 2');
  expect(await charged('&radius_m=1000')).toBe('200 0');
  expect(await charged('&radius_m=1001')).toBe('200 2');
});

it('answers a line of a batch written differently free under its Idempotency-Key', async () => {
  const { secret } = await api.newKey();
  const lines = async (item: object) => {
    const body = { operation: 'prices.market', items: [item] };
    const { text } = await api.call('/batch', { key: secret, body, headers: { 'Idempotency-Key': 'lines' } });
    const { status, credits } = JSON.parse(text);
    return `${status} ${credits}`;
  };
  const paid = await lines({ postcode: house.postcode, property_type: 'flat' });
  expect(paid).toMatch(/^200 [1-9]/);
  const postcode = house.postcode.toLowerCase().replace(' ', '');
  expect(await lines({ property_type: 'flat', widen: true, postcode })).toBe('200 0');
  expect(await lines({ property_type: 'terraced', postcode })).toBe('422 0');
});

it('charges a question to a release once, however it is written', async () => {
  const { secret } = await api.newKey();
  const charged = async (query: string) => {
    const { status, headers } = await api.call(`${SALE}?${query}`, { key: secret });
    return `${status} ${headers.get('x-credits-charged')}`;
  };
  expect(await charged(`release=${release}&floor_area_sqm=80&tenure=Freehold`)).toBe('200 3');
  expect(await charged(`tenure=Freehold&floor_area_sqm=80.0&meta=whole&release=${release}`)).toBe('200 0');
  expect(await charged(`tenure=Leasehold&floor_area_sqm=80&release=${release}`)).toBe('200 3');
  expect(await charged('floor_area_sqm=90')).toBe('200 3');
  expect(await charged(`floor_area_sqm=90&release=${release}&as_of=2026-11-15`)).toBe('200 0');
});

it('charges a question to a release once if it is asked several times concurrently', async () => {
  const { secret: key } = await api.newKey({ plan: 'scale' });
  const creditsOf = ({ status, headers }: Awaited<ReturnType<TestApi['call']>>) =>
    status === 200 ? Number(headers.get('x-credits-charged')) : status;
  // Some calls look up whether the answer is paid for before another has paid, and are ready to pay after it.
  const ask = async (floor_area_sqm: number, n: number) => {
    await sleep(n);
    return api.call(`${SALE}?release=${release}&floor_area_sqm=${floor_area_sqm}${n % 2 ? '' : '.0'}`, {
      key,
    });
  };
  for (let area = 70; area < 90; area++) {
    const together = Array.from({ length: 8 }, (_, n) => ask(area, n));
    expect((await Promise.all(together)).map(creditsOf).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 3]);
  }
});

it('stores the paid questions of a job together with its lines, so that no other process charges them again', async () => {
  const { secret: key, account_id } = await api.newKey({ plan: 'scale' });
  const items = [71, 72].map((floor_area_sqm) => ({ uprn: house.uprn, release, floor_area_sqm }));
  const { id } = (await api.call('/jobs', { key, body: { operation: 'valuations.sale', items } })).body;
  const look = `select items_done, (select count(*)::int from paid_questions where account_id = $2) as noted
                  from jobs where id = $1`;
  let seen = { items_done: 0, noted: 0 };
  while (seen.items_done < 2) {
    await sleep(2);
    seen = (await database.db.query(look, [id, account_id])).rows[0];
  }
  expect(seen.noted).toBeGreaterThanOrEqual(2);
});

it.each(['batch', 'job'])('charges a question to a release once if it occurs twice in a %s', async (way) => {
  const { secret, account_id } = await api.newKey({ plan: 'scale' });
  const home = { uprn: house.uprn };
  // Calls for the served data, and then for its release.
  const now = [{ floor_area_sqm: 90 }, { floor_area_sqm: 90, release, as_of: '2026-11-15' }];
  // In one portion of inputs that are answered together, and in later portions.
  const past = Array.from({ length: 160 }, (_, i) => ({ release, floor_area_sqm: 80 + (i % 2) }));
  const asked = [...now, ...past].map((one) => ({ ...home, ...one }));
  const body = { operation: 'valuations.sale', items: asked };
  const lines = async () => {
    if (way === 'batch') return (await api.call('/batch', { key: secret, body })).text;
    const { id } = (await api.call('/jobs', { key: secret, body })).body;
    const isDone = async () => (await api.call(`/jobs/${id}`, { key: secret })).body.finished_at !== null;
    for (let tries = 0; tries < 400 && !(await isDone()); tries++) {
      api.clock.advance(1000);
      await sleep(50);
    }
    return (await api.call(`/jobs/${id}/results`, { key: secret })).text;
  };
  const told = (await lines())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(told.map(({ status }) => status)).toEqual(asked.map(() => 200));
  const paid = told.flatMap(({ index, credits }) => (credits > 0 ? [[index, credits]] : []));
  expect(paid).toEqual([
    [0, 3],
    [2, 3],
    [3, 3],
  ]);
  const { rows } = await database.db.query('select credits from ledger where account_id = $1', [account_id]);
  expect(rows.map(({ credits }) => credits)).toEqual([3, 3, 3]);
  expect((await api.call('/account', { key: secret })).body.credits.used).toBe(9);
});

// Processes of two versions run side by side during an upgrade.

const sha256 = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

it('recognises what the previous version stored, and stores what that version recognises', async () => {
  const { secret, key_id } = await api.newKey();
  const headers = { 'Idempotency-Key': 'two-versions' };
  const path = `/properties/${house.uprn}?meta=lean&fields=address`;
  const first = await api.call(path, { key: secret, headers });
  const { rows } = await database.db.query(
    "select encode(fingerprint, 'hex') as fingerprint from idempotent_answers where key_id = $1",
    [key_id],
  );
  const sent = ['properties.get', { uprn: String(house.uprn) }, { meta: 'lean', fields: ['address'] }, null];
  expect(rows[0].fingerprint).toBe(sha256(sent));
  await database.db.query('update idempotent_answers set canonical = null where key_id = $1', [key_id]);
  const again = await api.call(path, { key: secret, headers });
  expect([again.status, again.text]).toEqual([200, first.text]);
});

it('recognises what 1.1.0 stored, which had fewer parameters with defaults', async () => {
  const { secret, key_id } = await api.newKey();
  const uprn = String(house.uprn);
  const asked: [path: string, ...sent: unknown[]][] = [
    [`/properties/${uprn}`, 'properties.get', { uprn }, {}, null],
    [
      '/addresses/search?q=quaxley',
      'addresses.search',
      {},
      { q: 'quaxley', limit: 10, min_score: 0.2 },
      null,
    ],
    [
      `/location/schools?postcode=${encodeURIComponent(house.postcode)}`,
      ...['location.schools', {}, { postcode: house.postcode, radius_m: 3000, limit: 20 }, null],
    ],
  ];
  for (const [path, ...sent] of asked) {
    const headers = { 'Idempotency-Key': String(sent[0]) };
    const first = await api.call(path, { key: secret, headers });
    const stored = await database.db.query(
      `update idempotent_answers set canonical = null, fingerprint = decode($3, 'hex')
        where key_id = $1 and idempotency_key = $2 returning encode(fingerprint, 'hex') as written,
          (select encode(b.fingerprint, 'hex') from idempotent_answers b where b.key_id = $1 and b.idempotency_key = $2) as was`,
      [key_id, sent[0], sha256(sent)],
    );
    // Processes of 1.1.0 that run beside this one recognise its answers too.
    expect(stored.rows).toEqual([{ written: sha256(sent), was: sha256(sent) }]);
    const again = await api.call(path, { key: secret, headers });
    expect([again.status, again.text]).toEqual([200, first.text]);
  }
});

it('does not charge again what was paid to the previous version, and stores what that version looks for', async () => {
  const { secret, account_id } = await api.newKey();
  const at = (query: string) => api.call(`${SALE}?${query}&release=${release}`, { key: secret });
  const questionOf = (query: object) =>
    sha256(['valuations.sale', { uprn: String(house.uprn) }, query, '2026-11-10', release]);
  const before = questionOf({ tenure: 'Freehold', floor_area_sqm: 90, meta: 'whole' });
  await database.db.query("insert into paid_questions values ($1, decode($2, 'hex'), $3)", [
    account_id,
    before,
    release,
  ]);
  expect((await at('tenure=Freehold&floor_area_sqm=90')).headers.get('x-credits-charged')).toBe('0');
  expect((await at('tenure=Freehold&floor_area_sqm=95')).headers.get('x-credits-charged')).toBe('3');
  const noted = async () => {
    const { rows } = await database.db.query(
      "select encode(question, 'hex') as question from paid_questions where account_id = $1",
      [account_id],
    );
    return rows.map(({ question }) => question);
  };
  await expect.poll(noted).toContain(questionOf({ tenure: 'Freehold', floor_area_sqm: 95, meta: 'whole' }));
});
