import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const PROGRAM = resolve(import.meta.dirname, '../../deploy/health.mjs');
const has_ipv6 = Object.values(networkInterfaces()).some((of) =>
  of?.some(({ address }) => address === '::1'),
);

async function statusOf(env: Record<string, string>): Promise<number> {
  const { PATH = '' } = process.env;
  const [status] = await once(spawn(process.execPath, [PROGRAM], { env: { PATH, ...env } }), 'exit');
  return status;
}

it.each([
  ['127.0.0.1', ['', '0.0.0.0', '127.0.0.1', '::']],
  ...(process.platform === 'linux' ? ([['127.0.0.2', ['127.0.0.2']]] as const) : []),
  ...(has_ipv6 ? ([['::1', ['::1', '::']]] as const) : []),
] as const)(
  'the health check of the container calls the server at the address where it listens: %s',
  async (address, hosts) => {
    let status = 200;
    const server = createServer((_, res) => res.writeHead(status).end());
    await new Promise<void>((done) => server.listen(0, address, done));
    const API_PORT = String((server.address() as AddressInfo).port);
    for (const HOST of hosts) expect([HOST, await statusOf({ HOST, API_PORT })]).toEqual([HOST, 0]);
    status = 503;
    expect(await statusOf({ HOST: hosts[0], HEALTH_PORT: API_PORT, API_PORT: '1' })).toBe(1);
    server.close();
    expect(await statusOf({ HOST: hosts[0], API_PORT })).toBe(1);
  },
);
