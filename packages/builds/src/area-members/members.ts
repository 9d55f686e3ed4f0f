import type { DbClient } from '@domesday/db';
import { type Box, eachPosition, type Geometry } from '@domesday/files/features/geometry';
import { AreaIndex } from '@domesday/geography/contain';
import { metresOfCorner } from '@domesday/geography/grid';
import { areaDatasetNumber } from '@domesday/loading/kinds/areas/publish.query';
import {
  changedAreas,
  changedPoints,
  copyMembers,
  coverByAuthority,
  eachAreaIn,
  eachPointIn,
  finishMembers,
  type PointTable,
  removeChanged,
  squaresOf,
  startMembers,
  weightOf,
} from './members.query.ts';

/**
 * Side of the squares of the grid. A square with too many areas or corners is divided in four, down to `SMALLEST_M`.
 */
const SQUARE_M = 100_000;
const SMALLEST_M = 2000;
const EAST_M = 700_000;
const NORTH_M = 1_300_000;
const MOST_VERTICES = 3_000_000;
const MOST_AREAS = 150_000;
/** Most corners in the cache of large shapes, which lie in several squares. */
const KEPT_VERTICES = 6_000_000;
const LARGE = 20_000;
const CHARS_AT_ONCE = 4 * 1024 * 1024;

export interface BuiltMembers {
  addresses: number;
  postcodes: number;
}

/**
 * Computes which addresses and postcodes lie in each area of a dataset, inside the caller's transaction. Works square
 * by square of the grid, so that memory holds only one square's areas and a batch of points. Readers see the old rows
 * until the transaction commits.
 */
export async function buildMembers(
  client: DbClient,
  dataset: string,
  byAuthority: boolean,
): Promise<BuiltMembers> {
  const no = (await areaDatasetNumber.first(client, { dataset }))?.no;
  if (no === undefined) return { addresses: 0, postcodes: 0 };
  const built: BuiltMembers = { addresses: 0, postcodes: 0 };
  await startMembers(client, no);
  const shapeCache = largeShapes();
  const grid = { side: SQUARE_M, east: EAST_M, north: NORTH_M };
  for (const { x, y } of await squaresOf.rows(client, { no, ...grid })) {
    await square({ minX: x, minY: y, maxX: x + SQUARE_M, maxY: y + SQUARE_M });
  }
  if (byAuthority) await coverByAuthority(client, no, 'staging');
  await finishMembers(client, no);
  return built;

  async function square(window: Box): Promise<void> {
    const { areas, vertices } = await weightOf(client, no!, window);
    if (areas === 0) return;
    const size = window.maxX - window.minX;
    if ((vertices > MOST_VERTICES || areas > MOST_AREAS) && size > SMALLEST_M) {
      const [x, y] = [window.minX + size / 2, window.minY + size / 2];
      await square({ ...window, maxX: x, maxY: y });
      await square({ ...window, minX: x, maxY: y });
      await square({ ...window, maxX: x, minY: y });
      await square({ ...window, minX: x, minY: y });
      return;
    }
    const index = new AreaIndex(window);
    await eachAreaIn(client, no!, window, ({ id, geometry, vertices: corners }) => {
      index.add(id, shapeCache.get(id) ?? shapeCache.put(id, corners, onGrid(geometry)));
    });
    index.finish();
    built.addresses += await points(index, 'addresses', window);
    built.postcodes += await points(index, 'postcodes', window);
  }

  async function points(index: AreaIndex, table: PointTable, window: Box): Promise<number> {
    let out = '';
    let count = 0;
    const place = ({
      key,
      easting,
      northing,
    }: {
      key: number | string;
      easting: number;
      northing: number;
    }) => {
      for (const area of index.at(easting, northing)) {
        out += `${no}\t${key}\t${area}\n`;
        count++;
      }
    };
    const write = async () => {
      if (out.length < CHARS_AT_ONCE) return;
      await copyMembers(client, no!, table, out);
      out = '';
    };
    await eachPointIn(client, table, window, place, write);
    if (out !== '') await copyMembers(client, no!, table, out);
    return count;
  }
}

/**
 * Computes in which areas the homes and postcodes lie that small loads changed (see `gatherChanged`). Memory holds all
 * changed points and a limited number of the areas around them.
 */
export async function followMembers(client: DbClient, dataset: string, byAuthority: boolean): Promise<void> {
  const no = (await areaDatasetNumber.first(client, { dataset }))?.no;
  if (no === undefined) return;
  let changed = 0;
  for (const table of ['addresses', 'postcodes'] as const) {
    changed += await removeChanged(client, no, table);
    changed += await addChanged(client, no, table);
  }
  if (byAuthority && changed > 0) await coverByAuthority(client, no, 'public');
}

async function addChanged(client: DbClient, no: number, table: PointTable): Promise<number> {
  const points = await changedPoints[table].rows(client);
  if (points.length === 0) return 0;
  const window = { minX: 0, minY: 0, maxX: EAST_M, maxY: NORTH_M };
  let index = new AreaIndex(window);
  let indexed_vertices = 0;
  let found = 0;
  const place = async () => {
    index.finish();
    let out = '';
    for (const { key, easting, northing } of points) {
      for (const area of index.at(easting, northing)) {
        out += `${no}\t${key}\t${area}\n`;
        found++;
      }
    }
    if (out !== '') await copyMembers(client, no, table, out, 'public');
    index = new AreaIndex(window);
    indexed_vertices = 0;
  };
  // All areas are read before rows are written, since the connection runs one statement at a time.
  for (const { id, geometry, vertices } of await changedAreas[table].rows(client, { no })) {
    index.add(id, onGrid(geometry));
    indexed_vertices += vertices;
    if (indexed_vertices > MOST_VERTICES) await place();
  }
  await place();
  return found;
}

function onGrid(text: string): Geometry {
  const geometry = JSON.parse(text) as Geometry;
  eachPosition(geometry, (p) => {
    const [easting, northing] = metresOfCorner(p[0], p[1]);
    // Rounded to a centimetre, which is finer than any source and removes rounding errors at corners of grid squares.
    p[0] = Math.round(easting * 100) / 100;
    p[1] = Math.round(northing * 100) / 100;
  });
  return geometry;
}

function largeShapes() {
  const shapes = new Map<number, { geometry: Geometry; vertices: number }>();
  let sum = 0;
  return {
    get: (id: number) => shapes.get(id)?.geometry,
    put(id: number, vertices: number, geometry: Geometry): Geometry {
      if (vertices < LARGE) return geometry;
      shapes.set(id, { geometry, vertices });
      sum += vertices;
      for (const [oldest, shape] of shapes) {
        if (sum <= KEPT_VERTICES || oldest === id) break;
        shapes.delete(oldest);
        sum -= shape.vertices;
      }
      return geometry;
    },
  };
}
