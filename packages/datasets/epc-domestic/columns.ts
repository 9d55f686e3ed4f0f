import { NATIONS } from '@domesday/db/nations';
import { anyDate, cleanText, numberOf } from '@domesday/files/values';
import { columnTable, type RowReader } from '@domesday/loading/columns';
import { withPostcode } from '@domesday/loading/kinds/addresses/row';
import {
  areaCode,
  countryOfCode,
  isRounded,
  notUprn,
  postcodeOf,
  roundedKey,
  uprnOf,
} from '@domesday/loading/values';

/** Values that several columns of a certificate are derived from. */
interface Certificate {
  uprn: number | null;
  postcode: string | null;
  form: string | null;
  authority: string | null;
}

/**
 * Domestic energy performance certificates, by column name, since the order differs by year: the layout of 2026
 * (certificate_number), the older one in capitals (LMK_KEY, which cannot be linked to the certificate number), and the
 * Scottish register's (REPORT_REFERENCE_NUMBER, UPRN under OSG_REFERENCE_NUMBER), whose two header rows have codes and
 * titles, in either order. BUILDING_REFERENCE_NUMBER, titled Property_UPRN, is no UPRN.
 */
export const table = columnTable<{ scottish: boolean }, Certificate>()(
  {
    certificate_number: {
      type: 'text not null',
      from: ['certificate_number', 'lmk_key', 'report_reference_number', 'rrn'],
      read: (text, row) => {
        const number = known(text);
        if (number === null) return row.refuse('There is no certificate number.');
        return isRounded(number) ? row.refuse(roundedKey(number)) : number;
      },
    },
    uprn: {
      type: 'bigint',
      from: ['uprn', 'osg_reference_number', 'osg_uprn'],
      optional: true,
      read: (_, row) => row.made.uprn,
    },
    uprn_source: {
      type: 'text',
      from: ['uprn_source'],
      optional: true,
      read: (text, row) => (row.made.uprn === null ? null : uprnSource(known(text))),
    },
    address: {
      type: 'text not null',
      from: ['address'],
      optional: true,
      read: (_, row) => addressOf(row) ?? row.refuse('There is no address.'),
    },
    postcode: { type: 'text', from: ['postcode'], read: (_, row) => row.made.postcode },
    current_rating: {
      type: 'text',
      from: ['current_energy_rating', 'current_energy_efficiency_rating_band'],
      read: letter,
    },
    potential_rating: {
      type: 'text',
      from: ['potential_energy_rating', 'potential_energy_efficiency_rating_band'],
      optional: true,
      read: letter,
    },
    current_score: {
      type: 'smallint',
      from: ['current_energy_efficiency', 'current_energy_efficiency_rating'],
      optional: true,
      read: (text) => whole(text, 0, 999),
    },
    potential_score: {
      type: 'smallint',
      from: ['potential_energy_efficiency', 'potential_energy_efficiency_rating'],
      optional: true,
      read: (text) => whole(text, 0, 999),
    },
    property_type: {
      type: 'text',
      from: ['property_type'],
      optional: true,
      read: (text, row) => {
        const type = known(text);
        if (type && !TYPES.test(type)) row.unknown('property_type', type);
        return propertyType(type, row.made.form);
      },
    },
    build_form: {
      type: 'text',
      from: ['built_form'],
      optional: true,
      // `Enclosed End-Terrace` as `enclosed-end-terrace`.
      read: (_, row) => row.made.form?.toLowerCase().replace(/[\s-]+/g, '-') ?? null,
    },
    floor_area_sqm: {
      type: 'double precision',
      from: ['total_floor_area', 'floor_area', 'Total floor area (m²)'],
      optional: true,
      read: positive,
    },
    habitable_rooms: {
      type: 'smallint',
      from: ['number_habitable_rooms', 'habitable_room_count'],
      optional: true,
      read: (text) => whole(text, 1, 999),
    },
    construction_age: {
      type: 'text',
      from: ['construction_age_band', 'part_1_construction_age_band'],
      optional: true,
      read: ageBand,
    },
    tenure: {
      type: 'text',
      from: ['tenure'],
      optional: true,
      read: (text, row) => {
        const word = known(text);
        return word && (tenureOf(word) ?? (NO_TENURE.test(word) ? null : row.unknown('tenure', word)));
      },
    },
    transaction_type: {
      type: 'text',
      from: ['transaction_type'],
      optional: true,
      read: (text) => known(text)?.toLowerCase() ?? null,
    },
    inspected_on: {
      type: 'date',
      from: ['inspection_date', 'date_of_assessment'],
      optional: true,
      read: (text) => anyDate(known(text) ?? undefined),
    },
    lodged_on: {
      type: 'date',
      from: ['lodgement_date', 'date_of_certificate'],
      read: (text, row) => {
        const lodged_text = known(text);
        if (lodged_text === null) return null;
        return anyDate(lodged_text) ?? row.refuse(`The lodgement date "${lodged_text}" is not a day.`);
      },
    },
    country: {
      type: 'text',
      from: ['country'],
      optional: true,
      read: (text, row) =>
        row.file.scottish ? 'Scotland' : (countryNamed(known(text)) ?? countryOfCode(row.made.authority)),
    },
    local_authority_code: {
      type: 'text',
      from: ['local_authority'],
      optional: true,
      read: (_, row) => row.made.authority,
    },
    local_authority_name: {
      type: 'text',
      staging_only: true,
      from: ['local_authority_label'],
      optional: true,
      read: known,
    },
    address1: { from: ['address1', 'address_1', 'address_line_1'], optional: true },
    address2: { from: ['address2', 'address_2', 'address_line_2'], optional: true },
    address3: { from: ['address3', 'address_3', 'address_line_3'], optional: true },
    town: { from: ['posttown', 'post_town'], optional: true },
  },
  (row) => ({
    uprn: certifiedUprn(known(row.raw('uprn')), row),
    postcode: postcodeOf(known(row.raw('postcode')) ?? undefined),
    form: known(row.raw('build_form')),
    authority: areaCode(known(row.raw('local_authority_code')) ?? undefined),
  }),
);

/**
 * The UPRN of a certificate; null if the text is no UPRN. Refuses a row whose UPRN a spreadsheet has rounded: without
 * its last digits the home would be a guess.
 */
function certifiedUprn(uprn_text: string | null, row: { refuse(reason: string): null }): number | null {
  if (uprn_text === null) return null;
  return uprnOf(uprn_text) ?? (isRounded(uprn_text) ? row.refuse(notUprn(uprn_text)) : null);
}

const UNKNOWN = new Set([
  'no data!',
  'nodata!',
  'no data',
  'invalid!',
  'n/a',
  'na',
  'not applicable',
  'unknown',
  'null',
]);

/** Also `Not recorded.` and `not recorded - this is for backwards compatibility only and should not be used`. */
const NOT_RECORDED = /^not recorded\b/i;

/** A value, or null for the register's ways of writing an unknown one. */
function known(text: string | undefined): string | null {
  const clean = cleanText(text);
  return clean === null || UNKNOWN.has(clean.toLowerCase()) || NOT_RECORDED.test(clean) ? null : clean;
}

type AddressPart = 'address' | 'address1' | 'address2' | 'address3' | 'town';

function addressOf(row: Pick<RowReader<AddressPart, unknown, Certificate>, 'raw' | 'made'>): string | null {
  const { postcode } = row.made;
  const lines = (['address1', 'address2', 'address3'] as const).map((line) => known(row.raw(line)));
  const parts = lines.filter((part) => part !== null);
  if (parts.length === 0) {
    const whole = known(row.raw('address'));
    if (whole === null) return null;
    parts.push(whole);
  }
  const town = known(row.raw('town'));
  const last = parts.at(-1)!.toUpperCase();
  if (town && last !== town.toUpperCase() && !last.endsWith(`, ${town.toUpperCase()}`)) parts.push(town);
  const text = parts.join(', ');
  return postcode === null ? text.toUpperCase() : withPostcode(text, postcode);
}

function uprnSource(text: string | null): string | null {
  if (text === null) return null;
  return /assessor/i.test(text) ? 'assessor' : /match/i.test(text) ? 'address_matched' : null;
}

function letter(text: string | undefined): string | null {
  const upper = known(text)?.toUpperCase();
  return upper && /^[A-G]$/.test(upper) ? upper : null;
}

function whole(text: string | undefined, least: number, most: number): number | null {
  const value = numberOf(known(text) ?? undefined);
  if (value === null) return null;
  const rounded = Math.round(value);
  return rounded >= least && rounded <= most ? rounded : null;
}

function positive(text: string | undefined): number | null {
  const value = numberOf(known(text) ?? undefined);
  return value !== null && value > 0 && value < 1e6 ? value : null;
}

const TYPES = /^(flat|maisonette|bungalow|park home|house)$/i;

/** Our type of dwelling; null for a house without a recorded built form, which may be of any type. */
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

/** The band of building years: `1930-1949`, `before 1900`, `2012 onwards`, or one year. */
function ageBand(value: string | undefined): string | null {
  const text = known(value);
  if (text === null) return null;
  const band = /(\d{4})\s*-\s*(\d{4})/.exec(text);
  if (band) return `${band[1]}-${band[2]}`;
  const before = /(?:before|pre)[\s-]*(\d{4})/i.exec(text);
  if (before) return `before ${before[1]}`;
  const onwards = /(\d{4})\s*(?:onwards|and later|or later)/i.exec(text);
  if (onwards) return `${onwards[1]} onwards`;
  const after = /(?:after|post)[\s-]*(\d{4})/i.exec(text);
  if (after) return `${Number(after[1]) + 1} onwards`;
  return /^\d{4}$/.test(text) ? text : null;
}

/** The register's words for a new dwelling whose intended tenure is not known. */
const NO_TENURE = /^(not defined|nd$|nr$)/i;

function tenureOf(text: string): string | null {
  if (/owner/i.test(text)) return 'owner-occupied';
  if (/social/i.test(text)) return 'rented (social)';
  return /private/i.test(text) ? 'rented (private)' : null;
}

function countryNamed(text: string | null): string | null {
  return NATIONS.find((nation) => nation === text) ?? null;
}
