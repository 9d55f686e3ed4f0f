import { describe, expect, it } from 'vitest';
import { polygonOnGrid } from './polygon.ts';
import { shapeOnGrid } from './shape.ts';

type Position = [longitude: number, latitude: number];

/** A square whose side is so many degrees of latitude, counter-clockwise from its south-west corner. */
const square = (lng: number, lat: number, side: number): Position[] => [
  [lng, lat],
  [lng + side, lat],
  [lng + side, lat + side],
  [lng, lat + side],
  [lng, lat],
];

/** Degrees of latitude that are about so many metres. */
const metres = (m: number): number => m / 111_320;

const refused = expect.objectContaining({ code: 'geometry_invalid' });

describe('a polygon that is drawn finely', () => {
  it('may repeat a point', () => {
    const [first, ...others] = square(-1.5, 52, 0.01);
    expect(polygonOnGrid([[first!, first!, ...others]])).toEqual(polygonOnGrid([[first!, ...others]]));
  });

  it('may have corners that are a few centimetres apart', () => {
    const [first, second, ...others] = square(-1.5, 52, 0.01);
    const beside: Position[] = [1, 2, 3].map((i) => [second![0], second![1] + metres(i * 0.03)]);
    expect(polygonOnGrid([[first!, second!, ...beside, ...others]])[0]).toHaveLength(8);
  });

  it('may be as small as a hand, but not without an area', () => {
    expect(polygonOnGrid([square(-1.5, 52, metres(0.2))])[0]).toHaveLength(5);
    const there: Position[] = [
      [-1.5, 52],
      [-1.5, 52.01],
      [-1.5, 52.01],
      [-1.5, 52],
    ];
    expect(() => polygonOnGrid([there])).toThrow(refused);
    expect(() => polygonOnGrid([there.map(() => there[0]!)])).toThrow(refused);
  });
});

it('counts the polygons of a multipolygon together, as their vertices', () => {
  // Each covers some 1,500 km².
  const squares = [0, 1, 2].map((i) => [square(-3 + i, 52, 0.42)]);
  const asked = (n: number) => shapeOnGrid({ type: 'MultiPolygon', coordinates: squares.slice(0, n) });
  expect(asked(1).outers).toHaveLength(1);
  expect(() => asked(2)).toThrow(refused);
  expect(() => asked(3)).toThrow(refused);
});

it('takes a ring in either direction', () => {
  const [first, ...others] = square(-1.5, 52, 0.01);
  const backwards = [first!, ...others.slice(0, -1).reverse(), first!];
  expect(polygonOnGrid([backwards])[0]).toHaveLength(5);
});
