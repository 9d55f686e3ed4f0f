import { addDays, dayNumber } from '../country/dates.ts';
import { logPrice, roundPrice } from '../country/market.ts';
import type { Country, Home } from '../country/model.ts';
import { titleCase } from '../country/names.ts';
import { type Random, randomFor } from '../country/random.ts';
import { bedroomsOf, monthlyRent } from '../country/rents.ts';
import { type DatasetFiles, oneFile } from './file.ts';

export const BLM_FIELDS = [
  'AGENT_REF',
  'ADDRESS_1',
  'ADDRESS_2',
  'ADDRESS_3',
  'ADDRESS_4',
  'TOWN',
  'POSTCODE1',
  'POSTCODE2',
  'FEATURE1',
  'FEATURE2',
  'FEATURE3',
  'FEATURE4',
  'FEATURE5',
  'SUMMARY',
  'DESCRIPTION',
  'BRANCH_ID',
  'STATUS_ID',
  'BEDROOMS',
  'PRICE',
  'NEW_HOME_FLAG',
  'PROP_SUB_ID',
  'CREATE_DATE',
  'UPDATE_DATE',
  'DISPLAY_ADDRESS',
  'PUBLISHED_FLAG',
  'LET_DATE_AVAILABLE',
  'LET_BOND',
  'LET_TYPE_ID',
  'LET_FURN_ID',
  'LET_RENT_FREQUENCY',
  'TRANS_TYPE_ID',
  'MEDIA_IMAGE_00',
  'MEDIA_IMAGE_01',
  'MEDIA_FLOOR_PLAN_00',
] as const;

const SUB_TYPES = { D: 4, S: 3, T: 1, F: 28 } as const;
const BRANCH = 99801;

/**
 * An estate agent's upload in version 3 of the portals' text format: delimiters given in the header, a trailing
 * delimiter on every record, thousands commas in prices, HTML in descriptions. One file for sales, one for lettings.
 */
export function listingsBlm(country: Country): DatasetFiles[] {
  const sale = country.homes.filter(
    (home) => home.inAddressList && randomFor('for sale', home.uprn).chance(0.035),
  );
  const rent = country.homes.filter(
    (home) => home.occupation === 'Rented (private)' && randomFor('to let', home.uprn).chance(0.1),
  );
  const stamp = country.today.replaceAll('-', '');
  return [
    feed(country, `listings-blm/${BRANCH}_${stamp}_01.blm`, sale, false, '|', '~'),
    feed(country, `listings-blm/${BRANCH}_${stamp}_02.blm`, rent, true, '^', '~'),
  ];
}

function feed(
  country: Country,
  path: string,
  homes: Home[],
  toLet: boolean,
  eof: string,
  eor: string,
): DatasetFiles {
  const records = homes.map((home) => {
    const record = fields(country, home, toLet);
    return BLM_FIELDS.map((name) => record[name] ?? '').join(eof) + eof + eor;
  });
  const content = [
    '#HEADER#',
    toLet ? 'Version : 3' : 'VERSION: 3',
    `EOF : '${eof}'`,
    `EOR : '${eor}'`,
    ...(toLet ? [`Property Count : ${homes.length}`, `Generated Date : ${country.today} 06:00`] : []),
    '',
    '#DEFINITION#',
    BLM_FIELDS.join(eof) + eof + eor,
    '',
    '#DATA#',
    ...records,
    '#END#',
    '',
  ].join('\r\n');
  return oneFile('listings-blm', path, content, homes.length);
}

function fields(country: Country, home: Home, toLet: boolean): Record<string, string | number> {
  const random = randomFor('listing', home.uprn, toLet ? 1 : 0);
  const created = addDays(country.today, -random.int(1, 240));
  const updated = addDays(created, random.int(0, dayNumber(country.today) - dayNumber(created)));
  const bedrooms = bedroomsOf(home);
  const [district, inward] = home.postcode.split(' ') as [string, string];
  const street = titleCase(home.street.name);
  const weekly = toLet && random.chance(0.15);
  const kind = home.bungalow ? 'bungalow' : home.type === 'F' ? 'flat' : 'house';
  const reference = `${BRANCH}_${home.uprn % 1_000_000}`;
  const summary = `${bedrooms} bedroom ${kind} on ${street} ...`;
  return {
    AGENT_REF: reference,
    ADDRESS_1: random.chance(0.7)
      ? [titleCase(home.unit), titleCase(home.buildingName), home.number]
          .filter((part) => part !== '')
          .join(', ')
      : '',
    ADDRESS_2: street,
    ADDRESS_3: titleCase(home.street.settlement.locality),
    TOWN: titleCase(home.street.settlement.town),
    POSTCODE1: district,
    POSTCODE2: inward,
    FEATURE1: random.pick(['Sea view', 'Near the harbour', 'Off-street parking', '']),
    FEATURE2: toLet ? '' : `Tenure: ${home.tenure === 'F' ? 'freehold' : 'leasehold'}`,
    SUMMARY: summary,
    DESCRIPTION: `${summary} <br><br><p><b>Sitting room</b><br>14&#39; 2&quot; x 11&#39; (4.32m x 3.35m)</p><p>${random.pick(['Gas heating.', 'Double glazing.', 'Garden.'])}</p>`,
    BRANCH_ID: BRANCH,
    STATUS_ID: status(toLet, random),
    BEDROOMS: bedrooms,
    PRICE: price(country, home, toLet, weekly, random),
    NEW_HOME_FLAG: home.builtYear >= Number(country.today.slice(0, 4)) - 1 ? 'Y' : 'N',
    PROP_SUB_ID: home.bungalow ? 12 : SUB_TYPES[home.type],
    CREATE_DATE: `${created} 09:00:00`,
    UPDATE_DATE: `${updated} 09:30:00`,
    DISPLAY_ADDRESS: `${street}, ${titleCase(home.street.settlement.town)}`,
    PUBLISHED_FLAG: random.chance(0.97) ? 1 : 0,
    LET_DATE_AVAILABLE: toLet ? `${addDays(country.today, random.int(-20, 50))} 00:00:00` : '',
    LET_BOND: toLet ? random.int(5, 14) * 100 : '',
    LET_TYPE_ID: toLet ? random.pick([0, 1]) : '',
    LET_FURN_ID: toLet ? random.int(0, 3) : '',
    LET_RENT_FREQUENCY: toLet ? (weekly ? 0 : 1) : '',
    TRANS_TYPE_ID: toLet ? 2 : 1,
    MEDIA_IMAGE_00: `${reference}_IMG_00.jpg`,
    MEDIA_FLOOR_PLAN_00: random.chance(0.6) ? `${reference}_FLP_00.gif` : '',
  };
}

function status(toLet: boolean, random: Random): number {
  return toLet ? random.pick([0, 0, 0, 5]) : random.pick([0, 0, 0, 0, 1, 3]);
}

function price(country: Country, home: Home, toLet: boolean, weekly: boolean, random: Random): string {
  const amount = toLet
    ? Math.round((monthlyRent(home, country.today) * 1.03) / 5) * 5
    : roundPrice(Math.exp(logPrice(home, country.today) + 0.04 + 0.05 * random.normal()), random.next());
  return String(weekly ? Math.round((amount * 12) / 52) : amount).replace(/\B(?=(\d{3})+$)/g, ',');
}
