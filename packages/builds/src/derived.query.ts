import type { Queryable } from '@domesday/db';

/** The newest published load of each dataset named, as one text. Index: dataset_loads_latest. */
export async function publishedInputs(db: Queryable, datasets: string[]): Promise<string> {
  const { rows } = await db.query<{ inputs: string | null }>(
    `select string_agg(d.name || ':' || l.id, ' ' order by d.name) as inputs
       from unnest($1::text[]) as d (name)
       cross join lateral (select id from dataset_loads
                            where dataset = d.name and status = 'published' order by id desc limit 1) l`,
    [datasets],
  );
  return rows[0]?.inputs ?? '';
}

/** What a derived table was last built from; null where it never was. */
export async function builtFrom(db: Queryable, name: string): Promise<string | null> {
  const { rows } = await db.query<{ inputs: string }>('select inputs from derived_builds where name = $1', [
    name,
  ]);
  return rows[0]?.inputs ?? null;
}

export async function recordBuild(db: Queryable, name: string, inputs: string): Promise<void> {
  await db.query(
    `insert into derived_builds (name, inputs, built_at) values ($1, $2, now())
     on conflict (name) do update set inputs = excluded.inputs, built_at = excluded.built_at`,
    [name, inputs],
  );
}
