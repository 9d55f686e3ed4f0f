import { expect, it } from 'vitest';
import { createMoments } from './moments.ts';

it('tells how long ago the primary was where a replica is', () => {
  const moments = createMoments(10_000);
  for (const [at_ms, position] of [
    [0, 100],
    [1000, 200],
    [2000, 300],
  ] as const)
    moments.note(at_ms, position);
  expect(moments.behind(2500, 300)).toBe(500);
  expect(moments.behind(2500, 250)).toBe(1500);
  expect(moments.behind(2500, 100)).toBe(2500);
  expect(moments.behind(2500, 99)).toBeNull();
});

it('lets no replica pass for fresh when the primary has not been heard of for as long as it may be behind', () => {
  const moments = createMoments(10_000);
  moments.note(0, 100);
  expect(moments.behind(10_001, 100)).toBeGreaterThan(10_000);
});

it('forgets positions that a failover has undone', () => {
  const moments = createMoments(10_000);
  moments.note(0, 100);
  moments.note(1000, 900);
  moments.note(2000, 500);
  expect(moments.behind(2000, 500)).toBe(0);
  expect(moments.behind(2000, 100)).toBe(2000);
});
