import { readWorkingRow } from '@domesday/db';
import { checkSums, gatherLong, publishFigures } from '@domesday/loading/kinds/area-figures/publish.query';
import type { Check, Staged } from '@domesday/loading/types';

const NATION = 'S92000003';
/** The share by which the sums of a table may differ from its totals. */
const PERTURBED = 0.05;

/**
 * Publishes the figures of data zones, councils and the nation. If files give figures only by output area, these are
 * summed. The postcode directory tells the data zone and council of an output area of 2022.
 */
export function publishCensus2022(staged: Staged): Promise<number> {
  return publishFigures(staged, figuresIn);
}

function figuresIn(staging: string): string {
  return `with given as (
      ${gatherLong(`(select * from ${staging} where figures is null) l`)}
      union all
      select topic, area_code, area_name, dataset, as_of, total, figures from ${staging} where figures is not null),
    output_areas as (
      select output_area_code as code, mode() within group (order by lsoa_code) as zone,
             mode() within group (order by local_authority_code) as council
        from onspd_postcodes where output_area_code like 'S00%' group by output_area_code),
    parts as (
      select g.topic, g.dataset, max(g.as_of) as as_of, f.key, case when bool_and(f.value is not null) then sum(f.value::double precision) end as value,
             case when grouping(o.zone) = 0 then o.zone when grouping(o.council) = 0 then o.council
                  else '${NATION}' end as code
        from given g join output_areas o on o.code = g.area_code
       cross join jsonb_each_text(g.figures || jsonb_build_object('total', g.total)) f
       group by grouping sets ((g.topic, g.dataset, f.key, o.zone), (g.topic, g.dataset, f.key, o.council),
                               (g.topic, g.dataset, f.key))),
    sums as (
      select topic, code, null::text, dataset, max(as_of) as as_of, max(value) filter (where key = 'total') as total,
             jsonb_object_agg(key, value) filter (where key <> 'total') as figures
        from parts where code is not null group by topic, code, dataset)
    select distinct on (topic, area_code) topic, area_code, area_name, dataset, as_of, total, figures
      from (select given.*, 1 as choice from given where area_code not like 'S00%'
            union all select sums.*, 2 from sums) f
     order by topic, area_code, choice`;
}

export async function checkCensus2022(staged: Staged): Promise<Check[]> {
  const { client, table } = staged;
  const rows = gatherLong(`(select * from ${table} where figures is null) l`);
  return [...(await checkSums(client, rows, PERTURBED)), ...(await checkOutputAreas(staged))];
}

/** Checks that the postcode directory has the output areas of the files. One sequential read of the directory. */
async function checkOutputAreas({ client, table }: Staged): Promise<Check[]> {
  const { areas, unknown } = await readWorkingRow(
    client,
    { areas: 'int4', unknown: 'int4' },
    `with known as (select distinct output_area_code from onspd_postcodes where output_area_code like 'S00%')
     select count(*)::integer as areas, count(*) filter (where k.output_area_code is null)::integer as unknown
       from (select distinct area_code from ${table} where area_code like 'S00%') a
       left join known k on k.output_area_code = a.area_code`,
  );
  if (unknown === 0) return [];
  const detail =
    unknown === areas
      ? 'Output areas are summed to data zones by the postcode directory, which has none of these: load onspd of 2023 or later first.'
      : `${unknown} of ${areas} output areas are not in the postcode directory: the sums lack them.`;
  return [{ name: 'output_areas', status: unknown > areas / 10 ? 'fail' : 'warn', detail }];
}
