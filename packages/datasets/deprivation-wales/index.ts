import { cleanText, numberOf } from '@domesday/files/values';
import { deprivationDataset, editionTable } from '@domesday/loading/kinds/deprivation';
import type { Refusal } from '@domesday/loading/types';
import { source } from './source.ts';

/**
 * The ranks of the Welsh index (WIMD), in a workbook with notes above each header: the sheet of ranks (`WIMD 2019`,
 * then the domains) and the sheet of deciles (`WIMD 2019 overall rank`, `… overall decile`). Both may be loaded
 * together.
 */
const table = editionTable(
  { dataset: source.id, level: 'small_area', code: /^W01\d{6}$/, called: 'an LSOA in Wales' },
  {
    area_code: {
      from: ['LSOA code', 'LSOA Code'],
      read: (text, row) => {
        const area = cleanText(text);
        if (!area) return row.skip();
        return /^W01\d{6}$/.test(area) ? area : row.refuse(`"${area}" is not the code of an LSOA in Wales.`);
      },
    },
    area_name: { from: ['LSOA name (Eng)', 'LSOA name', 'LSOA name (English)'], optional: true },
    rank: {
      from: ['WIMD', /^wimd_20(19|25)(_overall)?(_rank)?$/],
      read: (text, row) => {
        const rank = numberOf(text);
        if (rank !== null && Number.isInteger(rank) && rank > 0) return rank;
        return row.refuse('The rank is not a whole number: load the sheet of ranks, not of scores.');
      },
    },
    decile: { from: [/^wimd_20(19|25)_overall_decile$/], optional: true },
  },
);

const NOT_AN_EDITION: Refusal = {
  refused:
    'it does not say of which edition its ranks are: 2019 and 2025 are read. Put it into the name of the file, for instance wimd-2019-ranks.csv.',
  missing: ['WIMD 2019'],
};

export const dataset = deprivationDataset(source.id, [
  (head) => {
    const found = table.find('the ranks of WIMD', head);
    if ('refused' in found) return found;
    const above = head.text.slice(0, found.dataOffset);
    const titles = [found.header[found.at.rank]!, above, head.name, head.workbook ?? ''];
    const year = titles.map((text) => /(?:wimd|index)[^\d\n]{0,60}(20\d\d)/i.exec(text)?.[1]).find(Boolean);
    if (year !== '2019' && year !== '2025') return NOT_AN_EDITION;
    return table.layout({ name: `WIMD ${year} ranks`, ...found, file: { year: Number(year) } });
  },
]);
