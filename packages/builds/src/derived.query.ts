import { columnsOf, type Queryable, query, sql, statement } from '@domesday/db';

const newestLoads = statement({
  name: 'published-inputs',
  parameters: { datasets: '_text' },
  row: { inputs: 'text?' },
  build: ({ datasets }) => sql`
    select string_agg(d.name || ':' || l.id, ' ' order by d.name) as inputs
      from unnest(${datasets}::text[]) as d (name)
      cross join lateral (select id from dataset_loads
                           where dataset = d.name and status = 'published' order by id desc limit 1) l`,
});

/**
 * The newest published load of each of the datasets, as `dataset:load` joined by spaces. Index: dataset_loads_latest.
 */
export async function publishedInputs(db: Queryable, datasets: string[]): Promise<string> {
  return (await newestLoads.one(db, { datasets })).inputs ?? '';
}

const newestOfAll = statement({
  name: 'newest-published-load',
  row: { id: 'int8' },
  build: () => sql`select coalesce(max(id), 0) as id from dataset_loads where status = 'published'`,
});

/** The id of the newest published load of any dataset; 0 without one. */
export async function newestLoad(db: Queryable): Promise<number> {
  return (await newestOfAll.one(db)).id;
}

const build = statement({
  name: 'derived-build',
  parameters: { name: 'text' },
  row: columnsOf('derived_builds', ['inputs']),
  build: ({ name }) => query.selectFrom('derived_builds').select('inputs').where('name', '=', name),
});

/** The recorded inputs of the last build of a derived table; null if it was never built. */
export async function builtFrom(db: Queryable, name: string): Promise<string | null> {
  return (await build.first(db, { name }))?.inputs ?? null;
}

export const forgetBuild = statement({
  name: 'forget-build',
  parameters: columnsOf('derived_builds', ['name']),
  build: ({ name }) => query.deleteFrom('derived_builds').where('name', '=', name),
});

export const recordBuild = statement({
  name: 'record-build',
  parameters: columnsOf('derived_builds', ['name', 'inputs']),
  build: (made) =>
    query
      .insertInto('derived_builds')
      .values({ ...made, built_at: sql<Date>`now()` })
      .onConflict((on) =>
        on.column('name').doUpdateSet((is) => ({
          inputs: is.ref('excluded.inputs'),
          built_at: is.ref('excluded.built_at'),
        })),
      ),
});
