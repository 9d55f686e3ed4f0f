import type { Database } from '../generated/tables.ts';

/**
 * The tables whose history is kept, with the key of each: SQL expressions over a row `t` that are never null. Answers
 * about a past release read only these tables.
 */
const KEPT: { readonly [T in keyof Database]?: readonly string[] } = {
  addresses: ['t.uprn'],
  area_figures: ['t.topic', 't.area_code'],
  brma_postcodes: ['t.postcode'],
  brmas: ['t.brma_key'],
  dataset_coverage: ['t.dataset', 't.country'],
  dataset_served: ['t.dataset', 't.load_id'],
  dataset_served_areas: ['t.dataset', 't.area'],
  derived_builds: ['t.name'],
  energy_certificates: ['t.certificate_number'],
  hmo_licences: ['t.id'],
  hmo_registers: ['t.authority_code', 't.register'],
  house_price_index: ['t.area_code', 't.property_type', 't.month'],
  lettings: ['t.reference'],
  lha_rates: ['t.brma_key', 't.year', 't.category'],
  lha_rents: ['t.brma_key', 't.year', 't.category'],
  listing_events: ['t.listing_id', 't.serial'],
  listings: ['t.id'],
  local_authorities: ['t.code'],
  nations: ['t.country'],
  postcodes: ['t.postcode'],
  private_rents: ['t.area_code', 't.segment', 't.month'],
  sale_months: ['t.outcode', 't.month', "coalesce(t.local_authority_code, '')", "coalesce(t.brma_key, '')"],
  sale_squares: ['t.square', 't.year'],
  sales: ['t.transaction_id'],
  sold_together: ['t.transaction_id'],
  valuation_areas: ['t.area'],
  // The text of a comparable contains the id of its transaction.
  valuation_comparables: ['t.area', 'substr(t.sale, 3, 36)'],
  valuation_indices: ['t.area', 't.property_type'],
  valuation_postcodes: ['t.area', 't.postcode'],
};

export const keptTables = Object.keys(KEPT);

/** The key expressions of a table whose history is kept. */
export function keysOf(table: string): readonly string[] {
  return KEPT[table as keyof Database]!;
}

/**
 * SQL of the release number in the setting `domesday.release`. As a subselect it is read once per statement and not
 * once per row.
 */
export const PAST_RELEASE = "(select current_setting('domesday.release')::bigint)";

/**
 * SQL conditions that a row belonged to the table in the release that the setting names: `served` for a served row `t`,
 * `gone` for a row `g` of `past.<table>_gone`.
 */
export function rowsInRelease(table: string): { served: string; gone: string } {
  const same = keysOf(table)
    .map((key, i) => `s.k${i + 1} = ${key}`)
    .join(' and ');
  return {
    served: `not exists (select from past.${table}_since s where ${same} and s.after >= ${PAST_RELEASE})`,
    gone: `g.born <= ${PAST_RELEASE} and g.died >= ${PAST_RELEASE}`,
  };
}

/** SQL that creates the view of a table as it was in the release that the setting names. `columns` are quoted names. */
export function pastView(table: string, columns: readonly string[]): string {
  const listed = (row: string) => columns.map((column) => `${row}.${column}`).join(', ');
  const { served, gone } = rowsInRelease(table);
  return `create view past.${table} as
     select ${listed('t')} from public.${table} t where ${served}
     union all
     select ${listed('g')} from past.${table}_gone g where ${gone}`;
}
