import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { freePort } from '@domesday/testing/free-port';
import { program } from '@domesday/testing/program';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database?.drop());

// The terminal sends SIGHUP to all of them when it is closed.
describe.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s',
  (signal) => {
    it.each(['api', 'mcp'] as const)('lets the %s server shut down in order and exit with 0', async (app) => {
      const port = String(await freePort());
      const { file, execArgv } = program(app);
      const server = spawn(process.execPath, [...execArgv, file], {
        env: {
          ...process.env,
          DATABASE_URL: database.url,
          API_PORT: port,
          MCP_PORT: port,
          LOG_LEVEL: 'silent',
        },
        stdio: 'ignore',
      });
      const ended = once(server, 'exit');
      const answers = () =>
        fetch(`http://127.0.0.1:${port}/health`).then(
          ({ status }) => status === 200,
          () => false,
        );
      while (server.exitCode === null && !(await answers())) await sleep(100);
      server.kill(signal);
      expect(await ended).toEqual([0, null]);
    });
  },
);
