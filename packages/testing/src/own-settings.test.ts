import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const OF_AN_OPERATOR = [
  'DATABASE_URL',
  'DIRECT_DATABASE_URL',
  'READ_DATABASE_URLS',
  'FICTIONAL_DATABASE_URL',
  'REDIS_URL',
  'DOMESDAY_HOME',
];

it('tests use no database, home folder or Redis from the environment of the operator', () => {
  if (process.env.OWN_SETTINGS_INNER)
    return expect(OF_AN_OPERATOR.filter((name) => process.env[name] !== undefined)).toEqual([]);
  const named = OF_AN_OPERATOR.map((name) => [name, 'postgres://nobody@127.0.0.1:9/none']);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'own-settings.test.ts'],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, ...Object.fromEntries(named), OWN_SETTINGS_INNER: 'yes' },
    },
  );
  expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('1 passed')]);
});
