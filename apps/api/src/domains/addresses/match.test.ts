import { sandboxFacts } from '@domesday/sandbox';
import { departures, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { house, flat, block } = sandboxFacts();
const entry = operationTable.find((o) => o.id === 'addresses.match')!;
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

const match = (address: string, postcode: string) =>
  api.call('/addresses/match', { body: { address, postcode } });

describe('addresses.match', () => {
  it('resolves a full address however its postcode is written', async () => {
    for (const postcode of [
      house.postcode,
      house.postcode.toLowerCase(),
      house.postcode.replace(' ', '-'),
      house.postcode.replace(' ', ''),
    ]) {
      const { status, body } = await match('9 Quaxley St', postcode);
      expect(status).toBe(200);
      expect(body).toMatchObject({ status: 'matched', matched_on: 'full_postcode', ambiguous: false });
      expect(body.match.uprn).toBe(house.uprn);
      expect(body.match.confidence).toBeGreaterThan(0.9);
      expect(departures(entry, 200, body)).toEqual([]);
    }
  });

  it('tells flats of one house apart and never gives a flat that conflicts', async () => {
    const right = await match('Apartment 2, Oxquill House, 12 Gloxby Street', flat.postcode);
    expect(right.body.match.uprn).toBe(flat.uprn);
    const unknown = await match('Flat 777, Oxquill House, 12 Gloxby Street', flat.postcode);
    if (unknown.status === 200) {
      expect(unknown.body.status).toBe('parent_only');
      expect(unknown.body.match.uprn).toBe(block.uprn);
      expect(unknown.body.match.confidence).toBeLessThanOrEqual(0.5);
    } else expect(unknown.status).toBe(404);
  });

  it('answers a block without a flat number as ambiguous, with flats among the alternatives', async () => {
    const { body } = await match('Oxquill House, 12 Gloxby Street', block.postcode);
    expect(body.status).toBe('ambiguous');
    expect(body.ambiguous).toBe(true);
    expect(body.match.uprn).toBe(block.uprn);
    expect(body.alternatives.length).toBeGreaterThan(0);
    const uprns = [body.match.uprn, ...body.alternatives.map((a: { uprn: number }) => a.uprn)];
    expect(new Set(uprns).size).toBe(uprns.length);
    for (const { uprn } of body.alternatives) expect(block.flat_uprns).toContain(uprn);
  });

  it('finds the home by the first half of the postcode where the second is wrong, and says so', async () => {
    const other = flat.postcode;
    const { status, body } = await match(house.address.split(', ').slice(0, 2).join(', '), other);
    expect(status).toBe(200);
    expect(body.match.uprn).toBe(house.uprn);
    expect(body.matched_on).toBe('postcode_prefix');
    expect(body.meta.warnings.map((w: { code: string }) => w.code)).toContain('postcode_differs');
  });

  it('answers 404 without charge where nothing agrees', async () => {
    const { secret } = await api.newKey();
    const answer = await api.call('/addresses/match', {
      key: secret,
      body: { address: '4711 Nowhere Boulevard', postcode: house.postcode },
    });
    expect(answer.status).toBe(404);
    expect(answer.body.error.code).toBe('address_not_found');
    expect(answer.headers.get('X-Credits-Charged')).toBe('0');
    expect((await match('9 Quaxley Street', 'XX99 9XX')).status).toBe(404);
  });

  it('refuses what is no postcode with the field named', async () => {
    const { status, body } = await match('9 Quaxley Street', 'NONSENSE');
    expect(status).toBe(422);
    expect(body.error.details[0].field).toBe('postcode');
  });
});
