import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withTimedProgress } from './timed-progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('prints the current step of long work every five seconds, and nothing once the work has ended', async () => {
  const told: string[] = [];
  const work = withTimedProgress(
    'loading',
    (sentence) => told.push(sentence),
    async (onStep) => {
      onStep('price-paid');
      await vi.advanceTimersByTimeAsync(11_000);
      onStep('valuations');
      await vi.advanceTimersByTimeAsync(4_000);
      return 7;
    },
  );
  expect(await work).toBe(7);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(told).toEqual([
    'loading … 5 s, price-paid',
    'loading … 10 s, price-paid',
    'loading … 15 s, valuations',
  ]);
});

it('prints nothing about work that ends at once, and passes on its error', async () => {
  const told: string[] = [];
  const failing = withTimedProgress(
    'loading',
    (sentence) => told.push(sentence),
    async () => {
      throw new Error('disk full');
    },
  );
  await expect(failing).rejects.toThrow('disk full');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(told).toEqual([]);
});
