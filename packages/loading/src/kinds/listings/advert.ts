import { beginningOf, isoDate } from '@domesday/files/values';
import { type Cut, cutShortCheck } from '@domesday/files/whole-csv';
import { onGrid, toGrid } from '@domesday/geography/grid';
import { plainText } from '../../plain-text.ts';
import type { Check, CopyValue, SourceItem, StagingColumn } from '../../types.ts';
import { isRounded, notAmount, roundedKey } from '../../values.ts';
import { bedroomsOf } from '../bedrooms.ts';

export type Status = 'available' | 'under_offer' | 'sstc' | 'let_agreed' | 'withdrawn';

/** One advertised home in a feed. Names of sellers, landlords and staff are not read. */
export interface Advert {
  branch: string;
  reference: string;
  url?: string | null;
  listing_type: 'sale' | 'rent';
  status: Status;
  native_status?: string | null;
  price: number;
  price_period: 'total' | 'pcm' | 'pw';
  /** False for a rent whose period neither the feed nor a mapping states. */
  period_told?: boolean;
  /** True if the price is for a share in the home. */
  of_share?: boolean;
  /** As the feed gives them, such as 2, "2" or "Studio". */
  bedrooms?: string | number | null;
  bathrooms?: number | null;
  property_type?: string | null;
  /** Whether the home is known to be a house of unknown form. */
  is_house?: boolean;
  tenure?: 'Freehold' | 'Leasehold' | null;
  new_build?: boolean | null;
  floor_area_sqm?: number | null;
  address: string;
  postcode?: string | null;
  summary?: string | null;
  latitude?: number | null;
  longitude?: number | null;
  uprn?: number | null;
  /** First day of advertising, and day of the last change, ISO. */
  first_listed?: string | null;
  updated_on?: string | null;
}

/** A listing that is no longer advertised. */
export interface Removal {
  removed: true;
  reference: string;
  /** Null if the feed has no branches and its references are unique without them. */
  branch: string | null;
}

export const STAGING: StagingColumn[] = [
  { name: 'id', type: 'text not null' },
  { name: 'source', type: 'text not null' },
  { name: 'branch', type: 'text' },
  { name: 'reference', type: 'text not null' },
  { name: 'url', type: 'text' },
  { name: 'listing_type', type: 'text' },
  { name: 'status', type: 'text not null' },
  { name: 'native_status', type: 'text' },
  { name: 'price', type: 'double precision' },
  { name: 'price_period', type: 'text' },
  { name: 'price_comparable', type: 'double precision' },
  { name: 'of_share', type: 'boolean' },
  { name: 'bedrooms', type: 'smallint' },
  { name: 'bathrooms', type: 'smallint' },
  { name: 'property_type', type: 'text' },
  { name: 'tenure', type: 'text' },
  { name: 'new_build', type: 'boolean' },
  { name: 'floor_area_sqm', type: 'double precision' },
  { name: 'address', type: 'text' },
  { name: 'postcode', type: 'text collate "C"' },
  { name: 'summary', type: 'text' },
  { name: 'feed_latitude', type: 'double precision' },
  { name: 'feed_longitude', type: 'double precision' },
  { name: 'uprn', type: 'bigint' },
  { name: 'first_listed', type: 'date' },
  { name: 'updated_on', type: 'date' },
  { name: 'seen_on', type: 'date' },
  { name: 'complete', type: 'boolean not null' },
  { name: 'removed', type: 'boolean not null' },
  { name: 'refused_id', type: 'text', of_load: true },
];

const WEEKS_PER_MONTH = 52 / 12;
const LONGEST_SUMMARY = 500;
const HIGHEST_PRICE = 500_000_000;
const SMALLEST_SQM = 5;
const LARGEST_SQM = 20_000;

/** What identifies an advert within its feed. */
type Named = Pick<Removal, 'branch' | 'reference'>;

/** What holds for all adverts of a feed. */
export interface Feed {
  source: 'listings-blm' | 'listings-rtdf' | 'listings-zpg' | 'listings-csv';
  /** Date of the feed; null if it has none. */
  seen_on: string | null;
  /** True if the feed holds everything that its branches advertise, so that listings it lacks are withdrawn. */
  complete: boolean;
}

/** One row of staging. */
export function rowOf(advert: Advert | Removal, feed: Feed): CopyValue[] {
  const id = idOf(advert, feed);
  if ('removed' in advert) {
    const values: Record<string, CopyValue> = {
      id,
      source: feed.source,
      branch: advert.branch,
      reference: advert.reference,
      status: 'withdrawn',
      seen_on: feed.seen_on,
      complete: false,
      removed: true,
    };
    return STAGING.map((column) => values[column.name] ?? null);
  }
  const { latitude, longitude, summary, is_house: _, ...rest } = advert;
  const comparable = advert.price_period === 'pw' ? advert.price * WEEKS_PER_MONTH : advert.price;
  const values: Record<string, CopyValue | undefined> = {
    ...rest,
    bedrooms: bedroomsIn(advert),
    of_share:
      advert.listing_type === 'sale' && (advert.of_share === true || SHARE_FOR_SALE.test(summary ?? '')),
    id,
    source: feed.source,
    price_comparable: Math.round(comparable * 100) / 100,
    summary: summaryOf(summary),
    feed_latitude: latitude,
    feed_longitude: longitude,
    seen_on: feed.seen_on,
    complete: feed.complete,
    removed: false,
  };
  return STAGING.map((column) => values[column.name] ?? null);
}

/** The bedrooms of an advert. A house is never a studio. */
export function bedroomsIn({ bedrooms, property_type, is_house }: Advert): number | null {
  return bedroomsOf(bedrooms, property_type ?? (is_house ? 'house' : null));
}

function idOf({ branch, reference }: Named, { source }: Feed): string {
  const short = source.slice('listings-'.length);
  return [short, branch, reference].filter((part) => part !== null && part !== '').join(':');
}

/**
 * Marks the advert of a refused row as still in a complete feed, so that the served advert stays as it was. Does
 * nothing if the row names no advert, or was refused because its price must no longer be shown.
 */
export function markPresent(reason: string, named: Named, feed: Feed): SourceItem[] {
  if (!feed.complete || named.reference === '' || reason === ON_APPLICATION) return [];
  const values: Record<string, CopyValue> = {
    id: '',
    source: feed.source,
    reference: named.reference,
    status: 'available',
    complete: false,
    removed: false,
    refused_id: idOf(named, feed),
  };
  return [{ mark: STAGING.map((column) => values[column.name] ?? null) }];
}

/**
 * The same for a row whose fields may be in the wrong columns. Its branch cannot be read, so the advert is marked for
 * every branch of the feed.
 */
export function markPresentInBranches(
  reason: string,
  reference: string | null,
  branches: ReadonlySet<string>,
  feed: Feed,
): SourceItem[] {
  return [...branches].flatMap((branch) => markPresent(reason, { reference: reference ?? '', branch }, feed));
}

/** The check for a truncated feed. Fails for a complete feed, which would withdraw the adverts that it lacks. */
export function cutShortFeed(
  name: string,
  cut: Cut,
  { complete }: Pick<Feed, 'complete'>,
  known?: string,
): Check {
  const options = known === undefined ? {} : { known };
  if (!complete) return cutShortCheck(name, cut, options);
  const effect = ' The feed is a complete one, so that the adverts it has lost would be withdrawn.';
  return { ...cutShortCheck(name, cut, { ...options, effect }), status: 'fail' };
}

/** Why an advert without a public price ("price on application") is refused. */
export const ON_APPLICATION = 'The price is on application, and not to be shown.';

/** Whether the text of a price says that the price is on application. */
export function isOnApplication(text: string): boolean {
  return /\b(poa|on (application|request))\b|quoting/i.test(text);
}

/** Codes of PRICE_QUALIFIER for a share in a home: shared ownership, part buy and part rent, shared equity. */
export const SHARE_QUALIFIERS: readonly (number | null)[] = [9, 11, 12];

/** Whether a price qualifier or a tenure says that a share in the home is for sale. */
export function isOfShare(text: string): boolean {
  return /shared[ _-]?(ownership|equity)|part[ _-]?buy/i.test(text);
}

/**
 * Matches a summary that says a share is for sale: as a percentage, or in its first words. Later words may be about
 * other homes. A share of the freehold is excluded: it is sold with a whole flat.
 */
const SHARE_FOR_SALE =
  /^\W*(shared (ownership|equity)|part[ -]buy)\b|\b\d{1,2}(\.\d+)? ?(%|per ?cent) (shared? (ownership|equity)|(equity )?share)\b(?! (in|of) (the )?freehold)/i;

/** Why an advert is refused; null if it is valid. */
export function faultOf(advert: Advert): string | null {
  if (advert.reference === '') return 'The record has no reference.';
  if (isRounded(advert.reference)) return roundedKey(advert.reference);
  if (!advert.price) return 'The record has no price.';
  if (advert.price < 0 || advert.price > HIGHEST_PRICE)
    return `The price "${advert.price}" ${notAmount(HIGHEST_PRICE)}.`;
  if (advert.address === '') return 'The record has no address.';
  return null;
}

/**
 * Keeps weekly and monthly rents; converts rents of other periods to monthly ones. `per_months` is the period in
 * months.
 */
export function rentOf(price: number, per_months: number): { price: number; price_period: 'pcm' | 'pw' } {
  if (per_months === 12 / 52) return { price, price_period: 'pw' };
  return { price: Math.round((price * 100) / per_months) / 100, price_period: 'pcm' };
}

/** Warns of rents that were taken as monthly without being stated so. */
export function takenAsMonthly(adverts: readonly Advert[]): Check[] {
  const rents = adverts.filter((one) => one.listing_type === 'rent' && one.period_told === false).length;
  if (rents === 0) return [];
  const detail = `Rents taken as rents a month, since neither the feed nor a mapping tells their period: ${rents}.`;
  return [{ name: 'rent_period', status: 'warn', detail }];
}

/** Parts of an address in order, without blanks and repetitions, in one line. */
export function addressOf(parts: (string | null | undefined)[]): string {
  const clean = parts.map(plainText).filter((part) => part !== null);
  return clean.filter((part, i) => clean.indexOf(part) === i).join(', ');
}

/** The plain text of a summary, cut at 500 characters. */
function summaryOf(text: string | null | undefined): string | null {
  const plain = plainText(text);
  return plain && plain.length > LONGEST_SUMMARY ? `${beginningOf(plain, LONGEST_SUMMARY - 1)}…` : plain;
}

/** Status by a word for it; null if unknown. */
export function statusOfWord(text: string | null): Status | null {
  const plain = (text ?? '').toLowerCase().replace(/[^a-z]/g, '');
  if (/^(sstcm?|soldstc|soldstcm|soldsubjecttocontract|soldsubjecttoconcluded.*|sold)$/.test(plain))
    return 'sstc';
  if (/^(letagreed|let|letstc)$/.test(plain)) return 'let_agreed';
  if (/^(underoffer|reserved)$/.test(plain)) return 'under_offer';
  if (/^(available|forsale|tolet|active|live|)$/.test(plain)) return 'available';
  return /^(withdrawn|removed|offmarket|completed|archived|unavailable)$/.test(plain) ? 'withdrawn' : null;
}

/** A count, such as of bathrooms; null if the value is not a whole number from 0 to 99. */
export function countOf(value: unknown): number | null {
  const number = typeof value === 'string' ? (value.trim() === '' ? Number.NaN : Number(value)) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= 99
    ? number
    : null;
}

/** A floor area in square metres; null if no home can have it, such as a 0 that stands for "not known". */
export function floorAreaOf(sqm: number | null): number | null {
  return sqm !== null && sqm >= SMALLEST_SQM && sqm <= LARGEST_SQM ? sqm : null;
}

/** A position of an advert; both null if it is not in Great Britain, or half of it is missing. */
export function positionOf(latitude: unknown, longitude: unknown) {
  const [lat, lng] = [degreesOf(latitude), degreesOf(longitude)];
  const inside = lat >= 49 && lat <= 61.5 && lng >= -9.5 && lng <= 2.5;
  const grid = inside ? toGrid(lat, lng) : null;
  return grid && onGrid(grid.easting, grid.northing)
    ? { latitude: lat, longitude: lng }
    : { latitude: null, longitude: null };
}

/** Degrees, or NaN for a blank, which `Number` would turn into 0, the Greenwich meridian. */
function degreesOf(value: unknown): number {
  const given = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
  return given ? Number(value) : Number.NaN;
}

/** Day in the name of a file, `20261115` or `2026-11-15`; null if there is none. */
export function dayInName(name: string): string | null {
  const found = /(?:^|\D)(20\d{2})-?([01]\d)-?([0-3]\d)(?:\D|$)/.exec(name);
  return found && isoDate(`${found[1]}-${found[2]}-${found[3]}`);
}
