import { cleanText } from '@domesday/files/values';
import { columnTable } from '@domesday/loading/columns';
import { canBe } from '@domesday/loading/days';
import { PART_COLUMN } from '@domesday/loading/repeated.query';
import type { DatasetModule } from '@domesday/loading/types';
import { quoted } from '@domesday/loading/values';
import { fallenMonths, newestMonth, publishCrime, replacedIncidents } from './publish.query.ts';
import { source } from './source.ts';

const BLANK = 'The force or the type of crime is blank.';

/**
 * Street-level crime of data.police.uk, `<month>-<force>-street.csv` in a folder or archive for each month, by column
 * name. Positions are snapped to anonymous points, so only the small area is stored, as counts by force, month and
 * category. Rows at `No Location` have no area: they count for their force and month only. Anti-social behaviour has
 * no Crime ID. A force's month that is loaded again is replaced.
 */
const table = columnTable()({
  month: {
    type: 'text not null',
    from: ['Month'],
    read: (text, row) => {
      const month = text!.trim();
      return /^\d{4}-(0[1-9]|1[0-2])$/.test(month) && canBe(`${month}-01`)
        ? month
        : row.refuse(`${quoted(month)} is not a month.`);
    },
  },
  force: {
    type: 'text not null',
    from: ['Falls within', 'Reported by'],
    read: (text, row) => cleanText(text) ?? row.refuse(BLANK),
  },
  area_code: {
    type: 'text not null',
    from: ['LSOA code'],
    read: (text) => {
      const area = text!.trim();
      return /^[EW]01\d{6}$/.test(area) ? area : '';
    },
  },
  category: {
    type: 'text not null',
    from: ['Crime type'],
    read: (text, row) => cleanText(text) ?? row.refuse(BLANK),
  },
  ...PART_COLUMN,
});

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: false,
  staging: table.staging,
  maxFieldChars: 4000,
  maxRecordChars: 16_000,
  recognise: (head) => {
    const found = table.find('street-level crime', head);
    if ('refused' in found) return found;
    return table.layout({ name: `${found.width} columns`, ...found, file: undefined });
  },
  newestRecord: newestMonth,
  replacedRows: replacedIncidents,
  check: fallenMonths,
  publish: publishCrime,
};
