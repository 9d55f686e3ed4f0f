import type { Decoded } from '../decode.ts';
import { LoadError } from '../errors.ts';
import { columnsOf, positionOf, recordAt } from '../header.ts';
import { cleanText, numberOf } from '../values.ts';
import { createWholeCsvParser, cutShortCheck } from '../whole-csv.ts';
import { GeometryProblem } from './geometry.ts';
import type { ReadItem } from './items.ts';
import { looksLikeWkt, readWkt } from './wkt.ts';

/** Longest geometry in one cell: the largest real one, a national park's outline, has some 30 MB. */
const LONGEST_FIELD = 128 * 1024 * 1024;
const WKT = ['geometry', 'WKT', 'the_geom', 'geom', 'shape', 'multipolygon', 'polygon', 'geo_shape'];
const CRS = ['CoordinateReferenceSystem', 'coordinate_reference_system', 'crs', 'srid'];
const PAIRS: [string[], string[], string | null][] = [
  [
    ['Easting', 'Eastings', 'bng_e', 'X_COORDINATE'],
    ['Northing', 'Northings', 'bng_n', 'Y_COORDINATE'],
    '27700',
  ],
  [['GeoX'], ['GeoY'], null],
  [['Longitude', 'lng', 'lon', 'long_wgs'], ['Latitude', 'lat', 'lat_wgs'], '4326'],
  [['X', 'X_CENTROID'], ['Y', 'Y_CENTROID'], null],
];

/** The beginning of a polygon in GeoJSON, or in well-known binary as hexadecimal digits. */
const OTHER_FORM = /^\s*(?:\{\s*"type"\s*:\s*"(?:multi)?polygon"|010[36]0000[0-9a-f]{2})/i;

/**
 * Reads rows of CSV as features. The geometry is well-known text in any column, even one with an unknown name, since
 * otherwise the `point` beside it would pass for the area; else a pair of coordinate columns. Brownfield registers give
 * the reference system in each row. Rows without a geometry are refused one by one, since registers contain some.
 */
export async function* readCsv(
  name: string,
  text: AsyncIterable<Decoded>,
  delimiter = ',',
): AsyncGenerator<ReadItem> {
  let header: string[] | null = null;
  let wkt: number[] = [];
  let point = -1;
  let crsColumn = -1;
  let pairs: [number, number, string | null][] = [];
  let items: ReadItem[] = [];
  let head = '';

  const parser = createWholeCsvParser({
    delimiter,
    maxFieldChars: LONGEST_FIELD,
    maxRecordChars: LONGEST_FIELD * 2,
    onRecord: (fields, line) => {
      if (!header) {
        header = fields.map((name) => name.trim());
        const columns = columnsOf(header);
        wkt = WKT.map((name) => positionOf(columns, [name])).filter((at) => at !== -1);
        point = positionOf(columns, ['point']);
        crsColumn = positionOf(columns, CRS);
        pairs = PAIRS.map(
          ([x, y, crs]) =>
            [positionOf(columns, x), positionOf(columns, y), crs] as [number, number, string | null],
        ).filter(([x, y]) => x !== -1 && y !== -1);
        if (wkt.length === 0 && point === -1 && pairs.length === 0) {
          throw new LoadError(
            'refused',
            `The table has no geometry: it needs a column of well-known text (geometry, WKT, point) or two of coordinates (Easting and Northing, GeoX and GeoY, Longitude and Latitude). Its columns are ${header.slice(0, 30).join(', ')}.`,
            ['geometry'],
          );
        }
        return;
      }
      items.push(feature(header, fields, line));
    },
    onReject: (line, reason, raw) => items.push({ reject: { line, reason, raw: raw.slice(0, 500) } }),
  });

  function feature(names: string[], fields: string[], line: number): ReadItem {
    const properties: Record<string, string> = {};
    names.forEach((name, i) => {
      if (wkt.includes(i) || i === point) return;
      const value = cleanText(fields[i]);
      if (value !== null) properties[name] = value;
    });
    const raw = fields.join(',').slice(0, 500);
    const declared = crsColumn === -1 ? null : cleanText(fields[crsColumn]);
    const others = fields.flatMap((text, at) =>
      !wkt.includes(at) && at !== point && looksLikeWkt(text) ? [at] : [],
    );
    for (const at of [...wkt, ...others, point]) {
      // If the row has an outline in another format, its point or coordinates must not be taken for the area.
      if (at === point && fields.some((text) => OTHER_FORM.test(text)))
        return { reject: { line, reason: 'The area of the row is not in well-known text.', raw } };
      const value = fields[at]?.trim();
      if (!value) continue;
      try {
        const { geometry, srid } = readWkt(value);
        return { feature: { properties, geometry, line, crs: srid ?? declared } };
      } catch (error) {
        if (!(error instanceof GeometryProblem)) throw error;
        if (!looksLikeWkt(value)) continue;
        return { reject: { line, reason: error.message, raw } };
      }
    }
    for (const [xAt, yAt, crs] of pairs) {
      const [x, y] = [numberOf(fields[xAt]), numberOf(fields[yAt])];
      if (x === null || y === null) continue;
      return {
        feature: { properties, geometry: { type: 'Point', coordinates: [x, y] }, line, crs: crs ?? declared },
      };
    }
    return { reject: { line, reason: 'The row has no geometry.', raw } };
  }

  for await (const piece of text) {
    if (!header && head.length < 4096) head += piece.text.slice(0, 4096);
    parser.write(piece.text);
    const ready = items;
    items = [];
    yield* ready;
  }
  parser.end();
  yield* items;
  const cut = parser.cutShort();
  if (cut) yield { note: cutShortCheck(name, cut), incomplete: true };
  if (!header && !recordAt(head)) throw new LoadError('refused', 'The file is empty.');
}
