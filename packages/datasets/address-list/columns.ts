import { cleanText } from '@domesday/files/values';
import { columnTable, type RowReader } from '@domesday/loading/columns';
import { placeOf, withPostcode } from '@domesday/loading/kinds/addresses/row';
import { plainText } from '@domesday/loading/plain-text';
import { countryOfCode, notUprn, postcodeAtEnd, postcodeOf, uprnOf } from '@domesday/loading/values';

/** Columns of the one staging table for all kinds of records: whole addresses, and the parts of AddressBase Premium. */
export const TYPES = {
  kind: 'text not null',
  uprn: 'bigint',
  address: 'text',
  postcode: 'text',
  easting: 'double precision',
  northing: 'double precision',
  latitude: 'double precision',
  longitude: 'double precision',
  country: 'text',
  parent_uprn: 'bigint',
  classification: 'text',
  usrn: 'bigint',
  status: 'smallint',
  language: 'text',
  of_update: 'boolean',
} as const;

type Place = ReturnType<typeof placeOf>;
interface Home extends Place {
  uprn: number;
  address: string;
  /** Null if the list gives none. The build then takes it from a home nearby. */
  postcode: string | null;
}
interface ListFile {
  /** Positions of the columns that make up the address. */
  address: number[];
}

/**
 * A list of whole addresses. AddressBase Core needs no mapping file. Without a postcode column the postcode is taken
 * from the end of the address.
 */
export const table = columnTable<ListFile, Home>()(
  {
    kind: { type: TYPES.kind, read: () => 'row' },
    uprn: { type: TYPES.uprn, from: ['uprn', 'bs7666uprn'], read: (_, row) => row.made.uprn },
    address: {
      type: TYPES.address,
      from: ['address', 'single_line_address', 'full_address'],
      read: (_, { made: { address, postcode } }) =>
        postcode === null ? address.toUpperCase() : withPostcode(address, postcode),
    },
    postcode: {
      type: TYPES.postcode,
      from: ['postcode', 'post_code'],
      read: (_, row) => row.made.postcode,
    },
    easting: {
      type: TYPES.easting,
      from: ['easting', 'x_coordinate'],
      optional: true,
      read: (_, row) => row.made.easting,
    },
    northing: {
      type: TYPES.northing,
      from: ['northing', 'y_coordinate'],
      optional: true,
      read: (_, row) => row.made.northing,
    },
    latitude: {
      type: TYPES.latitude,
      from: ['latitude', 'lat'],
      optional: true,
      read: (_, row) => row.made.latitude,
    },
    longitude: {
      type: TYPES.longitude,
      from: ['longitude', 'long', 'lng', 'lon'],
      optional: true,
      read: (_, row) => row.made.longitude,
    },
    country: {
      type: TYPES.country,
      from: ['country', 'country_code', 'gss_code'],
      optional: true,
      read: countryOfCode,
    },
    parent_uprn: { type: TYPES.parent_uprn, from: ['parent_uprn'], optional: true, read: uprnOf },
    classification: {
      type: TYPES.classification,
      from: ['classification', 'classification_code'],
      optional: true,
    },
    usrn: { type: TYPES.usrn, read: () => null },
    status: { type: TYPES.status, read: () => null },
    language: { type: TYPES.language, read: () => null },
    of_update: { type: TYPES.of_update, read: () => null },
  },
  (row) => {
    const raw_uprn = row.raw('uprn');
    const uprn = uprnOf(raw_uprn);
    if (uprn === null) return row.refuse(raw_uprn?.trim() ? notUprn(raw_uprn) : 'There is no UPRN.');
    const address = addressOf(row);
    if (address === null) return row.refuse('There is no address.');
    const listed = row.raw('postcode');
    const given = listed?.trim() ? postcodeOf(listed) : null;
    if (given === null && listed?.trim()) return row.refuse(`"${listed}" is not a postcode.`);
    const postcode = given ?? postcodeAtEnd(address)?.postcode ?? null;
    const place = placeOf(row.raw('easting'), row.raw('northing'), row.raw('latitude'), row.raw('longitude'));
    if (postcode === null && place.easting === null && /^[^ ]*$/.test(address))
      return row.refuse('There is no postcode, no position and no street.');
    return { uprn, address, postcode, ...place };
  },
);

function addressOf(row: Pick<RowReader<never, ListFile, Home>, 'file' | 'fieldAt'>): string | null {
  const parts = row.file.address.map((i) => plainText(row.fieldAt(i))).filter((part) => part !== null);
  return cleanText(parts.join(', '));
}
