import { inTransaction } from '@domesday/db';
import { publishing } from '@domesday/loading/rebuild.query';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rebuildAddressIndex } from './build.ts';
import { match, matchMany } from './index.ts';

/** One street name in two villages of a town and in the town itself. */
const LISTED = [
  ['12 MAIN STREET, ASHQUAX, XANBURY', 'XE1 1AA'],
  ['20 MAIN STREET, ASHQUAX, XANBURY', 'XE1 1AA'],
  ['THE OLD SCHOOL, MAIN STREET, ASHQUAX, XANBURY', 'XE1 1AA'],
  ['12 MAIN STREET, BEXQUAX, XANBURY', 'XE1 1AB'],
  ['14 MAIN STREET, BEXQUAX, XANBURY', 'XE1 1AB'],
  ['THE OLD SCHOOL, CHURCH LANE, BEXQUAX, XANBURY', 'XE1 1AB'],
  ['12 MAIN STREET, XANBURY', 'XE1 2AA'],
  ['30 MAIN STREET, XANBURY', 'XE1 2AA'],
  ['40 MAIN STREET, ASHQUAX, XANBURY', 'XE1 1AD'],
  ['50 MAIN STREET, ASHQUAX', 'XE1 1AE'],
  ['50 MAIN STREET, BEXQUAX, XANBURY', 'XE1 1AB'],
  ['60 MAIN STREET', 'XE1 1AF'],
  ['70 MAIN STREET', 'XE1 3AF'],
  ['7 BRIAR LANE, ASHQUAX, XANBURY', 'XE1 1AG'],
  ['9 BRIAR LANE, XANBURY', 'XE1 4AA'],
  ['7 FERN LANE, ASHQUAX, XANBURY', 'XE1 1AG'],
  ['9 FERN LANE, BEXQUAX, XANBURY', 'XE1 1AB'],
  ['ROSE COTTAGE, FERN LANE, ASHQUAX, XANBURY', 'XE1 1AG'],
  ['ASHQUAX PRIMARY SCHOOL, SCHOOL ROAD, ASHQUAX, XANBURY', 'XE1 1AG'],
  ['9 SCHOOL ROAD, BEXQUAX, XANBURY', 'XE1 1AB'],
  ['7 VEX LANE, ASHQUAX, XANBURY', 'XE1 1AG'],
  ['18 DELL LANE, ASHQUAX, XANBURY', 'XE1 1AG'],
  ['9 VEX LANE, XANBURY', 'XE1 1AH'],
  ['19 HOLM ROAD, XANBURY', 'XE1 4AB'],
  ['1, QUAX HOUSE, HOLM ROAD, XANBURY', 'XE1 4AC'],
  ['2, QUAX HOUSE, HOLM ROAD, XANBURY', 'XE1 4AC'],
  ['MANOR HOUSE, ELM LANE, XANBURY', 'XE1 5AA'],
  ['FLAT 3, MANOR HOUSE, ASH LANE, XANBURY', 'XE1 5AB'],
  ['FLAT 1, OAK COURT, ELM LANE, XANBURY', 'XE1 5AA'],
  ['FLAT 33, OAK COURT, ASH LANE, XANBURY', 'XE1 5AB'],
  ['FLAT 33, VEX COURT, ELM LANE, XANBURY', 'XE1 5AB'],
  ['VEX COURT, ELM LANE, XANBURY', 'XE1 5AA'],
  ['MEMORIAL HALL, DELLQUAX, XANBURY', 'XE1 6AA'],
  ['QUILLOX FARM, XANBURY', 'XE1 6AB'],
  ['12 HOLLY CLOSE, XANBURY', 'XE1 7AA'],
  ['14 HOLLY CLOSE, XANBURY', 'XE1 7AA'],
  ['12 HOLLY ROAD, XANBURY', 'XE1 7AC'],
  ['12 LIME CLOSE, ASHQUAX, XANBURY', 'XE1 7AB'],
  ['QUAXHILL HIGH SCHOOL, FIR LANE, XANBURY', 'XE1 8AA'],
  ['QUAXHILL SCHOOL, FIR LANE, XANBURY', 'XE1 8AC'],
  ['12 LIME ROAD, BEXQUAX, XANBURY', 'XE1 7AD'],
] as const;
let database: TestDatabase;

beforeAll(async () => {
  database = await emptyDatabase();
  await database.db.query(
    `insert into addresses (uprn, address, postcode, country, latitude, longitude, source)
     select 998410000000 + n, address || ', ' || postcode, postcode, 'England', 53.9, 1.5, 'address-list'
       from unnest($1::text[], $2::text[]) with ordinality listed (address, postcode, n)`,
    [LISTED.map(([address]) => address), LISTED.map(([, postcode]) => postcode)],
  );
  await inTransaction(database.db, (client) => publishing(client, () => rebuildAddressIndex(client)));
});
afterAll(() => database?.drop());

/** What `match` finds. Expects `matchMany` to find the same. */
async function found(address: string, postcode: string) {
  const query = { address, postcode };
  const one = await match(database.db, query);
  const [ofMany] = await matchMany(database.db, [query]);
  expect(ofMany).toMatchObject({ status: one.status, best: { candidate: one.best?.candidate } });
  const { best, alternatives } = one;
  const homes = [best!, ...alternatives].map(({ candidate }) => candidate.address);
  return { status: one.status, confidence: best!.confidence, homes };
}

describe('a home of a village that the query does not name', () => {
  it.each([
    ['7 Briar Lane, Xanbury', 'XE1 9ZZ', 'Briar Lane is in the town itself too'],
    ['7 Briar Lane, Xanbury', '', 'and without a postcode'],
    ['7 Fern Lane, Xanbury', 'XE1 9ZZ', 'Fern Lane is in another village too'],
    ['7 Fern Lane', 'XE1 9ZZ', 'and where the query names no place at all'],
    ['Rose Cottage, Fern Lane, Xanbury', 'XE1 9ZZ', 'a house with a name may be in either'],
    ['Rose Cottage, Fern Lane', 'XE1 9ZZ', 'and where the query names no place'],
  ])('is ambiguous for %s, %s, since %s', async (address, postcode) => {
    const { status, confidence } = await found(address, postcode);
    expect([status, confidence <= 0.5]).toEqual(['ambiguous', true]);
  });

  it('is ambiguous with confidence 0.9 without a postcode if the town itself has no street of that name', async () => {
    const { status, confidence } = await found('7 Fern Lane, Xanbury', '');
    expect([status, confidence]).toEqual(['ambiguous', 0.9]);
  });

  it.each([
    ['7 Fern Lane, Ashquax, Xanbury', 'XE1 9ZZ', 'the village is named'],
    ['7 Vex Lane', 'XE1 9ZZ', 'the list leaves out the village of the same street near by'],
    ['Ashquax Primary School, Xanbury', '', 'the name of the school says its village'],
    ['18 Dell Lane', 'XE1 9ZZ', 'the list has one such street'],
    ['7 Briar Lane, Ashquax, Xanbury', '', 'the village is named'],
    ['9 Briar Lane, Xanbury', '', 'it is the one of the town'],
  ])('matches %s, %s, since %s', async (address, postcode) => {
    expect((await found(address, postcode)).status).toBe('matched');
  });
});

describe('a query with the postcode of one village and an address in another', () => {
  it.each([
    ['20 Main Street', 'XE1 1AB', 'the postcode has Main Street, Bexquax'],
    ['20 Main Street, Xanbury', 'XE1 1AB', 'the post town is that of both villages'],
    ['20 Main Street, Bexquax, Xanbury', 'XE1 1AB', 'the list has it in another village than the one named'],
    ['70 Main Street', 'XE1 1AB', 'the list does not say where number 70 is, and it is in another sector'],
    ['20 Main Street, Xanbury', 'XE1 2AA', 'Main Street of the town is not that of the village'],
    ['30 Main Street, Xanbury', 'XE1 1AA', 'nor the other way round'],
  ])('does not match %s, %s, since %s', async (address, postcode) => {
    const { status, confidence } = await found(address, postcode);
    expect(status).not.toBe('matched');
    expect(confidence).toBeLessThanOrEqual(0.5);
  });

  it.each([
    ['12 Main Street, Ashquax, Xanbury', 'XE1 1AB', '12 MAIN STREET, ASHQUAX, XANBURY, XE1 1AA'],
    ['12 Main Street, Ashquax', 'XE1 2AA', '12 MAIN STREET, ASHQUAX, XANBURY, XE1 1AA'],
    ['50 Main Street, Ashquax, Xanbury', 'XE1 1AB', '50 MAIN STREET, ASHQUAX, XE1 1AE'],
    ['The Old School, Ashquax', 'XE1 1AB', 'THE OLD SCHOOL, MAIN STREET, ASHQUAX, XANBURY, XE1 1AA'],
  ])('lists both homes for %s, %s, since either may be meant', async (address, postcode, other) => {
    const { status, confidence, homes } = await found(address, postcode);
    expect(status).toBe('ambiguous');
    expect(confidence).toBeLessThanOrEqual(0.5);
    expect(homes.slice(0, 2)).toContain(other);
  });

  it.each([
    ['20 Main Street, Ashquax, Xanbury', 'XE1 1AB', 'the query names the village of the home'],
    ['40 Main Street, Xanbury', 'XE1 1AA', 'both postcodes are of the same village'],
    ['12 Main Street, Xanbury', 'XE1 1AB', 'the post town alone contradicts no village'],
    ['60 Main Street', 'XE1 1AB', 'the list names no other village for number 60 of the same sector'],
    ['14 Main Street, Ashquax, Xanbury', 'XE1 1AB', 'Ashquax has no number 14'],
    ['12 Main Street, Ashquax, Quorshire', 'XE1 1AA', 'no street is in Quorshire'],
  ])('matches %s, %s, since %s', async (address, postcode) => {
    expect((await found(address, postcode)).status).toBe('matched');
  });
});

describe('a house name in the query that the postcode also has', () => {
  it.each(['Quax House Holm Road, 19, Xanbury', 'Quax House, 19 Holm Road, Xanbury'])(
    'is not matched to a home elsewhere in the street: %s',
    async (address) => {
      const { status, confidence } = await found(address, 'XE1 4AC');
      expect(status).not.toBe('matched');
      expect(confidence).toBeLessThanOrEqual(0.5);
    },
  );

  it.each([
    ['19 Holm Road, Xanbury', 'XE1 4AC', 'the query names no house'],
    ['Quax House, 19 Holm Road, Xanbury', 'XE1 4AD', 'the postcode has no such house'],
  ])('does not prevent the match of %s, %s if %s', async (address, postcode) => {
    expect((await found(address, postcode)).status).toBe('matched');
  });
});

describe('a flat of a house that the query names without its street', () => {
  it.each([
    ['Flat 3, Manor House', 'the postcode has Manor House in another lane'],
    ['Flat 33, Oak Court', 'the postcode has other flats of an Oak Court in another lane'],
  ])('is ambiguous if the list has the flat in another house of that name: %s, since %s', async (address) => {
    const { status, confidence } = await found(address, 'XE1 5AA');
    expect([status, confidence <= 0.5]).toEqual(['ambiguous', true]);
  });

  it.each([
    ['Flat 3, Manor House, Ash Lane', 'XE1 5AA', 'the query names the street'],
    ['Flat 3, Manor House', 'XE1 5AD', 'the postcode has no such house'],
    ['Flat 33, Vex Court', 'XE1 5AA', 'the house of the postcode is in the same street'],
  ])('matches %s, %s, since %s', async (address, postcode) => {
    expect((await found(address, postcode)).status).toBe('matched');
  });
});

describe('a house or hall that the query gives by name alone, with the postcode of another place', () => {
  it.each([
    ['Memorial Hall, Xanbury', 'XE1 6AZ', 'each village near the town may have one'],
    ['The Memorial Hall, Xanbury', 'XE1 4AA', 'and where the postcode has other homes'],
  ])('is ambiguous for %s, %s, since %s', async (address, postcode) => {
    const { status, confidence } = await found(address, postcode);
    expect([status, confidence <= 0.5]).toEqual(['ambiguous', true]);
  });

  it.each([
    ['Memorial Hall, Dellquax, Xanbury', 'XE1 6AZ', 'its village is named'],
    ['Quillox Farm, Xanbury', 'XE1 6AZ', 'it is in the town itself'],
  ])('is matched for %s, %s, since %s', async (address, postcode) => {
    expect((await found(address, postcode)).status).toBe('matched');
  });
});

describe('a street in the postcode with the name of the query but another type', () => {
  it('is listed beside the street of the query if that street has the number nearby', async () => {
    const { status, confidence, homes } = await found('12 Holly Road, Xanbury', 'XE1 7AA');
    expect([status, confidence <= 0.5]).toEqual(['ambiguous', true]);
    expect(homes.slice(0, 2)).toEqual([
      '12 HOLLY ROAD, XANBURY, XE1 7AC',
      '12 HOLLY CLOSE, XANBURY, XE1 7AA',
    ]);
  });

  it('is listed before a street of the right type in another village', async () => {
    const { status, homes } = await found('12 Lime Road, Ashquax, Xanbury', 'XE1 7AB');
    expect([status, homes[0]]).toEqual(['ambiguous', '12 LIME CLOSE, ASHQUAX, XANBURY, XE1 7AB']);
  });

  it('is listed first, as ambiguous, if the street of the query lacks the number', async () => {
    const { status, homes } = await found('14 Holly Road, Xanbury', 'XE1 7AA');
    expect([status, homes[0]]).toEqual(['ambiguous', '14 HOLLY CLOSE, XANBURY, XE1 7AA']);
  });
});

it('puts a nearby school of exactly the given name before a school of another kind in the postcode', async () => {
  const { homes } = await found('Quaxhill School, Fir Lane, Xanbury', 'XE1 8AA');
  expect(homes[0]).toBe('QUAXHILL SCHOOL, FIR LANE, XANBURY, XE1 8AC');
});
