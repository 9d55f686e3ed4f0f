import { type Db, inTransaction } from '@domesday/db';
import { keepPast } from '@domesday/loading/past.query';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await emptyDatabase();
  db = database.db;
  await inTransaction(db, (client) => keepPast(client, true));
});
afterAll(() => database?.drop());
beforeEach(() =>
  db.query(`
    truncate releases, house_price_index, sale_months, past.house_price_index_gone, past.house_price_index_since,
      past.sale_months_gone, past.sale_months_since`),
);

/** One table that records the load of each row, and one whose key columns may be null. */
const TABLES = [
  {
    table: 'house_price_index',
    columns: 'area_code, area_name, property_type, month, average_price, load_id',
    row: (of: number, value: string) =>
      `('E0${of}', 'made up', '${of % 2 ? 'flat' : 'all'}', '2026-01-01', ${value}, LOAD)`,
    at: (of: number) => `area_code = 'E0${of}'`,
    value: 'average_price',
    shown: "area_code || ' ' || property_type || ' ' || coalesce(average_price::text, 'none')",
  },
  {
    table: 'sale_months',
    columns: 'outcode, month, local_authority_code, brma_key, n, sales',
    row: (of: number, value: string) =>
      `('XE1', '2026-01-01', ${of % 2 ? "'E0'" : 'null'}, ${of > 1 ? `'${of}'` : 'null'}, ${value === 'null' ? 0 : value}, '')`,
    at: (of: number) =>
      `local_authority_code is not distinct from ${of % 2 ? "'E0'" : 'null'} and brma_key is not distinct from ${of > 1 ? `'${of}'` : 'null'}`,
    value: 'n',
    shown: "coalesce(local_authority_code, '') || ' ' || coalesce(brma_key, '') || ' ' || n",
  },
] as const;
type Table = (typeof TABLES)[number];

let loads = 0;
const insert = ({ table, columns, row }: Table, of: number, value: string): string =>
  `insert into ${table} (${columns}) values ${row(of, value).replace('LOAD', String(++loads))};`;
const remove = ({ table, at }: Table, of: number): string => `delete from ${table} where ${at(of)};`;

const served = async ({ table, shown }: Table): Promise<string[]> =>
  (await db.query(`select ${shown} as row from ${table} order by 1`)).rows.map(({ row }) => row);

const standsIn = ({ table, shown }: Table, release: number): Promise<string[]> =>
  inTransaction(db, async (client) => {
    await client.query(`set local domesday.release = '${release}'`);
    const { rows } = await client.query(`select ${shown} as row from past.${table} order by 1`);
    return rows.map(({ row }) => row);
  });

const release = (no: number) =>
  db.query(
    `insert into releases (no, name, released_on, released_at, last_load, version)
       values ($1, $2, '2026-11-01', now(), 0, '1')`,
    [no, `release ${no}`],
  );

/** The number of rows that the past keeps for a table. */
const kept = async ({ table }: Table) => {
  const { rows } = await db.query(
    `select (select count(*)::int from past.${table}_gone) as gone, (select count(*)::int from past.${table}_since) as since`,
  );
  return rows[0];
};

/** A generator of pseudo-random integers from 0 to below `below`, the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

it.each(TABLES.flatMap((of) => [1, 2, 3].map((seed) => [of.table, seed, of] as const)))(
  'gives for each release the rows of %s that it had, whatever was added, changed or removed since: series %s',
  async (_, seed, of) => {
    const next = numbers(seed);
    const had = new Map<number, string[]>();
    for (let no = 1; no <= 7; no++) {
      for (let step = 0; step < 5; step++) {
        const row = next(4);
        const value = ['1', '2', of.table === 'house_price_index' ? 'null' : '3'][next(3)]!;
        const moves = [
          `${remove(of, row)} ${insert(of, row, value)}`,
          remove(of, row),
          `update ${of.table} set ${of.value} = ${value} where ${of.at(row)};`,
          `update ${of.table} set ${of.value} = ${value};`,
          `update ${of.table} set ${of.value} = ${of.value};`,
        ];
        await db.query(moves[next(moves.length)]!);
        for (const [release_no, rows] of had)
          expect([release_no, await standsIn(of, release_no)]).toEqual([release_no, rows]);
      }
      await release(no);
      had.set(no, await served(of));
      expect(await standsIn(of, no)).toEqual(had.get(no));
    }
  },
);

it.each(TABLES.map((of) => [of.table, of] as const))(
  'stores no past for rows of %s that are added and removed between two releases or that return unchanged',
  async (_, of) => {
    const none = { gone: 0, since: 0 };
    await db.query(insert(of, 1, '1'));
    await db.query(remove(of, 1));
    await db.query(insert(of, 1, '1'));
    expect(await kept(of)).toEqual(none);
    await release(1);
    await db.query(remove(of, 1));
    expect(await kept(of)).toEqual({ gone: 1, since: 0 });
    await db.query(insert(of, 1, '1'));
    expect(await kept(of)).toEqual(none);
    await db.query(insert(of, 2, '1'));
    expect(await kept(of)).toEqual({ gone: 0, since: 1 });
    await db.query(remove(of, 2));
    expect(await kept(of)).toEqual(none);
    // A row that came after release 1 and left after release 2 belongs to release 2 only.
    await db.query(insert(of, 3, '1'));
    await release(2);
    await db.query(remove(of, 3));
    expect(await kept(of)).toEqual({ gone: 1, since: 0 });
    await db.query(insert(of, 3, '1'));
    expect(await kept(of)).toEqual({ gone: 0, since: 1 });
    expect([await standsIn(of, 1), await standsIn(of, 2)].map(({ length }) => length)).toEqual([1, 2]);
  },
);

it('makes no statement for a table whose past is not kept yet', async () => {
  await release(1);
  const { rows } = await db.query("select past_statements('plans', '{t.id}', null, 'plans') as statements");
  expect(rows).toEqual([{ statements: [] }]);
});
