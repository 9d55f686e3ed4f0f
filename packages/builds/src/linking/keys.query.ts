import { columnsOf, type Queryable, type RowOf, required, sql, statement } from '@domesday/db';

const bare = (column: string): string =>
  `regexp_replace(upper(coalesce(${column}, '')), '[^A-Z0-9]', '', 'g')`;

const UNIT_WORD = '^(FLAT|FLT|APARTMENT|APT|MAISONETTE|STUDIO)[ .]*(NO[ .]*)?([0-9]{1,5}[A-Z]?|[A-Z])$';

/**
 * SQL for the `identityKey` of a sale in its plain forms: a house number, or a named building, with or without a unit.
 * Null for other forms, which only the address matcher parses.
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
           when upper(s.saon) ~ '^((FLAT|FLT|APARTMENT|APT) )?[0-9]{1,5}[A-Z]?$'
             then substring(upper(s.saon) from '[0-9]([A-Z]?)$') || '|' || substring(s.saon from '[0-9]+') || '|'
           when upper(s.saon) ~ '${UNIT_WORD}' then (regexp_match(upper(s.saon), '${UNIT_WORD}'))[3] || '||'
      end || ${bare('s.paon')}
  end`;

/** Links sales by the look-up that the registry itself publishes. Index: the primary keys of both tables. */
export const linkSalesByLookup = statement({
  name: 'link-sales-by-lookup',
  build: () => sql`
    update sales s set uprn = l.uprn, uprn_confidence = 1, uprn_method = 'hmlr_lookup'
      from (select transaction_id, min(uprn) as uprn from hmlr_uprn_lookup
             group by transaction_id having count(*) = 1) l
     where l.transaction_id = s.transaction_id
       and (s.uprn is distinct from l.uprn or s.uprn_method is distinct from 'hmlr_lookup')`,
});

/** Records that are linked in the same way: sales and certificates without a UPRN. */
export type Linkable = 'sales' | 'certificates';

const unlinkedIn = (name: string, table: 'sales' | 'energy_certificates') =>
  statement({
    name,
    row: { any: 'bool' },
    build: () => sql`
      select exists (select from ${sql.table(table)} where uprn is null and postcode is not null) as any`,
  });

/** Whether there are rows with a postcode and without a UPRN. */
export const anyUnlinked = {
  sales: unlinkedIn('any-unlinked-sales', 'sales'),
  certificates: unlinkedIn('any-unlinked-certificates', 'energy_certificates'),
};

const premisesFor = (name: string, table: 'sales' | 'energy_certificates') =>
  statement({
    name,
    build: () => sql`
      create temporary table premises_keys on commit drop as
      select d.postcode::text collate "default" as postcode, p.identity_key || d.key_end as key, min(p.uprn) as uprn
        from address_premises p join address_documents d on d.id = p.document_id
       where p.identity_key <> ''
         and d.postcode in (select distinct postcode from ${sql.table(table)} where uprn is null)
       group by 1, 2 having min(p.uprn) = max(p.uprn)`,
  });

/**
 * Creates `premises_keys`: premises whose key is unique in their postcode, in the postcodes of unlinked rows, for a
 * hash join. Index: address_documents_postcode, if the postcodes are few.
 */
export const keyPremises = {
  sales: premisesFor('key-premises-of-sales', 'sales'),
  certificates: premisesFor('key-premises-of-certificates', 'energy_certificates'),
};

/**
 * Links rows whose key equals that of exactly one home of their postcode. Needs `keyPremises`. Hash joins, no index.
 */
export const linkByKey = {
  sales: statement({
    name: 'link-sales-by-key',
    parameters: { confidence: 'float4' },
    after: [keyPremises.sales],
    build: ({ confidence }) => sql`
      update sales set uprn = found.uprn, uprn_confidence = ${confidence}, uprn_method = 'address_key'
        from (select s.transaction_id, k.uprn
                from sales s join premises_keys k on k.postcode = s.postcode and k.key = ${sql.raw(SALE_KEY)}
               where s.uprn is null) found
       where found.transaction_id = sales.transaction_id`,
  }),
  // Only certificates whose address begins with a plain number and a street have a key here.
  certificates: statement({
    name: 'link-certificates-by-key',
    parameters: { confidence: 'float4' },
    after: [keyPremises.certificates],
    build: ({ confidence }) => sql`
      update energy_certificates set uprn = found.uprn, uprn_source = 'linked_here', uprn_confidence = ${confidence}
        from (select c.certificate_number, k.uprn
                from energy_certificates c
                join premises_keys k
                  on k.postcode = c.postcode
                 and k.key = substring(upper(c.address) from '^[0-9]+([A-Z]?)[ ,]') || '|'
                             || substring(c.address from '^[0-9]+') || '|'
                             || regexp_replace(substring(upper(c.address) from '^[0-9]+[A-Z]?[ ,]+([^,]+)'), '[^A-Z0-9]', '', 'g')
               where c.uprn is null) found
       where found.certificate_number = energy_certificates.certificate_number`,
  }),
};

export const SALE = { id: 'text', ...required(columnsOf('sales', ['postcode'])), address: 'text' } as const;
export type Unlinked = RowOf<typeof SALE>;

/** SQL for the address of a sale `s` as one text. */
export const SALE_ADDRESS = sql.raw(`
    concat_ws(', ', s.saon,
              s.paon || case when s.paon ~ '[0-9][A-Z]?$' then ' ' else ', ' end || coalesce(s.street, ''),
              s.locality, s.town)`);

/** Unlinked rows in order of postcode. */
export const unlinked = {
  sales: statement({
    name: 'unlinked-sales',
    row: SALE,
    build: () => sql`
      select s.transaction_id::text as id, s.postcode, ${SALE_ADDRESS} as address
        from sales s where s.uprn is null and s.postcode is not null order by s.postcode`,
  }),
  certificates: statement({
    name: 'unlinked-certificates',
    row: { id: 'text', ...required(columnsOf('energy_certificates', ['postcode', 'address'])) },
    build: () => sql`
      select certificate_number as id, postcode, address
        from energy_certificates where uprn is null and postcode is not null order by postcode`,
  }),
};

/** Unlinked sales of newer loads in postcodes with homes, in order of postcode. */
export const newUnlinkedSales = statement({
  name: 'new-unlinked-sales',
  parameters: { after_load: 'int8' },
  row: SALE,
  build: ({ after_load }) => sql`
    select s.transaction_id::text as id, s.postcode, ${SALE_ADDRESS} as address
      from sales s
     where s.uprn is null and s.postcode is not null and s.load_id > ${after_load}
       and exists (select from addresses a where a.postcode = s.postcode)
     order by s.postcode`,
});

/** Every spelling of the homes of some postcodes. Indexes: addresses_postcode, address_documents_postcode. */
export const homesOfPostcodes = statement({
  name: 'homes-of-postcodes',
  parameters: { postcodes: '_text' },
  row: { uprn: 'int8', address: 'text', postcode: 'text' },
  build: ({ postcodes }) => sql`
    select uprn, address, postcode from addresses where postcode = any(${postcodes})
    union all
    select p.uprn, p.address || d.address_end as address, d.postcode
      from address_documents d join address_premises p on p.document_id = d.id
     where d.postcode = any(${postcodes}) and p.served is not null`,
});

/** Writes links found by the address matcher. Index: the primary key of the table. */
export const writeLinks = {
  sales: statement({
    name: 'write-sale-links',
    parameters: { ids: '_text', uprns: '_int8', confidences: '_float4' },
    build: ({ ids, uprns, confidences }) => sql`
      update sales s set uprn = l.uprn, uprn_confidence = l.confidence, uprn_method = 'address_match'
        from unnest(${ids}::text[], ${uprns}::bigint[], ${confidences}::real[]) l (id, uprn, confidence)
       where s.transaction_id = l.id::uuid`,
  }),
  certificates: statement({
    name: 'write-certificate-links',
    parameters: { ids: '_text', uprns: '_int8', confidences: '_float4' },
    build: ({ ids, uprns, confidences }) => sql`
      update energy_certificates c set uprn = l.uprn, uprn_confidence = l.confidence, uprn_source = 'linked_here'
        from unnest(${ids}::text[], ${uprns}::bigint[], ${confidences}::real[]) l (id, uprn, confidence)
       where c.certificate_number = l.id`,
  }),
};

const dropStaleSaleLinks = statement({
  name: 'drop-stale-sale-links',
  build: () => sql`
    update sales s set uprn = null, uprn_confidence = null, uprn_method = null
     where s.uprn_method in ('address_key', 'address_match')
       and not exists (select from addresses a where a.uprn = s.uprn and a.postcode = s.postcode)`,
});

/** Removes links of sales for which the registry's look-up no longer gives exactly one home. */
const dropStaleLookups = statement({
  name: 'drop-stale-lookups',
  build: () => sql`
    update sales s set uprn = null, uprn_confidence = null, uprn_method = null
     where s.uprn_method = 'hmlr_lookup'
       and not exists (select from (select transaction_id from hmlr_uprn_lookup
                                     group by transaction_id having count(*) = 1) l
                        where l.transaction_id = s.transaction_id)`,
});

const dropStaleCertificateLinks = statement({
  name: 'drop-stale-certificate-links',
  parameters: { replace_all: 'bool' },
  build: ({ replace_all }) => sql`
    update energy_certificates c set uprn = null, uprn_confidence = null, uprn_source = null
     where c.uprn_source = 'linked_here'
       and (${replace_all}::bool or not exists (select from addresses a where a.uprn = c.uprn))`,
});

/**
 * Removes links made here to homes that are no longer listed, and look-ups that the registry no longer gives, so that
 * these records are linked again. With `relink_all`, after `relinkSales` has written all sales with current links,
 * removes instead every link of a certificate that was made here. Index: the primary key of addresses.
 */
export async function dropStaleLinks(db: Queryable, relink_all: boolean): Promise<void> {
  if (!relink_all) for (const drop of [dropStaleSaleLinks, dropStaleLookups]) await drop.run(db);
  await dropStaleCertificateLinks.run(db, { replace_all: relink_all });
}
