import { createAccount } from '@domesday/api/accounts';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { matchNextLoad, wholeLoads } from '../src/watches/match.query.ts';

const WATCHES = 10;
const CHANGES = 1500;
const CORNERS = 500;
const RADIUS_M = 8000;
const clock = { now: () => new Date('2026-11-15T12:00:00Z') };
let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database?.drop());

it('matches areas with the maximum of corners within the time limit, and excludes changes in the corners of the bounding box', async () => {
  const { db } = database;
  const account_id = await createAccount(db, 'watches', 'scale');
  const corners = Array.from({ length: CORNERS }, (_, i) => {
    const angle = (2 * Math.PI * i) / CORNERS;
    return `(${500_000 + RADIUS_M * Math.cos(angle)},${200_000 + RADIUS_M * Math.sin(angle)})`;
  });
  await db.query(
    `with endpoint as (
       insert into webhooks (account_id, url, secret) values ($1, 'http://127.0.0.1:9/', 'whsec_x') returning id)
     insert into watches (account_id, webhook_id, purpose, ends_on, events, polygon, shape)
       select $1, id, 'area ' || i, '2027-06-30', '{sold}', '{}', $2 from endpoint, generate_series(1, $3::int) i`,
    [account_id, `(${corners})`, WATCHES],
  );
  // Some lie in the corner of the box beyond the circle.
  await db.query(
    `insert into changes (seq, load_id, dataset, change, position, event, changed_at)
     select i, 7, 'price-paid', 'inserted',
            point(500000 + f * (1 + i % 100) * 70, 200000 + f * (1 + i % 100) * 70), 'sold', $2
       from generate_series(1, $1::int) i, lateral (select case when i % 2 = 0 then 0.7 else 1.13 end as f) f`,
    [CHANGES, clock.now()],
  );
  await db.query('update change_head set last_seq = $1', [CHANGES]);
  await db.query('analyze');
  const { rows: inside } = await db.query(
    'select count(*)::int as n from changes where position <-> point(500000, 200000) < $1',
    [RADIUS_M - 1],
  );
  expect(await matchNextLoad(db, clock, { ...wholeLoads(), limit_ms: 4000 })).toBe(WATCHES);
  const { rows } = await db.query(
    `select distinct (body::json -> 'data' ->> 'total')::int as total from webhook_deliveries`,
  );
  expect(rows).toEqual([{ total: inside[0].n }]);
  expect(inside[0].n).toBeLessThan(CHANGES);
});
