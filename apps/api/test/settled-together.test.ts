import { createAccount, createKey } from '@domesday/api/accounts';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Charge, cancel } from '../src/accounts/ledger.query.ts';
import { createLedger, type Ledger } from '../src/accounts/ledger.ts';

// Charges of simultaneous requests are settled by other statements than a charge that comes alone.

/** Days of the parts of a series: answers are stored for one day, and the last part is in another month. */
const DAYS = ['2026-11-21', '2026-11-21', '2026-11-24', '2026-12-01'];
const SERIES = 8;
/** Charges that arrive together. */
const CHARGES = 14;

let now: Date;
let database: TestDatabase;
let ledger: Ledger;
beforeAll(async () => {
  database = await emptyDatabase();
  await database.db.query(
    "insert into plans (id, monthly_credits, rate_limit) values ('of 30', 30, 50), ('of 20', 20, 50)",
  );
  ledger = createLedger(database.db, () => now);
});
afterAll(async () => {
  await ledger?.stop();
  await database?.drop();
});

/** Numbers from 0 up to 1, the same in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** An account with a capped key, two sub-keys of it and another key, and an account with two keys. */
async function parties() {
  const [first, second] = [
    await createAccount(database.db, 'one of two', 'of 30'),
    await createAccount(database.db, 'two of two', 'of 30'),
  ];
  const key = async (account_id: string, caps: { monthly_cap?: number; parent_id?: string } = {}) => {
    const { id } = await createKey(database.db, { account_id, mode: 'live', ...caps });
    return { account_id, key_id: id };
  };
  const parent = await key(first, { monthly_cap: 12 });
  const under = { parent_id: parent.key_id };
  return [
    parent,
    await key(first, under),
    await key(first, { ...under, monthly_cap: 5 }),
    await key(first),
    await key(second),
    await key(second, { monthly_cap: 7 }),
  ];
}

type Party = Awaited<ReturnType<typeof parties>>[number];

/** A charge: the number of its key, and prefixes for the names of requests and answers. */
interface Made {
  key: number;
  credits: number;
  request: string;
  idempotency_key: string | null;
  /** Whether its answer cannot be sent. */
  taken_back: boolean;
}

function madeUp(seed: number): Made[][] {
  const next = numbers(seed);
  const earlier: Made[] = [];
  const part = (p: number): Made[] => {
    const made = Array.from({ length: CHARGES }, (_, i): Made => {
      // Sometimes the settlement of an earlier part is sent again.
      const again = next() < 0.15 ? earlier[Math.floor(next() * earlier.length)] : undefined;
      return (
        again ?? {
          key: Math.floor(next() * 6),
          credits: [0, 0, 1, 1, 2, 5][Math.floor(next() * 6)]!,
          request: `${seed}.${p}.${i}`,
          idempotency_key: next() < 0.35 ? `key ${Math.floor(next() * 6)}` : null,
          taken_back: next() < 0.35,
        }
      );
    });
    const unlike = [...new Set(made)];
    earlier.push(...unlike);
    return unlike;
  };
  return DAYS.map((_, p) => part(p));
}

function chargeOf(of: Party[], { key, credits, request, idempotency_key }: Made): Charge {
  const charge = {
    ...of[key]!,
    operation: 'properties.get',
    credits,
    request_id: `${of[0]!.key_id} ${request}`,
  };
  if (idempotency_key === null) return charge;
  const hash = Buffer.from(request).toString('hex');
  const answer = {
    idempotency_key,
    fingerprint: hash,
    canonical: hash,
    content_type: '',
    headers: {},
    body: request,
  };
  return { ...charge, answer };
}

/** What all keys of the parties have in the ledger, the counters of the months and the answers. */
async function books(of: Party[]) {
  const { rows } = await database.db.query(
    `select u.place::int as key, array(
              select l.month || ' ' || l.credits || ' ' || split_part(l.request_id, ' ', 2) from ledger l
               where l.key_id = u.id order by 1) as ledger,
            array(select m.month || ' ' || m.credits_used || ' ' || m.sub_keys_used from key_months m
                   where m.key_id = u.id and m.credits_used + m.sub_keys_used > 0 order by 1) as months,
            array(select m.month || ' ' || m.credits_used from account_months m
                   where m.account_id = k.account_id and m.credits_used > 0 order by 1) as account,
            array(select i.idempotency_key || ': ' || i.body from idempotent_answers i
                   where i.key_id = u.id order by 1) as answers
       from unnest($1::uuid[]) with ordinality as u (id, place) join api_keys k on k.id = u.id order by u.place`,
    [of.map(({ key_id }) => key_id)],
  );
  return rows;
}

/** The plan and the caps of an account may be lowered below what it has used. */
async function lower(of: Party[]): Promise<void> {
  const ids = of.map(({ account_id }) => account_id);
  await database.db.query("update accounts set plan_id = 'of 20' where id = any ($1)", [ids]);
  await database.db.query(
    'update api_keys set monthly_cap = monthly_cap / 2 where account_id = any ($1) and monthly_cap is not null',
    [ids],
  );
}

type Outcome = Awaited<ReturnType<Ledger['charge']>>;
const told = (outcome: Outcome) => (typeof outcome === 'string' ? outcome : 'settled');

/** The counters of each month are the sums of the ledger. */
async function agree(of: Party[]): Promise<void> {
  const { rows } = await database.db.query(
    `select l.month, sum(l.credits)::int as ledger,
            (select sum(m.credits_used)::int from account_months m
              where m.month = l.month and m.account_id = any ($1)) as accounts,
            (select sum(m.credits_used)::int from key_months m join api_keys k on k.id = m.key_id
              where m.month = l.month and k.account_id = any ($1)) as keys
       from ledger l where l.account_id = any ($1) group by l.month`,
    [of.map(({ account_id }) => account_id)],
  );
  expect(rows.length).toBeGreaterThan(1);
  for (const { ledger, accounts, keys } of rows) expect([accounts, keys]).toEqual([ledger, ledger]);
}

/** No account has used more this month than its plan allows, and no key with its sub-keys more than its cap. */
async function withinLimits(of: Party[], where: string): Promise<void> {
  const { rows } = await database.db.query(
    `select k.id from api_keys k join accounts a on a.id = k.account_id join plans p on p.id = a.plan_id
       left join key_months m on m.key_id = k.id and m.month = $2
       left join account_months am on am.account_id = a.id and am.month = $2
      where k.id = any ($1) and (m.credits_used + m.sub_keys_used > k.monthly_cap or am.credits_used > p.monthly_credits)`,
    [of.map(({ key_id }) => key_id), `${now.toISOString().slice(0, 7)}-01`],
  );
  expect(rows, where).toEqual([]);
}

/** Expects that every answer which may be repeated is stored. */
async function answersAreKept(of: Party[], settled: Made[], where: string): Promise<void> {
  const kept = await books(of);
  for (const { key, idempotency_key, request } of settled)
    if (idempotency_key !== null)
      expect(kept[key].answers, where).toContain(`${idempotency_key}: ${request}`);
}

/** Names of answers that were refused as used, although each name occurs here for the first time. */
function namesRefused(part: Made[], outcomes: Outcome[]): string[] {
  const names = part.map(({ key, idempotency_key }) => `${key} ${idempotency_key}`);
  return names.filter((name, i) => outcomes[i] === 'answered' && names.indexOf(name) === i);
}

/** Refunds charges, several at once if no answer is stored, and expects that no credit stays charged. */
async function takeBack(alone: Party[], together: Party[], taken: Made[]): Promise<void> {
  for (const made of taken) await ledger.takeBack(chargeOf(alone, made));
  const [kept, plain] = [true, false].map((has) =>
    taken.filter((one) => (one.idempotency_key !== null) === has),
  );
  for (const made of kept!) await ledger.takeBack(chargeOf(together, made));
  const charges = plain!.map((made) => chargeOf(together, made));
  const month = `${now.toISOString().slice(0, 7)}-01`;
  if (charges.length > 0)
    expect(await cancel(database.db, month, now, charges)).toBeLessThanOrEqual(charges.length);
  const left = (await books(together)).flatMap((one) => one.ledger as string[]);
  for (const { request } of taken)
    expect(left.filter((line) => line.endsWith(` ${request}`) && line.split(' ')[1] !== '0')).toEqual([]);
}

it('allows, refuses and records concurrent charges as it does one after the other', async () => {
  const outcomes = new Set<string>();
  for (let seed = 1; seed <= SERIES; seed++) {
    const [alone, together] = [await parties(), await parties()];
    const earlier = new Set<Made>();
    for (const [p, part] of madeUp(seed).entries()) {
      const where = `series ${seed}, part ${p}`;
      now = new Date(`${DAYS[p]}T12:00:00Z`);
      if (p === 2) await Promise.all([alone, together].map(lower));
      const one_by_one: Outcome[] = [];
      for (const made of part) one_by_one.push(await ledger.charge(chargeOf(alone, made)));
      const at_once = await Promise.all(part.map((made) => ledger.charge(chargeOf(together, made))));
      expect(at_once.map(told), where).toEqual(one_by_one.map(told));
      for (const outcome of at_once.map(told)) outcomes.add(outcome);
      expect(await books(together), where).toEqual(await books(alone));
      const settled = part.filter((_, i) => told(at_once[i]!) === 'settled');
      await answersAreKept(
        together,
        settled.filter((one) => !earlier.has(one)),
        where,
      );
      if (p !== 2) await withinLimits([...alone, ...together], where);
      if (p !== 1) expect(namesRefused(part, at_once), where).toEqual([]);
      for (const made of part) earlier.add(made);
      await takeBack(
        alone,
        together,
        settled.filter((one) => one.taken_back && (one.credits > 0 || one.idempotency_key !== null)),
      );
      expect(await books(together), `${where}, taken back`).toEqual(await books(alone));
    }
    for (const of of [alone, together]) await agree(of);
  }
  expect([...outcomes].sort()).toEqual(['answered', 'overdrawn', 'settled']);
});
