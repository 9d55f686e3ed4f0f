import type { DbClient } from '@domesday/db';
import { homesOfPostcodes, nextUnlinked, SALE_KEY, writeLinks } from '../linking/keys.query.ts';
import { linkRows } from '../linking/link.ts';
import { rebuildTable } from '../pipeline/rebuild.query.ts';

/** An equal key borne by one home alone in an equal postcode: the confidence that the linking gives it too. */
const KEY_CONFIDENCE = 0.995;
const PORTION = 20_000;

/**
 * Homes that alone bear their key in their postcode, with their position: all of them, or those in the
 * postcodes of a staging table. Index: address_documents_postcode, where the postcodes are few.
 */
export async function keyHomes(client: DbClient, staging: string | null): Promise<void> {
  await client.query('drop table if exists sale_homes');
  await client.query(
    `create temporary table sale_homes on commit drop as
     select k.postcode, k.key, k.uprn, a.position
       from (select d.postcode::text collate "default" as postcode, p.identity_key as key, min(p.uprn) as uprn
               from address_premises p join address_documents d on d.id = p.document_id
              where p.identity_key <> ''
                ${staging ? `and d.postcode in (select distinct s.postcode from ${staging} s)` : ''}
              group by 1, 2 having min(p.uprn) = max(p.uprn)) k
       join addresses a on a.uprn = k.uprn`,
  );
  await client.query('analyze sale_homes');
}

/** Columns that `linkJoins` gives: the registry's own look-up where it names one home, else an equal key. */
export const LINKS = `
  coalesce(l.uprn, k.uprn),
  case when l.uprn is not null then 1 when k.uprn is not null then ${KEY_CONFIDENCE} end::real,
  case when l.uprn is not null then 'hmlr_lookup' when k.uprn is not null then 'address_key' end,
  coalesce(a.position, case when l.uprn is null then k.position end, p.position)`;

/** Joins that link sales `s` while they are written, so that no row is written twice. Needs `keyHomes`. */
export function linkJoins(key: string): string {
  return `left join (select transaction_id, min(uprn) as uprn from hmlr_uprn_lookup
                      group by transaction_id having count(*) = 1) l on l.transaction_id = s.transaction_id
          left join sale_homes k on k.postcode = s.postcode and k.key = ${key}
          left join addresses a on a.uprn = l.uprn
          left join postcodes p on p.postcode = s.postcode`;
}

/** Writes all sales anew with their links, for when the addresses came after them. One hash join. */
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

/** Whether so many sales have no home that writing them all anew costs less than looking each one up. */
export async function mostUnlinked(client: DbClient): Promise<boolean> {
  const { rows } = await client.query<{ most: boolean }>(
    `select count(*) filter (where uprn is null) > count(*) * 0.1 as most from sales`,
  );
  return rows[0]!.most;
}

/** Sales of newer loads that no key links, put to the engine where their postcode has homes at all. */
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

/** Positions of sales where they are not those of the linked home, else of the postcode. Primary keys of both. */
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
