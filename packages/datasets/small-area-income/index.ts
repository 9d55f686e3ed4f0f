import { cleanText, numberOf } from '@domesday/files/values';
import { columnTable } from '@domesday/loading/columns';
import { figureEditions, NOT_DATED, newestRows } from '@domesday/loading/kinds/area-figures/editions.query';
import { FIGURE_TYPES, publishFigures } from '@domesday/loading/kinds/area-figures/publish.query';
import type { DatasetModule, Head } from '@domesday/loading/types';
import { figureOf, quoted } from '@domesday/loading/values';
import { source } from './source.ts';

/**
 * ONS model-based estimates of mean household income by MSOA of England and Wales, the sheet of total annual
 * income saved as CSV, notes above its header and below its rows: `MSOA code … Total annual income (£), Upper
 * confidence limit (£), Lower confidence limit (£)`, with thousands commas.
 */
const table = columnTable<{ as_of: string }>()({
  topic: { type: FIGURE_TYPES.topic, read: () => 'income' },
  area_code: {
    type: FIGURE_TYPES.area_code,
    from: ['MSOA code'],
    read: (text, row) => {
      const code = cleanText(text);
      if (code && /^[EW]02\d{6}$/.test(code)) return code;
      return row.skip(/^[A-Z]\d{8}$/.test(code ?? '') ? 'It is of no MSOA of England or Wales.' : undefined);
    },
  },
  area_name: { type: FIGURE_TYPES.area_name, from: ['MSOA name'], optional: true },
  dataset: { type: FIGURE_TYPES.dataset, read: () => source.id },
  as_of: { type: FIGURE_TYPES.as_of, read: (_, row) => row.file.as_of },
  total: {
    type: FIGURE_TYPES.total,
    from: ['Total annual income (£)'],
    read: (text, row) => figureOf(text, row) ?? row.refuse(`The income ${quoted(text)} is not a number.`),
  },
  figures: {
    type: FIGURE_TYPES.figures,
    read: (_, row) =>
      JSON.stringify({ lower: numberOf(row.raw('lower')), upper: numberOf(row.raw('upper')) }),
  },
  upper: { from: ['Upper confidence limit (£)'], optional: true },
  lower: { from: ['Lower confidence limit (£)'], optional: true },
});

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  staging: table.staging,
  maxFieldChars: 4000,
  maxRecordChars: 32_000,
  recognise: (head) => {
    const found = table.find('income estimates by MSOA', head);
    if ('refused' in found) return found;
    const file = { as_of: editionOf(head) };
    return table.layout({ name: 'total annual income', ...found, width: undefined, file });
  },
  joinsEditions: true,
  check: figureEditions,
  publish: (staged) => publishFigures(staged, newestRows),
};

/** The financial year from a title, `financial year ending (FYE) 2023`, or from the name of the sheet or file. */
function editionOf(head: Head): string {
  const title = /financial year ending (?:\(FYE\) )?(?:March )?(20\d\d)/i.exec(head.text)?.[1];
  return title ?? /20\d\d/.exec(`${head.name} ${head.workbook ?? ''}`)?.[0] ?? NOT_DATED;
}
