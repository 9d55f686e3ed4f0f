import { columnsOf, sql, statement } from '@domesday/db';

const HOME = columnsOf('addresses', ['uprn']);

/** Addresses of an outcode in the order of their UPRNs; index addresses_postcode. */
export const homesOfOutcode = statement({
  name: 'homes-of-outcode',
  parameters: { first: 'text', last: 'text', limit: 'int4' },
  row: HOME,
  plan_each_call: true,
  build: (v) => sql`
    select a.uprn from addresses a where a.postcode >= ${v.first} and a.postcode < ${v.last}
     order by a.uprn limit ${v.limit}`,
});

/** Addresses whose postcode belongs to an authority; indexes postcodes_local_authority and addresses_postcode. */
export const homesOfAuthority = statement({
  name: 'homes-of-authority',
  parameters: { code: 'text', limit: 'int4' },
  row: HOME,
  plan_each_call: true,
  build: (v) => sql`
    select a.uprn from addresses a
     where a.postcode in (select p.postcode from postcodes p where p.local_authority_code = ${v.code})
     order by a.uprn limit ${v.limit}`,
});

/**
 * Addresses whose position lies in a polygon and in none of its holes, in the order of their UPRNs, after one of them;
 * the box of all polygons by the index addresses_position.
 */
export const homesWithin = statement({
  name: 'homes-within',
  parameters: {
    box: 'box',
    outers: '_polygon',
    holes: '_polygon',
    owners: '_int4',
    after: 'int8',
    limit: 'int4',
  },
  row: HOME,
  plan_each_call: true,
  build: (v) => sql`
    select a.uprn from addresses a
     where a.position <@ ${v.box}::box and a.uprn > ${v.after} and exists (
       select from unnest(${v.outers}::polygon[]) with ordinality as o (ring, place)
        where a.position <@ o.ring and not exists (
          select from unnest(${v.holes}::polygon[], ${v.owners}::int[]) as h (ring, owner)
           where h.owner = o.place and a.position <@ h.ring))
     order by a.uprn limit ${v.limit}`,
});
