import { expect, it } from 'vitest';
import { degreesOf, degreesOfCorner, metresOf, metresOfCorner } from './grid.ts';

/** Places all over the grid, on and near the edges of cells too. */
function* places(): Generator<[easting: number, northing: number]> {
  for (let n = 0; n < 4000; n++) yield [(n * 104_729.37) % 700_000, (n * 224_737.91) % 1_300_000];
  for (const x of [0, 999.999, 1000, 1000.001, 699_999.5, 700_000])
    for (const y of [0, 500_000, 500_999.999, 1_300_000]) yield [x, y];
}

it('converts corners to within a tenth of a millimetre of the projection, both ways', () => {
  let worst_m = 0;
  for (const [easting, northing] of places()) {
    const [longitude, latitude] = degreesOf(easting, northing);
    const corner = degreesOfCorner(easting, northing);
    worst_m = Math.max(
      worst_m,
      111_320 * Math.abs(corner[0] - longitude),
      111_320 * Math.abs(corner[1] - latitude),
    );
    const [east, north] = metresOf(longitude, latitude);
    const back = metresOfCorner(longitude, latitude);
    worst_m = Math.max(worst_m, Math.abs(back[0] - east), Math.abs(back[1] - north));
  }
  expect(worst_m).toBeLessThan(1e-4);
});

it('uses the projection itself for places off the grid', () => {
  for (const [x, y] of [
    [-250_000, 300_000],
    [800_000, 1_400_000],
  ] as const)
    expect(degreesOfCorner(x, y)).toEqual(degreesOf(x, y));
  expect(metresOfCorner(2.35, 48.85)).toEqual(metresOf(2.35, 48.85));
  expect(() => degreesOfCorner(Number.POSITIVE_INFINITY, 5)).toThrow(TypeError);
});
