import { afterEach, expect, it, vi } from 'vitest';
import { restartLimit } from './restart-limit.ts';

afterEach(() => vi.useRealTimers());

it('gives a process up at its sixth death within a minute, and never for deaths that lie further apart', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const [quick, slow] = [restartLimit(), restartLimit()];
  for (let i = 0; i < 60; i++) {
    expect([i, slow()]).toEqual([i, null]);
    vi.advanceTimersByTime(12_001);
  }
  for (let i = 0; i < 5; i++) {
    expect([i, quick()]).toEqual([i, null]);
    vi.advanceTimersByTime(11_000);
  }
  expect(quick()).toBe('6 times within a minute');
  vi.advanceTimersByTime(60_000);
  expect(quick()).toBeNull();
});
