import { command, writeWorking } from '@domesday/db';
import { nameAuthorities } from '@domesday/loading/authority-names.query';
import { mergeRows } from '@domesday/loading/merge.query';
import type { Staged } from '@domesday/loading/types';

export const PROPERTY_TYPES = ['all', 'detached', 'semi_detached', 'terraced', 'flat', 'new_build'] as const;
export type PropertyType = (typeof PROPERTY_TYPES)[number];

/** Code prefixes of local authority districts, whose names the index gives. */
const DISTRICTS = `'E06', 'E07', 'E08', 'E09', 'W06', 'S12'`;

/**
 * Publishes one row for each area, property type and month with a price, an index or a volume. Every release revises
 * earlier months, so its rows replace the previous ones. A measure that an export does not contain keeps its stored
 * value. Names of districts are stored for answers that show an authority.
 */
export async function publishIndex(staged: Staged): Promise<number> {
  const { client, table, load_id } = staged;
  const long = `${table}_long`;
  const values = PROPERTY_TYPES.map((t) => `('${t}', ${t}_price, ${t}_index, ${t}_volume)`).join(', ');
  const valueOrStored = (told: string, name: string) =>
    staged.replace
      ? `v.${told} as ${name}`
      : `case when v.property_type || '_${told}' = any (string_to_array(s.lacks, ' ')) then b.${name} else v.${told} end as ${name}`;
  const rows = await writeWorking(
    client,
    `create unlogged table ${long} as
     select s.area_code, s.area_name, s.month, v.property_type, ${valueOrStored('price', 'average_price')},
            ${valueOrStored('index', 'index_value')}, ${valueOrStored('volume', 'sales_volume')}
       from ${table} s
       cross join lateral (values ${values}) as v (property_type, price, index, volume)
       left join house_price_index b using (area_code, property_type, month)
      where v.price is not null or v.index is not null or v.volume is not null order by s.ctid`,
  );
  const columns = [
    'area_code',
    'area_name',
    'month',
    'property_type',
    'average_price',
    'index_value',
    'sales_volume',
  ];
  const written = await mergeRows(client, {
    table: 'house_price_index',
    key: ['area_code', 'property_type', 'month'],
    columns: [...columns, 'load_id'],
    select: (source) => `select ${columns.map((c) => `s.${c}`).join(', ')}, ${load_id} from ${source} s`,
    staging: long,
    rows,
    onDiffering: staged.onDiffering,
    remove: staged.replace ? 'true' : undefined,
  });
  await nameAuthorities(client, {
    named: `select area_code as code, area_name as name, month as dated from ${table}
             where left(area_code, 3) in (${DISTRICTS})`,
    source: 'uk-hpi',
    prevails: true,
  });
  await command(client, `drop table ${long}`);
  return written;
}
