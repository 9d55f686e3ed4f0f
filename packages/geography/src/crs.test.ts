import { describe, expect, it } from 'vitest';
import { type Crs, place } from './crs.ts';
import { toGrid } from './grid.ts';

/** Longitude and latitude: about the southernmost, northernmost, easternmost and westernmost places, and London. */
const OUTERMOST: [number, number][] = [
  [-6.34, 49.89],
  [-0.86, 60.81],
  [1.76, 52.48],
  [-8.58, 57.81],
  [-0.13, 51.5],
];
const at = (coordinates: [number, number], declared: Crs | null) =>
  place({ type: 'Point', coordinates: [...coordinates] }, declared);

/** Web Mercator metres, by the formula for its sphere. */
function webMetres([longitude, latitude]: [number, number]): [number, number] {
  const radians = (latitude * Math.PI) / 180;
  const radius_m = 6_378_137;
  return [(longitude * Math.PI * radius_m) / 180, radius_m * Math.log(Math.tan(Math.PI / 4 + radians / 2))];
}

describe.each(OUTERMOST)('the place at longitude %d and latitude %d', (longitude, latitude) => {
  const { easting, northing } = toGrid(latitude, longitude);
  const right = [longitude, latitude] as [number, number];
  const metres = [easting, northing] as [number, number];

  it.each<[string, [number, number], Crs | null, string | null]>([
    ['degrees', right, 'degrees', null],
    ['degrees of no declared system', right, null, 'degrees_without_crs'],
    ['latitude before longitude', [latitude, longitude], 'degrees', 'axes_swapped'],
    ['latitude before longitude of no declared system', [latitude, longitude], null, 'axes_swapped'],
    ['metres', metres, 'grid', null],
    ['metres of no declared system', metres, null, 'grid_without_crs'],
    ['metres that are declared as degrees', metres, 'degrees', 'grid_declared_as_degrees'],
    ['metres of web maps', webMetres(right), 'web_mercator', null],
  ])('is found by %s', (_, given, declared, repaired) => {
    const found = at(given, declared);
    const [x, y] = found.geometry.coordinates as [number, number];
    expect([x.toFixed(5), y.toFixed(5)]).toEqual([longitude.toFixed(5), latitude.toFixed(5)]);
    expect(found.repaired).toBe(repaired);
    expect(Math.hypot(found.box.minX - easting, found.box.maxY - northing)).toBeLessThan(0.1);
  });

  it('is refused if its degrees are declared as metres, in either order', () => {
    expect(() => at(right, 'grid')).toThrow('look like degrees');
    expect(() => at([latitude, longitude], 'grid')).toThrow('look like degrees');
  });
});

it.each([
  ['France', [2.35, 48.85]],
  ['Iceland', [-20, 64]],
  ['the date line', [180, 0]],
  ['the other side of the date line', [-180, 0]],
] as [string, [number, number]][])('refuses %s as degrees outside Great Britain', (_, coordinates) => {
  for (const declared of ['degrees', null] as const)
    expect(() => at(coordinates, declared)).toThrow('outside Great Britain');
});
