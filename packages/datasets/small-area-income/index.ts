import { isRefused, namedColumns } from '@domesday/files/named-columns';
import { cleanText, numberOf } from '@domesday/files/values';
import { FIGURE_STAGING, publishFigures } from '@domesday/loading/kinds/area-figures/publish.query';
import {
  type CopyValue,
  type DatasetModule,
  type Head,
  type Layout,
  type MapOutcome,
  type Refusal,
  SKIP,
} from '@domesday/loading/types';
import { source } from './source.ts';

/**
 * ONS model-based estimates of mean household income by MSOA of England and Wales, the sheet of total annual
 * income saved as CSV, notes above its header and below its rows: `MSOA code … Total annual income (£), Upper
 * confidence limit (£), Lower confidence limit (£)`, with thousands commas.
 */
const REQUIRED = { code: ['MSOA code'], income: ['Total annual income (£)'] };
const OPTIONAL = {
  name: ['MSOA name'],
  upper: ['Upper confidence limit (£)'],
  lower: ['Lower confidence limit (£)'],
};

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  staging: FIGURE_STAGING,
  maxFieldChars: 4000,
  maxRecordChars: 32_000,
  recognise,
  publish: (staged) => publishFigures(staged),
};

function recognise(head: Head): Layout | Refusal {
  const found = namedColumns('income estimates by MSOA', head, REQUIRED, OPTIONAL, { preamble: true });
  if (isRefused(found)) return found;
  const { at, dataOffset, firstLine } = found;
  const as_of = editionOf(head);

  function map(fields: string[], row: CopyValue[]): MapOutcome {
    const code = cleanText(fields[at.code]);
    if (!code || !/^[EW]02\d{6}$/.test(code)) return SKIP;
    const income = numberOf(fields[at.income]);
    if (income === null) return `The income "${fields[at.income]?.slice(0, 20)}" is not a number.`;
    const limit = (position: number) => (position === -1 ? null : numberOf(fields[position]));
    row[0] = 'income';
    row[1] = code;
    row[2] = at.name === -1 ? null : cleanText(fields[at.name]);
    row[3] = 'small-area-income';
    row[4] = as_of;
    row[5] = income;
    row[6] = JSON.stringify({ lower: limit(at.lower), upper: limit(at.upper) });
    return null;
  }
  return { name: 'total annual income', dataOffset, firstLine, map };
}

/** The financial year that the title names, `financial year ending 2023`, or the file's name does. */
function editionOf(head: Head): string {
  const title = /financial year ending (?:March )?(20\d\d)/i.exec(head.text)?.[1];
  return title ?? /20\d\d/.exec(head.name)?.[0] ?? 'not dated';
}
