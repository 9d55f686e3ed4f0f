import { idOf } from '@domesday/files/values';
import { columnTable } from '@domesday/loading/columns';
import { PART_COLUMN } from '@domesday/loading/repeated.query';
import { newestDate } from '@domesday/loading/staging.query';
import type { DatasetModule } from '@domesday/loading/types';
import { dateOf, quoted } from '@domesday/loading/values';
import { publishReviews } from './publish.query.ts';
import { source } from './source.ts';

/**
 * Inside Airbnb's reviews of a city, from the summary file (listing and day) or the detailed one. Names of reviewers
 * and texts are not loaded. A file holds every review of its listings, so it replaces the stored ones.
 */
const table = columnTable()({
  listing_id: {
    type: 'bigint not null',
    from: ['listing_id'],
    read: (text, row) => idOf(text) ?? row.refuse(`${quoted(text)} is not the id of a listing.`),
  },
  day: {
    type: 'date not null',
    from: ['date'],
    read: (text, row) => dateOf(text) ?? row.refuse(`${quoted(text)} is not a day.`),
  },
  ...PART_COLUMN,
});

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  comparedWhole: true,
  keyless: true,
  maxFieldChars: 64 * 1024,
  maxRecordChars: 128 * 1024,
  staging: table.staging,
  recognise: (head) => {
    const found = table.find('reviews of Inside Airbnb', head);
    if ('refused' in found) return found;
    return table.layout({ name: 'reviews by listing and day', ...found, file: undefined });
  },
  newestRecord: ({ client, table }) => newestDate(client, table, 'day'),
  publish: publishReviews,
};
