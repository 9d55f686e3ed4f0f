import type { IndexRow } from '@domesday/valuation/fit';

/** Published figures of one area: the index, and the mean price that it follows. */
export interface PublishedRow {
  month: string;
  property_type: IndexRow['property_type'];
  index_value: number | null;
  average_price: number | null;
}

/** In a series of one base month, index and mean price differ from their ratio by their rounding alone. */
const ONE_BASE = 1.02;

/**
 * The rows of an area as one series for each type. The publisher moves the month in which the index is 100, and an
 * export may lack the index: where such files are loaded beside each other, the mean prices are the series.
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
