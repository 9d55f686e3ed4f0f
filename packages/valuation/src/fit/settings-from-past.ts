import { addMonths } from '../dates.ts';
import type { OwnSales } from '../own-sales.ts';
import { typeNumber } from '../places.ts';
import { DEFAULT_SETTINGS, errorCell, holdBin } from '../settings.ts';
import type { ErrorSpread, FittedSettings, Method, PropertyType } from '../types.ts';
import type { AreaModel } from './area-model.ts';
import { fitBlend } from './blend.ts';

/** How one past valuation came out, once its sale had become known. */
export interface Outcome {
  date: string;
  method: Method;
  property_type: PropertyType;
  years_held: number | null;
  log_error: number;
  log_price: number;
  /** The pieces of a valuation by the dwelling's own sales, from which the blend is learned. */
  own: OwnSales | null;
}

/** Errors older than this say little of today's spread. */
const SPREAD_YEARS = 3;

/** Everything shared that is learned from past windows, none of it from a sale the model has not seen. */
export function settingsFromPast(model: AreaModel, outcomes: readonly Outcome[]): FittedSettings {
  const past = outcomes.filter((outcome) => outcome.date < model.known_before);
  // An area whose sales ended years ago is judged by its own last years.
  const newest = past
    .map(({ date }) => date)
    .sort()
    .at(-1);
  const own = past.flatMap(({ own, log_price, date }) =>
    own?.place != null ? [{ own, log_price, date }] : [],
  );
  return {
    offsets: model.offsets,
    blend: fitBlend(own, newest ?? model.known_before),
    new_build_premium: model.location.new_build_premium,
    errors: spreads(past, addMonths(newest ?? model.known_before, -12 * SPREAD_YEARS)),
  };
}

function spreads(past: readonly Outcome[], since: string): Record<string, ErrorSpread> {
  const cells = new Map<string, number[]>();
  const add = (cell: string, error: number) => {
    const known = cells.get(cell);
    if (known) known.push(error);
    else cells.set(cell, [error]);
  };
  for (const { date, method, property_type, years_held, log_error } of past) {
    if (date < since || typeNumber(property_type) < 0) continue;
    const error = Math.abs(log_error);
    add(errorCell(method), error);
    add(errorCell(method, property_type), error);
    if (years_held !== null) add(errorCell(method, property_type, holdBin(years_held)), error);
  }
  const found: Record<string, ErrorSpread> = { ...DEFAULT_SETTINGS.errors };
  for (const [cell, errors] of cells) {
    errors.sort((a, b) => a - b);
    if (errors.length >= 40) {
      found[cell] = { q68: conformal(errors, 0.68), q80: conformal(errors, 0.8), n: errors.length };
    }
  }
  return found;
}

/** The quantile that a new error stays under with the given chance, sample size allowed for. */
function conformal(sorted: readonly number[], level: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length + 1) * level) - 1)]!;
}
