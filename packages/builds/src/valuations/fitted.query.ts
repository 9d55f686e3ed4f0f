import { deserialize, serialize } from 'node:v8';
import { columnsOf, type DbClient, type Queryable, query, sql, statement } from '@domesday/db';
import type { FittedArea } from './fit-area.ts';
import type { AreaPlan } from './plan.ts';

const waiting = statement({
  name: 'fitted-areas',
  parameters: { since: 'date?' },
  row: columnsOf('fitted_areas', ['area', 'signature']),
  build: ({ since }) => sql`
    select area, signature from fitted_areas where ${since}::date is null or fitted_on >= ${since}::date`,
});

/** The areas that an interrupted build has fitted, with their signatures; only those fitted since a day, if given. */
export async function fittedAreas(db: Queryable, since: string | null): Promise<Map<string, string>> {
  const rows = await waiting.rows(db, { since });
  return new Map(rows.map((row) => [row.area, row.signature]));
}

const keep = statement({
  name: 'keep-fitted-area',
  parameters: columnsOf('fitted_areas', ['area', 'signature', 'fitted_on', 'fitted']),
  build: (area) =>
    query
      .insertInto('fitted_areas')
      .values(area)
      .onConflict((on) =>
        on.column('area').doUpdateSet((is) => ({
          signature: is.ref('excluded.signature'),
          fitted_on: is.ref('excluded.fitted_on'),
          fitted: is.ref('excluded.fitted'),
        })),
      ),
});

/** Stores a fitted area, in a transaction of its own, until all areas are published. */
export async function keepFitted(
  db: Queryable,
  { area, signature }: AreaPlan,
  fitted_on: string,
  fitted: FittedArea,
): Promise<void> {
  await keep.run(db, { area, signature, fitted_on, fitted: serialize(fitted) });
}

const storedArea = statement({
  name: 'kept-fitted-area',
  parameters: { area: 'text' },
  row: columnsOf('fitted_areas', ['fitted']),
  build: ({ area }) => query.selectFrom('fitted_areas').select('fitted').where('area', '=', area),
});

/** Reads a stored area. Index: the primary key of fitted_areas. */
export async function readFitted(client: DbClient, area: string): Promise<FittedArea> {
  return deserialize((await storedArea.one(client, { area })).fitted) as FittedArea;
}

export const forgetFitted = statement({
  name: 'forget-fitted-areas',
  build: () => query.deleteFrom('fitted_areas'),
});
