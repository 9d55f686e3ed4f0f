import { expect, expectTypeOf, it } from 'vitest';
import type { ArgumentsOf, Schema } from '../src/index.ts';
import { clientWith, json } from './client-with.ts';

it('is typed from the contract', () => {
  const { client } = clientWith([json(200, {})]);
  const found = client.addresses.search({ q: 'ab' });
  expectTypeOf(found).resolves.toEqualTypeOf<Schema<'SearchResults'>>();
  expectTypeOf(client.properties.get({ uprn: 1 })).resolves.toEqualTypeOf<Schema<'Property'>>();
  expectTypeOf(client.account.usage({ format: 'csv' })).resolves.toEqualTypeOf<string>();
  expectTypeOf(client.account.usage()).resolves.toEqualTypeOf<Schema<'Usage'>>();
  const quoted = client.prices.market({ outcode: 'XE1', quote: true });
  expectTypeOf(quoted).resolves.toEqualTypeOf<Schema<'Quote'>>();
  expectTypeOf(client.prices.market({ outcode: 'XE1' })).resolves.toEqualTypeOf<Schema<'MarketPrices'>>();
  const given: ArgumentsOf<'listings.search'> = { listing_type: 'sale' };
  expectTypeOf(client.listings.search(given)).resolves.toEqualTypeOf<
    Schema<'Listings'> | Schema<'Quote'> | Schema<'Features'> | string | ArrayBuffer
  >();
  const either: boolean = Math.random() > 2;
  expectTypeOf(client.prices.market({ outcode: 'XE1', quote: either })).resolves.toEqualTypeOf<
    Schema<'MarketPrices'> | Schema<'Quote'>
  >();
  expectTypeOf<Awaited<ReturnType<typeof client.listings.search>>>().toEqualTypeOf<Schema<'Listings'>>();
  // @ts-expect-error an argument is missing
  const missing = () => client.addresses.search({});
  // @ts-expect-error there is no such argument
  const unknown = () => client.addresses.search({ q: 'ab', colour: 'red' });
  // @ts-expect-error the value is not allowed
  const wrong = () => client.addresses.search({ q: 'ab', country: 'France' });
  expect([missing, unknown, wrong]).toHaveLength(3);
});
