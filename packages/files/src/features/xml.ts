import { SaxesParser } from 'saxes';
import type { Decoded } from '../decode.ts';
import { LoadError } from '../errors.ts';
import type { ReadItem } from './items.ts';

const MEMBERS = new Set(['member', 'featureMember', 'featureMembers']);
const SHAPES = new Set([
  'Point',
  'LineString',
  'LinearRing',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiCurve',
  'MultiPolygon',
  'MultiSurface',
  'MultiGeometry',
  'Surface',
  'Curve',
  'CompositeSurface',
]);
const CURVED = new Set(['Arc', 'ArcString', 'ArcByCenterPoint', 'Circle', 'CircleByCenterPoint', 'Bezier']);

interface Shape {
  srs: string | null;
  polygons: number[][][][];
  lines: number[][][];
  points: number[][];
  curved: boolean;
}

/**
 * GML 2, 3.1 and 3.2 feature collections and KML placemarks, as a stream: one feature is held at a time,
 * whether the file is one line or millions. Properties are the leaf elements of a feature, and in KML the
 * extended data. Latitude before longitude is put right by `place`.
 */
export async function* readXml(text: AsyncIterable<Decoded>): AsyncGenerator<ReadItem> {
  const parser = new SaxesParser({ xmlns: false });
  const stack: string[] = [];
  let items: ReadItem[] = [];
  let count = 0;
  let fault: string | null = null;
  let collectionSrs: string | null = null;
  let seenRoot = '';

  let properties: Record<string, string> | null = null;
  let featureDepth = 0;
  let shape: Shape | null = null;
  let shapeDepth = 0;
  let hidden = 0;
  let collected = '';
  let leaf = false;
  let dataName: string | null = null;
  let dimensions = 2;
  let line: number[][] = [];
  let ring: number[][] = [];
  let rings: number[][][] | null = null;

  parser.on('error', (error) => {
    fault ??= error.message;
  });
  parser.on('opentag', (tag) => {
    const name = localName(tag.name);
    const attributes = tag.attributes as Record<string, string>;
    const parent = stack.at(-1) ?? '';
    stack.push(name);
    collected = '';
    leaf = true;
    if (stack.length === 1) {
      seenRoot = name;
      if (name === 'html' || name === 'HTML')
        throw new LoadError(
          'refused',
          'The file is a web page, not data. Open its address in a browser: it may ask for a click or a login.',
        );
      if (name === 'ExceptionReport' || name === 'ServiceExceptionReport')
        throw new LoadError(
          'refused',
          'The file is not data but an error message of the publisher’s server (ExceptionReport).',
        );
    }
    if (hidden) {
      hidden++;
      return;
    }
    if (name === 'boundedBy' || name === 'Style' || name === 'StyleMap' || name === 'LookAt') {
      hidden = 1;
      return;
    }
    if (!properties) {
      if (name === 'Placemark' || (MEMBERS.has(parent) && !MEMBERS.has(name))) {
        properties = {};
        featureDepth = stack.length;
        count++;
        const id = attributes['gml:id'] ?? attributes.fid ?? attributes.id;
        if (id) properties.gml_id = id;
        shape = null;
      }
      return;
    }
    if (name === 'Data' || name === 'SimpleData') dataName = attributes.name ?? null;
    if (shapeDepth === 0 && SHAPES.has(name)) {
      shapeDepth = stack.length;
      shape ??= { srs: null, polygons: [], lines: [], points: [], curved: false };
    }
    if (shapeDepth > 0 && shape) {
      const srs = attributes.srsName;
      if (srs && !shape.srs) shape.srs = srs;
      const given = Number(attributes.srsDimension ?? attributes.dimension);
      if (shapeDepth === stack.length || given) dimensions = given || 2;
      if (CURVED.has(name)) shape.curved = true;
      if (name === 'Polygon' || name === 'PolygonPatch' || name === 'Triangle') rings = [];
      if (
        name === 'exterior' ||
        name === 'outerBoundaryIs' ||
        name === 'interior' ||
        name === 'innerBoundaryIs'
      )
        ring = [];
      if (name === 'LineString' || name === 'Curve') line = [];
    }
  });
  parser.on('text', (piece) => {
    if (!hidden && properties) collected += piece;
  });
  parser.on('cdata', (piece) => {
    if (!hidden && properties) collected += piece;
  });
  parser.on('closetag', (tag) => {
    const name = localName(tag.name);
    const depth = stack.length;
    stack.pop();
    const own = collected;
    const wasLeaf = leaf;
    collected = '';
    leaf = false;
    if (hidden) {
      hidden--;
      return;
    }
    if (!properties) {
      if (name === 'Envelope' && tag.attributes) {
        collectionSrs ??= (tag.attributes as Record<string, string>).srsName ?? null;
      }
      return;
    }
    if (shapeDepth > 0 && shape) {
      closeShape(name, own, shape);
      if (depth === shapeDepth) shapeDepth = 0;
      return;
    }
    if (depth === featureDepth) {
      const number = count;
      if (shape?.curved) {
        items.push({
          reject: {
            line: number,
            reason: 'The geometry has curves. Export it again with straight segments.',
            raw: JSON.stringify(properties).slice(0, 500),
          },
        });
      } else {
        const geometry = shape && {
          type: 'GeometryCollection',
          geometries: [
            { type: 'MultiPolygon', coordinates: shape.polygons },
            { type: 'MultiLineString', coordinates: shape.lines },
            { type: 'MultiPoint', coordinates: shape.points },
          ],
        };
        const crs = seenRoot === 'kml' ? 'EPSG:4326' : (shape?.srs ?? collectionSrs);
        items.push({ feature: { properties, geometry, line: number, crs } });
      }
      properties = null;
      shape = null;
      return;
    }
    const value = own.trim();
    if (name === 'value' && dataName) {
      if (value) properties[dataName] = value;
    } else if (name === 'SimpleData' && dataName) {
      if (value) properties[dataName] = value;
    } else if (wasLeaf && value && name !== 'Data') {
      properties[name] ??= value;
    }
    if (name === 'Data' || name === 'SimpleData') dataName = null;
  });

  function closeShape(name: string, own: string, into: Shape): void {
    switch (name) {
      case 'posList':
      case 'pos':
        target().push(...bySpaces(own, dimensions));
        return;
      case 'coordinates':
        target().push(...byCommas(own));
        return;
      case 'exterior':
      case 'outerBoundaryIs':
        rings?.unshift(ring);
        ring = [];
        return;
      case 'interior':
      case 'innerBoundaryIs':
        rings?.push(ring);
        ring = [];
        return;
      case 'Polygon':
      case 'PolygonPatch':
      case 'Triangle':
        if (rings) into.polygons.push(rings);
        rings = null;
        return;
      case 'LineString':
      case 'Curve':
        if (!rings && line.length > 0) into.lines.push(line);
        if (!rings) line = [];
        return;
      case 'Point':
        if (!rings && line.length > 0) into.points.push(line[0]!);
        line = [];
        return;
    }
  }
  function target(): number[][] {
    return rings ? ring : line;
  }

  for await (const { text: chunk } of text) {
    parser.write(chunk);
    if (items.length > 0) {
      const ready = items;
      items = [];
      yield* ready;
    }
    if (fault) break;
  }
  if (!fault) parser.close();
  yield* items;
  if (fault) {
    const reason = `The XML breaks off or is not well-formed: ${String(fault).slice(0, 200)}`;
    if (count === 0) throw new LoadError('refused', reason);
    yield { reject: { line: count + 1, reason, raw: '' } };
    yield {
      note: {
        name: 'truncated',
        status: 'warn',
        detail: `The file could be read for ${count} features only.`,
      },
      incomplete: true,
    };
  }
  if (count === 0 && !fault) {
    throw new LoadError(
      'refused',
      `The XML (<${seenRoot}>) holds no features: it needs placemarks (KML) or members of a feature collection (GML).`,
    );
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function bySpaces(text: string, dimensions: number): number[][] {
  const numbers = text.trim().split(/\s+/);
  const out: number[][] = [];
  for (let i = 0; i + 1 < numbers.length; i += dimensions)
    out.push([Number(numbers[i]), Number(numbers[i + 1])]);
  return out;
}

function byCommas(text: string): number[][] {
  return text
    .replace(/\s*,\s*/g, ',')
    .trim()
    .split(/\s+/)
    .filter((tuple) => tuple !== '')
    .map((tuple) => tuple.split(',').slice(0, 2).map(Number));
}
