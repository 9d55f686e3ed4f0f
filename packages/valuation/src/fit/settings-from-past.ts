import { addMonths } from '../dates.ts';
import { blended } from '../own-sales.ts';
import { homeLevel, type Pieces } from '../pieces.ts';
import { typeNumber } from '../places.ts';
import { DEFAULT_SETTINGS, errorCell, FEWEST_ERRORS, holdBin } from '../settings.ts';
import type { ErrorSpread, FittedSettings, Method, PropertyType } from '../types.ts';
import type { AreaModel } from './area-model.ts';
import { fitBlend } from './blend.ts';
import { fitShares } from './level-shares.ts';

/** A past sale beside what was known of the home before it. */
export interface Outcome {
  date: string;
  /** The cut-off of its window, and the day from which the model of that cut-off had seen no sale. */
  as_of: string;
  known_before: string;
  property_type: PropertyType;
  log_price: number;
  pieces: Omit<Pieces, 'comparables'>;
}

/** Settings rest on the windows that began in so many months before the newest sale. */
export const LEARN_MONTHS = 72;
/** Errors older than this say little of today's spread, where there are newer ones. */
const SPREAD_YEARS = 3;
const FEWEST_TO_MIX = 8;

type Learned = Pick<FittedSettings, 'blend' | 'shares'>;

/** Everything shared that is learned from past windows, none of it from a sale the model has not seen. */
export function settingsFromPast(model: AreaModel, outcomes: readonly Outcome[]): FittedSettings {
  const past = outcomes
    .filter((outcome) => outcome.date < model.known_before)
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  // An area whose sales ended years ago is judged by its own last years.
  const newest = past.at(-1)?.date ?? model.known_before;
  return {
    offsets: model.offsets,
    new_build_premium: model.location.new_build_premium,
    type_words: model.type_words,
    room_sizes: model.room_sizes,
    ...learn(past, newest),
    errors: spreads(crossErrors(past, newest), addMonths(newest, -12 * SPREAD_YEARS)),
  };
}

function learn(past: readonly Outcome[], newest: string): Learned {
  const own = past.flatMap(({ pieces, log_price, date }) =>
    pieces.own?.place != null ? [{ own: pieces.own, log_price, date }] : [],
  );
  return { blend: fitBlend(own, newest), shares: fitShares(past) };
}

/** How one past estimate by a method was off. */
interface PastError {
  date: string;
  method: Method;
  property_type: PropertyType;
  years_held: number | null;
  error: number;
}

/** Errors of each half of the windows by what the other half taught, so that none is judged by itself. */
function crossErrors(past: readonly Outcome[], newest: string): PastError[] {
  const windows = [...new Set(past.map((one) => one.as_of))].sort();
  const half = (one: Outcome) => windows.indexOf(one.as_of) % 2;
  return [0, 1].flatMap((side) => {
    const learned = learn(
      past.filter((one) => half(one) !== side),
      newest,
    );
    return past.filter((one) => half(one) === side).flatMap((one) => errorsOf(one, learned));
  });
}

function errorsOf(outcome: Outcome, { blend, shares }: Learned): PastError[] {
  const { pieces, log_price, date, property_type } = outcome;
  const years_held = pieces.own?.years_held ?? null;
  const off = (method: Method, log_value: number | null): PastError[] =>
    log_value === null
      ? []
      : [{ date, method, property_type, years_held, error: Math.abs(log_value - log_price) }];
  if (pieces.own) return off('last_sold_growth', blended(pieces.own, blend));
  const level = (known: Outcome['pieces']) => {
    const found = homeLevel(known, shares);
    return found && found.base + found.by_size + found.by_similar;
  };
  return [
    ...(pieces.sized === null ? [] : off('sqft_estimate', level(pieces))),
    ...off('comparables', level({ ...pieces, sized: null })),
  ];
}

/**
 * Quantiles by cell of the errors of the last three years, or of the newest forty if those are fewer. A whole method
 * with fewer than forty uses the spread of other areas for what is missing.
 */
function spreads(past: readonly PastError[], since: string): Record<string, ErrorSpread> {
  const cells = new Map<string, { date: string; error: number }[]>();
  for (const { date, method, property_type, years_held, error } of past) {
    if (typeNumber(property_type) < 0) continue;
    const names = [errorCell(method), errorCell(method, property_type)];
    if (years_held !== null) names.push(errorCell(method, property_type, holdBin(years_held)));
    for (const name of names) {
      const known = cells.get(name);
      if (known) known.push({ date, error });
      else cells.set(name, [{ date, error }]);
    }
  }
  const found: Record<string, ErrorSpread> = { ...DEFAULT_SETTINGS.errors };
  for (const [cell, all] of cells) {
    const newest = all.sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : a.error - b.error));
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

/** The quantile that a new error does not exceed with the given probability, corrected for sample size. */
function conformal(sorted: readonly number[], level: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length + 1) * level) - 1)]!;
}
