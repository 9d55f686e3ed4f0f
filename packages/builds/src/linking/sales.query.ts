import { keyHomes, LINKS, linkJoins } from '@domesday/datasets/price-paid/links.query';
import type { DbClient } from '@domesday/db';
import { rebuildTable } from '@domesday/loading/rebuild.query';
import { homesOfPostcodes, nextUnlinked, SALE_KEY, writeLinks } from './keys.query.ts';
import { linkRows } from './link.ts';

const PORTION = 20_000;

/** Rewrites all sales with their links, for when the addresses were loaded after them. One hash join. */
export async function relinkSales(client: DbClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
      where attrelid = 'public.sales'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        and attname not in ('uprn', 'uprn_confidence', 'uprn_method', 'position') order by attnum`,
  );
  const columns = rows.map((r) => r.name);
  await keyHomes(client, null);
  await rebuildTable(client, 'sales', (fresh) =>
    client.query(
      `insert into ${fresh} (${columns.join(', ')}, uprn, uprn_confidence, uprn_method, position)
       select ${columns.map((c) => `s.${c}`).join(', ')}, ${LINKS} from sales s ${linkJoins(SALE_KEY)}`,
    ),
  );
  await client.query('drop table sale_homes');
}

/** Whether so many sales are unlinked that rewriting them all costs less than looking each one up. */
export async function mostUnlinked(client: DbClient): Promise<boolean> {
  const { rows } = await client.query<{ most: boolean }>(
    `select count(*) filter (where uprn is null) > count(*) * 0.1 as most from sales`,
  );
  return rows[0]!.most;
}

/** Sales of newer loads without a key link, to pass to the engine if their postcode has homes. */
export async function matchNewSales(client: DbClient, afterLoad: number): Promise<number> {
  const { rows } = await client.query<{ any: boolean }>(
    `select exists (select from sales where uprn is null and postcode is not null and load_id > $1) as any`,
    [afterLoad],
  );
  if (!rows[0]!.any) return 0;
  await client.query(
    `declare unlinked no scroll cursor for
     select s.transaction_id::text as id, s.postcode,
            concat_ws(', ', s.saon,
                      s.paon || case when s.paon ~ '[0-9][A-Z]?$' then ' ' else ', ' end || coalesce(s.street, ''),
                      s.locality, s.town) as address
       from sales s
      where s.uprn is null and s.postcode is not null and s.load_id > ${Math.floor(afterLoad)}
        and exists (select from addresses a where a.postcode = s.postcode)
      order by s.postcode`,
  );
  let linked = 0;
  for (;;) {
    const sales = await nextUnlinked(client, PORTION);
    if (sales.length === 0) break;
    const homes = await homesOfPostcodes(client, [...new Set(sales.map((s) => s.postcode))]);
    const links = linkRows(sales, homes);
    linked += links.ids.length;
    if (links.ids.length > 0) await writeLinks(client, 'sales', links);
  }
  await client.query('close unlinked');
  return linked;
}

/**
 * Sets positions of sales that differ from those of the linked home, else of the postcode. Primary keys of both.
 */
export async function placeSales(client: DbClient, afterLoad: number): Promise<void> {
  await client.query(
    `update sales s set position = a.position from addresses a
      where a.uprn = s.uprn and s.load_id > $1 and a.position is not null
        and (s.position is null or not s.position ~= a.position)`,
    [afterLoad],
  );
  await client.query(
    `update sales s set position = p.position from postcodes p
      where p.postcode = s.postcode and s.load_id > $1 and p.position is not null
        and (s.position is null or not s.position ~= p.position)
        and not exists (select from addresses a where a.uprn = s.uprn and a.position is not null)`,
    [afterLoad],
  );
}
