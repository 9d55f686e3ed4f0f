import { tools } from '@domesday/mcp-tools';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMcpServer } from '../src/index.ts';
import { call, post } from './raw-client.ts';
import { startStandInApi } from './stand-in-api.ts';

let api: Awaited<ReturnType<typeof startStandInApi>>;
let server: ReturnType<typeof createMcpServer>;
let url = '';
beforeAll(async () => {
  api = await startStandInApi();
  server = createMcpServer({ apiUrl: api.url });
  ({ url } = await server.listen());
});
afterAll(async () => {
  await server.close();
  await api.close();
});

const PARTS = ['1', ' ', '1,', '-'];
const MOST_MS = 20_000;

/** Each argument of the tools once. */
const asked = new Map(
  tools.flatMap(({ name: tool, inputSchema }) =>
    Object.keys(inputSchema.properties ?? {}).map((name) => [name, { name, tool }]),
  ),
);

it.each([...asked.values()])(
  'refuses an unknown key quickly, however long the text for $name is',
  async (one) => {
    const began_ms = performance.now();
    for (const part of PARTS) {
      const text = `1${part.repeat(60_000 / part.length)}x3`;
      await post(url, call(one.tool, { [one.name]: text }), 'svc_live_unknown');
    }
    expect(performance.now() - began_ms).toBeLessThan(MOST_MS);
  },
);
