import type { Queryable } from '@domesday/db';
import type { IndexRow, PublishedIndex, SaleRow } from '@domesday/valuation/fit';
import { indexAreas, indexRows, placeOfOutcode, salesOfPostcodes } from './evidence.query.ts';

/** An authority with fewer sales a month has an index too noisy to build on; its region's is taken. */
export const FEWEST_MONTHLY_SALES = 100;

/** The sales of an area's postcodes as a fit takes them. */
export function readAreaSales(db: Queryable, postcodes: readonly string[]): Promise<SaleRow[]> {
  return salesOfPostcodes(db, postcodes);
}

/**
 * The published index that an outcode's growth stands on: that of its authority where enough is sold there,
 * else of its region, else of its nation. Null where none is loaded. `cache` spares reading an index twice.
 */
export async function readPublishedIndex(
  db: Queryable,
  outcode: string,
  cache: Map<string, PublishedIndex> = new Map(),
): Promise<PublishedIndex | null> {
  const place = await placeOfOutcode(db, outcode);
  const codes = [place?.local_authority_code, place?.region_code].filter((code) => code != null);
  const found = await indexAreas(db, codes, place?.country ?? 'England');
  const authority = found.find((area) => area.area_code === place?.local_authority_code);
  const chosen =
    (authority && (authority.monthly_sales ?? 0) >= FEWEST_MONTHLY_SALES ? authority : null) ??
    found.find((area) => area.area_code === place?.region_code) ??
    found.find((area) => area !== authority) ??
    authority;
  if (!chosen) return null;
  const known = cache.get(chosen.area_code);
  if (known) return known;
  const rows = (await indexRows(db, chosen.area_code)) as IndexRow[];
  const published = { id: 'uk-hpi', area: chosen.area_name, rows };
  cache.set(chosen.area_code, published);
  return published;
}
