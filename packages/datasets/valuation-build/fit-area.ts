import { addMonths, type FittedSettings, monthName, monthNumber } from '@domesday/valuation';
import {
  type AreaModel,
  cleanSales,
  cutOffs,
  fitAreaModel,
  PARAMETERS,
  type PublishedIndex,
  type SaleRow,
  settingsFromPast,
  walkForward,
} from '@domesday/valuation/fit';

export interface FittedArea {
  area: string;
  model: AreaModel;
  settings: FittedSettings;
  sales: number;
}

const WALK_YEARS = 4;
const WINDOW_MONTHS = 6;

/**
 * Fits an area as of `as_of` to all that is loaded, after walking through the last four years of its sales to
 * learn the blend and the spread of errors. The years are those of its newest sales, not of the calendar.
 */
export function fitArea(
  area: string,
  rows: readonly SaleRow[],
  published: PublishedIndex | null,
  as_of: string,
): FittedArea {
  const table = cleanSales(rows);
  const newest = table.rows.at(-1)?.date ?? as_of;
  const end = addMonths(newest, 1);
  const first = addMonths(table.rows[0]?.date ?? newest, 36);
  const dates = cutOffs(
    addMonths(end, -12 * WALK_YEARS),
    addMonths(end, 1 - WINDOW_MONTHS),
    WINDOW_MONTHS,
  ).filter((date) => date >= first);
  const outcomes = walkForward(table, area, dates, WINDOW_MONTHS, published);
  const model = fitAreaModel(table, area, as_of, published, PARAMETERS, knownBefore(newest, published));
  return { area, model, settings: settingsFromPast(model, outcomes), sales: table.n };
}

/** The day after all that is loaded: the newest sale, or the last day of the newest index month. */
function knownBefore(newest_sale: string, published: PublishedIndex | null): string {
  const after = new Date(`${newest_sale}T00:00:00Z`);
  after.setUTCDate(after.getUTCDate() + 1);
  const months = published?.rows.map((row) => row.month.slice(0, 7)).sort() ?? [];
  const index = months.length > 0 ? `${monthName(monthNumber(months.at(-1)!) + 1)}-01` : '';
  return [after.toISOString().slice(0, 10), index].sort().at(-1)!;
}
