import { contract, createPool, type DbClient, migrate } from '@domesday/db';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ofFirstRelease } from './first-release.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database?.drop());

const MONTH = '2026-11-01';
const [ACCOUNT, PARENT, SUB] = ['a', 'b', 'c'].map((digit) => `00000000-0000-0000-0000-${digit.repeat(12)}`);
const CREDITS = 2;

/** Sends the statements of 1.1.0 under the names under which its connections prepare them. */
const chargeBy = (client: DbClient, key: string) => ({
  one: (request: string) =>
    client.query({
      name: 'settle-charge',
      text: 'select * from settle_charge($1, $2, $3, $4, $5, $6, $7)',
      values: [MONTH, MONTH, key, ACCOUNT, 'risks.get', CREDITS, request],
    }),
  batch: (request: string) =>
    client.query({
      name: 'settle-charges',
      text: 'select * from settle_charges($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
      values: [
        ...[MONTH, MONTH, [key], [ACCOUNT], [2 * CREDITS], [1, 1], ['risks.get', 'risks.get']],
        ...[
          [CREDITS, CREDITS],
          [`${request} first`, `${request} second`],
        ],
        JSON.stringify([
          {
            key_id: key,
            idempotency_key: request,
            fingerprint: '00',
            content_type: 'text/plain',
            body: 'kept',
          },
        ]),
      ],
    }),
});

it('a process of 1.1.0 can still charge with its prepared statements during and after an upgrade, in the tables of both versions', async () => {
  const old = await ofFirstRelease(database, 'of_charging_processes', ['/data/pp-complete.csv']);
  const pool = createPool(old.url, { max: 4 });
  const client = await pool.connect();
  try {
    await pool.query("insert into accounts (id, name, plan_id) values ($1, 'before', 'scale')", [ACCOUNT]);
    await pool.query(
      `insert into api_keys (id, account_id, parent_id, hash, prefix, mode)
       select k.id, $1, k.parent_id, sha256(k.id::text::bytea), 'svc_live_', 'live'
         from (values ($2::uuid, null::uuid), ($3, $2)) as k (id, parent_id)`,
      [ACCOUNT, PARENT, SUB],
    );
    const { one, batch } = chargeBy(client, SUB!);
    let calls = 0;
    const charge = async (): Promise<unknown[]> => {
      calls += 1;
      const answers = [await one(`alone ${calls}`), await batch(`batch ${calls}`)];
      return answers.map(({ rows }) => rows[0]);
    };
    const spent = () => calls * 3 * CREDITS;
    await charge();
    let upgrading = true;
    const upgraded = migrate(old.url).finally(() => {
      upgrading = false;
    });
    while (upgrading) await charge();
    expect(await upgraded).toContain('settle_batch');
    const counted = async (column: string, key = SUB) =>
      (await pool.query(`select ${column} as n from key_months where key_id = $1`, [key])).rows[0].n;
    // This includes the charges between the migrations.
    expect(await counted('sub_keys_used', PARENT)).toBe(spent());

    const [alone, batched] = await charge();
    expect(alone).toEqual({
      account_id: ACCOUNT,
      key_id: SUB,
      account_used: spent() - 4,
      key_used: spent() - 4,
    });
    expect(batched).toEqual({ account_id: ACCOUNT, key_id: SUB, account_used: spent(), key_used: spent() });
    // The cap of the parent key counts the charges of this process too.
    expect(await counted('credits_used')).toBe(spent());
    expect(await counted('sub_keys_used', PARENT)).toBe(spent());
    const { rows } = await pool.query('select sum(credits)::int as n, count(*)::int as lines from ledger');
    expect(rows).toEqual([{ n: spent(), lines: calls * 3 }]);
    await expect(batch(`batch ${calls}`)).rejects.toMatchObject({ code: 'DD409' });
    await pool.query('update api_keys set monthly_cap = $1 where id = $2', [spent() + 1, SUB]);
    await expect(one('too much')).rejects.toMatchObject({ code: 'DD402' });

    await contract(old.url);
    const left = "select proname as name from pg_proc where proname like 'settle\\_charge%'";
    expect(await old.namesOf(left)).toEqual([]);
    expect(await migrate(old.url)).toEqual([]);
  } finally {
    client.release(true);
    await pool.end();
    await old.drop();
  }
});
