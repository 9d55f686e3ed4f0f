import { keyHomes, LINKS, linkJoins } from '@domesday/datasets/price-paid/links.query';
import { command, type DbClient, sql, statement, writeWorking } from '@domesday/db';
import { storedColumns } from '@domesday/loading/merge.query';
import { rebuildTable } from '@domesday/loading/rebuild.query';
import { newUnlinkedSales, SALE_KEY, writeLinks } from './keys.query.ts';
import { linkByEngine, PORTION } from './link.ts';

const LINKED = ['uprn', 'uprn_confidence', 'uprn_method', 'position'];

/** Rewrites all sales with their links, for example if the addresses were loaded after the sales. One hash join. */
export async function relinkSales(client: DbClient): Promise<void> {
  const columns = (await storedColumns(client, 'sales')).filter((name) => !LINKED.includes(name));
  const homes = await keyHomes(client, null);
  await rebuildTable(client, 'sales', (fresh) =>
    writeWorking(
      client,
      `insert into ${fresh} (${[...columns, ...LINKED].join(', ')})
       select ${columns.map((c) => `s.${c}`).join(', ')}, ${LINKS} from sales s ${linkJoins(SALE_KEY, Number.POSITIVE_INFINITY, homes)}`,
    ),
  );
  await command(client, `drop table ${homes}`);
}

const unlinkedShare = statement({
  name: 'most-sales-unlinked',
  row: { most: 'bool?' },
  build: () => sql`select count(*) filter (where uprn is null) > count(*) * 0.1 as most from sales`,
});

/** Whether so many sales are unlinked that rewriting them all costs less than looking each one up. */
export async function mostUnlinked(client: DbClient): Promise<boolean> {
  return (await unlinkedShare.one(client)).most ?? false;
}

const anyNewUnlinked = statement({
  name: 'any-new-unlinked-sales',
  parameters: { after_load: 'int8' },
  row: { any: 'bool' },
  build: ({ after_load }) => sql`
    select exists (
      select from sales where uprn is null and postcode is not null and load_id > ${after_load}) as any`,
});

/**
 * Runs the address matcher on sales of newer loads without a link by key, in postcodes with homes. Returns the links.
 */
export async function matchNewSales(client: DbClient, after_load: number): Promise<number> {
  if (!(await anyNewUnlinked.one(client, { after_load })).any) return 0;
  return linkByEngine(client, newUnlinkedSales.batches(client, PORTION, { after_load }), writeLinks.sales);
}

const placeByHome = statement({
  name: 'place-sales-by-home',
  parameters: { after_load: 'int8' },
  build: ({ after_load }) => sql`
    update sales s set position = a.position from addresses a
     where a.uprn = s.uprn and s.load_id > ${after_load} and a.position is not null
       and (s.position is null or not s.position ~= a.position)`,
});

const placeByPostcode = statement({
  name: 'place-sales-by-postcode',
  parameters: { after_load: 'int8' },
  build: ({ after_load }) => sql`
    update sales s set position = p.position from postcodes p
     where p.postcode = s.postcode and s.load_id > ${after_load} and p.position is not null
       and (s.position is null or not s.position ~= p.position)
       and not exists (select from addresses a where a.uprn = s.uprn and a.position is not null)`,
});

const takePlaces = statement({
  name: 'take-places-of-sales',
  build: () => sql`
    update sales s set position = null
     where s.position is not null
       and not exists (select from addresses a where a.uprn = s.uprn and a.position is not null)
       and not exists (select from postcodes p where p.postcode = s.postcode and p.position is not null)`,
});

/** The size of the sample of sales that tells whether many are misplaced. */
const SAMPLE = 30_000;

const misplacedShare = statement({
  name: 'most-sales-misplaced',
  row: { most: 'bool?' },
  build: () => sql`
    select count(*) filter (where not s.position ~= coalesce(a.position, p.position)
                               or s.position is null and coalesce(a.position, p.position) is not null)
             > count(*) * 0.1 as most
      from sales s
           tablesample system ((select least(100, 100.0 * ${sql.lit(SAMPLE)} / greatest(reltuples, 1))
                                  from pg_class where oid = 'sales'::regclass))
      left join addresses a on a.uprn = s.uprn
      left join postcodes p on p.postcode = s.postcode`,
});

/** Rewrites all sales with their positions and unchanged links. Two hash joins. */
async function replaceSales(client: DbClient): Promise<void> {
  const columns = (await storedColumns(client, 'sales')).filter((name) => name !== 'position');
  await rebuildTable(client, 'sales', (fresh) =>
    writeWorking(
      client,
      `insert into ${fresh} (${columns.join(', ')}, position)
       select ${columns.map((c) => `s.${c}`).join(', ')}, coalesce(a.position, p.position)
         from sales s left join addresses a on a.uprn = s.uprn left join postcodes p on p.postcode = s.postcode`,
    ),
  );
}

/**
 * Sets the positions of sales of loads after `after_load` to that of the linked home, else of the postcode. For all
 * sales (0) it also removes positions that neither has any more, and rewrites the table if one in ten differs, which
 * takes less time and leaves no dead rows. Indexes: the primary keys of addresses and postcodes.
 */
export async function placeSales(client: DbClient, after_load: number): Promise<void> {
  if (after_load === 0 && (await misplacedShare.one(client)).most) return replaceSales(client);
  await placeByHome.run(client, { after_load });
  await placeByPostcode.run(client, { after_load });
  if (after_load === 0) await takePlaces.run(client);
}
