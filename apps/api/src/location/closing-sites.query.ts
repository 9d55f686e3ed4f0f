import { type RowOf, required, sql, statement } from '@domesday/db';

/**
 * Whether a place is open on a day. Registers announce the closing days of health sites; primary key of health_sites.
 */
export const isOpen = (place: ReturnType<typeof sql>, today: unknown) => sql`
  (${place}.category <> 'health' or not exists (
    select from health_sites h where h.dataset = ${place}.source and h.kind = ${place}.kind and h.id = ${place}.id
       and h.closes_on <= ${today}))`;

/** Rows of `closingSites` always have a day and a position. */
const CLOSING = required({ closes_on: 'date', easting: 'int4', northing: 'int4' });
export type ClosingSite = RowOf<typeof CLOSING>;

/** Health sites with a known closing day; reads all of them. */
export const closingSites = statement({
  name: 'closing-sites',
  row: CLOSING,
  build: () => sql`
    select h.closes_on, p.easting, p.northing from health_sites h
      join postcodes p on p.postcode = h.postcode and p.easting is not null
     where h.closes_on is not null`,
});
