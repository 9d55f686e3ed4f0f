import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestClock, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** A clock that advances with each reading, so that a month can turn between any two steps of a call. */
function steppingClock(): TestClock & { step_ms: number } {
  let at_ms = Date.parse('2027-03-20T00:00:00Z');
  return {
    step_ms: 0,
    now() {
      at_ms += this.step_ms;
      return new Date(at_ms);
    },
    set: (iso) => {
      at_ms = Date.parse(iso);
    },
    advance: (by_ms) => {
      at_ms += by_ms;
    },
  };
}

const clock = steppingClock();
const uprn = sandboxSamples().house.uprn;
let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database, clock);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

/** The charges of each month of the account in the ledger. */
async function chargedOf(account_id: string): Promise<Map<string, { calls: number; credits: number }>> {
  const { rows } = await database.db.query(
    `select to_char(charged_at at time zone 'UTC', 'YYYY-MM') as month, count(*)::int as calls,
            sum(credits)::int as credits
       from ledger where account_id = $1 group by 1`,
    [account_id],
  );
  return new Map(rows.map(({ month, ...charged }) => [month, charged]));
}

/**
 * Numbers of clock readings after which the month turns. On a busy machine other work of the server reads the clock
 * too, so numbers go on until both months have been charged.
 */
function* readingsUntil(count: number, months: Set<string>): Generator<number> {
  for (let readings = 0; readings < count || (months.size < 2 && readings < 10 * count); readings++)
    yield readings;
}

/**
 * Makes the call at the end of March: the month turns after this many readings of its clock. `call` itself advances by
 * 100 ms.
 */
async function callAtTheTurn(path: string, key: string, readings: number, body?: unknown) {
  clock.set('2027-03-31T23:59:59.900Z');
  clock.advance(-readings);
  clock.step_ms = 1;
  const answer = await api.call(path, { key, body });
  clock.step_ms = 0;
  clock.set('2027-04-01T00:00:05Z');
  return answer;
}

async function callsCounted(key: string): Promise<number> {
  const usage = await api.call('/account/usage?from=2027-03-01&to=2027-04-30', { key });
  expect(usage.status).toBe(200);
  return usage.body.totals.calls;
}

it('states the remaining credits of the month that it names, and counts a call once, if the month changes during the call', async () => {
  const months = new Set<string>();
  for (const readings of readingsUntil(12, months)) {
    const { secret, account_id } = await api.newKey();
    clock.set('2027-03-31T23:59:58Z');
    for (let i = 0; i < 3; i++) await api.call(`/properties/${uprn}`, { key: secret });
    const answer = await callAtTheTurn(`/properties/${uprn}`, secret, readings);
    expect(answer.status).toBe(200);
    const charged = await chargedOf(account_id);
    const reset = String(answer.headers.get('x-credits-reset'));
    const month = reset === '2027-04-01T00:00:00.000Z' ? '2027-03' : '2027-04';
    months.add(month);
    expect(Number(answer.headers.get('x-credits-remaining'))).toBe(100 - (charged.get(month)?.credits ?? 0));
    expect(await callsCounted(secret)).toBe(4);
  }
  expect(months).toEqual(new Set(['2027-03', '2027-04']));
}, 120_000);

it('counts each input of a batch once, if the month changes during the batch', async () => {
  const items = Array.from({ length: 3 }, () => ({ uprn: String(uprn) }));
  const months = new Set<string>();
  for (const readings of readingsUntil(18, months)) {
    const { secret, account_id } = await api.newKey();
    const batch = { operation: 'properties.get', items };
    const answer = await callAtTheTurn('/batch', secret, readings, batch);
    expect(answer.text.trim().split('\n')).toHaveLength(3);
    const charged = await chargedOf(account_id);
    for (const month of charged.keys()) months.add(month);
    expect([...charged.values()].reduce((sum, { calls }) => sum + calls, 0)).toBe(3);
    expect(await callsCounted(secret)).toBe(3);
  }
  expect(months).toEqual(new Set(['2027-03', '2027-04']));
}, 120_000);

it('charges a job to each month for the inputs answered in it, and never beyond the credits of a month', async () => {
  const { secret, account_id } = await api.newKey();
  const items = Array.from({ length: 250 }, () => ({ uprn: String(uprn) }));
  clock.set('2027-05-31T23:59:50Z');
  const { body } = await api.call('/jobs', { key: secret, body: { operation: 'properties.get', items } });
  const job = async () => (await database.db.query('select * from jobs where id = $1', [body.id])).rows[0];
  await expect.poll(async () => (await job()).items_done).toBeGreaterThanOrEqual(50);
  clock.set('2027-06-01T00:00:10Z');
  await expect.poll(async () => (await job()).finished_at).not.toBeNull();
  const charged = await chargedOf(account_id);
  const { rows } = await database.db.query(
    `select to_char(month, 'YYYY-MM') as month, credits_used from account_months where account_id = $1`,
    [account_id],
  );
  expect(new Map(rows.map(({ month, credits_used }) => [month, credits_used]))).toEqual(
    new Map([...charged].map(([month, { credits }]) => [month, credits])),
  );
  for (const { credits } of charged.values()) expect(credits).toBeLessThanOrEqual(100);
  const { credits, items_done } = await job();
  const sum = [...charged.values()].reduce((all, one) => all + one.credits, 0);
  expect([credits, items_done]).toEqual([sum, sum]);
});
