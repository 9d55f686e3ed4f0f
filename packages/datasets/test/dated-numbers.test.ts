import { type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';

// Every row in this file is made up.
let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());

const REGISTER = { local_authority_code: 'E06999001', columns: { address: 'Address', licence_number: 'No' } };
const PLANNING = {
  authority_code: 'E06999001',
  columns: { reference: 'Ref', description: 'About', address: 'Address', received: 'Received' },
};
/** A table of an operator's own with three addresses. */
const TABLES: Record<string, [mapping: object | null, table: (...addresses: string[]) => string]> = {
  'address-list': [
    null,
    (...a) => `UPRN,ADDRESS,POSTCODE\n${a.map((one, i) => `${i + 1},"${one}",XE1 1AA\n`).join('')}`,
  ],
  'hmo-register': [
    REGISTER,
    (...a) => `Address,No\n${a.map((one, i) => `"${one}, XE1 1AA",${i}\n`).join('')}`,
  ],
  'operator-lettings': [
    null,
    (...a) =>
      `reference,address,postcode,rent,rent_period,let_on\n${a.map((one, i) => `L${i},"${one}",XE1 1AA,900,pcm,2026-01-02\n`).join('')}`,
  ],
  'listings-csv': [
    null,
    (...a) =>
      `reference,listing_type,price,address,postcode\n${a.map((one, i) => `L${i},sale,100000,"${one}",XE1 1AA\n`).join('')}`,
  ],
  'planning-applications': [
    PLANNING,
    (...a) =>
      `Ref,About,Address,Received\n${a.map((one, i) => `A/${i},A shed,"${one}, XE1 1AA",2026-01-02\n`).join('')}`,
  ],
};

it.each(Object.entries(TABLES))(
  'a load of %s warns of addresses whose number a spreadsheet turned into a date, and of no others',
  async (id, [mapping, table]) => {
    const load = async (...addresses: string[]) => {
      const options = { force: true, skipDerived: true, ...(mapping ? { mapping: { ...mapping } } : {}) };
      const { checks } = await s.loadText(id, table(...addresses), options);
      return checks
        .filter(({ name }) => name === 'dated_numbers')
        .map(({ status, detail }) => `${status} ${detail}`);
    };
    expect(await load('2/1, 5 Cod Lane', '1-2 Ling Lane', 'Flat 3 May Court, 4 Eel Lane')).toEqual([]);
    expect(await load('02-Jan, 5 Cod Lane', 'Flat Jan-02, 6 Cod Lane', '7 Cod Lane')).toEqual([
      expect.stringMatching(/^warn The address of 2 rows has a date, such as "02-Jan"/i),
    ]);
  },
);
