import { type ApiError, notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import type { Place } from '../../location/place.ts';
import { knowsMarketAreas, withoutAreas } from './market-area.ts';

/** Refuses before anything is asked of the caller where no source is loaded that could answer. */
export function requireRents(context: Context, place: Place, sources: string[], what: string): void {
  if (usableOf(context, place, sources).length === 0) throw noRents(context, place, sources, what);
}

function usableOf(context: Context, place: Place, sources: string[]): string[] {
  const unplaced = withoutAreas(context, place, sources);
  return sources.filter((id) => context.loaded(id) && !unplaced.includes(id));
}

/**
 * The refusal where no source of rents answers: `source_not_loaded` only where none is loaded that could, else
 * `insufficient_data`. The details name what could be loaded besides.
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

/** Why the official index of rents, which is loaded, says nothing of a place that has no market area. */
export const NEEDS_AREAS =
  'in Scotland private-rents tells rents by broad rental market area: load brma-lookup or brma-boundaries';

export function indexNeedsAreas(context: Context, place: Place): boolean {
  return withoutAreas(context, place, ['private-rents']).length > 0;
}

/** Why fields have no rent of the official index: an index that ended has said so by itself. */
export function warnNoIndexRent(context: Context, place: Place, fields: readonly string[]): void {
  const [code, message] = !context.loaded('private-rents')
    ? (['source_not_loaded', 'Rents of today: load private-rents to know them.'] as const)
    : indexNeedsAreas(context, place)
      ? (['source_not_loaded', `Rents of today: ${NEEDS_AREAS}.`] as const)
      : (['not_covered', 'The official index of private rents tells no rent of today here.'] as const);
  for (const field of fields) context.warn(code, field, message);
}
