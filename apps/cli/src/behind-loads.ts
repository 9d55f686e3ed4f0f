import type { Db } from '@domesday/db';
import { operatorCommand } from '@domesday/loading/operator-command';

/** Tables derived from loaded data that are out of date. */
export interface Behind {
  /** Tables that do not include every published load. */
  tables: string[];
  /**
   * Whether area statistics and valuations are older than the loads, or were computed differently by another version.
   */
  statistics: boolean;
  reason: string | null;
  mend: string | null;
}

/** Number of tables that the message names; after an upgrade nearly all may be out of date. */
const NAMED = 5;

/** Reports derived tables that need a build. The fictional country is never built, so it needs none. */
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
      ? `These are older than the loads, or this version computes them differently: ${listed(tables)}.`
      : 'Area statistics and valuations are older than the loads, or this version computes them differently.';
  return { tables, statistics, reason, mend: `Run: ${operatorCommand('build')}` };
}

function listed(names: readonly string[]): string {
  const shown = names.length > NAMED + 1 ? NAMED : names.length;
  const others = names.length - shown;
  return names.slice(0, shown).join(', ') + (others > 0 ? ` and ${others} others` : '');
}
