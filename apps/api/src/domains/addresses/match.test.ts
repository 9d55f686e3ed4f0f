import { sandboxSamples } from '@domesday/sandbox';
import { departures, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { house, flat, block } = sandboxSamples();
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

const match = (address: string, postcode?: string) =>
  api.call('/addresses/match', { body: postcode === undefined ? { address } : { address, postcode } });

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

  it('says that a text is a UPRN, but does not mistake a long house number for one', async () => {
    for (const text of ['998000000005', 'UPRN 998 000 000 005', 'uprn no. 5'])
      expect((await match(text)).body.error).toMatchObject({
        code: 'address_not_found',
        message: expect.stringContaining('This is a UPRN, not an address.'),
      });
    expect((await match('99999', house.postcode)).body.error?.message ?? '').not.toContain('UPRN');
  });

  it('distinguishes the flats of one house, and answers an unknown flat with its building, at the confidence of the building', async () => {
    const right = await match('Apartment 2, Oxquill House, 12 Gloxby Street', flat.postcode);
    expect(right.body.match.uprn).toBe(flat.uprn);
    const unknown = await match('Flat 777, Oxquill House, 12 Gloxby Street', flat.postcode);
    expect(unknown.body.status).toBe('parent_only');
    expect(unknown.body.match.uprn).toBe(block.uprn);
    expect(unknown.body.match.confidence).toBeGreaterThan(0.9);
  });

  it('answers a block without a flat number as ambiguous, with its flats as alternatives', async () => {
    const { body } = await match('Oxquill House, 12 Gloxby Street', block.postcode);
    expect(body.status).toBe('ambiguous');
    expect(body.ambiguous).toBe(true);
    expect(body.match.uprn).toBe(block.uprn);
    expect(body.alternatives.length).toBeGreaterThan(0);
    const uprns = [body.match.uprn, ...body.alternatives.map((a: { uprn: number }) => a.uprn)];
    expect(new Set(uprns).size).toBe(uprns.length);
    for (const { uprn } of body.alternatives) expect(block.flat_uprns).toContain(uprn);
  });

  it('finds the home by its outcode if the rest of the postcode is wrong, and warns of it', async () => {
    const other = flat.postcode;
    const { status, body } = await match(house.address.split(', ').slice(0, 2).join(', '), other);
    expect(status).toBe(200);
    expect(body.match.uprn).toBe(house.uprn);
    expect(body.matched_on).toBe('postcode_prefix');
    expect(body.meta.warnings.map((w: { code: string }) => w.code)).toContain('postcode_differs');
  });

  it('corrects a digit that was misread as a letter in a postcode, and refuses a text that is no postcode', async () => {
    const { status, body } = await match('4711 Nowhere Boulevard', 'XES 9AB');
    expect([status, body.error.message]).toEqual([404, expect.stringContaining('XE5 9AB')]);
    expect((await match('9 Quaxley St', 'XESS 9AB')).status).toBe(422);
  });

  it('answers 404 without charge if no address agrees', async () => {
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

  it('shows the nearest candidates free, with the reasons against each, if the number or the street conflicts', async () => {
    for (const address of ['4711 Quaxley Street, Xanbury', '9 Brackenzed Lane, Xanbury']) {
      const { status, body, headers } = await match(address, house.postcode);
      expect(status, address).toBe(404);
      expect(headers.get('X-Credits-Charged')).toBe('0');
      for (const candidate of body.error.candidates) {
        expect(candidate.reasons.map((r: { outcome: string }) => r.outcome)).toContain('conflict');
        expect(candidate.confidence).toBeLessThan(0.5);
      }
      expect(departures(entry, 404, body)).toEqual([]);
    }
  });

  it('answers two numbers with both homes, and answers 404 for a flat of a house that has no flats', async () => {
    const both = await match('9 & 11 Quaxley Street', house.postcode);
    expect(both.body.status).toBe('ambiguous');
    const [first, second] = [both.body.match, both.body.alternatives[0]];
    expect([first.address, second.address].map((text: string) => text.split(' ')[0])).toEqual(['9', '11']);
    expect(first.confidence + second.confidence).toBeLessThanOrEqual(1);
    const flat = await match('Flat 9, Quaxley Street', house.postcode);
    expect(flat.status).toBe(404);
    expect(flat.body.error.candidates.map(({ uprn }: { uprn: string }) => uprn)).toContain(house.uprn);
  });

  it('shows as a candidate of the 404 the home with this number and street in another postcode', async () => {
    const { status, body } = await match('9 Quaxley Street', 'XX99 9XX');
    expect(status).toBe(404);
    expect(body.error.candidates[0].uprn).toBe(house.uprn);
  });

  it('needs no postcode: reads it from the text or searches by the address alone, and says which it did', async () => {
    const inText = await match(`9 Quaxley Street, ${house.postcode}`);
    expect(inText.body).toMatchObject({ status: 'matched', matched_on: 'full_postcode' });
    const alone = await match(house.address.replace(`, ${house.postcode}`, ''));
    expect(alone.body).toMatchObject({ matched_on: 'address', postcode_corrected: null });
    expect(alone.body.match.uprn).toBe(house.uprn);
    expect(alone.body.normalised_input.postcode).toBeNull();
  });

  it('never reports a home as matched if it lies in none of the places that the text names', async () => {
    const [street] = house.address.split(', ');
    for (const place of ['Kent', 'Oxford', 'Leeds, West Yorkshire']) {
      const { status, body } = await match(`${street}, ${place}`);
      expect(status === 404 || body.status === 'ambiguous', place).toBe(true);
      if (status === 200) expect(body.match.confidence).toBeLessThanOrEqual(0.5);
    }
  });

  it('finds the home if one character of the postcode is wrong, corrects it, and does not raise the confidence', async () => {
    const right = await match(house.address, house.postcode);
    const [outcode, incode] = house.postcode.split(' ') as [string, string];
    const wrong = [
      `${outcode.slice(0, -1)}${(Number(outcode.at(-1)) + 5) % 10} ${incode}`,
      `${outcode} ${incode.slice(0, 2)}Z`,
    ];
    for (const postcode of wrong) {
      const { status, body } = await match(house.address.replace(`, ${house.postcode}`, ''), postcode);
      expect(status, postcode).toBe(200);
      expect(body.match.uprn).toBe(house.uprn);
      expect(body.postcode_corrected).toBe(house.postcode);
      expect(body.match.confidence).toBeLessThanOrEqual(right.body.match.confidence);
    }
  });

  it('ignores the recipient in front of an address', async () => {
    for (const recipient of ['c/o The Occupier', 'Zephyrquill Holdings Ltd', 'FAO Accounts Department']) {
      const { body } = await match(`${recipient}, ${house.address}`, house.postcode);
      expect(body.status, recipient).toBe('matched');
      expect(body.match.uprn).toBe(house.uprn);
    }
  });

  it('gives reasons for each alternative, and says whether the query or the record lacks a part', async () => {
    const { body } = await match('Oxquill House, 12 Gloxby Street', block.postcode);
    expect(body.alternatives.length).toBeGreaterThan(1);
    for (const { reasons } of body.alternatives)
      expect(reasons).toContainEqual({ field: 'unit', outcome: 'missing_in_query' });
  });

  it('says that a spreadsheet turned a number into a date, whether a home was found or not', async () => {
    const dated = await match('Jan-02, Oxquill House, 12 Gloxby Street', flat.postcode);
    expect([dated.status, dated.body.status]).toEqual([200, 'ambiguous']);
    expect(dated.body.meta.warnings).toContainEqual(
      expect.objectContaining({ code: 'number_is_date', field: 'address' }),
    );
    const refused = await match('Jan-02, Nowhere Walk', house.postcode);
    expect(refused.status).toBe(404);
    expect(refused.body.error.details.map(({ issue }: { issue: string }) => issue)).toContainEqual(
      expect.stringContaining('spreadsheet'),
    );
    const plain = await match('Oxquill House, 12 Gloxby Street', flat.postcode);
    expect(plain.body.meta.warnings ?? []).not.toContainEqual(
      expect.objectContaining({ code: 'number_is_date' }),
    );
  });

  it('refuses an address of a forces post office and says so', async () => {
    for (const [address, postcode] of [
      [`${house.address}, BFPO 12`, house.postcode],
      [house.address, 'BF1 2AA'],
    ] as const) {
      const { status, body } = await match(address, postcode);
      expect(status).toBe(404);
      expect(body.error.details).toContainEqual({ field: 'address', issue: expect.stringContaining('BFPO') });
    }
  });

  it('names the field postcode when it refuses a text that is no postcode', async () => {
    const { status, body } = await match('9 Quaxley Street', 'NONSENSE');
    expect(status).toBe(422);
    expect(body.error.details[0].field).toBe('postcode');
  });
});
