import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openDatabase } from './database.ts';

it('starts the embedded database again on its address when it is killed', async () => {
  const home = await mkdtemp(join(tmpdir(), 'domesday-cli-'));
  const settings = {
    home,
    database_url: null,
    fictional_database_url: null,
    host: '127.0.0.1',
    api_port: 1,
    mcp_port: 2,
  };
  const open = await openDatabase(settings);
  try {
    const reasons: string[] = [];
    open.keepRunning((reason) => reasons.push(reason));
    await open.db.query("insert into accounts (name, plan_id) values ('kept', 'free')");
    const pidFile = join(home, 'postgres', 'data', 'postmaster.pid');
    const pid = async () => Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
    const killed = await pid();
    process.kill(killed, 'SIGKILL');
    const kept = () => open.db.query('select name from accounts').catch(() => null);
    let answer = null;
    for (let tries = 0; tries < 300 && answer === null; tries++) {
      await sleep(100);
      const now = await pid();
      if (now !== 0 && now !== killed) answer = await kept();
    }
    expect(answer?.rows).toEqual([{ name: 'kept' }]);
    expect(reasons).toEqual([]);
  } finally {
    await open.close();
    await rm(home, { recursive: true, force: true });
  }
});
