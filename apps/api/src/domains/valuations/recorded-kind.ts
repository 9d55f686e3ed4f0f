import type { Schema } from '@domesday/contract';
import { oddSale, salesOfHome } from '@domesday/valuation';
import type { Context } from '../../http/handler.ts';
import type { HomeRow } from './sale.query.ts';

type PropertyType = Schema<'PropertyType'>;
type Recorded = Pick<HomeRow, 'certificate' | 'sales'>;

/** The last sale that counts in valuations.sale, which takes kind and tenure of the home from it. */
export function lastThatCounts({ sales }: Pick<HomeRow, 'sales'>): HomeRow['sales'][number] | null {
  const usable = sales.filter((sale) => oddSale(sale) === null && !sale.sold_together);
  return salesOfHome(usable).at(-1) ?? null;
}

/** What the certificate says of the kind; `other` is neither a house nor a flat, and tells nothing of a home. */
function certifiedKind({ certificate }: Recorded): PropertyType | null {
  const kind = certificate?.property_type ?? null;
  return kind === 'other' ? null : kind;
}

/**
 * The kind of the home as valuations.sale takes it: that of the last sale that counts, else that of the certificate.
 * The certificate tells more of a bungalow, which is sold as a house.
 */
export function recordedKind(home: Recorded): PropertyType | null {
  const [sold, certified] = [lastThatCounts(home)?.property_type ?? null, certifiedKind(home)];
  return sold === null || (certified === 'bungalow' && sold !== 'flat') ? certified : sold;
}

/** All kinds that the record says, that of the last sale first. */
export function recordedKinds(home: Recorded): PropertyType[] {
  return [lastThatCounts(home)?.property_type, certifiedKind(home)].filter((kind) => kind != null);
}

/** Says where one of the last sale and the certificate tells of a flat and the other of a house. */
export function tellOfTwoKinds(context: Context, home: Recorded, field: string): void {
  const [sold, certified] = recordedKinds(home);
  if (!sold || !certified || (sold === 'flat') === (certified === 'flat')) return;
  const words = (kind: PropertyType) => kind.replace('_', '-');
  context.warn(
    'records_differ',
    field,
    `It was last sold as ${words(sold)}, as it is taken here and by valuations.sale; its certificate says ${words(certified)}.`,
  );
}
