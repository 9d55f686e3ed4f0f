import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../../http/handler.ts';
import { ladderOf } from '../../location/ladder.ts';
import type { Place } from '../../location/place.ts';
import { readLettings } from './ladder-lettings.ts';

const [from, today] = ['2025-11-15', '2026-11-15'];
let database: TestDatabase;
let home: Place;
beforeAll(async () => {
  database = await sandboxDatabase();
  const { rows } = await database.db.query(
    'select easting, northing, latitude, longitude from addresses where uprn = $1',
    [sandboxSamples().house.uprn],
  );
  home = { ...rows[0], level: 'uprn', label: 'a home', local_authority_code: null, radius_m: null };
});
afterAll(() => database?.drop());

/** The number of lettings in each step that the ladder reads, and the number of statements for this. */
async function read(steps: readonly Place[], rooms: boolean) {
  let statements = 0;
  const query = database.db.query.bind(database.db) as (...args: unknown[]) => unknown;
  const db = {
    query: (...args: unknown[]) => {
      statements++;
      return query(...args);
    },
  };
  const lettingsOf = readLettings({ db, today } as unknown as Context, steps, { from, rooms });
  const found: number[] = [];
  for (const step of steps) found.push((await lettingsOf(step)).length);
  return { found, statements };
}

async function counted(steps: readonly Place[], rooms: boolean): Promise<number[]> {
  const all = steps.map(async ({ radius_m }) => {
    const { rows } = await database.db.query(
      `select count(*)::int as n from lettings where (room_type is not null) = $1 and let_on between $2 and $3
        and position <@ circle(point($4, $5), $6)`,
      [rooms, from, today, home.easting, home.northing, radius_m],
    );
    return rows[0].n as number;
  });
  return Promise.all(all);
}

it.each([false, true])(
  'finds the lettings of all five circles in three statements (rooms: %s)',
  async (rooms) => {
    const steps = ladderOf(home, { widen: true });
    const { found, statements } = await read(steps, rooms);
    expect(steps.map(({ radius_m }) => radius_m)).toEqual([250, 500, 1000, 2000, 5000]);
    expect(found).toEqual(await counted(steps, rooms));
    expect(found.at(-1)).toBeGreaterThan(found[0]!);
    expect(statements).toBe(3);
  },
);

it('counts only the given circle if it is wide already or must not be widened', async () => {
  const wide = { ...home, level: 'radius', radius_m: 1000 } as const;
  expect((await read(ladderOf(wide, { widen: true }), false)).statements).toBe(3);
  expect((await read(ladderOf(home, { widen: false }), false)).found).toEqual(
    await counted(ladderOf(home, { widen: false }), false),
  );
});
