import { toDegrees } from '@domesday/geography/grid';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
}, 180_000);
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const rows = async (sql: string) => (await database.db.query(sql)).rows;
async function residents(query: string): Promise<number> {
  const { status, body } = await api.call(`/location/profile?${query}&sections=population`);
  expect(status, JSON.stringify(body.error)).toBe(200);
  return body.sections.population.data.residents;
}

it('counts all residents of small areas whose placed postcodes all lie inside, though one has no position', async () => {
  const areas = await rows(`
    select p.lsoa_code, bool_or(p.position is null) as unplaced, min(f.total)::int as residents
      from postcodes p join area_figures f on f.area_code = p.lsoa_code and f.topic = 'age'
     where p.terminated_on is null group by 1`);
  const [lacking] = areas.filter(({ unplaced }) => unplaced);
  expect(lacking).toBeDefined();
  const [circle] = await rows(`
    select avg(easting)::int as easting, avg(northing)::int as northing from postcodes
     where terminated_on is null and position is not null and lsoa_code = '${lacking.lsoa_code}'`);
  const inside = `position <@ circle(point(${circle.easting}, ${circle.northing}), 5000) and terminated_on is null`;
  const found = await rows(`
    select lsoa_code, count(*) filter (where not ${inside}) as outside from postcodes
     where position is not null and terminated_on is null
       and lsoa_code in (select lsoa_code from postcodes where ${inside}) group by 1`);
  expect(found.length).toBeGreaterThan(1);
  expect(found.filter(({ outside }) => Number(outside) > 0)).toEqual([]);
  const sum = areas
    .filter(({ lsoa_code }) => found.some((one) => one.lsoa_code === lsoa_code))
    .reduce((all, one) => all + one.residents, 0);
  const { latitude, longitude } = toDegrees(circle.easting, circle.northing);
  expect(await residents(`lat=${latitude}&lng=${longitude}&radius_m=5000`)).toBe(sum);
});

const GONE: [section: string, sql: string][] = [
  ['tenure', "delete from area_figures where topic = 'tenure' and area_code ="],
  ['urban_rural', "delete from area_figures where topic = 'urban_rural' and area_code ="],
  ['deprivation', 'delete from deprivation_areas where area_code ='],
];

it.each(GONE)('says for %s which share of a place has no figures', async (section, sql) => {
  const [{ outcode, code }] = await rows(`
    select p.outcode, min(p.lsoa_code) as code from postcodes p join small_areas s on s.code = p.lsoa_code
     where p.country = 'England' group by 1 having count(distinct p.lsoa_code) > 1 order by 1 limit 1`);
  const told = async () => {
    api.clock.advance(3000);
    const { body } = await api.call(`/location/profile?outcode=${outcode}&sections=${section}`);
    const warned = body.meta.warnings.filter(
      (one: { code: string; field: string }) =>
        one.code === 'partly_covered' && one.field === `sections.${section}`,
    );
    return warned.map(({ message }: { message: string }) => message);
  };
  expect(await told()).toEqual([]);
  await database.db.query(`${sql} '${code}'`);
  expect(await told()).toEqual([expect.stringMatching(/^\d\d % of the place lies in small areas /)]);
});

it('warns that an income is a mean of estimates for two years', async () => {
  const [circle] = await rows(`
    select avg(latitude) as latitude, avg(longitude) as longitude, min(msoa_code) as code from postcodes
     where local_authority_code = 'E06999001' and terminated_on is null and position is not null`);
  const told = async () => {
    api.clock.advance(3000);
    const { latitude, longitude } = circle;
    const { body } = await api.call(
      `/location/profile?lat=${latitude}&lng=${longitude}&radius_m=5000&sections=income`,
    );
    expect(body.sections.income.geography.areas).toBe(2);
    return body.meta.warnings.filter(({ code }: { code: string }) => code === 'several_dates');
  };
  expect(await told()).toEqual([]);
  await database.db.query(
    "update area_figures set as_of = '2020' where topic = 'income' and area_code = $1",
    [circle.code],
  );
  expect(await told()).toMatchObject([
    { field: 'sections.income', message: expect.stringContaining('2020 and 2') },
  ]);
});
