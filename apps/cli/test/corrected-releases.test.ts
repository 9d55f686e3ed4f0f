import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyDatabase, type Mirror, startMirror, type TestDatabase } from '@domesday/testing';
import { zipOf } from '@domesday/testing/zip';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { domesday } from './domesday.ts';
import { HPI, indexFile, monthsAgo } from './publishers.ts';

// A mirror on this machine stands for the publisher, and every row is made up.
let database: TestDatabase;
let mirror: Mirror;
let home: string;
beforeAll(async () => {
  database = await emptyDatabase();
  mirror = await startMirror();
  home = await mkdtemp(join(tmpdir(), 'domesday-anew-'));
});
afterAll(async () => {
  await mirror?.close();
  await database?.drop();
  if (home) await rm(home, { recursive: true, force: true });
});

const month = monthsAgo(2);
const publish = (day: string, price: number) =>
  mirror.file(`${HPI}/UK-HPI-full-file-${month}.csv`, indexFile(month, price), {
    etag: `"${price}"`,
    last_modified: new Date(`${month}-${day}`).toUTCString(),
  });
const update = (command: string[]) =>
  domesday([...command, '--yes', '--mirror', mirror.url], {
    DATABASE_URL: database.url,
    DOMESDAY_HOME: home,
    DOMESDAY_TOKEN_ENERGY: '',
    DOMESDAY_TOKEN_LAND_PROPERTY: '',
  });
const prices = async () =>
  (await database.db.query('select average_price from house_price_index')).rows.map(
    (row) => row.average_price,
  );

it('update fetches a month again once if its publisher has corrected it under the same name', async () => {
  publish('10', 200_000);
  await update(['fetch', 'uk-hpi']);
  const nothing = 'There is nothing to fetch.';
  expect((await update(['update', '--no-build'])).out).toContain(nothing);
  publish('20', 150_000);
  expect((await update(['update', '--no-build'])).code).toBe(0);
  expect(await prices()).toEqual([150_000]);
  expect((await update(['update', '--no-build'])).out).toContain(nothing);
});

const ARCHIVE = 'data.police.uk/data/archive';
/** Publishes an archive with `incidents` incidents of a force in each of two months. */
const publishCrimes = (newest: string, incidents: number) => {
  const header = 'Month,Falls within,LSOA code,Crime type\n';
  const street = (of: string) =>
    header + Array.from({ length: incidents }, () => `${of},Xerris Police,E01999001,Burglary\n`).join('');
  const months = ['2026-05', '2026-06'];
  mirror.play(`${ARCHIVE}/latest.zip`, (_request, response) => {
    response.writeHead(302, { location: `https://${ARCHIVE}/${newest}.zip` }).end();
  });
  const zip = zipOf(Object.fromEntries(months.map((of) => [`${of}/${of}-xerris-street.csv`, street(of)])));
  mirror.file(`${ARCHIVE}/${newest}.zip`, zip, { etag: `"${newest}"`, type: 'application/zip' });
};

it('update names the command that publishes a release despite its failed checks, and fetches nothing after that', async () => {
  const counted = async () =>
    (await database.db.query('select sum(incidents)::integer as n from crime_counts')).rows[0].n;
  publishCrimes('2026-06', 30);
  await update(['fetch', 'police-crime']);
  publishCrimes('2026-07', 20);
  for (let night = 0; night < 2; night++) {
    const { code, out } = await update(['update', '--no-build']);
    expect(code, out).toBe(2);
    expect(out).toMatch(/Stopped, and again by every run .*\n {2}police-crime: .*more than a tenth of them/);
    expect(out).not.toContain('the same command again resumes');
    expect(await counted()).toBe(60);
    const told = /To publish it all the same: .*-- (fetch police-crime --force)\n/.exec(out);
    expect(told, out).not.toBeNull();
    if (night === 1) expect((await update(told![1]!.split(' '))).code).toBe(0);
  }
  expect(await counted()).toBe(40);
  expect((await update(['update', '--no-build'])).out).toContain('There is nothing to fetch.');
});
