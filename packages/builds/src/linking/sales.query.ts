import { keyHomes, LINKS, linkJoins } from '@domesday/datasets/price-paid/links.query';
import { command, type DbClient, sql, statement, writeWorking } from '@domesday/db';
import { storedColumns } from '@domesday/loading/merge.query';
import { rebuildTable } from '@domesday/loading/rebuild.query';
import { newUnlinkedSales, SALE_KEY } from './keys.query.ts';
import { linkByEngine } from './link.ts';

const PORTION = 20_000;
const LINKED = ['uprn', 'uprn_confidence', 'uprn_method', '"position"'];

/** Rewrites all sales with their links, for when the addresses were loaded after them. One hash join. */
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

/** Sales of newer loads without a key link, to pass to the engine if their postcode has homes. */
export async function matchNewSales(client: DbClient, after_load: number): Promise<number> {
  if (!(await anyNewUnlinked.one(client, { after_load })).any) return 0;
  return linkByEngine(client, 'sales', newUnlinkedSales.batches(client, PORTION, { after_load }));
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

/**
 * Sets positions of sales that differ from those of the linked home, else of the postcode. Primary keys of both.
 */
export async function placeSales(client: DbClient, after_load: number): Promise<void> {
  await placeByHome.run(client, { after_load });
  await placeByPostcode.run(client, { after_load });
}
