import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const POLYGON = {
  type: 'Polygon',
  coordinates: [
    [
      [1.48, 53.885],
      [1.5, 53.885],
      [1.5, 53.897],
      [1.48, 53.885],
    ],
  ],
};
const GET = { operation: 'properties.get' };
const ITEMS = [{ uprn: '998000000005' }];
const WATCH = {
  webhook_id: '00000000-0000-4000-8000-000000000000',
  events: ['sold'],
  purpose: 'a test',
  ends_on: '2027-01-31',
};
const AREA = { outcode: 'XE1' };

const MISSING = [400, 'missing_parameter'] as const;
const UNKNOWN = [422, 'unknown_parameter'] as const;
const INVALID = [422, 'invalid_parameter'] as const;

it.each<[why: string, path: string, body: unknown, refusal: readonly [number, string], field: string | null]>(
  [
    ['no polygon', '/properties/within', {}, MISSING, 'polygon'],
    ['a geometry outside its member', '/properties/within', POLYGON, MISSING, 'polygon'],
    ['another member', '/properties/within', { polygon: POLYGON, colour: 'red' }, UNKNOWN, 'colour'],
    ['what the query takes', '/properties/within', { polygon: POLYGON, limit: 5 }, UNKNOWN, 'limit'],
    ['no object', '/properties/within', [POLYGON], [400, 'malformed_request'], null],
    ['no items', '/batch', GET, MISSING, 'items'],
    ['no operation', '/batch', { items: ITEMS }, MISSING, 'operation'],
    ['items that are no list', '/batch', { ...GET, items: ITEMS[0] }, INVALID, 'items'],
    ['too many items', '/batch', { ...GET, items: Array(1001).fill(ITEMS[0]) }, INVALID, 'items'],
    ['another member', '/batch', { ...GET, items: ITEMS, colour: 'red' }, UNKNOWN, 'colour'],
    ['what the query takes', '/batch', { ...GET, items: ITEMS, notice: true }, UNKNOWN, 'notice'],
    [
      'the operation twice',
      '/batch?operation=properties.get',
      { ...GET, items: ITEMS },
      UNKNOWN,
      'operation',
    ],
    ['no operation', '/jobs', { items: ITEMS }, MISSING, 'operation'],
    ['neither items nor an area', '/jobs', GET, MISSING, 'items'],
    ['items and an area', '/jobs', { ...GET, items: ITEMS, area: AREA }, INVALID, 'items'],
    ['two areas', '/jobs', { ...GET, area: { ...AREA, local_authority: 'E06999001' } }, INVALID, 'area'],
    ['parameters that are no object', '/jobs', { ...GET, area: AREA, parameters: 5 }, INVALID, 'parameters'],
    ['after_uprn without an area', '/jobs', { ...GET, items: ITEMS, after_uprn: '1' }, INVALID, 'after_uprn'],
    ['the operation twice', '/jobs?operation=properties.get', { ...GET, items: ITEMS }, UNKNOWN, 'operation'],
    ['no location', '/watches', WATCH, [400, 'location_required'], null],
    [
      'two locations',
      '/watches',
      { ...WATCH, uprn: '1', outcode: 'XE1' },
      [422, 'multiple_locations'],
      'uprn',
    ],
  ],
)(
  '%s in the body of %s is refused with the status and code that it has in every operation',
  async (_, path, body, refusal, field) => {
    const answer = await api.call(path, { body });
    const { code, details } = answer.body.error;
    expect([answer.status, code]).toEqual(refusal);
    expect(details[0].field).toBe(field);
  },
);

it('gives no advice about the value of a parameter that the operation does not accept', async () => {
  const estimate = await api.call('/valuations/str-estimate', { body: { outcode: 'XE1', bedrooms: 2 } });
  expect([estimate.status, estimate.body.error.code]).toEqual(UNKNOWN);
  expect(estimate.body.error.message).toMatch(/include_comparables, quote\.$/);
  const too_long = await api.call('/prices/market?outcode=XE1++++');
  expect(too_long.body.error.message).toMatch(/: write it as XE1\.$/);
});
