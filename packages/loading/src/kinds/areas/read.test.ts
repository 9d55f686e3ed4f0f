import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Geometry, GeometryProblem, plainGeometry } from '@domesday/files/features/geometry';
import { readFeatures } from '@domesday/files/features/read';
import { isBesideShapefile } from '@domesday/files/features/shapefile';
import { readWkb } from '@domesday/files/features/wkb';
import { readWkt } from '@domesday/files/features/wkt';
import { crsOf, place } from '@domesday/geography/crs';
import { sharedData } from '@domesday/testing';
import { zipOf } from '@domesday/testing/zip';
import sqlite from 'node-sqlite3-wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areaDate } from '../../dates.ts';

let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'domesday-read-areas-'));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

const guards = { maxBytes: 1e9, maxRatio: 250, maxEntries: 100 };
async function featuresOf(path: string) {
  const found: { properties: Record<string, string>; geometry: Geometry; crs: string | null }[] = [];
  const file = { uri: path, name: path.split('/').pop()!, path, bytes: 1, hash: '' };
  for await (const item of readFeatures(file, { guards })) {
    if ('feature' in item) {
      const { properties, geometry, crs } = item.feature;
      found.push({ properties, geometry: plainGeometry(geometry), crs });
    }
  }
  return found;
}

describe('dates as councils write them', () => {
  it.each([
    ['1981-11-04', '1981-11-04'],
    ['04/11/1981', '1981-11-04'],
    ['17/07/78', '1978-07-17'],
    ['17/07/21', '2021-07-17'],
    ['19811104000000', '1981-11-04'],
    ['20120328', '2012-03-28'],
    ['1988/06/14', '1988-06-14'],
    ['1 February 2007', '2007-02-01'],
    ['2006-10-11T00:00:00', '2006-10-11'],
    ['2009-11-05T12:00:00.000Z', '2009-11-05'],
    // Days with the time zone of XML, and midnights of British summers in UTC.
    ['1983-07-31Z', '1983-07-31'],
    ['1983-07-31+01:00', '1983-07-31'],
    ['2004-07-14T23:00:00Z', '2004-07-15'],
    ['2004/07/14 23:00:00+00', '2004-07-15'],
    ['2004-12-31T23:00:00.000Z', '2004-12-31'],
    ['2004-07-14T23:00:00', '2004-07-14'],
    ['10-Sep-19', '2019-09-10'],
    ['1 Sept. 78', '1978-09-01'],
    ['Tue 10 Sep 2019 00:00', '2019-09-10'],
    ['September 10, 2019', '2019-09-10'],
  ])('reads %s', (text, day) => {
    expect(areaDate(text)).toBe(day);
  });

  it.each(['1974 & 1983', 'Aug-66', 'NOV 1974', '31/02/2001', '31-Feb-01', '10-Sex-19', '1985', '', null])(
    'reads no day from %s',
    (text) => {
      expect(areaDate(text)).toBeNull();
    },
  );
});

describe('reference systems', () => {
  it.each([
    ['urn:ogc:def:crs:EPSG::27700', 'grid'],
    ['EPSG:27700', 'grid'],
    ['OSGB36', 'grid'],
    ['http://www.opengis.net/gml/srs/epsg.xml#27700', 'grid'],
    ['http://www.opengis.net/def/crs/EPSG/0/4326', 'degrees'],
    ['urn:ogc:def:crs:OGC:1.3:CRS84', 'degrees'],
    ['ETRS89', 'degrees'],
    ['EPSG:3857', 'web_mercator'],
    ['EPSG:29903', 'unknown'],
    ['', null],
  ])('reads %s as %s', (declared, crs) => {
    expect(crsOf(declared)).toBe(crs);
  });

  it('places metres that are declared as degrees, and coordinates with latitude before longitude, correctly', () => {
    const at = (coordinates: [number, number], crs: 'grid' | 'degrees' | null) =>
      place({ type: 'Point', coordinates }, crs);
    const right = at([530_000, 180_000], 'grid').geometry.coordinates as [number, number];
    expect(at([530_000, 180_000], 'degrees')).toMatchObject({
      repaired: 'grid_declared_as_degrees',
      geometry: { coordinates: right },
    });
    expect(at([530_000, 180_000], null)).toMatchObject({ repaired: 'grid_without_crs' });
    expect(at([right[1], right[0]], 'degrees')).toMatchObject({
      repaired: 'axes_swapped',
      geometry: { coordinates: right },
    });
    expect(() => at([2.35, 48.85], 'degrees')).toThrow('outside Great Britain');
    expect(() => at([-0.1, 51.5], 'grid')).toThrow('look like degrees');
  });

  it('measures the same area for a shape in metres and in degrees', () => {
    const ring = [
      [450_000, 250_000],
      [451_000, 250_000],
      [451_000, 252_000],
      [450_000, 252_000],
      [450_000, 250_000],
    ] as [number, number][];
    const grid = place({ type: 'Polygon', coordinates: [structuredClone(ring)] }, 'grid');
    expect(grid.area_sqm).toBe(2_000_000);
    const degrees = place(structuredClone(grid.geometry), 'degrees');
    expect(degrees.area_sqm / 2_000_000).toBeCloseTo(1, 2);
    expect(degrees.box.minX).toBeCloseTo(450_000, 1);
  });
});

describe('geometries', () => {
  it('refuses impossible coordinates in every reference system', () => {
    for (const crs of ['grid', 'degrees', 'web_mercator', null] as const) {
      for (const odd of [Number.POSITIVE_INFINITY, 1e300, -1e300, 1e18]) {
        for (const coordinates of [
          [odd, 51],
          [-1, odd],
          [500_000, odd],
        ] as [number, number][]) {
          expect(() => place({ type: 'Point', coordinates }, crs)).toThrow(GeometryProblem);
        }
      }
    }
  });

  it('drops heights, closes rings, flattens collections and refuses anything else', () => {
    expect(
      plainGeometry({
        type: 'Polygon',
        coordinates: [
          [
            [0, 0, 5, null],
            [1, 0, 5, null],
            [1, 1, 5, null],
          ],
        ],
      }),
    ).toEqual({
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
    });
    expect(() => plainGeometry(null)).toThrow('no geometry');
    expect(() =>
      plainGeometry({
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            ['x', 0],
          ],
        ],
      }),
    ).toThrow('not a number');
  });

  it('reads well-known text in its spellings and refuses broken text', () => {
    const polygon = plainGeometry(readWkt('POLYGON((0 0,1 0,1 1,0 0),(.1 .1,.2 .1,.2 .2,.1 .1))').geometry);
    expect(polygon).toMatchObject({ type: 'Polygon', coordinates: [expect.anything(), expect.anything()] });
    for (const text of [
      'MULTIPOLYGON Z (((0 0 1,1 0 1,1 1 1,0 0 1)))',
      'SRID=27700;POLYGON((0 0,1 0,1 1,0 0))',
      'GEOMETRYCOLLECTION(POLYGON((0 0,1 0,1 1,0 0)),POINT(0 0))',
    ])
      expect(plainGeometry(readWkt(text).geometry), text).toEqual({
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      });
    expect(() => readWkt('POLYGON((0 0,1 0')).toThrow('not well-formed');
    expect(() => readWkt('CIRCLE(0 0)')).toThrow('not a geometry');
  });

  it('reads a GeoPackage, whose geometries are well-known binary after a header', async () => {
    const path = join(scratch, 'made-up.gpkg');
    const db = new sqlite.Database(path);
    db.exec(`create table gpkg_spatial_ref_sys (srs_id integer, organization text, organization_coordsys_id integer);
      insert into gpkg_spatial_ref_sys values (27700, 'EPSG', 27700);
      create table gpkg_geometry_columns (table_name text, column_name text, srs_id integer);
      insert into gpkg_geometry_columns values ('areas', 'geom', 27700);
      create table areas (fid integer primary key, name text, geom blob);`);
    const ring = [
      [450_000, 250_000],
      [450_100, 250_000],
      [450_100, 250_100],
      [450_000, 250_000],
    ];
    const blob = Buffer.alloc(8 + 32 + 1 + 4 + 4 + 4 + ring.length * 16);
    blob.write('GP', 0, 'latin1');
    blob[3] = 0b0011;
    let at = 40;
    blob[at++] = 1;
    at = blob.writeUInt32LE(3, at);
    at = blob.writeUInt32LE(1, at);
    at = blob.writeUInt32LE(ring.length, at);
    for (const [x, y] of ring) {
      at = blob.writeDoubleLE(x!, at);
      at = blob.writeDoubleLE(y!, at);
    }
    db.run('insert into areas (name, geom) values (?, ?)', ['made up', new Uint8Array(blob)]);
    db.close();
    const features = [
      {
        properties: { layer: 'areas', fid: '1', name: 'made up' },
        geometry: { type: 'Polygon', coordinates: [ring] },
        crs: 'EPSG:27700',
      },
    ];
    expect(await featuresOf(path)).toEqual(features);

    // The same in write-ahead mode: first with its log written back, then with changes that are only in the log.
    const bytes = await readFile(path);
    bytes.set([2, 2], 18);
    await writeFile(path, bytes);
    await chmod(path, 0o400);
    expect(await featuresOf(path)).toEqual(features);
    await writeFile(`${path}-wal`, 'changes');
    await expect(featuresOf(path)).rejects.toThrow('write-ahead log beside it');
    expect(() => readWkb(blob.subarray(0, 60), 40)).toThrow('cut off');

    // A surface of plain polygons, as which geodatabases keep them.
    const surface = Buffer.concat([Buffer.from([1, 12, 0, 0, 0, 1, 0, 0, 0]), blob.subarray(40)]);
    expect(plainGeometry(readWkb(surface))).toEqual({ type: 'Polygon', coordinates: [ring] });
  });

  it.skipIf(!sharedData())(
    'reads the GeoPackages of Southwark, three of them in write-ahead mode',
    async () => {
      const folder = join(sharedData()!, 'planning-data/article-4-southwark');
      const packages = (await readdir(folder)).filter((name) => name.endsWith('.gpkg'));
      expect(packages).toHaveLength(4);
      for (const name of packages) {
        const features = await featuresOf(join(folder, name));
        expect([name, features.length > 0]).toEqual([name, true]);
      }
    },
  );

  it('reads the same features however the file is cut into chunks', async () => {
    const name = 'braces } ] in "text" \\';
    const features = Array.from({ length: 50 }, (_, i) => ({
      type: 'Feature',
      properties: { name: `${name} ${i}`, nested: { features: [1] } },
      geometry: { type: 'Point', coordinates: [450_000 + i, 250_000] },
    }));
    const path = join(scratch, 'big.geojson');
    await writeFile(
      path,
      JSON.stringify({ type: 'FeatureCollection', padding: 'x'.repeat(1024 * 1024), features }),
    );
    const found = await featuresOf(path);
    expect(found.map((f) => f.properties.name)).toEqual(features.map((f) => f.properties.name));
  });

  it('reads tables with semicolons, and an archive in an archive', async () => {
    const path = join(scratch, 'layers.zip');
    const table = Buffer.from('name;easting;northing\nA;450000;250000\n');
    await writeFile(path, zipOf({ 'layer.zip': zipOf({ 'layer.csv': table }) }));
    expect((await featuresOf(path)).map((f) => [f.properties.name, f.geometry.coordinates])).toEqual([
      ['A', [450_000, 250_000]],
    ]);
  });

  it('reads the area of a row from its outline, whatever the column is called, and never from a point beside it', async () => {
    const path = join(scratch, 'renamed.csv');
    const rejects = async (text: string) => {
      await writeFile(path, text);
      const reasons: string[] = [];
      const file = { uri: path, name: 'renamed.csv', path, bytes: 1, hash: '' };
      for await (const item of readFeatures(file, { guards }))
        if ('reject' in item) reasons.push(item.reject.reason);
      return reasons;
    };
    for (const place of ['point,', 'easting,northing,']) {
      const at = place === 'point,' ? 'POINT(450000 250000),' : '450000,250000,';
      const outline = '"POLYGON((450000 250000,450100 250000,450100 250100,450000 250000))"';
      expect(await rejects(`${place}geom_wkt\n${at}${outline}\n`)).toEqual([]);
      expect((await featuresOf(path)).map((f) => f.geometry.type)).toEqual(['Polygon']);
      for (const other of [
        '"{""type"": ""Polygon"", ""coordinates"": []}"',
        '0103000020346C0000010000000400',
      ])
        expect(await rejects(`${place}geometry\n${at}${other}\n`)).toEqual([
          'The area of the row is not in well-known text.',
        ]);
    }
  });

  it('recognises the files that are read together with a shapefile', () => {
    const files = [
      '/a/quays.SHP',
      '/a/quays.dbf',
      '/a/quays.shp.xml',
      '/a/belt.dbf',
      '/b/quays.prj',
      '/a/quays.csv',
    ];
    expect(files.filter((path) => isBesideShapefile(path, files))).toEqual([
      '/a/quays.dbf',
      '/a/quays.shp.xml',
    ]);
  });

  it('refuses a MultiPatch shape in a shapefile, and does not read it as a point', async () => {
    const path = join(scratch, 'patches.shp');
    const shp = Buffer.alloc(100 + 8 + 44);
    shp.writeInt32BE(9994, 0);
    shp.writeInt32BE(22, 104);
    shp.writeInt32LE(31, 108);
    await writeFile(path, shp);
    const file = { uri: path, name: 'patches.shp', path, bytes: 1, hash: '' };
    const items: unknown[] = [];
    for await (const item of readFeatures(file, { guards })) items.push(item);
    expect(items).toMatchObject([
      { note: { name: 'no_attributes' } },
      { reject: { line: 1, reason: expect.stringContaining('MultiPatch') } },
    ]);
  });

  it.each([
    ['Road_Noise.tif', Buffer.from('II*\0 made up cells')],
    ['Road_Noise.zip', zipOf({ 'Road_Noise.tif': 'II*\0 made up cells', 'readme.txt': 'made up' })],
  ])('refuses %s as a grid of cells', async (name, bytes) => {
    const path = join(scratch, name);
    await writeFile(path, bytes);
    await expect(featuresOf(path)).rejects.toThrow(`${name} holds a grid of cells`);
  });

  it('reads placemarks of KML with their extended data, and a hole', async () => {
    const path = join(scratch, 'made-up.kml');
    await writeFile(
      path,
      `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>A</name><ExtendedData><Data name="ref"><value>7</value></Data></ExtendedData><Polygon><outerBoundaryIs><LinearRing><coordinates>-1,52,0 -0.9,52,0 -0.9,52.1,0 -1,52,0</coordinates></LinearRing></outerBoundaryIs><innerBoundaryIs><LinearRing><coordinates>-0.95,52.01 -0.94,52.01 -0.94,52.02 -0.95,52.01</coordinates></LinearRing></innerBoundaryIs></Polygon></Placemark></Document></kml>`,
    );
    const [feature] = await featuresOf(path);
    expect(feature!.properties).toMatchObject({ name: 'A', ref: '7' });
    expect((feature!.geometry.coordinates as unknown[]).length).toBe(2);
  });
});
