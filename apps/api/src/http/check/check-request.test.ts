import { operationTable } from '@domesday/contract';
import { expect, it } from 'vitest';
import type { ApiError } from '../errors.ts';
import { besideOperation } from './beside-operations.ts';
import { requestCheck } from './check-request.ts';
import { requestSchemaOf } from './operation-schema.ts';

const lists = operationTable.flatMap((entry) =>
  requestSchemaOf(entry).parameters.flatMap(({ name, schema }) =>
    schema?.type === 'array' && schema.items?.enum ? [{ entry, name, allowed: schema.items.enum }] : [],
  ),
);

it('names the parameter and the value if a list in a query holds a value that is not allowed', async () => {
  expect(lists.length).toBeGreaterThan(5);
  for (const { entry, name, allowed } of lists) {
    const path = Object.fromEntries(
      requestSchemaOf(entry).parameters.flatMap((one) => (one.in === 'path' ? [[one.name, '1']] : [])),
    );
    const search = new URLSearchParams({ [name]: 'made up,' });
    const refused = await requestCheck(entry)({ path, search, body: {} }).catch((error: ApiError) => error);
    const { details } = refused as ApiError;
    const told = details.filter(({ field }) => field?.startsWith(name));
    expect(told, `${entry.id} ${name}`).toEqual([
      { field: name, issue: `holds "made up", which must be one of ${allowed.join(', ')}` },
    ]);
  }
});

/** Values that callers put into the wrong input of a place, and the words of the hint. */
const MISPLACED = [
  [{ outcode: 'XE1 1AA' }, 'must have 2 to 4 characters: give XE1 1AA as postcode'],
  [{ outcode: 'xe11aa' }, 'must have 2 to 4 characters: give XE1 1AA as postcode'],
  [{ outcode: ' XE1 ' }, 'must have 2 to 4 characters: write it as XE1'],
  [{ outcode: 'SW 1A' }, 'must have 2 to 4 characters: write it as SW1A'],
  [{ outcode: '998000000001' }, 'must have 2 to 4 characters: give a UPRN as uprn'],
  [{ postcode: '998000000001' }, 'must have 2 to 10 characters: give a UPRN as uprn'],
  [{ uprn: 'XE1 1AA' }, 'must be 1 to 12 digits: give XE1 1AA as postcode'],
  [{ uprn: '12a' }, 'must be 1 to 12 digits'],
  [{ lat: '1.5', lng: '53.9' }, 'must be a number from 49 to 61.5: lat and lng are swapped'],
  [{ lat: '0', lng: '0' }, 'must be a number from 49 to 61.5'],
] as const;

it('suggests outcode if a complete outcode is given as postcode to an operation that needs a full one', async () => {
  const body = {
    webhook_id: '11111111-1111-4111-8111-111111111111',
    ...{ purpose: 'made up', ends_on: '2027-06-30', events: ['sold'], postcode: 'xe1' },
  };
  const check = requestCheck(besideOperation('watches.create'));
  const refused = await check({ path: {}, search: new URLSearchParams(), body }).catch((e) => e);
  expect((refused as ApiError).details).toEqual([
    { field: 'postcode', issue: 'must have 5 to 8 characters: give XE1 as outcode' },
  ]);
});

it('suggests the input of a location that accepts a value which another input refuses', async () => {
  const taking = (names: string[]) =>
    operationTable.filter((entry) => {
      const own = new Set(
        requestSchemaOf(entry)
          .parameters.filter((p) => p.in === 'query')
          .map((p) => p.name),
      );
      return ['postcode', 'uprn', ...names].every((name) => own.has(name));
    });
  for (const [query, issue] of MISPLACED) {
    const operations = taking(Object.keys(query));
    expect(operations.length).toBeGreaterThan(5);
    for (const entry of operations) {
      const search = new URLSearchParams(query);
      const refused = await requestCheck(entry)({ path: {}, search, body: undefined }).catch((e) => e);
      const { details } = refused as ApiError;
      const told = details.find(({ field }) => field === Object.keys(query)[0]);
      expect(told?.issue, `${entry.id} ${search}`).toBe(issue);
    }
  }
});
