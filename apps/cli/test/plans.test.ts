import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { domesday as run } from './domesday.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database?.drop());

const domesday = (...args: string[]) => run(args, { DATABASE_URL: database.url });

it('lists every plan, including the operator’s own, with its credits and limit, in order of credits', async () => {
  await database.db.query("insert into plans values ('team', 20000, 80)");
  const { out, code } = await domesday('accounts', 'plans', '--json');
  expect(code).toBe(0);
  const plans = JSON.parse(out) as { id: string; monthly_credits: number }[];
  expect(plans).toContainEqual({ id: 'team', monthly_credits: 20_000, rate_limit: 80 });
  expect(plans[0]).toMatchObject({ id: 'free' });
  const credits = plans.map(({ monthly_credits }) => monthly_credits);
  expect(credits).toEqual([...credits].sort((a, b) => a - b));
  const { rows } = await database.db.query('select count(*)::int as plans from plans');
  expect(plans).toHaveLength(rows[0].plans);
  const table = await domesday('accounts', 'plans');
  for (const { id } of plans) expect(table.out).toMatch(new RegExp(`^${id} `, 'm'));
  // A listed plan can be assigned.
  expect((await domesday('accounts', 'create', 'a name', '--plan', 'team')).code).toBe(0);
});
