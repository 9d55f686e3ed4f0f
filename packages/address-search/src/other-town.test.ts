import { inTransaction } from '@domesday/db';
import { publishing } from '@domesday/loading/rebuild.query';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rebuildAddressIndex } from './build.ts';
import { match, matchMany } from './index.ts';

/** Made-up homes: address, postcode and code of the authority. */
const LISTED = [
  ['12 OAK STREET, XANBURY', 'XE1 1AA', null],
  ['12 XANBURY ROAD, XANBURY', 'XE1 1AA', null],
  ['FLAT 3, ELM HOUSE, ELM STREET, XANBURY', 'XE1 1AA', null],
  ['ROSE COTTAGE, GREAT QUAXBY, XANBURY', 'XE1 1AB', null],
  ['QUAX PRIMARY SCHOOL, VEXTOWN', 'XE2 1AA', 'S990'],
  ['9 BIRCH STREET, LEEDS, WEST YORKSHIRE', 'XE2 1AB', null],
  ['16 MAIN STREET, ASHQUAX, XANBURY', 'XE1 1AC', null],
  ['18 MAIN STREET, BEXQUAX, XANBURY', 'XE1 1AD', null],
  ['7 VEXMORE CRESCENT, XANBURY', 'XE1 1AE', null],
  ['20 SCHOOL LANE, XANBURY', 'XE1 1AF', null],
  ['22 SCHOOL LANE, ASHQUAX, XANBURY', 'XE1 1AC', null],
  ['5 LARCH WAY', 'XE3 1AA', 'S991'],
  ['5 WILLOW WAY', 'XE4 1AA', null],
  ['14 ASH STREET, VEXTOWN', 'XE5 1AA', 'S992'],
  ['14 ASH STREET, XANBURY', 'XE5 1AB', 'S991'],
  ['FLAT 2, FIR HOUSE, FIR STREET, VEXTOWN', 'XE5 1AC', 'S992'],
  ['30 ELDER LANE, GREAT QUILLOW, VEXTOWN', 'XE5 1AD', 'S992'],
  ['32 ELDER LANE, LITTLE VEXLOW, VEXTOWN', 'XE5 1AE', 'S992'],
  ['34 ELDER LANE, BEXQUAX, XANBURY', 'XE5 1AF', 'S991'],
  ['8 ROWAN CLOSE, XANBURY', 'XE6 1AA', 'S991'],
  ['9 ROWAN CLOSE, VEXTOWN', 'XE6 1AB', 'S992'],
  ['18 HAZEL RISE, ASHQUAX, XANBURY', 'XE6 1AC', 'S991'],
  ['40 VEXLOW STREET, XANBURY', 'XE7A 1AA', null],
] as const;
/** Sales in two of the postcodes. They name the county, and a district whose name is not that of the authority. */
const SOLD = [
  ['XE6 1AA', 'OLD QUILLBOROUGH', 'WEST QUAXSHIRE', '2001-01-01'],
  ['XE6 1AA', 'QUILLBOROUGH', 'QUAXSHIRE', '2020-01-01'],
  ['XE6 1AC', 'QUILLBOROUGH', 'WEST YORKSHIRE', '2020-01-01'],
] as const;
let database: TestDatabase;

beforeAll(async () => {
  database = await emptyDatabase();
  await database.db.query(
    `insert into local_authorities (code, name, source)
     values ('S990', 'Fife', 'test'), ('S991', 'City of Larchester', 'test'),
       ('S992', 'North Quillshire', 'test')`,
  );
  await database.db.query(
    `insert into addresses (uprn, address, postcode, country, latitude, longitude, source, local_authority_code)
     select 998420000000 + n, address || ', ' || postcode, postcode, 'England', 53.9, 1.5, 'address-list', authority
       from unnest($1::text[], $2::text[], $3::text[]) with ordinality listed (address, postcode, authority, n)`,
    [0, 1, 2].map((column) => LISTED.map((home) => home[column])),
  );
  await database.db.query(
    `insert into sales (transaction_id, price, date, postcode, property_type, new_build, district, county, category, load_id)
     select gen_random_uuid(), 1, date, postcode, 'terraced', false, district, county, 'standard', 1
       from unnest($1::text[], $2::text[], $3::text[], $4::date[]) sold (postcode, district, county, date)`,
    [0, 1, 2, 3].map((column) => SOLD.map((sale) => sale[column])),
  );
  await inTransaction(database.db, (client) => publishing(client, () => rebuildAddressIndex(client)));
});
afterAll(() => database?.drop());

/** What `match` finds. Expects `matchMany` to find the same. */
async function found(address: string, postcode: string | null = null) {
  const query = { address, postcode };
  const one = await match(database.db, query);
  const [ofMany] = await matchMany(database.db, [query]);
  expect(ofMany).toMatchObject({ status: one.status, best: one.best && { candidate: one.best.candidate } });
  return { status: one.status, confidence: one.best?.confidence ?? 0 };
}

describe('without a postcode, a home in none of the places that the query names is never matched', () => {
  it.each([
    ['12 Oak Street, Kent', 'a county'],
    ['12 Oak Street, Oxford', 'a town'],
    ['12 Xanbury Road, Oxford', 'the name of the town is that of the street'],
    ['12 Xanbury Road, Kent', 'and so with a county'],
    ['Flat 3, Elm House, Elm Street, Kent', 'a flat'],
    ['Rose Cottage, Kent', 'a name'],
    ['9 Birch Street, North Yorkshire', 'another part of the county'],
    ['Quax Primary School, South Ayrshire', 'another authority'],
    ['5 Larch Way, Leeds', 'the list says no place, and the authority is another'],
    ['12 Oak Street, Xanbury, XE2', 'the district of another postcode'],
    ['12 Oak Street, Xanbury, ZZ9', 'and one of which the list has no home'],
    ['20 School Lane, Ashquax, Xanbury', 'the list has the street in the village that is named'],
  ])('%s: %s', async (address) => {
    const { status, confidence } = await found(address);
    expect(status).not.toBe('matched');
    expect(confidence).toBeLessThanOrEqual(0.5);
  });

  it('is not matched with a postcode of another part of the country that has no homes', async () => {
    expect((await found('12 Oak Street, Kent', 'ZZ9 9ZZ')).status).not.toBe('matched');
  });

  it.each([
    ['12 Oak Street, Xanbury', 'its town'],
    ['12 Oak Street Xanbury', 'without a comma'],
    ['12 Oak Street, Xanbury, XE1', 'its town, with the district of its postcode'],
    ['40 Vexlow Street, Xanbury, XE7', 'its district, of which that of its postcode is a part'],
    ['12 Oak Street, Xanbry', 'a slip'],
    ['12 Oak Street, Xanbury, Kent', 'its town, with a county that the list leaves out'],
    ['Rose Cottage, Great Quaxby', 'its village'],
    ['9 Birch Street, West Yorkshire', 'its county'],
    ['9 Birch Street, Yorkshire', 'its county without the part'],
    ['Quax Primary School, Fife', 'its authority, which the address does not say'],
    ['5 Larch Way, Larchester', 'the authority is the only place'],
    ['5 Willow Way, Xanbury', 'nothing says where the home is'],
    [
      '20 School Lane, Ashquax, Greater Vexchester, Xanbury',
      'the list has no such street in all these places',
    ],
  ])('%s is matched: %s', async (address) => {
    expect((await found(address)).status).toBe('matched');
  });
});

describe('without a postcode, the local authority of a home counts as its place, as its town does', () => {
  it.each([
    ['14 Ash Street, North Quillshire', 'XE5 1AA'],
    ['14 Ash Street, Larchester', 'XE5 1AB'],
    ['14 Ash Street, City of Larchester', 'XE5 1AB'],
    ['14 Ash Street, North Quillshire District', 'XE5 1AA'],
    ['Flat 2, Fir House, Fir Street, North Quillshire', 'XE5 1AC'],
    ['34 Elder Lane, Larchester', 'XE5 1AF'],
  ])('%s is matched in %s', async (address, postcode) => {
    const { status, best } = await match(database.db, { address, postcode: null });
    expect([status, best?.candidate.postcode]).toEqual(['matched', postcode]);
    expect(best!.candidate.address).not.toMatch(/LARCHESTER|QUILLSHIRE/);
    await found(address);
  });

  it('is not sure enough for a match if another village of the authority has the same street', async () => {
    expect(await found('30 Elder Lane, North Quillshire')).toEqual({ status: 'ambiguous', confidence: 0.9 });
  });

  it('does not match a home of another authority', async () => {
    for (const address of ['34 Elder Lane, North Quillshire', '14 Ash Street, South Quillshire'])
      expect((await found(address)).status, address).not.toBe('matched');
  });
});

describe('without a postcode and a place, a home is never matched if others may have the same address', () => {
  it.each([
    ['16 Main Street', 'the street is in another village too', 0.9],
    ['Rose Cottage', 'a name alone', 0.5],
    ['Quax Primary School', 'that of a school', 0.9],
  ] as const)('%s: %s', async (address, _why, most) => {
    const { status, confidence } = await found(address);
    expect([status, confidence <= most]).toEqual(['ambiguous', true]);
  });

  it.each(['7 Vexmore Crescent', '12 Oak Street'])(
    '%s is matched: the list has one such street',
    async (address) => {
      expect((await found(address)).status).toBe('matched');
    },
  );
});

describe('without a postcode, a home is ambiguous with confidence 0.9 if the text names only its county or district', () => {
  it.each([
    ['8 Rowan Close, Quaxshire', 'the county, by the last sale in the postcode'],
    ['8 Rowan Close, Quillborough', 'its district'],
    ['18 Hazel Rise, West Yorkshire', 'a part of a county'],
    ['18 Hazel Rise, Yorkshire', 'the county without the part'],
  ])('%s: %s', async (address) => {
    expect(await found(address)).toEqual({ status: 'ambiguous', confidence: 0.9 });
  });

  it.each([
    ['8 Rowan Close, West Quaxshire', 'the county of an earlier sale'],
    ['8 Rowan Close, Larkford, Quaxshire', 'a town that the home is not in'],
    ['8 Rowan Close, Quaxshire Heath', 'a place named after the county'],
    ['18 Hazel Rise, North Yorkshire', 'another part of the county'],
    ['9 Rowan Close, Quaxshire', 'no sale says so of this home'],
  ])('has a confidence of at most one half for %s: %s', async (address) => {
    const { status, confidence } = await found(address);
    expect(status).not.toBe('matched');
    expect(confidence).toBeLessThanOrEqual(0.5);
  });
});
