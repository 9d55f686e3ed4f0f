import { type DbClient, query, sql, statement } from '@domesday/db';

/** `London Borough of Barnet`, `Barnet Council` and `barnet` are one authority. */
const plainAuthority = (name: string) =>
  `regexp_replace(replace(lower(${name}), '&', 'and'),
     '(london borough of|royal borough of|city of|borough|district|county|metropolitan|city|council|[^a-z])', '', 'g')`;

/**
 * An application lies in the authority of a postcode within this distance, and the applications of a source belong to
 * the authority in which most of them lie. Beyond the distance the nearest postcode may be a neighbour's, since perhaps
 * only some postcode areas are loaded.
 */
const REACH_M = 500;
/**
 * Applications of a name whose authority is looked up. They are taken in the order of a hash: those loaded first often
 * lie in one part of a council, and an order of storage would change the result with each load.
 */
const SAMPLED = 60;

/** SQL for whether a code was derived here: only a council's own file has codes. */
const WORKED_OUT = (a: string) => `(${a}.authority_code is null or ${a}.source <> 'council')`;

const deleteAuthorities = statement({
  name: 'delete-planning-authorities',
  build: () => query.deleteFrom('planning_authorities'),
});

const placeByPostcode = statement({
  name: 'place-applications-by-postcode',
  build: () => sql`
    update planning_applications a
        set easting = p.easting, northing = p.northing, position = p.position, latitude = p.latitude,
            longitude = p.longitude, placed_by_postcode = p.position is not null
       from planning_applications k left join postcodes p on p.postcode = k.postcode
      where a.source = k.source and a.source_id = k.source_id and (k.placed_by_postcode or k.position is null)
        and (k.easting, k.northing) is distinct from (p.easting, p.northing)`,
});

const findAuthorities = statement({
  name: 'find-authorities-of-applications',
  build: () => sql`
    with names as (select distinct authority_name from planning_applications a where ${sql.raw(WORKED_OUT('a'))}),
     named as (
       select authority_name, case when count(*) filter (where lived_in) = 1 then min(code) filter (where lived_in) end as code,
              case when count(*) = 1 then min(code) end as elsewhere
         from (select n.authority_name, l.code,
                      exists (select from postcodes p where p.local_authority_code = l.code) as lived_in
                 from names n join local_authorities l
                   on ${sql.raw(plainAuthority('l.name'))} = ${sql.raw(plainAuthority('n.authority_name'))}) c
        group by 1),
     sample as (
       select authority_name, position from (
         select a.authority_name, a.position,
                row_number() over (partition by a.authority_name order by md5(a.source_id), a.source, a.source_id) as place
           from names join planning_applications a using (authority_name) where a.position is not null) spread
        where place <= ${sql.raw(String(SAMPLED))}),
     lying as (
       select distinct on (authority_name) authority_name, code from (
         select s.authority_name, p.local_authority_code as code, count(*) as n,
                sum(count(*)) over (partition by s.authority_name) as sampled
           from sample s left join lateral (
             select local_authority_code from (
               select local_authority_code, postcode from postcodes
                where position <@ circle(s.position, ${sql.raw(String(REACH_M))})
                order by position <-> s.position fetch first row with ties) nearest
              order by postcode limit 1) p on true
          group by 1, 2) c
        where code is not null and n > sampled / 2
        order by authority_name, n desc, code)
     update planning_applications a set authority_code = coalesce(named.code, lying.code, named.elsewhere)
       from names left join named using (authority_name) left join lying using (authority_name)
      where a.authority_name = names.authority_name and ${sql.raw(WORKED_OUT('a'))}
        and a.authority_code is distinct from coalesce(named.code, lying.code, named.elsewhere)`,
});

/**
 * Pages of one reply state the same total, so the rows of loads with that total are added up, each file once. `parts`
 * names the former councils that a source covers, if it does not cover the rest of their successor.
 */
const coverAuthorities = statement({
  name: 'cover-planning-authorities',
  build: () => sql`
    with held as (
       select stated_rows, sum(rows_read)::bigint as held from (
         select distinct on (content_hash) stated_rows, rows_read from dataset_loads
          where dataset = 'planning-applications' and status = 'published' and stated_rows is not null
            and id >= coalesce((select max(id) from dataset_loads
                                 where dataset = 'planning-applications' and status = 'published' and replaced), 0)
          order by content_hash, id desc) l
        group by stated_rows),
     former as (
       select n.authority_code, n.authority_name
         from (select distinct authority_code, authority_name from planning_applications
                where authority_code is not null) n
         join local_authorities l on ${sql.raw(plainAuthority('l.name'))} = ${sql.raw(plainAuthority('n.authority_name'))}
        where not exists (select from postcodes p where p.local_authority_code = l.code)
          and not exists (select from local_authorities o where o.code = n.authority_code
                             and ${sql.raw(plainAuthority('o.name'))} = ${sql.raw(plainAuthority('n.authority_name'))})
        group by 1, 2)
     insert into planning_authorities (authority_code, authority_name, source, applications, oldest_application,
                                       newest_application,
                                       source_checked_at, stated, held, parts)
     select a.authority_code, coalesce(max(o.name), min(a.authority_name)), a.source, count(*), min(a.day),
            max(a.day) filter (where a.day <= current_date),
            coalesce(max(l.finished_at), clock_timestamp()), max(h.stated_rows),
            (array_agg(h.held order by h.stated_rows desc) filter (where h.stated_rows is not null))[1],
            case when bool_and(f.authority_name is not null) then array_agg(distinct f.authority_name) end
       from planning_applications a left join dataset_loads l on l.id = a.load_id
       left join held h on h.stated_rows = l.stated_rows and h.held < h.stated_rows
       left join local_authorities o on o.code = a.authority_code
       left join former f on f.authority_code = a.authority_code and f.authority_name = a.authority_name
      where a.authority_code is not null group by a.authority_code, a.source`,
});

/**
 * Finds the authority of each application: by the name of an authority with loaded postcodes; else by where most
 * applications with that name lie, since the name may be a former council's; else by the name of an authority without
 * loaded postcodes. An application without coordinates gets the centroid of its postcode. Then records which
 * authorities are covered and how recently. Indexes: primary keys of postcodes and local_authorities,
 * postcodes_position and postcodes_local_authority.
 */
export async function placeApplications(client: DbClient): Promise<void> {
  await placeByPostcode.run(client);
  await findAuthorities.run(client);
  await deleteAuthorities.run(client);
  await coverAuthorities.run(client);
}
