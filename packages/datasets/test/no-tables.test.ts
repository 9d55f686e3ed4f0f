import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registry } from '@domesday/datasets/registry';
import { CODE_POINT, refusal, type Scratch, scratch } from '@domesday/testing/scratch';
import { zipOf } from '@domesday/testing/zip';
import { afterAll, beforeAll, expect, it } from 'vitest';

// Every row in this file is made up.
let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());

const OLD_EXCEL = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
const SEVEN_ZIP = Buffer.concat([Buffer.from('377abcaf271c0004', 'hex'), Buffer.alloc(100)]);
const KINDS: Record<string, [bytes: Buffer, words: RegExp]> = {
  'register.xls': [OLD_EXCEL, /Excel.*CSV/],
  'register.pdf': [Buffer.from('%PDF-1.7\n%\xe2\xe3\n'), /PDF/],
  'register.parquet': [
    Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(50), Buffer.from('PAR1')]),
    /Parquet/,
  ],
};
/** Mappings for datasets that do not examine a file without one. */
const MAPPINGS: Record<string, Record<string, unknown>> = {
  'hmo-register': { local_authority_code: 'E06999001', columns: { address: 'Address' } },
  'planning-data': { kind: 'green-belt' },
};

it.each(Object.keys(registry))(
  '%s names the format when it refuses an old Excel workbook, a PDF or a Parquet file',
  async (id) => {
    for (const [name, [bytes, words]] of Object.entries(KINDS)) {
      const mapping = MAPPINGS[id];
      const { message, code } = await refusal(
        s.loadText(id, bytes, { name, ...(mapping ? { mapping } : {}) }),
      );
      expect([name, code, message]).toEqual([name, 'refused', expect.stringMatching(words)]);
    }
  },
);

it('names a workbook that is not read inside an archive, even if a text file is there too', async () => {
  const zip = zipOf({ 'Codepoint.xlsx': 'PK', 'readme.txt': 'About this product\n' });
  const { message } = await refusal(s.loadText('code-point-open', zip, { name: 'codepo.zip' }));
  expect(message).toContain(
    'Codepoint.xlsx: It is not read inside an archive: unpack it and load it by itself.',
  );
});

it('loads the tables of a folder or archive, and names the files that it could not read', async () => {
  const folder = join(s.folder, 'codepo');
  await mkdir(folder, { recursive: true });
  const files = { 'xe.csv': CODE_POINT('XE1 1AA'), 'old.xls': OLD_EXCEL, 'more.7z': SEVEN_ZIP };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const zip = await s.file(zipOf(files), 'codepo.zip');
  for (const place of [folder, zip]) {
    const options = { force: true, skipDerived: true };
    const { checks, rows_published } = await s.load('code-point-open', [place], options);
    expect(rows_published).toBe(1);
    const detail = checks.find(({ name }) => name === 'passed_over')?.detail;
    for (const name of ['old.xls', 'more.7z']) expect(detail).toContain(name);
  }
});

const ADVERTS = 'reference,listing_type,price,address,postcode\nA,sale,100000,1 Cod Lane,XE1 1AA\n';
const SHORT_LETS =
  'id,name,host_id,host_name,neighbourhood,latitude,longitude,room_type,price,minimum_nights,number_of_reviews,last_review,reviews_per_month,number_of_reviews_ltm,license\n5,Loft,1,Made Up,Harbour,53.95,-3.19,Entire home/apt,95,2,50,2026-02-01,2.1,20,\n';

it('refuses a feed of adverts if one of its tables cannot be read, but not because of floor plans', async () => {
  const load = (files: Record<string, string | Buffer>) =>
    s.loadText('listings-csv', zipOf(files), { name: 'feed.zip', force: true, skipDerived: true });
  const { message } = await refusal(load({ 'a.csv': ADVERTS, 'b.csv': SEVEN_ZIP }));
  expect(message).toContain('b.csv is not read');
  expect((await load({ 'a.csv': ADVERTS, 'plans.zip': zipOf({ 'a.png': 'x' }) })).rows_published).toBe(1);
});

it('names the file that was not read beside a file of short lets', async () => {
  const files = { 'listings.csv': SHORT_LETS, 'b.csv': SEVEN_ZIP };
  const name = 'madeup-2026-02-03-listings.zip';
  const options = { name, force: true, skipDerived: true };
  const { checks } = await s.loadText('airbnb-listings', zipOf(files), options);
  expect(checks.find((one) => one.name === 'passed_over')?.detail).toContain(
    'b.csv: It is packed with 7-Zip',
  );
});

it('names the files of an archive of short lets that have another layout', async () => {
  const renamed = SHORT_LETS.replace('room_type', 'kind_of_room');
  const files = {
    'a/listings.csv': renamed,
    'calendar.csv': 'listing_id,date\n5,2026-02-03\n',
    'listings.csv': SHORT_LETS,
  };
  const name = 'madeup-2026-02-03-listings.zip';
  const options = { name, force: true, skipDerived: true };
  const { checks, rows_published } = await s.loadText('airbnb-listings', zipOf(files), options);
  expect(rows_published).toBe(1);
  const warnings = checks.filter((one) => one.name === 'passed_over');
  expect(warnings).toMatchObject([
    { status: 'warn', detail: expect.stringMatching(/^2 files were not loaded\. /) },
  ]);
  for (const left of ['a/listings.csv: ', 'room_type', 'calendar.csv: '])
    expect(warnings[0]?.detail).toContain(left);
});
