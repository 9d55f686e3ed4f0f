import type { Schema } from '@domesday/contract';
import type { CertificateRow, PropertyRow } from './get.query.ts';

type Reason = Schema<'NullReason'>;
type Provenance = Schema<'FieldProvenance'>;

/** A field with its origin, or null with its reason. */
export type Cell<T> =
  | { value: T; origin: Omit<Provenance, 'release'> }
  | { value: null; reason: Reason; message: string };

export const SQFT_PER_SQM = 10.763910416709722;

/**
 * Bedrooms are in no open register. Rule of thumb on habitable rooms (which count living rooms): one
 * reception up to four rooms, two above. Modelled, and said to be so.
 */
export function bedroomsFromRooms(habitable_rooms: number): number {
  if (habitable_rooms <= 1) return habitable_rooms;
  return habitable_rooms <= 4 ? habitable_rooms - 1 : habitable_rooms - 2;
}

/** Ten years from lodgement: Energy Performance of Buildings Regulations 2012 and the Scottish equivalent. */
export function expiryOf(lodged_on: string | null): string | null {
  if (!lodged_on) return null;
  const [year, rest] = [Number(lodged_on.slice(0, 4)), lodged_on.slice(4)];
  // A leap day expires on the last day of February.
  return `${year + 10}${rest === '-02-29' ? '-02-28' : rest}`;
}

/** Terraced and detached houses are told apart by the form on the certificate; a flat or bungalow is one by itself. */
export function propertyTypeOf(certificate: CertificateRow): Schema<'PropertyType'> | null {
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

/** What a certificate can be trusted with: an assessor's UPRN more than a matched one. */
export function certificateConfidence(certificate: CertificateRow): Schema<'Confidence'> {
  if (certificate.uprn_source === 'assessor') return 'High';
  return certificate.uprn_source === 'linked_here' ? 'Medium' : 'High';
}

/** A value from the certificate, or the reason why there is none. */
export function fromCertificate<T>(
  row: PropertyRow,
  what: string,
  loaded: boolean,
  read: (certificate: CertificateRow) => T | null,
  method: Provenance['method'] = 'recorded',
): Cell<T> {
  const { certificate } = row;
  const value = certificate && read(certificate);
  if (certificate && value !== null && value !== undefined) {
    const confidence = method === 'modelled' ? 'Low' : certificateConfidence(certificate);
    const observed_at = certificate.inspected_on ?? certificate.lodged_on;
    return { value: value as T, origin: { source: 'epc-domestic', observed_at, method, confidence } };
  }
  if (!loaded) return missing('source_not_loaded', `${what}: load epc-domestic to know it.`);
  return certificate
    ? missing('not_recorded', `${what}: the newest certificate does not record it.`)
    : missing('not_recorded', `${what}: no energy certificate is linked to this UPRN.`);
}

/** A value from the last sale, or the reason why there is none. */
export function fromSale<T>(
  row: PropertyRow,
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
  return missing('not_recorded', `${what}: no registered sale since 1995 is linked to this UPRN.`);
}

export function missing<T>(reason: Reason, message: string): Cell<T> {
  return { value: null, reason, message };
}
