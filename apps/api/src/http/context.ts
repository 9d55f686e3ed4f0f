import type { OperationEntry, Schema } from '@domesday/contract';
import type { Caller } from '../accounts/callers.ts';
import type { ValidRequest } from './check/check-request.ts';
import type { Context } from './handler.ts';
import type { Price } from './locals.ts';
import { BuiltSince } from './meta/built-since.ts';
import { excludedIn, isExcluded, type Origins } from './meta/licences.ts';
import { buildMeta, type LoadedData } from './meta/meta.ts';
import type { ReleaseChoice } from './meta/past.ts';
import type { Source } from './meta/source.ts';
import type { Services } from './services.ts';

/** A checked request with its caller, its price and the data that it reads. */
export interface PricedCall {
  request_id: string;
  caller: Caller;
  request: ValidRequest;
  price: Price;
  /** The database that was chosen for the request. */
  source: Source;
}

/** What the handler reports about its answer. */
interface Settings extends Origins {
  credits: number;
  unplaced: number;
}

/** Code of the warning that a parameter had no effect. */
export const IGNORED = 'parameter_ignored';

/**
 * Builds the handler's context, bound to one source, and collects the price that the handler sets. `again` is true
 * while an answer is made a second time, since valuations were rebuilt meanwhile: it is not made a third time.
 */
export function contextFor(
  entry: OperationEntry,
  services: Services,
  { request_id, caller, price, request }: PricedCall,
  { source, today, release, inexact }: ReleaseChoice,
  loaded: LoadedData,
  again: boolean,
): { context: Context; settings: Settings; warnings: Schema<'Warning'>[] } {
  const warnings: Schema<'Warning'>[] = [];
  if (inexact !== null) warnings.push({ code: 'release_not_kept', field: 'as_of', message: inexact });
  const carried: Schema<'CarriedIndex'>[] = [];
  const settings: Settings = {
    credits: price.full,
    fields: null,
    rows: null,
    carried_fields: [],
    unplaced: 0,
  };
  const terms = excludedIn(request);
  const fixed = { request_id, today, datasets: entry.datasets, warnings, carried };
  const context: Context = {
    // Answers about the account and the service change without a load, so their reads are not cached.
    db: entry.datasets.length === 0 ? source.db : services.readCache(source.db, loaded.generation),
    books: services.db,
    books_full: services.ledger.outOfRoom(),
    clock: services.clock,
    today,
    request_id,
    caller,
    usage: services.usage,
    recount: services.recount,
    loaded: (dataset) => loaded.source(dataset) !== null,
    excludes: (dataset) => isExcluded(loaded.source(dataset), terms),
    lackOf: loaded.lackOf,
    fictional: loaded.fictional,
    builtFrom: loaded.builtFrom,
    generation: loaded.generation,
    servesBuild: (build_id) => {
      if (!again && loaded.valuation_build !== null && build_id > loaded.valuation_build)
        throw new BuiltSince();
    },
    past: release !== null,
    inexact: inexact !== null,
    meta: (parts = {}) => {
      if (parts.fields) settings.fields = parts.fields;
      if (parts.rows) settings.rows = parts.rows;
      if (parts.unplaced) settings.unplaced = parts.unplaced;
      return buildMeta(loaded, fixed, parts);
    },
    warn: (code, field, message) => {
      const isSame = (one: Schema<'Warning'>) =>
        one.code === code && one.field === field && one.message === message;
      if (!warnings.some(isSame)) warnings.push({ code, field, message });
    },
    gave: (parameter) => request.given.includes(parameter),
    ignore: (parameter, because) => {
      if (context.gave(parameter))
        context.warn(IGNORED, parameter, `${parameter} has no effect here: ${because}.`);
    },
    carry: (index, fields) => {
      carried.push(index);
      settings.carried_fields.push(...fields);
    },
    setCredits: (credits) => {
      settings.credits = credits;
    },
  };
  for (const [name, value] of Object.entries(request.query)) {
    if (!name.endsWith('_pct') || typeof value !== 'number' || !(value > 0 && value < 1)) continue;
    const percentage = Math.round(value * 1000) / 10;
    const message = `${name} was read as ${value} per cent: ${percentage} would be ${percentage} per cent.`;
    context.warn('fraction_of_per_cent', name, message);
  }
  return { context, settings, warnings };
}
