import { dashDate, dayNumber, isoDate } from '../country/dates.ts';
import { addressLine, type Country } from '../country/model.ts';
import { randomFor } from '../country/random.ts';
import { quotedCsv, type Row } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';

const proprietor = (n: number, overseas: boolean): string[] => [
  `Proprietor Name (${n})`,
  `Company Registration No. (${n})`,
  `Proprietorship Category (${n})`,
  ...(overseas ? [`Country Incorporated (${n})`] : []),
  `Proprietor (${n}) Address (1)`,
  `Proprietor (${n}) Address (2)`,
  `Proprietor (${n}) Address (3)`,
];
const header = (overseas: boolean): string[] => [
  'Title Number',
  'Tenure',
  'Property Address',
  'District',
  'County',
  'Region',
  'Postcode',
  'Multiple Address Indicator',
  'Price Paid',
  ...[1, 2, 3, 4].flatMap((n) => proprietor(n, overseas)),
  'Date Proprietor Added',
  'Additional Proprietor Indicator',
];

export const CCOD_HEADER: readonly string[] = header(false);
export const OCOD_HEADER: readonly string[] = header(true);

const COMPANIES = [
  'SEAFRET HOMES XX LIMITED',
  'XANBURY QUAY ESTATES LIMITED',
  'BRINE AND XEBB LETTINGS LIMITED',
  'XELM COMMON LAND TRUST',
  'GWYNXAL HOUSING ASSOCIATION',
] as const;
const OVERSEAS = [
  ['XEBEC HOLDINGS INC', 'JERSEY'],
  ['FATHOMLINE XV S.A.', 'PANAMA'],
  ['XYSTUS PROPERTY B.V.', 'NETHERLANDS'],
] as const;

/** Land Registry's titles of domestic companies, quoted, with a count of rows in a trailer. */
export function ccod(country: Country): DatasetFiles[] {
  return titles(country, 'ccod', false, CCOD_HEADER);
}

/** The same for companies formed abroad, with the country beside each proprietor. */
export function ocod(country: Country): DatasetFiles[] {
  return titles(country, 'ocod', true, OCOD_HEADER);
}

function titles(
  country: Country,
  id: 'ccod' | 'ocod',
  overseas: boolean,
  columns: readonly string[],
): DatasetFiles[] {
  const homes = country.homes.filter(
    (home) => home.street.settlement.nation !== 'Scotland' && (home.uprn % 997) % (overseas ? 83 : 19) === 6,
  );
  const blocks = overseas
    ? []
    : country.buildings.filter(
        (block) => block.street.settlement.nation !== 'Scotland' && block.buildingName !== '',
      );
  const rows: Row[] = [
    ...homes.map((home) =>
      fields(country, home, home.tenure === 'F' ? 'Freehold' : 'Leasehold', 'N', overseas),
    ),
    ...blocks.map((block) => fields(country, block, 'Freehold', 'Y', overseas)),
  ];
  const path = `${id}/${id.toUpperCase()}_FULL_${country.today.slice(0, 7).replace('-', '_')}.csv`;
  const content = `${quotedCsv([columns, ...rows], '\r\n')}"Row Count: ${rows.length}"\r\n`;
  return [oneFile(id, path, content, rows.length)];
}

function fields(
  country: Country,
  place: Parameters<typeof addressLine>[0] & { uprn: number },
  tenure: string,
  multiple: 'Y' | 'N',
  overseas: boolean,
): Row {
  const random = randomFor('title', overseas ? 'o' : 'c', place.uprn);
  const { authority, nation } = place.street.settlement;
  const [name, incorporated] = overseas ? random.pick(OVERSEAS) : [random.pick(COMPANIES), ''];
  const empty = Array.from({ length: 3 * (overseas ? 7 : 6) }, () => '');
  const added = isoDate(random.int(dayNumber('2001-01-01'), dayNumber(country.today) - 60));
  return [
    `XX${overseas ? 8 : 7}${String(place.uprn % 100_000).padStart(5, '0')}`,
    tenure,
    `${multiple === 'Y' ? 'land and buildings at ' : ''}${addressLine(place).replace(`, ${place.postcode}`, '')}${random.chance(0.7) ? ` (${place.postcode})` : ''}`,
    authority.name.toUpperCase(),
    authority.county,
    nation === 'England' ? 'XERRIS SOUND' : 'WALES',
    random.chance(0.9) ? place.postcode : '',
    multiple,
    random.chance(0.4) ? random.int(60, 480) * 1000 : '',
    name,
    overseas ? '' : `9980${random.int(1000, 9999)}`,
    name.includes('ASSOCIATION')
      ? 'Housing Association/Society (Corporate Body)'
      : 'Limited Company or Public Limited Company',
    ...(overseas ? [incorporated] : []),
    '1 Ropewalk, Xanbury XE1 1AA',
    '',
    '',
    ...empty,
    dashDate(added),
    'N',
  ];
}
