import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';

interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** An endpoint of webhooks on this machine. */
export async function startEndpoint() {
  const received: Received[] = [];
  const answers = {
    status: 204,
    /** `/slow` waits for this before it answers. */
    slow: Promise.resolve(),
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const headers = request.headers as Record<string, string>;
    received.push({ path: request.url!, headers, body: Buffer.concat(parts).toString() });
    if (request.url === '/slow') await answers.slow;
    response.writeHead(answers.status, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    received,
    answers,
    urlOf: (path: string) => `http://127.0.0.1:${port}${path}`,
    /** Waits until this many messages have arrived since the last call. */
    async messages(count: number) {
      await expect.poll(() => received.length).toBeGreaterThanOrEqual(count);
      // An unwanted message would arrive in the same round.
      await new Promise((done) => setTimeout(done, 200));
      return received.splice(0).map(({ body, headers }) => ({ ...JSON.parse(body), raw: body, headers }));
    },
    close: () => server.close(),
  };
}
