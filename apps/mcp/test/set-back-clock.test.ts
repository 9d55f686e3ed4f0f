import { afterEach, expect, it, vi } from 'vitest';
import { createMcpServer } from '../src/index.ts';
import { post } from './raw-client.ts';
import { GOOD_KEY, startStandInApi } from './stand-in-api.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('checks a key again within seconds, also if the clock of the machine was set back', async () => {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now });
  const api = await startStandInApi();
  const server = createMcpServer({ apiUrl: api.url });
  const { url } = await server.listen();
  try {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect((await post(url, list, GOOD_KEY)).message.result?.tools).toBeDefined();
    vi.setSystemTime(now - 3_600_000);
    const asked = async () => {
      await post(url, list, GOOD_KEY);
      return api.calls.length;
    };
    await expect.poll(asked, { timeout: 10_000, interval: 200 }).toBe(2);
  } finally {
    await server.close();
    await api.close();
  }
});
