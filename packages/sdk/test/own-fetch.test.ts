import { describe, expect, it } from 'vitest';
import { createClient, type DomesdayError } from '../src/index.ts';
import { clientWith, json } from './client-with.ts';

const ID = 'f3c2a1de-0000-4000-8000-000000000001';
const LINE = { index: 0, status: 200, credits: 3, body: { value: 1 } };

describe('a fetch of the caller', () => {
  it.each([
    ['nothing', undefined],
    ['an object with only ok and json', { ok: true, status: 200, json: async () => ({ value: 1 }) }],
  ])(
    'is called once and named in the error if it gives %s, and the server is not called unreachable',
    async (_what, given) => {
      let asked = 0;
      const fetch = async () => {
        asked++;
        return given as Response;
      };
      const client = createClient({ apiKey: 'svc_test_key', fetch, wait: async () => {} });
      const calls = [
        () => client.valuations.sale({ uprn: 1 }),
        () => client.batch('valuations.sale', [{ uprn: 1 }]).next(),
        () => client.jobs.results(ID).next(),
      ];
      for (const call of calls) {
        asked = 0;
        const error: DomesdayError = await call().catch((thrown) => thrown);
        expect([error.code, asked]).toEqual(['unreadable_answer', 1]);
        expect(error.message).toBe('The fetch that the client was given resolves to no Response.');
      }
    },
  );

  it.each([
    ['of Node', {}],
    ['that cannot be streamed', undefined],
  ])('may give bodies %s, and the results of a job are still read', async (_what, body) => {
    const fetch = async () => {
      const response = new Response(`${JSON.stringify(LINE)}\n`, {
        headers: { 'content-type': 'application/x-ndjson', 'x-line-count': '1' },
      });
      return Object.defineProperty(response, 'body', { value: body });
    };
    const client = createClient({ apiKey: 'svc_test_key', fetch, retries: 0 });
    const lines = [];
    for await (const line of client.jobs.results(ID)) lines.push(line);
    expect(lines).toEqual([LINE]);
  });
});

describe('the id of a job', () => {
  it.each([
    ['an empty one', ''],
    ['a dot', '.'],
    ['two dots', '..'],
    ['none', undefined],
    ['a job without one', {}],
  ])(
    'is refused before anything is sent if it is %s, since a wait for it would never end',
    async (_what, id) => {
      const { client, seen } = clientWith([json(200, { jobs: [] })]);
      const { get, cancel, wait, results } = client.jobs;
      for (const call of [get, cancel, wait, (job: never) => results(job).next()])
        await expect(async () => call(id as never)).rejects.toThrow('id must not be empty.');
      expect(seen).toEqual([]);
    },
  );
});
