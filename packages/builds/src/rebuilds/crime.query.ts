import { command, type DbClient, query, sql, statement } from '@domesday/db';
import { rebuildTable, rebuilt } from '@domesday/loading/rebuild.query';

/** Least share of incidents in one police area for a force to belong to it. The British Transport Police has none. */
const AT_HOME = 0.8;
/**
 * A force belongs to a police area only if it has incidents in at least this share of its small areas. If only the
 * postcodes of one county are loaded, a neighbouring force has only the incidents that it recorded across the border.
 */
const ALL_OVER = 0.25;

const placed = statement({
  name: 'place-crime',
  build: () => sql`
    create temporary table crime_placed on commit drop as
     select c.force, c.month, c.category, c.incidents,
            case when s.code is null and a.targets = 1 then a.lsoa_2021 else c.area_code end as small_area,
            coalesce(s.local_authority_code, a.local_authority_code, t.local_authority_code) as authority,
            n.code as nation
       from crime_counts c
       left join small_areas s on s.code = c.area_code
       left join (select g.lsoa_2011, min(g.lsoa_2021) as lsoa_2021, count(*) as targets,
                         coalesce(min(n.local_authority_code), min(g.local_authority_code)) as local_authority_code
                    from area_changes g left join small_areas n on n.code = g.lsoa_2021
                   group by g.lsoa_2011) a on a.lsoa_2011 = c.area_code
       left join small_areas_2011 t on t.code = c.area_code
       left join nations n on left(n.country, 1) = left(c.area_code, 1)
      where c.area_code <> ''`,
});

const fillAreas = statement({
  name: 'fill-crime-areas',
  after: [placed],
  build: () => sql`
    insert into ${rebuilt('crime_areas')} (area_code, month, incidents, by_category)
       select area_code, month, sum(incidents), jsonb_object_agg(category, incidents)
         from (select area_code, month, category, sum(incidents) as incidents
                 from (select small_area as area_code, month, category, incidents from crime_placed
                       union all select authority, month, category, incidents from crime_placed
                       union all select nation, month, category, incidents from crime_placed) every
                where area_code is not null
                group by area_code, month, category) counted
        group by area_code, month`,
});

const addForces = statement({
  name: 'add-crime-forces',
  after: [placed],
  build: () => sql`
    insert into crime_forces (local_authority_code, force)
     with areas as (
       select local_authority_code as authority, mode() within group (order by police_area_code) as police_area
         from onspd_postcodes
        where local_authority_code is not null and police_area_code is not null and terminated_on is null
        group by local_authority_code),
     policed as (
       select a.police_area, count(*) as small_areas
         from small_areas s join areas a on a.authority = s.local_authority_code group by a.police_area),
     recorded as (
       select c.force, a.police_area, sum(c.incidents) as incidents, count(distinct c.small_area) as small_areas,
              sum(sum(c.incidents)) over (partition by c.force) as of_force
         from crime_placed c join areas a on a.authority = c.authority group by c.force, a.police_area),
     homes as (
       select distinct on (police_area) police_area, force from recorded r join policed p using (police_area)
        where incidents >= ${AT_HOME} * of_force and r.small_areas >= ${ALL_OVER}::numeric * p.small_areas
        order by police_area, incidents desc, force)
     select a.authority, h.force from areas a join homes h on h.police_area = a.police_area`,
});

const addMonths = statement({
  name: 'add-crime-months',
  build: () => sql`
    insert into crime_months (force, month, incidents, without_location)
     select force, month, sum(incidents), coalesce(sum(incidents) filter (where area_code = ''), 0)
       from crime_counts group by force, month`,
});

const deleteForces = statement({
  name: 'delete-crime-forces',
  build: () => query.deleteFrom('crime_forces'),
});

const deleteMonths = statement({
  name: 'delete-crime-months',
  build: () => query.deleteFrom('crime_months'),
});

/**
 * Builds the crime tables of a profile: counts by month for current small areas, authorities and nations; the force of
 * each authority; and the months that each force has published. The ONS directory gives the police area of an
 * authority, and a force belongs to the police area that holds nearly all of its incidents, spread over all of it. So
 * an authority whose own force is not loaded has no force, however many incidents a neighbouring force recorded
 * there. Areas of 2011 become those of 2021 if they are unchanged or were merged; a split area keeps its code, by which
 * a profile finds it. Sequential reads of crime_counts. Returns the number of rows.
 */
export async function rebuildCrime(client: DbClient): Promise<number> {
  await placed.run(client);
  const written = await rebuildTable(client, 'crime_areas', () => fillAreas.run(client));
  await deleteForces.run(client);
  await addForces.run(client);
  await deleteMonths.run(client);
  await addMonths.run(client);
  await command(client, 'drop table crime_placed');
  return written;
}

const changed = (areas: 'small_areas' | 'small_areas_2011') => sql`
  exists (
    select from ${sql.table(areas)} n full join ${sql.table(`public.${areas}`)} o using (code)
     where n.local_authority_code is distinct from o.local_authority_code or n.code is null or o.code is null)`;

const changedSmallAreas = statement({
  name: 'any-changed-small-area',
  row: { any: 'bool' },
  build: () => sql`select ${changed('small_areas')} or ${changed('small_areas_2011')} as any`,
});

/** Runs `rebuildCrime` only if a small area is new, was removed or has another authority than in the served tables. */
export async function followCrime(client: DbClient): Promise<void> {
  if ((await changedSmallAreas.one(client)).any) await rebuildCrime(client);
}
