import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipOf } from '@domesday/testing/zip';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plainGeometry } from './geometry.ts';
import { readFeatures } from './read.ts';
import { readWkb } from './wkb.ts';

// Every shape in this file is made up.
const GUARDS = { maxBytes: 1e9, maxRatio: 250, maxEntries: 100 };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'domesday-shapes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const RING = [
  [0, 0],
  [9, 0],
  [9, 9],
  [0, 9],
  [0, 0],
];
const HOLE = [
  [2, 2],
  [2, 4],
  [4, 4],
  [4, 2],
  [2, 2],
];
const FAR = RING.map(([x, y]) => [x! + 20, y!]);
const SHAPES = {
  point: { type: 'Point', coordinates: [1, 2] },
  points: {
    type: 'MultiPoint',
    coordinates: [
      [1, 2],
      [3, 4],
    ],
  },
  line: {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [5, 5],
      [6, 5],
    ],
  },
  lines: {
    type: 'MultiLineString',
    coordinates: [
      [
        [0, 0],
        [5, 5],
      ],
      [
        [7, 7],
        [8, 8],
        [9, 7],
      ],
    ],
  },
  polygon: { type: 'Polygon', coordinates: [RING, HOLE] },
  polygons: { type: 'MultiPolygon', coordinates: [[RING, HOLE], [FAR]] },
};
type Shape = keyof typeof SHAPES;
const NAMES = Object.keys(SHAPES) as Shape[];

interface Read {
  shapes: unknown[];
  names: (string | undefined)[];
  refused: string[];
  notes: string[];
}

async function read(name: string, content: string | Buffer): Promise<Read> {
  const path = join(folder, name);
  await writeFile(path, content);
  const found: Read = { shapes: [], names: [], refused: [], notes: [] };
  const file = { uri: path, name, path, bytes: (await stat(path)).size, hash: '' };
  for await (const item of readFeatures(file, { guards: GUARDS })) {
    if ('feature' in item && item.feature) {
      found.shapes.push(plainGeometry(item.feature.geometry));
      found.names.push(item.feature.properties.name);
    } else if ('reject' in item && item.reject) found.refused.push(item.reject.reason);
    else if ('note' in item && item.note) found.notes.push(item.note.detail);
  }
  return found;
}

const features = NAMES.map((name) => ({ type: 'Feature', properties: { name }, geometry: SHAPES[name] }));
const lines = features.map((one) => JSON.stringify(one));
const pairs = (of: number[][], z = '') => of.map(([x, y]) => `${x} ${y}${z}`).join(', ');
const rings = (of: number[][][], z = '') => of.map((ring) => `(${pairs(ring, z)})`).join(', ');
const wkt = (z: string, more: string) =>
  `name,WKT\n${[
    ['point', `POINT${z}(1 2${more})`],
    ['points', `MULTIPOINT${z}((1 2${more}), (3 4${more}))`],
    ['line', `LINESTRING${z}(${pairs(SHAPES.line.coordinates, more)})`],
    ['lines', `MULTILINESTRING${z}(${rings(SHAPES.lines.coordinates, more)})`],
    ['polygon', `POLYGON${z}(${rings([RING, HOLE], more)})`],
    ['polygons', `MULTIPOLYGON${z}((${rings([RING, HOLE], more)}), (${rings([FAR], more)}))`],
  ]
    .map(([name, text]) => `${name},"${text}"\n`)
    .join('')}`;
const commas = (of: number[][]) => of.map(([x, y]) => `${x},${y},0`).join(' ');
const kmlPolygon = ([outer, ...holes]: number[][][]) =>
  `<Polygon><outerBoundaryIs><LinearRing><coordinates>${commas(outer!)}</coordinates></LinearRing></outerBoundaryIs>${holes.map((hole) => `<innerBoundaryIs><LinearRing><coordinates>${commas(hole)}</coordinates></LinearRing></innerBoundaryIs>`).join('')}</Polygon>`;
const kmlLine = (of: number[][]) => `<LineString><coordinates>${commas(of)}</coordinates></LineString>`;
const kmlPoint = (of: number[]) => `<Point><coordinates>${commas([of])}</coordinates></Point>`;
const many = (parts: string[]) => `<MultiGeometry>${parts.join('')}</MultiGeometry>`;
const KML = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${[
  ['point', kmlPoint([1, 2])],
  ['points', many([kmlPoint([1, 2]), kmlPoint([3, 4])])],
  ['line', kmlLine(SHAPES.line.coordinates)],
  ['lines', many(SHAPES.lines.coordinates.map(kmlLine))],
  ['polygon', kmlPolygon([RING, HOLE])],
  ['polygons', many([kmlPolygon([RING, HOLE]), kmlPolygon([FAR])])],
]
  .map(([name, shape]) => `<Placemark><name>${name}</name>${shape}</Placemark>`)
  .join('')}</Document></kml>`;
const LINKS = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><NetworkLink><Link><href>layers/all.kml</href></Link></NetworkLink></Document></kml>`;

const FILES: Record<string, [name: string, content: string | Buffer]> = {
  'a collection': ['a.geojson', JSON.stringify({ type: 'FeatureCollection', features })],
  'a list of features': ['a.json', JSON.stringify(features)],
  'a feature on each line': ['a.geojsonl', `${lines.join('\n')}\n`],
  'a text sequence': ['a.geojsons', lines.map((line) => `\u001e${line}\n`).join('')],
  'well-known text': ['a.csv', wkt('', '')],
  'well-known text with heights': ['z.csv', wkt(' Z ', ' 7')],
  'KML of every kind': ['a.kml', KML],
  'KMZ whose first file leads to another': ['a.kmz', zipOf({ 'doc.kml': LINKS, 'layers/all.kml': KML })],
  'lines of features in an archive': ['a.zip', zipOf({ 'a.geojsonl': lines.join('\r\n') })],
};

it.each(Object.entries(FILES))(
  '%s gives the same shapes as every other format',
  async (_what, [name, content]) => {
    const { shapes, names, refused } = await read(name, content);
    expect(refused).toEqual([]);
    expect(names).toEqual(NAMES);
    expect(shapes).toEqual(NAMES.map((one) => SHAPES[one]));
  },
);

it('refuses a single feature that is not valid JSON, and says after which feature a file of lines was cut off', async () => {
  const broken = await read('b.geojsonl', [lines[0], '{"type":', lines[4]].join('\n'));
  expect([broken.names, broken.refused]).toEqual([['point', 'polygon'], ['The feature is not valid JSON.']]);
  const cut = await read('c.geojsonl', `${lines[0]}\n${lines[4]}\n${lines[5]!.slice(0, 60)}`);
  expect(cut.names).toEqual(['point', 'polygon']);
  expect(cut.refused).toEqual(['The file ends in the middle of a feature: it was cut off.']);
  expect(cut.notes.join()).toContain('cut off after 2 features');
});

it.each(['a.tab', 'a.mif', 'a.fgb', 'a.dxf', 'a.gpx', 'a.topojson'])(
  'says that %s must be converted, alone and in an archive',
  async (name) => {
    const content = 'id,name\n1,Cod Lane\n';
    await expect(read(name, content)).rejects.toThrow(/Convert it with GDAL/);
    await expect(read('others.zip', zipOf({ [name]: content }))).rejects.toThrow(/Convert it with GDAL/);
  },
);

it('refuses a KML file that only links to other files', async () => {
  await expect(read('links.kml', LINKS)).rejects.toThrow('has no features');
});

/** Well-known binary of little-endian numbers; `z` for a height beside each position. */
function wkb(shape: { type: string; coordinates: unknown }, z = 0): Buffer {
  const kinds = ['Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'];
  const number = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  };
  const at = (position: number[]) => {
    const bytes = Buffer.alloc(16 + 8 * z);
    for (const [i, value] of position.entries()) bytes.writeDoubleLE(value, 8 * i);
    return bytes;
  };
  const list = <T>(of: T[], each: (one: T) => Buffer) => Buffer.concat([number(of.length), ...of.map(each)]);
  const kind = kinds.indexOf(shape.type) + 1;
  const part = (type: string) => (coordinates: unknown) => wkb({ type, coordinates }, z);
  const body: Record<number, () => Buffer> = {
    1: () => at(shape.coordinates as number[]),
    2: () => list(shape.coordinates as number[][], at),
    3: () => list(shape.coordinates as number[][][], (ring) => list(ring, at)),
    4: () => list(shape.coordinates as unknown[], part('Point')),
    5: () => list(shape.coordinates as unknown[], part('LineString')),
    6: () => list(shape.coordinates as unknown[], part('Polygon')),
  };
  return Buffer.concat([Buffer.from([1]), number(kind + 1000 * z), body[kind]!()]);
}

it.each(NAMES)(
  'reads %s of well-known binary, with and without heights, and refuses one that is cut off',
  (name) => {
    for (const z of [0, 1]) {
      const bytes = wkb(SHAPES[name], z);
      expect(plainGeometry(readWkb(bytes))).toEqual(SHAPES[name]);
      expect(() => readWkb(bytes.subarray(0, -20))).toThrow('cut off');
    }
  },
);
