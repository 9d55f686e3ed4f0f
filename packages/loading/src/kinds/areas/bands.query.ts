import { readWorking } from '@domesday/db';
import { count } from '@domesday/files/counted';
import type { Check, Staged } from '../../types.ts';
import type { AreaSpec } from './spec.ts';

/** SQL of what publishers divide a map into files by: the band, and the source of the flooding (river or sea). */
const LAYER = `concat_ws(', ', band, coalesce(attributes ->> 'flood_source', attributes ->> 'source'))`;

/**
 * Fails if the files hold other layers than the areas that they would replace. The publisher has a file for each layer,
 * so the second file would replace the first, and homes at high risk would be answered with low risk. Index:
 * areas_scope.
 */
export async function otherLayers(
  { client, table, load_id, replace }: Staged,
  { filePerLayer }: AreaSpec,
): Promise<Check[]> {
  if (!filePerLayer || replace) return [];
  const found = await readWorking(
    client,
    { kind: 'text', areas: 'int8', served: 'text', staged: 'text' },
    `with layers as (
       select 'staged' as side, kind, scope, lower(${LAYER}) as layer, count(*) as areas
         from ${table} where band is not null group by 1, 2, 3, 4
       union all
       select 'served', kind, scope, lower(${LAYER}), count(*) from areas
        where dataset_no = (select d.no from area_datasets d join dataset_loads l on l.dataset = d.dataset
                             where l.id = $1)
          and (kind, scope) in (select distinct kind, scope from ${table}) and band is not null
        group by 1, 2, 3, 4)
     select kind, (sum(areas) filter (where side = 'served'))::bigint as areas,
            string_agg(layer, '; ' order by layer) filter (where side = 'served') as served,
            string_agg(layer, '; ' order by layer) filter (where side = 'staged') as staged
       from layers group by kind, scope
     having count(distinct layer) = count(*) and count(distinct side) = 2 order by kind`,
    [load_id],
  );
  return found
    .filter(({ kind }) => filePerLayer.test(kind))
    .map(({ kind, areas, served, staged }) => ({
      name: 'layers',
      status: 'fail',
      detail: `The files have ${staged} of ${kind}, and would replace the ${count(areas)} served areas of ${served}. Load the files of all these layers together.`,
    }));
}

/** Warns of files without the areas of the lowest likelihood, which contain all the other areas. */
export async function narrowLayers({ client, table }: Staged, { widest }: AreaSpec): Promise<Check[]> {
  if (!widest) return [];
  const found = await readWorking(
    client,
    { kind: 'text', bands: 'text' },
    `select kind, string_agg(distinct band, ', ' order by band) as bands from ${table} where geometry is not null
      group by kind, scope having bool_and(level is not null) and not bool_or(level = any ($1)) order by kind`,
    [widest],
  );
  return found.map(({ kind, bands }) => ({
    name: 'layers',
    status: 'warn',
    detail: `Of ${kind} the files have ${bands} alone: homes in areas of a lower likelihood will be answered with none. If the publisher has such areas, load them together with these.`,
  }));
}
