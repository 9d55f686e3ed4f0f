import { cleanText } from '@domesday/files/values';
import { columnTable, type RowReader } from '@domesday/loading/columns';
import { publishRows, servedRows } from '@domesday/loading/publish-rows.query';
import { PART_COLUMN } from '@domesday/loading/repeated.query';
import type { DatasetModule } from '@domesday/loading/types';
import { source } from './source.ts';

const needed = (text: string | undefined, row: Pick<RowReader<never, undefined, undefined>, 'refuse'>) =>
  cleanText(text) ?? row.refuse('A code or name is blank.');

/**
 * The ONS best-fit look-up from LSOAs of 2011 to those of 2021 and to authorities of 2022, by column name, with a byte
 * order mark. Change U: unchanged, S: split, M: merged, X: irregular. Figures published for 2011 areas (crime before
 * 2024, deprivation of 2019) are converted to current areas with it.
 */
const table = columnTable()({
  lsoa_2011: { type: 'text not null', from: ['LSOA11CD'], read: needed },
  lsoa_2021: { type: 'text not null', from: ['LSOA21CD'], read: needed },
  change: { type: 'text not null', from: ['CHGIND'], read: needed },
  local_authority_code: { type: 'text not null', from: ['LAD22CD', 'LAD23CD', 'LAD24CD'], read: needed },
  local_authority_name: { type: 'text not null', from: ['LAD22NM', 'LAD23NM', 'LAD24NM'], read: needed },
  ...PART_COLUMN,
});

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  wholeFile: { key: ['lsoa_2011', 'lsoa_2021'] },
  staging: table.staging,
  maxFieldChars: 400,
  maxRecordChars: 4000,
  recognise: (head) => {
    const found = table.find('the look-up of LSOAs', head);
    if ('refused' in found) return found;
    return table.layout({ name: '2011 to 2021', ...found, width: undefined, file: undefined });
  },
  replacedRows: (staged) => servedRows(staged, 'area_changes'),
  publish: (staged) =>
    publishRows(staged, {
      table: 'area_changes',
      key: ['lsoa_2011', 'lsoa_2021'],
      columns: table.served,
      remove: 'true',
    }),
};
