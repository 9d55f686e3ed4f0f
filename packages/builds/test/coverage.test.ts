import type { DbClient } from '@domesday/db';
import { type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rebuildCoverage } from '../src/rebuilds/coverage.query.ts';

let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());

interface Sent {
  text: string;
  values: unknown[];
}

it('reads the places of a register once, not once for each row, even if the planner expects empty tables', async () => {
  const client = await s.database.db.connect();
  try {
    await client.query('begin');
    const plans: string[] = [];
    const explaining = {
      query: async (sent: Sent) => {
        if (sent.text.startsWith('insert')) {
          const { rows } = await client.query(`explain ${sent.text}`, sent.values);
          plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        }
        return client.query(sent);
      },
    };
    await rebuildCoverage(explaining as unknown as DbClient);
    expect(plans.length).toBeGreaterThan(5);
    for (const plan of plans) {
      expect(plan).toContain('place_points');
      expect(plan).not.toMatch(/Nested Loop|SubPlan/);
    }
    await client.query('rollback');
  } finally {
    client.release();
  }
});
