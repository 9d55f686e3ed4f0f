import { type DbClient, query, sql, statement } from '@domesday/db';

/** `London Borough of Barnet`, `Barnet Council` and `barnet` are one authority. */
const plainAuthority = (name: string) =>
  `regexp_replace(replace(lower(${name}), '&', 'and'),
     '(london borough of|royal borough of|city of|borough|district|county|metropolitan|city|council|[^a-z])', '', 'g')`;

const deleteAuthorities = statement({
  name: 'delete-planning-authorities',
  build: () => query.deleteFrom('planning_authorities'),
});

const placeByPostcode = statement({
  name: 'place-applications-by-postcode',
  build: () => sql`
    update planning_applications a
        set easting = p.easting, northing = p.northing, position = p.position, latitude = p.latitude,
            longitude = p.longitude, placed_by_postcode = true
       from postcodes p
      where p.postcode = a.postcode and a.position is null and p.position is not null`,
});

const findAuthorities = statement({
  name: 'find-authorities-of-applications',
  build: () => sql`
    with names as (select distinct authority_name from planning_applications where authority_code is null),
     named as (
       select n.authority_name, min(l.code) as code from names n
         join local_authorities l on ${sql.raw(plainAuthority('l.name'))} = ${sql.raw(plainAuthority('n.authority_name'))}
        group by 1 having count(*) = 1),
     sample as (
       select n.authority_name, s.position from names n
        cross join lateral (select position from planning_applications a
                             where a.authority_name = n.authority_name and a.position is not null limit 60) s),
     lying as (
       select distinct on (authority_name) authority_name, code from (
         select s.authority_name, p.local_authority_code as code, count(*) as n
           from sample s cross join lateral (
             select local_authority_code from postcodes order by position <-> s.position limit 1) p
          where p.local_authority_code is not null group by 1, 2) c
        order by authority_name, n desc, code)
     update planning_applications a set authority_code = coalesce(named.code, lying.code)
       from names left join named using (authority_name) left join lying using (authority_name)
      where a.authority_name = names.authority_name and a.authority_code is null`,
});

const coverAuthorities = statement({
  name: 'cover-planning-authorities',
  build: () => sql`
    insert into planning_authorities (authority_code, authority_name, source, applications, newest_application,
                                       source_checked_at)
     select a.authority_code, min(a.authority_name), a.source, count(*), max(a.day),
            coalesce(max(l.finished_at), clock_timestamp())
       from planning_applications a left join dataset_loads l on l.id = a.load_id
      where a.authority_code is not null group by a.authority_code, a.source`,
});

/**
 * Finds for each application its authority (by the name of a loaded authority, else by the position of its
 * applications) and, without coordinates, the centroid of its postcode; then records which authorities are covered and
 * how fresh. Indexes: primary keys of postcodes and local_authorities, postcodes_position.
 */
export async function placeApplications(client: DbClient): Promise<void> {
  await placeByPostcode.run(client);
  await findAuthorities.run(client);
  await deleteAuthorities.run(client);
  await coverAuthorities.run(client);
}
