import { describe, expect, it } from 'vitest';
import { onGrid, toDegrees, toGrid } from './grid.ts';

/** Ordnance Survey's test points for conversions between metres of the National Grid and degrees. */
const POINTS = [
  ['Isles of Scilly', 91_492.146, 11_318.804, 49.9222639, -6.2997775],
  ['Cornwall', 170_370.718, 11_572.405, 49.9600614, -5.2030461],
  ['Norfolk', 651_409.804, 313_177.45, 52.6580078, 1.716074],
  ['Fair Isle', 421_300.525, 1_072_147.239, 59.5347079, -1.6251697],
] as const;

describe.each(POINTS)('a point in %s', (_, easting, northing, latitude, longitude) => {
  it('has the degrees and the metres that Ordnance Survey publishes, to five metres', () => {
    const degrees = toDegrees(easting, northing);
    expect(Math.abs(degrees.latitude - latitude) * 111_000).toBeLessThan(5);
    expect(
      Math.abs(degrees.longitude - longitude) * 111_000 * Math.cos((latitude * Math.PI) / 180),
    ).toBeLessThan(5);
    const metres = toGrid(latitude, longitude);
    expect(Math.hypot(metres.easting - easting, metres.northing - northing)).toBeLessThan(5);
  });

  it('is converted to degrees of six decimals and back within a fifth of a metre', () => {
    const degrees = toDegrees(easting, northing);
    for (const value of Object.values(degrees)) expect(Number(value.toFixed(6))).toBe(value);
    const back = toGrid(degrees.latitude, degrees.longitude);
    expect(Math.hypot(back.easting - easting, back.northing - northing)).toBeLessThan(0.2);
  });
});

it('a point on the edge of the grid is on it, but not one near its false origin, since 0 means no position', () => {
  const on = (easting: number | null, northing: number | null) => onGrid(easting, northing);
  expect([on(0, 1000), on(1000, 0), on(700_000, 1_300_000)]).toEqual([true, true, true]);
  expect([
    on(0, 0),
    on(999, 999),
    on(-1, 5000),
    on(5000, -1),
    on(700_001, 5000),
    on(5000, 1_300_001),
  ]).toEqual(Array(6).fill(false));
  expect([on(null, 5000), on(5000, null)]).toEqual([false, false]);
});
