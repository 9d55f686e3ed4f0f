import { addMonths, monthName, monthNumber } from '../dates.ts';
import { dataAge, indexLevel } from '../index-level.ts';
import { piecesOf } from '../pieces.ts';
import { rowsBefore, type SalesTable } from '../sales-table.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import type { FittedSettings } from '../types.ts';
import { type AreaModel, fitAreaModel, type PublishedIndex } from './area-model.ts';
import { type Witness, witnessesOf } from './evidence.ts';
import type { Outcome } from './outcome.ts';
import { PARAMETERS, type Parameters } from './parameters.ts';
import { LEARN_MONTHS, settingsFromPast } from './settings-from-past.ts';

/** One cut-off: the model and settings of its day, and the rows sold in the following months. */
export interface Window {
  as_of: string;
  model: AreaModel;
  settings: FittedSettings;
  rows: readonly number[];
  witness: Witness;
}

/**
 * Settings are learned from windows of a year that begin each January, on whatever day the build is made, so that each
 * sale is tested once. Overlapping windows would cost twice as much and give the same information.
 */
const LEARN_EVERY_MONTHS = 12;
const LEARN_WINDOW_MONTHS = 12;
const FIRST_YEARS = 3;

/** Cut-offs every `every_months` months from the first of the month of `from`, before `to`. */
export function cutOffs(from: string, to: string, every_months: number): string[] {
  const dates: string[] = [];
  for (let date = addMonths(from, 0); date < to; date = addMonths(date, every_months)) dates.push(date);
  return dates;
}

/** The cut-offs from which a build learns its settings if nothing after `newest` is known. */
export function learningDates(table: SalesTable, newest: string): string[] {
  const first = table.rows[0]?.date ?? newest;
  const begin = monthNumber(newest) - LEARN_MONTHS;
  const from = monthName(Math.ceil(begin / LEARN_EVERY_MONTHS) * LEARN_EVERY_MONTHS);
  return cutOffs(`${from}-01`, newest, LEARN_EVERY_MONTHS).filter(
    (date) => date >= addMonths(first, 12 * FIRST_YEARS),
  );
}

/** The outcomes of each cut-off: the sales after it, with what was known before it. */
export function outcomesAfter(
  table: SalesTable,
  area: string,
  dates: readonly string[],
  published: PublishedIndex | null,
): Outcome[] {
  const witnesses = witnessesOf(table);
  return dates.flatMap((date) =>
    outcomesOf(table, witnesses, fitAreaModel(table, area, date, published, PARAMETERS)),
  );
}

/**
 * Goes through the cut-offs in order, each with the settings that a build of its day would have learned and the rows
 * sold until the next cut-off.
 */
export function walkForward(
  table: SalesTable,
  area: string,
  dates: readonly string[],
  every_months: number,
  published: PublishedIndex | null,
  visit: (window: Window) => void,
  parameters: Parameters = PARAMETERS,
): void {
  const witnesses = witnessesOf(table);
  const known = new Map<string, Outcome[]>();
  const outcomesAt = (date: string, model?: AreaModel): Outcome[] => {
    const found =
      known.get(date) ??
      outcomesOf(table, witnesses, model ?? fitAreaModel(table, area, date, published, parameters));
    known.set(date, found);
    return found;
  };
  for (const as_of of dates) {
    const model = fitAreaModel(table, area, as_of, published, parameters);
    const learned = learningDates(table, newestKnown(table, model));
    const settings = settingsFromPast(
      model,
      learned.flatMap((date) => outcomesAt(date, date === as_of ? model : undefined)),
    );
    const rows = soldBetween(table, as_of, addMonths(as_of, every_months));
    visit({ as_of, model, settings, rows, witness: witnesses(model, settings) });
  }
}

/** The day of the newest sale that a model has seen. */
export function newestKnown(table: SalesTable, model: AreaModel): string {
  return table.rows[model.known - 1]?.date ?? model.known_before;
}

/** Standard sales that are not new, from `from` up to `until`. */
function soldBetween(table: SalesTable, from: string, until: string): number[] {
  const rows: number[] = [];
  for (let i = rowsBefore(table, from); i < rowsBefore(table, until); i++) {
    if (!table.additional[i] && !table.new_build[i]) rows.push(i);
  }
  return rows;
}

/** The outcomes of the sales in the months after a cut-off, each valued with the type of that sale. */
function outcomesOf(
  table: SalesTable,
  witnesses: ReturnType<typeof witnessesOf>,
  model: AreaModel,
): Outcome[] {
  const settings = {
    ...DEFAULT_SETTINGS,
    offsets: model.offsets,
    new_build_premium: model.location.new_build_premium,
    typical_level: model.location.intercept,
  };
  const witness = witnesses(model, settings);
  const until = addMonths(model.as_of, LEARN_WINDOW_MONTHS);
  return soldBetween(table, model.as_of, until).flatMap((row) => {
    const { date, property_type } = table.rows[row]!;
    const { evidence } = witness(row, {}, property_type).cases[0]!;
    if (!evidence.index) return [];
    const { comparables: _, ...pieces } = piecesOf(evidence);
    return [
      {
        date,
        as_of: model.as_of,
        age_months: dataAge(evidence.index, date),
        typical: model.location.intercept + indexLevel(evidence.index, date),
        property_type: evidence.subject.property_type,
        nearby: evidence.location?.n ?? 0,
        log_price: table.log_price[row]!,
        pieces,
      },
    ];
  });
}
