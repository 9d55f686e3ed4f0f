import { findHeader, namedPosition, plainName, surplusColumns } from '@domesday/files/header';
import { anyDate, cleanText, numberOf, poundsOf } from '@domesday/files/values';
import { createWholeCsvParser } from '@domesday/files/whole-csv';
import { DayForms } from '@domesday/loading/day-forms';
import { isHouseWord, typeOfWord } from '@domesday/loading/kinds/home-words';
import {
  type Advert,
  addressOf,
  bedroomsIn,
  countOf,
  cutShortFeed,
  dayInName,
  type Feed,
  faultOf,
  floorAreaOf,
  isOfShare,
  isOnApplication,
  markPresent,
  markPresentInBranches,
  ON_APPLICATION,
  positionOf,
  rentOf,
  rowOf,
  statusOfWord,
  takenAsMonthly,
} from '@domesday/loading/kinds/listings/advert';
import { feedModule } from '@domesday/loading/kinds/listings/module';
import { textsOf } from '@domesday/loading/kinds/listings/read';
import { monthsOf } from '@domesday/loading/kinds/rent-period';
import { readNamedColumns } from '@domesday/loading/mapping-columns';
import { parseMapping } from '@domesday/loading/mapping-file';
import {
  type Check,
  type FetchedFile,
  type FileSource,
  LoadError,
  type SourceItem,
} from '@domesday/loading/types';
import { postcodeAtEnd, postcodeOf, quoted, uprnOf, yesOrNo } from '@domesday/loading/values';
import { source } from './source.ts';

const FIELDS = [
  'reference',
  'branch',
  'url',
  'listing_type',
  'status',
  'price',
  'price_qualifier',
  'rent_period',
  'bedrooms',
  'bathrooms',
  'property_type',
  'tenure',
  'new_build',
  'floor_area_sqm',
  'address',
  'postcode',
  'uprn',
  'latitude',
  'longitude',
  'summary',
  'first_listed',
  'updated_on',
] as const;
type Field = (typeof FIELDS)[number];
const NEEDED: Field[] = ['reference', 'price', 'address'];
const OPTIONAL = [
  'bedrooms',
  'bathrooms',
  'tenure',
  'new_build',
  'floor_area_sqm',
  'postcode',
  'uprn',
  'latitude',
  'longitude',
] as const satisfies Field[];

export interface ListingsMapping {
  columns: Partial<Record<Field, string>>;
  delimiter?: string;
  /** Set if all rows are of one type and no column has it. */
  listing_type?: 'sale' | 'rent';
  /** Set if all rents are monthly or all weekly. */
  rent_period?: 'pcm' | 'pw';
  /** True if each file holds everything that its branches advertise: listings that it lacks are withdrawn. */
  complete?: boolean;
}

/** Reads a mapping file. Throws a LoadError that names what is wrong in it. */
export function readListingsMapping(text: string): ListingsMapping {
  const given = parseMapping(text, ['columns', 'delimiter', 'listing_type', 'rent_period', 'complete']);
  readNamedColumns(given.columns, { fields: FIELDS });
  const mapping = { ...given, columns: given.columns ?? {} } as ListingsMapping;
  if (mapping.listing_type !== undefined && !['sale', 'rent'].includes(mapping.listing_type))
    throw new LoadError('mapping', 'In the mapping file `listing_type` must be sale or rent.');
  if (mapping.rent_period !== undefined && !['pcm', 'pw'].includes(mapping.rent_period))
    throw new LoadError('mapping', 'In the mapping file `rent_period` must be pcm or pw.');
  if (mapping.complete !== undefined && typeof mapping.complete !== 'boolean')
    throw new LoadError('mapping', 'In the mapping file `complete` must be true or false.');
  return mapping;
}

/** Listings in any CSV. A mapping file names the columns; without one they must have the names of the fields. */
export const dataset = feedModule(
  source.id,
  { rows: readCsv },
  { takesMapping: true, readMapping: readListingsMapping },
);

async function* readCsv(
  file: FetchedFile,
  context: Parameters<FileSource['rows']>[1],
): AsyncGenerator<SourceItem> {
  const mapping = (context.mapping as ListingsMapping | null) ?? { columns: {} };
  for await (const { name, text } of textsOf(file, context)) {
    const feed: Feed = {
      source: 'listings-csv',
      seen_on: dayInName(name),
      complete: mapping.complete ?? false,
    };
    const items: SourceItem[] = [];
    const header = headerOf(name, text, mapping);
    const { at, delimiter } = header;
    const adverts: Advert[] = [];
    const branches = new Set<string>();
    const days = new DayForms();
    const unread: { reason: string; raw: string }[] = [];
    const parser = createWholeCsvParser({
      delimiter,
      firstLine: header.line,
      width: header.width,
      onRecord: (fields, line) => {
        const text = (field: Field) => cleanText(fields[at.get(field) ?? -1]?.replaceAll('\0', ''));
        const wide = surplusColumns(fields, header.width);
        if (wide !== null) {
          items.push({ reject: { line, reason: wide, raw: fields.join(delimiter) }, file: name });
          unread.push({ reason: wide, raw: fields.join(delimiter) });
          return;
        }
        branches.add(namedBy(text).branch);
        for (const field of ['first_listed', 'updated_on'] as const) days.add(text(field) ?? undefined);
        const advert = advertOf(text, mapping);
        const fault = typeof advert === 'string' ? advert : faultOf(advert);
        if (fault !== null) {
          items.push({ reject: { line, reason: fault, raw: fields.join(',') }, file: name });
          items.push(...markPresent(fault, namedBy(text), feed));
        } else {
          items.push({ row: rowOf(advert as Advert, feed) });
          items.push(...unreadIn(text, advert as Advert));
          adverts.push(advert as Advert);
        }
      },
      onReject: (line, reason, raw) => {
        items.push({ reject: { line, reason, raw }, file: name });
        unread.push({ reason, raw });
      },
    });
    parser.write(text.slice(header.end));
    parser.end();
    days.assertCertain(name);
    yield* items;
    for (const note of takenAsMonthly(adverts)) yield { note };
    if (areInFeet(adverts.flatMap(({ floor_area_sqm }) => floor_area_sqm || [])))
      yield { note: inSquareFeet(name) };
    const cut = parser.cutShort();
    if (cut) yield { note: cutShortFeed(name, cut, feed) };
    const place = at.get('reference') ?? -1;
    for (const { reason, raw } of unread) {
      const reference = cleanText(raw.split(delimiter)[place]?.replaceAll('"', ''));
      yield* markPresentInBranches(reason, reference, branches, feed);
    }
  }
}

/** Reports optional fields whose texts could not be read. */
function* unreadIn(text: (field: Field) => string | null, advert: Advert): Generator<SourceItem> {
  const read = { ...advert, bedrooms: bedroomsIn(advert) };
  for (const field of OPTIONAL) {
    const text_of_field = text(field);
    if (text_of_field !== null && read[field] === null) yield { unread: field, text: text_of_field };
  }
}

/** In square metres more than half of a feed's homes are smaller than this; in square feet nearly all are larger. */
const HALF_ARE_BELOW_SQM = 400;
/** Fewer floor areas are not judged. */
const AREAS_JUDGED_FROM = 5;

function areInFeet(areas: readonly number[]): boolean {
  const larger = areas.filter((area) => area > HALF_ARE_BELOW_SQM).length;
  return areas.length >= AREAS_JUDGED_FROM && larger > areas.length / 2;
}

function inSquareFeet(name: string): Check {
  return {
    name: 'floor_area_sqm',
    status: 'fail',
    detail: `More than half of the floor areas of ${name} are above ${HALF_ARE_BELOW_SQM}, as if they were square feet. Give them in square metres (square feet times 0.0929).`,
  };
}

interface Header {
  at: Map<Field, number>;
  delimiter: string;
  width: number;
  /** Where the rows begin: the offset, and the number of their first line. */
  end: number;
  line: number;
}

/** Finds the header, below any titles, and its columns. */
function headerOf(name: string, text: string, mapping: ListingsMapping): Header {
  const found = findHeader(text, (fields) => locate(fields, mapping).missing, mapping.delimiter);
  if ('missing' in found) {
    throw new LoadError(
      'refused',
      `${name} is not listings-csv: it misses the columns ${found.missing.join(', ')}.`,
      found.missing,
    );
  }
  const { record, delimiter } = found;
  const { at } = locate(record.fields, mapping);
  return { at, delimiter, width: record.fields.length, end: record.end, line: record.nextLine };
}

function locate(header: string[], mapping: ListingsMapping): { at: Map<Field, number>; missing: string[] } {
  const columns = header.map(plainName);
  const at = new Map<Field, number>();
  const missing: string[] = [];
  for (const field of FIELDS) {
    const named = mapping.columns[field];
    let position = named === undefined ? columns.indexOf(field) : namedPosition(header, named);
    if (field === 'postcode' && named === undefined && position === -1)
      position = columns.indexOf('post_code');
    if (position !== -1) at.set(field, position);
    else if (named !== undefined || NEEDED.includes(field)) missing.push(named ?? field);
  }
  if (!at.has('listing_type') && !mapping.listing_type) missing.push('listing_type');
  return { at, missing };
}

const namedBy = (text: (field: Field) => string | null) => ({
  branch: text('branch') ?? '',
  reference: text('reference') ?? '',
});

function advertOf(text: (field: Field) => string | null, mapping: ListingsMapping): Advert | string {
  const type = (text('listing_type') ?? mapping.listing_type ?? '').toLowerCase();
  const to_let = /rent|let/.test(type);
  if (to_let === /sale|buy/.test(type))
    return `The listing type ${quoted(type)} is ${to_let ? 'both sale and rent' : 'neither sale nor rent'}.`;
  const status = statusOfWord(text('status'));
  if (status === null) return `The status ${quoted(text('status'))} is not known.`;
  if (isOnApplication(`${text('price')} ${text('price_qualifier')}`)) return ON_APPLICATION;
  const price = text('price');
  const amount = price === null ? 0 : poundsOf(price);
  if (amount === null) return `The price ${quoted(price)} is not a number of pounds.`;
  const given_period = text('rent_period') ?? mapping.rent_period;
  const period = given_period ?? 'pcm';
  const months = monthsOf(period);
  if (to_let && months === null) return `The rent period ${quoted(period)} is not known.`;
  for (const field of ['first_listed', 'updated_on'] as const) {
    if (text(field) !== null && anyDate(text(field)!) === null)
      return `The date ${quoted(text(field))} is not a day.`;
  }
  return {
    ...namedBy(text),
    url: text('url'),
    listing_type: to_let ? 'rent' : 'sale',
    status,
    native_status: text('status'),
    ...(to_let ? rentOf(amount, months ?? 1) : { price: amount, price_period: 'total' as const }),
    period_told: given_period !== undefined,
    of_share: isOfShare(`${text('price_qualifier')} ${text('tenure')} ${text('property_type')}`),
    bedrooms: text('bedrooms'),
    bathrooms: countOf(text('bathrooms')),
    property_type: typeOfWord(text('property_type')),
    is_house: isHouseWord(text('property_type')),
    tenure: tenureOf(text('tenure') ?? ''),
    new_build: yesOrNo(text('new_build')),
    floor_area_sqm: floorAreaOf(numberOf(text('floor_area_sqm') ?? undefined)),
    address: addressOf([text('address')]),
    postcode: postcodeOf(text('postcode') ?? undefined) ?? postcodeAtEnd(text('address'))?.postcode ?? null,
    uprn: uprnOf(text('uprn') ?? undefined),
    ...positionOf(text('latitude'), text('longitude')),
    summary: text('summary'),
    first_listed: anyDate(text('first_listed') ?? undefined),
    updated_on: anyDate(text('updated_on') ?? undefined),
  };
}

/**
 * The tenure in a text. A share of the freehold counts as freehold. Null if the text names both tenures without the
 * word "share".
 */
function tenureOf(text: string): Advert['tenure'] {
  const [free, lease] = [/freehold/i.test(text), /leasehold/i.test(text)];
  if (free && lease && !/share of/i.test(text)) return null;
  return free ? 'Freehold' : lease ? 'Leasehold' : null;
}
