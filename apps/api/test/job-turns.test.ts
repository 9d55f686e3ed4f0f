import { randomUUID } from 'node:crypto';
import { createAccount, createKey } from '@domesday/api/accounts';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addInputs, addJob, finishPortion, startJob, takeJob } from '../src/jobs/jobs.query.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database?.drop());

const began = new Date('2026-11-10T09:00:00Z');
const after = (minutes: number) => new Date(began.getTime() + minutes * 60_000);

/** An account with this many jobs of this many portions each. */
async function account(jobs: number, portions: number): Promise<string> {
  const { db } = database;
  const account_id = await createAccount(db, 'made up', 'scale');
  const { id: key_id } = await createKey(db, { account_id, mode: 'test' });
  for (let n = 0; n < jobs; n++) {
    const id = randomUUID();
    const asked = {
      operation: 'properties.get',
      source: 'items',
      parameters: '{}',
      meta: null,
      fictional: true,
    };
    await addJob.run(db, { id, account_id, key_id, ...asked, at: began });
    const inputs = Array.from({ length: portions }, () => '[{"values":{"uprn":"1"}}]');
    await addInputs.run(db, { job_id: id, first_portion: 0, portions: inputs, at: began });
    const free = {
      credits_at_most: 0,
      credit_ceiling: 0,
      idempotency_key: null,
      leaves_out_place: false,
      request_hash: '',
      canonical_hash: '',
    };
    await startJob.one(db, { id, items: portions, ...free });
  }
  return account_id;
}

/** Answers the next portion, and returns the account that it belonged to. */
async function takeTurn(at: Date): Promise<string> {
  const { db } = database;
  const lease = randomUUID();
  const { id, account_id, items, items_done, portions_done } = await takeJob.one(db, { lease, at });
  await finishPortion.one(db, {
    ...{ id, lease, at, portion: portions_done, first_index: items_done, lines: '{}\n', bytes: 3, done: 1 },
    ...{ refused: 0, credits: 0, would_be_credits: 0, releases: [], reason: null },
    state: items_done + 1 === items ? 'done' : 'running',
  });
  return account_id;
}

it('gives an account with many short jobs no more turns than an account with one long job', async () => {
  const many = await account(8, 1);
  const one = await account(1, 4);
  const turns: string[] = [];
  for (let turn = 1; turn <= 8; turn++) turns.push(await takeTurn(after(turn)));
  expect(turns.filter((id) => id === one)).toHaveLength(4);
  for (let turn = 1; turn < 8; turn++) expect(turns[turn]).toBe(turns[turn - 1] === one ? many : one);
});

it('does not make an account wait because its last turn was before the clock was set back', async () => {
  await database.db.query('delete from jobs');
  const first = await account(1, 2);
  expect(await takeTurn(after(600))).toBe(first);
  const many = await account(1, 3);
  const turns = [await takeTurn(after(20)), await takeTurn(after(21)), await takeTurn(after(22))];
  expect(turns.filter((id) => id === first)).toHaveLength(1);
  expect(turns.filter((id) => id === many)).toHaveLength(2);
});
