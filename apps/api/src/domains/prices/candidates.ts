import { count } from '@domesday/files/counted';
import type { Context } from '../../http/handler.ts';

/** Comparable sales are chosen among at most this many sales of an area, the newest ones. */
export const MOST_CANDIDATES = 5000;
/** One more sale is read, to know whether there are more. */
export const MOST_READ = MOST_CANDIDATES + 1;

export interface Chosen<Sale> {
  sales: Sale[];
  /** Whether older sales were ignored. */
  cut: boolean;
}

/** The wanted sales among the newest of an area. */
export function chosenOf<Sale>(
  newest_first: readonly Sale[],
  isWanted: (sale: Sale) => boolean,
): Chosen<Sale> {
  return {
    sales: newest_first.slice(0, MOST_CANDIDATES).filter(isWanted),
    cut: newest_first.length > MOST_CANDIDATES,
  };
}

export function warnIfCut(context: Context, { cut }: Pick<Chosen<unknown>, 'cut'>): void {
  if (!cut) return;
  context.warn(
    'newest_only',
    'summary',
    `More than ${count(MOST_CANDIDATES)} sales are of this kind and period: the newest ${count(MOST_CANDIDATES)} were looked at. Ask for a shorter period.`,
  );
}
