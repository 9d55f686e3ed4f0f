import { columnsOf, missingColumns, positionOf, recordAt } from '@domesday/files/header';
import { anyDate, cleanText, numberOf } from '@domesday/files/values';
import { withPostcode } from '@domesday/loading/kinds/addresses/row';
import type { CopyValue, Head, Layout, MapOutcome, Refusal } from '@domesday/loading/types';
import { areaCode, countryOfCode, postcodeOf, uprnOf } from '@domesday/loading/values';

/**
 * Domestic energy performance certificates, by column name, since the order differs by year: the layout of
 * 2026 (certificate_number), the older one in capitals (LMK_KEY, which cannot be linked to the certificate
 * number), and the Scottish register's (REPORT_REFERENCE_NUMBER, UPRN under OSG_REFERENCE_NUMBER, and a second
 * row of descriptions below the header).
 */
const NAMES = {
  certificate: ['certificate_number', 'lmk_key', 'report_reference_number', 'rrn'],
  postcode: ['postcode'],
  rating: ['current_energy_rating'],
  lodged: ['lodgement_date', 'date_of_certificate'],
};
const OPTIONAL = {
  uprn: ['uprn', 'osg_reference_number', 'osg_uprn'],
  uprn_source: ['uprn_source'],
  address: ['address'],
  address1: ['address1', 'address_1', 'address_line_1'],
  address2: ['address2', 'address_2', 'address_line_2'],
  address3: ['address3', 'address_3', 'address_line_3'],
  town: ['posttown', 'post_town'],
  potential_rating: ['potential_energy_rating'],
  score: ['current_energy_efficiency'],
  potential_score: ['potential_energy_efficiency'],
  type: ['property_type'],
  form: ['built_form'],
  area: ['total_floor_area', 'floor_area'],
  rooms: ['number_habitable_rooms', 'habitable_room_count'],
  age: ['construction_age_band'],
  tenure: ['tenure'],
  transaction: ['transaction_type'],
  inspected: ['inspection_date', 'date_of_assessment'],
  country: ['country'],
  authority: ['local_authority'],
  authority_name: ['local_authority_label'],
};
type Column = keyof typeof NAMES | keyof typeof OPTIONAL;

export const staging = [
  { name: 'certificate_number', type: 'text not null' },
  { name: 'uprn', type: 'bigint' },
  { name: 'uprn_source', type: 'text' },
  { name: 'address', type: 'text not null' },
  { name: 'postcode', type: 'text' },
  { name: 'current_rating', type: 'text' },
  { name: 'potential_rating', type: 'text' },
  { name: 'current_score', type: 'smallint' },
  { name: 'potential_score', type: 'smallint' },
  { name: 'property_type', type: 'text' },
  { name: 'build_form', type: 'text' },
  { name: 'floor_area_sqm', type: 'double precision' },
  { name: 'habitable_rooms', type: 'smallint' },
  { name: 'construction_age', type: 'text' },
  { name: 'tenure', type: 'text' },
  { name: 'transaction_type', type: 'text' },
  { name: 'inspected_on', type: 'date' },
  { name: 'lodged_on', type: 'date' },
  { name: 'country', type: 'text' },
  { name: 'local_authority_code', type: 'text' },
  { name: 'local_authority_name', type: 'text' },
];

export function recognise(head: Head): Layout | Refusal {
  const first = recordAt(head.text);
  // Of columns that share a name the first counts; publishers' own fixtures repeat five of them.
  const columns = columnsOf(first?.fields ?? []);
  const at = {} as Record<Column, number>;
  const missing: string[] = [];
  for (const [key, names] of Object.entries({ ...NAMES, ...OPTIONAL })) {
    at[key as Column] = positionOf(columns, names);
    if (at[key as Column] === -1 && key in NAMES) missing.push(names[0]!);
  }
  if (at.address === -1 && at.address1 === -1) missing.push('address1');
  if (!first || missing.length > 0) return missingColumns('domestic energy certificates', missing);

  const scottish = columns.has('osg_reference_number') || columns.has('osg_uprn');
  const second = recordAt(head.text, first.end, first.nextLine);
  const described =
    second !== null &&
    !/\d/.test(second.fields[at.certificate] ?? '') &&
    /[a-z]/i.test(second.fields[at.certificate] ?? '');
  const begins = described ? second : first;
  const name = scottish
    ? 'Scottish register'
    : columns.has('lmk_key')
      ? 'older layout (LMK_KEY)'
      : '2026 layout (certificate_number)';
  return {
    name,
    dataOffset: begins.end,
    firstLine: begins.nextLine,
    map: (fields, row) => mapRow(fields, row, at, first.fields.length, scottish),
  };
}

function mapRow(
  fields: string[],
  row: CopyValue[],
  at: Record<Column, number>,
  width: number,
  scottish: boolean,
): MapOutcome {
  if (fields.length !== width) return `The row has ${fields.length} columns, not ${width}.`;
  const value = (column: Column) => known(fields[at[column]]);
  const certificate = value('certificate');
  if (certificate === null) return 'There is no certificate number.';
  const postcode = postcodeOf(value('postcode') ?? undefined);
  const address = addressOf(value, postcode);
  if (address === null) return 'There is no address.';
  const lodgedText = value('lodged');
  const lodged = anyDate(lodgedText ?? undefined);
  if (lodgedText !== null && lodged === null) return `The lodgement date "${lodgedText}" is not a day.`;
  const uprn = uprnOf(value('uprn') ?? undefined);
  const authority = areaCode(value('authority') ?? undefined);

  row[0] = certificate;
  row[1] = uprn;
  row[2] = uprn === null ? null : uprnSource(value('uprn_source'));
  row[3] = address;
  row[4] = postcode;
  row[5] = letter(value('rating'));
  row[6] = letter(value('potential_rating'));
  row[7] = whole(value('score'), 0, 999);
  row[8] = whole(value('potential_score'), 0, 999);
  row[9] = propertyType(value('type'), value('form'));
  row[10] = buildForm(value('form'));
  row[11] = positive(value('area'));
  row[12] = whole(value('rooms'), 1, 999);
  row[13] = ageBand(value('age'));
  row[14] = tenure(value('tenure'));
  row[15] = value('transaction')?.toLowerCase() ?? null;
  row[16] = anyDate(value('inspected') ?? undefined);
  row[17] = lodged;
  row[18] = scottish ? 'Scotland' : (countryNamed(value('country')) ?? countryOfCode(authority));
  row[19] = authority;
  row[20] = value('authority_name');
  return null;
}

const UNKNOWN = new Set([
  'no data!',
  'nodata!',
  'no data',
  'invalid!',
  'n/a',
  'na',
  'not recorded',
  'not applicable',
  'unknown',
  'null',
]);

/** A value, or null for the ways in which the register says that it has none. */
function known(text: string | undefined): string | null {
  const clean = cleanText(text);
  return clean === null || UNKNOWN.has(clean.toLowerCase()) ? null : clean;
}

function addressOf(value: (column: Column) => string | null, postcode: string | null): string | null {
  const lines = [value('address1'), value('address2'), value('address3')].filter((part) => part !== null);
  const parts = lines.length > 0 ? lines : [value('address')].filter((part) => part !== null);
  if (parts.length === 0) return null;
  const town = value('town');
  const last = parts.at(-1)!.toUpperCase();
  if (town && last !== town.toUpperCase() && !last.endsWith(`, ${town.toUpperCase()}`)) parts.push(town);
  const text = parts.join(', ');
  return postcode === null ? text.toUpperCase() : withPostcode(text, postcode);
}

function uprnSource(text: string | null): string | null {
  if (text === null) return null;
  return /assessor/i.test(text) ? 'assessor' : /match/i.test(text) ? 'address_matched' : null;
}

function letter(text: string | null): string | null {
  const upper = text?.toUpperCase();
  return upper && /^[A-G]$/.test(upper) ? upper : null;
}

function whole(text: string | null, least: number, most: number): number | null {
  const value = numberOf(text ?? undefined);
  if (value === null) return null;
  const rounded = Math.round(value);
  return rounded >= least && rounded <= most ? rounded : null;
}

function positive(text: string | null): number | null {
  const value = numberOf(text ?? undefined);
  return value !== null && value > 0 && value < 1e6 ? value : null;
}

/** Our kind of dwelling: a house whose form is not recorded is not known to be any of them. */
function propertyType(type: string | null, form: string | null): string | null {
  switch (type?.toLowerCase()) {
    case 'flat':
    case 'maisonette':
      return 'flat';
    case 'bungalow':
      return 'bungalow';
    case 'park home':
      return 'other';
    case 'house':
      if (!form) return null;
      if (/^semi/i.test(form)) return 'semi_detached';
      if (/^detached/i.test(form)) return 'detached';
      return /terrace/i.test(form) ? 'terraced' : null;
    default:
      return null;
  }
}

/** `Enclosed End-Terrace` as `enclosed-end-terrace`. */
function buildForm(form: string | null): string | null {
  return form ? form.toLowerCase().replace(/[\s-]+/g, '-') : null;
}

/** The band of building years: `1930-1949`, `before 1900`, `2012 onwards`, or one year. */
function ageBand(text: string | null): string | null {
  if (text === null) return null;
  const band = /(\d{4})\s*-\s*(\d{4})/.exec(text);
  if (band) return `${band[1]}-${band[2]}`;
  const before = /(?:before|pre)[\s-]*(\d{4})/i.exec(text);
  if (before) return `before ${before[1]}`;
  const onwards = /(\d{4})\s*(?:onwards|and later|or later)/i.exec(text);
  if (onwards) return `${onwards[1]} onwards`;
  return /^\d{4}$/.test(text) ? text : null;
}

function tenure(text: string | null): string | null {
  if (text === null) return null;
  if (/owner/i.test(text)) return 'owner-occupied';
  if (/social/i.test(text)) return 'rented (social)';
  return /private/i.test(text) ? 'rented (private)' : null;
}

function countryNamed(text: string | null): string | null {
  return text === 'England' || text === 'Wales' || text === 'Scotland' ? text : null;
}
