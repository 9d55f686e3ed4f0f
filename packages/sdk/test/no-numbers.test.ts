import { expect, it } from 'vitest';
import type { Client } from '../src/index.ts';
import { clientWith, refusal } from './client-with.ts';

const units = [{ type: 'terraced' as const, bedrooms: 3, count: 4, floor_area_sqm: Number('85 sqm') }];
const search = { listing_type: 'sale' as const, outcode: 'XE1', max_price: Number('£300k') };
const corner = { type: 'Polygon' as const, coordinates: [[[Number('x'), 53.88]]] };
const operation = 'listings.search' as const;

const ways: Record<string, (client: Client) => Promise<unknown>> = {
  'a query': (client) => client.listings.search(search),
  'a polygon of a query': (client) => client.prices.market({ polygon: corner }),
  'a body': (client) => client.valuations.developmentGdv({ outcode: 'XE1', units }),
  'an input of a batch': (client) => client.batch(operation, [search]).next(),
  'an input of a job': (client) => client.jobs.create({ operation, items: [search] }),
  'the parameters of a job': (client) =>
    client.jobs.create({
      operation: 'valuations.sale',
      area: { outcode: 'XE1' },
      parameters: { floor_area_sqm: Number('?') },
    }),
  'a polygon of homes': (client) => client.properties.countWithin(corner),
};

it.each(Object.entries(ways))(
  'sends NaN in %s unchanged, so that the server refuses it, and not as a missing value',
  async (_, ask) => {
    const { client, seen } = clientWith([refusal(422, 'invalid_parameter')]);
    await expect(ask(client)).rejects.toThrow();
    const sent = seen.map(({ url, body }) => decodeURIComponent(url) + body).join('');
    expect(sent).toContain('NaN');
    expect(sent).not.toContain('null');
  },
);
