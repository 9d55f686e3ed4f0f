import { anyDate, cleanText, entryOf, idOf, numberOf } from '@domesday/files/values';
import { onGrid, toGrid } from '@domesday/geography/grid';
import { columnTable } from '@domesday/loading/columns';
import { quoted } from '@domesday/loading/values';
import { bedroomsInName, bookedNights, kindOf } from './model.ts';

const TYPES: Record<string, string> = {
  'entire home/apt': 'entire_home',
  'private room': 'private_room',
  'shared room': 'shared_room',
  'hotel room': 'hotel_room',
};
const HIGHEST_PRICE = 100_000;

/** Values from the name or address of a file, for all its listings. */
export interface VisitFile {
  /** The path or address of the file and, in an archive, the path within it. */
  place: string;
  city: string | null;
  day: string | null;
  /** The month, such as `2021-12`, if no day is given. */
  month: string | null;
}

interface Listing {
  id: string;
  latitude: number;
  longitude: number;
  easting: number;
  northing: number;
  listing_type: string;
  name: string | null;
  minimum_nights: number;
  reviews: number;
  reviews_12m: number;
  /** The bedrooms that the listing states; null if it does not. */
  stated_bedrooms: number | null;
}

const text = (value: string | undefined) => cleanText(value?.replaceAll('\0', ''));
const number = (value: string | undefined) => numberOf(text(value) ?? undefined);

/** Columns of the listings. Names, ids and pictures of hosts are not loaded. */
export const table = columnTable<VisitFile, Listing>()(
  {
    id: { type: 'bigint not null', from: ['id'], read: (_, row) => row.made.id },
    file: { type: 'text not null', staging_only: true, read: (_, row) => row.file.place },
    city: { type: 'text', staging_only: true, read: (_, row) => row.file.city },
    seen_on: {
      type: 'date',
      staging_only: true,
      from: ['last_scraped'],
      optional: true,
      read: (value, row) => anyDate(text(value) ?? undefined) ?? row.file.day,
    },
    seen_month: { type: 'text', staging_only: true, read: (_, row) => row.file.month },
    name: { type: 'text', from: ['name'], optional: true, read: (_, row) => row.made.name },
    neighbourhood: {
      type: 'text',
      from: ['neighbourhood_cleansed', 'neighbourhood'],
      optional: true,
      read: text,
    },
    listing_type: { type: 'text not null', from: ['room_type'], read: (_, row) => row.made.listing_type },
    property_kind: {
      type: 'text',
      from: ['property_type'],
      optional: true,
      read: (value) => kindOf(text(value)),
    },
    price_pn: {
      type: 'double precision',
      from: ['price'],
      read: (value) => {
        const price = numberOf(text(value)?.replace(/^[^\d.-]+/, ''));
        return price !== null && price > 0 && price <= HIGHEST_PRICE ? price : null;
      },
    },
    minimum_nights: {
      type: 'integer not null',
      from: ['minimum_nights'],
      read: (_, row) => row.made.minimum_nights,
    },
    reviews: { type: 'integer not null', from: ['number_of_reviews'], read: (_, row) => row.made.reviews },
    reviews_12m: {
      type: 'integer not null',
      from: ['number_of_reviews_ltm'],
      optional: true,
      read: (_, row) => row.made.reviews_12m,
    },
    nights_12m: {
      type: 'double precision not null',
      read: (_, { made }) => bookedNights(made.reviews_12m, made.minimum_nights),
    },
    last_review: {
      type: 'date',
      from: ['last_review'],
      optional: true,
      read: (value) => anyDate(text(value) ?? undefined),
    },
    availability_365: { type: 'integer', from: ['availability_365'], optional: true, read: number },
    bedrooms: {
      type: 'smallint',
      from: ['bedrooms'],
      optional: true,
      read: (_, { made }) => made.stated_bedrooms ?? bedroomsFromName(made),
    },
    bedrooms_source: {
      type: 'text',
      read: (_, { made }) => {
        if (made.stated_bedrooms !== null) return 'listing';
        return bedroomsFromName(made) === null ? null : 'name';
      },
    },
    bathrooms: {
      type: 'double precision',
      from: ['bathrooms'],
      optional: true,
      read: (value, row) => number(value) ?? bathroomsIn(text(row.raw('bathrooms_text'))),
    },
    guests: { type: 'smallint', from: ['accommodates'], optional: true, read: number },
    licence: { type: 'text', from: ['license'], optional: true, read: text },
    latitude: {
      type: 'double precision not null',
      from: ['latitude'],
      read: (_, row) => row.made.latitude,
    },
    longitude: {
      type: 'double precision not null',
      from: ['longitude'],
      read: (_, row) => row.made.longitude,
    },
    easting: { type: 'double precision not null', read: (_, row) => row.made.easting },
    northing: { type: 'double precision not null', read: (_, row) => row.made.northing },
    reviews_per_month: { from: ['reviews_per_month'], optional: true },
    bathrooms_text: { from: ['bathrooms_text'], optional: true },
  },
  (row) => {
    const raw_id = text(row.raw('id'));
    const id = idOf(raw_id ?? undefined);
    if (id === null) return row.refuse(`${quoted(raw_id)} is not an id.`);
    const [latitude, longitude] = [number(row.raw('latitude')), number(row.raw('longitude'))];
    if (latitude === null || longitude === null) return row.refuse('The row has no position.');
    const { easting, northing } = toGrid(latitude, longitude);
    if (!onGrid(easting, northing)) return row.refuse(`"${latitude}, ${longitude}" is not in Great Britain.`);
    const room = text(row.raw('listing_type')) ?? '';
    const listing_type = entryOf(TYPES, room.toLowerCase());
    if (!listing_type) return row.refuse(`The room type ${quoted(room)} is not known.`);
    const reviews = number(row.raw('reviews'));
    if (reviews === null) return row.refuse('The row has no number of reviews.');
    const per_year =
      number(row.raw('reviews_12m')) ?? reviewsFromRate(number(row.raw('reviews_per_month')), reviews);
    if (per_year === null) return row.refuse('The row has no number of reviews of the last twelve months.');
    return {
      id,
      latitude,
      longitude,
      easting,
      northing,
      listing_type,
      name: text(row.raw('name')),
      minimum_nights: Math.max(1, Math.trunc(number(row.raw('minimum_nights')) ?? 1)),
      reviews: Math.trunc(reviews),
      reviews_12m: Math.trunc(per_year),
      stated_bedrooms: number(row.raw('bedrooms')),
    };
  },
);

function bedroomsFromName({ name, listing_type }: Listing): number | null {
  return bedroomsInName(name, listing_type === 'entire_home');
}

/**
 * The reviews of the last twelve months in files before 2021, which lack the number: the monthly rate times twelve. A
 * listing without reviews has a blank rate and gets 0. Null if the rate is blank although there are reviews.
 */
function reviewsFromRate(per_month: number | null, reviews: number): number | null {
  if (reviews === 0) return 0;
  return per_month === null ? null : Math.min(reviews, Math.round(per_month * 12));
}

/** The number of bathrooms in words such as "1.5 shared baths" and "Half-bath". */
function bathroomsIn(words: string | null): number | null {
  if (words === null) return null;
  if (/^(shared |private )?half-bath/i.test(words)) return 0.5;
  return numberOf(/^[\d.]+/.exec(words)?.[0]);
}
