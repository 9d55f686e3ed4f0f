import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '@domesday/builds';
import { inTransaction } from '@domesday/db';
import { emptyDatabase, type Mirror, startMirror, type TestDatabase } from '@domesday/testing';
import { zipOf } from '@domesday/testing/zip';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMMAND, domesday } from './domesday.ts';
import {
  HPI,
  indexFile,
  monthsAgo,
  playIndex,
  playPostcodes,
  playSales,
  playSalesChanges,
  SALES,
  sale,
} from './publishers.ts';

// Every publisher is played by a mirror on this machine, and every row is made up.
let database: TestDatabase;
let mirror: Mirror;
let home: string;
beforeEach(async () => {
  database = await emptyDatabase();
  mirror = await startMirror();
  home = await mkdtemp(join(tmpdir(), 'domesday-country-'));
});
afterEach(async () => {
  await mirror.close();
  await rm(home, { recursive: true, force: true });
  await database.drop();
});

const environment = () => ({
  DATABASE_URL: database.url,
  DOMESDAY_HOME: home,
  DOMESDAY_TOKEN_ENERGY: '',
  DOMESDAY_TOKEN_LAND_PROPERTY: '',
});
const ask = (...args: string[]) => domesday([...args, '--mirror', mirror.url], environment());
const json = async (...args: string[]) => JSON.parse((await ask(...args, '--json')).out);
const bodies = () =>
  mirror.seen
    .filter((one) => one.method === 'GET' && /\.csv|codepo\?/.test(one.at))
    .map((one) => one.at.split('/').at(-1)!.split('?')[0]);
/** Bytes of unfinished downloads. */
async function bytesInParts(): Promise<number> {
  const files = join(home, 'files');
  const parts = (await readdir(files)).filter((name) => name.endsWith('.part'));
  const sizes = await Promise.all(parts.map(async (name) => (await stat(join(files, name))).size));
  return sizes.reduce((sum, one) => sum + one, 0);
}
const rows = async (sql: string) => (await database.db.query(sql)).rows;

describe('domesday update', () => {
  it('fetches only newer releases, and for price-paid only the monthly changes', async () => {
    playIndex(mirror, monthsAgo(3), 190_000);
    playSales(mirror, '2026-08-28', sale(1, 100_000) + sale(2, 120_000) + sale(3, 130_000));
    await ask('fetch', 'uk-hpi', 'price-paid', '--yes');
    mirror.seen.length = 0;
    expect((await ask('update', '--yes', '--no-build')).out).toContain('There is nothing to fetch.');
    expect(bodies()).toEqual([]);

    playIndex(mirror, monthsAgo(2), 200_000);
    playSales(mirror, '2026-09-29', sale(1, 101_000) + sale(3, 130_000) + sale(4, 140_000));
    playSalesChanges(mirror, '2026-09-29', sale(1, 101_000, 'C') + sale(2, 120_000, 'D') + sale(4, 140_000));
    const { outcomes } = await json('update', '--yes', '--no-build');
    expect(outcomes).toMatchObject([{ outcome: 'loaded' }, { outcome: 'loaded' }]);
    expect(bodies().sort()).toEqual([
      `UK-HPI-full-file-${monthsAgo(2)}.csv`,
      'pp-monthly-update-new-version.csv',
    ]);
    expect((await rows('select price from sales order by transaction_id')).map((one) => one.price)).toEqual([
      101_000, 130_000, 140_000,
    ]);
  });

  it.each([
    ['two months have passed', '2026-07-28'],
    ['two releases appeared in consecutive months', '2026-08-03'],
  ])(
    'fetches the whole file if %s, since the changes cover only one release, and drops sales that it lacks',
    async (_, taken) => {
      const others = Array.from({ length: 12 }, (_, i) => sale(20 + i, 150_000)).join('');
      playSales(mirror, taken, sale(1, 100_000) + sale(2, 120_000) + others);
      await ask('fetch', 'price-paid', '--yes');
      playSales(mirror, '2026-09-29', sale(1, 101_000) + others);
      playSalesChanges(mirror, '2026-09-29', sale(9, 1));
      mirror.seen.length = 0;
      await ask('update', '--yes', '--no-build');
      expect(bodies()).toEqual(['pp-complete.csv']);
      expect(await rows('select price from sales where price <> 150000')).toEqual([{ price: 101_000 }]);
    },
  );

  it('fetches the whole file if the changes are unavailable, says so, and updates the other datasets as usual', async () => {
    playIndex(mirror, monthsAgo(3), 190_000);
    playSales(mirror, '2026-08-28', sale(1, 100_000));
    await ask('fetch', 'uk-hpi', 'price-paid', '--yes');
    playIndex(mirror, monthsAgo(2), 200_000);
    playSales(mirror, '2026-09-29', sale(1, 101_000));
    const changes = `${SALES}/pp-monthly-update-new-version.csv`;
    const refusals: [string, () => void][] = [
      [
        'answered 403',
        () => mirror.play(changes, (_request, response) => void response.writeHead(403).end()),
      ],
      ['web page', () => mirror.file(changes, '<!doctype html><p>closed', { type: 'text/html' })],
    ];
    for (const [why, play] of refusals) {
      play();
      const { code, out, err } = await ask('update', '--plan');
      expect([code, err]).toEqual([0, expect.stringMatching(`price-paid: .*whole file.*${why}`)]);
      expect(out).toMatch(/uk-hpi +\d{4}-\d{2} +newer release/);
    }
    mirror.seen.length = 0;
    const { outcomes } = await json('update', '--yes', '--no-build');
    expect(outcomes).toMatchObject([{ outcome: 'loaded' }, { outcome: 'loaded' }]);
    expect(bodies().sort()).toEqual([`UK-HPI-full-file-${monthsAgo(2)}.csv`, 'pp-complete.csv']);
    expect(await rows('select price from sales')).toEqual([{ price: 101_000 }]);
  });

  it('fetches the whole file if the changes exist at the check but their download fails', async () => {
    playSales(mirror, '2026-08-28', sale(1, 100_000));
    await ask('fetch', 'price-paid', '--yes');
    playSales(mirror, '2026-09-29', sale(1, 101_000));
    mirror.play(`${SALES}/pp-monthly-update-new-version.csv`, (request, response) => {
      const made = new Date('2026-09-29').toUTCString();
      response.writeHead(request.method === 'HEAD' ? 200 : 403, { 'last-modified': made }).end();
    });
    const { code, err } = await ask('update', '--yes', '--no-build');
    expect([code, err]).toEqual([0, expect.stringMatching(/price-paid: .*whole file.*answered 403/)]);
    expect(await rows('select price from sales')).toEqual([{ price: 101_000 }]);
  });

  it.each([
    ['is damaged', `${sale(1, 102_000, 'C')}"{0000`, 'not whole'],
    ['is of another dataset', indexFile('2026-08', 1), 'is not price-paid'],
  ])(
    'fetches the whole file if loading shows that the file of the changes %s',
    async (_what, changes, why) => {
      playSales(mirror, '2026-08-28', sale(1, 100_000));
      await ask('fetch', 'price-paid', '--yes');
      playSales(mirror, '2026-09-29', sale(1, 101_000));
      playSalesChanges(mirror, '2026-09-29', changes);
      const { code, err } = await ask('update', '--yes', '--no-build');
      expect([code, err]).toEqual([0, expect.stringMatching(`price-paid: .*whole file.*${why}`)]);
      expect(await rows('select price from sales')).toEqual([{ price: 101_000 }]);
      expect((await ask('update', '--yes', '--no-build')).out).toContain('There is nothing to fetch.');
    },
  );

  it('updates the other datasets if one publisher does not answer, and ends with 1', async () => {
    playIndex(mirror, monthsAgo(3), 190_000);
    playPostcodes(mirror, '2026-05');
    await ask('fetch', 'uk-hpi', 'code-point-open', '--yes');
    playPostcodes(mirror, '2026-08');
    mirror.play(`${HPI}/UK-HPI-full-file-${monthsAgo(0)}.csv`, (_request, response) => {
      response.writeHead(403).end();
    });
    const { code, out } = await ask('update', '--yes', '--no-build');
    expect(out).toMatch(/code-point-open +(loaded|unchanged)/);
    expect(out).toContain('uk-hpi: ');
    expect(code).toBe(1);
    // From now on the release is recorded as fetched, whatever its content.
    const again = (await ask('update', '--yes', '--no-build')).out;
    expect(again).toContain('Nothing was fetched: the publisher of one dataset gave no usable answer');
  });

  it('says what to do if no dataset is loaded', async () => {
    expect((await ask('update', '--yes', '--no-build')).out).toContain('domesday -- country');
  });
});

describe('domesday country', () => {
  it('plans what it fetches, what lacks a token and what the operator must supply, and a plan fetches nothing', async () => {
    playIndex(mirror, monthsAgo(2), 200_000);
    playSales(mirror, '2026-08-28', sale(1, 100_000));
    const plan = await json('country', '--plan', '--topics', 'prices,energy,listings', '--only', 'england');
    expect(plan.fetched.map((one: { dataset: string }) => one.dataset)).toEqual(['price-paid', 'uk-hpi']);
    const why = new Map(plan.not_fetched.map((one: { dataset: string }) => [one.dataset, one]));
    expect(why.get('epc-domestic')).toMatchObject({
      state: 'token_missing',
      reason: expect.stringContaining('DOMESDAY_TOKEN_ENERGY'),
    });
    expect(why.get('listings-blm')).toMatchObject({ state: 'operator' });
    expect(why.get('hmlr-uprn-lookup')).toMatchObject({ state: 'no_answer' });
    expect(plan.totals).toMatchObject({ datasets: 2, unknown_sizes: 0 });
    expect(plan.totals.download_bytes).toBeGreaterThan(100);
    expect(plan.totals.fit_seconds).toBeGreaterThan(0);
    // The files here have few rows, whatever size the catalogue declares.
    expect(plan.totals.seconds).toBeLessThan(60);
    expect(bodies()).toEqual([]);
    expect((await json('country', '--plan', '--topics', 'prices', '--no-build')).totals.fit_seconds).toBe(0);
    const text = (await ask('country', '--plan', '--topics', 'prices')).out;
    for (const words of ['To fetch:', 'MB/s', 'to fit the valuations', 'are free at'])
      expect(text).toContain(words);
    for (const { dataset, files } of plan.fetched) {
      const names = files.map(({ address }: { address: string }) => address.split('/').at(-1));
      expect(names.length).toBeGreaterThan(0);
      expect(text).toContain(`  ${dataset}: ${names.join(', ')}\n`);
    }
  });

  it('excludes the files of other nations', async () => {
    const asked = async (nation: string) => {
      const { fetched, not_fetched } = await json('country', '--plan', '--only', nation, '--topics', 'risks');
      return [...fetched, ...not_fetched].map((one: { dataset: string }) => one.dataset);
    };
    const scotland = await asked('scotland');
    expect(scotland).toContain('flood-risk-scotland');
    expect(scotland).not.toContain('flood-risk-england');
    expect((await ask('country', '--only', 'ireland')).code).toBe(2);
  });

  it('combines the values of an option that is given twice', async () => {
    const { fetched, not_fetched } = await json(
      ...[
        'country',
        '--plan',
        '--only',
        'scotland',
        '--only',
        'wales',
        '--topics',
        'risks',
        '--topics',
        'prices',
      ],
    );
    const named = [...fetched, ...not_fetched].map((one: { dataset: string }) => one.dataset);
    for (const one of ['flood-risk-scotland', 'flood-risk-wales', 'price-paid']) expect(named).toContain(one);
    expect(named).not.toContain('flood-risk-england');
  });

  it('resumes a download after kill -9, and does not fetch again what was loaded', async () => {
    playIndex(mirror, monthsAgo(2), 200_000);
    const body = Array.from({ length: 3000 }, (_, n) => sale(n, 100_000 + n)).join('');
    const part = 100_000;
    let stalled: (() => void) | undefined;
    const stalls = new Promise<void>((done) => {
      stalled = done;
    });
    playSales(mirror, '2026-08-28', body);
    mirror.play(`${SALES}/pp-complete.csv`, (request, response) => {
      const headers = {
        etag: '"whole"',
        'last-modified': new Date('2026-08-28').toUTCString(),
        'content-length': body.length,
      };
      response.writeHead(200, headers);
      if (request.method === 'HEAD') response.end();
      else response.write(body.slice(0, part), () => stalled?.());
    });
    const run = ['country', '--yes', '--no-build', '--topics', 'prices', '--mirror', mirror.url];
    const child = spawn(process.execPath, [...COMMAND, ...run], {
      env: { ...process.env, ...environment() },
      stdio: 'ignore',
      detached: true,
    });
    await stalls;
    await expect.poll(bytesInParts).toBeGreaterThan(0);
    process.kill(-child.pid!, 'SIGKILL');
    await once(child, 'exit');

    playSales(mirror, '2026-08-28', body);
    mirror.file(`${SALES}/pp-complete.csv`, body, {
      etag: '"whole"',
      last_modified: new Date('2026-08-28').toUTCString(),
    });
    mirror.seen.length = 0;
    const { out } = await ask('country', '--yes', '--no-build', '--topics', 'prices');
    expect(out).toMatch(/price-paid +loaded/);
    const resumed = mirror.seen.find((one) => one.method === 'GET' && one.at.endsWith('pp-complete.csv'))!;
    expect(resumed.headers.range).toMatch(/^bytes=[1-9]\d*-$/);
    expect(await rows('select count(*)::int as n from sales')).toEqual([{ n: 3000 }]);

    mirror.seen.length = 0;
    expect((await ask('country', '--yes', '--no-build', '--topics', 'prices')).out).toContain(
      'Nothing was fetched: ',
    );
    expect(bodies()).toEqual([]);
  });

  it('can be killed after its last load: status then names the missing tables and the command, and update builds them', async () => {
    playPostcodes(mirror, '2026-08');
    const child = spawn(
      process.execPath,
      [...COMMAND, ...['country', '--yes', '--topics', 'addresses', '--mirror', mirror.url]],
      { env: { ...process.env, ...environment() }, stdio: 'ignore', detached: true },
    );
    const exited = once(child, 'exit');
    const waiting = `select count(*)::int as n from pg_stat_activity where datname = current_database()
                        and wait_event_type = 'Lock' and query like '%derived_builds%'`;
    const published = `select count(*)::int as n from dataset_loads where status = 'published'`;
    await inTransaction(database.db, async (held) => {
      // Holds back the rebuild of the derived tables.
      await held.query('lock table derived_builds in exclusive mode');
      await expect.poll(async () => (await rows(published))[0]!.n).toBe(1);
      await expect.poll(async () => (await rows(waiting))[0]!.n).toBe(1);
      process.kill(-child.pid!, 'SIGKILL');
      await exited;
    });
    const postcodes = () => rows('select count(*)::int as n from postcodes');
    expect(await postcodes()).toEqual([{ n: 0 }]);
    const status = async () => (await domesday(['status'], environment())).out;
    expect(await status()).toMatch(
      /older than the loads, or this version computes them differently: postcodes, .*Run: npm run domesday -- build/,
    );
    expect((await domesday(['upgrade'], environment())).out).toMatch(
      /the schema is up to date already\n.* computes them differently: postcodes, (\w+, ){3}\w+ and \d+ others\. Run: npm/,
    );
    const behind = async () =>
      JSON.parse((await domesday(['status', '--json'], environment())).out).behind as object;
    expect(await behind()).toMatchObject({
      tables: expect.arrayContaining(['postcodes', 'addresses', 'links']),
      statistics: true,
      mend: 'Run: npm run domesday -- build',
    });

    const { out } = await ask('update', '--yes', '--no-build');
    expect(out).toContain('Brought up to date: postcodes, ');
    expect(await postcodes()).toEqual([{ n: 1 }]);
    expect(await status()).toContain(
      'older than the loads, or this version computes them differently. Run: npm run domesday -- build',
    );
    await ask('update', '--yes');
    expect(await status()).not.toContain('npm run domesday -- build');
    expect(await behind()).toEqual({ tables: [], statistics: false, reason: null, mend: null });
  });
});

it('compares the release in the name of a file loaded by hand with the newest release', async () => {
  playIndex(mirror, monthsAgo(2), 200_000);
  const path = join(home, `UK-HPI-full-file-${monthsAgo(2)}.csv`);
  await writeFile(path, indexFile(monthsAgo(2), 200_000));
  await load(database.db, 'uk-hpi', [path], { home });
  await ask('update', '--yes', '--no-build');
  expect(bodies()).toEqual([]);
  playIndex(mirror, monthsAgo(1), 205_000);
  await ask('update', '--yes', '--no-build');
  expect(bodies()).toEqual([`UK-HPI-full-file-${monthsAgo(1)}.csv`]);
});

it('fetches the newest release again if an older one was loaded by hand in its place', async () => {
  const postcodes = () => rows('select postcode from code_point_postcodes order by postcode');
  playPostcodes(mirror, '2026-08');
  await ask('fetch', 'code-point-open', '--yes');
  const fetched = await postcodes();
  const path = join(home, 'codepo_gb.zip');
  const older = '"XE9 9ZZ",10,630010,450020,"E92000001","","","","E06999001","E05999001"\n';
  await writeFile(path, zipOf({ 'Data/CSV/xe.csv': older }));
  await load(database.db, 'code-point-open', [path], { home, release: '2024-08', force: true });
  expect(await postcodes()).not.toEqual(fetched);
  const { out } = await ask('fetch', 'code-point-open', '--yes');
  expect(out).toMatch(/code-point-open +loaded +2026-08/);
  expect(await postcodes()).toEqual(fetched);
});

it('does not fetch the newest release again if another file was loaded by hand in addition', async () => {
  playSales(mirror, '2026-08-28', sale(1, 100_000));
  await ask('fetch', 'price-paid', '--yes');
  const path = join(home, 'pp-2019.csv');
  await writeFile(path, sale(2, 120_000));
  await load(database.db, 'price-paid', [path], { home });
  mirror.seen.length = 0;
  expect((await ask('fetch', 'price-paid', '--yes')).out).toContain(
    'price-paid: its newest release is loaded',
  );
  expect(bodies()).toEqual([]);
});

it('names in domesday status the command that brings a stale dataset up to date', async () => {
  const path = join(home, 'UK-HPI-full-file-2020-01.csv');
  await writeFile(path, indexFile('2020-01', 200_000));
  await load(database.db, 'uk-hpi', [path], { home });
  // As left by a killed process.
  await rows(`insert into dataset_loads (dataset, uri, content_hash, licence, attribution, status, started_at)
    values ('uk-hpi', 'killed.csv', 'made-up', '', '', 'running', now())`);
  const { out } = await domesday(['status'], environment());
  expect(out).toMatch(/^uk-hpi .* interrupted /m);
  expect(out).toContain('served:\n  uk-hpi: The load was interrupted. Run it again.');
  expect(out).toContain('uk-hpi: The newest record is of 2020-01-01. Run: npm run domesday -- fetch uk-hpi');
  const { datasets: table }: { datasets: { dataset: string; mend: string | null }[] } = JSON.parse(
    (await domesday(['status', '--json'], environment())).out,
  );
  expect(table.filter((one) => one.mend !== null).map((one) => one.dataset)).toEqual(['uk-hpi']);
});
