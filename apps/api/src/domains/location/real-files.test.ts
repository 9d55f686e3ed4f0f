import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { load } from '@domesday/builds';
import { toGrid } from '@domesday/geography/grid';
import { emptyDatabase, sharedData, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codePointAreas } from '../../../test/real-files.ts';

/** Answers over the publishers' own files; current postcodes, which these files lack, are derived from them. */
const folder = sharedData();

interface Feature {
  geometry: { coordinates: [number, number] };
  properties: Record<string, string>;
}
const featuresOf = async (path: string): Promise<Feature[]> =>
  JSON.parse(await readFile(join(folder!, path), 'utf8')).features;

describe.skipIf(!folder)('location on real files', () => {
  let database: TestDatabase;
  let api: TestApi;
  let scratch: string;
  const put = async (dataset: string, ...paths: string[]) => {
    const result = await load(database.db, dataset, paths, { home: scratch });
    expect(result.rows_rejected).toBe(0);
    return result;
  };

  beforeAll(async () => {
    database = await emptyDatabase();
    scratch = await mkdtemp(join(tmpdir(), 'domesday-real-'));
    // Bath's postcodes are published as GeoJSON; the test writes them as Code-Point Open rows for the loader.
    const postcodes = await featuresOf('infra-bath/os_postcodes.geojson');
    const rows = postcodes.map(({ properties: p, geometry }) => {
      const [longitude, latitude] = geometry.coordinates;
      const { easting, northing } = toGrid(latitude, longitude);
      return `"${p.pc}",${p.pq},${Math.round(easting)},${Math.round(northing)},"${p.cy}","${p.rh}","${p.lh}","","${p.dc}","${p.wc}"`;
    });
    // The postcodes around the Bristol stop and the London schools come from Code-Point Open itself.
    rows.push(...codePointAreas(folder!, ['bs', 'ec']));
    await writeFile(join(scratch, 'ba.csv'), `${rows.join('\n')}\n`);
    await put('code-point-open', join(scratch, 'ba.csv'));
    await put('nhs-ods', join(folder!, 'ods/epraccur.csv.gz'));
    await put('naptan', join(folder!, 'naptan/Stops_bristol_slice.csv'));
    await put('gias', join(folder!, 'schools/gias_example_schools_data.csv'));
    await put('area-changes', join(folder!, 'census2021/LSOA11_LSOA21_LAD22_EW.csv.gz'));
    await put('police-crime', join(folder!, 'police/2019-10-essex-street.csv.gz'));
    for (const level of ['ctry', 'ltla'])
      await put('census-2021', join(folder!, `census2021/bulk/census2021-ts007-${level}.csv`));
    await put('deprivation-england', join(folder!, 'imd/indices_of_deprivation_2025_lad.csv'));
    api = await startTestApi(database);
  }, 120_000);
  afterAll(async () => {
    await api?.close();
    await database?.drop();
    if (scratch) await rm(scratch, { recursive: true, force: true });
  });

  it('finds the surgeries of Bath that the council lists, at the positions of their postcodes', async () => {
    const { body } = await api.call(
      '/location/infrastructure?postcode=BA1+1LN&radius_m=10000&categories=health&limit=50',
    );
    const [health] = body.categories;
    expect(health.by_kind.map((k: { kind: string }) => k.kind)).toEqual(['gp_practice']);
    const listed = (await featuresOf('infra-bath/banes_gp_surgeries.geojson')).map(
      (f) => f.properties.postcode,
    );
    const { rows } = await database.db.query('select postcode from health_sites where postcode = any($1)', [
      listed,
    ]);
    const known = new Set(rows.map((row) => row.postcode));
    expect(known.size).toBeGreaterThan(15);
    const answered = new Set<string>();
    for (const item of health.items) {
      const found = await database.db.query('select postcode from health_sites where id = $1', [item.id]);
      answered.add(found.rows[0].postcode);
    }
    const { rows: near } = await database.db.query(
      `select p.postcode from postcodes p, postcodes c where c.postcode = 'BA1 1LN' and p.postcode = any($1)
         and sqrt((p.easting - c.easting)^2 + (p.northing - c.northing)^2) <= 10000`,
      [[...known]],
    );
    expect(near.length).toBeGreaterThan(10);
    for (const { postcode } of near) expect([...answered]).toContain(postcode);
  });

  it('finds the stop of Bristol that is in use, and no deleted stop', async () => {
    const { rows } = await database.db.query('select id, easting, northing from transport_stops');
    expect(rows).toHaveLength(1);
    const { body } = await api.call(
      '/location/infrastructure?lat=51.4545&lng=-2.5879&radius_m=10000&categories=transport',
    );
    expect(body.categories[0]).toMatchObject({ count: 1, items: [{ id: rows[0].id, source: 'naptan' }] });
  });

  it('finds a school of the City of London with its age range, number of pupils and phase', async () => {
    const { body } = await api.call('/location/schools?lat=51.5155&lng=-0.0922&radius_m=3000');
    const girls = body.schools.find((s: { id: string }) => s.id === '100001');
    expect(girls).toMatchObject({
      id_scheme: 'urn',
      sector: 'independent',
      phase: 'all_through',
      gender: 'Girls',
      age_range: { from: 7, to: 18 },
      pupils: 727,
    });
    expect(girls.distance_m).toBeLessThan(1000);
    expect(body.meta.warnings.map((w: { code: string }) => w.code)).toContain('source_not_loaded');
  });

  it('profiles a place in Essex from the crime of its small area and the ages and deprivation of its authority', async () => {
    const text = gunzipSync(await readFile(join(folder!, 'police/2019-10-essex-street.csv.gz'))).toString(
      'utf8',
    );
    const [longitude, latitude, , area] = text.split('\r\n')[1]!.split(',').slice(4) as [
      string,
      string,
      string,
      string,
    ];
    const { easting, northing } = toGrid(Number(latitude), Number(longitude));
    const { rows } = await database.db.query('select * from area_changes where lsoa_2011 = $1', [area]);
    const { lsoa_2021, local_authority_code } = rows[0];
    const header = 'pcds,dointr,doterm,oslaua,oseast1m,osnrth1m,osgrdind,ctry,pfa,lsoa21';
    await writeFile(
      join(scratch, 'onspd.csv'),
      `${header}\nXE1 2AB,198001,,${local_authority_code},${Math.round(easting)},${Math.round(northing)},1,E92000001,E23000028,${lsoa_2021}\n`,
    );
    await put('onspd', join(scratch, 'onspd.csv'));
    // The API notices new loads after two seconds of the clock.
    api.clock.advance(3000);
    const { status, body } = await api.call(
      '/location/profile?postcode=XE1+2AB&sections=population,age,deprivation,crime,tenure',
    );
    expect(status).toBe(200);
    const { population, deprivation, crime, tenure } = body.sections;
    expect(population.geography).toMatchObject({ level: 'local_authority', codes: [local_authority_code] });
    const ages = await database.db.query('select total from area_figures where area_code = $1', [
      local_authority_code,
    ]);
    expect(population.data.residents).toBe(ages.rows[0].total);
    expect(population.comparators.national).toMatchObject({ code: 'E92000001', value: 56_490_045 });
    expect(deprivation.data.indices).toMatchObject([
      {
        index: 'IMD',
        year: 2025,
        areas: 0,
        rank: null,
        local_authority: { code: local_authority_code, of: 296 },
      },
    ]);
    const own = text.split('\r\n').filter((line) => line.split(',')[7] === area).length;
    expect(crime.data).toMatchObject({
      incidents: own,
      incidents_12m: null,
      per_1000: null,
      forces: ['Essex Police'],
      months_present: ['2019-10'],
    });
    expect(crime.data.months_missing).toHaveLength(11);
    expect(tenure).toMatchObject({ data: null, reason: 'not_covered' });
  });
});
