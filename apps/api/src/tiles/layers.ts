import type { DatasetId } from '@domesday/datasets/catalogue';
import type { Queryable } from '@domesday/db';
import { degreesOf } from '@domesday/geography/grid';
import type { Drawn, Feature } from './encode.ts';
import { areasIn, homesIn, placesIn, priceCellsIn, priceSectorsIn, salesIn } from './layers.query.ts';
import { ringsOf } from './shapes.ts';
import { type Bounds, type Point, type Tile, tilePointOf } from './tile.ts';

export interface Layer {
  /** The datasets drawn, and those that place them: the tile states their licences. */
  datasets: readonly DatasetId[];
  /** Below this zoom a tile is empty, since it would hold too much to read. */
  from_zoom: number;
  /**
   * How long a tile stays the same without a new load or build: areas begin and end on a day; sales are of whole
   * months.
   */
  alike_for: 'day' | 'month';
  read(db: Queryable, square: Tile, bounds: Bounds, today: string): Promise<Drawn>;
}

const MOST_POINTS = 4000;
/** Most corners of all areas of a tile, so that no tile takes long to make or to draw. */
const MOST_CORNERS = 60_000;

type Tags = Feature['tags'];

/** The rows as points. The caller reads one row more than a tile may show. */
function points<R extends { position: { x: number; y: number } }>(
  square: Tile,
  rows: readonly R[],
  tagsOf: (row: R) => Tags,
): Drawn {
  const features = rows.slice(0, MOST_POINTS).map((row) => point(square, row.position, tagsOf(row)));
  return { features, whole: rows.length <= MOST_POINTS };
}

function point(square: Tile, position: { x: number; y: number }, tags: Tags): Feature {
  const [x, y] = tilePointOf(square, ...degreesOf(position.x, position.y));
  return { type: 1, geometry: [[Math.round(x), Math.round(y)]] as Point[], tags };
}

function areas(from_zoom: number, datasets: readonly DatasetId[]): Layer {
  return {
    datasets,
    from_zoom,
    alike_for: 'day',
    async read(db, square, bounds, today) {
      // Areas smaller than this are invisible.
      const unit_m = (bounds.max_e - bounds.min_e) / 256;
      const features: Feature[] = [];
      let [corners, whole] = [0, true];
      for (const dataset of datasets) {
        const least_sqm = unit_m ** 2 / 4;
        const rows = await areasIn.rows(db, { ...bounds, dataset, least_sqm, today, most: MOST_POINTS + 1 });
        for (const [i, row] of rows.entries()) {
          corners += row.vertices;
          if (i === MOST_POINTS || (corners > MOST_CORNERS && features.length > 0)) {
            whole = false;
            break;
          }
          const geometry = ringsOf(square, JSON.parse(row.geometry));
          const name = row.name ?? row.reference ?? '';
          if (geometry.length) features.push({ type: 3, geometry, tags: { kind: row.kind, name, dataset } });
        }
      }
      return { features, whole };
    },
  };
}

function places(from_zoom: number, category: string, datasets: readonly DatasetId[]): Layer {
  return {
    datasets,
    from_zoom,
    alike_for: 'month',
    async read(db, square, bounds) {
      const rows = await placesIn.rows(db, { ...bounds, category, most: MOST_POINTS + 1 });
      return points(square, rows, ({ name, kind }) => ({ name, kind }));
    },
  };
}

const OF_SALES = [
  'price-paid',
  'hmlr-uprn-lookup',
  'address-list',
  'os-open-uprn',
  'onspd',
  'code-point-open',
] as const;

export const layers: Record<string, Layer> = {
  sales: {
    datasets: OF_SALES,
    from_zoom: 14,
    alike_for: 'month',
    async read(db, square, bounds, today) {
      // The wider the tile, the fewer years of sales it shows: a city has a hundred thousand sales in one tile of zoom
      // 14.
      const years = square.z >= 16 ? 30 : square.z === 15 ? 5 : 2;
      const since = `${Number(today.slice(0, 4)) - years}${today.slice(4, 8)}01`;
      const rows = await salesIn.rows(db, { ...bounds, since, most: MOST_POINTS + 1 });
      return points(square, rows, ({ price, date, property_type, uprn, together }) => ({
        price,
        date,
        property_type,
        ...(uprn === null ? {} : { uprn: String(uprn) }),
        ...(together ? { together } : {}),
      }));
    },
  },
  prices: {
    datasets: OF_SALES,
    from_zoom: 4,
    alike_for: 'month',
    async read(db, square, bounds) {
      const size_m = square.z >= 11 ? 1000 : square.z >= 9 ? 2500 : square.z >= 7 ? 10_000 : 25_000;
      const rows = await priceCellsIn.rows(db, { ...bounds, size_m });
      const features = rows.map(({ position, n, median }) => point(square, position, { n, median, size_m }));
      return { features, whole: true };
    },
  },
  sectors: {
    datasets: OF_SALES,
    from_zoom: 8,
    alike_for: 'month',
    async read(db, square, bounds) {
      const rows = await priceSectorsIn.rows(db, { ...bounds, most: MOST_POINTS + 1 });
      return points(square, rows, ({ sector, n, median }) => ({ sector, n, median }));
    },
  },
  designations: areas(9, ['planning-data']),
  flood: areas(11, ['flood-zones-england', 'flood-zones-wales']),
  parcels: areas(15, ['inspire-polygons']),
  schools: places(10, 'education', ['gias', 'schools-wales', 'schools-scotland', 'onspd', 'code-point-open']),
  stops: places(13, 'transport', ['naptan']),
  homes: {
    datasets: ['address-list', 'epc-domestic', 'os-open-uprn', 'onspd', 'code-point-open'],
    from_zoom: 16,
    alike_for: 'month',
    async read(db, square, bounds) {
      const rows = await homesIn.rows(db, { ...bounds, most: MOST_POINTS + 1 });
      return points(square, rows, ({ uprn, address }) => ({ uprn: String(uprn), address }));
    },
  },
};
