import { newestDate } from '../../staging.query.ts';
import type { DatasetModule, FileSource } from '../../types.ts';
import { type Feed, STAGING } from './advert.ts';
import { advertChecks } from './check.query.ts';
import { publishListings } from './publish.query.ts';

/** A loader of one feed format over the table that all of them share. */
export function feedModule(
  id: Feed['source'],
  source: FileSource,
  more: Pick<DatasetModule, 'takesMapping' | 'readMapping'> = {},
): DatasetModule {
  return {
    id,
    snapshot: false,
    namesTell: true,
    staging: STAGING,
    source,
    newestRecord: ({ client, table }) => newestDate(client, table, 'coalesce(updated_on, first_listed)'),
    // Message feeds repeat an advert when it changes, so only tables must have one row for each.
    check: (staged) =>
      advertChecks(staged, { source: id, is_table: id === 'listings-csv' || id === 'listings-blm' }),
    withholds: { record: 't.id', own: `t.source = '${id}'` },
    publish: publishListings(id),
    ...more,
  };
}
