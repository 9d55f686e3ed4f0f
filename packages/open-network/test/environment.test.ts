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

function toldOf(
  env: NodeJS.ProcessEnv,
  read: (env: NodeJS.ProcessEnv) => unknown,
  secrets = SECRETS,
): string[] {
  const told: string[] = [];
  try {
    readNamed(env, read, { secrets, tell: (text) => told.push(text) });
  } catch {
    // What was misspelt may be what is missing.
  }
  return told;
}

it('names a variable that each program would ignore because one or two letters of its name are wrong', () => {
  const misspelt = { API_PROCESES: '3', API_PROT: '8', DATABSE_URL_FILE: '/secret', READ_DATABASE_URL: 'x' };
  const api = toldOf(misspelt, readApi);
  expect(api.map((one) => one.split(' ')[0])).toEqual(Object.keys(misspelt));
  expect(api[2]).toContain('DATABASE_URL_FILE');
  expect(toldOf({ MCP_PROT: '8' }, readMcp)).toEqual([expect.stringContaining('MCP_PORT is')]);
  expect(toldOf({ DOMSDAY_HOME: '/x' }, (env) => readSettings(env, '/'))).toEqual([
    expect.stringContaining('DOMESDAY_HOME is'),
  ]);
});

it('says nothing of a variable of others, of an empty one, or where the right one is set too', () => {
  const others = { PORT: '1', HOME: '/home/x', HOSTNAME: 'x', PATH: '/bin', USER: 'x', API_PROT: '' };
  expect(toldOf({ ...others, DATABASE_URL }, readApi)).toEqual([]);
  expect(toldOf({ DATABASE_URL, DATABASE_URI: 'x', API_PORT: '1', API_PORTS: '2' }, readApi)).toEqual([]);
});

it.each(['api', 'mcp'])(
  'lets the %s server say a wrong value in a sentence, without a stack, and end with 1',
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

it.each([
  ['api', 'API_PORT'],
  ['mcp', 'MCP_PORT'],
])('lets the %s server say in a sentence that its %s is in use, and end with 1', async (app, variable) => {
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
  // Beside it there are log lines alone, and no stack.
  const lines = said.trim().split('\n');
  expect(lines.filter((one) => !one.startsWith('{'))).toEqual([
    `The port ${port} of 127.0.0.1 is in use. Set another port, or another HOST.`,
  ]);
});
