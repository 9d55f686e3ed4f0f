import {
  columnsOf,
  command,
  copyText,
  type DbClient,
  query,
  type RowOf,
  required,
  sql,
  statement,
  useAll,
  writeWorking,
} from '@domesday/db';
import type { Box } from '@domesday/files/features/geometry';
import { CHANGED } from '@domesday/loading/changed-rows.query';
import { becomesPartition } from '@domesday/loading/rebuild.query';

export type PointTable = 'addresses' | 'postcodes';
const TABLES = {
  addresses: { members: 'area_members', key: 'uprn' },
  postcodes: { members: 'area_postcodes', key: 'postcode' },
} as const;
/** An area smaller than a hectare may contain no postcode. Then the nearest postcode within `NEAR_M` metres counts. */
const SMALL_SQM = 10_000;
const NEAR_M = 2000;
const AREAS_AT_ONCE = 4000;
const POINTS_AT_ONCE = 20_000;

/** Creates the new tables of members, beside the served ones. */
export async function startMembers(client: DbClient, no: number): Promise<void> {
  for (const { members } of Object.values(TABLES)) {
    await command(client, `drop table if exists staging.${members}_${no}`);
    await command(client, `create table staging.${members}_${no} (like public.${members})`);
  }
}

const markBuilt = statement({
  name: 'mark-areas-built',
  parameters: columnsOf('area_datasets', ['no']),
  build: ({ no }) =>
    query.updateTable('area_datasets').set({ built_at: sql<Date>`clock_timestamp()` }).where('no', '=', no),
});

/** Adds keys and statistics to the new tables, which replace the old ones when the load is published. */
export async function finishMembers(client: DbClient, no: number): Promise<void> {
  for (const { members, key } of Object.values(TABLES)) {
    const table = `${members}_${no}`;
    await command(client, `alter table staging.${table} add primary key (dataset_no, ${key}, area_id)`);
    await command(client, `alter table staging.${table} add check (dataset_no = ${no})`);
    await command(client, `analyze staging.${table}`);
    await becomesPartition(client, table, members, no);
  }
  await markBuilt.run(client, { no });
}

/**
 * The squares of a grid from 0 to `east` and `north` that an area of the dataset overlaps, by column. Index: areas_box.
 */
export const squaresOf = statement({
  name: 'squares-of-areas',
  parameters: { no: 'int2', side: 'int4', east: 'int4', north: 'int4' },
  row: { x: 'int4', y: 'int4' },
  build: ({ no, side, east, north }) => sql`
    select x, y
      from generate_series(0, ${east}::int - 1, ${side}::int) x,
           generate_series(0, ${north}::int - 1, ${side}::int) y
     where exists (select from areas
                    where dataset_no = ${no} and box && box(point(x, y), point(x + ${side}::int, y + ${side}::int))
                      and area_sqm > 0)
     order by x, y`,
});

/** The number of areas that overlap a window, and of their corners. Index: areas_box. */
const weightIn = statement({
  name: 'area-weight',
  parameters: { no: 'int2', window: 'box' },
  row: { areas: 'int8', vertices: 'int8' },
  build: ({ no, window }) => sql`
    select count(*) as areas, coalesce(sum(vertices), 0)::bigint as vertices
      from areas where dataset_no = ${no} and box && ${window}::box and area_sqm > 0`,
});

export function weightOf(
  client: DbClient,
  no: number,
  window: Box,
): Promise<{ areas: number; vertices: number }> {
  return weightIn.one(client, { no, window: boxText(window) });
}

const SHAPE = { ...columnsOf('areas', ['id', 'vertices']), geometry: 'text' } as const;

const shapesIn = statement({
  name: 'areas-in-window',
  parameters: { no: 'int2', window: 'box' },
  row: SHAPE,
  build: ({ no, window }) => sql`
    select id, geometry, vertices from areas
     where dataset_no = ${no} and box && ${window}::box and area_sqm > 0`,
});

/** Calls `use` for each area that overlaps a window. Reads in batches. Index: areas_box. */
export async function eachAreaIn(
  client: DbClient,
  no: number,
  window: Box,
  use: (area: RowOf<typeof SHAPE>) => void,
): Promise<void> {
  const cursor = await shapesIn.open(client, { no, window: boxText(window) });
  await useAll(cursor, AREAS_AT_ONCE, (areas) => areas.forEach(use));
}

const pointStatement = (table: PointTable) =>
  statement({
    name: `${table}-in-window`,
    parameters: { window: 'box', min_x: 'float8', max_x: 'float8', min_y: 'float8', max_y: 'float8' },
    row: {
      key: table === 'addresses' ? 'int8' : 'text',
      ...required({ easting: 'float8', northing: 'float8' }),
    },
    build: ({ window, min_x, max_x, min_y, max_y }) => sql`
      select ${sql.ref(TABLES[table].key)} as key, easting::float8, northing::float8 from ${sql.table(table)}
       where position <@ ${window}::box and easting >= ${min_x}::float8 and easting < ${max_x}::float8
         and northing >= ${min_y}::float8 and northing < ${max_y}::float8`,
  });
const points = { addresses: pointStatement('addresses'), postcodes: pointStatement('postcodes') };

/**
 * Calls `use` for each point of a window. Points on the upper edges belong to the next window. Reads in batches;
 * `between` is called between them and may use the connection. Index: addresses_position or postcodes_position.
 */
export async function eachPointIn(
  client: DbClient,
  table: PointTable,
  window: Box,
  use: (point: { key: number | string; easting: number; northing: number }) => void,
  between: () => Promise<void>,
): Promise<void> {
  const { minX: min_x, minY: min_y, maxX: max_x, maxY: max_y } = window;
  const edges = { window: boxText(window), min_x, max_x, min_y, max_y };
  const cursor = await points[table].open(client, edges);
  await useAll(cursor, POINTS_AT_ONCE, (some) => some.forEach(use), between);
}

/** Copies lines of COPY text into a table of members: the new one in `staging`, or the served one. */
export async function copyMembers(
  client: DbClient,
  no: number,
  table: PointTable,
  lines: string,
  schema: 'staging' | 'public' = 'staging',
): Promise<void> {
  const { members, key } = TABLES[table];
  await copyText(client, `${schema}.${members}_${no} (dataset_no, ${key}, area_id)`, lines);
}

const CHANGED_POINTS = {
  addresses: sql.raw('changed_homes h join addresses p on p.uprn = h.uprn and p.position is not null'),
  postcodes: sql.raw(
    'moved_postcodes h join postcodes p on p.postcode = h.postcode and p.position is not null',
  ),
};
/** Margin around a point, in metres, because the corners of areas are rounded. */
const MARGIN_M = 1;

const deleteMembers = {
  addresses: statement({
    name: 'delete-members-of-changed-homes',
    parameters: { no: 'int2' },
    after: CHANGED,
    build: ({ no }) => sql`
      delete from area_members m using changed_homes h where m.dataset_no = ${no} and m.uprn = h.uprn`,
  }),
  postcodes: statement({
    name: 'delete-members-of-moved-postcodes',
    parameters: { no: 'int2' },
    after: CHANGED,
    build: ({ no }) => sql`
      delete from area_postcodes m using moved_postcodes c
       where m.dataset_no = ${no} and m.postcode = c.postcode collate "default"`,
  }),
};

/** Removes changed points from the areas of a dataset. Index: the primary key of the members. */
export function removeChanged(client: DbClient, no: number, table: PointTable): Promise<number> {
  return deleteMembers[table].run(client, { no });
}

const changedPointStatement = (table: PointTable) =>
  statement({
    name: `changed-points-${table}`,
    after: CHANGED,
    row: {
      key: table === 'addresses' ? 'int8' : 'text',
      ...required({ easting: 'float8', northing: 'float8' }),
    },
    build: () => sql`
      select p.${sql.ref(TABLES[table].key)} as key, p.easting::float8, p.northing::float8 from ${CHANGED_POINTS[table]}`,
  });

/** Key, easting and northing of the changed points. */
export const changedPoints = {
  addresses: changedPointStatement('addresses'),
  postcodes: changedPointStatement('postcodes'),
};

const areasAround = (table: PointTable) =>
  statement({
    name: `areas-around-changed-${table}`,
    parameters: { no: 'int2' },
    after: CHANGED,
    row: { ...columnsOf('areas', ['id', 'vertices']), geometry: 'text' },
    build: ({ no }) => sql`
      select id, geometry, vertices from areas
       where id in (select a.id from ${CHANGED_POINTS[table]}
                      join areas a on a.dataset_no = ${no} and a.area_sqm > 0
                                  and a.box && box(p.position + point(${sql.lit(MARGIN_M)}, ${sql.lit(MARGIN_M)}),
                                                   p.position - point(${sql.lit(MARGIN_M)}, ${sql.lit(MARGIN_M)})))`,
  });

/** The areas whose box contains a changed point. Index: areas_box. */
export const changedAreas = { addresses: areasAround('addresses'), postcodes: areasAround('postcodes') };

const deleteFeatures = statement({
  name: 'delete-coverage-by-features',
  parameters: { no: 'int2' },
  build: ({ no }) =>
    query.deleteFrom('area_coverage').where('dataset_no', '=', no).where('basis', '=', 'features'),
});

/**
 * Records which authorities supply which kinds to a dataset that is collected from authorities: those of the postcodes
 * and properties in its areas, and those of the postcodes nearest to points and small areas, one for each square
 * kilometre. If a load declared what its files cover, areas beyond that add no coverage. Indexes: primary keys of
 * postcodes and addresses, postcodes_position.
 */
export async function coverByAuthority(
  client: DbClient,
  no: number,
  schema: 'staging' | 'public',
): Promise<void> {
  await deleteFeatures.run(client, { no });
  await writeWorking(
    client,
    `insert into area_coverage (dataset_no, kind, scope, country, authority_code, basis, complete, load_id)
     select $1, kind, scope, null, authority_code, 'features',
            not exists (select from area_coverage c where c.dataset_no = $1 and c.kind = f.kind
                          and c.scope = f.scope and c.basis = 'declared' and not c.complete),
            max(load_id)
       from (select a.kind, a.scope, p.local_authority_code as authority_code, a.load_id
               from ${schema}.area_postcodes_${no} m join areas a on a.id = m.area_id
               join postcodes p on p.postcode = m.postcode
             union
             select a.kind, a.scope, p.local_authority_code, a.load_id
               from ${schema}.area_members_${no} m join areas a on a.id = m.area_id
               join addresses p on p.uprn = m.uprn
             union
             select s.kind, s.scope, p.local_authority_code, s.load_id
               from (select distinct on (kind, scope, floor(x / 1000), floor(y / 1000)) kind, scope, load_id, x, y
                       from (select kind, scope, load_id, ((box[0])[0] + (box[1])[0]) / 2 as x,
                                    ((box[0])[1] + (box[1])[1]) / 2 as y
                               from areas where dataset_no = $1 and area_sqm < ${SMALL_SQM}) small) s
              cross join lateral (
                select n.local_authority_code from (
                  select c.local_authority_code, c.postcode from postcodes c
                   where c.position <@ circle(point(s.x, s.y), ${NEAR_M}) and c.terminated_on is null
                   order by c.position <-> point(s.x, s.y) fetch first row with ties) n
                 order by n.postcode limit 1) p) f
      where authority_code is not null
        and not exists (select from area_coverage c where c.dataset_no = $1 and c.kind = f.kind
                           and c.scope = f.scope and c.basis = 'declared'
                           and (c.country is not null or c.authority_code is not null))
      group by kind, scope, authority_code`,
    [no],
  );
}

function boxText({ minX, minY, maxX, maxY }: Box): string {
  return `(${maxX},${maxY}),(${minX},${minY})`;
}
