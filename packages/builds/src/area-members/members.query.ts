import type { DbClient } from '@domesday/db';
import type { Box } from '@domesday/files/features/geometry';
import { becomesPartition } from '@domesday/loading/rebuild.query';
import { from as copyFrom } from 'pg-copy-streams';

export type PointTable = 'addresses' | 'postcodes';
const TABLES = {
  addresses: { members: 'area_members', key: 'uprn' },
  postcodes: { members: 'area_postcodes', key: 'postcode' },
} as const;
/** An area below a hectare may hold no postcode; then the nearest within so many metres counts. */
const SMALL_SQM = 10_000;
const NEAR_M = 2000;
const AREAS_AT_ONCE = 4000;
const POINTS_AT_ONCE = 20_000;

/** Number of a dataset that has been loaded; null if it never was. */
export async function areaDatasetNumber(client: DbClient, dataset: string): Promise<number | null> {
  const { rows } = await client.query<{ no: number }>('select no from area_datasets where dataset = $1', [
    dataset,
  ]);
  return rows[0]?.no ?? null;
}

/** Creates new tables beside those being read. */
export async function startMembers(client: DbClient, no: number): Promise<void> {
  for (const { members } of Object.values(TABLES)) {
    await client.query(`drop table if exists staging.${members}_${no}`);
    await client.query(`create table staging.${members}_${no} (like public.${members})`);
  }
}

/** Adds keys and statistics to the new tables, which replace the old ones when the load is published. */
export async function finishMembers(client: DbClient, no: number): Promise<void> {
  for (const { members, key } of Object.values(TABLES)) {
    const table = `${members}_${no}`;
    await client.query(`alter table staging.${table} add primary key (dataset_no, ${key}, area_id)`);
    await client.query(`alter table staging.${table} add check (dataset_no = ${no})`);
    await client.query(`analyze staging.${table}`);
    await becomesPartition(client, table, members, no);
  }
  await client.query('update area_datasets set built_at = clock_timestamp() where no = $1', [no]);
}

/** Number of areas that overlap a window, and of their corners; index areas_box. */
export async function weightOf(
  client: DbClient,
  no: number,
  window: Box,
): Promise<{ areas: number; vertices: number }> {
  const { rows } = await client.query<{ areas: number; vertices: number }>({
    name: 'area-weight',
    text: `select count(*) as areas, coalesce(sum(vertices), 0)::bigint as vertices
             from areas where dataset_no = $1 and box && $2::box and area_sqm > 0`,
    values: [no, boxText(window)],
  });
  return rows[0]!;
}

/** The areas that overlap a window, in batches; index areas_box. */
export async function* areasIn(
  client: DbClient,
  no: number,
  window: Box,
): AsyncGenerator<{ id: number; geometry: string; vertices: number }> {
  await client.query(
    `declare areas_in no scroll cursor for
      select id, geometry, vertices from areas
       where dataset_no = ${no} and box && '${boxText(window)}'::box and area_sqm > 0`,
  );
  for (;;) {
    const { rows } = await client.query<{ id: number; geometry: string; vertices: number }>(
      `fetch ${AREAS_AT_ONCE} from areas_in`,
    );
    yield* rows;
    if (rows.length < AREAS_AT_ONCE) break;
  }
  await client.query('close areas_in');
}

/**
 * Key, easting and northing of the points of a window, in batches; its upper edges belong to the next window. Index:
 * addresses_position or postcodes_position.
 */
export async function* pointsIn(
  client: DbClient,
  table: PointTable,
  window: Box,
): AsyncGenerator<[key: number | string, easting: number, northing: number][]> {
  const { key } = TABLES[table];
  const { minX, minY, maxX, maxY } = window;
  await client.query(
    `declare points_in no scroll cursor for
      select ${key}, easting::float8, northing::float8 from ${table}
       where position <@ '${boxText(window)}'::box
         and easting >= ${minX} and easting < ${maxX} and northing >= ${minY} and northing < ${maxY}`,
  );
  for (;;) {
    const { rows } = await client.query<[number | string, number, number]>({
      text: `fetch ${POINTS_AT_ONCE} from points_in`,
      rowMode: 'array',
    });
    if (rows.length > 0) yield rows;
    if (rows.length < POINTS_AT_ONCE) break;
  }
  await client.query('close points_in');
}

/** Lines of COPY text into a new table of members. */
export async function copyMembers(
  client: DbClient,
  no: number,
  table: PointTable,
  lines: string,
): Promise<void> {
  const { members, key } = TABLES[table];
  const copy = client.query(
    copyFrom(`copy staging.${members}_${no} (dataset_no, ${key}, area_id) from stdin`),
  );
  await new Promise<void>((done, fail) => {
    copy.on('error', fail);
    copy.on('finish', done);
    copy.end(lines);
  });
}

/**
 * Which authorities supply which kinds to a dataset that is collected from authorities: those of the postcodes and
 * properties in its areas, and of the postcodes nearest to points and to areas too small to hold any, one for each
 * square kilometre. Indexes: primary keys of postcodes and addresses, postcodes_position.
 */
export async function coverByAuthority(client: DbClient, no: number): Promise<void> {
  await client.query(`delete from area_coverage where dataset_no = $1 and basis = 'features'`, [no]);
  await client.query(
    `insert into area_coverage (dataset_no, kind, scope, country, authority_code, basis, complete, load_id)
     select $1, kind, scope, null, authority_code, 'features',
            not exists (select from area_coverage c where c.dataset_no = $1 and c.kind = f.kind
                          and c.scope = f.scope and c.basis = 'declared' and not c.complete),
            max(load_id)
       from (select a.kind, a.scope, p.local_authority_code as authority_code, a.load_id
               from staging.area_postcodes_${no} m join areas a on a.id = m.area_id
               join postcodes p on p.postcode = m.postcode
             union
             select a.kind, a.scope, p.local_authority_code, a.load_id
               from staging.area_members_${no} m join areas a on a.id = m.area_id
               join addresses p on p.uprn = m.uprn
             union
             select s.kind, s.scope, p.local_authority_code, s.load_id
               from (select distinct on (kind, scope, floor(x / 1000), floor(y / 1000)) kind, scope, load_id, x, y
                       from (select kind, scope, load_id, ((box[0])[0] + (box[1])[0]) / 2 as x,
                                    ((box[0])[1] + (box[1])[1]) / 2 as y
                               from areas where dataset_no = $1 and area_sqm < ${SMALL_SQM}) small) s
              cross join lateral (
                select c.local_authority_code from postcodes c
                 where c.position <@ circle(point(s.x, s.y), ${NEAR_M}) and c.terminated_on is null
                 order by c.position <-> point(s.x, s.y) limit 1) p) f
      where authority_code is not null
      group by kind, scope, authority_code`,
    [no],
  );
}

function boxText({ minX, minY, maxX, maxY }: Box): string {
  return `(${maxX},${maxY}),(${minX},${minY})`;
}
