import { createCsvParser } from '@domesday/files/csv';
import { decode } from '@domesday/files/decode';
import { isRefused, namedColumns, wrongWidth } from '@domesday/files/named-columns';
import { entriesOf } from '@domesday/files/unpack';
import { cleanText, idOf, isoDate, numberOf } from '@domesday/files/values';
import { onGrid, toGrid } from '@domesday/geography/grid';
import { newestDate } from '@domesday/loading/staging.query';
import {
  type CopyValue,
  type DatasetModule,
  type FetchedFile,
  type Head,
  LoadError,
  type SourceItem,
} from '@domesday/loading/types';
import { bedroomsInName, bookedNights, kindOf } from './model.ts';
import { publishShortLets } from './publish.query.ts';
import { source } from './source.ts';

const REQUIRED = {
  id: ['id'],
  latitude: ['latitude'],
  longitude: ['longitude'],
  room_type: ['room_type'],
  price: ['price'],
  minimum_nights: ['minimum_nights'],
  reviews: ['number_of_reviews'],
};
/** Names of hosts, their ids and pictures are not among them and are not loaded. */
const OPTIONAL = {
  name: ['name'],
  neighbourhood: ['neighbourhood_cleansed', 'neighbourhood'],
  seen_on: ['last_scraped'],
  property_type: ['property_type'],
  last_review: ['last_review'],
  reviews_per_month: ['reviews_per_month'],
  reviews_12m: ['number_of_reviews_ltm'],
  availability: ['availability_365'],
  bedrooms: ['bedrooms'],
  bathrooms: ['bathrooms'],
  bathrooms_text: ['bathrooms_text'],
  guests: ['accommodates'],
  licence: ['license'],
};
const TYPES: Record<string, string> = {
  'entire home/apt': 'entire_home',
  'private room': 'private_room',
  'shared room': 'shared_room',
  'hotel room': 'hotel_room',
};
const HIGHEST_PRICE = 100_000;
const HEAD_CHARS = 64 * 1024;

/**
 * Inside Airbnb's listings of a city, the summary file and the detailed one alike. Neither names its city, and
 * the summary file no day: both are told by the name or address of the file (edinburgh-2021-12-18-listings.csv,
 * …/edinburgh/2021-12-18/…). Prices are in the currency of the place, whatever sign they bear; 0 is no price.
 */
export const dataset: DatasetModule = {
  id: source.id,
  snapshot: true,
  namesTell: true,
  staging: [
    { name: 'id', type: 'bigint not null' },
    { name: 'file', type: 'text not null' },
    { name: 'city', type: 'text' },
    { name: 'seen_on', type: 'date' },
    { name: 'name', type: 'text' },
    { name: 'neighbourhood', type: 'text' },
    { name: 'listing_type', type: 'text not null' },
    { name: 'property_kind', type: 'text' },
    { name: 'price_pn', type: 'double precision' },
    { name: 'minimum_nights', type: 'integer not null' },
    { name: 'reviews', type: 'integer not null' },
    { name: 'reviews_12m', type: 'integer not null' },
    { name: 'nights_12m', type: 'double precision not null' },
    { name: 'last_review', type: 'date' },
    { name: 'availability_365', type: 'integer' },
    { name: 'bedrooms', type: 'smallint' },
    { name: 'bedrooms_source', type: 'text' },
    { name: 'bathrooms', type: 'double precision' },
    { name: 'guests', type: 'smallint' },
    { name: 'licence', type: 'text' },
    { name: 'latitude', type: 'double precision not null' },
    { name: 'longitude', type: 'double precision not null' },
    { name: 'easting', type: 'double precision not null' },
    { name: 'northing', type: 'double precision not null' },
  ],
  recognise: () => ({ refused: 'it is read whole.', missing: [] }),
  source: { rows: readListings },
  newestRecord: ({ client, table }) => newestDate(client, table, 'greatest(seen_on, last_review)'),
  publish: publishShortLets,
};

async function* readListings(
  file: FetchedFile,
  context: Parameters<NonNullable<DatasetModule['source']>['rows']>[1],
): AsyncGenerator<SourceItem> {
  let refusal: string | null = null;
  let read = 0;
  for await (const entry of entriesOf(file, context)) {
    const pieces = decode(entry.bytes, 'windows-1252');
    let begin = '';
    while (begin.length < HEAD_CHARS) {
      const next = await pieces.next();
      if (next.done) break;
      begin += next.value.text;
    }
    const layout = layoutOf({ name: entry.name, text: begin }, file);
    if ('refused' in layout) {
      refusal ??= layout.refused;
      await pieces.return(undefined);
      continue;
    }
    read++;
    const items: SourceItem[] = [];
    const parser = createCsvParser({
      firstLine: layout.firstLine,
      maxFieldChars: 64 * 1024,
      onRecord: (fields, line) => {
        const row: CopyValue[] = [];
        const reason = layout.map(fields, row);
        items.push(
          reason === null ? { row } : { reject: { line, reason, raw: fields.join(',') }, file: entry.name },
        );
      },
      onReject: (line, reason, raw) => items.push({ reject: { line, reason, raw }, file: entry.name }),
    });
    parser.write(begin.slice(layout.dataOffset));
    yield* items.splice(0);
    for await (const piece of pieces) {
      parser.write(piece.text);
      yield* items.splice(0);
    }
    parser.end();
    yield* items;
  }
  if (read === 0) {
    throw new LoadError('refused', `${file.name} is not airbnb-listings: ${refusal ?? 'it holds no rows.'}`);
  }
}

function layoutOf(head: Head, file: FetchedFile) {
  const found = namedColumns('listings of Inside Airbnb', head, REQUIRED, OPTIONAL);
  if (isRefused(found)) return found;
  const { at, width } = found;
  const visit = visitOf(file.uri, head.name);

  function map(fields: string[], row: CopyValue[]): string | null {
    const wrong = wrongWidth(fields, width);
    if (wrong) return wrong;
    const text = (field: keyof typeof at) => cleanText(fields[at[field]]?.replaceAll('\0', ''));
    const number = (field: keyof typeof at) => numberOf(text(field) ?? undefined);
    const id = idOf(text('id') ?? undefined);
    if (id === null) return `"${(text('id') ?? '').slice(0, 40)}" is not an id.`;
    const [latitude, longitude] = [number('latitude'), number('longitude')];
    if (latitude === null || longitude === null) return 'The row has no position.';
    const { easting, northing } = toGrid(latitude, longitude);
    if (!onGrid(easting, northing)) return `${latitude}, ${longitude} is not in Great Britain.`;
    const listing_type = TYPES[(text('room_type') ?? '').toLowerCase()];
    if (!listing_type) return `The room type "${(text('room_type') ?? '').slice(0, 40)}" is not known.`;
    const price = numberOf(text('price')?.replace(/^[^\d.-]+/, ''));
    const minimum_nights = Math.max(1, Math.trunc(number('minimum_nights') ?? 1));
    const reviews = Math.trunc(number('reviews') ?? 0);
    const reviews_12m = Math.trunc(number('reviews_12m') ?? ownReviews(number('reviews_per_month'), reviews));
    const name = text('name');
    const stated = number('bedrooms');
    const bedrooms = stated ?? bedroomsInName(name);
    const values: CopyValue[] = [
      id,
      file.name,
      visit.city,
      isoDate(text('seen_on') ?? undefined) ?? visit.day,
      name,
      text('neighbourhood'),
      listing_type,
      kindOf(text('property_type')),
      price !== null && price > 0 && price <= HIGHEST_PRICE ? price : null,
      minimum_nights,
      reviews,
      reviews_12m,
      bookedNights(reviews_12m, minimum_nights),
      isoDate(text('last_review') ?? undefined),
      number('availability'),
      bedrooms,
      bedrooms === null ? null : stated === null ? 'name' : 'listing',
      number('bathrooms') ?? bathroomsIn(text('bathrooms_text')),
      number('guests'),
      text('licence'),
      latitude,
      longitude,
      easting,
      northing,
    ];
    values.forEach((value, i) => {
      row[i] = value;
    });
    return null;
  }
  return { dataOffset: found.dataOffset, firstLine: found.firstLine, map };
}

/** Files before 2021 lack the reviews of the last twelve months: the monthly rate over a year stands in. */
function ownReviews(per_month: number | null, reviews: number): number {
  return Math.min(reviews, Math.round((per_month ?? 0) * 12));
}

/** "1.5 shared baths", "Half-bath". */
function bathroomsIn(text: string | null): number | null {
  if (text === null) return null;
  if (/^(shared |private )?half-bath/i.test(text)) return 0.5;
  return numberOf(/^[\d.]+/.exec(text)?.[0]);
}

/** City and day of a visit by the address or name of the file; the day may be known to the month alone. */
export function visitOf(uri: string, name: string): { city: string | null; day: string | null } {
  const folders = /([^/\\]+)[/\\](\d{4}-\d{2}-\d{2})[/\\]/.exec(uri);
  const day = folders?.[2] ?? /\d{4}-\d{2}-\d{2}/.exec(name)?.[0] ?? null;
  const month = day ?? /\d{4}-\d{2}/.exec(name)?.[0].concat('-01') ?? null;
  const words = name
    .toLowerCase()
    .replace(/\.(csv|gz|zip|txt)\b/g, '')
    .replace(/\d{4}-\d{2}(-\d{2})?/g, '')
    .split(/[^a-z]+/)
    .filter((word) => !['', 'listings', 'listing', 'detailed', 'summary', 'airbnb', 'data'].includes(word));
  const city = folders?.[1]?.toLowerCase() ?? (words.length > 0 ? words.join('-') : null);
  return { city, day: month && isoDate(month) };
}
