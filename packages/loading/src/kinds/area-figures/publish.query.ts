import { publishRows } from '../../publish-rows.query.ts';
import type { Staged, StagingColumn } from '../../types.ts';

/** One row for each topic and area: what is counted, by category, and in all. */
export const FIGURE_STAGING: StagingColumn[] = [
  { name: 'topic', type: 'text not null' },
  { name: 'area_code', type: 'text not null' },
  { name: 'area_name', type: 'text' },
  { name: 'dataset', type: 'text not null' },
  { name: 'as_of', type: 'text not null' },
  { name: 'total', type: 'double precision' },
  { name: 'figures', type: 'jsonb not null' },
];

/** One row for each topic, area and category, for files that are published so. */
export const LONG_STAGING: StagingColumn[] = [
  ...FIGURE_STAGING.slice(0, 5),
  { name: 'category', type: 'text not null' },
  { name: 'whole', type: 'boolean not null' },
  { name: 'value', type: 'double precision' },
];

const COLUMNS = FIGURE_STAGING.map((column) => column.name);

/** Figures of an area replace those of the same topic; other areas and topics stay. */
export function publishFigures(staged: Staged, gathered?: (staging: string) => string): Promise<number> {
  return publishRows(staged, {
    table: 'area_figures',
    key: ['topic', 'area_code'],
    columns: COLUMNS,
    remove: undefined,
    gathered,
  });
}

/**
 * Long rows made one row for each topic and area. A category's own row counts; where there is none its parts
 * are summed. The category `total` is the total; without one the categories are summed. A sum of which a part is
 * not known is not known.
 */
export function gatherLong(staging: string): string {
  return `select topic, area_code, max(area_name) as area_name, dataset, max(as_of) as as_of,
      coalesce(max(value) filter (where category = 'total'),
        case when bool_and(value is not null) filter (where category <> 'total')
             then sum(value) filter (where category <> 'total') end) as total,
      coalesce(jsonb_object_agg(category, value) filter (where category <> 'total' and value is not null), '{}') as figures
    from (select topic, area_code, max(area_name) as area_name, dataset, max(as_of) as as_of, category,
            coalesce(max(value) filter (where whole),
              case when bool_and(value is not null) filter (where not whole)
                   then sum(value) filter (where not whole) end) as value
          from ${staging} group by topic, area_code, dataset, category) c
    group by topic, area_code, dataset`;
}
