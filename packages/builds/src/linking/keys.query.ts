import type { Queryable } from '@domesday/db';

const bare = (column: string): string =>
  `regexp_replace(upper(coalesce(${column}, '')), '[^A-Z0-9]', '', 'g')`;

const UNIT_WORD =
  '^(FLAT|FLT|APARTMENT|APT|UNIT|ROOM|SUITE|MAISONETTE|STUDIO)[ .]*(NO[ .]*)?([0-9]{1,5}[A-Z]?|[A-Z])$';

/**
 * `identityKey` of a sale in its plain forms, computed in SQL from the columns: a house number, or a named building,
 * with or without a unit. Null for forms that only the engine parses.
 */
export const SALE_KEY = `
  case
    when s.street is null and s.paon ~ '^[0-9]' then null
    when s.paon ~ '^[0-9]{1,5}[A-Z]?$' then
      case when coalesce(s.saon, '') = '' then substring(s.paon from '[A-Z]?$') || '|' || substring(s.paon from '^[0-9]+')
           when upper(s.saon) ~ '${UNIT_WORD}' and s.paon ~ '^[0-9]+$'
             then (regexp_match(upper(s.saon), '${UNIT_WORD}'))[3] || '|' || s.paon
           when s.saon ~ '^[0-9]{1,5}[A-Z]?$' and s.paon ~ '^[0-9]+$' then upper(s.saon) || '|' || s.paon
      end || '|' || ${bare('s.street')}
    when s.paon ~ '^[A-Z][A-Z ''.]+$' then
      case when coalesce(s.saon, '') = '' then '||'
           when upper(s.saon) ~ '^((FLAT|FLT|APARTMENT|APT|UNIT|ROOM|SUITE) )?[0-9]{1,5}[A-Z]?$'
             then substring(upper(s.saon) from '[0-9]([A-Z]?)$') || '|' || substring(s.saon from '[0-9]+') || '|'
           when upper(s.saon) ~ '${UNIT_WORD}' then (regexp_match(upper(s.saon), '${UNIT_WORD}'))[3] || '||'
      end || ${bare('s.paon')}
  end`;

/** Unlinked sales by the look-up that the registry itself publishes. Index: the primary keys of both. */
export async function linkSalesByLookup(db: Queryable): Promise<number> {
  const result = await db.query(
    `update sales s set uprn = l.uprn, uprn_confidence = 1, uprn_method = 'hmlr_lookup'
       from (select transaction_id, min(uprn) as uprn from hmlr_uprn_lookup
              group by transaction_id having count(*) = 1) l
      where l.transaction_id = s.transaction_id
        and (s.uprn is distinct from l.uprn or s.uprn_method is distinct from 'hmlr_lookup')`,
  );
  return result.rowCount ?? 0;
}

export type Linkable = 'sales' | 'certificates';

const TABLES: Record<Linkable, string> = { sales: 'sales', certificates: 'energy_certificates' };

/** Whether there are rows without a UPRN in a known postcode. */
export async function anyUnlinked(db: Queryable, what: Linkable): Promise<boolean> {
  const { rows } = await db.query<{ any: boolean }>(
    `select exists (select from ${TABLES[what]} where uprn is null and postcode is not null) as any`,
  );
  return rows[0]!.any;
}

/**
 * Premises whose key is unique in their postcode, for a hash join, in the postcodes of unlinked rows. Index:
 * address_documents_postcode, if these are few.
 */
export async function keyPremises(db: Queryable, what: Linkable): Promise<void> {
  await db.query(
    `create temporary table premises_keys on commit drop as
     select d.postcode::text collate "default" as postcode, p.identity_key as key, min(p.uprn) as uprn
       from address_premises p join address_documents d on d.id = p.document_id
      where p.identity_key <> ''
        and d.postcode in (select distinct postcode from ${TABLES[what]} where uprn is null)
      group by 1, 2 having min(p.uprn) = max(p.uprn)`,
  );
  await db.query('analyze premises_keys');
}

/** Sales that have the key of exactly one home of their postcode. Needs `premises_keys`; a hash join, no index. */
export async function linkSalesByKey(db: Queryable, confidence: number): Promise<number> {
  const result = await db.query(
    `update sales set uprn = found.uprn, uprn_confidence = $1, uprn_method = 'address_key'
       from (select s.transaction_id, k.uprn
               from sales s join premises_keys k on k.postcode = s.postcode and k.key = ${SALE_KEY}
              where s.uprn is null) found
      where found.transaction_id = sales.transaction_id`,
    [confidence],
  );
  return result.rowCount ?? 0;
}

/** Certificates whose address begins with a plain number and street of exactly one home of their postcode. */
export async function linkCertificatesByKey(db: Queryable, confidence: number): Promise<number> {
  const result = await db.query(
    `update energy_certificates set uprn = found.uprn, uprn_source = 'linked_here', uprn_confidence = $1
       from (select c.certificate_number, k.uprn
               from energy_certificates c
               join premises_keys k
                 on k.postcode = c.postcode
                and k.key = substring(upper(c.address) from '^[0-9]+([A-Z]?)[ ,]') || '|'
                            || substring(c.address from '^[0-9]+') || '|'
                            || regexp_replace(substring(upper(c.address) from '^[0-9]+[A-Z]?[ ,]+([^,]+)'), '[^A-Z0-9]', '', 'g')
              where c.uprn is null) found
      where found.certificate_number = energy_certificates.certificate_number`,
    [confidence],
  );
  return result.rowCount ?? 0;
}

export interface Unlinked {
  id: string;
  postcode: string;
  address: string;
}

/** A cursor over unlinked rows in order of postcode: sales with their parts as one text, or certificates. */
export async function openUnlinked(db: Queryable, what: Linkable): Promise<void> {
  await db.query(
    what === 'sales'
      ? `declare unlinked no scroll cursor for
         select s.transaction_id::text as id, s.postcode,
                concat_ws(', ', nullif(s.saon, ''), nullif(s.paon, '') || case when s.paon ~ '[0-9][A-Z]?$' then ' ' else ', ' end || coalesce(s.street, ''),
                          nullif(s.locality, ''), nullif(s.town, '')) as address
           from sales s where s.uprn is null and s.postcode is not null order by s.postcode`
      : `declare unlinked no scroll cursor for
         select certificate_number as id, postcode, address
           from energy_certificates where uprn is null and postcode is not null order by postcode`,
  );
}

export async function nextUnlinked(db: Queryable, count: number): Promise<Unlinked[]> {
  const { rows } = await db.query<Unlinked>(`fetch ${Math.floor(count)} from unlinked`);
  return rows;
}

/** Every spelling of the homes of some postcodes. Indexes: addresses_postcode, address_documents_postcode. */
export async function homesOfPostcodes(
  db: Queryable,
  postcodes: string[],
): Promise<Array<{ uprn: number; address: string; postcode: string }>> {
  const { rows } = await db.query<{ uprn: number; address: string; postcode: string }>(
    `select uprn, address, postcode from addresses where postcode = any($1)
     union all
     select p.uprn, p.address, d.postcode from address_documents d join address_premises p on p.document_id = d.id
      where d.postcode = any($1) and p.served is not null`,
    [postcodes],
  );
  return rows;
}

/** Writes links found by the engine. Index: the primary key of the table. */
export async function writeLinks(
  db: Queryable,
  what: Linkable,
  links: { ids: string[]; uprns: number[]; confidences: number[] },
): Promise<void> {
  const values = [links.ids, links.uprns, links.confidences];
  await db.query(
    what === 'sales'
      ? `update sales s set uprn = l.uprn, uprn_confidence = l.confidence, uprn_method = 'address_match'
           from unnest($1::uuid[], $2::bigint[], $3::real[]) l (id, uprn, confidence)
          where s.transaction_id = l.id`
      : `update energy_certificates c set uprn = l.uprn, uprn_confidence = l.confidence, uprn_source = 'linked_here'
           from unnest($1::text[], $2::bigint[], $3::real[]) l (id, uprn, confidence)
          where c.certificate_number = l.id`,
    values,
  );
}

/**
 * Removes links made here to homes that are no longer listed, so that they are made again. Index: the primary key of
 * addresses.
 */
export async function dropStaleLinks(db: Queryable): Promise<number> {
  const sales = await db.query(
    `update sales s set uprn = null, uprn_confidence = null, uprn_method = null
      where s.uprn_method in ('address_key', 'address_match')
        and not exists (select from addresses a where a.uprn = s.uprn and a.postcode = s.postcode)`,
  );
  const certificates = await db.query(
    `update energy_certificates c set uprn = null, uprn_confidence = null, uprn_source = null
      where c.uprn_source = 'linked_here' and not exists (select from addresses a where a.uprn = c.uprn)`,
  );
  return (sales.rowCount ?? 0) + (certificates.rowCount ?? 0);
}
