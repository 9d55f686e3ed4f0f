import { cleanText, numberOf } from '@domesday/files/values';
import { columnTable, type RowReader } from '@domesday/loading/columns';
import { areaDate } from '@domesday/loading/dates';
import { joinedAddress } from '@domesday/loading/mapping-columns';
import { PART_COLUMN } from '@domesday/loading/repeated.query';
import { isRounded, postcodeAtEnd, postcodeOf, quoted, uprnOf } from '@domesday/loading/values';
import type { HmoMapping, LicenceType } from './mapping.ts';
import { isEnded, isPending } from './status.ts';

/** An address without its final postcode, and that postcode. */
interface Property {
  address: string;
  postcode: string | null;
}

/** The mapping of a file, and the positions of the columns that make up the address. */
export interface HmoFile extends HmoMapping {
  address_at: number[];
}

/** The columns of a register. A field that the mapping does not name is null. */
export const table = columnTable<HmoFile, Property>()(
  {
    authority_code: { type: 'text', read: (_, row) => row.file.local_authority_code },
    register: { type: 'text', read: (_, row) => row.file.register ?? 'licences' },
    authority_name: { type: 'text', read: (_, row) => row.file.authority_name ?? null },
    register_date: {
      type: 'date',
      read: (_, { file }) => areaDate(file.register_date === undefined ? null : String(file.register_date)),
    },
    licence_number: {
      type: 'text',
      read: (text) => {
        const number_text = cleanText(text);
        return number_text !== null && isRounded(number_text) ? null : number_text;
      },
    },
    licence_type: { type: 'text', read: (text, row) => typeOf(text, row.file.licence_type) },
    native_status: { type: 'text' },
    pending: { type: 'boolean', read: (_, row) => isPending(row.text('native_status') ?? '') },
    ended: { type: 'boolean', read: (_, row) => isEnded(row.text('native_status') ?? '') },
    address: { type: 'text', read: (_, row) => row.made.address },
    postcode: { type: 'text collate "C"', read: (_, row) => row.made.postcode },
    uprn: { type: 'bigint', read: uprnOf },
    issued: { type: 'date', days: 'as_published', read: dayOf },
    expires: { type: 'date', days: 'as_published', read: dayOf },
    max_occupants: { type: 'integer', read: countOf },
    max_households: { type: 'integer', read: countOf },
    storeys: { type: 'integer', read: countOf },
    rooms_sleeping: { type: 'integer', read: countOf },
    ...PART_COLUMN,
  },
  (row) => {
    const whole = joinedAddress(row.file.address_at.map((at) => row.fieldAt(at)));
    if (whole === null) return row.refuse('The row has no address.');
    const ending = postcodeAtEnd(whole);
    const postcode = postcodeOf(row.raw('postcode')) ?? ending?.postcode ?? null;
    return { address: ending?.before || whole, postcode };
  },
);

/** Two-digit years are always of this century: licences began in 2006 and run for years ahead. */
const PIVOT = 99;

function dayOf(text: string | undefined, row: Pick<RowReader<never, HmoFile, Property>, 'refuse'>) {
  const date_text = cleanText(text);
  const day = areaDate(date_text, PIVOT);
  return date_text !== null && day === null ? row.refuse(`The date ${quoted(date_text)} is not a day.`) : day;
}

function countOf(text: string | undefined): number | null {
  const value = numberOf(text);
  return value !== null && Number.isInteger(value) && value >= 0 && value < 10_000 ? value : null;
}

function typeOf(value: string | undefined, fixed: LicenceType | undefined): LicenceType {
  const text = cleanText(value);
  if (text === null) return fixed ?? 'not_stated';
  if (/(?<!non[ -]?)mandatory/i.test(text)) return 'mandatory';
  if (/additional|mandatory/i.test(text)) return 'additional';
  if (/selective/i.test(text)) return 'selective';
  if (/exempt/i.test(text)) return 'exemption';
  return fixed ?? 'not_stated';
}
