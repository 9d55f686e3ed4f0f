import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { emptyDatabase } from '@domesday/testing';
import { freePort } from '@domesday/testing/free-port';
import { program } from '@domesday/testing/program';
import { expect, it } from 'vitest';

it.skipIf(process.platform === 'win32')(
  'writes only lines of JSON, including warnings of libraries and of Node',
  async () => {
    const database = await emptyDatabase();
    const port = await freePort();
    const { file, execArgv } = program('api');
    // As a library would, and Node itself.
    const warns = `data:text/javascript,process.on('SIGUSR2', () => {
      console.warn('made-up warning\\nof two lines'); process.emitWarning('made-up-deprecation'); })`;
    const api = spawn(process.execPath, ['--import', warns, ...execArgv, file], {
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        API_PORT: String(port),
        OAUTH: 'on',
        PUBLIC_URL: 'https://made-up.example',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [api.stdout, api.stderr]) stream.on('data', (part) => (said += part));
    const ended = once(api, 'exit');
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        () => true,
        () => false,
      );
    while (api.exitCode === null && !(await answers())) await sleep(100);
    api.kill('SIGUSR2');
    for (let tries = 0; tries < 100 && !said.includes('made-up-deprecation'); tries++) await sleep(100);
    api.kill('SIGTERM');
    await ended;
    await database.drop();
    const lines = said.split('\n').filter((line) => line !== '');
    const told = lines.map((line) => (line.startsWith('{') ? JSON.parse(line) : { plain: line }));
    expect(told.filter(({ plain }) => plain)).toEqual([]);
    expect(told.find(({ msg }) => msg === 'made-up warning\nof two lines')).toMatchObject({ level: 40 });
    expect(told.find(({ error }) => error?.includes('made-up-deprecation'))).toMatchObject({ level: 40 });
  },
);
