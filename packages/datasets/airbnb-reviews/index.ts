import { isRefused, namedColumns, wrongWidth } from '@domesday/files/named-columns';
import { idOf, isoDate } from '@domesday/files/values';
import { newestDate } from '@domesday/loading/staging.query';
import type { CopyValue, DatasetModule, Head, Layout, MapOutcome, Refusal } from '@domesday/loading/types';
import { publishReviews } from './publish.query.ts';
import { source } from './source.ts';

/**
 * Inside Airbnb's reviews of a city, the summary file (listing and day) and the detailed one alike. What reviewers
 * are called and what they write is not loaded. A file holds every review of its listings, so it takes their place.
 */
export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  maxFieldChars: 64 * 1024,
  maxRecordChars: 128 * 1024,
  staging: [
    { name: 'listing_id', type: 'bigint not null' },
    { name: 'day', type: 'date not null' },
  ],
  recognise,
  newestRecord: ({ client, table }) => newestDate(client, table, 'day'),
  publish: publishReviews,
};

function recognise(head: Head): Layout | Refusal {
  const found = namedColumns('reviews of Inside Airbnb', head, {
    listing_id: ['listing_id'],
    date: ['date'],
  });
  if (isRefused(found)) return found;
  const { at, width, dataOffset, firstLine } = found;

  function map(fields: string[], row: CopyValue[]): MapOutcome {
    const wrong = wrongWidth(fields, width);
    if (wrong) return wrong;
    const id = idOf(fields[at.listing_id]);
    if (id === null) return `"${fields[at.listing_id]!.slice(0, 40)}" is not the id of a listing.`;
    const day = isoDate(fields[at.date]!.trim());
    if (day === null) return `"${fields[at.date]!.slice(0, 40)}" is not a day.`;
    row[0] = id;
    row[1] = day;
    return null;
  }
  return { name: 'reviews by listing and day', dataOffset, firstLine, map };
}
