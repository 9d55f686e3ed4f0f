import { setTimeout as sleep } from 'node:timers/promises';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

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

const { house } = sandboxSamples();
const OUTCODE = house.postcode.split(' ')[0]!;
const get = { operation: 'properties.get' };

describe('an area of a job', () => {
  const asked = async (area: object, parameters = {}, more = {}) => {
    const body = { ...get, area, parameters, quote: true, ...more };
    const answer = await api.call('/jobs', { body });
    return [answer.status, answer.body.items ?? answer.body.error.details[0].field];
  };
  /** The homes that are answered by a job that stops after two. */
  const firstTwo = async (job: object): Promise<string[]> => {
    const { body } = await api.call('/jobs', { body: { ...get, ...job, credit_ceiling: 2 } });
    for (let tries = 0; tries < 600; tries++) {
      api.clock.advance(1000);
      const { finished_at, reason } = (await api.call(`/jobs/${body.id}`)).body;
      if (finished_at) expect(reason).toBe('credit_ceiling_reached');
      if (finished_at) break;
      await sleep(50);
    }
    const { text } = await api.call(`/jobs/${body.id}/results`);
    const lines = text.split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line).ref);
  };

  it('is never taken for another kind of area: a sector is no outcode, and a region is no authority', async () => {
    const [status, homes] = await asked({ outcode: OUTCODE });
    expect(status).toBe(200);
    expect(await asked({ outcode: ` ${OUTCODE.toLowerCase()} ` })).toEqual([200, homes]);
    expect(await asked({ outcode: `${OUTCODE} 1` })).toEqual([422, 'outcode']);
    for (const local_authority of ['nowhere', 'E12000001'])
      expect(await asked({ local_authority })).toEqual([422, 'local_authority']);
  });

  it.each([
    ['fields', { fields: 'colour' }, 'properties.get'],
    ['as_of', { as_of: '2099-01-01' }, 'valuations.sale'],
    ['rooms', { rooms: 4, double: 3 }, 'valuations.hmo'],
    ['release', { release: '0123456789ab' }, 'valuations.sale'],
  ])(
    'is refused at once, also as a quote, if every home would be refused for %s',
    async (field, parameters, operation) => {
      const { secret, account_id } = await api.newKey({ plan: 'scale' });
      for (const quote of [true, false]) {
        const body = { operation, area: { outcode: OUTCODE }, parameters, quote };
        const answer = await api.call('/jobs', { key: secret, body });
        expect([404, 422], answer.text).toContain(answer.status);
        expect(answer.body.error.details[0].field).toBe(field);
      }
      const { rows } = await database.db.query('select from jobs where account_id = $1', [account_id]);
      expect(rows).toEqual([]);
    },
  );

  it('continues after the last home of a stopped job, without omitting or repeating a home', async () => {
    const { rows } = await database.db.query(
      `select a.uprn::text, p.local_authority_code as code from addresses a join postcodes p using (postcode)
        where a.postcode like $1 order by a.uprn`,
      [`${OUTCODE} %`],
    );
    const area = { outcode: OUTCODE };
    const first = await firstTwo({ area });
    const next = await firstTwo({ area, after_uprn: first[1] });
    expect([...first, ...next]).toEqual(rows.slice(0, 4).map(({ uprn }) => uprn));
    const { latitude: lat, longitude: lng } = house;
    const corners = [-1, 1, 1, -1, -1].map((x, i) => [
      lng + x / 250,
      lat + (i < 2 || i === 4 ? -1 : 1) / 250,
    ]);
    for (const [place, inside] of [
      [area, `a.postcode like '${OUTCODE} %'`],
      [{ local_authority: rows[0].code }, `p.local_authority_code = '${rows[0].code}'`],
      [
        { polygon: { type: 'Polygon', coordinates: [corners] } },
        `abs(a.latitude - ${lat}) < 0.004 and abs(a.longitude - ${lng}) < 0.004`,
      ],
    ] as const) {
      const left = await database.db.query(
        `select count(*)::int as n from addresses a left join postcodes p using (postcode)
          where ${inside} and a.uprn > $1`,
        [house.uprn],
      );
      expect(left.rows[0].n).toBeGreaterThan(0);
      const after_uprn = String(house.uprn);
      expect(await asked(place, {}, { after_uprn })).toEqual([200, left.rows[0].n]);
    }
    expect(await asked(area, {}, { after_uprn: first[1], most_homes: 3 })).toEqual([200, 3]);
    expect(await asked(area, {}, { most_homes: 200_000 })).toEqual([200, rows.length]);
    for (const most_homes of [0, 1.5, 200_001, 'all'])
      expect(await asked(area, {}, { most_homes })).toEqual([422, 'most_homes']);
    expect(await asked(area, {}, { after_uprn: '999999999999' })).toEqual([404, 'after_uprn']);
    for (const after_uprn of ['', 'XE1', '-1', '1.5'])
      expect(await asked({ outcode: OUTCODE }, {}, { after_uprn })).toEqual([422, 'after_uprn']);
    const items = [{ uprn: String(house.uprn) }];
    const ofItems = await api.call('/jobs', { body: { ...get, items, after_uprn: '1' } });
    expect([ofItems.status, ofItems.body.error.details[0].field]).toEqual([422, 'after_uprn']);
  });

  it('is refused beside the parameter uprn, which each of its homes sets', async () => {
    const parameters = { uprn: String(house.uprn) };
    expect(await asked({ outcode: OUTCODE }, parameters)).toEqual([422, 'parameters.uprn']);
  });
});

describe('a request for a job', () => {
  const job = { ...get, area: { outcode: OUTCODE }, quote: true };
  const quoted = (body: object, key = api.testKey) => api.call('/jobs', { key, body });

  it('may have null for whatever is not given, as clients write it that list all members', async () => {
    const nothing = { items: null, parameters: null, credit_ceiling: null, meta: null };
    const area = { polygon: null, outcode: OUTCODE, local_authority: null };
    const parameters = { uprn: null, fields: null, exclude_licences: null };
    const { body } = await quoted(job);
    expect((await quoted({ ...job, ...nothing, area })).body).toEqual(body);
    expect((await quoted({ ...job, parameters })).body).toEqual(body);
    const items = [{ uprn: String(house.uprn), ref: null }];
    expect((await quoted({ ...get, items, area: null, quote: null, credit_ceiling: 0 })).status).toBe(201);
  });

  it('may give its ceiling as a text, like every number in a body', async () => {
    const items = [{ uprn: String(house.uprn) }];
    expect((await quoted({ ...get, items, credit_ceiling: '7' })).body.credit_ceiling).toBe(7);
    for (const odd of ['', ' ', '0x7', '7.5', '-1', 'seven', true])
      expect([odd, (await quoted({ ...get, items, credit_ceiling: odd })).status]).toEqual([odd, 422]);
  });

  it('is refused once, not for each input, if it excludes a licence twice', async () => {
    const parameters = { exclude_licences: ['ogl', 'ogl'] };
    const items = [{ uprn: String(house.uprn) }];
    const { status, body } = await quoted({ ...get, items, parameters });
    expect([status, body.error?.details[0].field]).toEqual([422, 'exclude_licences']);
  });

  it('is a quote even under the Idempotency-Key of a started job, and does not return that job', async () => {
    const { secret } = await api.newKey({ plan: 'scale' });
    const { quote: _, ...inputs } = job;
    const line = JSON.stringify({ uprn: house.uprn });
    const forms = {
      area: ['/jobs', inputs, 'application/json'],
      lines: ['/jobs?operation=properties.get', line, 'application/x-ndjson'],
      table: ['/jobs?operation=properties.get', `uprn\n${house.uprn}\n`, 'text/csv'],
    } as const;
    for (const [name, [path, body, type]] of Object.entries(forms)) {
      const headers = { 'idempotency-key': name, 'Content-Type': type };
      const ask = (more = {}) =>
        typeof body === 'string'
          ? api.call(`${path}${'quote' in more ? '&quote=true' : ''}`, { key: secret, body, headers })
          : api.call(path, { key: secret, body: { ...body, ...more }, headers });
      const first = await ask();
      expect([name, first.status]).toEqual([name, 201]);
      const quoted = await ask({ quote: true });
      expect([quoted.status, quoted.body.quote, quoted.body.items]).toEqual([200, true, first.body.items]);
      const again = await ask();
      expect([again.status, again.body.id]).toEqual([200, first.body.id]);
    }
    expect((await api.call('/jobs', { key: secret })).body.jobs).toHaveLength(3);
  });

  it('is a quote if the query says so, and is refused if the body contradicts the query', async () => {
    const { quote, ...inputs } = job;
    const asked = async (body: object) =>
      (await api.call('/jobs?quote=true', { key: api.testKey, body: { ...inputs, ...body } })).status;
    expect([await asked({}), await asked({ quote: null }), await asked({ quote })]).toEqual([200, 200, 200]);
    expect(await asked({ quote: false })).toBe(422);
  });

  it('states the current credits, also if another process spent some a moment ago', async () => {
    const { secret, account_id } = await api.newKey();
    await api.call(`/properties/${house.uprn}`, { key: secret });
    const { body: before } = await quoted(job, secret);
    await database.db.query(
      'update account_months set credits_used = credits_used + 7 where account_id = $1',
      [account_id],
    );
    const { body: after } = await quoted(job, secret);
    expect(before.credits_remaining - after.credits_remaining).toBe(7);
  });
});

it('returns a new job for an Idempotency-Key whose job has expired', async () => {
  const { secret: key } = await api.newKey({ plan: 'scale' });
  const body = { ...get, items: [{ uprn: String(house.uprn) }] };
  const create = () => api.call('/jobs', { key, body, headers: { 'idempotency-key': 'made-up-1' } });
  const read = (id: string) => api.call(`/jobs/${id}`, { key });
  const first = await create();
  const { id } = first.body;
  while (!(await read(id)).body.finished_at) {
    api.clock.advance(1000);
    await sleep(50);
  }
  expect([first.status, (await create()).body.id]).toEqual([201, id]);
  api.clock.advance(7 * 86_400_000);
  expect((await read(id)).status).toBe(404);
  const anew = await create();
  expect(anew.status).toBe(201);
  expect((await read(anew.body.id)).body.state).toBeDefined();
});
