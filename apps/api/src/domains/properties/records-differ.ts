import type { Schema } from '@domesday/contract';
import type { Context } from '../../http/handler.ts';
import { type PropertyRow, type SaleRow, salesOfUprn } from './get.query.ts';
import { leftOut } from './model.ts';

type AnsweredKind = Partial<Pick<Schema<'Property'>, 'property_type' | 'tenure'>>;

/**
 * Warns if valuations.sale takes the kind or tenure of the home from another record than this answer does. Returns
 * whether it warned.
 */
export async function warnOfOtherRecords(
  context: Context,
  row: PropertyRow,
  { property_type, tenure }: AnsweredKind,
): Promise<boolean> {
  if ((property_type == null && tenure == null) || context.excludes('price-paid')) return false;
  const sale = await lastThatCounts(context, row);
  if (!sale) return false;
  const words = (kind: string) => kind.replace('_', '-');
  const sold_as = sale.property_type;
  const is_sold_bungalow = property_type === 'bungalow' && sold_as !== 'flat';
  const other_kind = property_type != null && property_type !== sold_as && !is_sold_bungalow;
  if (other_kind)
    context.warn(
      'records_differ',
      'property_type',
      `Its certificate says ${words(property_type)}; it was last sold as ${words(sold_as)}, as which valuations.sale values it.`,
    );
  const other_tenure = tenure != null && sale.tenure !== null && tenure !== sale.tenure;
  if (other_tenure)
    context.warn(
      'records_differ',
      'tenure',
      `That of its last sale, which no value counts; valuations.sale takes ${sale.tenure} from the sale of ${sale.date}.`,
    );
  return other_kind || other_tenure;
}

/** The last sale that counts in valuations.sale; nearly always the last sale of all. */
async function lastThatCounts({ db }: Context, { uprn, sale }: PropertyRow): Promise<SaleRow | null> {
  if (!sale || leftOut(sale) === null) return sale;
  return (await salesOfUprn.rows(db, { uprn })).find((one) => leftOut(one) === null) ?? null;
}
