import { type RowOf, required, sql, statement } from '@domesday/db';

/**
 * Whether a place is open on a day: registers tell beforehand which health sites close; primary key of health_sites.
 */
export const isOpen = (place: ReturnType<typeof sql>, today: unknown) => sql`
  (${place}.category <> 'health' or not exists (
    select from health_sites h where h.dataset = ${place}.source and h.kind = ${place}.kind and h.id = ${place}.id
       and h.closes_on <= ${today}))`;

/** Those found have a day and a position. */
const CLOSING = required({ closes_on: 'date', easting: 'int4', northing: 'int4' });
export type ClosingSite = RowOf<typeof CLOSING>;

/** Health sites of which the day is known on which they close; a whole read of them. */
export const closingSites = statement({
  name: 'closing-sites',
  row: CLOSING,
  build: () => sql`
    select h.closes_on, p.easting, p.northing from health_sites h
      join postcodes p on p.postcode = h.postcode and p.easting is not null
     where h.closes_on is not null`,
});
