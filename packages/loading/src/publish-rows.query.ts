import { command, readWorkingRow, writeWorking } from '@domesday/db';
import { mergeTracked } from './tracked-merge.query.ts';
import type { Staged } from './types.ts';

export interface PublishRows {
  table: string;
  /** The primary key of the table. Staging has the same columns. */
  key: string[];
  /** Columns of staging that are copied under the same name. */
  columns: string[];
  /**
   * Condition on the served table `t` for further rows that this load deletes, besides those with the same key.
   */
  remove?: string;
  /** True if the table also holds rows of other datasets, which `--replace` must not delete. */
  shared?: true;
  /** A select over staging, if several of its rows make one row of the table. */
  gathered?: (staging: string) => string;
  /** Order in which rows are written, over staging `s`: rows that are read together are stored together. */
  order?: string;
}

/** Publishes staging with the columns of the served table; adds `load_id`. Returns rows written. */
export async function publishRows(staged: Staged, publish: PublishRows): Promise<number> {
  const { client, load_id } = staged;
  const { table, key, columns, gathered, order } = publish;
  const staging = gathered ? `${staged.table}_gathered` : staged.table;
  let { rows } = staged;
  if (gathered) {
    rows = await writeWorking(client, `create unlogged table ${staging} as ${gathered(staged.table)}`);
    await command(client, `analyze ${staging}`);
  }
  const written = await mergeTracked(client, {
    table,
    key,
    columns: [...columns, 'load_id'],
    select: (source) =>
      `select ${columns.map((c) => `s.${c}`).join(', ')}, ${load_id} from ${source} s ${order ? `order by ${order}` : ''}`,
    staging,
    rows,
    remove: staged.replace ? ownRows(staged, publish) : publish.remove,
    changes: staged.changes,
    onDiffering: staged.onDiffering,
    beside: gathered ? null : staged.beside,
  });
  if (gathered) await command(client, `drop table ${staging}`);
  return written;
}

/** Condition on `t` for every row that loads of this dataset wrote. */
function ownRows({ load_id }: Staged, { shared }: PublishRows): string {
  if (!shared) return 'true';
  return `t.load_id in (select own.id from public.dataset_loads own join public.dataset_loads this using (dataset)
                         where this.id = ${load_id})`;
}

/** Rows served now that meet a condition on the table `t`. One sequential read. */
export async function servedRows(staged: Staged, table: string, condition = 'true'): Promise<number> {
  const counted = `select count(*) as n from ${table} t where ${condition}`;
  return (await readWorkingRow(staged.client, { n: 'int8' }, counted)).n;
}
