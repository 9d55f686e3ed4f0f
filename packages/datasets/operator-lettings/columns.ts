import { cleanText, poundsOf } from '@domesday/files/values';
import { columnTable, type RowReader } from '@domesday/loading/columns';
import { bedroomsOf } from '@domesday/loading/kinds/bedrooms';
import { isHouseWord, isNoHome, typeOfWord } from '@domesday/loading/kinds/home-words';
import { monthsOf } from '@domesday/loading/kinds/rent-period';
import {
  dateOf,
  isRounded,
  notAmount,
  postcodeAtEnd,
  postcodeOf,
  quoted,
  roundedKey,
  uprnOf,
  yesOrNo,
} from '@domesday/loading/values';

const HIGHEST_PCM = 100_000;
const DATES = ['advertised_on', 'let_on', 'started_on'] as const;
/** A tenancy may be agreed a year before it begins. */
const TENANCY = { ahead: 366, refuses: true } as const;
type DateColumn = (typeof DATES)[number];

/** What the mapping states for all rows. */
export interface LettingsFile {
  rent_period: string | undefined;
}
interface Letting extends Record<DateColumn, string | null> {
  address: string;
  postcode: string;
  rent_pcm: number;
}

/**
 * Lettings that the operator has agreed or is marketing. Columns have the names of the fields, or those in the mapping.
 * A whole home has bedrooms, a room has a room type. A row without `let_on` is still to let.
 */
export const table = columnTable<LettingsFile, Letting>()(
  {
    reference: {
      type: 'text not null',
      from: ['reference'],
      optional: true,
      read: (text, row) => {
        const key = cleanText(text);
        if (key !== null && isRounded(key)) return row.refuse(roundedKey(key));
        const { made } = row;
        const day = made.let_on ?? made.advertised_on ?? made.started_on;
        return key ?? `${made.postcode}|${made.address}|${day}`;
      },
    },
    uprn: { type: 'bigint', from: ['uprn'], optional: true, read: uprnOf },
    address: {
      type: 'text not null',
      from: ['address'],
      read: (_, row) => row.made.address.toUpperCase(),
    },
    postcode: {
      type: 'text not null',
      from: ['postcode', 'post_code'],
      optional: true,
      read: (_, row) => row.made.postcode,
    },
    property_type: { type: 'text', from: ['property_type'], optional: true, read: typeOfWord },
    bedrooms: {
      type: 'smallint',
      from: ['bedrooms'],
      optional: true,
      read: (text, row) => bedroomsIn(text, row.text('property_type')),
    },
    room_type: { type: 'text', from: ['room_type'], optional: true, read: roomOf },
    furnished: { type: 'text', from: ['furnished'], optional: true, read: furnishedOf },
    rent_pcm: {
      type: 'double precision not null',
      from: ['rent'],
      read: (_, row) => row.made.rent_pcm,
    },
    bills_included: { type: 'boolean', from: ['bills_included'], optional: true, read: yesOrNo },
    advertised_on: {
      type: 'date',
      days: { refuses: true },
      from: ['advertised_on'],
      optional: true,
      read: (_, row) => row.made.advertised_on,
    },
    let_on: {
      type: 'date',
      days: TENANCY,
      from: ['let_on'],
      optional: true,
      read: (_, { made }) => made.let_on ?? made.started_on,
    },
    started_on: {
      type: 'date',
      days: TENANCY,
      from: ['started_on'],
      optional: true,
      read: (_, row) => row.made.started_on,
    },
    rent_period: { from: ['rent_period'], optional: true },
  },
  (row) => {
    if (isNoHome(row.text('property_type')))
      return row.skip('It is a garage, a parking space, land or business premises, no home.');
    const address = row.text('address');
    if (address === null) return row.refuse('There is no address.');
    const postcode_text = row.text('postcode');
    const postcode =
      postcode_text === null ? (postcodeAtEnd(address)?.postcode ?? null) : postcodeOf(postcode_text);
    if (postcode === null)
      return row.refuse(
        postcode_text === null
          ? 'There is no postcode, neither in its column nor at the end of the address.'
          : `${quoted(postcode_text)} is not a postcode.`,
      );
    const rent_pcm = rentOf(row);
    if (rent_pcm === null) return null;
    const dates = { advertised_on: null, let_on: null, started_on: null } as Record<
      DateColumn,
      string | null
    >;
    for (const column of DATES) {
      dates[column] = dateOf(row.raw(column));
      if (dates[column] === null && row.text(column) !== null)
        return row.refuse(`The date ${quoted(row.text(column))} is not a day.`);
    }
    if (DATES.every((column) => dates[column] === null))
      return row.refuse('The row has no date: neither advertised, nor let, nor begun.');
    return { address, postcode, rent_pcm, ...dates };
  },
);

type RentRow = Pick<
  RowReader<'rent_period' | 'rent_pcm', LettingsFile, Letting>,
  'file' | 'raw' | 'text' | 'refuse'
>;

/** The monthly rent, by the row's own period or that of the mapping. Refuses the row if it cannot be read. */
function rentOf(row: RentRow): number | null {
  const own = row.raw('rent_period');
  const months = monthsOf(own === undefined ? row.file.rent_period : row.text('rent_period'));
  if (months === null) return row.refuse(`The rent period ${quoted(row.text('rent_period'))} is not known.`);
  const rent_text = row.text('rent_pcm');
  const rent = poundsOf(rent_text);
  const rent_pcm = rent === null ? null : Math.round((rent * 100) / months) / 100;
  if (rent_pcm === null || rent_pcm <= 0 || rent_pcm > HIGHEST_PCM)
    return row.refuse(
      `The rent ${quoted(rent_text)} ${notAmount(HIGHEST_PCM)} a month, such as 1250 or 1,250.50.`,
    );
  return rent_pcm;
}

/** The number of bedrooms. 0 is a studio for a flat, and null for a house. */
function bedroomsIn(text: string | undefined, kind: string | null): number | null {
  return bedroomsOf(text, isHouseWord(kind) ? 'house' : typeOfWord(kind));
}

function roomOf(text: string | undefined): string | null {
  const plain = (text ?? '').toLowerCase();
  if (plain === '') return null;
  const suite = /en[ _-]?suite/.test(plain) ? 'ensuite' : 'shared';
  if (/double/.test(plain)) return `double_${suite}`;
  return /single/.test(plain) ? `single_${suite}` : 'any';
}

const UNFURNISHED = /\b(un|not |non[ -]?)furnished/;

/** How a home is furnished; null if the text does not tell, such as "furnished or unfurnished". */
function furnishedOf(text: string | undefined): string | null {
  const plain = (text ?? '').toLowerCase();
  if (/\bpart/.test(plain)) return 'part_furnished';
  const unfurnished = UNFURNISHED.test(plain);
  const furnished = /\bfurnished/.test(plain.replace(UNFURNISHED, ''));
  if (furnished && unfurnished) return null;
  return unfurnished ? 'unfurnished' : furnished ? 'furnished' : null;
}
