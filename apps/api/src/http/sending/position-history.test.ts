import { expect, it } from 'vitest';
import { createPositionHistory } from './position-history.ts';

it('says how long ago the primary was at the position of a replica', () => {
  const positions = createPositionHistory(10_000);
  for (const [at_ms, position] of [
    [0, 100],
    [1000, 200],
    [2000, 300],
  ] as const)
    positions.note(at_ms, position);
  expect(positions.behind(2500, 300)).toBe(500);
  expect(positions.behind(2500, 250)).toBe(1500);
  expect(positions.behind(2500, 100)).toBe(2500);
  expect(positions.behind(2500, 99)).toBeNull();
});

it('does not treat a replica as current if the primary has not been heard of for longer than the allowed lag', () => {
  const positions = createPositionHistory(10_000);
  positions.note(0, 100);
  expect(positions.behind(10_001, 100)).toBeGreaterThan(10_000);
});

it('forgets positions that a failover has rolled back', () => {
  const positions = createPositionHistory(10_000);
  positions.note(0, 100);
  positions.note(1000, 900);
  positions.note(2000, 500);
  expect(positions.behind(2000, 500)).toBe(0);
  expect(positions.behind(2000, 100)).toBe(2000);
});
