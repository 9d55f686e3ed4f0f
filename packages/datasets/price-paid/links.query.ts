import { command, type DbClient, readWorkingRow, writeWorking } from '@domesday/db';
import { besideStaging } from '@domesday/loading/staging.query';

/**
 * Confidence of a link by an equal key that is unique in its postcode. The build that links sales uses the same value.
 */
const KEY_CONFIDENCE = 0.995;

/** Fewer sales than this have their homes and links looked up one by one; for more, the tables are read whole. */
export const FEW = 500_000;

/** The staging table with sales, and the number of its rows. */
interface StagedSales {
  table: string;
  rows: number;
}

/**
 * Gathers homes whose key is unique in their postcode, with their position, and returns the name of their table.
 * Gathers only homes that staged sales may belong to, or all homes if `staging` is null. A table that was prepared
 * while the file was read is used as it is. Indexes, if there are few sales: address_documents_postcode,
 * address_premises_document.
 */
export async function keyHomes(client: DbClient, staging: StagedSales | null): Promise<string> {
  if (staging) {
    const beside = besideStaging(staging.table);
    const query = 'select to_regclass($1) is not null as made';
    if ((await readWorkingRow(client, { made: 'bool' }, query, [beside])).made) return beside;
  }
  await command(client, 'drop table if exists sale_homes');
  await writeWorking(client, `create temporary table sale_homes on commit drop as ${homes(staging)}`);
  await command(client, 'analyze sale_homes');
  return 'sale_homes';
}

/** Gathers all such homes while a large file is staged. */
export async function prepareHomes(client: DbClient, beside: string): Promise<void> {
  await writeWorking(client, `create unlogged table ${beside} as ${homes(null)}`);
  await command(client, `analyze ${beside}`);
}

function homes(staging: StagedSales | null): string {
  return `select k.postcode, k.key, k.uprn, a.position from (${keys(staging)}) k join addresses a on a.uprn = k.uprn`;
}

/**
 * SQL of the UPRN of a key; null if several homes share the key. As a separate condition it would make the planner
 * expect only one home in two hundred.
 */
const ONLY = 'case when min(p.uprn) = max(p.uprn) then min(p.uprn) end as uprn';

function keys(staging: StagedSales | null): string {
  if (staging && staging.rows < FEW)
    return `with asked as materialized (
              select distinct s.postcode, s.address_key as key from ${staging.table} s where s.address_key is not null)
            select q.postcode, q.key, ${ONLY}
              from asked q join address_documents d on d.postcode = q.postcode
              join address_premises p on p.document_id = d.id
               and p.identity_key <> '' and p.identity_key || d.key_end = q.key
             group by 1, 2`;
  return `select d.postcode::text collate "default" as postcode, p.identity_key || d.key_end as key, ${ONLY}
            from address_premises p join address_documents d on d.id = p.document_id
           where p.identity_key <> ''
             ${staging ? `and d.postcode in (select distinct s.postcode from ${staging.table} s)` : ''}
           group by 1, 2`;
}

/**
 * SQL columns of a sale's link, for use with `linkJoins`: the registry's own look-up if it gives one home, else an
 * equal key.
 */
export const LINKS = `
  coalesce(l.uprn, k.uprn),
  case when l.uprn is not null then 1 when k.uprn is not null then ${KEY_CONFIDENCE} end::real,
  case when l.uprn is not null then 'hmlr_lookup' when k.uprn is not null then 'address_key' end,
  coalesce(a.position, case when l.uprn is null then k.position end, p.position)`;

/**
 * SQL joins that link `rows` sales `s` to homes while they are written, so that no row is written twice. `homes` is the
 * table from `keyHomes`.
 */
export function linkJoins(key: string, rows: number, homes: string): string {
  const published =
    rows < FEW
      ? `lateral (select min(h.uprn) as uprn from hmlr_uprn_lookup h
                   where h.transaction_id = s.transaction_id having count(*) = 1) l on true`
      : `(select transaction_id, min(uprn) as uprn from hmlr_uprn_lookup
           group by transaction_id having count(*) = 1) l on l.transaction_id = s.transaction_id`;
  return `left join ${published}
          left join ${homes} k on k.postcode = s.postcode and k.key = ${key}
          left join addresses a on a.uprn = l.uprn
          left join postcodes p on p.postcode = s.postcode`;
}
