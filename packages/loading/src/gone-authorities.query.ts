import { readWorking } from '@domesday/db';
import { otherCodeOf } from './authority-codes.ts';
import type { Check, Staged } from './types.ts';

/** An authority counts as gone only if at least this share of its served postcodes is among those staged. */
const LEAST_SHARE = 0.9;
/** The most authorities that one warning names. */
const MOST_NAMED = 5;

interface Directory {
  /** The served table of the directory. */
  table: 'onspd_postcodes' | 'code_point_postcodes';
  column: 'local_authority_code' | 'district_code';
}

/**
 * Warns of authorities that served postcodes name and staged ones no longer do: they were merged or divided, and data
 * loaded under their codes will no longer be found. One join of the staged postcodes with those served.
 */
export async function goneAuthorities(
  { client, table, replace }: Staged,
  { table: served, column }: Directory,
): Promise<Check[]> {
  const gone = await readWorking(
    client,
    { code: 'text', name: 'text?', now: 'text' },
    `with moved as materialized (
       select o.${column} as code, s.${column} as now, count(*) as postcodes
         from ${served} o join ${table} s using (postcode)
        where o.${column} is not null and s.${column} is not null group by 1, 2),
     gone as (
       select code, sum(postcodes) as postcodes from moved
        where code not in (select now from moved) group by code)
     select distinct on (g.code) g.code, la.name, m.now
       from gone g join moved m using (code) left join local_authorities la using (code)
      where m.now is distinct from ${otherCodeOf('g.code')}
        and (${replace} or g.postcodes >= ${LEAST_SHARE} * (select count(*) from ${served} where ${column} = g.code))
      order by g.code, m.postcodes desc, m.now`,
  );
  if (gone.length === 0) return [];
  const shown = gone
    .slice(0, MOST_NAMED)
    .map(({ code, name, now }) => `${name ?? code} (${code}, now ${now})`);
  const more = gone.length > MOST_NAMED ? ` and ${gone.length - MOST_NAMED} more` : '';
  const detail = `These authorities no longer have any postcode: ${shown.join(', ')}${more}. Registers, applications and maps that were loaded for their codes are no longer found: load them again for the new code. A map that was loaded without --covers is taken to be complete for the whole of the new authority. What publishers still publish by a former code, such as rents and the census, is not known there.`;
  return [{ name: 'gone_authorities', status: 'warn', detail }];
}
