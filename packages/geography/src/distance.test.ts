import { expect, it } from 'vitest';
import { distanceTo } from './distance.ts';

it('measures to the nearest part of a shape of more parts than a call takes arguments', () => {
  const parts = Array.from({ length: 200_000 }, (_, i): [number, number] => [i, 10]);
  expect(distanceTo({ type: 'MultiPoint', coordinates: parts }, 150_000, 4)).toBe(6);
  const lines = parts.map(([x, y]): [number, number][] => [
    [x, y],
    [x, y + 1],
  ]);
  expect(distanceTo({ type: 'MultiLineString', coordinates: lines }, 150_000, 4)).toBe(6);
});
