import { missingColumns } from '@domesday/files/header';
import { implausibleAmounts } from '@domesday/loading/implausible-amounts.query';
import { newestDate } from '@domesday/loading/staging.query';
import type { DatasetModule, Head, Layout, Refusal } from '@domesday/loading/types';
import { table } from './columns.ts';
import { type LettingsMapping, readMapping } from './mapping.ts';
import { publishLettings } from './publish.query.ts';
import { source } from './source.ts';

/**
 * Lettings of the operator in any CSV. A mapping file names the columns; without one they must have the names of the
 * fields. A repeated reference replaces the earlier row.
 */
export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: false,
  takesMapping: true,
  readMapping,
  maxFieldChars: 4000,
  staging: table.staging,
  recognise,
  newestRecord: ({ client, table }) => newestDate(client, table, 'coalesce(let_on, advertised_on)'),
  check: ({ client, table }) =>
    implausibleAmounts(client, {
      rows: table,
      served: 'lettings',
      rent_pcm: 'rent_pcm',
      is_whole: 'room_type is null',
    }),
  withholds: { record: 't.reference' },
  publish: publishLettings,
};

function recognise(head: Head, given: unknown): Layout | Refusal {
  const mapping = given as LettingsMapping | null;
  const { rent, ...columns } = mapping?.columns ?? {};
  const names = { ...columns, ...(rent === undefined ? {} : { rent_pcm: rent }) };
  const found = table.find('a list of lettings', head, { delimiter: mapping?.delimiter, names });
  const file = { rent_period: mapping?.rent_period };
  if ('refused' in found) return found;
  if (found.at.rent_period === -1 && !file.rent_period)
    return missingColumns('a list of lettings', ['rent_period']);
  const name = mapping ? 'mapped columns' : 'columns by their own names';
  return table.layout({ name, ...found, file, own: true });
}
