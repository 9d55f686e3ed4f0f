import { expect, expectTypeOf, it } from 'vitest';
import {
  type AnswerOf,
  type ArgumentsOf,
  type BatchLine,
  DomesdayError,
  type JobLine,
  type LicensedOf,
  type Schema,
} from '../src/index.ts';
import { clientWith, json } from './client-with.ts';

const NOT_KNOWN = { code: 'uprn_not_found', status: 404 } as const;

it('the client is typed from the contract', () => {
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

it('the types of an answer with exclude_licences say that any value may be null', () => {
  const { client } = clientWith([json(200, {})]);
  const exclude_licences = ['royal_mail' as const];
  type Home = LicensedOf<'properties.get'>;
  type Sales = LicensedOf<'prices.comparables'>;
  const home = () => client.properties.get({ uprn: 1, exclude_licences });
  const sales = () => client.prices.comparables.withResponse({ outcode: 'XE1', exclude_licences });
  const page = () => client.listings.search.pages({ listing_type: 'sale', exclude_licences });
  const whole = () => client.properties.get({ uprn: 1, exclude_licences: undefined });
  const file = () => client.prices.comparables({ outcode: 'XE1', exclude_licences, format: 'csv' });
  const quoted = () => client.prices.comparables({ outcode: 'XE1', exclude_licences, quote: true });
  expectTypeOf(home).returns.resolves.toEqualTypeOf<Home>();
  expectTypeOf(sales).returns.resolves.toHaveProperty('data').toEqualTypeOf<Sales>();
  expectTypeOf(page().next).returns.resolves.toEqualTypeOf<
    IteratorResult<LicensedOf<'listings.search'>, void>
  >();
  expectTypeOf(whole).returns.resolves.toEqualTypeOf<Schema<'Property'>>();
  expectTypeOf(file).returns.resolves.toEqualTypeOf<string>();
  expectTypeOf(quoted).returns.resolves.toEqualTypeOf<Schema<'Quote'>>();
  expectTypeOf<NonNullable<Sales['comparables']>[number]['address']>().toEqualTypeOf<string | null>();
  expectTypeOf<Home['rows_left_out']>().toEqualTypeOf<number>();
  // @ts-expect-error there are no such terms
  const unknown = () => client.properties.get({ uprn: 1, exclude_licences: ['all'] });
  expect([home, sales, whole, file, quoted, unknown]).toHaveLength(6);
});

it('the types distinguish an answered from a refused input by its status, body and error', () => {
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

it('the types accept as inputs of a job only those that give the answers in its lines', () => {
  const { client } = clientWith([json(201, {})]);
  const operation = 'listings.search' as const;
  const given = { listing_type: 'sale', outcode: 'XE1' } as const;
  const plain = () => client.jobs.create({ operation, items: [{ ...given, ref: 'mine' }] });
  // @ts-expect-error a line would be a quote
  const quoted = () => client.jobs.create({ operation, items: [{ ...given, quote: true }] });
  // @ts-expect-error a line would be a file
  const file = () => client.jobs.create({ operation, parameters: { format: 'csv' }, items: [given] });
  // @ts-expect-error the server runs only priced operations
  const free = () => client.jobs.create({ operation: 'status.get', items: [{}] });
  expect([plain, quoted, file, free]).toHaveLength(4);
});
