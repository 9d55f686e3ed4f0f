import { afterAll, describe, expect, it } from 'vitest';
import { emptyDatabase } from './database.ts';

describe('emptyDatabase', () => {
  const opened: { drop(): Promise<void> }[] = [];
  afterAll(() => Promise.all(opened.map((d) => d.drop())));

  it('gives each caller a database of its own with the schema as shipped', async () => {
    const [one, two] = await Promise.all([emptyDatabase(), emptyDatabase()]);
    opened.push(one, two);
    await one.db.query("insert into accounts (name, plan_id) values ('first', 'free')");
    const inOne = await one.db.query('select count(*) from accounts');
    const inTwo = await two.db.query('select count(*) from accounts');
    expect(inOne.rows[0].count).toBe(1);
    expect(inTwo.rows[0].count).toBe(0);
  });
});
