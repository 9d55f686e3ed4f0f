import type { GridPoint, Place } from './place.ts';

/** Columns of the rows that are asked about; leave out what the table has not. */
export interface AreaColumns {
  /** Postcode column, in the usual spelling. */
  postcode?: string;
  /** British National Grid point column under a GiST index. */
  position?: string;
}

export interface Predicate {
  /** A condition without leading `and`. */
  sql: string;
  values: unknown[];
}

/**
 * The condition that a row lies in the place. `first` is the number of its first SQL parameter. Codes use the
 * btree index on the postcode column, circles and polygons the GiST index on the position column.
 */
export function inPlace(place: Place, columns: AreaColumns, first: number): Predicate {
  const $ = (i: number) => `$${first + i}`;
  switch (place.level) {
    case 'postcode':
      return { sql: `${columns.postcode} = ${$(0)}`, values: [place.postcode] };
    case 'sector':
      return range(columns.postcode!, `${place.sector}`, first);
    case 'outcode':
      return range(columns.postcode!, `${place.outcode} `, first);
    case 'local_authority':
      return {
        sql: `${columns.postcode} in (select p.postcode from postcodes p where p.local_authority_code = ${$(0)})`,
        values: [place.local_authority_code],
      };
    case 'uprn':
    case 'radius':
      return {
        sql: `${columns.position} <@ circle(point(${$(0)}, ${$(1)}), ${$(2)})`,
        values: [place.easting, place.northing, place.radius_m ?? 0],
      };
    case 'polygon': {
      const [outer, ...holes] = place.rings!.map(asPolygon);
      const outside = holes.map((_, i) => ` and not ${columns.position} <@ ${$(i + 1)}::polygon`).join('');
      return { sql: `${columns.position} <@ ${$(0)}::polygon${outside}`, values: [outer, ...holes] };
    }
    default:
      throw new Error(`no rows are looked up by ${place.level}`);
  }
}

/** Postcodes that begin with the text: as a range, which any collation-C btree serves. */
function range(column: string, prefix: string, first: number): Predicate {
  return { sql: `${column} >= $${first} and ${column} < $${first + 1}`, values: [prefix, `${prefix}~`] };
}

function asPolygon(ring: GridPoint[]): string {
  return `(${ring
    .slice(0, -1)
    .map(([e, n]) => `(${e},${n})`)
    .join(',')})`;
}
