import { type Db, sentBy } from '@domesday/db';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../http/handler.ts';
import { shapesOnGrid } from './shapes.ts';

/** Forty such areas have more corners than the cache may hold; thirty-seven have fewer. */
const CORNERS = 80_000;

describe('the cache of shapes', () => {
  let database: TestDatabase;
  let db: Db;
  let statements = 0;
  let ids: number[];

  beforeAll(async () => {
    database = await emptyDatabase();
    db = sentBy(database.db, (...given) => {
      statements++;
      return (database.db.query as (...given: unknown[]) => Promise<unknown>)(...given);
    });
    const ring = Array.from({ length: CORNERS }, (_, i) => {
      const turn = (2 * Math.PI * (i % (CORNERS - 1))) / (CORNERS - 1);
      return [-2.3 + 0.1 * Math.cos(turn), 51.4 + 0.1 * Math.sin(turn)].map((x) => Math.round(x * 1e5) / 1e5);
    });
    const { rows } = await database.db.query(
      `insert into areas (dataset_no, kind, scope, geometry, box, vertices, area_sqm, load_id)
       select 1, 'green-belt', 'test', $1, box(point(0, 0), point(1, 1)), $2, 1, 1 from generate_series(1, 40)
       returning id`,
      [JSON.stringify({ type: 'Polygon', coordinates: [ring] }), CORNERS],
    );
    ids = rows.map(({ id }) => id);
  });
  afterAll(() => database?.drop());

  const reads = async (...wanted: number[]): Promise<number> => {
    const before = statements;
    await shapesOnGrid({ db, generation: 'a load' } as Context, wanted);
    return statements - before;
  };

  it('counts a shape once when several requests read it at the same time', async () => {
    expect(await reads(ids[0]!, ids[1]!)).toBe(1);
    for (const id of ids.slice(2, 36)) await reads(id);
    await Promise.all([1, 2, 3].map(() => reads(ids[36]!)));
    // If that area were counted three times, the first would have been evicted.
    expect([await reads(ids[36]!), await reads(ids[0]!), await reads(ids[1]!, ids[2]!)]).toEqual([0, 0, 0]);
  });

  it('evicts the shapes that have not been used for longest', async () => {
    let anew = 0;
    for (const id of ids) {
      await reads(id);
      anew += await reads(ids[0]!);
    }
    expect([anew, await reads(ids[1]!)]).toEqual([0, 1]);
  });
});
