import { inTransaction } from '@domesday/db';
import { publishing } from '@domesday/loading/rebuild.query';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rebuildAddressIndex } from './build.ts';
import { search } from './index.ts';

/**
 * Made-up homes. Another source lists flats 4 and 13 of Quax Court without its name, as certificates often do.
 */
const HOMES: [string, string][] = [
  ...[1, 2, 12, 14, 30].map((n) => [`${n} CHURCH STREET, XANBURY`, 'XE1 1AA'] as [string, string]),
  ...[2, 4, 12, 45].map((n) => [`${n} OAK STREET, XANBURY`, 'XE1 1AB'] as [string, string]),
  ...[12, 13, 14, 45].map((n) => [`${n} QUILL ROAD, XANBURY`, 'XE1 1AD'] as [string, string]),
  ...[1, 3, 4, 13, 30].map(
    (n) => [`FLAT ${n}, QUAX COURT, QUAXTON ESTATE, XANBURY`, 'XE1 1AE'] as [string, string],
  ),
  ['12 OAK STREET, GREAT QUAXBY, XANBURY', 'XE1 1AK'],
  ['12A MILL LANE, XANBURY', 'XE1 1AF'],
  ['11-15 VEX ROAD, XANBURY', 'XE1 1AG'],
  ['7 KESTRELWAY, XANBURY', 'XE1 1AH'],
  ['7 KESTREL CLOSE, XANBURY', 'XE1 1AJ'],
  ...Array.from(
    { length: 40 },
    (_, n) => [`${n + 1} VEXLEY WAY, XANBURY`, `XE4 ${n % 10}A${'ABDE'[n % 4]}`] as [string, string],
  ),
  ['VEXLEY SPORTS AND SOCIAL CLUB, THE OLD BREWERY, LONG ACRE LANE, XANBURY', 'XE5 1AA'],
  ['19 VEXINGTON GARDENS, GREAT QUAXBY, XANBURY', 'XE5 1AB'],
  ['FINCH HOUSE, 2 PLOVER LANE, FEN END, XANBURY', 'XE5 1AD'],
  ['4 PLOVER LANE, FEN END, XANBURY', 'XE5 1AD'],
  ['1 FIR ROAD, XANBURY', 'XE5 1AE'],
  ['77 ZEBRA PASSAGE, XANBURY', 'XE4 1AA'],
  ['77 ZEBRA PASSAGE, XANBURY', 'XE40 1AA'],
];

describe('a search as people type', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await emptyDatabase();
    await database.db.query(
      `insert into addresses (uprn, address, postcode, country, source)
       select 998200000000 + i, address || ', ' || postcode, postcode, 'England', 'address-list'
         from unnest($1::text[], $2::text[]) with ordinality as homes (address, postcode, i)`,
      [HOMES.map(([address]) => address), HOMES.map(([, postcode]) => postcode)],
    );
    for (const [variant, n] of [4, 13].entries())
      await database.db.query(
        `insert into address_records (source, uprn, variant, address, postcode, load_id)
         select 'epc-domestic', uprn, $1, $2, postcode, 1 from addresses where address like $3`,
        [variant, `FLAT ${n}, XE1 1AE`, `FLAT ${n}, QUAX%`],
      );
    await inTransaction(database.db, (client) => publishing(client, () => rebuildAddressIndex(client)));
  });
  afterAll(() => database?.drop());

  const found = async (q: string) =>
    (await search(database.db, { q, limit: 10 })).map(({ address, match_type }) => ({
      home: address.split(', XANBURY')[0]!,
      match_type,
    }));
  const homes = async (q: string) => (await found(q)).map(({ home }) => home);

  it('lists a home that begins with the typed text before homes that contain it elsewhere', async () => {
    for (const q of ['vexl', 'Vexley', 'vexley ', 'Vexley S'])
      expect((await homes(q))[0], q).toContain('VEXLEY SPORTS AND SOCIAL CLUB');
    expect((await homes('19 vex'))[0]).toMatch(/^19 VEX/);
    expect(await homes('vexley way')).toEqual(
      Array.from({ length: 10 }, () => expect.stringContaining('VEXLEY WAY')),
    );
  });

  it.each(['Vexley Sports Social Ltd', 'Mr & Mrs Vexley Sports', 'FAO Vexley Sports Accounts Department'])(
    'puts the home of the typed postcode before homes that contain a word of the recipient: %s',
    async (recipient) => {
      for (const address of ['45 Oak Street, Xanbury, XE1 1AB', 'Flat 3, Quax Court, Xanbury, XE1 1AE']) {
        const [first] = await found(`${recipient}, ${address}`);
        expect(first!.home.toLowerCase()).toContain(address.split(', Xanbury')[0]!.toLowerCase());
        expect(first!.match_type).toBe('fuzzy');
      }
    },
  );

  it('puts the home with the typed number or flat and postcode first, before homes of other postcodes', async () => {
    for (const q of ['12 xe1 1ab', '12 xe11ab', 'xe1 1ab 12', 'xe11ab, 12'])
      expect((await homes(q)).slice(0, 1), q).toEqual(['12 OAK STREET']);
    for (const q of ['flat 3 xe1 1ae', 'xe1 1ae flat 3', '3 xe1 1ae'])
      expect((await homes(q))[0], q).toBe('FLAT 3, QUAX COURT, QUAXTON ESTATE');
    for (const q of ['12 oak street xe1 1ak', '12 oak street xe11ak', 'xe11ak 12 oak street'])
      expect((await homes(q))[0], q).toBe('12 OAK STREET, GREAT QUAXBY');
    const ofPostcode = await homes('45 xe1 1aa');
    expect(ofPostcode).toHaveLength(5);
    expect(ofPostcode.every((home) => home.endsWith('CHURCH STREET'))).toBe(true);
  });

  it('keeps the home of a typed postcode and number first at every letter of the street', async () => {
    const street = 'quax court, quaxton estate';
    for (let typed = 0; typed <= street.length; typed += 1) {
      const q = `xe1 1ae flat 3 ${street.slice(0, typed)}`;
      expect((await homes(q))[0], q).toBe('FLAT 3, QUAX COURT, QUAXTON ESTATE');
    }
  });

  it('reads the last word after a postcode as the beginning of a word, even if it is one letter away from another word', async () => {
    for (const q of ['xe1 1ah 7 kestrelw', 'xe11ah, 7 kestrelw', 'xe1 1ah kestrelwa'])
      expect((await homes(q))[0], q).toBe('7 KESTRELWAY');
  });

  it('lists the homes that begin with the text after a postcode before all other homes', async () => {
    for (const q of ['xe5 1ad f', 'xe51ad fi', 'xe5 1ad, finch'])
      expect((await homes(q))[0], q).toBe('FINCH HOUSE, 2 PLOVER LANE, FEN END');
    for (const q of ['xe1 1ae f', 'xe11ae f', 'xe1 1ae fl'])
      expect((await homes(q)).slice(0, 5).sort(), q).toEqual(
        [1, 13, 3, 30, 4].map((n) => `FLAT ${n}, QUAX COURT, QUAXTON ESTATE`),
      );
  });

  it('reads a letter after a number as the letter of the house number or as the beginning of a name', async () => {
    for (const q of ['flat 3 q', 'flat 30 q']) {
      const home = `FLAT ${/\d+/.exec(q)![0]}, QUAX COURT, QUAXTON ESTATE`;
      expect((await homes(q))[0], q).toBe(home);
    }
    expect((await homes('12 q'))[0]).toBe('12 QUILL ROAD');
    expect((await homes('12 a'))[0]).toBe('12A MILL LANE');
  });

  it('does not read a flat and a number as a postcode, even if their letters and digits have that form', async () => {
    for (const q of ['g/2 12 oa', 'g2 12 oa']) expect(await homes(q), q).toContain('12 OAK STREET');
  });

  it('lists homes of the typed street, even without the typed number, before other streets that have the number', async () => {
    expect((await homes('45 church street')).slice(0, 5).every((home) => /CHURCH/.test(home))).toBe(true);
    expect((await homes('45 quax court'))[0]).toContain('QUAX COURT');
    expect((await homes('12 vex road'))[0]).toBe('11-15 VEX ROAD');
    expect((await homes('45 oak street'))[0]).toBe('45 OAK STREET');
  });

  it('reads the abbreviations of flat', async () => {
    for (const q of [
      'f3 quax court',
      'fl 3 quax court',
      'fl3, quax court',
      'ft.3 quax court',
      'f3 qu',
      'f13 qu',
    ])
      expect((await homes(q))[0], q).toBe(`FLAT ${/\d+/.exec(q)![0]}, QUAX COURT, QUAXTON ESTATE`);
  });

  it('lists homes of the requested outcode only, and none of an outcode that begins alike', async () => {
    const of = async (outcode: string, q: string) =>
      (await search(database.db, { q, outcode, limit: 10 })).map(({ postcode }) => postcode);
    for (const q of ['zebra', 'zebra passage', '77 zebra passage', '77 zebra passage xanbury'])
      for (const outcode of ['XE4', 'XE40'])
        expect([q, await of(outcode, q)]).toEqual([q, [`${outcode} 1AA`]]);
  });

  it('lists no home outside the postcode, outcode and country asked for, whatever is typed', async () => {
    const typed = ['XE1 1AA', 'xe11aa', 'XE1', 'XE1 1', 'xe', '12 church street', '12 church street xe1 1aa'];
    const count = async (q: string, within: object) =>
      (await search(database.db, { q, limit: 10, ...within })).length;
    for (const q of [...typed, 'xe1 1aa 12', '12', 'church', 'uprn 998200000001', '998200000001']) {
      for (const within of [{ outcode: 'XE2' }, { postcode: 'XE2 1AA' }, { country: 'Wales' }])
        expect(await count(q, within), `${q} ${JSON.stringify(within)}`).toBe(0);
      expect(await count(q, { outcode: 'XE2', postcode: 'XE1 1AA' }), q).toBe(0);
    }
    for (const q of [...typed, 'XE1 1A']) expect(await count(q, { outcode: 'XE1' }), q).toBeGreaterThan(0);
  });

  it('says exact or prefix only if the number, the flat and the postcode of the home are those that were typed', async () => {
    const types = async (q: string) => new Map((await found(q)).map((one) => [one.home, one.match_type]));
    expect(await types('xe1 1aa 12')).toEqual(
      new Map([
        ['12 CHURCH STREET', 'exact'],
        ...[1, 2, 14, 30].map((n) => [`${n} CHURCH STREET`, 'fuzzy'] as const),
      ]),
    );
    const begun = await types('church street 1');
    expect([1, 12, 14, 2, 30].map((n) => begun.get(`${n} CHURCH STREET`))).toEqual([
      'exact',
      'prefix',
      'prefix',
      'fuzzy',
      'fuzzy',
    ]);
    expect((await types('12 mill lane')).get('12A MILL LANE')).toBe('fuzzy');
    expect((await types('12 oak street xe1 1aa')).get('12 OAK STREET')).toBe('fuzzy');
    expect((await types('12 oak street xe1 1ab')).get('12 OAK STREET')).toBe('exact');
    const ofPostcode = await types('12 oak street, xe1 1aa');
    expect(ofPostcode.get('12 CHURCH STREET')).toBe('fuzzy');
    const inPostcode = await search(database.db, { q: 'oak', postcode: 'XE1 1AA', limit: 10 });
    expect(new Set(inPostcode.map(({ match_type }) => match_type))).toEqual(new Set(['fuzzy']));
    expect((await types('flat 2 quax court')).get('FLAT 3, QUAX COURT, QUAXTON ESTATE')).toBe('fuzzy');
  });
});
