import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { load } from '@domesday/builds';
import { departures, emptyDatabase, operationTable, sharedData, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/**
 * The City of London's own crime, and crime that its force recorded in neighbouring authorities, counted again from the
 * file.
 */
const folder = sharedData();
const CITY = { postcode: 'EC2Y 8AA', lsoa: 'E01000001', msoa: 'E02000001', authority: 'E09000001' };
const HACKNEY = { postcode: 'E8 4AA', lsoa: 'E01001760', msoa: 'E02000357', authority: 'E09000012' };
const ISLINGTON = 'N1 9ZZ';

describe.skipIf(!folder)('profiles on real crime and deprivation', () => {
  let database: TestDatabase;
  let api: TestApi;
  let scratch: string;
  let crimes: string[][];
  const put = (dataset: string, path: string) => load(database.db, dataset, [path], { home: scratch });
  const text = async (path: string) => gunzipSync(await readFile(join(folder!, path))).toString('utf8');

  beforeAll(async () => {
    database = await emptyDatabase();
    scratch = await mkdtemp(join(tmpdir(), 'domesday-real-crime-'));
    const police = 'police/2024-01-city-of-london-street.csv.gz';
    crimes = (await text(police))
      .split(/\r?\n/)
      .slice(1)
      .filter((line) => line !== '')
      .map((line) => line.split(','));
    await put('area-changes', join(folder!, 'census2021/LSOA11_LSOA21_LAD22_EW.csv.gz'));
    await put('census-2021', join(folder!, 'census2021/bulk/census2021-ts007-ltla.csv'));
    // Three made-up postcodes; police areas, authorities and small areas are the real ones.
    const header = 'pcds,dointr,doterm,oslaua,oseast1m,osnrth1m,osgrdind,ctry,pfa,lsoa21,msoa21';
    const rows = [
      `${CITY.postcode},198001,,${CITY.authority},532400,181800,1,E92000001,E23000034,${CITY.lsoa},${CITY.msoa}`,
      `${HACKNEY.postcode},198001,,${HACKNEY.authority},534900,184200,1,E92000001,E23000001,${HACKNEY.lsoa},${HACKNEY.msoa}`,
    ];
    await writeFile(join(scratch, 'onspd.csv'), [header, ...rows].join('\n'));
    await writeFile(
      join(scratch, 'codepoint.csv'),
      '"N1  9ZZ",10,531000,183500,"E92000001","","","","E09000019",""\n',
    );
    await put('onspd', join(scratch, 'onspd.csv'));
    await put('code-point-open', join(scratch, 'codepoint.csv'));
    await put('police-crime', join(folder!, police));
    await put('deprivation-england', join(folder!, 'imd/msoa_IMD19_scores.csv.gz'));
    await put('deprivation-england', join(folder!, 'imd/indices_of_deprivation_2025_lad.csv'));
    api = await startTestApi(database);
  }, 300_000);
  afterAll(async () => {
    await api?.close();
    await database?.drop();
    if (scratch) await rm(scratch, { recursive: true, force: true });
  });

  async function ask(query: string) {
    const answer = await api.call(`/location/profile?${query}`);
    const entry = operationTable.find((candidate) => candidate.id === 'location.profile')!;
    expect(departures(entry, answer.status, answer.body)).toEqual([]);
    return answer;
  }
  const codes = (body: { meta: { warnings: { code: string; field: string }[] } }) =>
    body.meta.warnings.map((w) => `${w.code} ${w.field}`);

  it('counts the crimes of a force in a small area, and those without a location', async () => {
    const own = crimes.filter((row) => row[7] === CITY.lsoa).length;
    const nowhere = crimes.filter((row) => !/^[EW]01/.test(row[7] ?? '')).length;
    expect([own > 5, nowhere]).toEqual([true, 77]);
    const { body } = await ask(`postcode=${encodeURIComponent(CITY.postcode)}&sections=crime,deprivation`);
    expect(body.sections.crime.data).toMatchObject({
      incidents: own,
      forces: ['City of London Police'],
      without_location: nowhere,
      months_present: ['2024-01'],
    });
    expect(codes(body)).toContain('unplaced_records sections.crime.without_location');
  });

  it('gives no crime for an authority whose own force is not loaded, though a neighbouring force recorded some there', async () => {
    expect(crimes.filter((row) => row[8]?.startsWith('Hackney')).length).toBeGreaterThan(3);
    const { body } = await ask(`postcode=${encodeURIComponent(HACKNEY.postcode)}&sections=crime,deprivation`);
    expect(body.sections.crime).toMatchObject({ data: null, reason: 'not_covered' });
  });

  it('gives deprivation by middle area, with a warning, if no small area is loaded', async () => {
    const table = (await text('imd/msoa_IMD19_scores.csv.gz')).split(/\r?\n/).map((line) => line.split(','));
    for (const place of [CITY, HACKNEY]) {
      const { body } = await ask(`postcode=${encodeURIComponent(place.postcode)}&sections=deprivation`);
      const raw = table.find((row) => row[0] === place.msoa)!;
      const [index] = body.sections.deprivation.data.indices;
      expect(index).toMatchObject({
        level: 'middle_area',
        year: 2019,
        areas: 1,
        rank: Number(raw[8]),
        decile: Number(raw[9]),
        of: table.filter((row) => /^E02/.test(row[0]!)).length,
      });
      expect(index.score).toBeCloseTo(Number(raw[7]), 6);
      expect(index.local_authority).toMatchObject({ code: place.authority, year: 2025 });
      expect(body.sections.deprivation.geography).toMatchObject({
        level: 'middle_area',
        codes: [place.msoa],
      });
      expect(codes(body)).toContain('coarser_area sections.deprivation');
    }
  });

  it('gives the figures of the authority for a postcode whose small area is in no loaded directory', async () => {
    const { status, body } = await ask(`postcode=${encodeURIComponent(ISLINGTON)}`);
    expect(status).toBe(200);
    const { population, deprivation, crime, income } = body.sections;
    const [, ...rows] = (
      await readFile(join(folder!, 'census2021/bulk/census2021-ts007-ltla.csv'), 'utf8')
    ).split('\n');
    const raw = rows.find((row) => row.includes('E09000019'))!.split(',');
    expect(population.data.residents).toBe(Number(raw[3]));
    expect(population.geography).toMatchObject({ level: 'local_authority', codes: ['E09000019'] });
    expect(deprivation.data.indices[0]).toMatchObject({ level: 'local_authority', rank: null });
    expect(deprivation.data.indices[0].local_authority.code).toBe('E09000019');
    expect([crime.reason, income.reason]).toEqual(['not_covered', 'not_covered']);
  });
});
