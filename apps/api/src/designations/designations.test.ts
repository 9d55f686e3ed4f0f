import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '@domesday/builds';
import { toGrid } from '@domesday/geography/grid';
import { sandboxSamples } from '@domesday/sandbox';
import {
  departures,
  emptyDatabase,
  operationTable,
  sandboxDatabase,
  sharedData,
  type TestDatabase,
} from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = sharedData();
type Degrees = [longitude: number, latitude: number];
interface Feature {
  geometry: { type: string; coordinates: unknown };
  properties: Record<string, string | null>;
}
interface Answered {
  type: string;
  inside: boolean | null;
  areas: unknown[];
  nearest: { distance_m: number } | null;
  nearest_complete: boolean;
  reason: string | null;
}

const entry = (id: string) => operationTable.find((operation) => operation.id === id)!;

describe('designations of the sandbox', () => {
  let database: TestDatabase;
  let api: TestApi;
  beforeAll(async () => {
    database = await sandboxDatabase();
    api = await startTestApi(database);
  }, 300_000);
  afterAll(async () => {
    await api?.close();
    await database?.drop();
  });

  it('are read again after the results computed from a load are built', async () => {
    const release = async () => {
      api.clock.advance(3000);
      return (await api.call('/status')).body.meta.dataset_release;
    };
    const before = await release();
    await database.db.query("update derived_builds set inputs = inputs || ' planning-data:0'");
    const after = await release();
    await database.db.query("update derived_builds set inputs = replace(inputs, ' planning-data:0', '')");
    expect([after === before, (await release()) === before]).toEqual([false, true]);
  });

  it('have one entry for each kind, equal in properties.get and risks.get, with a reason for each unknown', async () => {
    const samples = sandboxSamples();
    for (const uprn of [samples.inConservationArea, samples.welshHouse.uprn, samples.scottishFlat.uprn]) {
      const record = (await api.call(`/properties/${uprn}?fields=designations`)).body;
      const risks = (await api.call(`/risks/${uprn}`)).body;
      expect(departures(entry('properties.get'), 200, record)).toEqual([]);
      expect(departures(entry('risks.get'), 200, risks)).toEqual([]);
      expect(risks.designations).toEqual(record.designations);
      expect(record.designations).toHaveLength(8);
      for (const one of record.designations as Answered[]) {
        expect([one.type, one.inside === null]).toEqual([one.type, one.reason !== null]);
        expect(one.inside === true).toBe(one.areas.length > 0);
        if (one.inside) expect(one.nearest!.distance_m).toBe(0);
      }
    }
    const own = (
      await api.call(`/properties/${samples.inConservationArea}?fields=designations,conservation_area`)
    ).body;
    const area = own.designations.find((one: Answered) => one.type === 'conservation_area');
    expect([area.inside, own.conservation_area]).toEqual([true, true]);
  });

  it('are omitted from a request for named risk types', async () => {
    const { body } = await api.call(`/risks/${sandboxSamples().house.uprn}?types=radon`);
    expect(body.designations).toEqual([]);
  });
});

/** Metres east and north of an origin on the ellipsoid, accurate to a thousandth within some kilometres. */
function metresFrom([lng0, lat0]: Degrees, [lng, lat]: Degrees): [number, number] {
  const rad = (((lat0 + lat) / 2) * Math.PI) / 180;
  const per_lat = 111_132.954 - 559.822 * Math.cos(2 * rad) + 1.175 * Math.cos(4 * rad);
  const per_lng = 111_412.84 * Math.cos(rad) - 93.5 * Math.cos(3 * rad) + 0.118 * Math.cos(5 * rad);
  return [(lng - lng0) * per_lng, (lat - lat0) * per_lat];
}

function ringsOf({ geometry }: Feature): Degrees[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates as Degrees[][]];
  return geometry.type === 'MultiPolygon' ? (geometry.coordinates as Degrees[][][]) : [];
}

/** More than the greatest distance that answers give, in degrees of latitude and longitude. */
const REACH: Degrees = [0.1, 0.06];

/** The rectangle around a feature, widened by the distance within which answers describe surroundings. */
function surroundings({ geometry }: Feature): { least: Degrees; most: Degrees } {
  const corners = (geometry.coordinates as unknown[]).flat(3) as number[];
  const least: Degrees = [Infinity, Infinity];
  const most: Degrees = [-Infinity, -Infinity];
  for (const [i, value] of corners.entries()) {
    const axis = i % 2;
    least[axis] = Math.min(least[axis]!, value - REACH[axis]!);
    most[axis] = Math.max(most[axis]!, value + REACH[axis]!);
  }
  return { least, most };
}

/** Whether a feature contains a point, and the distance to its edge, computed on a plane at the point. */
function standing(feature: Feature, at: Degrees): { inside: boolean; distance_m: number } {
  if (feature.geometry.type === 'Point') {
    return {
      inside: false,
      distance_m: Math.hypot(...metresFrom(at, feature.geometry.coordinates as Degrees)),
    };
  }
  let inside = false;
  let distance_m = Number.POSITIVE_INFINITY;
  for (const polygon of ringsOf(feature)) {
    let crossings = 0;
    for (const ring of polygon) {
      const plane = ring.map((corner) => metresFrom(at, corner));
      for (let i = 1; i < plane.length; i++) {
        const [[x1, y1], [x2, y2]] = [plane[i - 1]!, plane[i]!];
        if (y1 > 0 !== y2 > 0 && x1 + ((x2 - x1) * -y1) / (y2 - y1) > 0) crossings++;
        const squared = (x2 - x1) ** 2 + (y2 - y1) ** 2;
        const t = squared === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * (x2 - x1) + y1 * (y2 - y1)) / squared));
        distance_m = Math.min(distance_m, Math.hypot(x1 + t * (x2 - x1), y1 + t * (y2 - y1)));
      }
    }
    if (crossings % 2 === 1) inside = true;
  }
  return { inside, distance_m: inside ? 0 : distance_m };
}

const FILES: [type: string, kind: string, file: string][] = [
  ['conservation_area', 'conservation-area', 'banes_conservation_ar'],
  ['listed_building', 'listed-building', 'he_listed_buildings'],
  ['scheduled_monument', 'scheduled-monument', 'he_scheduled_monuments'],
  ['green_belt', 'green-belt', 'banes_green_belt'],
  ['area_of_outstanding_natural_beauty', 'area-of-outstanding-natural-beauty', 'ne_aonb'],
  ['site_of_special_scientific_interest', 'site-of-special-scientific-interest', 'ne_sssi'],
  ['ancient_woodland', 'ancient-woodland', 'ne_ancient_woodland'],
  ['tree_preservation_order', 'tree-preservation-zone', 'banes_inspire_tpos'],
];
const BATH = 'E06000022';

describe.skipIf(!folder)('designations of Bath and North East Somerset', () => {
  let database: TestDatabase;
  let api: TestApi;
  let scratch: string;
  const features = new Map<string, { feature: Feature; around: ReturnType<typeof surroundings> }[]>();
  const homes: { uprn: number; at: Degrees }[] = [];

  beforeAll(async () => {
    database = await emptyDatabase();
    scratch = await mkdtemp(join(tmpdir(), 'domesday-designations-'));
    const put = (dataset: string, path: string, mapping?: Record<string, unknown>) =>
      load(database.db, dataset, [path], { home: scratch, ...(mapping ? { mapping } : {}) });
    const read = async (path: string): Promise<Feature[]> =>
      JSON.parse(await readFile(join(folder!, path), 'utf8')).features;
    // Every fifth postcode of the area has one made-up home, slightly off its centroid.
    const codes: string[] = [];
    const lines = ['UPRN,ADDRESS,POSTCODE,X,Y'];
    for (const [i, { properties: p, geometry }] of (
      await read('infra-bath/os_postcodes.geojson')
    ).entries()) {
      const [lng, lat] = geometry.coordinates as Degrees;
      const { easting, northing } = toGrid(lat, lng);
      codes.push(
        `"${p.pc}",10,${Math.round(easting)},${Math.round(northing)},"E92000001","","","","${BATH}",""`,
      );
      if (i % 40 !== 0) continue;
      const at: Degrees = [lng + 0.0003, lat - 0.0002];
      const point = toGrid(at[1], at[0]);
      const uprn = 999_100_000 + i;
      homes.push({ uprn, at });
      lines.push(`${uprn},${i} MADE UP LANE,${p.pc},${point.easting},${point.northing}`);
    }
    await writeFile(join(scratch, 'codepoint.csv'), codes.join('\n'));
    await writeFile(join(scratch, 'homes.csv'), lines.join('\n'));
    await put('code-point-open', join(scratch, 'codepoint.csv'));
    for (const [type, kind, file] of FILES) {
      const path = `designations-bath/${file}.geojson`;
      features.set(
        type,
        (await read(path)).map((feature) => ({ feature, around: surroundings(feature) })),
      );
      await put('planning-data', join(folder!, path), { kind });
    }
    await put('address-list', join(scratch, 'homes.csv'), {
      uprn: 'UPRN',
      address: 'ADDRESS',
      postcode: 'POSTCODE',
      easting: 'X',
      northing: 'Y',
    });
    api = await startTestApi(database);
  }, 300_000);
  afterAll(async () => {
    await api?.close();
    await database?.drop();
    if (scratch) await rm(scratch, { recursive: true, force: true });
  });

  it("agree with the publishers' own shapes at every home: which areas contain it, and the distance to the nearest", async () => {
    let [held, distances] = [0, 0];
    for (const { uprn, at } of homes) {
      const { status, body } = await api.call(`/risks/${uprn}`);
      expect(status).toBe(200);
      for (const [type] of FILES) {
        const answer: Answered = body.designations.find((one: Answered) => one.type === type);
        // Features beyond the greatest distance make no difference.
        const all = features
          .get(type)!
          .filter(({ around: { least, most } }) => at.every((x, i) => x >= least[i]! && x <= most[i]!))
          .map(({ feature }) => standing(feature, at));
        const holding = all.filter((one) => one.inside).length;
        const least = Math.min(...all.map((one) => one.distance_m));
        const where = `${uprn} ${type}`;
        expect([where, answer.areas.length]).toEqual([where, holding]);
        if (holding > 0) {
          held++;
          expect([where, answer.inside, answer.nearest!.distance_m]).toEqual([where, true, 0]);
        } else if (least > 5005) expect([where, answer.nearest]).toEqual([where, null]);
        else if (least < 4995) {
          distances++;
          expect(Math.abs(answer.nearest!.distance_m - least), where).toBeLessThan(1.5 + least * 0.001);
        }
        // Listed buildings are published as points, which contain nothing; all other kinds cover the authority.
        const expected = type === 'listed_building' ? [null, 'not_recorded'] : [holding > 0, null];
        expect([where, answer.inside, answer.reason]).toEqual([where, ...expected]);
      }
    }
    expect(held).toBeGreaterThan(50);
    expect(distances).toBeGreaterThan(300);
  }, 240_000);

  it('say whether an area of an authority that is not loaded may be nearer than the nearest one', async () => {
    // A made-up postcode of a neighbour without areas, 1,500 m east of a home.
    const { uprn, at } = homes[3]!;
    const { easting, northing } = toGrid(at[1], at[0]);
    await database.db.query(
      `insert into postcodes (postcode, outcode, sector, country, local_authority_code, easting, northing, position)
       values ('BA9 9ZZ', 'BA9', 'BA9 9', 'England', 'E06000054', $1::float8, $2::float8, point($1::float8, $2::float8))`,
      [easting + 1500, northing],
    );
    // Data around a home is cached for as long as the same data is loaded, so another load must be served.
    const ask = async () => {
      await database.db.query(
        "update dataset_loads set content_hash = md5(content_hash) where status = 'published'",
      );
      api.clock.advance(3000);
      return (await api.call(`/risks/${uprn}`)).body;
    };
    const said = (body: { meta: { warnings: { code: string; field: string }[] } }) =>
      body.meta.warnings.some((w) => w.code === 'partly_covered' && w.field === 'designations.nearest');
    const body = await ask();
    const [nearer, farther] = [[], []] as [string[], string[]];
    for (const one of body.designations as Answered[]) {
      const near = one.nearest !== null && one.nearest.distance_m < 1500;
      (near ? nearer : farther).push(one.type);
      expect([one.type, one.nearest_complete]).toEqual([one.type, near]);
    }
    expect([nearer.length > 0, farther.length > 0, said(body)]).toEqual([true, true, true]);
    await database.db.query("delete from postcodes where postcode = 'BA9 9ZZ'");
    const alone = await ask();
    expect(alone.designations.every((one: Answered) => one.nearest_complete)).toBe(true);
    expect(said(alone)).toBe(false);
  });

  it('are unknown, with the reason not_covered, at a home that no loaded source covers', async () => {
    await database.db.query('update addresses set local_authority_code = $1 where uprn = $2', [
      'E06000023',
      homes[0]!.uprn,
    ]);
    const { body } = await api.call(`/properties/${homes[0]!.uprn}?fields=designations`);
    const unknown = body.designations.filter((one: Answered) => one.areas.length === 0);
    expect(new Set(unknown.map((one: Answered) => one.reason))).toEqual(new Set(['not_covered']));
    expect(body.meta.warnings.map((w: { code: string; field: string }) => `${w.code} ${w.field}`)).toContain(
      'not_covered designations.inside',
    );
  });
});
