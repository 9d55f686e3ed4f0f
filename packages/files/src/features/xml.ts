import { SaxesParser } from 'saxes';
import { counted } from '../counted.ts';
import type { Decoded } from '../decode.ts';
import { A_WEB_PAGE, LoadError } from '../errors.ts';
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

/**
 * How many numbers a position can have. Any other value, such as -1 or a fraction, would make reading a list endless.
 */
const DIMENSIONS = new Set([2, 3, 4]);

/** Elements that are skipped with all their content. */
const HIDDEN = new Set(['boundedBy', 'Style', 'StyleMap', 'LookAt']);
const OUTER = new Set(['exterior', 'outerBoundaryIs']);
const INNER = new Set(['interior', 'innerBoundaryIs']);

/**
 * Reads GML 2, 3.1 and 3.2 feature collections and KML placemarks as a stream, with one feature in memory at a time.
 * Properties are the leaf elements of a feature, and in KML the extended data. The order of axes is kept as in the
 * file.
 */
export async function* readXml(text: AsyncIterable<Decoded>): AsyncGenerator<ReadItem> {
  const reader = new FeatureReader();
  for await (const { text: chunk } of text) {
    reader.parser.write(chunk);
    yield* reader.take();
    if (reader.fault) break;
  }
  if (!reader.fault) reader.parser.close();
  yield* reader.take();
  yield* ending(reader);
}

/** Message at the end of a file that is truncated or empty. */
function* ending({ fault, count, root }: FeatureReader): Generator<ReadItem> {
  if (fault) {
    const reason = `The XML breaks off or is not well-formed: ${String(fault).slice(0, 200)}`;
    if (count === 0) throw new LoadError('refused', reason);
    yield { reject: { line: count + 1, reason, raw: '' } };
    yield {
      note: {
        name: 'truncated',
        status: 'warn',
        detail: `The file could be read for ${counted(count, 'feature')} only.`,
      },
      incomplete: true,
    };
  } else if (count === 0) {
    throw new LoadError(
      'refused',
      `The XML (<${root}>) has no features: it needs placemarks (KML) or members of a feature collection (GML).`,
      // Marks the error as one that an archive may contain: the first file of a KMZ may only link to the others.
      ['geometry'],
    );
  }
}

/** Builds the features of a document out of the parser's events. */
class FeatureReader {
  readonly parser = new SaxesParser({ xmlns: false });
  /** Why parsing cannot continue. */
  fault: string | null = null;
  /** Features so far. */
  count = 0;
  root = '';
  #items: ReadItem[] = [];
  /** Names of the open elements. */
  readonly #stack: string[] = [];
  #collectionSrs: string | null = null;
  #properties: Record<string, string> | null = null;
  #featureDepth = 0;
  /** Depth inside a skipped element. */
  #hidden = 0;
  #collected = '';
  #leaf = false;
  #dataName: string | null = null;
  #geometry: GeometryBuilder | null = null;
  #shapeDepth = 0;

  constructor() {
    this.parser.on('error', (error) => {
      this.fault ??= error.message;
    });
    this.parser.on('opentag', (tag) =>
      this.#open(localName(tag.name), tag.attributes as Record<string, string>),
    );
    const collect = (piece: string) => {
      if (!this.#hidden && this.#properties) this.#collected += piece;
    };
    this.parser.on('text', collect);
    this.parser.on('cdata', collect);
    this.parser.on('closetag', (tag) =>
      this.#close(localName(tag.name), tag.attributes as Record<string, string> | undefined),
    );
  }

  /** The features completed since the last call. */
  take(): ReadItem[] {
    const ready = this.#items;
    this.#items = [];
    return ready;
  }

  #open(name: string, attributes: Record<string, string>): void {
    const parent = this.#stack.at(-1) ?? '';
    this.#stack.push(name);
    this.#collected = '';
    this.#leaf = true;
    if (this.#stack.length === 1) this.#openRoot(name);
    if (this.#hidden || HIDDEN.has(name)) {
      this.#hidden++;
    } else if (!this.#properties) {
      if (name === 'Placemark' || (MEMBERS.has(parent) && !MEMBERS.has(name))) this.#openFeature(attributes);
    } else {
      if (name === 'Data' || name === 'SimpleData') this.#dataName = attributes.name ?? null;
      this.#openShape(name, attributes);
    }
  }

  #openRoot(name: string): void {
    this.root = name;
    if (name === 'html' || name === 'HTML') throw new LoadError('refused', A_WEB_PAGE);
    if (name === 'ExceptionReport' || name === 'ServiceExceptionReport')
      throw new LoadError(
        'refused',
        'The file is not data but an error message of the publisher’s server (ExceptionReport).',
      );
  }

  #openFeature(attributes: Record<string, string>): void {
    this.#properties = {};
    this.#featureDepth = this.#stack.length;
    this.count++;
    const id = attributes['gml:id'] ?? attributes.fid ?? attributes.id;
    if (id) this.#properties.gml_id = id;
    this.#geometry = null;
  }

  #openShape(name: string, attributes: Record<string, string>): void {
    if (this.#shapeDepth === 0 && SHAPES.has(name)) {
      this.#shapeDepth = this.#stack.length;
      this.#geometry ??= new GeometryBuilder();
    }
    if (this.#shapeDepth > 0) this.#geometry?.open(name, attributes, this.#shapeDepth === this.#stack.length);
  }

  #close(name: string, attributes: Record<string, string> | undefined): void {
    const depth = this.#stack.length;
    this.#stack.pop();
    const own = this.#collected;
    const wasLeaf = this.#leaf;
    this.#collected = '';
    this.#leaf = false;
    if (this.#hidden) {
      this.#hidden--;
    } else if (!this.#properties) {
      if (name === 'Envelope') this.#collectionSrs ??= attributes?.srsName ?? null;
    } else if (this.#shapeDepth > 0 && this.#geometry) {
      this.#geometry.close(name, own);
      if (depth === this.#shapeDepth) this.#shapeDepth = 0;
    } else if (depth === this.#featureDepth) {
      this.#closeFeature(this.#properties);
    } else this.#closeProperty(this.#properties, name, own.trim(), wasLeaf);
  }

  #closeFeature(properties: Record<string, string>): void {
    const line = this.count;
    const built = this.#geometry;
    if (built?.curved) {
      const reason = 'The geometry has curves. Export it again with straight segments.';
      this.#items.push({ reject: { line, reason, raw: JSON.stringify(properties).slice(0, 500) } });
    } else {
      const crs = this.root === 'kml' ? 'EPSG:4326' : (built?.srs ?? this.#collectionSrs);
      this.#items.push({ feature: { properties, geometry: built ? built.geometry() : null, line, crs } });
    }
    this.#properties = null;
    this.#geometry = null;
  }

  #closeProperty(properties: Record<string, string>, name: string, value: string, wasLeaf: boolean): void {
    const data = name === 'Data' || name === 'SimpleData';
    if ((name === 'value' || name === 'SimpleData') && this.#dataName) {
      if (value) properties[this.#dataName] = value;
    } else if (wasLeaf && value && name !== 'Data') {
      properties[name] ??= value;
    }
    if (data) this.#dataName = null;
  }
}

/** Assembles the polygons, lines and points of one feature. */
class GeometryBuilder {
  srs: string | null = null;
  /** Whether it has curved segments. */
  curved = false;
  readonly #polygons: number[][][][] = [];
  readonly #lines: number[][][] = [];
  readonly #points: number[][] = [];
  #dimensions = 2;
  #line: number[][] = [];
  #ring: number[][] = [];
  /** Rings of the current polygon. */
  #rings: number[][][] | null = null;

  geometry(): unknown {
    return {
      type: 'GeometryCollection',
      geometries: [
        { type: 'MultiPolygon', coordinates: this.#polygons },
        { type: 'MultiLineString', coordinates: this.#lines },
        { type: 'MultiPoint', coordinates: this.#points },
      ],
    };
  }

  open(name: string, attributes: Record<string, string>, outermost: boolean): void {
    this.srs ??= attributes.srsName || null;
    const given = Number(attributes.srsDimension ?? attributes.dimension);
    if (outermost || given) this.#dimensions = DIMENSIONS.has(given) ? given : 2;
    if (CURVED.has(name)) this.curved = true;
    if (name === 'Polygon' || name === 'PolygonPatch' || name === 'Triangle') this.#rings = [];
    if (OUTER.has(name) || INNER.has(name)) this.#ring = [];
    if (name === 'LineString' || name === 'Curve') this.#line = [];
  }

  close(name: string, text: string): void {
    if (name === 'posList' || name === 'pos') this.#add(bySpaces(text, this.#dimensions));
    else if (name === 'coordinates') this.#add(byCommas(text));
    else if (OUTER.has(name) || INNER.has(name)) {
      if (OUTER.has(name)) this.#rings?.unshift(this.#ring);
      else this.#rings?.push(this.#ring);
      this.#ring = [];
    } else if (name === 'Polygon' || name === 'PolygonPatch' || name === 'Triangle') {
      if (this.#rings) this.#polygons.push(this.#rings);
      this.#rings = null;
    } else if (name === 'LineString' || name === 'Curve') {
      if (!this.#rings && this.#line.length > 0) this.#lines.push(this.#line);
      if (!this.#rings) this.#line = [];
    } else if (name === 'Point') {
      if (!this.#rings && this.#line.length > 0) this.#points.push(this.#line[0]!);
      this.#line = [];
    }
  }

  #add(positions: number[][]): void {
    const into = this.#rings ? this.#ring : this.#line;
    for (const position of positions) into.push(position);
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
    .split(',')
    .map((part) => part.trim())
    .join(',')
    .split(/\s+/)
    .filter((tuple) => tuple !== '')
    .map((tuple) => tuple.split(',').slice(0, 2).map(Number));
}
