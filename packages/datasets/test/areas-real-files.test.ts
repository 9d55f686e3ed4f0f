import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '@domesday/builds';
import { metresOf } from '@domesday/geography/grid';
import { emptyDatabase, sharedData, type TestDatabase } from '@domesday/testing';
import pointInPolygon from 'point-in-polygon-hao';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const folder = sharedData();
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

const loadAreas = (dataset: string, path: string, mapping?: Record<string, unknown>, more: object = {}) =>
  load(database.db, dataset, [path], { home: scratch, ...(mapping ? { mapping } : {}), ...more });
const rows = async (sql: string, values: unknown[] = []) => (await database.db.query(sql, values)).rows;

describe.skipIf(!folder)('areas on real files', () => {
  /** Files of councils without areas, and the messages that say so. */
  const REFUSED: Record<string, RegExp> = {
    'endpoint.csv': /no geometry/,
    'listed-building-grade.csv': /no geometry/,
    'resource.csv': /no geometry/,
    'xlsm.resource': /Excel workbook.*save the sheet/,
    'xlsx.resource': /Excel workbook.*save the sheet/,
  };

  it('loads every file that councils served, or refuses it with a message', async () => {
    const root = join(folder!, 'planning-data', 'council-raw');
    const names = (await readdir(root, { recursive: true, withFileTypes: true })).filter((e) => e.isFile());
    expect(names.length).toBeGreaterThan(25);
    const lost: Record<string, number> = {};
    for (const entry of names) {
      const path = join(entry.parentPath, entry.name);
      const outcome = await loadAreas(
        'planning-data',
        path,
        { kind: 'conservation-area' },
        { skipDerived: true, force: true },
      ).catch((error: unknown) => error);
      const refusal = REFUSED[entry.name];
      if (refusal) {
        expect((outcome as Error).message, entry.name).toMatch(refusal);
      } else {
        expect(outcome, entry.name).toMatchObject({ status: 'published' });
        lost[entry.name] = (outcome as { rows_rejected: number }).rows_rejected;
      }
    }
    // The Kingston file, and the table made of it, have one feature without a geometry; everything else is loaded.
    expect(Object.entries(lost).filter(([, n]) => n > 0)).toEqual([
      ['utf-8-sig-json.as-wkt.csv', 1],
      ['utf-8-sig-json.resource', 1],
    ]);
  });

  it('says that a file stopped at 1,000 features', async () => {
    const path = join(
      folder!,
      'planning-data/council-raw/listed-building/canterbury_listed-building_arcgis-p1.geojson',
    );
    const result = await loadAreas(
      'planning-data',
      path,
      { kind: 'listed-building-outline' },
      { skipDerived: true },
    );
    expect(result.rows_published).toBe(1000);
    expect(result.checks.find((c) => c.name === 'truncated')?.detail).toContain('1,000 features');
  });

  it('agrees with an independent test on the designations of Bath postcodes', async () => {
    const bath = join(folder!, 'designations-bath');
    const points = JSON.parse(await readFile(join(folder!, 'infra-bath/os_postcodes.geojson'), 'utf8'))
      .features as {
      properties: { pc: string };
      geometry: { coordinates: [number, number] };
    }[];
    const placed = points.map(({ properties, geometry }) => {
      const [easting, northing] = metresOf(...geometry.coordinates);
      return { postcode: properties.pc, easting: Math.round(easting), northing: Math.round(northing) };
    });
    await database.db.query(
      `insert into postcodes (postcode, outcode, sector, country, local_authority_code, easting, northing, position)
       select postcode, left(postcode, -4), left(postcode, -2), 'England', 'E06000022', easting, northing,
              point(easting, northing)
         from unnest($1::text[], $2::int[], $3::int[]) as p (postcode, easting, northing)`,
      [placed.map((p) => p.postcode), placed.map((p) => p.easting), placed.map((p) => p.northing)],
    );
    const layers = {
      'conservation-area': 'banes_conservation_ar.geojson',
      'tree-preservation-zone': 'banes_inspire_tpos.geojson',
      'site-of-special-scientific-interest': 'ne_sssi.geojson',
      'area-of-outstanding-natural-beauty': 'ne_aonb.geojson',
      'green-belt': 'banes_green_belt.geojson',
      'scheduled-monument': 'he_scheduled_monuments.geojson',
      'ancient-woodland': 'ne_ancient_woodland.geojson',
      'listed-building': 'he_listed_buildings.geojson',
    };
    const last = Object.keys(layers).at(-1);
    for (const [kind, name] of Object.entries(layers)) {
      const mapping = { kind, covers: ['E06000022'] };
      const result = await loadAreas('planning-data', join(bath, name), mapping, {
        skipDerived: kind !== last,
      });
      expect(result.rows_rejected, name).toBe(0);
    }
    const found = await rows(
      `select p.postcode, p.easting, p.northing,
              coalesce((select array_agg(distinct a.kind order by a.kind) from area_postcodes m
                         join areas a on a.id = m.area_id where m.postcode = p.postcode), '{}') as kinds
         from postcodes p order by md5(p.postcode)`,
    );
    const shapes = new Map<string, [number, number][][][]>();
    for (const [kind, name] of Object.entries(layers)) {
      const { features } = JSON.parse(await readFile(join(bath, name), 'utf8'));
      const polygons = features.flatMap((f: { geometry: { type: string; coordinates: never } }) =>
        f.geometry.type === 'MultiPolygon'
          ? f.geometry.coordinates
          : f.geometry.type === 'Polygon'
            ? [f.geometry.coordinates]
            : [],
      ) as [number, number][][][];
      shapes.set(
        kind,
        polygons.map((polygon) => polygon.map((ring) => ring.map(([x, y]) => metresOf(x, y)))),
      );
    }
    // Twenty postcodes, and a few more of each kind.
    const asked = new Set(found.slice(0, 20));
    for (const kind of Object.keys(layers))
      for (const p of found.filter((p) => p.kinds.includes(kind)).slice(0, 5)) asked.add(p);
    expect(asked.size).toBeGreaterThanOrEqual(20);
    const met = new Set<string>();
    for (const { postcode, easting, northing, kinds } of asked) {
      const expected = [...shapes]
        .filter(([, polygons]) => polygons.some((p) => pointInPolygon([easting, northing], p) !== false))
        .map(([kind]) => kind)
        .sort();
      expect(kinds, postcode).toEqual(expected);
      for (const kind of expected) met.add(kind);
    }
    expect([...met].sort()).toEqual(
      expect.arrayContaining(['area-of-outstanding-natural-beauty', 'conservation-area', 'green-belt']),
    );
  });

  it('reads strategic noise with its bands', async () => {
    const path = join(folder!, 'noise/defra_noise_rail_lden_bath.geojson.gz');
    const result = await loadAreas('noise', path, { covers: ['E06000022'] }, { skipDerived: true });
    expect(result).toMatchObject({ rows_published: 2032, rows_rejected: 0 });
    expect(await rows('select distinct kind, band, level from areas order by band limit 2')).toEqual([
      { kind: 'noise-rail', band: '55.0-59.9 dB', level: 'low' },
      { kind: 'noise-rail', band: '60.0-64.9 dB', level: 'medium' },
    ]);
  });
});
