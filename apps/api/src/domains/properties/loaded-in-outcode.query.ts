import { sql, statement } from '@domesday/db';
import type { Context } from '../../http/handler.ts';
import { releaseCache } from '../../http/meta/release-cache.ts';
import type { LoadedHere } from './model.ts';

/** Whether any sale and any certificate of an outcode is loaded; sales_postcode_date, energy_certificates_postcode. */
const anyOfOutcode = statement({
  name: 'told-of-outcode',
  parameters: { first: 'text', last: 'text' },
  row: { sales: 'bool', certificates: 'bool' },
  build: ({ first, last }) => sql`
    select exists (select from sales where postcode >= ${first} and postcode < ${last}) as sales,
      exists (select from energy_certificates where postcode >= ${first} and postcode < ${last}) as certificates`,
});

/** There are some 3,000 outcodes. */
const cached = releaseCache<LoadedHere>(4000);

/**
 * Whether any sale, and any certificate, of an outcode is loaded. An operator may have loaded only another part of the
 * country.
 */
export function loadedInOutcode(context: Context, outcode: string): Promise<LoadedHere> {
  return cached(context, outcode, async () => {
    const found = await anyOfOutcode.one(context.db, { first: `${outcode} `, last: `${outcode} ~` });
    return { 'price-paid': found.sales, 'epc-domestic': found.certificates };
  });
}

/** The same for a home that lacks a sale or a certificate; empty for a home that has both. */
export async function loadedForHome(
  context: Context,
  { postcode, sale, certificate }: { postcode: string | null; sale: unknown; certificate: unknown },
): Promise<LoadedHere> {
  const outcode = postcode?.split(' ')[0];
  return !outcode || (sale && certificate) ? {} : loadedInOutcode(context, outcode);
}
