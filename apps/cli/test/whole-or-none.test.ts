import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { whileWriting } from '../src/match/output-lock.query.ts';
import { sandboxKeys } from '../src/sandbox.ts';
import { domesday } from './domesday.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await emptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'domesday-whole-'));
});
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

async function counts(): Promise<{ accounts: number; keys: number }> {
  const { rows } = await database.db.query(
    'select (select count(*) from accounts) as accounts, (select count(*) from api_keys) as keys',
  );
  return rows[0];
}

it('creates no account if its key could not be created', async () => {
  await database.db.query(`
    create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    create trigger no_room before insert on api_keys execute function no_room()`);
  const create = () =>
    domesday(['keys', 'create', '--name', 'an app', '--json'], {
      DATABASE_URL: database.url,
      DOMESDAY_HOME: folder,
    });
  const refused = await create();
  expect([refused.code, JSON.parse(refused.out).error.message]).toEqual([1, expect.stringContaining('full')]);
  expect(await counts()).toEqual({ accounts: 0, keys: 0 });
  await database.db.query('drop trigger no_room on api_keys');
  expect((await create()).code).toBe(0);
  expect(await counts()).toEqual({ accounts: 1, keys: 1 });
});

it('creates no account and no key at a start if the files of the keys could not be written', async () => {
  const before = await counts();
  const home = join(folder, 'home');
  await mkdir(join(home, 'sandbox-live-key'), { recursive: true });
  await expect(sandboxKeys(database.db, home)).rejects.toThrow('EISDIR');
  expect(await counts()).toEqual(before);
  await rm(join(home, 'sandbox-live-key'), { recursive: true });
  const keys = await sandboxKeys(database.db, home);
  expect((await readFile(join(home, 'sandbox-key'), 'utf8')).trim()).toBe(keys.test);
  expect(await counts()).toEqual({ accounts: before.accounts + 1, keys: before.keys + 2 });
});

it('writes no table that another process is writing, and leaves the progress file of that process alone', async () => {
  const [input, output] = [join(folder, 'in.csv'), join(folder, 'out.csv')];
  await writeFile(input, 'address,postcode\n1 Nowhere Walk,XX1 1XX\n');
  await writeFile(`${output}.progress.json`, 'of the other');
  const match = (...more: string[]) =>
    domesday(['match', input, '--out', join(folder, 'home/../out.csv'), '--workers', '1', ...more], {
      DATABASE_URL: database.url,
      DOMESDAY_HOME: folder,
    });
  const other = await whileWriting(database.db, output, () => match('--restart'));
  expect(other.code).toBe(1);
  expect(other.err).toMatch(
    /Another process writes .*out\.csv \(domesday match, process \d+ on .*\)\. Wait until it has ended/,
  );
  expect(await readFile(`${output}.progress.json`, 'utf8')).toBe('of the other');
  expect(await whileWriting(database.db, output, async () => 'written')).toBe('written');
});
