import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchArrival } from '../src/arrival.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

it('calls a body slow for each two seconds with fewer than 1,000 bytes, but never a fast or complete body', () => {
  const request = { socket: { bytesRead: 500 }, complete: false };
  const slow = vi.fn();
  const end = watchArrival(request as Parameters<typeof watchArrival>[0], slow);
  const arrive = (bytes: number, within_ms = 2000) => {
    request.socket.bytesRead += bytes;
    vi.advanceTimersByTime(within_ms);
    return slow.mock.calls.length;
  };
  expect([arrive(1000), arrive(5000), arrive(999), arrive(0), arrive(1000)]).toEqual([0, 0, 1, 2, 2]);
  expect([arrive(0, 1999), arrive(1000, 1), arrive(1000)]).toEqual([2, 2, 2]);
  request.complete = true;
  expect([arrive(10), arrive(0)]).toEqual([2, 2]);
  request.complete = false;
  end();
  expect(arrive(0, 60_000)).toBe(2);
});
