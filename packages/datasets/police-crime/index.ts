import { isRefused, namedColumns, wrongWidth } from '@domesday/files/named-columns';
import { cleanText } from '@domesday/files/values';
import type { CopyValue, DatasetModule, Head, Layout, MapOutcome, Refusal } from '@domesday/loading/types';
import { newestMonth, publishCrime } from './publish.query.ts';
import { source } from './source.ts';

/**
 * Street-level crime of data.police.uk, `<month>-<force>-street.csv` in a folder or archive for each month, by
 * column name. Positions are snapped to anonymous points, so only the small area is kept, with counts by force,
 * month and category. Rows at `No Location` bear no area: they are counted for their force and month and belong
 * to no place. Anti-social behaviour has no Crime ID. A force and month that is loaded again is replaced.
 */
const REQUIRED = {
  month: ['Month'],
  force: ['Falls within', 'Reported by'],
  area: ['LSOA code'],
  category: ['Crime type'],
};

export const dataset: DatasetModule = {
  id: source.id,
  snapshot: false,
  staging: [
    { name: 'force', type: 'text not null' },
    { name: 'month', type: 'text not null' },
    { name: 'area_code', type: 'text not null' },
    { name: 'category', type: 'text not null' },
  ],
  maxFieldChars: 4000,
  maxRecordChars: 16_000,
  recognise,
  newestRecord: newestMonth,
  publish: publishCrime,
};

function recognise(head: Head): Layout | Refusal {
  const found = namedColumns('street-level crime', head, REQUIRED);
  if (isRefused(found)) return found;
  const { at, width, dataOffset, firstLine } = found;
  const map = (fields: string[], row: CopyValue[]): MapOutcome => {
    const wrong = wrongWidth(fields, width);
    if (wrong) return wrong;
    const month = fields[at.month]!.trim();
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) return `"${month.slice(0, 20)}" is not a month.`;
    const force = cleanText(fields[at.force]);
    const category = cleanText(fields[at.category]);
    if (!force || !category) return 'The force or the type of crime is blank.';
    const area = fields[at.area]!.trim();
    row[0] = force;
    row[1] = month;
    row[2] = /^[EW]01\d{6}$/.test(area) ? area : '';
    row[3] = category;
    return null;
  };
  return { name: `${width} columns`, dataOffset, firstLine, map };
}
