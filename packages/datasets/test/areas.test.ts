import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LoadError, load, rebuildDerived } from '@domesday/builds';
import { inTransaction } from '@domesday/db';
import { publishing } from '@domesday/loading/rebuild.query';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { zipOf } from '@domesday/testing/zip';
import pointInPolygon from 'point-in-polygon-hao';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collection, feature, square } from './made-up-areas.ts';

let database: TestDatabase;
let scratch: string;

beforeAll(async () => {
  database = await emptyDatabase();
  scratch = await mkdtemp(join(tmpdir(), 'domesday-areas-test-'));
});
afterAll(async () => {
  await database.drop();
  await rm(scratch, { recursive: true, force: true });
});
beforeEach(() =>
  database.db.query(
    `truncate areas, area_coverage, area_members, area_postcodes, postcodes, addresses, dataset_loads,
       dataset_rejects, derived_builds`,
  ),
);

async function file(content: unknown, name: string): Promise<string> {
  const path = join(scratch, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const loadAreas = (dataset: string, path: string, mapping?: Record<string, unknown>, more: object = {}) =>
  load(database.db, dataset, [path], { home: scratch, ...(mapping ? { mapping } : {}), ...more });
const rows = async (sql: string, values: unknown[] = []) => (await database.db.query(sql, values)).rows;

async function addAddresses(points: [uprn: number, easting: number, northing: number][]): Promise<void> {
  for (const [uprn, easting, northing] of points) {
    await database.db.query(
      `insert into addresses (uprn, address, postcode, country, local_authority_code, easting, northing, position, source)
       values ($1, 'MADE UP', 'XE1 2AB', 'England', 'E06999001', $2, $3, point($2, $3), 'address-list')`,
      [uprn, easting, northing],
    );
  }
}
const members = () =>
  rows(
    `select m.uprn, a.kind, a.name from area_members m join areas a on a.id = m.area_id order by m.uprn, a.name`,
  );

describe('areas', () => {
  it('finds the properties in each area, including edges and without holes, and again when addresses change', async () => {
    await addAddresses([
      [1, 450_500, 250_500],
      [2, 450_000, 250_000],
      [3, 452_500, 250_500],
    ]);
    const ring = [...square(450_000, 250_000, 1000), ...square(450_400, 250_400, 200)];
    const path = await file(
      collection([
        feature({ name: 'ring' }, ring),
        feature({ name: 'east' }, square(452_000, 250_000, 1000)),
      ]),
      'ring.geojson',
    );
    await loadAreas('planning-data', path, { kind: 'conservation-area' });
    expect(await members()).toEqual([
      { uprn: 2, kind: 'conservation-area', name: 'ring' },
      { uprn: 3, kind: 'conservation-area', name: 'east' },
    ]);
    await database.db.query(
      'update addresses set easting = 0.5 + easting, position = point(easting + 0.5, northing)',
    );
    await database.db.query(
      `update derived_builds set inputs = 'older' where name = 'areas of planning-data'`,
    );
    await addAddresses([[4, 450_100, 250_100]]);
    await inTransaction(database.db, (client) => publishing(client, () => rebuildDerived(client)));
    expect((await members()).map((m) => m.uprn)).toEqual([2, 3, 4]);
  });

  it('finds the same properties in large grid squares as in small ones', async () => {
    const points: [number, number, number][] = [];
    for (let i = 0; i < 400; i++) points.push([i + 1, 399_000 + i * 5, 199_000 + ((i * 37) % 2000)]);
    await addAddresses(points);
    // One shape with many corners spans four squares of 100 km.
    const ring: number[][] = [];
    for (let i = 0; i <= 30_000; i++) {
      const angle = (i / 30_000) * 2 * Math.PI;
      const r = 700 + 100 * Math.sin(angle * 50);
      ring.push([400_000 + r * Math.cos(angle), 200_000 + r * Math.sin(angle)]);
    }
    const path = await file(collection([feature({ name: 'star' }, [ring])]), 'star.geojson');
    await loadAreas('planning-data', path, { kind: 'green-belt' });
    const expected = points.filter(([, x, y]) => pointInPolygon([x, y], [ring] as never) !== false);
    expect(expected.length).toBeGreaterThan(50);
    expect((await members()).map((m) => m.uprn)).toEqual(expected.map(([uprn]) => uprn));
  });

  it('replaces the areas of the same kind and place only', async () => {
    const one = (name: string, x: number) =>
      file(collection([feature({ name }, square(x, 250_000, 100))]), `${name}.geojson`);
    await loadAreas('planning-data', await one('a', 450_000), {
      kind: 'conservation-area',
      covers: ['E06999001'],
    });
    await loadAreas('planning-data', await one('b', 460_000), {
      kind: 'conservation-area',
      covers: ['E06999002'],
    });
    await loadAreas('planning-data', await one('c', 450_000), { kind: 'green-belt', covers: ['E06999001'] });
    await loadAreas('planning-data', await one('d', 450_000), {
      kind: 'conservation-area',
      covers: ['E06999001'],
    });
    expect((await rows('select name from areas order by name')).map((r) => r.name)).toEqual(['b', 'c', 'd']);
  });

  it('refuses two editions in one load, but accepts districts that give their areas the same numbers', async () => {
    const one = (file_name: string, properties: object, x: number, size: number) =>
      file(collection([feature(properties, square(x, 250_000, size))]), file_name);
    const both = (paths: string[]) =>
      load(database.db, 'planning-data', paths, { home: scratch, mapping: { kind: 'conservation-area' } });
    for (const properties of [{ reference: 'CA-7' }, { name: 'Cod Quay' }])
      await expect(
        both([
          await one('2024.geojson', properties, 450_000, 100),
          await one('2025.geojson', properties, 450_000, 200),
        ]),
      ).rejects.toThrow('The files are of several editions: they differ in 1 area');
    const districts = [
      await one('north.geojson', { objectid: 7, name: 'Quay' }, 450_000, 100),
      await one('south.geojson', { objectid: 7, name: 'Quay' }, 460_000, 100),
      await one('rule.geojson', { objectid: 7 }, 450_000, 150),
      await one('other-rule.geojson', { objectid: 7 }, 450_000, 160),
    ];
    expect((await both(districts)).rows_published).toBe(4);
  });

  it('warns that all layers of a file were read as the given kind, and reads only the named layers if the mapping names any', async () => {
    const layer = (name: string, x: number) =>
      JSON.stringify(collection([feature({ name }, square(x, 250_000, 100))]));
    const path = join(scratch, 'layers.zip');
    await writeFile(
      path,
      zipOf({ 'quays.geojson': layer('a', 450_000), 'belt.geojson': layer('b', 451_000) }),
    );
    const all = await loadAreas('planning-data', path, { kind: 'conservation-area' });
    expect(all.checks.find((check) => check.name === 'layers')?.detail).toContain(
      'all of its 2 layers were read as conservation-area: quays.geojson (1), belt.geojson (1)',
    );
    const named = await loadAreas(
      'planning-data',
      path,
      { kind: 'conservation-area', layers: ['quays'] },
      { force: true },
    );
    expect(named.checks.map((check) => check.name)).not.toContain('layers');
    expect(await rows('select name from areas')).toEqual([{ name: 'a' }]);
  });

  it('counts a place as covered if covers names it, and not a nation of which the file has only a part', async () => {
    const path = await file(
      collection([feature({ flood_zone: 'FZ3' }, square(450_000, 250_000, 100))]),
      'zones.geojson',
    );
    await loadAreas('flood-zones-england', path);
    expect(await rows('select * from area_coverage')).toEqual([]);
    await loadAreas('flood-zones-england', path, { covers: ['England'] });
    expect(await rows('select kind, country, basis, complete from area_coverage')).toEqual([
      { kind: 'flood-zone-3', country: 'England', basis: 'declared', complete: true },
    ]);
  });

  it('counts a nation as covered if a file spreads over all of it, unless the file was cut off', async () => {
    const corners = [1, 2, 3, 4, 5, 6].map((i) =>
      feature({ flood_zone: 'FZ2' }, square(100_000 * i, 100_000 * i, 100)),
    );
    await loadAreas('flood-zones-england', await file(collection(corners), 'england.geojson'));
    expect(await rows('select country, basis, complete from area_coverage')).toEqual([
      { country: 'England', basis: 'extent', complete: true },
    ]);
    const cut = await file(collection(corners, { exceededTransferLimit: true }), 'england-page-1.geojson');
    const result = await loadAreas('flood-zones-england', cut, undefined, { force: true });
    expect(result.checks.map((c) => c.detail).join(' ')).toContain('stopped after 6 features');
    expect(await rows('select complete from area_coverage where country is not null')).toEqual([
      { complete: false },
    ]);
  });

  it('counts an authority as covered if one of its properties lies in an area, unless the file was cut off', async () => {
    await addAddresses([[1, 450_050, 250_050]]);
    const areas = [feature({ name: 'a' }, square(450_000, 250_000, 100))];
    await loadAreas('planning-data', await file(collection(areas), 'whole.geojson'), { kind: 'green-belt' });
    const coverage = () =>
      rows(`select authority_code, complete from area_coverage where basis = 'features'`);
    expect(await coverage()).toEqual([{ authority_code: 'E06999001', complete: true }]);
    const cut = await file(collection(areas, { exceededTransferLimit: true }), 'cut-page.geojson');
    await loadAreas('planning-data', cut, { kind: 'green-belt' });
    expect(await coverage()).toEqual([{ authority_code: 'E06999001', complete: false }]);
  });

  it('does not count a neighbour as covered if its property lies in a file declared for another authority', async () => {
    await addAddresses([[1, 450_050, 250_050]]);
    const path = await file(collection([feature({}, square(450_000, 250_000, 100))]), 'declared.geojson');
    await loadAreas('planning-data', path, { kind: 'green-belt', covers: ['E06999002'] });
    expect(await rows('select authority_code from area_coverage')).toEqual([{ authority_code: 'E06999002' }]);
  });

  it('refuses a feature with its reason and loads the rest', async () => {
    const path = await file(
      collection([
        feature({ name: 'good' }, square(450_000, 250_000, 100)),
        feature({ name: 'none' }, undefined, 'Polygon'),
        feature({ name: 'far' }, square(5_000_000, 250_000, 100)),
        { type: 'Feature', properties: { name: 'null' }, geometry: null },
      ]),
      'mixed.geojson',
    );
    const result = await loadAreas('planning-data', path, { kind: 'conservation-area' });
    expect(result).toMatchObject({ rows_read: 4, rows_published: 1, rows_rejected: 3 });
    const reasons = (await rows('select reason from dataset_rejects order by line')).map((r) => r.reason);
    expect(reasons[0]).toBe('The feature has no geometry.');
    expect(reasons[1]).toContain('outside Great Britain');
    expect(reasons[2]).toBe('The feature has no geometry.');
  });

  it('asks for the kind of area if the file does not state it', async () => {
    const path = await file(collection([feature({ name: 'a' }, square(450_000, 250_000, 100))]), 'a.geojson');
    const refused = await loadAreas('planning-data', path).catch((e: unknown) => e);
    expect(refused).toBeInstanceOf(LoadError);
    expect((refused as LoadError).message).toContain('kind: conservation-area');
    expect(await rows('select 1 from areas')).toEqual([]);
  });

  it.each([
    ['a web page', '<!DOCTYPE html><html><body>Sign in</body></html>', 'web page'],
    ['an error of the server', '{"error":{"code":400,"message":"Invalid URL"}}', 'error message'],
    ['Esri JSON', '{"features":[{"attributes":{"a":1},"geometry":{"rings":[]}}]}', 'Esri JSON'],
    ['a table without geometry', 'name,date\nA,2020-01-01\n', 'no geometry'],
    ['an Excel workbook', 'PK\u0003\u0004', 'damaged|workbook|not'],
    ['an empty file', '', 'empty'],
  ])('refuses %s with a reason', async (_name, content, words) => {
    const path = await file(content, `refused-${words.length}-${content.length}.dat`);
    const refused = await loadAreas('planning-data', path, { kind: 'conservation-area' }).catch(
      (e: unknown) => e,
    );
    expect((refused as Error).message).toMatch(new RegExp(words));
    expect(await rows('select 1 from areas')).toEqual([]);
  });

  it('loads the other files of a folder if one has no areas, and says which was refused and why', async () => {
    const folder = join(scratch, 'council');
    await mkdir(folder);
    const area = collection([feature({ name: 'a' }, square(450_000, 250_000, 100))]);
    await writeFile(join(folder, 'areas.geojson'), JSON.stringify(area));
    await writeFile(join(folder, 'appraisals.csv'), 'reference,document\nA1,a.pdf\n');
    const result = await loadAreas('planning-data', folder, { kind: 'conservation-area' });
    expect(result.rows_published).toBe(1);
    expect(result.checks.find((one) => one.name === 'passed_over')).toMatchObject({
      status: 'warn',
      detail: expect.stringMatching(/^1 file was not loaded. appraisals.csv was refused: .* no geometry/),
    });
    await rm(join(folder, 'areas.geojson'));
    await expect(loadAreas('planning-data', folder, { kind: 'conservation-area' })).rejects.toThrow(
      'appraisals.csv was refused',
    );
  });

  it('reads the complete features of a feature collection that was cut off', async () => {
    const whole = JSON.stringify(
      collection([
        feature({ name: 'a' }, square(450_000, 250_000, 100)),
        feature({ name: 'b' }, square(450_000, 250_000, 100)),
      ]),
    );
    const path = await file(whole.slice(0, -60), 'cut.geojson');
    const result = await loadAreas('planning-data', path, {
      kind: 'conservation-area',
      covers: ['E06999001'],
    });
    expect(result).toMatchObject({ rows_published: 1, rows_rejected: 1 });
    expect(result.checks.some((c) => c.name === 'truncated' && c.status === 'warn')).toBe(true);
    expect(await rows('select complete from area_coverage')).toEqual([{ complete: false }]);
  });

  it('loads the areas of an archive with a table that explains their columns, and says so', async () => {
    const areas = JSON.stringify(collection([feature({ name: 'a' }, square(450_000, 250_000, 100))]));
    const path = join(scratch, 'explained.zip');
    await writeFile(path, zipOf({ 'fields.csv': 'field,meaning\nname,Its name\n', 'areas.geojson': areas }));
    const { rows_published, checks } = await loadAreas('planning-data', path, { kind: 'conservation-area' });
    expect(rows_published).toBe(1);
    expect(checks).toContainEqual({
      name: 'passed_over',
      status: 'warn',
      detail: expect.stringContaining(
        '1 file was not loaded. fields.csv was refused: the table has no geometry',
      ),
    });
    await writeFile(path, zipOf({ 'fields.csv': 'field,meaning\nname,Its name\n' }));
    await expect(loadAreas('planning-data', path, { kind: 'conservation-area' })).rejects.toThrow(
      'fields.csv was refused: the table has no geometry',
    );
  });

  it('counts no place as covered by a table that was cut off', async () => {
    const corner = (x: number) =>
      `"POLYGON((${x} 250000,${x + 100} 250000,${x + 100} 250100,${x} 250000))",a,2026-01-02`;
    const text = `geometry,name,start-date\n${corner(450_000)}\n${corner(460_000)}`;
    const to = { kind: 'conservation-area', covers: ['E06999001'] };
    const load = async (cut: number, more: object) =>
      loadAreas('planning-data', await file(text.slice(0, cut), `cut-${-cut}.csv`), to, more);
    await expect(load(-20, {})).rejects.toThrow('was probably cut short');
    for (const cut of [-20, -11]) {
      const result = await load(cut, { force: true });
      expect(result).toMatchObject({ rows_published: 1, rows_rejected: 1 });
      expect(await rows('select complete from area_coverage')).toEqual([{ complete: false }]);
    }
    await load(text.length, {});
    expect(await rows('select complete from area_coverage')).toEqual([{ complete: true }]);
  });

  it('stores British National Grid, ETRS89 and web map coordinates at the same place', async () => {
    const grid = square(450_000, 250_000, 1000);
    const gml = (srs: string, list: string) =>
      `<?xml version="1.0"?><c:FeatureCollection xmlns:c="c" xmlns:gml="http://www.opengis.net/gml/3.2"><c:member><c:a><c:name>x</c:name><c:shape><gml:Polygon srsName="${srs}"><gml:exterior><gml:LinearRing><gml:posList>${list}</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></c:shape></c:a></c:member></c:FeatureCollection>`;
    await loadAreas('planning-data', await file(gml('EPSG:27700', grid[0]!.flat().join(' ')), 'g.gml'), {
      kind: 'green-belt',
    });
    const [first] = await rows('select geometry::json as geometry from areas');
    const degrees = first.geometry.coordinates[0] as [number, number][];
    const turned = degrees.flatMap(([x, y]) => [y, x]);
    await loadAreas(
      'planning-data',
      await file(gml('urn:ogc:def:crs:EPSG::4258', turned.join(' ')), 'e.gml'),
      {
        kind: 'ancient-woodland',
      },
    );
    const both = await rows('select kind, box, geometry from areas order by kind');
    expect(both.length).toBe(2);
    expect(both[0].geometry).toBe(both[1].geometry);
  });
});
