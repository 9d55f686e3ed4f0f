import { command, type DbClient, sql, statement } from '@domesday/db';
import { CHANGED } from '@domesday/loading/changed-rows.query';
import { linkByKey, SALE, SALE_ADDRESS, SALE_KEY, unlinked, writeLinks } from './keys.query.ts';
import { KEY_CONFIDENCE, linkByEngine, PORTION } from './link.ts';

/** Sales that may need another link or position. `placed`: the position was set at publication and is still valid. */
const touchedSales = statement({
  name: 'touched-sales',
  after: CHANGED,
  build: () => sql`
    create temporary table touched_sales on commit drop as
    select transaction_id, bool_and(placed) as placed from (
      select transaction_id, true as placed from changed_sales
      union all select transaction_id, false from changed_lookups
      union all select s.transaction_id, false from touched_postcodes c join sales s using (postcode)
      union all select s.transaction_id, false from moved_postcodes c join sales s using (postcode)
      union all select s.transaction_id, false from changed_homes h join sales s using (uprn)) t group by 1`,
});

const followLookups = statement({
  name: 'follow-changed-lookups',
  after: CHANGED,
  build: () => sql`
    update sales s
       set uprn = l.uprn, uprn_confidence = case when l.uprn is not null then 1 end,
           uprn_method = case when l.uprn is not null then 'hmlr_lookup' end
      from (select c.transaction_id,
                   (select min(h.uprn) from hmlr_uprn_lookup h
                     where h.transaction_id = c.transaction_id having count(*) = 1) as uprn
              from changed_lookups c) l
     where s.transaction_id = l.transaction_id
       and case when l.uprn is null then s.uprn_method = 'hmlr_lookup'
                else s.uprn is distinct from l.uprn or s.uprn_method is distinct from 'hmlr_lookup' end`,
});

const unlinkCertificates = statement({
  name: 'unlink-touched-certificates',
  after: CHANGED,
  build: () => sql`
    update energy_certificates e set uprn = null, uprn_confidence = null, uprn_source = null
      from touched_postcodes c where e.postcode = c.postcode and e.uprn_source = 'linked_here'`,
});

const touchedPremises = statement({
  name: 'key-premises-of-touched-postcodes',
  after: CHANGED,
  build: () => sql`
    create temporary table premises_keys on commit drop as
    select d.postcode::text collate "default" as postcode, p.identity_key || d.key_end as key, min(p.uprn) as uprn
      from touched_postcodes c join address_documents d using (postcode)
      join address_premises p on p.document_id = d.id
     where p.identity_key <> ''
     group by 1, 2 having min(p.uprn) = max(p.uprn)`,
});

/**
 * Removes links of touched postcodes. A link by key stays if it would be made again, so that a sale is not written
 * twice.
 */
const unlinkSales = statement({
  name: 'unlink-touched-sales',
  after: [...CHANGED, touchedPremises],
  build: () => sql`
    update sales s set uprn = null, uprn_confidence = null, uprn_method = null
      from touched_postcodes c
     where s.postcode = c.postcode and s.uprn_method in ('address_key', 'address_match')
       and not (s.uprn_method = 'address_key'
                and exists (select from premises_keys k
                             where k.postcode = s.postcode and k.key = ${sql.raw(SALE_KEY)} and k.uprn = s.uprn))`,
});

const touchedUnlinked = {
  sales: statement({
    name: 'touched-unlinked-sales',
    after: [...CHANGED, touchedSales],
    row: SALE,
    build: () => sql`
      select s.transaction_id::text as id, s.postcode, ${SALE_ADDRESS} as address
        from touched_sales t cross join lateral (
               select o.* from sales o where o.transaction_id = t.transaction_id offset 0) s
       where s.uprn is null and s.postcode is not null
         and exists (select from addresses a where a.postcode = s.postcode)
       order by s.postcode`,
  }),
  certificates: statement({
    name: 'touched-unlinked-certificates',
    after: CHANGED,
    row: unlinked.certificates.row as typeof SALE,
    build: () => sql`
      select e.certificate_number as id, e.postcode, e.address
        from touched_postcodes c join energy_certificates e using (postcode)
       where e.uprn is null order by e.postcode`,
  }),
};

const misplacedSales = statement({
  name: 'misplaced-touched-sales',
  after: [...CHANGED, touchedSales],
  build: () => sql`
    create temporary table misplaced_sales on commit drop as
    select s.transaction_id, coalesce(a.position, p.position) as position
      from touched_sales t cross join lateral (
             select o.* from sales o where o.transaction_id = t.transaction_id offset 0) s
      left join addresses a on a.uprn = s.uprn
      left join postcodes p on p.postcode = s.postcode
     where (not t.placed or s.uprn_method = 'address_match')
       and ((s.position is null) <> (coalesce(a.position, p.position) is null)
            or not s.position ~= coalesce(a.position, p.position))`,
});

const placeMisplaced = statement({
  name: 'place-touched-sales',
  after: [...CHANGED, touchedSales, misplacedSales],
  build: () => sql`
    update sales s set position = f.position from misplaced_sales f where f.transaction_id = s.transaction_id`,
});

/**
 * Links and places only what small loads can have changed: sales whose look-up changed, all sales and certificates of
 * touched postcodes, and new sales without a link. Other look-ups of the registry stay. `offset 0` makes the planner
 * read a touched sale by its key: a scan of all sales would take minutes for a whole country. Indexes:
 * sales_postcode_date, sales_uprn_date, energy_certificates_postcode, address_documents_postcode.
 */
export async function followLinks(client: DbClient): Promise<void> {
  await command(client, 'drop table if exists pg_temp.touched_sales');
  await touchedSales.run(client);
  await command(client, 'analyze touched_sales');
  await command(client, 'drop table if exists pg_temp.premises_keys');
  await touchedPremises.run(client);
  await command(client, 'analyze premises_keys');
  await followLookups.run(client);
  await unlinkSales.run(client);
  await unlinkCertificates.run(client);
  for (const what of ['sales', 'certificates'] as const) {
    await linkByKey[what].run(client, { confidence: KEY_CONFIDENCE });
    await linkByEngine(client, touchedUnlinked[what].batches(client, PORTION), writeLinks[what]);
  }
  await command(client, 'drop table premises_keys');
  await command(client, 'drop table if exists pg_temp.misplaced_sales');
  await misplacedSales.run(client);
  await command(client, 'analyze misplaced_sales');
  await placeMisplaced.run(client);
}
