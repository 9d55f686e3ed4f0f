import type { Schema } from '@domesday/contract';
import { salesOfHome, unusableReason } from '@domesday/valuation';
import type { Context } from '../../http/handler.ts';
import type { HomeRow } from './sale.query.ts';

type PropertyType = Schema<'PropertyType'>;
type Recorded = Pick<HomeRow, 'certificate' | 'sales'>;

/** The last sale that counts in valuations.sale, which takes the kind and tenure of the home from it. */
export function lastThatCounts({ sales }: Pick<HomeRow, 'sales'>): HomeRow['sales'][number] | null {
  const usable = sales.filter((sale) => unusableReason(sale) === null && !sale.sold_together);
  return salesOfHome(usable).at(-1) ?? null;
}

/**
 * The kind on the certificate. `other` counts as null: it is neither a house nor a flat, and says nothing about a home.
 */
function certifiedKind({ certificate }: Recorded): PropertyType | null {
  const kind = certificate?.property_type ?? null;
  return kind === 'other' ? null : kind;
}

/**
 * The kind of the home as in valuations.sale: that of the last sale that counts, else that of the certificate. For a
 * bungalow the certificate prevails, because bungalows are sold as houses.
 */
export function recordedKind(home: Recorded): PropertyType | null {
  const [sold, certified] = [lastThatCounts(home)?.property_type ?? null, certifiedKind(home)];
  return sold === null || (certified === 'bungalow' && sold !== 'flat') ? certified : sold;
}

/** All kinds that the record gives, that of the last sale first. */
export function recordedKinds(home: Recorded): PropertyType[] {
  return [lastThatCounts(home)?.property_type, certifiedKind(home)].filter((kind) => kind != null);
}

/** Warns if one of the last sale and the certificate says that the home is a flat, and the other a house. */
export function warnOfTwoKinds(context: Context, home: Recorded, field: string): void {
  const [sold, certified] = recordedKinds(home);
  if (!sold || !certified || (sold === 'flat') === (certified === 'flat')) return;
  const words = (kind: PropertyType) => kind.replace('_', '-');
  context.warn(
    'records_differ',
    field,
    `It was last sold as ${words(sold)}, as it is taken here and by valuations.sale; its certificate says ${words(certified)}.`,
  );
}
