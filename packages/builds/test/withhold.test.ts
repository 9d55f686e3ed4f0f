import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildMarket } from '@domesday/builds/packed-sales';
import { recordRelease } from '@domesday/builds/releases';
import { buildValuations } from '@domesday/builds/valuations';
import { writeSandbox } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { derivePending, eraseWithheld, load, withhold, withholdNoMore } from '../src/index.ts';

type Manifest = Awaited<ReturnType<typeof writeSandbox>>;

const TODAY = '2026-11-22';
/** Datasets whose files name homes or their records. */
const OF_HOMES = [
  'address-list',
  'os-open-uprn',
  'epc-domestic',
  'price-paid',
  'hmlr-uprn-lookup',
  'hmo-register',
  'operator-lettings',
  'listings-blm',
  'planning-applications',
] as const;
/** Tables that may name a withheld home: the list of withheld homes and records, and the feed of changes. */
const BOOKS = /^public\.(withheld_homes|withheld_records|changes)$/;

let database: TestDatabase;
let folder: string;
let manifest: Manifest;
beforeAll(async () => {
  database = await sandboxDatabase();
  folder = await mkdtemp(join(tmpdir(), 'domesday-withhold-'));
  manifest = await writeSandbox(folder, { datasets: OF_HOMES });
});
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true });
});

// biome-ignore lint/suspicious/noExplicitAny: rows of any statement
async function rows(sql: string, values: unknown[] = []): Promise<any[]> {
  return (await database.db.query(sql, values)).rows;
}

async function build(): Promise<void> {
  await buildMarket(database.db);
  await buildValuations(database.db, { today: TODAY });
  await eraseWithheld(database.db);
  await recordRelease(database.db, { today: TODAY });
}

/** Loads the same files again, as if a publisher's next complete edition had the same rows, then derives. */
async function loadAgain(datasets: readonly string[]): Promise<void> {
  for (const { dataset, path, mapping } of manifest.files)
    if (datasets.includes(dataset))
      await load(database.db, dataset, [path], {
        home: folder,
        fictional: true,
        force: true,
        skipDerived: true,
        ...(mapping ? { mapping } : {}),
      });
  await derivePending(database.db);
}

/** The served and past tables, except `BOOKS`, that have a row with one of the words. */
async function tablesWith(words: readonly string[]): Promise<string[]> {
  const tables = await rows(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'past')
     order by 1`);
  const found: string[] = [];
  for (const { name } of tables) {
    const [{ n }] = await rows(`select count(*)::integer as n from ${name} t where t::text ~* $1`, [
      `(^|[^0-9a-z-])(${words.join('|')})([^0-9a-z-]|$)`,
    ]);
    if (n > 0 && !BOOKS.test(name)) found.push(name);
  }
  return found;
}

/** The home with records of the most kinds, and the words that name it: its UPRN and the keys of its records. */
async function knownHome(): Promise<{ uprn: number; words: string[] }> {
  const [{ uprn }] = await rows(`
    select a.uprn from addresses a
     where exists (select from sales s where s.uprn = a.uprn)
       and exists (select from energy_certificates e where e.uprn = a.uprn)
     order by (exists (select from hmo_licences h where h.uprn = a.uprn))::integer
            + (exists (select from listings l where l.uprn = a.uprn))::integer
            + (exists (select from lettings l where l.uprn = a.uprn))::integer
            + (exists (select from planning_applications l where l.uprn = a.uprn))::integer desc, uprn limit 1`);
  const keys = await rows(
    `select transaction_id::text as key from sales where uprn = $1
     union all select certificate_number from energy_certificates where uprn = $1
     union all select id from listings where uprn = $1
     union all select reference from lettings where uprn = $1`,
    [uprn],
  );
  return { uprn: Number(uprn), words: [String(uprn), ...keys.map(({ key }) => key)] };
}

it('leaves no row of a withheld home in served tables, in past releases or after later loads of the same files', async () => {
  await build();
  const { uprn, words } = await knownHome();
  // Change rows of the home, so that the past keeps their former versions.
  await rows('update sales set price = price + 1 where uprn = $1', [uprn]);
  await rows('update addresses set classification = null where uprn = $1', [uprn]);
  await rows(
    `insert into changes (seq, load_id, dataset, change, record, uprn, details, changed_at)
     select -1, id, dataset, 'changed', '{}', $1, '{"price": 1}', now() from dataset_loads
      where dataset = 'price-paid' limit 1`,
    [uprn],
  );
  const tables_before = await tablesWith(words);
  expect(tables_before).toEqual(
    expect.arrayContaining(['past.addresses_gone', 'past.sales_gone', 'public.address_premises']),
  );
  const homes = (await rows('select count(*)::integer as n from addresses'))[0].n;

  const { removed } = await withhold(database.db, { uprns: [uprn] });

  expect(Object.keys(removed)).toEqual(
    expect.arrayContaining(['address-list', 'epc-domestic', 'price-paid']),
  );
  expect(await tablesWith(words)).toEqual([]);
  expect((await rows('select count(*)::integer as n from addresses'))[0].n).toBe(homes - 1);
  const removals = () =>
    rows('select seq, change, details from changes where uprn = $1 order by seq', [uprn]);
  const changes = await removals();
  expect(changes).toEqual(changes.map(({ seq }) => ({ seq, change: 'removed', details: null })));
  expect(changes.length).toBeGreaterThan(2);

  await build();
  expect(await tablesWith(words)).toEqual([]);
  await loadAgain(OF_HOMES);
  await build();
  expect(await tablesWith(words)).toEqual([]);
  expect((await withhold(database.db, { uprns: [uprn] })).removed).toEqual({});
  // The removals stay in the feed, so that a late reader still deletes its records of the home.
  expect(await removals()).toEqual(changes);

  expect(await withholdNoMore(database.db, { uprns: [uprn] })).toBe(1);
  expect(await rows('select * from withheld_records')).toEqual([]);
  await loadAgain(['address-list']);
  expect((await rows('select count(*)::integer as n from addresses'))[0].n).toBe(homes);
});
