import { type Queryable, type RowOf, type Shape, type Statement, sql, statement } from '@domesday/db';
import { inCells } from './cells.ts';
import type { GridPoint, Place } from './place.ts';

/** Search area: a place, a broad rental market area, or anywhere. */
export type Area = Place | { brma_key: string } | null;

/** Columns by which the table can be searched; leave out those that it lacks. */
interface AreaColumns {
  /** Postcode column, in the usual spelling. */
  postcode?: string;
  /** British National Grid point column under a GiST index. */
  position?: string;
}

type Sql = ReturnType<typeof sql>;
// biome-ignore lint/suspicious/noExplicitAny: placeholders of the kind's own parameters
type Values = any;

interface Kind {
  column: keyof AreaColumns | 'none';
  parameters: Shape;
  condition(column: Sql, values: Values): Sql;
}

/**
 * How the rows of an area are found: codes by the btree index on the postcode column, circles and polygons by the
 * GiST index on the position column. Each kind is a statement of its own, with its own plan.
 */
const KINDS = {
  anywhere: { column: 'none', parameters: {}, condition: () => sql`true` },
  postcode: {
    column: 'postcode',
    parameters: { area_postcode: 'text' },
    condition: (column, v) => sql`${column} = ${v.area_postcode}`,
  },
  // Postcodes with a prefix, as a range that a btree index with collation C can use.
  prefix: {
    column: 'postcode',
    parameters: { area_first: 'text', area_last: 'text' },
    condition: (column, v) => sql`${column} >= ${v.area_first} and ${column} < ${v.area_last}`,
  },
  authority: {
    column: 'postcode',
    parameters: { area_authority: 'text?' },
    condition: (column, v) =>
      sql`${column} in (select p.postcode from postcodes p where p.local_authority_code = ${v.area_authority})`,
  },
  market_area: {
    column: 'postcode',
    parameters: { area_brma: 'text' },
    condition: (column, v) =>
      sql`${column} in (select b.postcode from brma_postcodes b where b.brma_key = ${v.area_brma})`,
  },
  circle: {
    column: 'position',
    parameters: { area_easting: 'float8?', area_northing: 'float8?', area_radius_m: 'float8' },
    condition: (column, v) =>
      sql`${column} <@ circle(point(${v.area_easting}, ${v.area_northing}), ${v.area_radius_m})`,
  },
  polygon: {
    column: 'position',
    parameters: {
      area_box: 'box',
      area_low_e: 'float8',
      area_low_n: 'float8',
      area_width: 'float8',
      area_height: 'float8',
      area_side: 'int4',
      area_outers: '_polygon',
      area_holes: '_polygon',
      area_holes_from: '_int4',
    },
    // With `coalesce` the planner expects half of the rows in the box to lie in the polygon; with the operator alone, a
    // thousandth.
    condition: (column, v) => {
      const cell = sql`1 + floor(((${column})[0] - ${v.area_low_e}) / ${v.area_width})::integer * ${v.area_side}::integer
        + floor(((${column})[1] - ${v.area_low_n}) / ${v.area_height})::integer`;
      const from = sql`(${v.area_holes_from}::integer[])`;
      return sql`${column} <@ ${v.area_box}::box and coalesce(${column} <@ (${v.area_outers}::polygon[])[${cell}]
        and not ${column} <@ any ((${v.area_holes}::polygon[])[${from}[${cell}]:${from}[${cell} + 1] - 1]), false)`;
    },
  },
} as const satisfies Record<string, Kind>;
type KindName = keyof typeof KINDS;

/** A statement that takes an area in addition to its values. */
export interface AreaStatement<P, S> {
  rows(db: Queryable, area: Area, values: RowOf<P>): Promise<RowOf<S>[]>;
  one(db: Queryable, area: Area, values: RowOf<P>): Promise<RowOf<S>>;
}

interface Options<P extends Shape, S extends Shape> {
  name: string;
  parameters?: P;
  row: S;
  /** The columns that place a row. */
  columns: AreaColumns;
  /** Kinds of area in addition to those of a place. */
  also?: readonly ('anywhere' | 'market_area')[];
  /** `inArea` is the condition that a row lies in the area. */
  build(values: RowOf<P>, inArea: Sql): Sql;
}

/**
 * Defines one statement for each kind of area that the columns allow. After five calls on a connection PostgreSQL uses
 * one plan for all values, unless it expects plans for single values to be cheaper, as it does for ranges of postcodes
 * in a large table.
 */
export function areaStatement<
  const P extends Shape = Record<never, never>,
  const S extends Shape = Record<never, never>,
>(options: Options<P, S>): AreaStatement<P, S> {
  const made = new Map<KindName, Statement<Shape, S>>();
  for (const [name, kind] of Object.entries(KINDS) as [KindName, Kind][]) {
    const column = kind.column === 'none' ? 'none' : options.columns[kind.column];
    const optional = name === 'anywhere' || name === 'market_area';
    if (column === undefined || (optional && !options.also?.includes(name))) continue;
    made.set(
      name,
      statement({
        name: `${options.name}-${name.replaceAll('_', '-')}`,
        parameters: { ...options.parameters, ...kind.parameters } as Shape,
        row: options.row,
        build: (values) => options.build(values as RowOf<P>, kind.condition(sql.ref(column), values)),
      }) as Statement<Shape, S>,
    );
  }
  const chosen = (area: Area) => {
    const [name, values] = kindOf(area);
    const found = made.get(name);
    if (!found) throw new Error(`${options.name} does not look rows up by ${name}.`);
    return { found, values };
  };
  return {
    rows: (db, area, own) => {
      const { found, values } = chosen(area);
      return found.rows(db, { ...own, ...values } as never);
    },
    one: (db, area, own) => {
      const { found, values } = chosen(area);
      return found.one(db, { ...own, ...values } as never);
    },
  };
}

function kindOf(area: Area): [KindName, Record<string, unknown>] {
  if (area === null) return ['anywhere', {}];
  if ('brma_key' in area) return ['market_area', { area_brma: area.brma_key }];
  switch (area.level) {
    case 'postcode':
      return ['postcode', { area_postcode: area.postcode }];
    case 'sector':
      return ['prefix', { area_first: area.sector, area_last: `${area.sector}~` }];
    case 'outcode':
      return ['prefix', { area_first: `${area.outcode} `, area_last: `${area.outcode} ~` }];
    case 'local_authority':
      return ['authority', { area_authority: area.local_authority_code }];
    case 'uprn':
    case 'radius': {
      const { easting, northing, radius_m } = area;
      return ['circle', { area_easting: easting, area_northing: northing, area_radius_m: radius_m ?? 0 }];
    }
    case 'polygon': {
      return ['polygon', cellsOf(area.rings!)];
    }
    default:
      throw new Error(`no rows are looked up by ${area.level}`);
  }
}

function cellsOf(rings: GridPoint[][]): Record<string, unknown> {
  const { box, low, size, side, outers, holes, holes_from } = inCells(rings);
  return {
    area_box: box,
    area_low_e: low[0],
    area_low_n: low[1],
    area_width: size[0],
    area_height: size[1],
    area_side: side,
    area_outers: outers,
    area_holes: holes,
    area_holes_from: holes_from,
  };
}
