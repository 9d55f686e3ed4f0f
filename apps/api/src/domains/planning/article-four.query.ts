import { sql, statement } from '@domesday/db';
import { inForce } from '../../designations/in-force.ts';

/**
 * Whether a property or postcode lies in an Article 4 area that withdraws the permitted change of use to a small HMO
 * (class 3L of the General Permitted Development Order, or so described in words), when the next such area comes into
 * force, and whether the authority publishes such areas at all. Primary keys of the partitions of area_members and
 * area_postcodes.
 */
export const articleFour = statement({
  name: 'article-four',
  parameters: {
    uprn: 'int8?',
    postcode: 'text?',
    local_authority_code: 'text?',
    country: 'text?',
    today: 'date',
  },
  row: { inside: 'bool', covered: 'bool', begins: 'date?' },
  build: (v) => sql`
    with d as (select no from area_datasets where dataset = 'planning-data' and built_at is not null),
    m as (select area_id from area_members where dataset_no = (select no from d) and uprn = ${v.uprn}
          union all
          select area_id from area_postcodes
           where ${v.uprn}::bigint is null and dataset_no = (select no from d) and postcode = ${v.postcode}),
    found as (
      select a.designated_on, a.ended_on from m join areas a on a.id = m.area_id
       where a.kind like 'article-4%'
         and (a.attributes ->> 'permitted_development_rights' ~* '(^|[;, ])3L'
              or concat_ws(' ', a.name, a.attributes ->> 'description') ~* 'multiple occup|\\mhmo|\\mC4\\M'))
    select exists (select from found a where ${inForce(v.today)}) as inside,
           (select min(designated_on) from found where designated_on > ${v.today}) as begins,
           exists (select from area_coverage c
                    where c.dataset_no = (select no from d) and c.kind like 'article-4%' and c.complete
                      and (c.authority_code = ${v.local_authority_code}
                           or (c.authority_code is null and c.country = ${v.country}))) as covered`,
});
