import type { AnyStatement, Db } from '@domesday/db';

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** How many rows of a table a statement reads, with the plan for these values or with the plan for any values. */
export async function rowsRead(
  db: Db,
  table: string,
  of: AnyStatement,
  values: Record<string, unknown>,
  plan: 'custom' | 'generic' = 'custom',
): Promise<number> {
  const client = await db.connect();
  try {
    const given = of.places.map((place) => values[place as string]).map((one) => (one ? `'${one}'` : 'null'));
    await client.query(`set plan_cache_mode = force_${plan}_plan`);
    await client.query(`prepare measured as ${of.text}`);
    const { rows } = await client.query(`explain (analyze, format json) execute measured(${given})`);
    return readBy(table, rows[0]['QUERY PLAN'][0].Plan);
  } finally {
    client.release(true);
  }
}

/** PostgreSQL reports the mean of all loops. */
function readBy(table: string, plan: Plan): number {
  const own =
    plan['Actual Rows'] +
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0);
  const inner = (plan.Plans ?? []).reduce((sum, each) => sum + readBy(table, each), 0);
  return inner + (plan['Relation Name'] === table ? Math.round(own * plan['Actual Loops']) : 0);
}
