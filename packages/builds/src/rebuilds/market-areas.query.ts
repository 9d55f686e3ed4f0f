import { columnsOf, command, type DbClient, required, sql, statement, writeWorking } from '@domesday/db';
import { brmaKey } from '@domesday/loading/kinds/rental-markets/key';

const deleteBuilt = statement({
  name: 'delete-built-market-areas',
  build: () => sql`
    delete from brma_postcodes b using dataset_loads l where l.id = b.load_id and l.dataset = 'brma-boundaries'`,
});

// Look-ups write the areas that they name themselves, so this removes only names from boundaries.
const deleteBuiltNames = statement({
  name: 'delete-built-market-area-names',
  build: () => sql`
    delete from brmas b using dataset_loads l where l.id = b.load_id and l.dataset = 'brma-boundaries'`,
});

const boundaries = statement({
  name: 'market-area-boundaries',
  row: {
    ...columnsOf('areas', ['id', 'load_id', 'dataset_no']),
    ...required(columnsOf('areas', ['name'])),
    code: 'text?',
  },
  build: () => sql`
    select a.id, a.name, a.reference as code, a.load_id, a.dataset_no from areas a
      join area_datasets d on d.no = a.dataset_no
     where d.dataset = 'brma-boundaries' and a.name is not null`,
});

const addAreas = statement({
  name: 'add-market-areas',
  parameters: { brma_keys: '_text', names: '_text', codes: '_text', load_ids: '_int8' },
  build: (v) => sql`
    insert into brmas (brma_key, name, code, load_id)
    select distinct on (brma_key) brma_key, name, code, load_id
      from unnest(${v.brma_keys}::text[], ${v.names}::text[], ${v.codes}::text[], ${v.load_ids}::bigint[])
        as n (brma_key, name, code, load_id)
     order by brma_key, name
    on conflict (brma_key) do nothing`,
});

/**
 * Assigns postcodes that are in no look-up to the market area whose boundary contains them, and stores the names of
 * these areas. Indexes: the primary keys of area_postcodes, brma_postcodes and dataset_loads.
 */
export async function rebuildMarketAreas(client: DbClient): Promise<void> {
  await deleteBuilt.run(client);
  await deleteBuiltNames.run(client);
  const areas = await boundaries.rows(client);
  if (areas.length === 0) return;
  const brma_keys = areas.map((area) => brmaKey(area.name));
  const names = areas.map((area) => area.name);
  const load_ids = areas.map((area) => area.load_id);
  const codes = areas.map((area) => area.code) as string[];
  await addAreas.run(client, { brma_keys, names, codes, load_ids });
  // The partition is read by its own name: it has just been built and is not attached to its table yet.
  const members = `area_postcodes_${areas[0]!.dataset_no}`;
  await writeWorking(
    client,
    `insert into brma_postcodes (postcode, brma_key, load_id)
     select distinct on (m.postcode) m.postcode, n.brma_key, n.load_id
       from unnest($1::integer[], $2::text[], $3::text[], $4::bigint[]) as n (id, brma_key, name, load_id)
       join ${members} m on m.area_id = n.id
      order by m.postcode, n.name
     on conflict (postcode) do nothing`,
    [areas.map((area) => area.id), brma_keys, names, load_ids],
  );
  await command(client, 'analyze brma_postcodes');
}
