import type { Db } from '@domesday/db';
import { expect, it } from 'vitest';
import type { Planned } from './plan.ts';
import { take } from './take.ts';

it('names the disk of the embedded database if it is full, as the other commands do', async () => {
  const full = Object.assign(new Error('could not extend file'), { code: '53100' });
  const db = { connect: () => Promise.reject(full) } as unknown as Db;
  const planned = { entry: { id: 'price-paid' }, files: [{ address: 'https://xton.invalid/pp.csv' }] };
  const [taken] = await take(db, [planned as unknown as Planned], {
    home: '/data',
    lost: new AbortController().signal,
    explained: async (error) => Object.assign(error as Error, { path: '/data/postgres/data' }),
  });
  expect(taken).toMatchObject({
    outcome: 'failed',
    problem: expect.stringMatching(/^The disk of \/data\/postgres is full .*Make room/),
  });
});
