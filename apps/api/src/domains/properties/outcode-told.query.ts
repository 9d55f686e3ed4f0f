import { sql, statement } from '@domesday/db';
import type { Context } from '../../http/handler.ts';
import { releaseCache } from '../../http/meta/release-cache.ts';
import type { ToldOf } from './model.ts';

/** Whether any sale and any certificate of an outcode is loaded; sales_postcode_date, energy_certificates_postcode. */
const toldOfOutcode = statement({
  name: 'told-of-outcode',
  parameters: { first: 'text', last: 'text' },
  row: { sales: 'bool', certificates: 'bool' },
  build: ({ first, last }) => sql`
    select exists (select from sales where postcode >= ${first} and postcode < ${last}) as sales,
      exists (select from energy_certificates where postcode >= ${first} and postcode < ${last}) as certificates`,
});

/** There are some 3,000 outcodes. */
const cached = releaseCache<ToldOf>(4000);

/**
 * What is loaded of the outcode of a home that lacks a sale or a certificate: an operator may have loaded those of
 * another part of the country alone, and then nothing is known of the home.
 */
export async function toldOf(
  context: Context,
  { postcode, sale, certificate }: { postcode: string | null; sale: unknown; certificate: unknown },
): Promise<ToldOf> {
  const outcode = postcode?.split(' ')[0];
  if (!outcode || (sale && certificate)) return {};
  return cached(context, outcode, async () => {
    const found = await toldOfOutcode.one(context.db, { first: `${outcode} `, last: `${outcode} ~` });
    return { 'price-paid': found.sales, 'epc-domestic': found.certificates };
  });
}
