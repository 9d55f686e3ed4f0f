import { createHash } from 'node:crypto';
import { type DbClient, json, readWorkingRow, sql, statement } from '@domesday/db';
import { PART } from './repeated.query.ts';
import type { StageResult } from './stage-result.ts';
import type { Check, DatasetModule, Staged } from './types.ts';

/** Rows that are read to tell which columns have values. For a larger load this is a sample of its pages. */
const SAMPLED_ROWS = 50_000;
/** A column is reported only if at least this many values were expected: a small file may lack a few by chance. */
const VALUES_MISSED = 10;
/**
 * A column is reported only if at least this share of the previous rows had a value: a rarer value may go out of use.
 */
const LEAST_SHARE = 0.05;
/** The most columns that one warning names. */
const MOST_NAMED = 8;

/** A check that also keeps the share of rows with a value, by staging column, for files of one kind. */
interface Filled extends Check {
  kind: string;
  filled: Record<string, number>;
}

/** The shares in the newest published load of files of this kind. Index: dataset_loads_latest (dataset, id desc). */
const lastFilled = statement({
  name: 'last-filled-columns',
  parameters: { dataset: 'text', kind: 'text' },
  row: { filled: json<Filled['filled']>('jsonb') },
  build: ({ dataset, kind }) => sql`
    select c.told -> 'filled' as filled from dataset_loads l, jsonb_array_elements(l.checks) c (told)
     where l.dataset = ${dataset} and l.status = 'published' and c.told ->> 'kind' = ${kind}
     order by l.id desc limit 1`,
});

/**
 * Warns of columns without a single value that had values in the previous load. Otherwise a publisher that renames an
 * optional column would leave a gap that nobody sees. Compares files of one layout that are read by one mapping. Also
 * keeps, for the next load, which columns have values.
 */
export async function emptyColumns(
  { id, staging, source }: DatasetModule,
  { client, table, rows }: Staged,
  { layouts }: Pick<StageResult, 'layouts'>,
  mapping: unknown,
): Promise<Check[]> {
  if (rows === 0) return [];
  const columns = staging.flatMap(({ name, of_load }) => (of_load || name === PART ? [] : [name]));
  const kind = kindOf(layouts, Boolean(source), mapping);
  const filled = await filledShares(client, table, columns, rows);
  const before = (await lastFilled.first(client, { dataset: id, kind }))?.filled ?? {};
  const missed = columns.filter((column) => {
    const share = before[column] ?? 0;
    return filled[column] === 0 && share >= LEAST_SHARE && share * rows >= VALUES_MISSED;
  });
  const empty = missed.length > 0 ? await withoutValue(client, table, missed) : [];
  const noted: Filled = {
    name: 'columns',
    status: 'ok',
    detail: `${columns.filter((column) => filled[column]! > 0).length} of ${columns.length} columns have values.`,
    kind,
    filled,
  };
  return empty.length === 0 ? [noted] : [noted, warning(empty, before)];
}

/** Columns of a load in which hardly any row has a value, as its checks kept them. */
export function columnsWithout(checks: readonly Check[]): string[] {
  const noted = checks.find((check): check is Filled => 'filled' in check);
  return Object.entries(noted?.filled ?? {}).flatMap(([column, share]) => (share === 0 ? [column] : []));
}

function warning(empty: string[], before: Filled['filled']): Check {
  const named = empty
    .slice(0, MOST_NAMED)
    .map((column) => `${column} (${Math.round(before[column]! * 100)} %)`);
  const more = empty.length > MOST_NAMED ? ` and ${empty.length - MOST_NAMED} more` : '';
  const detail = `No row has a value of ${named.join(', ')}${more}, which so many rows of the load before had. If the column has another name in the file now, it was not read.`;
  return { name: 'empty_columns', status: 'warn', detail };
}

/**
 * The kind of the files of a load: of tables their layouts, of files that are read whole their names without digits,
 * which change with the edition.
 */
function kindOf(layouts: readonly string[], named: boolean, mapping: unknown): string {
  const names = named ? [...new Set(layouts.map((name) => name.replace(/\d+/g, '#')))] : layouts;
  return createHash('sha256')
    .update(JSON.stringify([[...names].sort(), mapping ?? null]))
    .digest('hex')
    .slice(0, 16);
}

async function filledShares(
  client: DbClient,
  table: string,
  columns: readonly string[],
  rows: number,
): Promise<Filled['filled']> {
  const per_cent = Math.min(100, (SAMPLED_ROWS * 100) / rows);
  const { n, counts } = await readWorkingRow(
    client,
    { n: 'int8', counts: json<number[]>() },
    `select count(*) as n, to_json(array[${columns.map((column) => `count(${column})`).join(', ')}]) as counts
       from ${table} tablesample system (${per_cent})`,
  );
  return Object.fromEntries(
    columns.map((column, i) => [column, n === 0 ? 0 : Math.round((counts[i]! / n) * 1000) / 1000]),
  );
}

/** The given columns that have no value in any row: the sample may have missed a few values. */
async function withoutValue(client: DbClient, table: string, columns: string[]): Promise<string[]> {
  const { empty } = await readWorkingRow(
    client,
    { empty: json<boolean[]>() },
    `select to_json(array[${columns
      .map((column) => `not exists (select from ${table} where ${column} is not null)`)
      .join(', ')}]) as empty`,
  );
  return columns.filter((_, i) => empty[i]);
}
