import { mergeRows } from '@domesday/loading/merge.query';
import { noteNations } from '@domesday/loading/nations.query';
import { servedRows } from '@domesday/loading/publish-rows.query';
import type { Staged } from '@domesday/loading/types';

/**
 * Condition for served postcodes of the postcode areas that are staged: a file holds all postcodes of an area, so
 * served ones that it lacks are deleted.
 */
function inAreasOf(staging: string): string {
  return `substring(t.postcode from '^[A-Z]+') in (select distinct substring(a.postcode from '^[A-Z]+') from ${staging} a)`;
}

/** Postcodes served now in the areas that are staged. One sequential read. */
export function replacedRows(staged: Staged): Promise<number> {
  return servedRows(staged, 'onspd_postcodes', inAreasOf(staged.table));
}

export async function publishOnspd(staged: Staged, columns: readonly string[]): Promise<number> {
  await noteNations(staged.client, staged.table);
  return mergeRows(staged.client, {
    table: 'onspd_postcodes',
    key: ['postcode'],
    columns: [...columns, 'load_id'],
    select: (source) =>
      `select ${columns.map((c) => `s.${c}`).join(', ')}, ${staged.load_id} from ${source} s`,
    staging: staged.table,
    rows: staged.rows,
    onDiffering: staged.onDiffering,
    // Two directories are merged into one table of postcodes: a load of few postcodes must not rebuild all of it.
    followed: 'if few',
    notes: { load_id: staged.load_id, columns: ['postcode'] },
    remove: staged.replace ? 'true' : inAreasOf(staged.table),
  });
}
