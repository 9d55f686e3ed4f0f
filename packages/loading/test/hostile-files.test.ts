import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { CODE_POINT, refusal, type Scratch, scratch } from '@domesday/testing/scratch';
import { zipOf } from '@domesday/testing/zip';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());

const refused = async (load: Promise<unknown>): Promise<string> => (await refusal(load)).message;
/** Just above the size from which compression ratios are checked. */
const ROW = CODE_POINT('XE1 1AA');
const BOMB = Buffer.alloc(66 * 1024 * 1024, ' ');
/** Long rows, so that fewer rows are read before the file is stopped. */
const ROWS = Buffer.alloc(
  66 * 1024 * 1024,
  `"XE1 1AA",10,620100,440100,"E92000001","","","","","${'x'.repeat(4000)}"\n`,
);
const ROWS_GZIPPED = gzipSync(ROWS, { level: 1 });
/** Longer than any row of a workbook. */
const LONG = ' '.repeat(17 * 1024 * 1024);
const GEOJSON = '{"type":"FeatureCollection","features":[';
/** A zip of a file that is too large to be packed by `zipOf` in little time. */
function zipOfLarge(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content, { level: 1 });
  const about = Buffer.alloc(26);
  about.writeUInt16LE(20, 0);
  about.writeUInt16LE(8, 4);
  about.writeUInt32LE(crc32(content), 10);
  about.writeUInt32LE(packed.length, 14);
  about.writeUInt32LE(content.length, 18);
  about.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), about, Buffer.from(name), packed]);
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\0'),
    about,
    Buffer.alloc(14),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from('PK\x05\x06'), end]);
}
const book = (sheet: string, strings = '<sst/>') =>
  zipOf({
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="a" r:id="x"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<R><Relationship Id="x" Target="worksheets/a.xml"/></R>',
    'xl/worksheets/a.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': strings,
  });

describe('a file that unpacks to far more than any real one', () => {
  it.each([
    ['gzip, of rows', 'code-point-open', () => ROWS_GZIPPED],
    ['zip, of rows', 'code-point-open', () => zipOfLarge('a.csv', ROWS)],
    ['gzip in a zip', 'code-point-open', () => zipOf({ 'a.gz': ROWS_GZIPPED })],
    ['gzip, of shapes', 'air-quality-areas', () => gzipSync(Buffer.concat([Buffer.from(GEOJSON), BOMB]))],
    [
      'zip, of shapes',
      'air-quality-areas',
      () => zipOfLarge('a.geojson', Buffer.concat([Buffer.from(GEOJSON), BOMB])),
    ],
    [
      'gzip, of planning applications',
      'planning-applications',
      () => gzipSync(Buffer.concat([Buffer.from('{"a":'), BOMB])),
    ],
    ['a workbook', 'code-point-open', () => book(`<row><c t="inlineStr"><is><t>${LONG}</t></is></c></row>`)],
  ])('is stopped early: %s', async (_what, dataset, bytes) => {
    const before = process.memoryUsage().rss;
    const { code, message } = await refusal(s.loadText(dataset, bytes(), { guards: { maxRatio: 50 } }));
    expect(message).toMatch(/unpacks into more than 50 times its size|more than \d+ characters/);
    if (message.includes('unpacks')) expect(code).toBe('archive');
    expect(process.memoryUsage().rss - before).toBeLessThan(700 * 1024 * 1024);
    expect(await s.rows('select from code_point_postcodes')).toEqual([]);
  });
});

describe('a workbook', () => {
  it('that repeats a cell a thousand million times ends at the edge of its sheet', async () => {
    const cell =
      '<table:table-cell table:number-columns-repeated="1000000000"><text:p>x</text:p></table:table-cell>';
    const ods = zipOf({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'content.xml': `<o xmlns:table="t" xmlns:text="x"><table:table table:name="a"><table:table-row>${cell}</table:table-row></table:table></o>`,
    });
    expect(await refused(s.loadText('code-point-open', ods))).toContain('is not code-point-open');
  });
});

describe('a damaged archive', () => {
  const row = ROW.repeat(2000);
  const broken = gzipSync(row);
  broken[broken.length - 6]! ^= 0x5a;
  it.each([
    ['gzip with a wrong sum', 'code-point-open', () => broken],
    ['gzip with a wrong sum, in a zip', 'code-point-open', () => zipOf({ 'a.gz': broken })],
    ['gzip cut short, of shapes', 'air-quality-areas', () => gzipSync(GEOJSON).subarray(0, 20)],
    [
      'gzip cut short, of applications',
      'planning-applications',
      () => gzipSync('{"records":[]}').subarray(0, 20),
    ],
    ['zip without its end', 'code-point-open', () => zipOf({ 'a.csv': row }).subarray(0, 200)],
    [
      'zip without its end, of shapes',
      'air-quality-areas',
      () => zipOf({ 'a.geojson': GEOJSON }).subarray(0, 50),
    ],
    ['zip with a path that leads out of it', 'code-point-open', () => zipOf({ '../../a.csv': row })],
  ])('is refused in a sentence: %s', async (_what, dataset, bytes) => {
    expect(await refused(s.loadText(dataset, bytes()))).toMatch(/is damaged or incomplete: .+\.$/);
  });
});

describe('if nothing can be unpacked,', () => {
  afterEach(() => vi.unstubAllEnvs());
  it.each([
    ['a zip in a zip', 'code-point-open', () => zipOf({ 'a.zip': zipOf({ 'a.csv': ROW }) })],
    ['a zip of shapes', 'air-quality-areas', () => zipOf({ 'a.geojson': `${GEOJSON}]}` })],
    ['a GeoPackage', 'air-quality-areas', () => Buffer.from(`SQLite format 3\0${' '.repeat(10_000)}`)],
  ])('%s is not called damaged, and the folder is named', async (_what, dataset, bytes) => {
    const path = await s.file(bytes());
    vi.stubEnv('TMPDIR', `${s.folder}/none`);
    await expect(s.load(dataset, [path])).rejects.toMatchObject({
      code: 'ENOENT',
      path: expect.stringContaining(`${s.folder}/none`),
      message: expect.not.stringContaining('damaged'),
    });
  });
});

it('refuses a row with a number that no column can store, and not the file', async () => {
  const header =
    'Title Number,Tenure,Property Address,District,County,Region,Postcode,Multiple Address Indicator,Price Paid,Proprietor Name (1),Company Registration No. (1),Proprietorship Category (1),Proprietor (1) Address (1),Date Proprietor Added,Additional Proprietor Indicator\n';
  const line = (title: string, price: string) =>
    `${title},Freehold,"1 MADE-UP ROW, SANDSEA (XE1 1AA)",SANDSEA,XANSHIRE,EAST,XE1 1AA,N,${price},MADE-UP LIMITED,00000001,Limited Company or Public Limited Company,"1 Made-up Row",01-02-2020,N\n`;
  const rows = line('XX1', '250000') + line('XX2', '1e-320') + line('XX3', '1.5') + line('XX4', '1e308');
  const result = await s.loadText('ccod', header + rows);
  expect(result).toMatchObject({ rows_published: 1, rows_rejected: 3 });
  const kept = await s.rows('select reason from dataset_rejects where load_id = $1', [result.load_id]);
  expect(kept.map((k) => k.reason)).toContain('price_paid cannot be "1.5".');
});

it('stores a formula as text', async () => {
  await s.loadText(
    'address-list',
    `UPRN,ADDRESS,POSTCODE\n998000000001,"=HYPERLINK(""http://x"") ROW",XE1 1AA\n`,
  );
  const [kept] = await s.rows('select address from all_address_records() where uprn = 998000000001 limit 1');
  expect(kept.address).toContain('=HYPERLINK("HTTP://X") ROW');
});
