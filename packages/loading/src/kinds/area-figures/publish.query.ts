import { type DbClient, readWorking } from '@domesday/db';
import { publishRows } from '../../publish-rows.query.ts';
import type { Check, Staged } from '../../types.ts';

/** Columns of staging with one row for each topic and area: the counts by category, and the total. */
export const FIGURE_TYPES = {
  topic: 'text not null',
  area_code: 'text not null',
  area_name: 'text',
  dataset: 'text not null',
  as_of: 'text not null',
  total: 'double precision',
  figures: 'jsonb not null',
} as const;

/** Columns of staging with one row for each topic, area and category, for files in that form. */
export const LONG_TYPES = {
  topic: FIGURE_TYPES.topic,
  area_code: FIGURE_TYPES.area_code,
  area_name: FIGURE_TYPES.area_name,
  dataset: FIGURE_TYPES.dataset,
  as_of: FIGURE_TYPES.as_of,
  category: 'text not null',
  whole: 'boolean not null',
  value: 'double precision',
} as const;

const COLUMNS = Object.keys(FIGURE_TYPES);

/** Figures of an area replace those of the same topic; other areas and topics stay. */
export function publishFigures(staged: Staged, gathered?: (staging: string) => string): Promise<number> {
  return publishRows(staged, {
    table: 'area_figures',
    key: ['topic', 'area_code'],
    columns: COLUMNS,
    shared: true,
    gathered,
  });
}

/**
 * Merges long rows into one row for each topic and area. A category's own row is used; without one its parts are
 * summed. The category `total` is the total; without one the categories are summed. A sum with an unknown part is
 * null, and so is the figure of an unknown category.
 */
export function gatherLong(staging: string): string {
  return `select topic, area_code, max(area_name) as area_name, dataset, max(as_of) as as_of,
      coalesce(max(value) filter (where category = 'total'),
        case when bool_and(value is not null) filter (where category <> 'total')
             then sum(value) filter (where category <> 'total') end) as total,
      coalesce(jsonb_object_agg(category, value) filter (where category <> 'total'), '{}') as figures
    from (select topic, area_code, max(area_name) as area_name, dataset, max(as_of) as as_of, category,
            coalesce(max(value) filter (where whole),
              case when bool_and(value is not null) filter (where not whole)
                   then sum(value) filter (where not whole) end) as value
          from ${staging} group by topic, area_code, dataset, category) c
    group by topic, area_code, dataset`;
}

/**
 * Fails if the categories that were read do not add up to the totals of their table: a category whose name is not known
 * leaves a gap in every share. The sums may differ by `share`, and by a few for each area, since publishers perturb
 * each cell by itself.
 */
export async function checkSums(client: DbClient, from: string, share: number): Promise<Check[]> {
  const wrong = await readWorking(
    client,
    { topic: 'text', total: 'float8', sum: 'float8', categories: 'text' },
    `select topic, sum(total) as total, sum(parts.sum) as sum, string_agg(distinct parts.keys, '; ') as categories
       from (${from}) g
      cross join lateral (select sum(value::double precision) as sum, string_agg(key, ', ' order by key) as keys
                            from jsonb_each_text(g.figures)) parts
      where total is not null and g.figures <> '{}'
      group by topic having abs(sum(parts.sum) - sum(total)) > ${share} * sum(total) + 5 * sqrt(count(*))`,
  );
  return wrong.map(({ topic, total, sum, categories }) => ({
    name: 'census_totals',
    status: 'fail',
    detail: `The categories of ${topic} sum to ${sum} of ${total}. Read were ${categories}: others have names that are not known.`,
  }));
}
