import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '../apps/api/src/config.ts';
import { readConfig as readMcpConfig } from '../apps/mcp/src/config.ts';
import { root } from './lib/contract.ts';

/** Defaults by variable, read from the table of the manual. */
function defaultsInManual(): Map<string, string> {
  const manual = readFileSync(join(root, 'docs/operating.md'), 'utf8');
  const rows = manual.matchAll(/^\| `([A-Z_]+)` \| `?([^|`]+?)`? \|/gm);
  return new Map([...rows].map(([, name, fallback]) => [name!, fallback!]));
}

it('the manual gives the defaults that the servers use', () => {
  const api = readConfig({ DATABASE_URL: 'postgres://localhost/made_up' });
  const mcp = readMcpConfig({});
  const defaults = {
    API_PORT: api.port,
    BATCH_PROCESSES: api.batch_processes,
    MCP_PORT: mcp.port,
    MCP_TIMEOUT_MS: mcp.timeout_ms,
    HOST: api.host,
    DATABASE_POOLER: api.pooled ? 'transaction' : 'session',
    LOG_LEVEL: api.log_level,
    OAUTH: api.oauth ? 'on' : 'off',
    WEBHOOKS_ANYWHERE: api.webhooks_anywhere ? 'on' : 'off',
    POOL_SIZE: api.pool_size,
    KEPT_ANSWERS_MB: api.kept_answers_mb,
    STATEMENT_TIMEOUT_MS: api.statement_timeout_ms,
  };
  const manual = defaultsInManual();
  for (const [name, value] of Object.entries(defaults))
    expect(`${name} ${manual.get(name)}`).toBe(`${name} ${value}`);
  expect(mcp.host).toBe(api.host);
  // Every number or switch in the table must be among the compared defaults.
  const plain = [...manual].filter(([, value]) => /^(\d+|on|off)$/.test(value)).map(([name]) => name);
  expect(plain.filter((name) => !(name in defaults))).toEqual([]);
});

it('the manual names every setting that a server reads', () => {
  const manual = readFileSync(join(root, 'docs/operating.md'), 'utf8');
  const asked = new Set<string>();
  const noting = new Proxy<NodeJS.ProcessEnv>(
    // These values make the servers read further settings.
    { DATABASE_URL: 'postgres://localhost/made_up', OAUTH: 'on', PUBLIC_URL: 'https://made-up.example' },
    {
      get: (set, name: string) => {
        asked.add(name);
        return set[name];
      },
    },
  );
  readConfig(noting);
  readMcpConfig(noting);
  expect(asked.size).toBeGreaterThan(20);
  expect([...asked].filter((name) => !manual.includes(`\`${name}\``))).toEqual([]);
});

it('the manual names every variable that a program reads from the environment', () => {
  const manual = readFileSync(join(root, 'docs/operating.md'), 'utf8');
  const sources = execFileSync('git', ['ls-files', 'apps/*/src/**.ts', 'packages/*/src/**.ts'], {
    cwd: root,
    encoding: 'utf8',
  });
  const read = sources
    .split('\n')
    .filter((file) => file !== '' && !/^packages\/testing\/|\.test\.ts$/.test(file))
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/\benv\.([A-Z][A-Z_]+)/g)])
    .map(([, name]) => name!);
  // Variables that npm and the script of `npm start` set.
  const handed = new Set(['INIT_CWD', 'DOMESDAY_BEGAN_MS']);
  expect(read).toContain('DOMESDAY_HOME');
  expect([...new Set(read)].filter((name) => !handed.has(name) && !manual.includes(`\`${name}`))).toEqual([]);
});

it('manuals and messages create every database in UTF8 and with the C locale', () => {
  const files = execFileSync('git', ['ls-files', '*.md', 'apps/*/src/**.ts', 'packages/*/src/**.ts'], {
    cwd: root,
    encoding: 'utf8',
  });
  const made = files
    .split('\n')
    .filter((file) => file !== '' && !file.endsWith('.test.ts'))
    .flatMap((file) => readFileSync(join(root, file), 'utf8').match(/\bcreatedb\b.*/g) ?? []);
  expect(made.length).toBeGreaterThan(4);
  const without = made.filter((line) => !line.includes('--template=template0 --encoding=UTF8 --locale=C'));
  expect(without).toEqual([]);
});
