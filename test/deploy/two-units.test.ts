import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Runs the proxy for two systemd units that deploy/README.md describes, in front of servers that answer any request.

const told = spawnSync('caddy', ['version'], { encoding: 'utf8' });
const caddy = told.status === 0;
if (!caddy) console.warn('skipped: the proxy is tried with caddy, which is not on the PATH');
const folder = mkdtempSync('/tmp/domesday-caddy-');
let proxy: ChildProcess;
let units: Server[];
let port: number;

const portOf = (server: Server) => (server.address() as AddressInfo).port;
function listen(): Promise<Server> {
  const server = createServer((req, res) => req.resume().on('end', () => res.end('{}')));
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}
function stop(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}
const post = () =>
  fetch(`http://127.0.0.1:${port}/v1/addresses/match`, { method: 'POST', body: '{}' }).then(
    ({ status }) => status,
    () => null,
  );

beforeAll(async () => {
  if (!caddy) return;
  units = await Promise.all([listen(), listen()]);
  const free = await Promise.all([listen(), listen()]);
  const [at, admin] = free.map(portOf);
  port = at!;
  await Promise.all(free.map(stop));
  const guide = readFileSync(resolve(import.meta.dirname, '../../deploy/README.md'), 'utf8');
  const [, written] = /```caddyfile\n(reverse_proxy 127\.0\.0\.1:8080 127\.0\.0\.1:8082 .*?)```/s.exec(
    guide,
  )!;
  const block = written!
    .replace('8080', String(portOf(units[0]!)))
    .replace('8082', String(portOf(units[1]!)));
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, `http://127.0.0.1:${port} {\n${block}}\n`);
  proxy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: {
      ...{ ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      CADDY_ADMIN: `127.0.0.1:${admin}`,
    },
  });
  while ((await post()) !== 200) await new Promise((done) => setTimeout(done, 100));
});
afterAll(async () => {
  proxy?.kill('SIGKILL');
  await Promise.all((units ?? []).map(stop));
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!caddy)('the proxy before two units', () => {
  it('sends no request with a body to a stopped unit once a second has passed, whatever the version of Caddy', async () => {
    await stop(units.shift()!);
    const refused = async (): Promise<number> => {
      let others = 0;
      for (let asked = 0; asked < 20; asked++) if ((await post()) !== 200) others++;
      return others;
    };
    // The proxy chooses one of two servers at random: 20 requests reach the same one once in a million times.
    await expect.poll(refused, { timeout: 10_000 }).toBe(0);
    expect(await refused()).toBe(0);
  });
});
