import { gzipSync } from 'node:zlib';
import { refusal, type Scratch, scratch } from '@domesday/testing/scratch';
import { zipOf } from '@domesday/testing/zip';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());
beforeEach(() => s.rows('truncate dataset_loads, dataset_rejects cascade'));

// Made up.
const HEADER = 'ATCOCode,CommonName,Easting,Northing,StopType,Status\n';
const stop = (n: number) => `099800000${n},Cod Lane ${n},630000,450000,BCT,active\n`;
const TABLE = HEADER + stop(1) + stop(2);
const GEOJSON = '{"type":"FeatureCollection","features":[]}';

async function tarOf(name: string, content: string): Promise<Buffer> {
  const tar = pack();
  tar.entry({ name }, content);
  tar.finalize();
  const pieces: Buffer[] = [];
  for await (const piece of tar) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** The same archive in the first tar format, which has no format mark. */
function old(tar: Buffer): Buffer {
  const plain = Buffer.from(tar).fill(0, 257, 265);
  plain.fill(' ', 148, 156);
  const sum = plain.subarray(0, 512).reduce((all, byte) => all + byte, 0);
  plain.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return plain;
}

/** The signatures of both headers of a zip's first entry, and the offset of the flags; the method follows the flags. */
const HEADERS = [
  ['PK\x03\x04', 6],
  ['PK\x01\x02', 8],
] as const;

/** An archive whose flags say that its entries need a password. */
function lockedZip(files: Record<string, string>): Buffer {
  const zip = zipOf(files);
  for (const [mark, at] of HEADERS) zip[zip.indexOf(mark, 0, 'latin1') + at]! |= 1;
  return zip;
}

/** An archive whose first entry claims to be packed by another method. */
function packedBy(method: number, files: Record<string, string>): Buffer {
  const zip = zipOf(files);
  for (const [mark, at] of HEADERS) zip.writeUInt16LE(method, zip.indexOf(mark, 0, 'latin1') + at + 2);
  return zip;
}

describe('every row of a table is loaded and none is refused', () => {
  const more = HEADER + stop(3);
  it.each([
    ['with blank rows below it', `${TABLE}\n   \n,,,,,\n, ,,\n`, 2],
    ['with a second table after it, with its header', TABLE + more, 3],
    ['with a second table after it that begins with a byte order mark', `${TABLE}\ufeff${more}`, 3],
    ['with the sep= line of a spreadsheet program', `sep=,\r\n${TABLE}`, 2],
    ['with that line and a byte order mark', `\ufeffsep=;\n${TABLE.replaceAll(',', ';')}`, 2],
  ])('%s', async (_how, text, rows) => {
    const { checks, ...result } = await s.loadText('naptan', text, { force: true });
    expect(result).toMatchObject({ rows_published: rows, rows_rejected: 0 });
    expect(checks.map((check) => check.name)).not.toContain('left_out');
  });

  it('from a tar of the present and of the first format', async () => {
    const tar = await tarOf('stops.csv', TABLE);
    for (const [i, bytes] of [tar, old(tar), gzipSync(old(tar))].entries())
      expect(await s.loadText('naptan', bytes, { force: true, name: `${i}.tar` })).toMatchObject({
        rows_published: 2,
      });
  });

  it('and its release is that of the archive, else of the file in it', async () => {
    const zip = zipOf({ 'Stops_2026-07.csv': TABLE });
    for (const [name, release] of [
      ['extract.zip', '2026-07'],
      ['stops_2026-08.zip', '2026-08'],
    ])
      expect(await s.loadText('naptan', zip, { force: true, name: name! })).toMatchObject({ release });
  });

  it('and a refused row keeps its line number below a sep= line', async () => {
    const { load_id } = await s.loadText('naptan', `sep=,\n${TABLE}short,row\n`);
    const [row] = await s.rows('select line from dataset_rejects where load_id = $1', [load_id]);
    expect(row.line).toBe(5);
  });
});

describe('a file in a packing that is not read is refused with advice', () => {
  const bzip2 = Buffer.concat([Buffer.from('BZh91AY&SY'), Buffer.alloc(600, 7)]);
  const datasets = ['naptan', 'noise', 'planning-applications'];
  it.each(datasets)('for bzip2: %s', async (dataset) => {
    const { message, code } = await refusal(s.loadText(dataset, bzip2));
    expect([code, message]).toEqual(['refused', expect.stringMatching(/packed with bzip2.*Unpack it/)]);
  });

  it.each(['noise', 'planning-applications'])('for tar, also compressed with gzip: %s', async (dataset) => {
    const tar = await tarOf('a.geojson', GEOJSON);
    for (const bytes of [tar, old(tar), gzipSync(tar)])
      expect((await refusal(s.loadText(dataset, bytes))).message).toMatch(/packed with tar.*Unpack it/);
  });

  it.each([
    ['naptan', 'a.csv', TABLE],
    ['naptan', 'a.zip', 'inner'],
    ['noise', 'a.geojson', GEOJSON],
    ['noise', 'a.zip', 'inner'],
  ])('for a zip with a password, and is not called damaged: %s, %s', async (dataset, name, text) => {
    const { code, message } = await refusal(s.loadText(dataset, lockedZip({ [name]: text })));
    expect([code, message]).toEqual([
      'refused',
      expect.stringContaining('locked with a password. Unpack it'),
    ]);
  });

  it.each([
    ['naptan', 'a.csv', TABLE, 9, 'Deflate64'],
    ['naptan', 'a.zip', 'inner', 14, 'LZMA'],
    ['noise', 'a.geojson', GEOJSON, 9, 'Deflate64'],
    ['noise', 'a.zip', 'inner', 77, 'method 77 of ZIP'],
  ])(
    'for a zip with another compression method, and is not called damaged: %s, %s',
    async (dataset, name, text, method, called) => {
      const { code, message } = await refusal(s.loadText(dataset, packedBy(method, { [name]: text })));
      expect([code, message]).toEqual([
        'refused',
        expect.stringContaining(`packed with ${called}, which is`),
      ]);
    },
  );

  it('for an empty zip in a dataset of areas', async () => {
    expect((await refusal(s.loadText('noise', zipOf({})))).message).toContain('holds no files');
  });
});
