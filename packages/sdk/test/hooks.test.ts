import { expect, it } from 'vitest';
import type { Client } from '../src/index.ts';
import { clientWith, json, refusal } from './client-with.ts';

const away = refusal(503, 'unavailable');
const line = (status: number, rest: object) => () =>
  new Response(`${JSON.stringify({ index: 0, status, credits: 0, ...rest })}\n`);
const answered = line(200, { body: {} });
const unanswered = line(503, { error: { code: 'unavailable', message: 'Away.', request_id: 'req_9' } });
const page = json(200, { results: [{}], next_cursor: null, total: 1 });
const finished = json(200, { id: '1', finished_at: '2026-11-22T00:00:00Z' });
const polygon = { type: 'Polygon' as const, coordinates: [] };
const job = { operation: 'properties.get', items: [{ uprn: '1' }] } as const;

type Way = [first: () => Response, then: () => Response, call: (client: Client) => Promise<unknown>];
const WAYS: Record<string, Way> = {
  'an operation': [away, json(200, {}), (client) => client.properties.get({ uprn: '1' })],
  withResponse: [away, json(200, {}), (client) => client.status.get.withResponse()],
  pages: [away, page, (client) => client.listings.search.pages({ listing_type: 'sale' }).next()],
  'properties.within': [away, page, (client) => client.properties.within(polygon).next()],
  'properties.countWithin': [away, page, (client) => client.properties.countWithin(polygon)],
  'jobs.create': [away, finished, (client) => client.jobs.create(job)],
  'jobs.quote': [away, finished, (client) => client.jobs.quote(job)],
  'jobs.get': [away, finished, (client) => client.jobs.get('1')],
  'jobs.list': [away, page, (client) => client.jobs.list()],
  'jobs.cancel': [away, finished, (client) => client.jobs.cancel('1')],
  'jobs.wait': [away, finished, (client) => client.jobs.wait('1')],
  'jobs.results': [away, answered, (client) => client.jobs.results('1').next()],
  'a batch': [away, answered, (client) => client.batch('properties.get', [{ uprn: '1' }]).next()],
  'an input of a batch': [
    unanswered,
    answered,
    (client) => client.batch('properties.get', [{ uprn: '1' }]).next(),
  ],
};

it.each(Object.entries(WAYS))(
  'the hooks of a client are called for each attempt and for each wait before the next: %s',
  async (_, [first, then, call]) => {
    const calls: unknown[] = [];
    const { client, seen, waits } = clientWith([first, then], {
      hooks: {
        onRequest: ({ request }) => void calls.push(['request', request.url]),
        onResponse: ({ request, response }) => void calls.push(['response', request.url, response.status]),
        onRetry: ({ request, error, attempt, wait_ms }) =>
          void calls.push(['retry', request.url, error.code, error.request_id, attempt, wait_ms]),
      },
    });
    await call(client);
    const { url } = seen[0]!;
    expect(waits).toHaveLength(1);
    expect(calls).toEqual([
      ['request', url],
      ['response', url, first().status],
      ['retry', url, 'unavailable', 'req_9', 0, waits[0]],
      ['request', url],
      ['response', url, then().status],
    ]);
  },
);
