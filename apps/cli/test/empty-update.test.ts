import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyDatabase, type Mirror, startMirror, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { domesday } from './domesday.ts';

let database: TestDatabase;
let mirror: Mirror;
let home: string;
beforeAll(async () => {
  database = await emptyDatabase();
  // No publisher has anything.
  mirror = await startMirror();
  home = await mkdtemp(join(tmpdir(), 'domesday-empty-'));
});
afterAll(async () => {
  await mirror.close();
  await rm(home, { recursive: true, force: true });
  await database.drop();
});

it.each([['update'], ['country', '--topics', 'rents']])(
  'records no release of a database in which nothing was ever loaded, by %s: the first loads would keep what was before',
  async (...args) => {
    const { out } = await domesday([...args, '--yes', '--mirror', mirror.url], {
      DATABASE_URL: database.url,
      DOMESDAY_HOME: home,
      DOMESDAY_TOKEN_ENERGY: '',
      DOMESDAY_TOKEN_LAND_PROPERTY: '',
    });
    expect(out).toMatch(/There is nothing to fetch|Nothing was fetched/);
    expect((await database.db.query('select name from releases')).rows).toEqual([]);
  },
);
