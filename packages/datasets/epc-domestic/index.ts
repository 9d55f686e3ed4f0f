import { missingColumns, recordAt } from '@domesday/files/header';
import { exactWidth } from '@domesday/loading/columns';
import type { Head, Layout, Refusal, TableModule } from '@domesday/loading/types';
import { table } from './columns.ts';
import { checkGone } from './gone.query.ts';
import { publishCertificates } from './publish.query.ts';
import { source } from './source.ts';

/** All certificates are stored, including expired ones; answers use the newest by lodgement. */
export const dataset: TableModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: false,
  staging: table.staging,
  maxFieldChars: 20_000,
  maxRecordChars: 200_000,
  recognise,
  nullRates: { postcode: 0.02, uprn: 0.4, current_rating: 0.02, floor_area_sqm: 0.05, lodged_on: 0.001 },
  dateColumn: 'lodged_on',
  withholds: { record: 't.certificate_number' },
  check: checkGone,
  publish: publishCertificates,
};

function recognise(head: Head): Layout | Refusal {
  const what = 'domestic energy certificates';
  const found = table.find(what, head);
  if ('refused' in found) return found;
  const { at, columns, width, delimiter } = found;
  if (at.address === -1 && at.address1 === -1) return missingColumns(what, ['address1']);
  const scottish = columns.has('osg_reference_number') || columns.has('osg_uprn');
  const name = scottish
    ? 'Scottish register'
    : columns.has('lmk_key')
      ? 'older layout (LMK_KEY)'
      : '2026 layout (certificate_number)';
  const second = recordAt(head.text, found.dataOffset, found.firstLine, delimiter);
  const begin = second?.fields[at.certificate_number] ?? '';
  // The Scottish register has codes and titles of its columns in two rows.
  const described = second !== null && !/\d/.test(begin) && /[a-z]/i.test(begin);
  return table.layout({
    name,
    at,
    dataOffset: described ? second.end : found.dataOffset,
    firstLine: described ? second.nextLine : found.firstLine,
    delimiter,
    file: { scottish },
    fits: exactWidth(width),
  });
}
