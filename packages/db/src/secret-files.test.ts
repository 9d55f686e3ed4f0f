import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { SECRETS, withoutSecrets, withSecretFiles } from './secret-files.ts';

const folder = await mkdtemp(join(tmpdir(), 'domesday-secrets-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

it('reads a secret from the file in its _FILE variable, and refuses a different secret in the variable itself', async () => {
  const path = join(folder, 'database-url');
  await writeFile(path, 'postgres://made-up@127.0.0.1/domesday\n');
  expect(withSecretFiles({ DATABASE_URL_FILE: path, HOST: 'x' })).toMatchObject({
    DATABASE_URL: 'postgres://made-up@127.0.0.1/domesday',
    HOST: 'x',
  });
  const same = { DATABASE_URL_FILE: path, DATABASE_URL: 'postgres://made-up@127.0.0.1/domesday' };
  expect(withSecretFiles(same)).toEqual(same);
  expect(() => withSecretFiles({ ...same, DATABASE_URL: 'postgres://made-up@127.0.0.1/another' })).toThrow(
    /^DATABASE_URL and DATABASE_URL_FILE are both set and differ\. Unset one of them\.$/,
  );
  expect(withSecretFiles({ DATABASE_URL_FILE: '', DATABASE_URL: 'set' }).DATABASE_URL).toBe('set');
});

it('says in a sentence which file of a secret is missing or empty', async () => {
  const empty = join(folder, 'empty');
  await writeFile(empty, '\n');
  expect(() => withSecretFiles({ REDIS_URL_FILE: empty })).toThrow(
    `REDIS_URL_FILE names ${empty}, which is empty.`,
  );
  expect(() => withSecretFiles({ REDIS_URL_FILE: '/nowhere' })).toThrow('which cannot be read (ENOENT)');
});

it('passes no secret and no name of a secret file to a process that needs none', () => {
  const secret = [...SECRETS, 'DOMESDAY_TOKEN_ENERGY'].flatMap((name) => [name, `${name}_FILE`]);
  const env = Object.fromEntries([...secret, 'HOST', 'PUBLIC_URL'].map((name) => [name, 'x']));
  expect(withoutSecrets(env)).toEqual({ HOST: 'x', PUBLIC_URL: 'x' });
});
