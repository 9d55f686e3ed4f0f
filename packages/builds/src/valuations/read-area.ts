import type { Queryable } from '@domesday/db';
import { authorityCodes } from '@domesday/loading/authority-codes';
import type { PublishedIndex, SaleRow } from '@domesday/valuation/fit';
import {
  type IndexArea,
  indexAreas,
  indexRows,
  type OutcodePlace,
  placeOfAuthority,
  placesOfOutcodes,
  salesOfPostcodes,
} from './evidence.query.ts';
import { inOneMeasure, type PublishedRow } from './one-measure.ts';

/** With fewer sales a month, the index of an authority is too noisy and that of its region is used. */
export const FEWEST_MONTHLY_SALES = 100;

/** The sales of an area's postcodes, in the form that a fit reads. */
export function readAreaSales(db: Queryable, postcodes: readonly string[]): Promise<SaleRow[]> {
  return salesOfPostcodes.rows(db, { postcodes: [...postcodes] });
}

/**
 * The published index for the growth of an outcode: that of its authority if it has enough sales, else of its region,
 * else of its nation, else of its authority after all. Null if none is loaded.
 */
export function chooseIndex(place: OutcodePlace | undefined, areas: readonly IndexArea[]): IndexArea | null {
  const nation = (place?.country ?? 'England').toLowerCase();
  // If an authority has two codes, the series with the newest month is used.
  const codes = authorityCodes(place?.local_authority_code ?? null);
  const [authority] = areas
    .filter((area) => codes.includes(area.area_code))
    .sort((a, b) => Date.parse(b.newest) - Date.parse(a.newest));
  return (
    (authority && (authority.monthly_sales ?? 0) >= FEWEST_MONTHLY_SALES ? authority : null) ??
    areas.find((area) => area.area_code === place?.region_code) ??
    areas.find((area) => area.area_name.toLowerCase() === nation) ??
    authority ??
    null
  );
}

/** Reads one published index. */
export async function readIndex(db: Queryable, { area_code, area_name }: IndexArea): Promise<PublishedIndex> {
  const rows = (await indexRows.rows(db, { area_code })) as PublishedRow[];
  return { id: 'uk-hpi', area: area_name, rows: inOneMeasure(rows) };
}

/** The areas of all published indices. One pass over a table of several hundred thousand rows. */
export const readIndexAreas = (db: Queryable): Promise<readonly IndexArea[]> => indexAreas.rows(db);

/** The published index for an outcode, or for an authority if a place is in no outcode, see `chooseIndex`. */
export async function readPublishedIndex(
  db: Queryable,
  outcode: string | null,
  local_authority_code: string | null = null,
  areas = () => readIndexAreas(db),
): Promise<PublishedIndex | null> {
  const place =
    outcode !== null
      ? (await placesOfOutcodes(db, [outcode]))[0]
      : local_authority_code !== null
        ? ((await placeOfAuthority.first(db, { local_authority_code })) ?? undefined)
        : undefined;
  const chosen = chooseIndex(place, await areas());
  return chosen && readIndex(db, chosen);
}
