import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction } from '@domesday/db';
import { emptyDatabase, LOCKS_HERE, type TestDatabase } from '@domesday/testing';
import { CODE_POINT } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COMMAND, domesday as run } from './domesday.ts';

// All rows are made up.
const tuid = (n: number) => `{0000AAAA-0000-0000-0000-00000000000${n}}`;
const stored = (n: number) => tuid(n).slice(1, -1).toLowerCase();
const sale = (n: number, price = 100_000) =>
  `"${tuid(n)}","${price * n}","2024-01-05 00:00","XE1 1AA","T","N","F","${n}","","COD LANE","","XTON","XTON","XSHIRE","A","A"\n`;
const HOMES = [1, 2, 3].map((n) => `99800000000${n},"${n} COD LANE, XTON",XE1 1AA\n`).join('');

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await emptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'domesday-withhold-'));
  await writeFile(join(folder, 'codes.csv'), CODE_POINT('XE1 1AA'));
  await writeFile(join(folder, 'homes.csv'), `UPRN,ADDRESS,POSTCODE\n${HOMES}`);
  await writeFile(join(folder, 'pp.csv'), [1, 2, 3].map((n) => sale(n)).join(''));
  for (const [dataset, name] of [
    ['code-point-open', 'codes.csv'],
    ['address-list', 'homes.csv'],
    ['price-paid', 'pp.csv'],
  ] as const)
    await json('load', dataset, join(folder, name));
});
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true });
});

const environment = () => ({ DATABASE_URL: database.url, DOMESDAY_HOME: folder });
const domesday = (...args: string[]) => run(args, environment());
const json = async (...args: string[]) => {
  const { code, out, err } = await domesday(...args, '--json');
  expect({ code, err }).toMatchObject({ code: 0 });
  return JSON.parse(out);
};
const withhold = (...args: string[]) => json('withhold', ...args, '--yes');
const rows = async (sql: string) => (await database.db.query(sql)).rows;
const sales = async () =>
  (await rows('select transaction_id::text as id from sales order by 1')).map(({ id }) => id);
const homes = async () => (await rows('select uprn::text from addresses order by 1')).map(({ uprn }) => uprn);
const statusOf = async () =>
  (await json('status')).datasets.find(({ dataset }: { dataset: string }) => dataset === 'price-paid');
const loads = async () => (await rows('select count(*)::integer as n from dataset_loads'))[0].n;

it('refuses a command without a record, an invalid identifier, and a command without consent', async () => {
  expect((await domesday('withhold')).code).toBe(2);
  expect((await domesday('withhold', 'price-paid')).code).toBe(2);
  expect((await domesday('withhold', '--uprn', 'x')).code).toBe(2);
  expect((await domesday('withhold', 'price-paid', tuid(1), '--uprn', '998000000001')).code).toBe(2);
  const asked = await domesday('withhold', '--uprn', '998000000001');
  expect([asked.code, asked.err]).toEqual([1, expect.stringContaining('Nothing was withheld')]);
  const wrong = await domesday('withhold', 'price-paid', '17', '--yes');
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('17 is no identifier of price-paid')]);
  const unnamed = await domesday('withhold', 'os-open-uprn', '17', '--yes');
  expect([unnamed.code, unnamed.err]).toEqual([1, expect.stringContaining('withhold its UPRN')]);
  expect([await sales(), (await domesday('withhold', '--list')).out]).toEqual([
    [1, 2, 3].map(stored),
    'Nothing is withheld.\n',
  ]);
});

it('withholds a sale by its identifier in any notation, and does nothing the second time', async () => {
  const { loaded } = await statusOf();
  expect(await withhold('price-paid', tuid(1))).toEqual({ removed: { 'price-paid': 1 } });
  expect(await sales()).toEqual([2, 3].map(stored));
  const before = await loads();
  expect(await withhold('price-paid', stored(1))).toEqual({ removed: {} });
  expect(await loads()).toBe(before);
  const { homes: none, records } = await json('withhold', '--list');
  expect([none, records]).toEqual([
    [],
    [expect.objectContaining({ dataset: 'price-paid', record: stored(1) })],
  ]);
  // No load was made.
  const { loaded: then, ...kept } = await statusOf();
  expect(kept).toMatchObject({ rows: 2, last_load: 'published', newest: '2024-01-05' });
  expect(then).toBe(loaded);
});

it('excludes a withheld sale from later loads, which say so, and refuses a file that contains only withheld rows', async () => {
  await writeFile(join(folder, 'next.csv'), sale(1, 150_000) + sale(3, 150_000) + sale(4));
  const loaded = await json('load', 'price-paid', join(folder, 'next.csv'));
  expect(loaded).toMatchObject({ rows_read: 3, rows_published: 2 });
  expect(loaded.checks).toContainEqual({
    name: 'withheld',
    status: 'ok',
    detail: '1 row was left out because you withhold it.',
  });
  expect(await sales()).toEqual([2, 3, 4].map(stored));
  await writeFile(join(folder, 'alone.csv'), sale(1, 160_000));
  const alone = await domesday('load', 'price-paid', join(folder, 'alone.csv'));
  expect([alone.code, alone.err]).toEqual([
    2,
    expect.stringContaining('You withhold every row of the file.'),
  ]);
});

it('withholds a home that is not loaded yet from the load that contains it', async () => {
  expect(await withhold('--uprn', '998000000004')).toEqual({ removed: {} });
  await writeFile(
    join(folder, 'more.csv'),
    `UPRN,ADDRESS,POSTCODE\n998000000004,"4 COD LANE, XTON",XE1 1AA\n998000000005,"5 COD LANE, XTON",XE1 1AA\n`,
  );
  await json('load', 'address-list', join(folder, 'more.csv'));
  expect(await homes()).toEqual(['998000000001', '998000000002', '998000000003', '998000000005']);
});

const untilOneWaits = async (what: string) => {
  while (!(await rows(`select from ${LOCKS_HERE} where not granted and ${what}`)).length) await sleep(50);
};

it('changes nothing if it is killed, and succeeds when it is repeated', async () => {
  await inTransaction(database.db, async (held) => {
    await held.query('lock table sales in exclusive mode');
    const env = { ...process.env, ...environment() };
    const killed = spawn(process.execPath, [...COMMAND, 'withhold', '--uprn', '998000000002', '--yes'], {
      env,
      detached: true,
    });
    const ended = new Promise((resolve) => killed.once('close', resolve));
    await untilOneWaits("relation = 'sales'::regclass");
    process.kill(-killed.pid!, 'SIGKILL');
    await ended;
  });

  expect([await sales(), await homes()]).toEqual([
    [2, 3, 4].map(stored),
    ['998000000001', '998000000002', '998000000003', '998000000005'],
  ]);
  const removed = { 'address-list': 1, 'price-paid': 1 };
  expect(await withhold('--uprn', '998000000002', '998000000001')).toEqual({
    removed: { ...removed, 'address-list': 2 },
  });
  expect([await sales(), await homes()]).toEqual([[3, 4].map(stored), ['998000000003', '998000000005']]);
});

it('waits for a running load, and removes the record that this load published', async () => {
  await writeFile(join(folder, 'fifth.csv'), sale(5));
  const { loading, ended } = await inTransaction(database.db, async (held) => {
    await held.query('lock table change_head in exclusive mode');
    const load = json('load', 'price-paid', join(folder, 'fifth.csv'));
    await untilOneWaits("relation = 'change_head'::regclass");
    const env = { ...process.env, ...environment() };
    const waiting = spawn(process.execPath, [...COMMAND, 'withhold', 'price-paid', tuid(5), '--yes'], {
      env,
    });
    const end = new Promise((resolve) => waiting.once('close', resolve));
    await untilOneWaits("locktype = 'advisory'");
    return { loading: load, ended: end };
  });
  expect([(await loading).rows_published, await ended]).toEqual([1, 0]);
  expect(await sales()).toEqual([3, 4].map(stored));
});

it('serves a record again once --undo was given and a load contains it', async () => {
  expect(await json('withhold', '--undo', '--uprn', '998000000002')).toEqual({ undone: 1 });
  expect(await json('withhold', '--undo', 'price-paid', tuid(1))).toEqual({ undone: 1 });
  expect(await json('withhold', '--undo', 'price-paid', tuid(1))).toEqual({ undone: 0 });
  await json('load', 'address-list', join(folder, 'homes.csv'), '--force');
  await json('load', 'price-paid', join(folder, 'pp.csv'), '--force');
  expect([await sales(), await homes()]).toEqual([
    [1, 2, 3, 4].map(stored),
    ['998000000002', '998000000003', '998000000005'],
  ]);
});

it('refuses to list and to undo in one command, since it would do only one of them', async () => {
  const { code, err, out } = await domesday('withhold', '--list', '--undo', '--json');
  expect([code, JSON.parse(out)]).toEqual([2, { error: { message: expect.stringContaining('--undo') } }]);
  expect(err).toContain("option '--list' cannot be used with option '--undo'");
  expect((await domesday('withhold', '--list', '--uprn', '998000000001')).code).toBe(2);
});
