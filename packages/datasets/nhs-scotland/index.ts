import { columnTable } from '@domesday/loading/columns';
import { HEALTH_TYPES, publishHealthSites } from '@domesday/loading/kinds/health-sites.query';
import { PART_COLUMN } from '@domesday/loading/repeated.query';
import type { DatasetModule, Head, Layout, Refusal } from '@domesday/loading/types';
import { postcodeOf } from '@domesday/loading/values';
import { source } from './source.ts';

/**
 * Three files of Public Health Scotland, by column name: practice contact details, dispenser locations and
 * current hospitals. Positions come from the postcode.
 */
const tableOf = (from: { id: string[]; name: string[]; postcode: string[] }) =>
  columnTable<{ kind: string }, { id: string; name: string }>()(
    {
      dataset: { type: HEALTH_TYPES.dataset, read: () => source.id },
      id: { type: HEALTH_TYPES.id, from: from.id, read: (_, row) => row.made.id },
      kind: { type: HEALTH_TYPES.kind, read: (_, row) => row.file.kind },
      name: { type: HEALTH_TYPES.name, from: from.name, read: (_, row) => row.made.name },
      postcode: { type: HEALTH_TYPES.postcode, from: from.postcode, read: postcodeOf },
      country: { type: HEALTH_TYPES.country, read: () => 'Scotland' },
      closes_on: { type: HEALTH_TYPES.closes_on, read: () => null },
      ...PART_COLUMN,
    },
    (row) => {
      const [id, name] = [row.text('id'), row.text('name')];
      return id && name ? { id, name } : row.refuse('The row has no code or no name.');
    },
  );

const TABLES = {
  gp_practice: tableOf({ id: ['PracticeCode'], name: ['GPPracticeName'], postcode: ['Postcode'] }),
  pharmacy: tableOf({
    id: ['DispCode', 'DispenserCode'],
    name: ['DispLocationName', 'DispenserName'],
    postcode: ['DispLocationPostcode', 'DispLocationPCode', 'Postcode'],
  }),
  hospital: tableOf({
    id: ['HospitalCode', 'Location'],
    name: ['HospitalName', 'LocationName'],
    postcode: ['Postcode'],
  }),
};

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  wholeFile: { key: ['kind', 'id'] },
  staging: TABLES.hospital.staging,
  maxFieldChars: 2000,
  maxRecordChars: 16_000,
  nullRates: { postcode: 0.05 },
  recognise,
  ...publishHealthSites(source.id),
};

function recognise(head: Head): Layout | Refusal {
  let refusal: Refusal | null = null;
  for (const [kind, table] of Object.entries(TABLES)) {
    const found = table.find('a file of practices, dispensers or hospitals', head);
    if (!('refused' in found)) return table.layout({ name: kind, ...found, file: { kind } });
    if (!refusal || found.missing.length < refusal.missing.length) refusal = found;
  }
  return refusal!;
}
