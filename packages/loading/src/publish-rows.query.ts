import { mergeRows } from './merge.query.ts';
import type { Staged } from './types.ts';

export interface PublishRows {
  table: string;
  /** Its primary key, columns of staging too. */
  key: string[];
  /** Columns of staging that go into the table under the same name. */
  columns: string[];
  /** Condition on the served table `t` for rows that this load makes void, beside those of the same key. */
  remove?: string;
  /** A select over staging, where several of its rows make one row of the table. */
  gathered?: (staging: string) => string;
  /** Order in which rows are written, over staging `s`: rows that are read together then lie together. */
  order?: string;
}

/** Publishes staging whose columns are those of the served table; `load_id` is added. Returns rows written. */
export async function publishRows(staged: Staged, publish: PublishRows): Promise<number> {
  const { client, load_id } = staged;
  const { table, key, columns, gathered, order } = publish;
  const staging = gathered ? `${staged.table}_gathered` : staged.table;
  let { rows } = staged;
  if (gathered) {
    const made = await client.query(`create unlogged table ${staging} as ${gathered(staged.table)}`);
    rows = made.rowCount ?? 0;
    await client.query(`analyze ${staging}`);
  }
  const written = await mergeRows(client, {
    table,
    key,
    columns: [...columns, 'load_id'],
    select: (source) =>
      `select ${columns.map((c) => `s.${c}`).join(', ')}, ${load_id} from ${source} s ${order ? `order by ${order}` : ''}`,
    staging,
    rows,
    remove: staged.replace ? 'true' : publish.remove,
  });
  if (gathered) await client.query(`drop table ${staging}`);
  return written;
}

/** Rows served now that meet a condition on the table `t`. One sequential read. */
export async function servedRows(staged: Staged, table: string, condition = 'true'): Promise<number> {
  const { rows } = await staged.client.query(`select count(*) as n from ${table} t where ${condition}`);
  return rows[0].n;
}
