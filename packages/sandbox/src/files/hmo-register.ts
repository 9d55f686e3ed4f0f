import { addDays, slashDate } from '../country/dates.ts';
import { addressParts, type Country, type Home } from '../country/model.ts';
import { titleCase } from '../country/names.ts';
import { randomFor } from '../country/random.ts';
import { bedroomsOf } from '../country/rents.ts';
import { csv, type Row } from '../csv.ts';
import type { DatasetFiles } from './file.ts';

export const XANSHIRE_HMO_HEADER = [
  'Case Number',
  'Location',
  'Total Number Occupants',
  'Total Number Units',
  'Licence Commenced',
  'Licence Expires',
] as const;
export const XARRICKSHIRE_HMO_HEADER = [
  'Licence No',
  'Property Address',
  'Postcode',
  'UPRN',
  'Licence Type',
  'Max Occupants',
  'Storeys',
  'Status',
  'Issue Date',
  'Expiry Date',
] as const;

/**
 * Two councils' HMO registers with different columns: the first ends its lines with a carriage return alone and has
 * address and postcode in one cell, the second has a UPRN in most rows.
 */
export function hmoRegister(country: Country): DatasetFiles[] {
  const xanshire = shared(country, 'XE1', 13).map((home, i): Row => {
    const { issued, expires, random } = licence(country, home);
    return [
      `${issued.slice(2, 4)}/${String(i + 101).padStart(5, '0')}/HMOLIC`,
      `${titleCase([...addressParts(home), home.street.settlement.town].join(' '))} ${home.postcode}`,
      bedroomsOf(home) + 2,
      random.chance(0.5) ? '' : bedroomsOf(home) + 1,
      slashDate(issued),
      slashDate(expires),
    ];
  });
  const xarrickshire = shared(country, 'XS1', 29).map((home, i): Row => {
    const { issued, expires, random } = licence(country, home);
    return [
      `XHMO${String(i + 1).padStart(4, '0')}`,
      addressParts(home).join(', '),
      home.postcode,
      random.chance(0.85) ? home.uprn : '',
      random.pick(['Mandatory', 'Mandatory', 'Additional', 'Selective']),
      bedroomsOf(home) + 1,
      random.chance(0.3) ? '' : 1,
      expires < country.today ? 'Expired' : 'Granted',
      issued,
      expires,
    ];
  });
  return [
    register(
      'xanshire',
      csv([XANSHIRE_HMO_HEADER, ...xanshire], '\r'),
      xanshire.length,
      {
        licence_number: 'Case Number',
        address: 'Location',
        max_occupants: 'Total Number Occupants',
        rooms: 'Total Number Units',
        issued_on: 'Licence Commenced',
        expires_on: 'Licence Expires',
      },
      'E06999001',
    ),
    register(
      'xarrickshire',
      csv([XARRICKSHIRE_HMO_HEADER, ...xarrickshire]),
      xarrickshire.length,
      {
        licence_number: 'Licence No',
        address: 'Property Address',
        postcode: 'Postcode',
        uprn: 'UPRN',
        licence_type: 'Licence Type',
        max_occupants: 'Max Occupants',
        storeys: 'Storeys',
        status: 'Status',
        issued_on: 'Issue Date',
        expires_on: 'Expiry Date',
      },
      'S12999001',
    ),
  ];
}

function register(
  name: string,
  content: string,
  rows: number,
  columns: Record<string, string>,
  code: string,
): DatasetFiles {
  const path = `hmo-register/${name}.csv`;
  const mapping = `hmo-register/${name}.mapping.json`;
  const text = `${JSON.stringify({ columns, local_authority_code: code }, null, 2)}\n`;
  return {
    dataset: 'hmo-register',
    path,
    mapping,
    files: [
      { path, content, rows },
      { path: mapping, content: text, rows: 0 },
    ],
  };
}

function shared(country: Country, outcode: string, every: number): Home[] {
  return country.homes.filter(
    (home) =>
      home.postcode.startsWith(outcode) &&
      bedroomsOf(home) >= 2 &&
      home.uprn % every === 4 &&
      home.unit !== 'FLAT',
  );
}

function licence(country: Country, home: Home) {
  const random = randomFor('licence', home.uprn);
  const issued = addDays(country.today, -random.int(30, 2200));
  return { issued, expires: addDays(issued, 365 * 5), random };
}
