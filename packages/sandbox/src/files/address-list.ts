import { addressLine, type Country } from '../country/model.ts';
import { csv, type Row } from '../csv.ts';
import type { DatasetFiles } from './file.ts';

export const ADDRESS_LIST_HEADER = [
  'UPRN',
  'ADDRESS',
  'POSTCODE',
  'EASTING',
  'NORTHING',
  'LATITUDE',
  'LONGITUDE',
  'COUNTRY',
  'PARENT_UPRN',
  'CLASSIFICATION',
] as const;

/** Which column of the list holds what. */
export const ADDRESS_LIST_MAPPING = {
  uprn: 'UPRN',
  address: 'ADDRESS',
  postcode: 'POSTCODE',
  easting: 'EASTING',
  northing: 'NORTHING',
  latitude: 'LATITUDE',
  longitude: 'LONGITUDE',
  country: 'COUNTRY',
  parent_uprn: 'PARENT_UPRN',
  classification: 'CLASSIFICATION',
} as const;

const CLASSIFICATIONS = { D: 'RD02', S: 'RD03', T: 'RD04', F: 'RD06' } as const;

/** An operator's own list of addresses: one row for each home and block, with a few homes missing. */
export function addressList(country: Country): DatasetFiles[] {
  const homes: [number, Row][] = country.homes
    .filter((home) => home.inAddressList)
    .map((home) => [home.uprn, fields(home, home.parentUprn ?? '', CLASSIFICATIONS[home.type])]);
  const blocks: [number, Row][] = country.buildings.map((block) => [block.uprn, fields(block, '', 'PP')]);
  const rows = [...homes, ...blocks].sort(([a], [b]) => a - b).map(([, row]) => row);
  const mapping = `${JSON.stringify({ columns: ADDRESS_LIST_MAPPING }, null, 2)}\n`;
  const path = 'address-list/addresses.csv';
  return [
    {
      dataset: 'address-list',
      path,
      mapping: 'address-list/mapping.json',
      files: [
        { path, content: csv([ADDRESS_LIST_HEADER, ...rows]), rows: rows.length },
        { path: 'address-list/mapping.json', content: mapping, rows: 0 },
      ],
    },
  ];
}

function fields(
  place: Parameters<typeof addressLine>[0] & {
    uprn: number;
    easting: number;
    northing: number;
    latitude: number;
    longitude: number;
  },
  parent: number | '',
  classification: string,
): Row {
  return [
    place.uprn,
    addressLine(place),
    place.postcode,
    place.easting,
    place.northing,
    place.latitude,
    place.longitude,
    place.street.settlement.nation,
    parent,
    classification,
  ];
}
