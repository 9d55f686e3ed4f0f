import { expect, it } from 'vitest';
import { createLocalLimiter } from './local-rate-limit.ts';

function limiterAt() {
  let now_ms = 1_000_000;
  const limiter = createLocalLimiter(() => now_ms);
  return {
    take: (limit = 3) =>
      limiter.take('key', limit) as { allowed: boolean; free_in_ms: number; remaining: number },
    to: (ms: number) => {
      now_ms = 1_000_000 + ms;
    },
  };
}

it('never allows more than the limit in any ten seconds, also across the edge of a window', () => {
  const { take, to } = limiterAt();
  const granted: number[] = [];
  for (let ms = 0; ms < 40_000; ms += 500) {
    to(ms);
    if (take().allowed) granted.push(ms);
  }
  for (const from of granted) {
    expect(granted.filter((ms) => ms >= from && ms < from + 10_000).length).toBeLessThanOrEqual(3);
  }
  expect(granted.length).toBe(12);
});

it('says in how many milliseconds the next request is allowed', () => {
  const { take, to } = limiterAt();
  take();
  to(2000);
  take();
  take();
  expect(take()).toMatchObject({ allowed: false, remaining: 0, free_in_ms: 8000 });
  to(10_000);
  expect(take().allowed).toBe(true);
});

it('recovers from a clock that was set back', () => {
  const { take, to } = limiterAt();
  to(500_000);
  take();
  take();
  take();
  to(0);
  expect(take().allowed).toBe(true);
});

it('keeps the newest requests if a plan changes the limit', () => {
  const { take } = limiterAt();
  take(3);
  take(3);
  expect(take(2).allowed).toBe(false);
  expect(take(5).allowed).toBe(true);
});
