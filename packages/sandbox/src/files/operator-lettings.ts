import { addDays, slashDate } from '../country/dates.ts';
import { addressLine, type Country, type Home } from '../country/model.ts';
import { type Random, randomFor } from '../country/random.ts';
import { bedroomsOf, monthlyRent } from '../country/rents.ts';
import { csv, type Row } from '../csv.ts';
import type { DatasetFiles } from './file.ts';

export const LETTINGS_HEADER = [
  'LETTING_REF',
  'UPRN',
  'ADDRESS',
  'POSTCODE',
  'PROPERTY_TYPE',
  'BEDROOMS',
  'ROOM_TYPE',
  'FURNISHED',
  'RENT',
  'RENT_PERIOD',
  'BILLS_INCLUDED',
  'ADVERTISED',
  'LET_AGREED',
  'TENANCY_START',
] as const;

/** Which column of the operator's own file holds what. */
export const LETTINGS_MAPPING = {
  reference: 'LETTING_REF',
  uprn: 'UPRN',
  address: 'ADDRESS',
  postcode: 'POSTCODE',
  property_type: 'PROPERTY_TYPE',
  bedrooms: 'BEDROOMS',
  room_type: 'ROOM_TYPE',
  furnished: 'FURNISHED',
  rent: 'RENT',
  rent_period: 'RENT_PERIOD',
  bills_included: 'BILLS_INCLUDED',
  advertised_on: 'ADVERTISED',
  let_on: 'LET_AGREED',
  started_on: 'TENANCY_START',
} as const;

const TYPES = { D: 'Detached', S: 'Semi-detached', T: 'Terraced', F: 'Flat' } as const;
const ROOMS = [
  'double_ensuite',
  'double_shared',
  'double_shared',
  'single_ensuite',
  'single_shared',
] as const;
const ROOM_LEVEL = {
  double_ensuite: 1.2,
  double_shared: 1,
  single_ensuite: 1.02,
  single_shared: 0.84,
} as const;

/**
 * Lettings that a fictional agency agreed in the last two years, and some that it is marketing: whole homes and single
 * rooms.
 */
export function operatorLettings(country: Country): DatasetFiles[] {
  const rows: Row[] = [];
  for (const home of country.homes) {
    const random = randomFor('letting', home.uprn);
    if (home.occupation !== 'Rented (private)' || home.postcode.startsWith('XE4')) continue;
    if (!random.chance(home.street.settlement.outcode === 'XW2' ? 0.1 : 0.62)) continue;
    const shared = bedroomsOf(home) >= 3 && home.street.settlement.outcode === 'XE1' && random.chance(0.4);
    const lets = shared ? bedroomsOf(home) + 1 : 1;
    for (let i = 0; i < lets; i += 1) rows.push(fields(country, home, shared, rows.length, random));
  }
  const path = 'operator-lettings/lettings.csv';
  const mappingPath = 'operator-lettings/mapping.json';
  const mapping = `${JSON.stringify({ columns: LETTINGS_MAPPING }, null, 2)}\n`;
  return [
    {
      dataset: 'operator-lettings',
      path,
      mapping: mappingPath,
      files: [
        { path, content: csv([LETTINGS_HEADER, ...rows]), rows: rows.length },
        { path: mappingPath, content: mapping, rows: 0 },
      ],
    },
  ];
}

function fields(country: Country, home: Home, shared: boolean, serial: number, random: Random): Row {
  // Some whole homes are being marketed today.
  const open = !shared && randomFor('still to let', serial).chance(0.12);
  const agreed = -random.int(5, 720);
  const letOn = addDays(country.today, open ? 0 : agreed);
  const advertised = addDays(letOn, -random.int(4, 70));
  const room = random.pick(ROOMS);
  const market = monthlyRent(home, letOn);
  const rent = shared ? market * 0.42 * ROOM_LEVEL[room] : market * Math.exp(0.06 * random.normal());
  const weekly = random.chance(0.08);
  return [
    `LET-${String(serial + 1).padStart(5, '0')}`,
    random.chance(0.9) ? home.uprn : '',
    addressLine(home).replace(`, ${home.postcode}`, ''),
    random.chance(0.02) ? home.postcode.replace(' ', '').toLowerCase() : home.postcode,
    home.bungalow ? 'Bungalow' : TYPES[home.type],
    shared ? '' : random.chance(0.04) ? '' : bedroomsOf(home),
    shared ? room : '',
    random.pick(['furnished', 'unfurnished', 'unfurnished', 'part furnished', '']),
    weekly ? Math.round((rent * 12) / 52) : Math.round(rent / 5) * 5,
    weekly ? 'pw' : 'pcm',
    shared ? random.pick(['Y', 'Y', 'N', '']) : 'N',
    slashDate(advertised),
    open ? '' : slashDate(letOn),
    random.chance(0.1) || open ? '' : slashDate(addDays(letOn, random.int(3, 40))),
  ];
}
