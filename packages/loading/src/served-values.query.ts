import { type DbClient, json, readWorkingRow } from '@domesday/db';
import { WORKED_OUT } from './changes.query.ts';
import { columnsWithout } from './empty-columns.query.ts';
import { LOST_SHARE, valuesLost } from './losses.ts';
import { storedColumns } from './merge.query.ts';
import type { CatalogueEntry, Check, Staged } from './types.ts';

type Served = Pick<CatalogueEntry, 'id' | 'served'>;

/** A digest of more rows takes too long: the load is then recorded as a change of the whole dataset. */
const MOST_DIGESTED = 5_000_000;
/** Columns that number rows or loads. */
const NUMBERS = ['id', 'load_id'];

/** Columns of the dataset's table that only a load fills in. */
async function ownColumns(
  client: DbClient,
  table: string,
  { found = [] }: Served['served'],
): Promise<string[]> {
  const columns = await storedColumns(client, table);
  return columns.filter((c) => !NUMBERS.includes(c) && !WORKED_OUT.includes(c) && !found.includes(c));
}

/** Condition on `t` for the rows that loads of a dataset wrote. */
const OWN = 't.load_id in (select l.id from public.dataset_loads l where l.dataset = $1)';

/**
 * A digest of the served rows of a dataset, independent of their order; null if there are too many. Needs the search
 * path of `publishing`. One sequential read.
 */
export async function servedDigest(
  client: DbClient,
  { id, served }: Served,
  rows: number,
): Promise<string | null> {
  if (rows > MOST_DIGESTED) return null;
  const parts: string[] = [];
  for (const { table, where } of [served, ...(served.beside ?? [])]) {
    const columns = await ownColumns(client, table, served);
    const { digest } = await readWorkingRow(
      client,
      { digest: 'text' },
      `select count(*) || ' ' || coalesce(sum(hashtextextended(row(${columns.map((c) => `t.${c}`).join(', ')})::text, 0)), 0)
              as digest
         from ${table} t where ${OWN} and ${where ?? 'true'}`,
      [id],
    );
    parts.push(digest);
  }
  return parts.join(', ');
}

/**
 * Counts the served values of columns that are empty in the load and may therefore be lost. A small load is not
 * counted: it can take away only few values.
 */
export async function valuesAtRisk(
  client: DbClient,
  { id, served }: Served,
  { rows, replace }: Pick<Staged, 'rows' | 'replace'>,
  { checks, rows_before }: { checks: readonly Check[]; rows_before: number },
): Promise<Map<string, number>> {
  if (rows_before === 0 || (!replace && rows < rows_before * LOST_SHARE)) return new Map();
  const own = await ownColumns(client, served.table, served);
  const empty = columnsWithout(checks).filter((column) => own.includes(column));
  return empty.length === 0 ? new Map() : countValues(client, { id, served }, empty);
}

/** A sentence about the values at risk that the load took away; null if they are few. */
export async function lostValues(
  client: DbClient,
  served: Served,
  before: ReadonlyMap<string, number>,
): Promise<string | null> {
  if (before.size === 0) return null;
  return valuesLost(before, await countValues(client, served, [...before.keys()]));
}

async function countValues(
  client: DbClient,
  { id, served }: Served,
  columns: readonly string[],
): Promise<Map<string, number>> {
  const { counts } = await readWorkingRow(
    client,
    { counts: json<number[]>() },
    `select to_json(array[${columns.map((c) => `count(t.${c})`).join(', ')}]) as counts
       from ${served.table} t where ${OWN} and ${served.where ?? 'true'}`,
    [id],
  );
  return new Map(columns.map((column, i) => [column, counts[i]!]));
}
