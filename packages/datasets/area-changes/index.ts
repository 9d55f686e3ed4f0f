import { isRefused, namedColumns } from '@domesday/files/named-columns';
import { cleanText } from '@domesday/files/values';
import { publishRows, servedRows } from '@domesday/loading/publish-rows.query';
import type { CopyValue, DatasetModule, Head, Layout, MapOutcome, Refusal } from '@domesday/loading/types';
import { source } from './source.ts';

/**
 * The ONS best-fit look-up from LSOAs of 2011 to those of 2021 and to authorities of 2022, by column name, with
 * a byte order mark. Change U: unchanged, S: split, M: merged, X: neither. Figures published by 2011 areas
 * (crime before 2024, deprivation of 2019) find the areas of today through it.
 */
const REQUIRED = {
  lsoa_2011: ['LSOA11CD'],
  lsoa_2021: ['LSOA21CD'],
  change: ['CHGIND'],
  authority: ['LAD22CD', 'LAD23CD', 'LAD24CD'],
  authority_name: ['LAD22NM', 'LAD23NM', 'LAD24NM'],
};
const COLUMNS = [
  { name: 'lsoa_2011', type: 'text not null' },
  { name: 'lsoa_2021', type: 'text not null' },
  { name: 'change', type: 'text not null' },
  { name: 'local_authority_code', type: 'text not null' },
  { name: 'local_authority_name', type: 'text not null' },
];

export const dataset: DatasetModule = {
  id: source.id,
  snapshot: true,
  staging: COLUMNS,
  maxFieldChars: 400,
  maxRecordChars: 4000,
  recognise,
  replacedRows: (staged) => servedRows(staged, 'area_changes'),
  publish: (staged) =>
    publishRows(staged, {
      table: 'area_changes',
      key: ['lsoa_2011', 'lsoa_2021'],
      columns: COLUMNS.map((c) => c.name),
      remove: 'true',
    }),
};

function recognise(head: Head): Layout | Refusal {
  const found = namedColumns('the look-up of LSOAs', head, REQUIRED);
  if (isRefused(found)) return found;
  const { at, dataOffset, firstLine } = found;
  const order = [at.lsoa_2011, at.lsoa_2021, at.change, at.authority, at.authority_name];
  const map = (fields: string[], row: CopyValue[]): MapOutcome => {
    for (const [i, position] of order.entries()) {
      const value = cleanText(fields[position]);
      if (!value) return 'A code or name is blank.';
      row[i] = value;
    }
    return null;
  };
  return { name: '2011 to 2021', dataOffset, firstLine, map };
}
