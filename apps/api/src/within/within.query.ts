import { columnsOf, sql, statement } from '@domesday/db';
import { homesInside, SHAPE } from '../location/shape.query.ts';

const HOME = columnsOf('addresses', [
  'uprn',
  'address',
  'postcode',
  'country',
  'latitude',
  'longitude',
  'position_source',
]);

/** Number of addresses in a shape. */
export const countWithin = statement({
  name: 'count-within',
  parameters: SHAPE,
  row: { total: 'int8' },
  plan_each_call: true,
  build: (v) => sql`${homesInside(v)} select count(*) as total from inside`,
});

/** Addresses in a shape in the order of their UPRNs, after one of them. */
export const pageWithin = statement({
  name: 'page-within',
  parameters: { ...SHAPE, after: 'int8', limit: 'int8' },
  row: HOME,
  plan_each_call: true,
  build: (v) => sql`
    ${homesInside(v)}
    select a.uprn, a.address, a.postcode, a.country, a.latitude, a.longitude, a.position_source
      from (select uprn from inside where uprn > ${v.after} order by uprn limit ${v.limit}) i
      join addresses a on a.uprn = i.uprn
     order by a.uprn`,
});
