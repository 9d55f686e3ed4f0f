import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction } from '@domesday/db';
import { recordFailed } from '@domesday/loading/record.query';
import { sandboxDatabase, type TestDatabase, testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addInputs, addJob, finishPortion, startJob } from '../src/jobs/jobs.query.ts';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  const often = { webhooks_anywhere: true, messages_every_ms: 20 };
  api = await startTestApi(database, testClock(), often);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

async function jobEnded(id: string, key: string) {
  for (let tries = 0; tries < 600; tries++) {
    api.clock.advance(1000);
    const { body } = await api.call(`/jobs/${id}`, { key });
    if (body.finished_at) return body;
    await sleep(50);
  }
  throw new Error('The job has not ended.');
}

/**
 * A job of two portions. One process hangs before the first portion, while another takes the job over and answers it.
 */
async function takenOver(secret: { account_id: string; key_id: string }): Promise<string> {
  const { db } = database;
  const [id, lease] = [randomUUID(), randomUUID()];
  const { rows } = await db.query('select uprn from addresses order by uprn limit 100');
  const items = rows.map(({ uprn }) => ({ values: { uprn: String(uprn) } }));
  const portions = [items.slice(0, 50), items.slice(50)].map((some) => JSON.stringify(some));
  const at = api.clock.now();
  const { account_id, key_id } = secret;
  const asked = {
    operation: 'properties.get',
    source: 'items',
    parameters: '{}',
    meta: null,
    fictional: true,
  };
  await addJob.run(db, { id, account_id, key_id, ...asked, at });
  await addInputs.run(db, { job_id: id, first_portion: 0, portions, at });
  await inTransaction(db, async (holder) => {
    // The process that takes the job hangs when it reads the inputs.
    await holder.query('lock table job_inputs in access exclusive mode');
    const credits = { credits_at_most: 100, credit_ceiling: 100 };
    await startJob.one(db, {
      id,
      items: 100,
      idempotency_key: null,
      leaves_out_place: false,
      request_hash: '',
      canonical_hash: '',
      ...credits,
    });
    const taken = 'select from jobs where id = $1 and lease is not null';
    await expect.poll(async () => (await db.query(taken, [id])).rowCount).toBe(1);
    const take = "update jobs set lease = $2, leased_until = now() + interval '100 seconds' where id = $1";
    await holder.query(take, [id, lease]);
    await finishPortion.one(holder, {
      ...{ id, lease, at, portion: 0, first_index: 0, lines: '{}\n', bytes: 3, done: 50, refused: 0 },
      ...{ credits: 0, would_be_credits: 0, releases: [], state: 'running', reason: null },
    });
    await holder.query(take, [id, lease]);
  });
  return id;
}

describe('a process that has lost its lease to another one', () => {
  it('does not end a job of which the other process has answered a portion', async () => {
    const key = await api.newKey({ plan: 'scale' });
    const id = await takenOver(key);
    // The process that hung continues now.
    await sleep(1000);
    await database.db.query('update jobs set leased_until = now() where id = $1', [id]);
    expect(await jobEnded(id, key.secret)).toMatchObject({ state: 'done', items_done: 100, credits: 50 });
  });

  it('does not block a job by a lease or a pause from before the clock was set back', async () => {
    const { secret, account_id, key_id } = await api.newKey({ plan: 'scale' });
    const id = randomUUID();
    const ahead = new Date(api.clock.now().getTime() + 5 * 3_600_000);
    const asked = { operation: 'account.get', source: 'items', parameters: '{}', meta: null };
    await addJob.run(database.db, { id, account_id, key_id, ...asked, fictional: true, at: ahead });
    await database.db.query(
      `update jobs set state = 'running', lease = gen_random_uuid(), leased_until = now() + interval '5 hours'
        where id = $1`,
      [id],
    );
    expect(await jobEnded(id, secret)).toMatchObject({ state: 'done' });
  });

  it('does not switch off the endpoint to which the other process is sending', async () => {
    const open: ((status: number) => void)[] = [];
    const endpoint = createServer((request, response) => {
      request.resume();
      open.push((status) => void response.writeHead(status).end());
    });
    await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
    const { port } = endpoint.address() as AddressInfo;
    const ask = async (path: string, method = 'POST', body?: object) =>
      (await api.call(path, { method, ...(body ? { body } : {}) })).body;
    const { id } = await ask('/webhooks', 'POST', { url: `http://127.0.0.1:${port}/` });
    await ask(`/webhooks/${id}/test`);
    await expect.poll(() => open.length).toBe(1);
    api.clock.advance(61_000);
    await expect.poll(() => open.length).toBe(2);
    open[0]!(410);
    await sleep(500);
    expect(await ask(`/webhooks/${id}`, 'GET')).toMatchObject({ status: 'on', off_reason: null });
    open[1]!(204);
    const delivery = async () => (await ask(`/webhooks/${id}/deliveries`, 'GET')).deliveries[0];
    await expect.poll(async () => (await delivery()).status).toBe('delivered');
    endpoint.close();
  });

  it('does not record a published load as failed', async () => {
    const { rows } = await database.db.query(
      `insert into dataset_loads (dataset, uri, content_hash, status, licence, attribution, started_at, finished_at)
       values ('price-paid', 'made-up.csv', 'x', 'published', 'x', 'x', now(), now()) returning id`,
    );
    const load = rows[0].id;
    const outcome = { rows_read: 0, rows_rejected: 0, reject_reasons: [], checks: [] };
    await recordFailed(database.db, load, 'The answer to the commit was lost.', outcome);
    const { rows: after } = await database.db.query('select status from dataset_loads where id = $1', [load]);
    expect(after).toEqual([{ status: 'published' }]);
  });
});
