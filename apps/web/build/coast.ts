import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { degreesOf } from '@domesday/geography/grid';
import { SETTLEMENTS } from '@domesday/sandbox/geography';
import { clipPolygon } from 'lineclip';
import { feature } from 'topojson-client';
import type { Plugin } from 'vite';

type Ring = [number, number][];

const folder = join(import.meta.dirname, '../.coast');
const SHOWN = new Set([
  'United Kingdom',
  'Ireland',
  'Isle of Man',
  'France',
  'Jersey',
  'Guernsey',
  'Belgium',
  'Netherlands',
]);
/** West, south, east, north: somewhat larger than a map of Great Britain. */
const EDGE = [-14, 47.5, 7, 63];
/** Islands smaller than this are left out, square degrees. */
const SMALLEST = 0.00004;

/**
 * Writes the coastlines of the map: those of Great Britain, cut out of Natural Earth, and those of the fictional
 * country.
 */
export function coasts(): Plugin {
  return {
    name: 'coasts',
    config() {
      mkdirSync(folder, { recursive: true });
      write('isles.json', islesOfEurope());
      write('fiction.json', fictionalIsles());
    },
  };
}

function write(name: string, rings: Ring[]): void {
  const geometry = { type: 'MultiPolygon', coordinates: rings.map((ring) => [ring]) };
  writeFileSync(join(folder, name), JSON.stringify({ type: 'Feature', properties: {}, geometry }));
}

function islesOfEurope(): Ring[] {
  const path = createRequire(import.meta.url).resolve('world-atlas/countries-10m.json');
  const atlas = JSON.parse(readFileSync(path, 'utf8'));
  const { features } = feature(atlas, atlas.objects.countries) as unknown as {
    features: { properties: { name: string }; geometry: { type: string; coordinates: unknown } }[];
  };
  const rings: Ring[] = [];
  for (const { properties, geometry } of features) {
    if (!SHOWN.has(properties.name)) continue;
    const polygons = (
      geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    ) as Ring[][];
    for (const [outer] of polygons) {
      const cut = outer && (clipPolygon(outer, EDGE) as Ring);
      if (cut?.length && Math.abs(area(cut)) > SMALLEST) rings.push(thinned([...cut, cut[0]!]));
    }
  }
  return rings;
}

/** Rounds to three decimals, about a hundred metres, and drops corners that lie that close to the line past them. */
function thinned(ring: Ring): Ring {
  const points: Ring = [];
  for (const [i, corner] of ring.entries()) {
    const here = corner.map((degrees) => Math.round(degrees * 1000) / 1000) as Ring[number];
    const last = points.at(-1);
    const next = ring[i + 1];
    if (!last || !next || distance(here, last, next) > 0.001) points.push(here);
  }
  return points;
}

/** Distance of a point from the line through two others, degrees. */
function distance([x, y]: Ring[number], [from_x, from_y]: Ring[number], [to_x, to_y]: Ring[number]): number {
  const length = Math.hypot(to_x - from_x, to_y - from_y);
  if (length === 0) return Math.hypot(x - from_x, y - from_y);
  return Math.abs((x - from_x) * (to_y - from_y) - (to_x - from_x) * (y - from_y)) / length;
}

function area(ring: Ring): number {
  let sum = 0;
  for (const [i, [x, y]] of ring.entries()) {
    const [next_x, next_y] = ring[(i + 1) % ring.length]!;
    sum += x * next_y - next_x * y;
  }
  return sum / 2;
}

const SHORE_M = 7000;
const STEPS = 180;

/**
 * An island around the settlements of each nation: along each ray from their centre, the coast lies just beyond the
 * last settlement near it, with bays.
 */
function fictionalIsles(): Ring[] {
  const nations = [...new Set(SETTLEMENTS.map((settlement) => settlement.nation))];
  return nations.map((nation) => {
    const settlements = SETTLEMENTS.filter((settlement) => settlement.nation === nation);
    const middle_e = mean(settlements.map((s) => s.easting));
    const middle_n = mean(settlements.map((s) => s.northing));
    const ring = Array.from({ length: STEPS }, (_, step): [number, number] => {
      const angle = (step / STEPS) * 2 * Math.PI;
      const reach = Math.max(
        ...settlements.map((s) => {
          const east = s.easting - middle_e;
          const north = s.northing - middle_n;
          const along = east * Math.cos(angle) + north * Math.sin(angle);
          const aside = Math.abs(north * Math.cos(angle) - east * Math.sin(angle));
          return aside < SHORE_M * 1.6 ? along + Math.sqrt((SHORE_M * 1.6) ** 2 - aside ** 2) : SHORE_M;
        }),
      );
      const bays =
        1 + 0.05 * Math.sin(7 * angle + 1) + 0.035 * Math.sin(17 * angle) + 0.02 * Math.sin(31 * angle + 2);
      const [longitude, latitude] = degreesOf(
        middle_e + reach * bays * Math.cos(angle),
        middle_n + reach * bays * Math.sin(angle),
      );
      return [Math.round(longitude * 10_000) / 10_000, Math.round(latitude * 10_000) / 10_000];
    });
    return [...ring, ring[0]!];
  });
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
