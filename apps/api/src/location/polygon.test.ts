import { metresOf } from '@domesday/geography/grid';
import { describe, expect, it } from 'vitest';
import { polygonOnGrid } from './polygon.ts';
import { shapeOnGrid } from './shape.ts';

type Position = [longitude: number, latitude: number];

/** A square with a side of this many degrees of latitude, counter-clockwise from its south-west corner. */
const square = (lng: number, lat: number, side: number): Position[] => [
  [lng, lat],
  [lng + side, lat],
  [lng + side, lat + side],
  [lng, lat + side],
  [lng, lat],
];

/** Degrees of latitude for about this many metres. */
const metres = (m: number): number => m / 111_320;

const refused = expect.objectContaining({ code: 'geometry_invalid' });

describe('a finely drawn polygon', () => {
  it('may repeat a point', () => {
    const [first, ...others] = square(-1.5, 52, 0.01);
    expect(polygonOnGrid([[first!, first!, ...others]])).toEqual(polygonOnGrid([[first!, ...others]]));
  });

  it('may have corners that are a few centimetres apart', () => {
    const [first, second, ...others] = square(-1.5, 52, 0.005);
    const beside: Position[] = [1, 2, 3].map((i) => [second![0], second![1] + metres(i * 0.03)]);
    expect(polygonOnGrid([[first!, second!, ...beside, ...others]])[0]).toHaveLength(8);
  });

  it('may be as small as a hand, but must have an area', () => {
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

it('adds up the areas and the vertices of all polygons in a multipolygon', () => {
  // Each covers some 1,500 km².
  const squares = [0, 1, 2].map((i) => [square(-3 + i, 52, 0.42)]);
  const asked = (n: number) => shapeOnGrid({ type: 'MultiPolygon', coordinates: squares.slice(0, n) });
  expect(asked(1).outers.length).toBeGreaterThan(0);
  expect(() => asked(2)).toThrow(refused);
  expect(() => asked(3)).toThrow(refused);
});

it('accepts a ring in either direction', () => {
  const [first, ...others] = square(-1.5, 52, 0.005);
  const backwards = [first!, ...others.slice(0, -1).reverse(), first!];
  expect(polygonOnGrid([backwards])[0]).toHaveLength(5);
});

describe('an edge', () => {
  /** The northings of rings of grid points at an easting, from south to north. */
  const northingsAt = (easting: number, rings: readonly (readonly number[])[][]): number[] =>
    rings
      .flatMap((ring) =>
        ring.slice(1).flatMap(([e2, n2], i) => {
          const [e1, n1] = ring[i]!;
          if (e1! > easting === e2! > easting) return [];
          return [n1! + ((n2! - n1!) * (easting - e1!)) / (e2! - e1!)];
        }),
      )
      .sort((a, b) => a - b);
  const corners = (lng: number, lat: number): Position[] => [
    [lng, lat],
    [lng + 0.6, lat],
    [lng + 0.6, lat + 0.04],
    [lng, lat + 0.04],
    [lng, lat],
  ];
  const ringsOfShape = (ring: Position[]) =>
    shapeOnGrid({ type: 'Polygon', coordinates: [ring] }).outers.map((outer) => {
      const points: number[][] = JSON.parse(outer.replaceAll('(', '[').replaceAll(')', ']'));
      return [...points, points[0]!];
    });
  const readers = {
    'a call': (ring: Position[]) => polygonOnGrid([ring]),
    'a list of homes': ringsOfShape,
  };

  it.each(Object.entries(readers))('of %s is straight in degrees, as GeoJSON defines it', (_, read) => {
    for (const [lng, lat] of [
      [-6.3, 50],
      [-0.3, 51.5],
      [-2.3, 60],
    ] as const) {
      const rings = read(corners(lng, lat));
      for (const part of [0.1, 0.25, 0.5, 0.83]) {
        const [south, north] = [lat, lat + 0.04].map((at) => metresOf(lng + 0.6 * part, at));
        expect(Math.abs(northingsAt(south![0], rings)[0]! - south![1])).toBeLessThan(0.1);
        expect(Math.abs(northingsAt(north![0], rings).at(-1)! - north![1])).toBeLessThan(0.1);
      }
    }
  });

  it('has a limited number of points, however long all edges are together', () => {
    const teeth = Array.from({ length: 100 }, (_, i): Position[] => {
      const [south, north] = [52 + i / 1000, 52 + i / 1000 + 1e-6];
      return [
        [-5, south],
        [0, south],
        [0, north],
        [-5, north],
      ];
    }).flat();
    const comb: Position[] = [[-5.01, 52], ...teeth, [-5.01, 52.1], [-5.01, 52]];
    expect(polygonOnGrid([comb])[0]!.length).toBeLessThan(5000);
  });
});

describe('a hole of a polygon', () => {
  const outer = square(-1.5, 52, 0.01);

  it('is refused if it lies apart from its outer ring or covers it, so that no home is excluded unnoticed', () => {
    const larger = square(-1.6, 51.9, 0.2);
    const apart = square(-1.4, 52, 0.005);
    for (const coordinates of [
      [outer, larger],
      [outer, outer],
      [outer, apart],
      [outer, square(-1.495, 52.005, 0.001), apart],
    ]) {
      expect(() => polygonOnGrid(coordinates)).toThrow(refused);
      expect(() => shapeOnGrid({ type: 'Polygon', coordinates })).toThrow(refused);
    }
  });

  it('may share corners and edges with the outer ring, or reach beyond it', () => {
    const across: Position[] = [outer[0]!, outer[1]!, outer[2]!, outer[0]!];
    for (const hole of [across, square(-1.5, 52, 0.005), square(-1.495, 52.005, 0.009)])
      expect(polygonOnGrid([outer, hole])).toHaveLength(2);
  });
});
