import { tools } from '@domesday/mcp-tools';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMcpServer } from '../src/index.ts';
import { call, post, textOf } from './raw-client.ts';
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
/** A check that reads such a text again from each character takes minutes, so the runner ends it here. */
const LONGEST_MS = 60_000;

/** Each argument of the tools once. */
const asked = new Map(
  tools.flatMap(({ name: tool, inputSchema }) =>
    Object.keys(inputSchema.properties ?? {}).map((name) => [name, { name, tool }]),
  ),
);

it.each([...asked.values()])(
  'refuses an unknown key without quadratic work, however long the text for $name is',
  { timeout: LONGEST_MS },
  async (one) => {
    for (const part of PARTS) {
      const text = `1${part.repeat(60_000 / part.length)}x3`;
      const answer = await post(url, call(one.tool, { [one.name]: text }), 'svc_live_unknown');
      expect(textOf(answer).is_error).toBe(true);
    }
  },
);
