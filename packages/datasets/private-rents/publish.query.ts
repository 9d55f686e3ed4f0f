import { command, query, sql, statement, writeWorking } from '@domesday/db';
import type { Staged } from '@domesday/loading/types';

const servedMonths = statement({
  name: 'served-rent-months',
  row: { n: 'int8' },
  build: () => sql`select count(*) as n from private_rents where segment = 'all'`,
});

const areaMonths = statement({
  name: 'rent-area-months',
  row: { n: 'int8' },
  build: () => sql`select count(distinct (area_code, month)) as n from private_rents`,
});

const deleteRents = statement({
  name: 'delete-private-rents',
  build: () => query.deleteFrom('private_rents'),
});

/** The number of served months, over all areas. Reads the primary key. */
export async function replacedRows({ client }: Staged): Promise<number> {
  return (await servedMonths.one(client)).n;
}

/**
 * Publishes one row for each area, month and segment with a figure. Every edition holds the whole revised history, so
 * it replaces the previous one. Of repeated rows the last one counts.
 */
export async function publishPrivateRents(staged: Staged, segments: string[]): Promise<number> {
  const { client, table, load_id } = staged;
  const figures = segments.map((s) => `('${s}', s.rent_${s}, s.index_${s}, s.change_${s})`).join(', ');
  await deleteRents.run(client);
  await writeWorking(
    client,
    `insert into private_rents (area_code, area_name, brma_key, month, segment, rent_pcm, index_value,
       annual_change_pct, load_id)
     select s.area_code, s.area_name, s.brma_key, s.month, f.segment, f.rent, f.index, f.change, ${load_id}
       from (select distinct on (area_code, month) * from ${table} order by area_code, month, ctid desc) s
       cross join lateral (values ${figures}) as f (segment, rent, index, change)
      where f.rent is not null or f.index is not null`,
  );
  await command(client, 'analyze private_rents');
  return (await areaMonths.one(client)).n;
}
