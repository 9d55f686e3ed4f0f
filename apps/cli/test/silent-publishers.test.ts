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
  // This mirror answers for no publisher.
  mirror = await startMirror();
  home = await mkdtemp(join(tmpdir(), 'domesday-silent-'));
});
afterAll(async () => {
  await mirror?.close();
  await database?.drop();
  await rm(home, { recursive: true, force: true });
});

it('says why nothing was fetched, and builds nothing, if no publisher answers and nothing is loaded', async () => {
  const asked = [
    'country',
    '--only',
    'scotland',
    '--topics',
    'prices,rents',
    '--yes',
    '--mirror',
    mirror.url,
  ];
  const { out, err, code } = await domesday(asked, { DATABASE_URL: database.url, DOMESDAY_HOME: home });
  expect(code).toBe(1);
  expect(out.trim().split('\n').at(-1)).toMatch(/^Nothing was fetched: .* gave no usable answer/);
  expect(out).toContain('operator-lettings: your own files: get it from your own records');
  expect(err).not.toContain('build');
  expect((await database.db.query('select from releases')).rows).toEqual([]);
});

it('records no release of an empty database, since the first loads would then store past values', async () => {
  const { out } = await domesday(['update', '--yes', '--mirror', mirror.url], {
    DATABASE_URL: database.url,
    DOMESDAY_HOME: home,
  });
  expect(out).toMatch(/There is nothing to fetch|Nothing was fetched/);
  expect((await database.db.query('select from releases')).rows).toEqual([]);
});
