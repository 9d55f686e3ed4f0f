import { cleanText, numberOf } from '@domesday/files/values';
import { type Column, type ColumnTable, columnTable, type RowReader } from '../columns.ts';
import { publishRows, servedRows } from '../publish-rows.query.ts';
import type { DatasetModule, Head, Layout, Refusal, Staged } from '../types.ts';
import { quoted } from '../values.ts';
import { differingRanks } from './deprivation-editions.query.ts';

/**
 * One nation's index of deprivation at one level of areas. The indices of the three nations are not comparable. Rank 1
 * is the most deprived in all of them.
 */
export interface Edition {
  dataset: 'deprivation-england' | 'deprivation-wales' | 'deprivation-scotland';
  level: 'small_area' | 'middle_area' | 'local_authority';
  /** The form of its area codes. */
  code: RegExp;
  /** Name of such an area in a refusal. */
  called: string;
}

/** What the layout tells about the whole file. */
export interface EditionFile {
  year: number;
}

type Name = 'area_code' | 'area_name' | 'domain' | 'year' | 'score' | 'rank' | 'decile' | 'domains';
type Own<D extends string> = Omit<Column<Name | D, EditionFile, undefined>, 'type'>;
export type EditionTable<D extends string> = ColumnTable<
  Name | D | 'dataset' | 'level' | 'rank_of',
  EditionFile
>;

/**
 * The served columns of an edition, with their columns in the files. `domains` are columns of ranks; `domain` is for a
 * table that has a row for each domain, and null for the row of the whole index.
 */
export function editionTable<D extends string = never>(
  edition: Edition,
  own: Partial<Record<Name, Own<D>>>,
  domains = {} as Record<D, (string | RegExp)[]>,
): EditionTable<D> {
  const ranks = Object.entries<(string | RegExp)[]>(domains) as [D, (string | RegExp)[]][];
  const columns = {
    dataset: { type: 'text not null', read: () => edition.dataset },
    area_code: { read: areaCodeOf, ...own.area_code, type: 'text not null' },
    area_name: { read: own.area_name ? cleanText : () => null, ...own.area_name, type: 'text' },
    domain: { read: () => null, ...own.domain, type: 'text', staging_only: true },
    level: { type: 'text not null', read: () => edition.level },
    year: { read: (_, row) => row.file.year, ...own.year, type: 'smallint not null' },
    score: { read: own.score ? numberOf : () => null, ...own.score, type: 'double precision' },
    rank: { read: rankOf, ...own.rank, type: 'integer' },
    rank_of: { type: 'integer', read: () => null },
    decile: { read: own.decile ? decileOf : () => null, ...own.decile, type: 'smallint' },
    domains: { read: (_, row) => ranksOf(row), ...own.domains, type: 'jsonb not null' },
  } satisfies Record<Name | 'dataset' | 'level' | 'rank_of', Column<Name | D, EditionFile, undefined>>;
  const found = Object.fromEntries(ranks.map(([domain, from]) => [domain, { from, optional: true }]));
  return columnTable<EditionFile>()({ ...columns, ...found } as Record<keyof typeof columns | D, never>);

  function areaCodeOf(text: string | undefined, row: RowReader<Name | D, EditionFile, undefined>) {
    const area = cleanText(text);
    if (area && edition.code.test(area)) return area;
    return row.refuse(`${quoted(area)} is not the code of ${edition.called}.`);
  }

  function ranksOf(row: RowReader<Name | D, EditionFile, undefined>): string {
    const known = ranks.filter(([domain]) => row.raw(domain) !== undefined);
    return JSON.stringify(
      Object.fromEntries(known.map(([domain]) => [domain, rankOf(row.raw(domain), row)])),
    );
  }
}

type Refusing = Pick<RowReader<never, EditionFile, undefined>, 'refuse'>;

/** A rank, which may end in a half if several areas share it. */
export function rankOf(text: string | undefined, row: Refusing): number | null {
  const rank = numberOf(text);
  return rank !== null && rank < 1 ? row.refuse(`${quoted(text)} is not a rank: they begin with 1.`) : rank;
}

function decileOf(text: string | undefined, row: Refusing): number | null {
  const decile = numberOf(text);
  return decile !== null && (decile < 1 || decile > 10)
    ? row.refuse(`${quoted(text)} is not a decile, 1 to 10.`)
    : decile;
}

/** Reads the files of one nation, with the layout that lacks the fewest columns. */
export function deprivationDataset(
  id: Edition['dataset'],
  layouts: ((head: Head) => Layout | Refusal)[],
): DatasetModule {
  const { staging, served } = editionTable({ dataset: id, level: 'small_area', code: /^/, called: '' }, {});
  return {
    id,
    fallbackEncoding: 'windows-1252',
    snapshot: true,
    staging,
    maxFieldChars: 2000,
    maxRecordChars: 64_000,
    nullRates: { rank: 0.01 },
    recognise: (head) => {
      let refusal: Refusal | null = null;
      for (const layout of layouts) {
        const verdict = layout(head);
        if (!('refused' in verdict)) return verdict;
        if (!refusal || verdict.missing.length < refusal.missing.length) refusal = verdict;
      }
      return refusal!;
    },
    replacedRows: (staged) => servedRows(staged, 'deprivation_areas', inEdition(staged.table)),
    check: differingRanks,
    publish: (staged) => publishIndex(staged, served),
  };
}

function inEdition(staging: string): string {
  return `(t.dataset, t.level, t.year) in (select e.dataset, e.level, e.year from ${staging} e)`;
}

/**
 * Publishes an edition. Domains of an area may come in rows of their own. `rank_of` is the number of areas in the
 * edition, if the file holds them all. An edition is published in several files, some without scores or domains: stored
 * values of an area stay if its rank is the same.
 */
function publishIndex(staged: Staged, columns: string[]): Promise<number> {
  return publishRows(staged, {
    table: 'deprivation_areas',
    key: ['area_code', 'year'],
    columns,
    remove: inEdition(staged.table),
    shared: true,
    gathered: (staging) => `
      select g.dataset, g.area_code, coalesce(g.area_name, t.area_name) as area_name, g.level, g.year,
             coalesce(g.score, t.score) as score, g.rank, coalesce(g.rank_of, t.rank_of) as rank_of,
             coalesce(g.decile, t.decile) as decile, coalesce(t.domains, '{}') || g.domains as domains
        from (${areasOf(staging)}) g
        left join deprivation_areas t
          on t.dataset = g.dataset and t.area_code = g.area_code and t.year = g.year and t.rank = g.rank`,
  });
}

/** SQL of one row for each area of an edition. Several files of the edition may be loaded together. */
function areasOf(staging: string): string {
  return `
      select dataset, area_code, max(area_name) as area_name, level, year,
             max(score) filter (where domain is null) as score, max(rank) filter (where domain is null) as rank,
             coalesce(max(rank_of), case when max(max(rank) filter (where domain is null)) over edition
                                          <= count(*) over edition then (count(*) over edition)::integer end) as rank_of,
             max(decile) filter (where domain is null) as decile,
             coalesce(max(domains::text) filter (where domains <> '{}'), '{}')::jsonb
               || coalesce(jsonb_object_agg(domain, rank) filter (where domain is not null), '{}') as domains
        from ${staging}
       group by dataset, area_code, level, year
       window edition as (partition by dataset, level, year)`;
}
