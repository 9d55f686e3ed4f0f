import { isSoldTogether } from '@domesday/builds/packed-sales/usable';
import { required, sql, statement } from '@domesday/db';
import { inForce } from '../designations/in-force.ts';

const BOX = { min_e: 'float8', min_n: 'float8', max_e: 'float8', max_n: 'float8' } as const;
/** Rows found by a box have a position. */
const AT = required({ position: 'point' });

/** Sales in a box since a day, newest first; index sales_position, primary key of sold_together. */
export const salesIn = statement({
  name: 'tile-sales',
  parameters: { ...BOX, since: 'date', most: 'int8' },
  row: { ...AT, price: 'int4', date: 'date', property_type: 'text', uprn: 'int8?', together: 'bool' },
  build: ({ min_e, min_n, max_e, max_n, since, most }) => sql`
    select position, price, date, property_type, uprn, ${sql.raw(isSoldTogether('s'))} as together from sales s
     where position <@ box(point(${min_e}, ${min_n}), point(${max_e}, ${max_n})) and date >= ${since}
     order by date desc, transaction_id limit ${most}`,
});

/** Median prices of squares of one width; index price_cells_place. */
export const priceCellsIn = statement({
  name: 'tile-price-cells',
  parameters: { ...BOX, size_m: 'int4' },
  row: { position: 'point', n: 'int4', median: 'int4', size_m: 'int4' },
  build: ({ min_e, min_n, max_e, max_n, size_m }) => sql`
    select position, n, median, size_m from price_cells
     where size_m = ${size_m} and position <@ box(point(${min_e}, ${min_n}), point(${max_e}, ${max_n}))
     order by n desc, position[0], position[1]`,
});

/** Median prices of postcode sectors; index price_sectors_place. */
export const priceSectorsIn = statement({
  name: 'tile-price-sectors',
  parameters: { ...BOX, most: 'int8' },
  row: { position: 'point', sector: 'text', n: 'int4', median: 'int4' },
  build: ({ min_e, min_n, max_e, max_n, most }) => sql`
    select position, sector, n, median from price_sectors
     where position <@ box(point(${min_e}, ${min_n}), point(${max_e}, ${max_n}))
     order by sector limit ${most}`,
});

/** Places of one category; index place_points_position. */
export const placesIn = statement({
  name: 'tile-places',
  parameters: { ...BOX, category: 'text', most: 'int8' },
  row: { ...AT, name: 'text', kind: 'text' },
  build: ({ min_e, min_n, max_e, max_n, category, most }) => sql`
    select position, name, kind from place_points
     where category = ${category} and position <@ box(point(${min_e}, ${min_n}), point(${max_e}, ${max_n}))
     order by source, kind, id limit ${most}`,
});

/** Homes with their addresses; index addresses_position. */
export const homesIn = statement({
  name: 'tile-homes',
  parameters: { ...BOX, most: 'int8' },
  row: { ...AT, uprn: 'int8', address: 'text' },
  build: ({ min_e, min_n, max_e, max_n, most }) => sql`
    select position, uprn, address from addresses
     where position <@ box(point(${min_e}, ${min_n}), point(${max_e}, ${max_n}))
     order by uprn limit ${most}`,
});

/** Areas of one dataset in a box that are in force on a day, largest first, without points; index areas_box. */
export const areasIn = statement({
  name: 'tile-areas',
  parameters: { ...BOX, dataset: 'text', least_sqm: 'float8', today: 'date', most: 'int8' },
  row: { kind: 'text', name: 'text?', reference: 'text?', geometry: 'text', vertices: 'int4' },
  build: ({ min_e, min_n, max_e, max_n, dataset, least_sqm, today, most }) => sql`
    select a.kind, a.name, a.reference, a.geometry, a.vertices
      from areas a
     where a.dataset_no = (select no from area_datasets where dataset = ${dataset})
       and a.box && box(point(${min_e}, ${min_n}), point(${max_e}, ${max_n}))
       and a.area_sqm >= ${least_sqm} and ${inForce(today)}
     order by a.area_sqm desc, a.kind, a.reference, a.id limit ${most}`,
});
