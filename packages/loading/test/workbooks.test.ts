import { type Scratch, scratch } from '@domesday/testing/scratch';
import { zipOf } from '@domesday/testing/zip';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());
beforeEach(() => s.rows('truncate dataset_loads, dataset_rejects, transport_stops cascade'));

const NAMES = ['ATCOCode', 'CommonName', 'Easting', 'Northing', 'StopType', 'Status'];

interface Made {
  name: string;
  state?: 'hidden' | 'veryHidden';
  /** The cells of its rows, as XML. */
  rows: string[][];
}

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const stored = (value: string, kind = 'n') => `<c t="${kind}"><v>${value}</v></c>`;
// Made up.
const stop = (id: string, { name = text(`Cod Lane ${id}`), easting = '630000' } = {}) => [
  id.includes('.') ? stored(id) : text(id),
  name,
  stored(easting),
  stored('450000'),
  text('BCT'),
  text('active'),
];

function xlsx(sheets: Made[]): Uint8Array {
  const parts: Record<string, string> = {
    'xl/workbook.xml': `<workbook><sheets>${sheets.map(({ name, state = 'visible' }, i) => `<sheet name="${name}" state="${state}" r:id="r${i}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets.map((_, i) => `<Relationship Id="r${i}" Target="worksheets/${i}.xml"/>`).join('')}</Relationships>`,
  };
  for (const [i, { rows }] of sheets.entries()) {
    const written = [NAMES.map(text), ...rows].map((cells) => `<row>${cells.join('')}</row>`);
    parts[`xl/worksheets/${i}.xml`] = `<worksheet><sheetData>${written.join('')}</sheetData></worksheet>`;
  }
  return zipOf(parts);
}

/** The same stop in a visible sheet and in a hidden one. */
function ods(): Uint8Array {
  const style = (name: string, shown: boolean) =>
    `<style:style style:name="${name}" style:family="table"><style:table-properties table:display="${shown}"/></style:style>`;
  const cell = (value: string) => `<table:table-cell><text:p>${value}</text:p></table:table-cell>`;
  const table = (name: string, look: string, id: string) =>
    `<table:table table:name="${name}" table:style-name="${look}">${[NAMES, [id, 'Cod Lane', '630000', '450000', 'BCT', 'active']].map((row) => `<table:table-row>${row.map(cell).join('')}</table:table-row>`).join('')}</table:table>`;
  const content = `<office:document-content><office:automatic-styles>${style('a', true)}${style('b', false)}</office:automatic-styles><office:body><office:spreadsheet>${table('Stops', 'a', '0998000001')}${table('Old', 'b', '0998000002')}</office:spreadsheet></office:body></office:document-content>`;
  return zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': content });
}

const served = () => s.rows('select id, name, easting from transport_stops order by id');

it.each<[string, Uint8Array]>([
  [
    'Excel',
    xlsx([
      { name: 'Stops', rows: [stop('0998000001')] },
      { name: 'Old', state: 'hidden', rows: [stop('0998000002')] },
    ]),
  ],
  [
    'Excel, hidden by a macro',
    xlsx([
      { name: 'Old', state: 'veryHidden', rows: [stop('0998000002')] },
      { name: 'Stops', rows: [stop('0998000001')] },
    ]),
  ],
  ['OpenDocument', ods()],
])('no row of a hidden sheet is served, and the load names the sheet: %s', async (_of, workbook) => {
  const { checks } = await s.loadText('naptan', workbook, { name: 'stops.xlsx', force: true });
  expect((await served()).map(({ id }) => id)).toEqual(['0998000001']);
  const { detail } = checks.find(({ name }) => name === 'passed_over')!;
  expect(detail).toMatch(/Old: The sheet is hidden in its workbook/);
});

it('a workbook with only a hidden table is refused with this reason', async () => {
  const workbook = xlsx([{ name: 'Stops', state: 'hidden', rows: [stop('0998000001')] }]);
  await expect(s.loadText('naptan', workbook, { name: 'stops.xlsx' })).rejects.toThrow(/sheet is hidden/);
});

it('a whole number in a workbook is read with all its digits, however the program stored it', async () => {
  const rows = [
    stop('9.98000000001E11', { easting: '630000.0' }),
    stop('998000000002.0', { easting: '6.3E5' }),
  ];
  await s.loadText('naptan', xlsx([{ name: 'Stops', rows }]), { name: 'stops.xlsx' });
  expect(await served()).toMatchObject([
    { id: '998000000001', easting: 630_000 },
    { id: '998000000002', easting: 630_000 },
  ]);
});

it.each<[string, Uint8Array | string]>([
  [
    'a workbook',
    xlsx([{ name: 'Stops', rows: [stop('0998000001'), stop('0998000002', { name: stored('#REF!', 'e') })] }]),
  ],
  [
    'its copy as CSV',
    `${NAMES}\n0998000001,Cod Lane,630000,450000,BCT,active\n0998000002,#REF!,630000,450000,BCT,active\n`,
  ],
])('the error value of a formula is never served as text: %s', async (_of, file) => {
  const { reject_reasons } = await s.loadText('naptan', file, { force: true });
  expect(reject_reasons).toEqual([{ reason: 'The stop has no name.', rows: 1 }]);
  expect((await served()).map(({ id }) => id)).toEqual(['0998000001']);
});
