import { columnsOf, type Db, listOf, type RowOf, sql, statement } from '@domesday/db';

const CHANGE = {
  ...columnsOf('changes', ['seq', 'dataset', 'change', 'record', 'uprn', 'postcode', 'authority_code']),
  ...columnsOf('changes', ['was_uprn', 'was_postcode', 'was_authority_code']),
  ...columnsOf('changes', ['event', 'details', 'load_id', 'changed_at']),
};
export type ChangeRow = RowOf<typeof CHANGE>;

const WINDOW = { since: 'int8', until: 'int8', limit: 'int8', dataset: 'text?' } as const;

/** The number of the newest change, and of the newest that was deleted for its age; one row. */
export const ends = statement({
  name: 'ends-of-changes',
  row: columnsOf('change_head', ['last_seq', 'pruned_seq']),
  build: () => sql`select last_seq, pruned_seq from change_head`,
});

/** Changes of all places after a number; primary key, or changes_dataset. */
const everyChange = statement({
  name: 'changes-after',
  parameters: WINDOW,
  row: CHANGE,
  plan_each_call: true,
  build: ({ since, until, limit, dataset }) => sql`
    select ${listOf(CHANGE)} from changes
     where seq > ${since} and seq <= ${until} and (${dataset}::text is null or dataset = ${dataset})
     order by seq limit ${limit}`,
});

/** Changes of records that lie or lay in a place, and resets, which concern every place. Each column has an index. */
const changesOf = (column: 'uprn' | 'postcode' | 'outcode' | 'authority_code') =>
  statement({
    name: `changes-after-of-${column}`,
    parameters: { ...WINDOW, value: column === 'uprn' ? 'int8' : 'text' } as typeof WINDOW & {
      value: 'text';
    },
    row: CHANGE,
    plan_each_call: true,
    build: ({ since, until, limit, dataset, value }) => sql`
      select ${listOf(CHANGE)} from (
        (select * from changes
          where ${sql.ref(column)} = ${value} and seq > ${since} and seq <= ${until}
            and (${dataset}::text is null or dataset = ${dataset}) order by seq limit ${limit})
        union all
        (select * from changes
          where ${sql.ref(`was_${column}`)} = ${value} and seq > ${since} and seq <= ${until}
            and (${dataset}::text is null or dataset = ${dataset}) order by seq limit ${limit})
        union all
        (select * from changes
          where change = 'reset' and seq > ${since} and seq <= ${until}
            and (${dataset}::text is null or dataset = ${dataset}) order by seq limit ${limit})) c
       order by seq limit ${limit}`,
  });

const byPlace = {
  uprn: changesOf('uprn'),
  postcode: changesOf('postcode'),
  outcode: changesOf('outcode'),
  authority_code: changesOf('authority_code'),
};

export interface ChangeFilter {
  column: keyof typeof byPlace;
  /** One value, or several codes of an authority whose code changed. */
  values: readonly string[];
}

export async function changesAfter(
  db: Db,
  filter: ChangeFilter | null,
  window: RowOf<typeof WINDOW>,
): Promise<ChangeRow[]> {
  if (!filter) return everyChange.rows(db, window);
  const of = (value: string) => byPlace[filter.column].rows(db, { ...window, value });
  const found = new Map((await Promise.all(filter.values.map(of))).flat().map((row) => [row.seq, row]));
  return [...found.values()].sort((a, b) => a.seq - b.seq).slice(0, window.limit);
}
