import type { DbClient } from '@domesday/db';
import { brmaKey } from '@domesday/loading/kinds/rental-markets/key';

/**
 * Gives the postcodes that are in no look-up the market area whose boundary contains them. Indexes: area_postcodes and
 * brma_postcodes by their primary keys, dataset_loads by its.
 */
export async function rebuildMarketAreas(client: DbClient): Promise<void> {
  await client.query(
    `delete from brma_postcodes b using dataset_loads l where l.id = b.load_id and l.dataset = 'brma-boundaries'`,
  );
  const { rows: areas } = await client.query<{
    id: number;
    name: string;
    code: string | null;
    load_id: number;
    dataset_no: number;
  }>(
    `select a.id, a.name, a.reference as code, a.load_id, a.dataset_no from areas a
       join area_datasets d on d.no = a.dataset_no
      where d.dataset = 'brma-boundaries' and a.name is not null`,
  );
  if (areas.length === 0) return;
  const columns = [
    areas.map((area) => area.id),
    areas.map((area) => brmaKey(area.name)),
    areas.map((area) => area.name),
    areas.map((area) => area.code),
    areas.map((area) => area.load_id),
  ];
  const named = `unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::bigint[])
                   as n (id, brma_key, name, code, load_id)`;
  await client.query(
    `insert into brmas (brma_key, name, code, load_id)
     select distinct on (brma_key) brma_key, name, code, load_id from ${named} order by brma_key, name
     on conflict (brma_key) do nothing`,
    columns,
  );
  // The partition by its own name: it was built just now and is not attached to the whole table yet.
  const members = `area_postcodes_${areas[0]!.dataset_no}`;
  await client.query(
    `insert into brma_postcodes (postcode, brma_key, load_id)
     select distinct on (m.postcode) m.postcode, n.brma_key, n.load_id
       from ${named}
       join ${members} m on m.area_id = n.id
      order by m.postcode, n.name
     on conflict (postcode) do nothing`,
    columns,
  );
  await client.query('analyze brma_postcodes');
}
