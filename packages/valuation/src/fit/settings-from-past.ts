import { blended } from '../own-sales.ts';
import { doubtOf, homeLevel } from '../pieces.ts';
import { scaleFeatures } from '../settings.ts';
import type { FittedSettings, Method } from '../types.ts';
import type { AreaModel } from './area-model.ts';
import { fitBlend } from './blend.ts';
import { accuracyOf, fitSpread, type PastError } from './error-spread.ts';
import { fitShares } from './level-shares.ts';
import type { Outcome } from './outcome.ts';

/** Settings are learned from windows that began within this many months before the newest sale. */
export const LEARN_MONTHS = 72;

type Learned = Pick<FittedSettings, 'blend' | 'shares'>;

/** The settings of an area, learned from past windows and only from sales that the model has seen. */
export function settingsFromPast(model: AreaModel, outcomes: readonly Outcome[]): FittedSettings {
  const past = outcomes
    .filter((outcome) => outcome.date < model.known_before)
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  // For an area whose sales ended years ago, the last years with sales count.
  const newest = past.at(-1)?.date ?? model.known_before;
  const errors = crossErrors(past, newest);
  return {
    offsets: model.offsets,
    new_build_premium: model.location.new_build_premium,
    type_words: model.type_words,
    room_sizes: model.room_sizes,
    ...learn(past, newest),
    typical_level: model.location.intercept,
    ...fitSpread(errors, newest),
    accuracy: accuracyOf(errors),
  };
}

function learn(past: readonly Outcome[], newest: string): Learned {
  const own = past.flatMap(({ pieces, log_price, date }) =>
    pieces.own?.place != null ? [{ own: pieces.own, log_price, date }] : [],
  );
  return { blend: fitBlend(own, newest), shares: fitShares(past) };
}

/**
 * Errors by leave-one-out cross-validation: each window with the settings learned from all others. Settings learned
 * from half of the windows would be worse than those of a build, and their errors would make every interval too wide.
 */
function crossErrors(past: readonly Outcome[], newest: string): PastError[] {
  const windows = [...new Set(past.map((one) => one.as_of))].sort();
  return windows.flatMap((window) => {
    const learned = learn(
      past.filter((one) => one.as_of !== window),
      newest,
    );
    return past.filter((one) => one.as_of === window).flatMap((one) => errorsOf(one, learned));
  });
}

function errorsOf(outcome: Outcome, { blend, shares }: Learned): PastError[] {
  const { pieces, log_price, date, property_type, age_months, typical, nearby } = outcome;
  const years_held = pieces.own?.years_held ?? null;
  const off = (method: Method, known: Outcome['pieces'], log_value: number | null): PastError[] => {
    if (log_value === null) return [];
    const above_typical = log_value - typical;
    return [
      {
        date,
        method,
        property_type,
        years_held,
        above_typical,
        error: Math.abs(log_value - log_price),
        off: Math.abs(Math.exp(log_value - log_price) - 1),
        features: scaleFeatures({ age_months, above_typical, nearby, ...doubtOf(known) }),
      },
    ];
  };
  if (pieces.own) return off('last_sold_growth', pieces, blended(pieces.own, blend));
  const level = (known: Outcome['pieces']) => {
    const found = homeLevel(known, shares);
    return found && found.base + found.by_size + found.by_similar;
  };
  const unsized = { ...pieces, sized: null };
  return [
    ...(pieces.sized === null ? [] : off('sqft_estimate', pieces, level(pieces))),
    ...off('comparables', unsized, level(unsized)),
  ];
}
