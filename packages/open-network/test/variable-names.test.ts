import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig as readApi } from '../../../apps/api/src/config.ts';
import { readSettings } from '../../../apps/cli/src/settings.ts';
import { readConfig as readMcp } from '../../../apps/mcp/src/config.ts';
import { readNamed } from '../src/environment.ts';
import { ignoredVariables } from '../src/variable-names.ts';

const DATABASE_URL = 'postgres://127.0.0.1/x';

function warningsOf(
  env: NodeJS.ProcessEnv,
  read: (env: NodeJS.ProcessEnv) => unknown,
  { serves = true } = {},
): string[] {
  const warnings: string[] = [];
  try {
    readNamed(env, read, { tell: (text) => warnings.push(text), serves });
  } catch {
    // The variable that was meant may be a required one, so reading may fail.
  }
  return warnings;
}
const readCli = (env: NodeJS.ProcessEnv) => readSettings(env, '/');

it('names a variable of a platform or another program if the matching variable of ours is not set', () => {
  expect(warningsOf({ PORT: '80', DATABASE_URL }, readApi)).toEqual([
    'PORT is no variable of Domesday and is ignored. API_PORT is, and is not set.',
  ]);
  expect(warningsOf({ PORT: '80' }, readMcp)).toEqual([
    'PORT is no variable of Domesday and is ignored. API_PORT and MCP_PORT are, and are not set.',
  ]);
  expect(warningsOf({ PGHOST: 'x', PGUSER: 'x', PGPASSWORD: 'x' }, readCli)).toEqual([
    'PGHOST, PGUSER and PGPASSWORD are no variables of Domesday and are ignored. DATABASE_URL is, and is not set.',
  ]);
  const others = { POSTGRES_URL: 'x', REDIS_HOST: 'x', WEB_CONCURRENCY: '4', TRUST_PROXY: '1' };
  expect(warningsOf(others, readApi).map((one) => /ignored\. (\w+) is/.exec(one)?.[1])).toEqual([
    ...['DATABASE_URL', 'REDIS_URL', 'API_PROCESSES', 'TRUSTED_PROXIES'],
  ]);
});

it('does not report these if the variable of ours is set, nor a port to a command that starts no server', () => {
  const theirs = { PORT: '80', PGHOST: 'x', WEB_CONCURRENCY: '4', REDIS_HOST: 'x' };
  const ours = { API_PORT: '81', DATABASE_URL, API_PROCESSES: '2', REDIS_URL: 'redis://x' };
  expect(warningsOf({ ...theirs, ...ours }, readApi)).toEqual([]);
  expect(warningsOf({ PORT: '80', WEB_CONCURRENCY: '4' }, readCli, { serves: false })).toEqual([]);
});

it('names each variable with our prefix that nothing reads', () => {
  const warnings = warningsOf(
    { DOMESDAY_API_PORT: '1', DOMESDAY_COMAND: 'x', DOMESDAY_DATA: '/x', DATABASE_URL },
    readApi,
  );
  expect(warnings).toEqual([
    'DOMESDAY_API_PORT is no variable of Domesday and is ignored. API_PORT is, and is not set.',
    'DOMESDAY_COMAND is no variable of Domesday and is ignored. DOMESDAY_COMMAND is, and is not set.',
    'DOMESDAY_DATA is no variable of Domesday and is ignored.',
  ]);
  // Kubernetes sets these in every pod for a service that is called domesday-db-rw.
  const links = {
    DOMESDAY_DB_RW_SERVICE_HOST: '10.0.0.1',
    DOMESDAY_DB_RW_PORT_5432_TCP: 'tcp://10.0.0.1:5432',
  };
  expect(warningsOf({ ...links, DATABASE_URL }, readApi)).toEqual([]);
});

it('knows every variable with our prefix that the repository names', () => {
  const root = resolve(import.meta.dirname, '../../..');
  const folders = ['apps', 'packages', 'scripts', 'deploy', 'docs', 'README.md'];
  const files = execFileSync('git', ['ls-files', ...folders], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(
      (file) =>
        /\.(ts|tsx|mjs|md|yaml|service|example)$|Dockerfile$/.test(file) && !file.endsWith('.test.ts'),
    );
  const named = files.flatMap(
    (file) => readFileSync(join(root, file), 'utf8').match(/\bDOMESDAY_[A-Z_]*[A-Z]\b/g) ?? [],
  );
  expect(named).toContain('DOMESDAY_HOME');
  const env = Object.fromEntries(named.map((name) => [name, 'x']));
  expect(ignoredVariables(env, [])).toEqual([]);
});
