import { delimiterOf, noRecords, sampleRecords } from '@domesday/files/header';
import { columnTable, exactWidth } from '@domesday/loading/columns';
import { areaDate } from '@domesday/loading/dates';
import { isoDay } from '@domesday/loading/days';
import { HEALTH_TYPES, publishHealthSites } from '@domesday/loading/kinds/health-sites.query';
import { PART_COLUMN } from '@domesday/loading/repeated.query';
import type { DatasetModule, Head, Layout, Refusal } from '@domesday/loading/types';
import { postcodeOf, quoted } from '@domesday/loading/values';
import { source } from './source.ts';

const WIDTH = 27;
/** Spreadsheets do not save the last column, which is blank. */
const FEWEST = WIDTH - 1;
const KINDS: [RegExp, 'gp_practice' | 'pharmacy' | 'hospital'][] = [
  [/^F[A-Z0-9]{4}$/, 'pharmacy'],
  [/^[A-HJ-NPWXY]\d{5}$/, 'gp_practice'],
  [/^[A-Z0-9]{5}$/, 'hospital'],
];

/**
 * The form of a grouping code: Y63 is a region of England, W00 is Wales. Texts of neighbouring columns are longer or
 * contain blanks.
 */
const GROUPING = /^[A-Z0-9]{0,5}$/i;

/** Positions of the columns that are read, among the 27 without a header. */
const AT = {
  id: 0,
  name: 1,
  grouping: 2,
  postcode: 9,
  opened: 10,
  closes_on: 11,
  status: 12,
  setting: 25,
} as const;

/**
 * Reports of the NHS Organisation Data Service in its 27 quoted columns without a header: `epraccur` (GP practices),
 * `edispensary` (pharmacies) and `ets` (sites of trusts, of which hospitals are loaded), identified by the form of the
 * code. A practice is active with the prescribing setting of a practice: `A` and `4` until 2025, `ACTIVE` and `RO76` in
 * the reports of Data Search and Export, where a setting may name several roles (`RO76|RO268`). Welsh rows (W00) have
 * no setting, so out-of-hours services are included; the Channel Islands are left out. Names are upper case; there are
 * no coordinates.
 */
const table = columnTable<undefined, { id: string; kind: string; name: string; wales: boolean }>()(
  {
    dataset: { type: HEALTH_TYPES.dataset, read: () => source.id },
    id: { type: HEALTH_TYPES.id, read: (_, row) => row.made.id },
    kind: { type: HEALTH_TYPES.kind, read: (_, row) => row.made.kind },
    name: { type: HEALTH_TYPES.name, read: (_, row) => titled(row.made.name) },
    postcode: { type: HEALTH_TYPES.postcode, read: postcodeOf },
    country: { type: HEALTH_TYPES.country, read: (_, row) => (row.made.wales ? 'Wales' : 'England') },
    closes_on: { type: HEALTH_TYPES.closes_on, days: { ahead: 100 * 366 }, read: (text) => areaDate(text) },
    ...PART_COLUMN,
    grouping: {},
    status: {},
    setting: {},
  },
  (row) => {
    const id = row.raw('id')!.trim();
    // Practices in the Channel Islands: ALD, GUE and JER.
    if (/^(ALD|GUE|JER)\d{3}$/.test(id)) return row.skip('The practice lies in the Channel Islands.');
    const kind = kindOf(id);
    if (!kind) return row.refuse(`${quoted(id)} is not the code of a practice, a pharmacy or a site.`);
    const name = row.text('name');
    if (!name) return row.refuse('The organisation has no name.');
    const grouping = row.raw('grouping')!.trim();
    if (postcodeOf(row.raw('postcode')) === null && postcodeOf(row.fieldAt(AT.postcode - 1)) !== null)
      return row.refuse('The postcode stands in the column before its own.');
    if (!GROUPING.test(grouping))
      return row.refuse(
        `${quoted(grouping)} is not the code of a region: the columns may stand in another order.`,
      );
    const status = row.raw('status')!.trim();
    if (hasClosed(row.raw('closes_on')!.trim()) || !/^(A|ACTIVE)?$/.test(status))
      return row.skip('The organisation is closed.');
    const wales = grouping === 'W00' || id.startsWith('W');
    if (kind === 'gp_practice' && !(wales || isPractice(row.raw('setting')!)))
      return row.skip('It prescribes, but is no practice of general practitioners.');
    if (kind === 'hospital' && !/hospital|infirmary/i.test(name))
      return row.skip('It is a site of a trust, but not a hospital by its name.');
    return { id, kind, name, wales };
  },
);

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  wholeFile: { key: ['kind', 'id'] },
  staging: table.staging,
  maxFieldChars: 1000,
  maxRecordChars: 8000,
  nullRates: { postcode: 0.02 },
  recognise,
  ...publishHealthSites(source.id),
};

function recognise(head: Head): Layout | Refusal {
  const delimiter = delimiterOf(head.text);
  const sample = sampleRecords(head.text, 20, delimiter);
  const isRow = (fields: string[]) =>
    fields.length >= FEWEST && kindOf(fields[AT.id]!) && /^(\d{8})?$/.test(fields[AT.opened]!);
  if (sample.some(isRow)) {
    return table.layout({
      name: '27 columns, no header',
      at: { ...AT, dataset: -1, kind: -1, country: -1, part: -1 },
      dataOffset: 0,
      firstLine: 1,
      delimiter,
      file: undefined,
      fits: (fields) => (fields.length === FEWEST ? null : exactWidth(WIDTH)(fields)),
    });
  }
  const layout =
    'reports of the Organisation Data Service have 27 without a header: code, name, two groupings, five lines of address, postcode, opened, closed, status and others.';
  return noRecords(head.text, [WIDTH], layout, ['organisation code', 'name', 'postcode', 'status']);
}

/**
 * Whether the closing day has passed. An organisation with a later closing day is loaded, and served until that day.
 * Text that is no day counts as closed.
 */
function hasClosed(text: string): boolean {
  const day = areaDate(text);
  return text !== '' && (day === null || day <= isoDay(new Date()));
}

function kindOf(code: string): (typeof KINDS)[number][1] | undefined {
  return KINDS.find(([pattern]) => pattern.test(code))?.[1];
}

/** Whether the prescribing setting is that of a practice: 4 until 2025, since then RO76, perhaps among other roles. */
function isPractice(setting: string): boolean {
  return setting
    .split('|')
    .map((role) => role.trim())
    .some((role) => role === '4' || role === 'RO76');
}

/** Converts upper-case names: words of more than three letters get a capital and lower case. */
function titled(name: string): string {
  if (name !== name.toUpperCase()) return name;
  return name
    .toLowerCase()
    .replace(/(^|[\s(/&-])([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replace(/\b(Nhs|Gp|Pcc|Llp|Ltd)\b/g, (word) => (word === 'Ltd' ? word : word.toUpperCase()));
}
