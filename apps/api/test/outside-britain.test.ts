import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// The directory of ONS has the postcodes of Northern Ireland and the islands of the Crown too, without position.

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  await database.db.query(
    `insert into postcodes (postcode, outcode, sector)
     select code, split_part(code, ' ', 1), left(code, -2)
       from unnest(array['BT1 9ZZ', 'IM1 9ZZ', 'GY1 9ZZ', 'JE1 9ZZ']) code`,
  );
  api = await startTestApi(database);
}, 300_000);
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const AREA_PATHS = [
  '/prices/market?',
  '/prices/comparables?',
  '/rents/long-term?',
  '/rents/lha?',
  '/location/profile?',
  '/location/schools?',
  '/planning/applications?',
  '/listings?listing_type=sale&',
];
const NOT_COVERED = { status: 404, body: { error: { code: 'not_in_jurisdiction' } } };

describe.each(['BT1', 'IM1', 'GY1', 'JE1'])('a place in %s', (outcode) => {
  it('is refused free as outside Great Britain, in whichever parameter it is given', async () => {
    const { secret } = await api.newKey({ plan: 'scale' });
    for (const path of AREA_PATHS) {
      for (const given of [
        `postcode=${outcode}+9ZZ`,
        `postcode=${outcode}+9`,
        `postcode=${outcode}`,
        `outcode=${outcode}`,
      ]) {
        const answer = await api.call(`${path}${given}`, { key: secret });
        expect(answer, `${path}${given}`).toMatchObject(NOT_COVERED);
        expect(answer.headers.get('X-Credits-Charged')).toBe('0');
      }
    }
  });

  it('is distinguished from an unknown address, by match, search and watches', async () => {
    const postcode = `${outcode} 9ZZ`;
    const place = { address: '1 Quaxley Street', postcode };
    expect(await api.call('/addresses/match', { body: place })).toMatchObject(NOT_COVERED);
    const inText = { address: `1 Quaxley Street, ${postcode}` };
    expect(await api.call('/addresses/match', { body: inText })).toMatchObject(NOT_COVERED);
    const elsewhere = { ...place, address: '1 Nowhere Street', postcode: 'ZZ9 9ZZ' };
    expect((await api.call('/addresses/match', { body: elsewhere })).body.error.code).toBe(
      'address_not_found',
    );
    const warned = async (query: string) =>
      (await api.call(`/addresses/search?q=${query}`)).body.meta.warnings.map(
        ({ code }: { code: string }) => code,
      );
    expect(await warned(encodeURIComponent(postcode))).toEqual(['not_in_jurisdiction']);
    expect(await warned(encodeURIComponent(`1 Quaxley Street ${postcode}`))).toEqual(['not_in_jurisdiction']);
    expect(await warned(`quaxley&outcode=${outcode}`)).toEqual(['not_in_jurisdiction']);
    expect(await warned('quaxley')).toEqual([]);
    const ends_on = api.clock.now().toISOString().slice(0, 10);
    const webhook_id = '00000000-0000-4000-8000-000000000000';
    for (const where of [{ postcode }, { outcode }]) {
      const watch = { ...where, webhook_id, purpose: 'a test', ends_on, events: ['planning'] };
      expect(await api.call('/watches', { body: watch }), JSON.stringify(where)).toMatchObject(NOT_COVERED);
    }
  });
});
