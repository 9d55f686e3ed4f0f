import {
  addMonths,
  FITTED_TYPES,
  type FittedSettings,
  type GrowthIndex,
  monthName,
  monthNumber,
  type PackedSale,
} from '@domesday/valuation';
import {
  cleanSales,
  fitAreaModel,
  learningDates,
  listPlaces,
  outcomesAfter,
  PARAMETERS,
  type PublishedIndex,
  placeRows,
  type SaleRow,
  settingsFromPast,
} from '@domesday/valuation/fit';

/** A fitted area as the build stores it. It can be serialised, to be sent between processes. */
export interface FittedArea {
  area: string;
  known_before: string;
  sales: number;
  intercept: number;
  area_intercept: number | null;
  elasticities: readonly number[] | null;
  settings: FittedSettings;
  backbone_area: string;
  indices: FittedIndex[];
  /** One row for each postcode and each sector, see `placeRows`; `effects` is JSON. */
  places: { postcode: string; effects: string }[];
  comparables: ComparableRow[];
}

export interface FittedIndex extends Omit<GrowthIndex, 'log_levels'> {
  property_type: (typeof FITTED_TYPES)[number];
  log_levels: number[];
  /** Standard sales of the type in the area's last five years. */
  recent_sales: number;
}

export interface ComparableRow {
  property_type: string;
  uprn: string | null;
  easting: number;
  northing: number;
  /** JSON of a `PackedSale`. */
  sale: string;
}

const COMPARABLE_MONTHS = 60;

/**
 * Fits an area on the day `as_of` to all loaded data. The weights of the evidence and the spread of errors are learned
 * from past windows of the area's sales, which end with its newest sale and not with the calendar.
 */
export function fitArea(
  area: string,
  rows: readonly SaleRow[],
  published: PublishedIndex | null,
  as_of: string,
): FittedArea {
  const table = cleanSales(rows);
  const newest = table.rows.at(-1)?.date ?? as_of;
  const outcomes = outcomesAfter(table, area, learningDates(table, newest), published);
  const model = fitAreaModel(table, area, as_of, published, PARAMETERS, knownBefore(newest, published));
  const settings = { ...settingsFromPast(model, outcomes), sold_together: table.sold_together };
  const since = addMonths(model.known_before, -COMPARABLE_MONTHS);
  const recent = table.rows.filter((row) => row.date >= since && row.category === 'standard');
  const { location, price_per_area } = model;
  return {
    area,
    known_before: model.known_before,
    sales: table.n,
    intercept: location.intercept,
    area_intercept: price_per_area?.places.intercept ?? null,
    elasticities: price_per_area?.elasticities ?? null,
    settings,
    backbone_area: model.backbone.area,
    indices: model.indices.map((index, type) => ({
      ...index,
      property_type: FITTED_TYPES[type]!,
      log_levels: Array.from(index.log_levels, (level) => Math.round(level * 1e9) / 1e9),
      recent_sales: recent.filter((row) => row.property_type === FITTED_TYPES[type]).length,
    })),
    places: placeRows(listPlaces(table), table.n, location, price_per_area?.places ?? null).map(
      ({ postcode, effects }) => ({ postcode, effects: JSON.stringify(effects) }),
    ),
    comparables: recent.flatMap(comparableRow),
  };
}

/** A sale as a comparable, in a small form, since an answer may read 150 of them; none without a position. */
function comparableRow(row: SaleRow): ComparableRow[] {
  const { easting, northing } = row;
  if (easting == null || northing == null) return [];
  const sale: PackedSale = [
    row.transaction_id,
    row.price,
    row.date,
    row.new_build ? 1 : 0,
    row.tenure,
    row.postcode,
    row.street,
    easting,
    northing,
    row.floor_area_sqm ?? null,
    row.construction_age ?? null,
  ];
  const { property_type, uprn } = row;
  return [{ property_type, uprn: uprn ?? null, easting, northing, sale: JSON.stringify(sale) }];
}

/** The day after the newest loaded data: after the newest sale, or the first day after the newest index month. */
function knownBefore(newest_sale: string, published: PublishedIndex | null): string {
  const after = new Date(`${newest_sale}T00:00:00Z`);
  after.setUTCDate(after.getUTCDate() + 1);
  const months = published?.rows.map((row) => row.month.slice(0, 7)).sort() ?? [];
  const index = months.length > 0 ? `${monthName(monthNumber(months.at(-1)!) + 1)}-01` : '';
  return [after.toISOString().slice(0, 10), index].sort().at(-1)!;
}
