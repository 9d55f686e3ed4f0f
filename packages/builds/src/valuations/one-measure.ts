import type { IndexRow } from '@domesday/valuation/fit';

/** Published figures of one area and month: the index, and the mean price that the index follows. */
export interface PublishedRow {
  month: string;
  property_type: IndexRow['property_type'];
  index_value: number | null;
  average_price: number | null;
}

/**
 * In a series with one base month, the ratio of index and mean price varies by less than this factor, from rounding.
 */
const ONE_BASE = 1.02;

/**
 * The rows of an area as one consistent series for each type. The publisher moves the month in which the index is 100,
 * and an export may lack the index. If such files are loaded together, the mean prices are used instead of the index.
 */
export function inOneMeasure(rows: readonly PublishedRow[]): IndexRow[] {
  const measures = new Map<string, 'index_value' | 'average_price'>();
  for (const type of new Set(rows.map((row) => row.property_type)))
    measures.set(type, measureOf(rows.filter((row) => row.property_type === type)));
  return rows.flatMap(({ month, property_type, ...figures }) => {
    const index_value = figures[measures.get(property_type)!];
    return index_value !== null && index_value > 0 ? [{ month, property_type, index_value }] : [];
  });
}

function measureOf(rows: readonly PublishedRow[]): 'index_value' | 'average_price' {
  let [indexed, priced, least, most] = [0, 0, Number.POSITIVE_INFINITY, 0];
  for (const { index_value, average_price } of rows) {
    if (index_value) indexed++;
    if (average_price) priced++;
    if (!index_value || !average_price) continue;
    least = Math.min(least, index_value / average_price);
    most = Math.max(most, index_value / average_price);
  }
  return indexed >= priced && most <= ONE_BASE * least ? 'index_value' : 'average_price';
}
