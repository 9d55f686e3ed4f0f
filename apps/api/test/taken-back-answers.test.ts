import { createAccount, createKey } from '@domesday/api/accounts';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Charge, settle, takeBackAnswered } from '../src/accounts/ledger.query.ts';

// The rows that are deleted with a charge whose answer was stored but could not be sent, and the rows that stay.

const MONTH = '2026-11-01';
const STORED = new Date('2026-11-21T12:00:00.000Z');
const DECIDED = new Date('2026-11-21T12:00:05.000Z');
const LATER = new Date('2026-11-21T12:00:05.001Z');

let database: TestDatabase;
let charge: Charge & { answer: NonNullable<Charge['answer']> };
let other_key_id: string;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database?.drop());
beforeEach(async () => {
  const account_id = await createAccount(database.db, 'a test', 'free');
  const [key, other] = [
    await createKey(database.db, { account_id, mode: 'live' }),
    await createKey(database.db, { account_id, mode: 'live' }),
  ];
  other_key_id = other.id;
  charge = {
    account_id,
    key_id: key.id,
    operation: 'risks.get',
    credits: 8,
    request_id: `${key.id} lost`,
    answer: {
      idempotency_key: 'one',
      fingerprint: '00',
      canonical: '00',
      content_type: 'text/plain',
      headers: {},
      body: 'lost',
    },
  };
});

const charged = (at: Date, one: Charge) => settle(database.db, MONTH, at, [one]);
const takeBack = (one: Charge = charge, at = DECIDED) => takeBackAnswered(database.db, MONTH, at, one, 'one');
/** Another charge with an answer of its own, by these parts of it. */
const another = (parts: Partial<Charge>, answer: Partial<Charge['answer']> = {}): Charge => ({
  ...charge,
  request_id: `${charge.request_id} not`,
  ...parts,
  answer: { ...charge.answer, body: 'kept', ...answer },
});

async function books() {
  const { rows } = await database.db.query(
    `select (select credits_used from account_months where account_id = $1) as used,
            array(select credits from ledger where account_id = $1 order by request_id) as ledger,
            array(select i.body from idempotent_answers i join api_keys k on k.id = i.key_id
                   where k.account_id = $1 order by 1) as answers`,
    [charge.account_id],
  );
  return rows[0];
}

it('refunds a charge with its answer, also if the answer was stored at that moment', async () => {
  for (const at of [STORED, DECIDED]) {
    charge = { ...charge, request_id: `${charge.request_id} again` };
    await charged(at, charge);
    expect(await takeBack()).toBe(true);
    expect(await books()).toMatchObject({ used: 0, answers: [] });
  }
});

it('keeps the charge and the answer if another request received it meanwhile', async () => {
  await charged(STORED, charge);
  await database.db.query('update idempotent_answers set replayed = true');
  expect(await takeBack()).toBe(false);
  expect(await books()).toEqual({ used: 8, ledger: [8], answers: ['lost'] });
});

it.each([
  ['was not given to anybody', false],
  ['was given to another request', true],
])('deletes no answer of another Idempotency-Key or of another key that %s', async (_, replayed) => {
  await charged(STORED, charge);
  await charged(STORED, another({}, { idempotency_key: 'two' }));
  await charged(STORED, another({ key_id: other_key_id, request_id: `${charge.key_id} of another key` }));
  await database.db.query("update idempotent_answers set replayed = $1 where body = 'kept'", [replayed]);
  expect(await takeBack()).toBe(true);
  expect(await books()).toEqual({ used: 16, ledger: [0, 8, 8], answers: ['kept', 'kept'] });
});

it.each([
  ['was not given to anybody', false],
  ['was given to another request', true],
])('keeps an answer of another charge that was stored later and that %s', async (_, replayed) => {
  // The first charge has no stored answer any more, so its repetition was charged separately and stored the answer.
  await charged(STORED, { ...charge, answer: undefined } as unknown as Charge);
  await charged(LATER, another({}));
  await database.db.query('update idempotent_answers set replayed = $1', [replayed]);
  expect(await takeBack()).toBe(true);
  expect(await books()).toEqual({ used: 8, ledger: [0, 8], answers: ['kept'] });
});

it('deletes the answer of a charge of 0 credits, and writes nothing into the ledger', async () => {
  const free = { ...charge, credits: 0 };
  await charged(STORED, free);
  expect(await takeBack(free)).toBe(true);
  expect(await books()).toEqual({ used: 0, ledger: [], answers: [] });
});
