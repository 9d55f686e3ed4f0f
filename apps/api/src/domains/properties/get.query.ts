import type { Queryable } from '@domesday/db';

export interface SaleRow {
  transaction_id: string;
  date: string;
  price: number;
  property_type: 'detached' | 'semi_detached' | 'terraced' | 'flat' | 'other';
  tenure: 'Freehold' | 'Leasehold' | null;
  new_build: boolean;
  category: 'standard' | 'additional';
  uprn_confidence: number | null;
}

export interface PropertyRow {
  uprn: number;
  address: string;
  postcode: string;
  source: string;
  latitude: number | null;
  longitude: number | null;
  position_source: string | null;
  country: 'England' | 'Wales' | 'Scotland' | null;
  local_authority_code: string | null;
  local_authority_name: string | null;
  lsoa_code: string | null;
  certificate: CertificateRow | null;
  sale: SaleRow | null;
}

export interface CertificateRow {
  certificate_number: string;
  uprn_source: 'assessor' | 'address_matched' | 'linked_here' | null;
  current_rating: string | null;
  potential_rating: string | null;
  current_score: number | null;
  property_type: string | null;
  build_form: string | null;
  floor_area_sqm: number | null;
  habitable_rooms: number | null;
  construction_age: string | null;
  inspected_on: string | null;
  lodged_on: string | null;
}

export const PROPERTY_BY_UPRN = `select a.uprn, a.address, a.postcode, a.source, a.latitude, a.longitude, a.position_source, a.country,
    a.local_authority_code, la.name as local_authority_name, a.lsoa_code,
    (select to_json(c) from (
      select certificate_number, uprn_source, current_rating, potential_rating, current_score,
        property_type, build_form, floor_area_sqm, habitable_rooms, construction_age, inspected_on, lodged_on
      from energy_certificates where uprn = a.uprn
      order by lodged_on desc nulls last, certificate_number desc limit 1) c) as certificate,
    (select to_json(s) from (
      select transaction_id, date, price, property_type, tenure, new_build, category, uprn_confidence
      from sales where uprn = a.uprn
      order by date desc, price desc, transaction_id limit 1) s) as sale
  from addresses a
  left join local_authorities la on la.code = a.local_authority_code
  where a.uprn = $1`;

/**
 * The address with its newest certificate and its last sale, in one read by key: primary keys of addresses and
 * local_authorities, indexes energy_certificates_uprn and sales_uprn_date.
 */
export async function propertyByUprn(db: Queryable, uprn: number): Promise<PropertyRow | null> {
  const { rows } = await db.query<PropertyRow>({
    name: 'property-by-uprn',
    text: PROPERTY_BY_UPRN,
    values: [uprn],
  });
  return rows[0] ?? null;
}

/** All sales of a property, newest first; index sales_uprn_date. */
export async function salesOfUprn(db: Queryable, uprn: number): Promise<SaleRow[]> {
  const { rows } = await db.query<SaleRow>({
    name: 'sales-of-uprn',
    text: `select transaction_id, date, price, property_type, tenure, new_build, category, uprn_confidence
           from sales where uprn = $1 order by date desc, price desc, transaction_id`,
    values: [uprn],
  });
  return rows;
}
