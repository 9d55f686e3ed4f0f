import { type ApiError, notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import type { Place } from '../../location/place.ts';
import { knowsMarketAreas, withoutAreas } from './market-area.ts';

/** Refuses early if no source that could answer is loaded. */
export function requireRents(context: Context, place: Place, sources: string[], what: string): void {
  if (usableOf(context, place, sources).length === 0) throw noRents(context, place, sources, what);
}

function usableOf(context: Context, place: Place, sources: string[]): string[] {
  const unplaced = withoutAreas(context, place, sources);
  return sources.filter((id) => context.loaded(id) && !unplaced.includes(id));
}

/**
 * The refusal if no source of rents answers: `source_not_loaded` if no usable source is loaded, else
 * `insufficient_data`. The details name what else could be loaded.
 */
export function noRents(context: Context, place: Place, sources: string[], what: string): ApiError {
  const usable = usableOf(context, place, sources);
  const missing = [
    ...sources.filter((id) => !context.loaded(id)),
    ...(knowsMarketAreas(context) ? [] : ['brma-lookup']),
  ];
  const details = missing.map((id) => ({ field: null, issue: `${id} is not loaded` }));
  return usable.length > 0
    ? notFound(
        'insufficient_data',
        `What is loaded (${usable.join(', ')}) holds too few ${what} here.`,
        details,
      )
    : notFound(
        'source_not_loaded',
        `No loaded source tells ${what} here: load ${missing.join(', ')}.`,
        details,
      );
}

/** Why the loaded official index says nothing about a place that has no market area. */
export const NEEDS_AREAS =
  'in Scotland private-rents tells rents by broad rental market area: load brma-lookup or brma-boundaries';

export function indexNeedsAreas(context: Context, place: Place): boolean {
  return withoutAreas(context, place, ['private-rents']).length > 0;
}

/** Warns why fields have no rent of the official index. An index that ended has its own warning already. */
export function warnNoIndexRent(context: Context, place: Place, fields: readonly string[]): void {
  const [code, message] = !context.loaded('private-rents')
    ? (['source_not_loaded', 'Rents of today: load private-rents to know them.'] as const)
    : indexNeedsAreas(context, place)
      ? (['source_not_loaded', `Rents of today: ${NEEDS_AREAS}.`] as const)
      : (['not_covered', 'The official index of private rents tells no rent of today here.'] as const);
  for (const field of fields) context.warn(code, field, message);
}
