import { expect, it } from 'vitest';
import { GeometryProblem, plainGeometry } from './geometry.ts';
import { readWkb } from './wkb.ts';
import { readWkt } from './wkt.ts';

const MANY = 20_000;
const COLLECTION = Buffer.from([1, 7, 0, 0, 0, 1, 0, 0, 0]);

it.each<[string, () => unknown]>([
  ['brackets of a polygon in text', () => readWkt(`POLYGON ${'('.repeat(MANY)}`)],
  ['brackets of points in text', () => readWkt(`MULTIPOINT ${'('.repeat(MANY)}1 2${')'.repeat(MANY)}`)],
  ['collections in text', () => readWkt('GEOMETRYCOLLECTION('.repeat(MANY))],
  ['collections in binary', () => readWkb(Buffer.concat(Array(MANY).fill(COLLECTION)))],
  ['collections in JSON', () => plainGeometry(JSON.parse(collections(MANY)))],
])('a geometry is refused as a row, and does not stop the file, for any number of %s', (_what, read) => {
  expect(read).toThrow(GeometryProblem);
});

it('reads a few nested collections, and points in separate brackets', () => {
  expect(plainGeometry(JSON.parse(collections(20)))).toEqual({ type: 'Point', coordinates: [1, 2] });
  expect(readWkt('MULTIPOINT((1 2), (3 4))').geometry).toMatchObject({
    coordinates: [
      [1, 2],
      [3, 4],
    ],
  });
  expect(plainGeometry(readWkt('GEOMETRYCOLLECTION(GEOMETRYCOLLECTION(POINT(1 2)))').geometry)).toEqual({
    type: 'Point',
    coordinates: [1, 2],
  });
});

function collections(depth: number): string {
  const open = '{"type":"GeometryCollection","geometries":[';
  return `${open.repeat(depth)}{"type":"Point","coordinates":[1,2]}${']}'.repeat(depth)}`;
}
