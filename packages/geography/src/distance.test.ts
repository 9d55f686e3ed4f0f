import type { Position } from '@domesday/files/features/geometry';
import { expect, it } from 'vitest';
import { distanceTo } from './distance.ts';

it('measures to the nearest part of a shape with more parts than a function call takes arguments', () => {
  const parts = Array.from({ length: 200_000 }, (_, i): [number, number] => [i, 10]);
  expect(distanceTo({ type: 'MultiPoint', coordinates: parts }, 150_000, 4)).toBe(6);
  const lines = parts.map(([x, y]): [number, number][] => [
    [x, y],
    [x, y + 1],
  ]);
  expect(distanceTo({ type: 'MultiLineString', coordinates: lines }, 150_000, 4)).toBe(6);
});

it('is 0 within a polygon, and the distance to the nearest edge from outside and from within a hole', () => {
  const square = (from: number, to: number): Position[] => [
    [from, from],
    [to, from],
    [to, to],
    [from, to],
    [from, from],
  ];
  const holed = [square(0, 100), square(40, 60)];
  const island = [square(48, 52)];
  const places: [x: number, y: number, holed: number, island_too: number][] = [
    [10, 50, 0, 0],
    [50, 50, 10, 0],
    [43, 50, 3, 3],
    [47, 50, 7, 1],
    [110, 50, 10, 10],
    [103, 104, 5, 5],
    [-3, -4, 5, 5],
  ];
  for (const [x, y, one, both] of places) {
    expect(distanceTo({ type: 'Polygon', coordinates: holed }, x, y), `${x}, ${y}`).toBe(one);
    expect(distanceTo({ type: 'MultiPolygon', coordinates: [holed, island] }, x, y)).toBe(both);
  }
});

it('measures to a line up to its ends, and to a line that is a single point', () => {
  const line: Position[] = [
    [0, 0],
    [10, 0],
    [10, 10],
  ];
  const from = (x: number, y: number) => distanceTo({ type: 'LineString', coordinates: line }, x, y);
  expect([from(5, 2), from(-3, 4), from(13, 14), from(13, 5), from(10, 3)]).toEqual([2, 5, 5, 3, 0]);
  const place: Position[] = [
    [5, 5],
    [5, 5],
  ];
  expect(distanceTo({ type: 'LineString', coordinates: place }, 8, 9)).toBe(5);
});
