import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';

// Every row in this file is made up.
let s: Scratch;
let mapping: string;
beforeAll(async () => {
  s = await scratch();
  mapping = join(s.folder, 'register.yaml');
  await writeFile(
    mapping,
    'local_authority_code: E06999001\ncolumns: { address: Property, licence_number: Licence, max_occupants: Occupants }\n',
  );
});
afterAll(() => s.drop());

const CERTIFICATES =
  'certificate_number,address1,postcode,current_energy_rating,lodgement_date\n0001,1 Cod Lane,XE1 1AA,C,2020-03-01\n';
const REGISTER = 'Property,Licence,Occupants\n"1 Cod Lane, XE1 1AA",L1,5\n';
const PRACTICES =
  'PracticeCode,GPPracticeName,Postcode,PracticeListSize\n10002,Cod Lane Surgery,XS1 1AA,7500\n';

it.each([
  ['epc-domestic', `${CERTIFICATES}Total,1 certificate,,,2020-03-31\n`],
  ['epc-domestic', `${CERTIFICATES}TOTALS:,All addresses,,C,2020-03-31\n`],
  ['hmo-register', `${REGISTER}Total,,5\n`],
  ['hmo-register', `${REGISTER}Total number of licences: 1,,5\n`],
  ['hmo-register', `${REGISTER}Grand total 1,1,5\n`],
  ['hmo-register', `${REGISTER}Total: 1 rows\n`],
  ['hmo-register', `${REGISTER}Total licences: 1,,\n`],
  ['hmo-register', `${REGISTER}Total properties 1\n`],
  ['hmo-register', `${REGISTER},Sub-total,5\n`],
  ['nhs-scotland', `${PRACTICES}Total,All practices,,7500\n`],
])('a total below the table of %s is not stored as a record, and the load reports it', async (id, text) => {
  const result = await s.loadText(id, text, { force: true, ...(id === 'hmo-register' ? { mapping } : {}) });
  expect([result.rows_read, result.rows_published, result.rows_rejected]).toEqual([1, 1, 0]);
  expect(result.checks.find((check) => check.name === 'left_out')?.detail).toContain('a total of others');
});

it('a record whose name begins like a total is stored', async () => {
  const text = `${REGISTER}"Total House, 2 Cod Lane, XE1 1AA",L2,4\nTotally Tropical 3 Cod Lane,L3,4\nTotal Properties House,L4,4\n`;
  expect((await s.loadText('hmo-register', text, { force: true, mapping })).rows_read).toBe(4);
});

const NOTES = [
  'Source: Cod Council',
  '"Source: Cod Council, March 2018",,',
  'Source - Cod Council, March 2018',
  ',Notes: holders are not shown,',
  '© Cod Council 2026',
  'Contains public sector information licensed under the Open Government Licence v3.0.',
  'Last updated: 1 March 2026,,',
  'Last updated 01/03/2026',
  'Printed on 1 March 2026,,',
  ',Page 1 of 3,',
  '*** End of report ***,,',
];

it('notes below a table are not stored as records, and the load reports them', async () => {
  const result = await s.loadText('hmo-register', `${REGISTER}${NOTES.join('\n')}\n`, {
    force: true,
    mapping,
  });
  expect([result.rows_read, result.rows_published, result.rows_rejected]).toEqual([1, 1, 0]);
  const left_out = result.checks.find((check) => check.name === 'left_out')?.detail;
  expect(left_out).toContain(`a note below the table. (${NOTES.length})`);
});

it('a record whose address begins like a note is stored', async () => {
  const text = `${REGISTER}"Source House, 2 Cod Lane, XE1 1AA",L2,4\nNote: flat 3,L3,4\nContains House,,\nPage House,,\nEnd of Lane 2,,\nThe Printed House 3,,\n`;
  expect((await s.loadText('hmo-register', text, { force: true, mapping })).rows_read).toBe(7);
});
