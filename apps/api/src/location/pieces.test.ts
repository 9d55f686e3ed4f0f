import { sql } from '@domesday/db';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areaStatement } from './area-statement.ts';
import { inCells } from './cells.ts';
import { inPieces } from './pieces.ts';
import type { Place } from './place.ts';
import { polygonOnGrid } from './polygon.ts';

type Position = [longitude: number, latitude: number];

let database: TestDatabase;
let api: TestApi;
/** Where the most homes of the fictional country lie close together. */
let middle: Position;
const REACH = 0.02;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  const { rows } = await database.db.query(
    `select avg(longitude)::float8 as lng, avg(latitude)::float8 as lat from addresses where latitude is not null
      group by round(longitude::numeric, 2), round(latitude::numeric, 2) order by count(*) desc limit 1`,
  );
  middle = [rows[0].lng, rows[0].lat];
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const homesOfArea = areaStatement({
  name: 'test-homes-of-area',
  row: { uprn: 'int8' },
  columns: { position: 'a.position' },
  build: (_, inArea) => sql`select a.uprn from addresses a where ${inArea} order by a.uprn`,
});

/** A star around the middle; every second corner lies at `inner` of its width. */
const star = (corners: number, width: number, inner: number): Position[] => {
  const ring = Array.from({ length: corners }, (_, i): Position => {
    const turn = (2 * Math.PI * i) / corners;
    const out = width * REACH * (i % 2 ? inner : 1);
    return [middle[0] + 1.6 * out * Math.cos(turn), middle[1] + out * Math.sin(turn)];
  });
  return [...ring, ring[0]!];
};
/** A band that goes up and down in teeth, slanted by `slant`. */
const comb = (teeth: number, slant: number): Position[] => {
  const line = Array.from({ length: teeth }, (_, i): Position => {
    const along = i / teeth - 0.5;
    return [middle[0] + 3 * REACH * along, middle[1] + REACH * ((i % 2) - 0.5 + slant * along)];
  });
  const back = line.map(([lng, lat]): Position => [lng, lat + REACH * 0.7]).reverse();
  return [...line, ...back, line[0]!];
};

const SHAPES: Record<string, () => Position[][][]> = {
  'a star of many corners with a star-shaped hole': () => [[star(1200, 1, 0.7), star(700, 0.1, 0.8)]],
  'a narrow band that goes up and down': () => [[comb(1000, 0)]],
  'a slanted band that goes up and down': () => [[comb(1000, 1)]],
  'polygons of which one fills the hole of another, and reaches beyond': () => [
    [star(800, 1, 0.9), star(200, 0.4, 0.9)],
    [star(300, 0.6, 0.5)],
  ],
  'polygons that overlap': () => [[star(600, 1, 0.7)], [star(500, 0.8, 0.95)]],
};

/** Whether a point lies in a ring, by every edge of it. */
const isIn = ([x, y]: readonly number[], ring: readonly (readonly number[])[]): boolean => {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const [[x1, y1], [x2, y2]] = [ring[i - 1]!, ring[i]!] as [[number, number], [number, number]];
    if (y1 > y! !== y2 > y! && x! < x1 + ((y! - y1) * (x2 - x1)) / (y2 - y1)) inside = !inside;
  }
  return inside;
};
const onGrid = (polygons: Position[][][]) =>
  polygons.map((rings) => polygonOnGrid(rings, { vertices: 2000, area_km2: 2500 }));

describe.each(Object.entries(SHAPES))('%s', (_, made) => {
  it('contains the same homes as an independent test against all of its corners, each once', async () => {
    const coordinates = made();
    const polygons = onGrid(coordinates);
    const { rows } = await database.db.query(
      'select uprn, position[0] as e, position[1] as n from addresses where position is not null order by uprn',
    );
    const expected = rows
      .filter(({ e, n }) =>
        polygons.some(
          ([outer, ...holes]) => isIn([e, n], outer!) && !holes.some((hole) => isIn([e, n], hole)),
        ),
      )
      .map(({ uprn }) => String(uprn));
    expect(expected.length).toBeGreaterThan(50);
    expect(expected.length).toBeLessThan(rows.length);
    const body = { polygon: { type: 'MultiPolygon', coordinates } };
    const { secret } = await api.newKey({ plan: 'scale' });
    const count = await api.call('/properties/within?count=true', { key: secret, body });
    expect(count.status, count.text).toBe(200);
    expect(count.body.total).toBe(expected.length);
    const homes: string[] = [];
    for (let cursor = ''; cursor !== null; ) {
      const query = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const page = await api.call(`/properties/within?limit=1000${query}`, { key: secret, body });
      homes.push(...page.body.results.map(({ uprn }: { uprn: string }) => uprn));
      cursor = page.body.next_cursor;
    }
    expect(homes).toEqual(expected);
  });

  it('contains the same homes in operations that take an area, comparing each home with few corners', async () => {
    for (const rings of onGrid(made())) {
      const found = await homesOfArea.rows(database.db, { level: 'polygon', rings } as Place, {});
      const { rows } = await database.db.query(
        'select uprn, position[0] as e, position[1] as n from addresses where position is not null order by uprn',
      );
      const [outer, ...holes] = rings;
      const expected = rows.filter(
        ({ e, n }) => isIn([e, n], outer!) && !holes.some((hole) => isIn([e, n], hole)),
      );
      expect(found.map(({ uprn }) => uprn)).toEqual(expected.map(({ uprn }) => uprn));
      expect(found.length).toBeGreaterThan(10);
      const cells = inCells(rings);
      const ofCell = (i: number) => cells.holes.slice(cells.holes_from[i]! - 1, cells.holes_from[i + 1]! - 1);
      const compared = cells.outers.map((text, i) => `${text}${ofCell(i)}`.split('),(').length);
      expect(Math.max(...compared)).toBeLessThan(rings.flat().length / 5);
    }
  });

  it('compares each home with few of its corners', () => {
    const polygons = onGrid(made());
    const corners = polygons.flat().reduce((sum, ring) => sum + ring.length, 0);
    const { boxes, outers, holes } = inPieces(polygons);
    const compared = boxes.map((_, i) => `${outers[i]}${holes[i]}`.split('),(').length);
    expect(Math.max(...compared)).toBeLessThan(corners / 8);
  });
});

it('overlapping polygons are divided into at most 1,024 pieces, however many corners they have', () => {
  const overlapping = onGrid(Array.from({ length: 100 }, (_, i) => [star(20, 0.9 + i / 1000, 0.5)]));
  expect(inPieces(overlapping).boxes.length).toBeLessThanOrEqual(1024);
});
