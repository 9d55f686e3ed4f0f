import { sandboxSamples } from '@domesday/sandbox';
import { departures, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { house, flat, block } = sandboxSamples();
const entry = operationTable.find((o) => o.id === 'addresses.search')!;
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

const find = (q: string, more = '') => api.call(`/addresses/search?q=${encodeURIComponent(q)}${more}`);
const first = async (q: string) => (await find(q)).body.results[0]?.uprn;

describe('addresses.search', () => {
  it('puts a home first if its full address is typed, whatever the case and the commas', async () => {
    for (const home of [house, flat]) {
      expect(await first(home.address)).toBe(home.uprn);
      expect(await first(home.address.toLowerCase().replaceAll(',', ''))).toBe(home.uprn);
    }
    const { body } = await find(house.address);
    expect(body.results[0]).toMatchObject({
      address: house.address,
      postcode: house.postcode,
      country: 'England',
      score: 1,
    });
    expect(departures(entry, 200, body)).toEqual([]);
  });

  it('finds a home by its UPRN, with or without the word UPRN, only within the requested country and outcode', async () => {
    const found = async (q: string, more = '') => {
      const { body } = await find(q, more);
      expect(departures(entry, 200, body)).toEqual([]);
      return body.results.map(({ uprn, score }: { uprn: number; score: number }) => [uprn, score]);
    };
    const spaced = String(house.uprn)
      .replace(/(?=(?:\d{3})+$)/g, ' ')
      .trim();
    for (const q of [
      `UPRN ${house.uprn}`,
      `uprn: ${spaced}`,
      `UPRN${house.uprn}`,
      `UPRN no. ${house.uprn}`,
      String(house.uprn),
    ])
      expect(await found(q), q).toEqual([[house.uprn, 1]]);
    expect(await found(`UPRN ${house.uprn}`, '&country=Wales')).toEqual([]);
    expect(await found(`UPRN ${house.uprn}`, '&outcode=XE9')).toEqual([]);
    expect(await found('UPRN 1')).toEqual([]);
  });

  it('finds a home by its number and half of the street, by its parts in another order, and in spite of a typing error', async () => {
    for (const q of [
      '9 quaxl',
      'quaxley street 9',
      'xanbury quaxley street 9',
      '9 quaxely st',
      '9 quaxleyy street',
    ]) {
      const { body } = await find(q);
      expect(
        body.results.map((r: { uprn: number }) => r.uprn),
        q,
      ).toContain(house.uprn);
    }
  });

  it('is free and says what to type if the text names nothing yet, and costs a credit if nothing is found', async () => {
    for (const q of ['flat', 'and', 'unit', '  Flat ']) {
      const { body, headers } = await api.call(`/addresses/search?q=${encodeURIComponent(q)}`, {
        key: api.liveKey,
      });
      expect([body.results, body.meta.warnings[0]?.code, headers.get('x-credits-charged')], q).toEqual([
        [],
        'names_nothing',
        '0',
      ]);
    }
    const { body, headers } = await api.call('/addresses/search?q=zzyzx', { key: api.liveKey });
    expect([body.results, body.meta.warnings, headers.get('x-credits-charged')]).toEqual([[], [], '1']);
  });

  it('reads f3 as flat 3, also when it is the whole text', async () => {
    const of = async (q: string) => (await find(q)).body.results.map((r: { uprn: number }) => r.uprn);
    expect(await of('f3')).toEqual(await of('flat 3'));
    expect((await of('f3')).length).toBeGreaterThan(0);
  });

  it('keeps the home first at every letter of the next word, even if the home does not have that word', async () => {
    for (const typed of ['x', 'xa', 'xan', 'xanbury', 'zq', 'zquibble']) {
      const { body } = await find(`9 quaxley street, ${typed}`);
      expect(body.results[0]?.uprn, typed).toBe(house.uprn);
    }
  });

  it('lists a complete postcode in order of house number, and completes a partial postcode', async () => {
    const { body } = await find(house.postcode.toLowerCase().replace(' ', ''), '&limit=50');
    const numbers = body.results
      .filter((r: { postcode: string }) => r.postcode === house.postcode)
      .map((r: { address: string }) => Number.parseInt(r.address, 10))
      .filter((n: number) => !Number.isNaN(n));
    expect(numbers.length).toBeGreaterThan(3);
    expect(numbers).toEqual([...numbers].sort((a: number, b: number) => a - b));
    expect(body.results.every((r: { postcode: string }) => r.postcode === house.postcode)).toBe(true);
    const part = await find(house.postcode.slice(0, -1));
    expect(part.body.count).toBe(10);
    expect(
      part.body.results.every((r: { postcode: string }) =>
        r.postcode.startsWith(house.postcode.slice(0, -1)),
      ),
    ).toBe(true);
    const outcode = house.postcode.split(' ')[0]!;
    const whole = await find(outcode.toLowerCase());
    expect(whole.body.count).toBe(10);
    expect(whole.body.results.every((r: { postcode: string }) => r.postcode.startsWith(`${outcode} `))).toBe(
      true,
    );
  });

  it('finds the home that the words describe, even if the postcode beside them is wrong', async () => {
    for (const postcode of [flat.postcode, 'XE1 9ZZ', 'XX9 9XX']) {
      const { body } = await find(`9 quaxley street, xanbury, ${postcode}`);
      expect(
        body.results.map((r: { uprn: number }) => r.uprn),
        postcode,
      ).toContain(house.uprn);
    }
  });

  it('finds something for every beginning of a word, and for a single word with a typing error', async () => {
    for (const q of ['qua', 'quax', 'quaxely', 'xanb', '9 quax', 'street']) {
      expect((await find(q)).body.count, q).toBeGreaterThan(0);
    }
  });

  it('ranks the requested flat before its neighbours', async () => {
    expect(await first('flat 2 oxquill house')).toBe(flat.uprn);
    expect(await first(`flat 2, 12 gloxby street ${block.postcode}`)).toBe(flat.uprn);
  });

  it('returns 50 results for a larger limit, and warns of it', async () => {
    const { body } = await find('street', '&limit=500&min_score=0');
    expect(body.count).toBe(50);
    expect(body.meta.warnings.map((w: { code: string }) => w.code)).toContain('limit_capped');
  });

  it('returns only homes in the requested postcode, outcode and country', async () => {
    const inWales = await find('street', '&country=Wales&min_score=0');
    expect(inWales.body.results.every((r: { country: string }) => r.country === 'Wales')).toBe(true);
    expect((await find('street', '&outcode=X1%201')).status).toBe(422);
    const outcode = await find('street', '&outcode=xe1&min_score=0');
    expect(outcode.body.count).toBeGreaterThan(0);
    expect(outcode.body.results.every((r: { postcode: string }) => r.postcode.startsWith('XE1 '))).toBe(true);
    expect(
      (await find('9 quaxley', `&postcode=${house.postcode.replace(' ', '')}`)).body.results[0].uprn,
    ).toBe(house.uprn);
  });

  it('answers with an empty list if nothing is found, and with 422 if the text is too short', async () => {
    const none = await find('zzzyyyxxx wwwvvv');
    expect(none.status).toBe(200);
    expect(none.body).toMatchObject({ results: [], count: 0 });
    expect((await find('a')).status).toBe(422);
    expect((await find('  a ')).status).toBe(422);
    expect((await find('9 quaxley', '&postcode=NOTONE')).body.error.details[0].field).toBe('postcode');
  });

  it('answers unusual texts, and refuses those without a letter or digit', async () => {
    for (const q of ["o'brien's", '12345678901234567890', 'é ü ŷ', 'flat flat flat', '1/2 1/2'])
      expect((await find(q)).status, q).toBe(200);
    for (const q of ['%%', "'':*&|!", '\\\\', '((((', '--']) expect((await find(q)).status, q).toBe(422);
  });
});
