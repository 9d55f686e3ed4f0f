import { afterEach, expect, it, vi } from 'vitest';
import { restartLimit } from './restart-limit.ts';

afterEach(() => vi.useRealTimers());

it('stops restarting a process at its sixth exit within a minute, and never for exits further apart', () => {
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
