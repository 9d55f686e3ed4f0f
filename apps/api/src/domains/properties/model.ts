import type { Schema } from '@domesday/contract';
import { catalogue } from '@domesday/datasets/catalogue';
import { homeTables } from '@domesday/datasets/home-tables';
import { type UnusableReason, unusableReason } from '@domesday/valuation';
import type { PropertyRow } from './get.query.ts';

type Reason = Schema<'NullReason'>;
type Provenance = Schema<'FieldProvenance'>;

/** The value of a field with its origin, or null with a reason. */
export type Cell<T> =
  | { value: T; origin: Omit<Provenance, 'release'> }
  | { value: null; reason: Reason; message: string };

export type Loaded = (dataset: string) => boolean;
/** False for a dataset of which nothing is loaded for the home's outcode. */
export type LoadedHere = Partial<Record<string, boolean>>;
type ToldRow = PropertyRow & { loaded_here: LoadedHere };
type HomeDataset = keyof typeof homeTables;
/** The newest row of a dataset for the home. */
export type NewestRow<Id extends HomeDataset> = NonNullable<PropertyRow[(typeof homeTables)[Id]['record']]>;
type Certificate = NewestRow<'epc-domestic'>;

export const SQFT_PER_SQM = 10.763910416709722;

/**
 * No open register gives bedrooms. Rule of thumb from the habitable rooms, which include living rooms: one reception
 * room in homes of up to four rooms, two in larger ones. The provenance says `modelled`.
 */
export function bedroomsFromRooms(habitable_rooms: number): number {
  if (habitable_rooms <= 1) return habitable_rooms;
  return habitable_rooms <= 4 ? habitable_rooms - 1 : habitable_rooms - 2;
}

/**
 * Why a home's rooms are unknown, and what to give instead. The newest certificate counts, even if only an older one
 * gives the rooms.
 */
export const noRooms = (certificate: object | null | undefined, give: 'bedrooms' | 'rooms'): string =>
  `${certificate ? 'The newest energy certificate of this property does not tell its rooms' : 'No loaded energy certificate tells the rooms of this property'}: give ${give}.`;

/** Ten years after lodgement: Energy Performance of Buildings Regulations 2012 and the Scottish equivalent. */
export function expiryOf(lodged_on: string | null): string | null {
  if (!lodged_on) return null;
  const [year, rest] = [Number(lodged_on.slice(0, 4)), lodged_on.slice(4)];
  // A certificate lodged on 29 February expires on 28 February.
  return `${year + 10}${rest === '-02-29' ? '-02-28' : rest}`;
}

/** The property type of a certificate; null if it gives none. */
export function propertyTypeOf(certificate: Certificate): Schema<'PropertyType'> | null {
  switch (certificate.property_type) {
    case 'flat':
    case 'bungalow':
    case 'detached':
    case 'semi_detached':
    case 'terraced':
    case 'other':
      return certificate.property_type;
    default:
      return null;
  }
}

/** A value from a dataset's newest row for the home, or the reason why there is none. */
export function fromNewest<Id extends HomeDataset, T>(
  row: ToldRow,
  dataset: Id,
  what: string,
  loaded: Loaded,
  read: (newest: NewestRow<Id>) => T | null,
  method: Provenance['method'] = 'recorded',
): Cell<T> {
  const { record, observed_on } = homeTables[dataset];
  const newest = row[record] as NewestRow<Id> | null;
  const value = newest && read(newest);
  if (newest && value !== null && value !== undefined) {
    const columns = newest as Partial<Record<string, unknown>>;
    const day = observed_on.find((column) => columns[column] != null);
    const linked = columns.uprn_source === 'linked_here';
    const confidence = method === 'modelled' ? 'Low' : linked ? 'Medium' : 'High';
    const observed_at = day === undefined ? null : (columns[day] as string);
    return { value: value as T, origin: { source: dataset, observed_at, method, confidence } };
  }
  const { countries }: { countries: readonly string[] } = catalogue[dataset];
  if (row.country && !countries.includes(row.country)) {
    return missing('not_in_jurisdiction', `${what}: ${dataset} does not cover ${row.country}.`);
  }
  if (!loaded(dataset)) return missing('source_not_loaded', `${what}: load ${dataset} to know it.`);
  if (row.loaded_here[dataset] === false) return missing('not_covered', noneOf(row, what, record));
  return newest
    ? missing('not_recorded', `${what}: the newest ${record} does not record it.`)
    : missing('not_recorded', `${what}: no ${record} is linked to this UPRN.`);
}

/** A value from the newest energy certificate, or the reason why there is none. */
export function fromCertificate<T>(
  row: ToldRow,
  what: string,
  loaded: Loaded,
  read: (certificate: Certificate) => T | null,
  method?: Provenance['method'],
): Cell<T> {
  return fromNewest(row, 'epc-domestic', what, loaded, read, method);
}

/** Why a sale is left out of values and statistics; null if it counts. */
export function leftOut(sale: NonNullable<PropertyRow['sale']>): UnusableReason | null {
  return unusableReason(sale) ?? (sale.sold_together ? 'sold_together' : null);
}

/** A value from the last sale, or the reason why there is none. */
export function fromSale<T>(
  row: ToldRow,
  what: string,
  loaded: boolean,
  read: (sale: NonNullable<PropertyRow['sale']>) => T | null,
): Cell<T> {
  const value = row.sale && read(row.sale);
  if (row.sale && value !== null && value !== undefined) {
    const confidence = (row.sale.uprn_confidence ?? 0) >= 0.95 ? 'High' : 'Medium';
    return {
      value: value as T,
      origin: { source: 'price-paid', observed_at: row.sale.date, method: 'recorded', confidence },
    };
  }
  if (row.country === 'Scotland') {
    return missing('not_in_jurisdiction', `${what}: sale prices are not open data in Scotland.`);
  }
  if (!loaded) return missing('source_not_loaded', `${what}: load price-paid to know it.`);
  if (row.loaded_here['price-paid'] === false) return missing('not_covered', noneOf(row, what, 'sale'));
  return missing('not_recorded', `${what}: no loaded sale is linked to this UPRN.`);
}

/** The message if no record of the outcode is loaded: that none was found then says nothing about this home. */
function noneOf({ postcode }: PropertyRow, what: string, record: string): string {
  return `${what}: no ${record} of ${postcode?.split(' ')[0]} is loaded.`;
}

export function missing<T>(reason: Reason, message: string): Cell<T> {
  return { value: null, reason, message };
}
