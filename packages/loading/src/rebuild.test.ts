import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction, query, statement } from '@domesday/db';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishing, rebuildTable, whyBusy } from './rebuild.query.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
  await write(1, 'OLD');
});
afterAll(async () => {
  await database?.drop();
});

async function write(uprn: number, address: string, table = 'addresses', db = database.db): Promise<void> {
  await db.query(
    `insert into ${table} (uprn, address, postcode, source) values ($1, $2, 'XE1 1AB', 'address-list')`,
    [uprn, address],
  );
}

const served = async (): Promise<string[]> => {
  const { rows } = await database.db.query<{ address: string }>(
    'select address from addresses order by uprn',
  );
  return rows.map((row) => row.address);
};

describe('publishing', () => {
  it('serves the old rows without delay while later steps already read the rebuilt ones', async () => {
    await inTransaction(database.db, async (client) => {
      await publishing(client, async () => {
        await rebuildTable(client, 'addresses', (fresh) => write(2, 'NEW', fresh, client as never));
        const { rows } = await client.query('select uprn from addresses');
        expect(rows).toEqual([{ uprn: 2 }]);
        expect(await served()).toEqual(['OLD']);
      });
    });
    expect(await served()).toEqual(['NEW']);
  });

  it('reads the rebuilt rows in each load, also with a prepared statement of the connection', async () => {
    const homes = statement({
      name: 'test-homes',
      row: { address: 'text' },
      build: () => query.selectFrom('addresses').select('address'),
    });
    const client = await database.db.connect();
    try {
      for (const address of ['NEW', 'NEWER', 'NEW']) {
        await client.query('begin');
        await publishing(client, async () => {
          await homes.rows(client);
          await rebuildTable(client, 'addresses', (fresh) => write(2, address, fresh, client as never));
          expect(await homes.rows(client)).toEqual([{ address }]);
        });
        await client.query('commit');
      }
    } finally {
      client.release();
    }
  });

  it('may rebuild one table twice, the second time from the first result', async () => {
    await inTransaction(database.db, (client) =>
      publishing(client, async () => {
        for (const more of ['A', 'B']) {
          await rebuildTable(client, 'addresses', (fresh) =>
            client.query(
              `insert into ${fresh} (uprn, address, postcode, source)
               select uprn, address || $1, postcode, source from addresses`,
              [more],
            ),
          );
        }
      }),
    );
    expect(await served()).toEqual(['NEWAB']);
    const { rows } = await database.db.query(
      `select indexname from pg_indexes where schemaname = 'public' and tablename = 'addresses' order by 1`,
    );
    expect(rows.map((row) => row.indexname)).toEqual([
      'addresses_pkey',
      'addresses_position',
      'addresses_postcode',
    ]);
  });

  it('replaces no table while a dump runs, which would then have the new table without its rows', async () => {
    const { rows: before } = await database.db.query('select count(*)::int as homes from addresses');
    const dump = await database.db.connect();
    let published: Promise<unknown> | undefined;
    try {
      // Like pg_dump, which reads the catalogue first and locks the tables later.
      await dump.query("set application_name = 'pg_dump'");
      await dump.query('begin isolation level repeatable read, read only');
      await dump.query('select pg_current_snapshot()');
      published = inTransaction(database.db, (client) =>
        publishing(client, () =>
          rebuildTable(client, 'addresses', (fresh) => write(4, 'NEWEST', fresh, client as never)),
        ),
      );
      await Promise.race([published, sleep(300)]);
      await dump.query('lock table addresses in access share mode');
      const { rows } = await dump.query('select count(*)::int as homes from addresses');
      expect(rows).toEqual(before);
    } finally {
      dump.release(true);
    }
    await published;
    expect(await served()).toEqual(['NEWEST']);
  });

  it('names the sessions that block the replacement, the longest first, and how to end them, but not their queries', async () => {
    const pids: number[] = [];
    const begin = async (name: string, table: string) => {
      const client = await database.db.connect();
      await client.query(`set application_name = '${name}'`);
      await client.query(`begin; select 'a secret' from ${table}`);
      pids.push((await client.query('select pg_backend_pid() as pid')).rows[0].pid);
      return client;
    };
    const dump = await begin('pg_dump', 'plans');
    const report = await begin('a long report', 'addresses');
    const other = await begin('of another table', 'plans');
    const asked = (open_s: number) =>
      inTransaction(database.db, (client) => whyBusy(client, ['public.addresses'], open_s));
    try {
      expect(await asked(0)).toMatch(
        new RegExp(
          `^The tables have been read for over a minute by process ${pids[0]} of PostgreSQL \\(pg_dump, user \\S+\\), ` +
            `process ${pids[1]} of PostgreSQL \\(a long report, user \\S+\\)\\. Nothing was changed; .* end it: ` +
            `select pg_terminate_backend\\(${pids[0]}\\); select pg_terminate_backend\\(${pids[1]}\\)$`,
        ),
      );
      // Sessions whose transactions began later did not block all attempts.
      expect(await asked(3600)).toMatch(/^Something else, a back-up perhaps/);
    } finally {
      for (const client of [dump, report, other]) client.release(true);
    }
  });

  it('keeps the old rows and leaves nothing else if the work fails', async () => {
    const failed = inTransaction(database.db, (client) =>
      publishing(client, async () => {
        await rebuildTable(client, 'addresses', (fresh) => write(3, 'LOST', fresh, client as never));
        throw new Error('the disk is full');
      }),
    );
    await expect(failed).rejects.toThrow('the disk is full');
    expect(await served()).toEqual(['NEWEST']);
    const { rows } = await database.db.query(`select from pg_tables where schemaname = 'staging'`);
    expect(rows).toEqual([]);
  });
});
