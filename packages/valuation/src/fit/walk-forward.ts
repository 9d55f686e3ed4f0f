import { addMonths } from '../dates.ts';
import { estimateSale } from '../estimate-sale.ts';
import { ownSales } from '../own-sales.ts';
import { rowsBefore, type SalesTable } from '../sales-table.ts';
import type { FittedSettings, Method, SaleEvidence } from '../types.ts';
import { type AreaModel, fitAreaModel, type PublishedIndex } from './area-model.ts';
import { asCandidates, evidenceOf } from './evidence.ts';
import { PARAMETERS, type Parameters } from './parameters.ts';
import { type Outcome, settingsFromPast } from './settings-from-past.ts';

/** One cut-off: the model and settings as they stood then, and the rows that sold in the months after. */
export interface Window {
  as_of: string;
  model: AreaModel;
  settings: FittedSettings;
  rows: readonly number[];
  evidence: (row: number) => SaleEvidence;
}

/** Whether a window's rows are scored by the cheap methods alone or by comparables as well. */
export interface WalkOptions {
  parameters?: Parameters;
  /** Seen with each window before its own outcomes are learned. */
  visit?: (window: Window) => void;
}

/** Cut-offs every so many months from `from` up to, but without, `to`. */
export function cutOffs(from: string, to: string, every_months: number): string[] {
  const dates: string[] = [];
  for (let date = addMonths(from, 0); date < to; date = addMonths(date, every_months)) dates.push(date);
  return dates;
}

/**
 * Goes through the cut-offs in order: fit on what was known, value what sold until the next cut-off, and only
 * then learn from how that came out. The last window is `every_months` long. Returns all outcomes, from which today's settings are learned.
 */
export function walkForward(
  table: SalesTable,
  area: string,
  dates: readonly string[],
  every_months: number,
  published: PublishedIndex | null,
  options: WalkOptions = {},
): Outcome[] {
  const parameters = options.parameters ?? PARAMETERS;
  const candidates = asCandidates(table);
  const outcomes: Outcome[] = [];
  for (const as_of of dates) {
    const model = fitAreaModel(table, area, as_of, published, parameters);
    const settings = settingsFromPast(model, outcomes);
    const rows = testRows(table, as_of, addMonths(as_of, every_months));
    const evidence = (row: number) =>
      evidenceOf(table, candidates, model, settings, row, table.rows[row]!.date);
    options.visit?.({ as_of, model, settings, rows, evidence });
    for (const row of rows) outcomes.push(...outcomesOf(table, row, evidence(row)));
  }
  return outcomes;
}

/** Standard sales that are not new, from `as_of` up to `until`. */
function testRows(table: SalesTable, as_of: string, until: string): number[] {
  const rows: number[] = [];
  for (let i = rowsBefore(table, as_of); i < rowsBefore(table, until); i++) {
    if (!table.additional[i] && !table.new_build[i]) rows.push(i);
  }
  return rows;
}

function outcomesOf(table: SalesTable, row: number, evidence: SaleEvidence): Outcome[] {
  const found: Outcome[] = [];
  const log_price = table.log_price[row]!;
  const { property_type } = evidence.subject;
  const date = evidence.as_of;
  const own =
    evidence.index &&
    ownSales(evidence.past_sales, date, evidence.index, evidence.location, evidence.settings);
  const methods: Method[] = own ? ['last_sold_growth'] : ['sqft_estimate', 'comparables'];
  for (const method of methods) {
    const estimate = estimateSale(evidence, method);
    if (!estimate) continue;
    const log_error = Math.log(estimate.value) - log_price;
    const years_held = own?.years_held ?? null;
    found.push({ date, method, property_type, years_held, log_error, log_price, own });
  }
  return found;
}
