import type { Db } from '@domesday/db';
import { operatorCommand } from '@domesday/loading/operator-command';

/** What is worked out after loads and is behind them. */
export interface Behind {
  /** Tables that lack a load which is published. */
  tables: string[];
  /** Whether statistics of areas and valuations are older than the loads, or made otherwise by this version. */
  statistics: boolean;
  reason: string | null;
  mend: string | null;
}

/** Names of tables that a sentence lists; after an upgrade nearly all of them may be behind. */
const NAMED = 5;

/** The fictional country is never built, so that nothing of it is behind. */
export async function behindLoads(db: Db): Promise<Behind> {
  const { pendingDerived } = await import('@domesday/builds');
  const { isReleased } = await import('@domesday/builds/releases');
  const { loadedWorlds } = await import('@domesday/loading/fiction.query');
  const { real } = await loadedWorlds(db);
  const tables = real ? await pendingDerived(db) : [];
  const statistics = real && (tables.length > 0 || !(await isReleased(db)));
  if (!statistics) return { tables, statistics, reason: null, mend: null };
  const reason =
    tables.length > 0
      ? `These are older than the loads, or this version makes them otherwise: ${listed(tables)}.`
      : 'Statistics of areas and valuations are older than the loads, or this version makes them otherwise.';
  return { tables, statistics, reason, mend: `Run: ${operatorCommand('build')}` };
}

function listed(names: readonly string[]): string {
  const shown = names.length > NAMED + 1 ? NAMED : names.length;
  const others = names.length - shown;
  return names.slice(0, shown).join(', ') + (others > 0 ? ` and ${others} others` : '');
}
