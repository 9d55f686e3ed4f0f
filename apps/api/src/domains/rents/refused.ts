import { type ApiError, notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { knowsMarketAreas } from './market-area.ts';

/** Sources of rents that answer without a look-up of market areas. */
const ALONE = ['operator-lettings', 'private-rents'];

/** Refuses before anything is asked of the caller where no source is loaded that could answer. */
export function requireRents(context: Context, sources: string[], what: string): void {
  if (usableOf(context, sources).length === 0) throw noRents(context, sources, what);
}

function usableOf(context: Context, sources: string[]): string[] {
  return sources.filter((id) => context.loaded(id) && (ALONE.includes(id) || knowsMarketAreas(context)));
}

/**
 * The refusal where no source of rents answers: `source_not_loaded` only where none is loaded that could, else
 * `insufficient_data`. The details name what could be loaded besides.
 */
export function noRents(context: Context, sources: string[], what: string): ApiError {
  const usable = usableOf(context, sources);
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

/** Why fields have no rent of the official index: an index that ended has said so by itself. */
export function warnNoIndexRent(context: Context, fields: readonly string[]): void {
  const loaded = context.loaded('private-rents');
  const message = loaded
    ? 'The official index of private rents tells no rent of today here.'
    : 'Rents of today: load private-rents to know them.';
  for (const field of fields) context.warn(loaded ? 'not_covered' : 'source_not_loaded', field, message);
}
