import { DEEPEST, GeometryProblem, TOO_DEEP } from './geometry.ts';

const KINDS: Record<string, string> = {
  POINT: 'Point',
  MULTIPOINT: 'MultiPoint',
  LINESTRING: 'LineString',
  MULTILINESTRING: 'MultiLineString',
  POLYGON: 'Polygon',
  MULTIPOLYGON: 'MultiPolygon',
  GEOMETRYCOLLECTION: 'GeometryCollection',
};

/**
 * Well-known text as a GeoJSON-like geometry, with or without Z, M, SRID and the space before the bracket. Throws
 * GeometryProblem if it cannot be parsed. The reference system of `SRID=27700;…` is in `srid`.
 */
export function readWkt(text: string): { geometry: unknown; srid: string | null } {
  let at = 0;
  const srid = /^\s*SRID\s*=\s*(\d+)\s*;/i.exec(text);
  if (srid) at = srid[0].length;

  const skip = () => {
    while (at < text.length && text.charCodeAt(at) <= 32) at++;
  };
  const take = (c: string): boolean => {
    skip();
    if (text[at] !== c) return false;
    at++;
    return true;
  };
  const bad = () =>
    new GeometryProblem(
      `The geometry is not well-formed near "${text.slice(Math.max(0, at - 15), at + 15)}".`,
    );

  function numbers(): number[] {
    const out: number[] = [];
    for (;;) {
      skip();
      const begin = at;
      while (at < text.length && !/[\s,()]/.test(text[at]!)) at++;
      if (begin === at) break;
      out.push(Number(text.slice(begin, at)));
    }
    if (out.length < 2) throw bad();
    return out;
  }

  /**
   * Reads positions in brackets nested `depth` deep. In a MULTIPOINT a position may have one pair of brackets of its
   * own.
   */
  function nested(depth: number, own = false): unknown[] {
    if (!take('(')) throw bad();
    const items: unknown[] = [];
    do {
      skip();
      if (depth > 1) items.push(nested(depth - 1));
      else if (text[at] === '(' && !own) items.push(nested(1, true)[0]);
      else items.push(numbers());
    } while (take(','));
    if (!take(')')) throw bad();
    return items;
  }

  function geometry(depth = 0): unknown {
    if (depth > DEEPEST) throw new GeometryProblem(TOO_DEEP);
    skip();
    const word = /^[A-Za-z]+/.exec(text.slice(at, at + 30))?.[0] ?? '';
    const type =
      KINDS[word.toUpperCase().replace(/(ZM|Z|M)$/, (s) => (word.toUpperCase() in KINDS ? s : ''))];
    if (!type)
      throw new GeometryProblem(`"${text.slice(at, at + 30)}" is not a geometry in well-known text.`);
    at += word.length;
    skip();
    const flag = /^(ZM|Z|M)(?=[\s(])/i.exec(text.slice(at, at + 4));
    if (flag) at += flag[0].length;
    skip();
    if (/^EMPTY/i.test(text.slice(at, at + 5))) {
      at += 5;
      return { type, coordinates: [], geometries: [] };
    }
    switch (type) {
      case 'GeometryCollection': {
        if (!take('(')) throw bad();
        const geometries: unknown[] = [];
        do geometries.push(geometry(depth + 1));
        while (take(','));
        if (!take(')')) throw bad();
        return { type, geometries };
      }
      case 'Point':
        return { type, coordinates: nested(1)[0] };
      case 'MultiPoint':
      case 'LineString':
        return { type, coordinates: nested(1) };
      case 'MultiLineString':
      case 'Polygon':
        return { type, coordinates: nested(2) };
      default:
        return { type, coordinates: nested(3) };
    }
  }

  const read = geometry();
  skip();
  if (at < text.length) throw bad();
  return { geometry: read, srid: srid?.[1] ?? null };
}

/** Whether a text starts like well-known text. */
export function looksLikeWkt(text: string): boolean {
  return /^\s*(SRID\s*=\s*\d+\s*;\s*)?(MULTI)?(POINT|LINESTRING|POLYGON)\s*((ZM|Z|M)\s*)?\(/i.test(text);
}
