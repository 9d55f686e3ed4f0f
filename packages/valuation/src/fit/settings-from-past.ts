import { addMonths } from '../dates.ts';
import type { OwnSales } from '../own-sales.ts';
import { typeNumber } from '../places.ts';
import { DEFAULT_SETTINGS, errorCell, FEWEST_ERRORS, holdBin } from '../settings.ts';
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

/** Errors older than this say little of today's spread, where there are newer ones. */
const SPREAD_YEARS = 3;
const FEWEST_TO_MIX = 8;

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

/**
 * Quantiles by cell of the errors of the last three years, or of the newest forty where those are fewer. A whole
 * method with fewer than forty in all keeps to what other areas showed, as far as errors are lacking.
 */
function spreads(past: readonly Outcome[], since: string): Record<string, ErrorSpread> {
  const cells = new Map<string, { date: string; error: number }[]>();
  for (const { date, method, property_type, years_held, log_error } of past) {
    if (typeNumber(property_type) < 0) continue;
    const names = [errorCell(method), errorCell(method, property_type)];
    if (years_held !== null) names.push(errorCell(method, property_type, holdBin(years_held)));
    for (const name of names) {
      const known = cells.get(name);
      if (known) known.push({ date, error: Math.abs(log_error) });
      else cells.set(name, [{ date, error: Math.abs(log_error) }]);
    }
  }
  const found: Record<string, ErrorSpread> = { ...DEFAULT_SETTINGS.errors };
  for (const [cell, all] of cells) {
    const newest = all.sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
    const recent = newest.filter((one, i) => i < FEWEST_ERRORS || one.date >= since);
    const errors = recent.map(({ error }) => error).sort((a, b) => a - b);
    const usual = DEFAULT_SETTINGS.errors[cell];
    const n = errors.length;
    if (n < FEWEST_ERRORS && (!usual || n < FEWEST_TO_MIX)) continue;
    const own = { q68: conformal(errors, 0.68), q80: conformal(errors, 0.8), n };
    const share = usual ? Math.min(1, n / FEWEST_ERRORS) : 1;
    found[cell] = {
      q68: share * own.q68 + (1 - share) * (usual?.q68 ?? 0),
      q80: share * own.q80 + (1 - share) * (usual?.q80 ?? 0),
      n,
    };
  }
  return found;
}

/** The quantile that a new error stays under with the given chance, sample size allowed for. */
function conformal(sorted: readonly number[], level: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length + 1) * level) - 1)]!;
}
