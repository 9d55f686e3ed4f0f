import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { readConfig as readApi } from '../../../apps/api/src/config.ts';
import { readSettings } from '../../../apps/cli/src/settings.ts';
import { readConfig as readMcp } from '../../../apps/mcp/src/config.ts';
import { SECRETS } from '../../db/src/secret-files.ts';
import { readNamed } from '../src/environment.ts';

const program = (app: string) => resolve(import.meta.dirname, `../../../apps/${app}/dist/main.js`);
const DATABASE_URL = 'postgres://127.0.0.1/x';

function warningsOf(
  env: NodeJS.ProcessEnv,
  read: (env: NodeJS.ProcessEnv) => unknown,
  secrets = SECRETS,
): string[] {
  const warnings: string[] = [];
  try {
    readNamed(env, read, { secrets, tell: (text) => warnings.push(text) });
  } catch {
    // A misspelt variable may be a required one, so reading may fail.
  }
  return warnings;
}

it('names a variable that each program would ignore because one or two letters of its name are wrong', () => {
  const misspelt = { API_PROCESES: '3', API_PROT: '8', DATABSE_URL_FILE: '/secret', READ_DATABASE_URL: 'x' };
  const api = warningsOf(misspelt, readApi);
  expect(api.map((one) => one.split(' ')[0])).toEqual(Object.keys(misspelt));
  expect(api[2]).toContain('DATABASE_URL_FILE');
  expect(warningsOf({ MCP_PROT: '8' }, readMcp)).toEqual([expect.stringContaining('MCP_PORT is')]);
  expect(warningsOf({ DOMSDAY_HOME: '/x' }, (env) => readSettings(env, '/'))).toEqual([
    expect.stringContaining('DOMESDAY_HOME is'),
  ]);
});

it('does not report a variable of other programs, an empty one, or one beside the right variable', () => {
  const others = {
    HOME: '/home/x',
    HOSTNAME: 'x',
    PATH: '/bin',
    USER: 'x',
    PGSSLMODE: 'require',
    API_PROT: '',
  };
  expect(warningsOf({ ...others, DATABASE_URL }, readApi)).toEqual([]);
  expect(warningsOf({ DATABASE_URL, DATABASE_URI: 'x', API_PORT: '1', API_PORTS: '2' }, readApi)).toEqual([]);
});

it('accepts only decimal digits as the number of any setting', () => {
  const readers = { api: readApi, mcp: readMcp, cli: (env: NodeJS.ProcessEnv) => readSettings(env, '/') };
  const taken: string[] = [];
  const tried: string[] = [];
  for (const [program, read] of Object.entries(readers)) {
    const asked = new Set<string>();
    const get = (set: NodeJS.ProcessEnv, name: string) => {
      asked.add(name);
      return set[name];
    };
    const refuses = (name: string, value: string): boolean => {
      try {
        // METRICS_PORT is set so that the settings which depend on it are read.
        read(new Proxy<NodeJS.ProcessEnv>({ DATABASE_URL, METRICS_PORT: '9090', [name]: value }, { get }));
        return false;
      } catch (error) {
        const said = new RegExp(`^${name} must be a (whole number|port) from \\d+ to \\d+, not `, 'm');
        return said.test((error as Error).message);
      }
    };
    refuses('', '');
    for (const name of [...asked].filter((one) => refuses(one, 'ten'))) {
      tried.push(`${program} ${name}`);
      for (const value of ['0x8', '1e1', ' 8 ', '8\n', '+5', '8.0', '8_0', '0b11', '٨'])
        if (!refuses(name, value)) taken.push(`${program} ${name}=${JSON.stringify(value)}`);
    }
  }
  expect(taken).toEqual([]);
  expect(tried).toEqual(
    expect.arrayContaining(['api POOL_SIZE', 'api METRICS_PORT', 'mcp MCP_TIMEOUT_MS', 'cli API_PORT']),
  );
});

it.each(['api', 'mcp'])(
  'ends the %s server with status 1 and a sentence without a stack for an invalid value',
  (app) => {
    const ended = spawnSync(process.execPath, [program(app)], {
      env: { ...process.env, DATABASE_URL, API_PORT: 'eighty', API_PROCESES: '3' },
      encoding: 'utf8',
    });
    expect(ended.status).toBe(1);
    const said = ended.stderr.trim().split('\n');
    expect(said.at(-1)).toMatch(/^API_PORT must be a whole number .*"eighty"\.$/);
    expect(said).toHaveLength(app === 'api' ? 2 : 1);
  },
);

it.each(['api', 'mcp'])(
  'ends the %s server with status 1 and one sentence if HOST is no address of the machine',
  (app) => {
    const port = app === 'api' ? { API_PORT: '0' } : { MCP_PORT: '0' };
    const ended = spawnSync(process.execPath, [program(app)], {
      env: { ...process.env, ...port, DATABASE_URL: 'postgres://127.0.0.1:1/x', HOST: 'no.such.invalid' },
      encoding: 'utf8',
    });
    expect(ended.status).toBe(1);
    const lines = ended.stderr.trim().split('\n');
    expect(lines.filter((one) => !one.startsWith('{'))).toEqual([
      expect.stringMatching(
        /^HOST must be an address of this machine, but "no\.such\.invalid" cannot be resolved/,
      ),
    ]);
  },
);

it.each<[string, NodeJS.ProcessEnv]>([
  ['OAUTH', { OAUTH: 'yes' }],
  ['OAUTH', { OAUTH: 'on', PUBLIC_URL: 'http://property.example.org' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'property.example.org' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://property.example.org/v1' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://one.example.org,https://two.example.org' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://*.example.org' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/99' }],
])('refuses an invalid %s in both servers with the same sentence: %o', (name, env) => {
  const refusal = (read: (env: NodeJS.ProcessEnv) => unknown): string => {
    try {
      read({ DATABASE_URL, ...env });
      return 'not refused';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const refused = [refusal(readApi), refusal(readMcp)];
  expect(refused[0]).toMatch(new RegExp(`^${name}`));
  expect(refused[1]).toBe(refused[0]);
});

it.each<[string, (env: NodeJS.ProcessEnv) => unknown, NodeJS.ProcessEnv]>([
  ['MCP_ALLOWED_HOSTS', readMcp, { MCP_ALLOWED_HOSTS: 'mcp, https://property.example.org' }],
  ['MCP_ALLOWED_HOSTS', readMcp, { MCP_ALLOWED_HOSTS: 'property.example.org:8443' }],
  ['MCP_ALLOWED_HOSTS', readMcp, { MCP_ALLOWED_HOSTS: '*.example.org' }],
  ['MCP_ALLOWED_HOSTS', readMcp, { MCP_ALLOWED_HOSTS: '"property.example.org"' }],
  ['API_URL', readMcp, { API_URL: 'http://one:8080,http://two:8080' }],
  ['API_URL', readMcp, { API_URL: 'http://user:made-up@api:8080' }],
  ['API_URL', readMcp, { API_URL: 'http://api:8080/v1?x=1' }],
  ['METRICS_TOKEN', readApi, { METRICS_TOKEN: 'made-up-token-of-a-file\r' }],
  ['REDIS_URL', readApi, { REDIS_URL: 'redis://host:99999' }],
  ['DOMESDAY_CONTACT', (env) => readSettings(env, '/'), { DOMESDAY_CONTACT: 'Made Up — data' }],
  ['DOMESDAY_HOME', (env) => readSettings(env, '/'), { DOMESDAY_HOME: '"/srv/domesday"' }],
  ['DOMESDAY_HOME', (env) => readSettings(env, '/'), { DOMESDAY_HOME: '/srv/domesday\r' }],
  ['DOMESDAY_HOME', (env) => readSettings(env, '/'), { DOMESDAY_HOME: '$HOME/domesday' }],
  ['MCP_PORT', readMcp, { MCP_PORT: ' ' }],
  ['API_PORT', readApi, { API_PORT: ' ' }],
  ['API_PORT and METRICS_PORT', readApi, { API_PORT: '8080', METRICS_PORT: '8080' }],
  [
    'OAUTH_REDIRECTS',
    readApi,
    { OAUTH: 'on', PUBLIC_URL: 'https://a.example', OAUTH_REDIRECTS: 'a.example' },
  ],
  [
    'OTEL_EXPORTER_OTLP_HEADERS',
    readApi,
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_EXPORTER_OTLP_HEADERS: 'made-up' },
  ],
  [
    'OTEL_EXPORTER_OTLP_HEADERS',
    readApi,
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_EXPORTER_OTLP_HEADERS: '"made-up=1"' },
  ],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    readApi,
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' },
  ],
])('refuses a value of %s that could never work', (name, read, env) => {
  expect(() => read({ DATABASE_URL, ...env })).toThrow(new RegExp(`^${name}`));
});

it('escapes invisible characters of an invalid value in the message, such as a carriage return', () => {
  expect(() => readApi({ DATABASE_URL, LOG_LEVEL: 'info\r' })).toThrow('not "info\\r".');
  expect(() => readMcp({ OAUTH: 'on\r' })).toThrow('not "on\\r".');
});

it('accepts host names, additional redirects and headers of a collector in all their notations', () => {
  const names = ['property.example.org', 'mcp', '10.0.0.3', '[::1]'];
  expect(readMcp({ MCP_ALLOWED_HOSTS: names.join(', ') }).allowed_hosts).toEqual(names);
  const OAUTH_REDIRECTS = 'https://a.example/b, its-name://callback';
  const sign_in = { OAUTH: 'on', PUBLIC_URL: 'https://a.example', OAUTH_REDIRECTS };
  expect(readApi({ DATABASE_URL, ...sign_in }).oauth?.redirects).toHaveLength(2);
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
  for (const OTEL_EXPORTER_OTLP_HEADERS of ['a=b', 'a=b==,c=d%20e', 'authorization=Basic x, x-team=1,', ''])
    expect(() => readApi({ DATABASE_URL, ...collector, OTEL_EXPORTER_OTLP_HEADERS })).not.toThrow();
});

it.each([
  ['api', 'API_PORT'],
  ['mcp', 'MCP_PORT'],
])('ends the %s server with status 1 and a sentence if its %s is in use', async (app, variable) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const port = (other.address() as { port: number }).port;
  const child = spawn(process.execPath, [program(app)], {
    env: { ...process.env, DATABASE_URL: 'postgres://127.0.0.1:1/x', [variable]: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  other.close();
  expect(code).toBe(1);
  // All other lines are log lines; there is no stack.
  const lines = said.trim().split('\n');
  expect(lines.filter((one) => !one.startsWith('{'))).toEqual([
    `The port ${port} of 127.0.0.1 is in use. Set ${variable} to another one, or another HOST.`,
  ]);
});
