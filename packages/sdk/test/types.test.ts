import { expect, expectTypeOf, it } from 'vitest';
import {
  type AnswerOf,
  type ArgumentsOf,
  type BatchLine,
  DomesdayError,
  type JobLine,
  type Schema,
} from '../src/index.ts';
import { clientWith, json } from './client-with.ts';

const NOT_KNOWN = { code: 'uprn_not_found', status: 404 } as const;

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

it('tells an answered input from a refused one by its status, as by its body and its error', () => {
  type Sale = AnswerOf<'valuations.sale'>;
  const value = (line: BatchLine<'valuations.sale'> | JobLine<'valuations.sale'>) => {
    if (line.status !== 200) return line.error.message;
    expectTypeOf(line.body).toEqualTypeOf<Sale>();
    return line.body.value;
  };
  const refused = {
    index: 0,
    ref: null,
    credits: 0,
    body: null,
    error: new DomesdayError('No.', NOT_KNOWN),
  } as const;
  expect(value({ ...refused, status: 404 })).toBe('No.');
  expectTypeOf<413 | 503>().toExtend<BatchLine<'valuations.sale'>['status']>();
});

it('takes for the inputs of a job what its lines are the answers of', () => {
  const { client } = clientWith([json(201, {})]);
  const operation = 'listings.search' as const;
  const given = { listing_type: 'sale', outcode: 'XE1' } as const;
  const plain = () => client.jobs.create({ operation, items: [{ ...given, ref: 'mine' }] });
  // @ts-expect-error a line would be a quote
  const quoted = () => client.jobs.create({ operation, items: [{ ...given, quote: true }] });
  // @ts-expect-error a line would be a file
  const file = () => client.jobs.create({ operation, parameters: { format: 'csv' }, items: [given] });
  // @ts-expect-error the server runs priced operations alone
  const free = () => client.jobs.create({ operation: 'status.get', items: [{}] });
  expect([plain, quoted, file, free]).toHaveLength(4);
});
