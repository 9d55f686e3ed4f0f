import { refusal, type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => s.drop());

const DAY_MS = 86_400_000;
const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
/** Made-up sales of the last days. */
const sales = [40, 20, 3]
  .map(
    (ago, i) =>
      `"{00000000-0000-0000-0000-00000000000${i}}","250000","${day(ago)} 00:00","XE1 1AA","T","N","F","${i}","","COD LANE","","XTON","XTON","XSHIRE","A","A"\n`,
  )
  .join('');

const loadAt = (ahead_days: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ahead_days * DAY_MS });
  return s.loadText('price-paid', sales);
};

it('refuses a load with newer records if the clock of the machine is behind that of the database, and names both', async () => {
  const { code, message } = await refusal(loadAt(-30));
  expect(code).toBe('refused');
  expect(message).toContain(`The clock of this machine says ${day(0)}, and the clock of the database `);
  vi.useRealTimers();
  expect((await loadAt(0)).rows_published).toBe(3);
});

it('loads if the clocks of machine and database differ by less than a day, or the clock of the machine is ahead', async () => {
  for (const ahead of [-0.5, 0.5, 30]) {
    await s.database.db.query('truncate sales, dataset_loads, dataset_served cascade');
    expect((await loadAt(ahead)).rows_published).toBe(3);
    vi.useRealTimers();
  }
});
