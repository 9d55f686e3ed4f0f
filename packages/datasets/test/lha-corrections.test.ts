import { type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';

let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());

it('removes the monthly rate when the weekly one is corrected, and the other way round', async () => {
  const header = 'BRMA,CAT A,CAT B,CAT C,CAT D,CAT E\n';
  const loads = (title: string, rate: number) =>
    s.loadText('lha-rates', `${title}${header}Xanbury Shore,${rate},110,120,160,210\n`, {
      name: 'wales-2025-26.csv',
      force: true,
    });
  const monthly = 'Monthly rates from April 2025\n';
  const figures = async () => {
    const sql = `select weekly, monthly from lha_rates where category in ('A', 'B') order by category`;
    return (await s.database.db.query(sql)).rows.map((row) => [row.weekly, row.monthly]);
  };
  await loads('', 80);
  await loads(monthly, 346.99);
  await loads('', 95);
  expect(await figures()).toEqual([
    [95, null],
    [110, 110],
  ]);
  await loads(monthly, 412.05);
  await loads(monthly, 420);
  expect(await figures()).toEqual([
    [null, 420],
    [110, 110],
  ]);
});
