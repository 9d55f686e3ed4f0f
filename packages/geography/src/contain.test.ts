import type { Geometry, Position, Ring } from '@domesday/files/features/geometry';
import pointInPolygon from 'point-in-polygon-hao';
import { describe, expect, it } from 'vitest';
import { AreaIndex } from './contain.ts';

const EVERYWHERE = { minX: 0, minY: 0, maxX: 700_000, maxY: 1_300_000 };
const square = (x: number, y: number, size: number): Ring => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];

function indexOf(areas: Geometry[], window = EVERYWHERE): AreaIndex {
  const index = new AreaIndex(window);
  for (const [i, area] of areas.entries()) index.add(i, area);
  index.finish();
  return index;
}

/** Pseudo-random numbers, the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A star with `corners` corners and a smaller star cut out of it. */
function star(random: () => number, x: number, y: number, radius: number, corners: number): Geometry {
  const ring = (size: number): Ring => {
    const points: Position[] = Array.from({ length: corners }, (_, i) => {
      const angle = (i / corners) * 2 * Math.PI;
      const r = size * (0.5 + 0.5 * random());
      return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
    });
    return [...points, points[0]!];
  };
  return { type: 'Polygon', coordinates: [ring(radius), ring(radius * 0.4)] };
}

describe('which areas contain a point', () => {
  it('excludes holes and includes islands in them', () => {
    const area: Geometry = {
      type: 'MultiPolygon',
      coordinates: [[square(0, 0, 100), square(20, 20, 60)], [square(40, 40, 20)]],
    };
    const index = indexOf([area]);
    expect(index.at(10, 10)).toEqual([0]);
    expect(index.at(30, 30)).toEqual([]);
    expect(index.at(50, 50)).toEqual([0]);
    expect(index.at(101, 50)).toEqual([]);
  });

  it('counts edges and corners of outer rings and of holes as inside', () => {
    const index = indexOf([{ type: 'Polygon', coordinates: [square(0, 0, 100), square(20, 20, 60)] }]);
    for (const [x, y] of [
      [0, 0],
      [100, 100],
      [0, 50],
      [50, 0],
      [50, 100],
      [100, 50],
      [20, 20],
      [20, 50],
      [50, 80],
    ])
      expect(index.at(x!, y!), `${x}, ${y}`).toEqual([0]);
  });

  it('loses no point between squares that share an edge', () => {
    const squares: Geometry[] = [];
    for (let x = 0; x < 10; x++)
      for (let y = 0; y < 10; y++)
        squares.push({ type: 'Polygon', coordinates: [square(x * 1000, y * 1000, 1000)] });
    const index = indexOf(squares);
    for (let x = 0; x <= 10_000; x += 250)
      for (let y = 0; y <= 10_000; y += 250) expect(index.at(x, y).length).toBeGreaterThan(0);
  });

  it('names an area once if its parts overlap', () => {
    const index = indexOf([{ type: 'MultiPolygon', coordinates: [[square(0, 0, 10)], [square(5, 5, 10)]] }]);
    expect(index.at(7, 7)).toEqual([0]);
  });

  it.each([12, 60, 5000])('agrees with an independent test on polygons of %d corners', (corners) => {
    const random = randomFrom(corners);
    const areas = Array.from({ length: 12 }, () =>
      star(random, 1000 + 1000 * random(), 1000 + 1000 * random(), 400, corners),
    );
    const index = indexOf(areas);
    let inside = 0;
    // The independent test reads every corner for every point, so try fewer points with many corners.
    const points = corners > 1000 ? 1000 : 3000;
    for (let i = 0; i < points; i++) {
      const point: Position = [750 + 1500 * random(), 750 + 1500 * random()];
      const expected = areas.flatMap((area, k) =>
        area.type === 'Polygon' && pointInPolygon(point, area.coordinates) !== false ? [k] : [],
      );
      expect(index.at(...point).sort((a, b) => a - b)).toEqual(expected);
      inside += expected.length;
    }
    expect(inside).toBeGreaterThan(points / 3);
  });

  it('agrees with an independent test on points level with corners, as whole metres often are', () => {
    const random = randomFrom(7);
    const whole = ([x, y]: Position): Position => [Math.round(x! / 20) * 20, Math.round(y! / 20) * 20];
    const areas = Array.from({ length: 12 }, () => {
      const rings = star(random, 1000 + 1000 * random(), 1000 + 1000 * random(), 400, 12).coordinates;
      return { type: 'Polygon', coordinates: (rings as Ring[]).map((ring) => ring.map(whole)) } as const;
    });
    const index = indexOf(areas);
    const wrong: Position[] = [];
    for (let x = 600; x <= 2400; x += 20)
      for (let y = 600; y <= 2400; y += 20) {
        const expected = areas.flatMap(({ coordinates }, k) =>
          pointInPolygon([x, y], coordinates) === false ? [] : [k],
        );
        if (String(index.at(x, y).sort((a, b) => a - b)) !== String(expected)) wrong.push([x, y]);
      }
    expect(wrong).toEqual([]);
  });

  it('answers the same from any window that the point lies in', () => {
    const random = randomFrom(3);
    const areas = Array.from({ length: 8 }, () => star(random, 1000 * random(), 1000 * random(), 600, 900));
    const whole = indexOf(areas);
    for (let x = 0; x < 1000; x += 250) {
      for (let y = 0; y < 1000; y += 250) {
        const window = { minX: x, minY: y, maxX: x + 250, maxY: y + 250 };
        const part = indexOf(areas, window);
        for (let i = 0; i < 200; i++) {
          const point: Position = [x + 250 * random(), y + 250 * random()];
          expect(part.at(...point).sort()).toEqual(whole.at(...point).sort());
        }
      }
    }
  });
});
