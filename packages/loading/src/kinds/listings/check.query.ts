import { readWorkingRow } from '@domesday/db';
import { differingRows } from '../../check.ts';
import { implausibleAmounts } from '../../implausible-amounts.query.ts';
import type { Check, Staged } from '../../types.ts';

const ADVERTS = 'not t.removed and t.refused_id is null';

/**
 * Checks that prices can be pounds and, for a table, that each reference stands for one home. One pass over staging
 * each.
 */
export async function advertChecks(
  { client, table }: Staged,
  { source, is_table }: { source: string; is_table: boolean },
): Promise<Check[]> {
  const checks = await implausibleAmounts(client, {
    rows: `(select * from ${table} t where ${ADVERTS})`,
    served: `(select * from listings t where t.source = '${source}' and t.status <> 'withdrawn')`,
    price: `case when listing_type = 'sale' then price_comparable end`,
    rent_pcm: `case when listing_type = 'rent' then price_comparable end`,
    is_whole: "property_type is distinct from 'other'",
  });
  if (!is_table) return checks;
  // Several days of feeds repeat an advert, so rows are compared within a day.
  const { n } = await readWorkingRow(
    client,
    { n: 'int8' },
    `select count(*) as n from (
       select from ${table} t where ${ADVERTS} group by id, seen_on
       having count(*) > 1 and min(t::text) <> max(t::text)) d`,
  );
  return n > 0 ? [...checks, differingRows(n)] : checks;
}
