import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyDatabase, type Mirror, startMirror, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { domesday } from './domesday.ts';
import { HPI, indexFile, monthsAgo } from './publishers.ts';

// The publisher is played by a mirror on this machine, and every row is made up.
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

it('update takes a month again that its publisher has corrected under the same name, and then leaves it', async () => {
  publish('10', 200_000);
  await update(['fetch', 'uk-hpi']);
  const nothing = 'There is nothing to fetch.';
  expect((await update(['update', '--no-build'])).out).toContain(nothing);
  publish('20', 150_000);
  expect((await update(['update', '--no-build'])).code).toBe(0);
  expect(await prices()).toEqual([150_000]);
  expect((await update(['update', '--no-build'])).out).toContain(nothing);
});
