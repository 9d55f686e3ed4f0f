import { columnsOf, sql, statement } from '@domesday/db';
import { homesInside, SHAPE } from '../location/shape.query.ts';

const HOME = columnsOf('addresses', ['uprn']);
/** Which homes of an area to read: at most `limit`, with a UPRN above `after`. */
const PAGE = { after: 'int8', limit: 'int8' } as const;

/** Addresses of an outcode in the order of their UPRNs; index addresses_postcode. */
export const homesOfOutcode = statement({
  name: 'homes-of-outcode',
  parameters: { first: 'text', last: 'text', ...PAGE },
  row: HOME,
  plan_each_call: true,
  build: (v) => sql`
    select a.uprn from addresses a where a.postcode >= ${v.first} and a.postcode < ${v.last} and a.uprn > ${v.after}
     order by a.uprn limit ${v.limit}`,
});

/**
 * Addresses whose postcode belongs to an authority, under any of its codes, by UPRN; indexes postcodes_local_authority
 * and addresses_postcode.
 */
export const homesOfAuthority = statement({
  name: 'homes-of-authority',
  parameters: { codes: '_text', ...PAGE },
  row: HOME,
  plan_each_call: true,
  build: (v) => sql`
    select a.uprn from addresses a
     where a.postcode in (select p.postcode from postcodes p where p.local_authority_code = any (${v.codes}))
       and a.uprn > ${v.after}
     order by a.uprn limit ${v.limit}`,
});

/** Addresses in a shape in the order of their UPRNs. */
export const homesWithin = statement({
  name: 'homes-within',
  parameters: { ...SHAPE, ...PAGE },
  row: HOME,
  plan_each_call: true,
  build: (v) => sql`
    ${homesInside(v)}
    select uprn from inside where uprn > ${v.after} order by uprn limit ${v.limit}`,
});

/** Positions of homes. `uprns` is a JSON list of UPRNs; primary key. */
export const positionsOfHomes = statement({
  name: 'positions-of-homes',
  parameters: { uprns: 'json' },
  row: columnsOf('addresses', ['uprn', 'latitude', 'longitude', 'position_source']),
  plan_each_call: true,
  build: (v) => sql`
    select a.uprn, a.latitude, a.longitude, a.position_source
      from json_array_elements_text(${v.uprns}) as asked (uprn) join addresses a on a.uprn = asked.uprn::bigint`,
});
