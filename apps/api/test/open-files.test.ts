import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { emptyDatabase } from '@domesday/testing';
import { freePort } from '@domesday/testing/free-port';
import { program } from '@domesday/testing/program';
import { expect, it } from 'vitest';

// Below the limit of the warning, and enough to load the program.
const LIMIT = 1000;

it.skipIf(process.platform !== 'linux').each([
  ['API', 'api', {}],
  ['API of two processes, once', 'api', { API_PROCESSES: '2' }],
  ['MCP server', 'mcp', {}],
] as const)(
  'warns at start if the limit of open files is so low that connections will be refused: %s',
  async (_name, app, more) => {
    const database = await emptyDatabase();
    const port = await freePort();
    const { file, execArgv } = program(app);
    const started = spawn(
      'sh',
      ['-c', `ulimit -n ${LIMIT}; exec "$0" "$@"`, process.execPath, ...execArgv, file],
      {
        env: {
          ...process.env,
          ...more,
          ...(app === 'api' ? { DATABASE_URL: database.url } : {}),
          API_PORT: String(port),
          MCP_PORT: String(port),
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    let said = '';
    started.stderr.on('data', (part) => (said += part));
    const ended = once(started, 'exit');
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        () => true,
        () => false,
      );
    while (started.exitCode === null && !(await answers())) await sleep(100);
    started.kill('SIGTERM');
    await ended;
    await database.drop();
    expect(said.match(new RegExp(`may have ${LIMIT} files open`, 'g'))).toHaveLength(1);
  },
);
