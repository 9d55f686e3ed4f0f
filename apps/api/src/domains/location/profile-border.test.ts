import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let database: TestDatabase;
let api: TestApi;
let circle: string;
const CENSUS_SECTIONS = ['population', 'age', 'households', 'tenure', 'occupation', 'car_availability'];

beforeAll(async () => {
  database = await sandboxDatabase();
  await moveEnglishPostcodes(20);
  api = await startTestApi(database);
}, 180_000);
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

/** Places some English postcodes within 100 m of Scottish ones, as at the real border. */
async function moveEnglishPostcodes(count: number): Promise<void> {
  const { rows } = await database.db.query(
    `select easting, northing, latitude, longitude from postcodes
      where postcode like 'XS1 %' and terminated_on is null and position is not null order by postcode limit 1`,
  );
  const [{ easting, northing, latitude, longitude }] = rows;
  await database.db.query(
    `update postcodes p set easting = $1::int + m.n, northing = $2::int, latitude = $3, longitude = $4,
                            position = point($1::int + m.n, $2::int)
       from (select postcode, row_number() over (order by lsoa_code, postcode)::int as n from postcodes
              where country = 'England' and terminated_on is null and lsoa_code is not null and position is not null
              limit $5) m
      where p.postcode = m.postcode`,
    [easting, northing, latitude, longitude, count],
  );
  circle = `lat=${latitude}&lng=${longitude}&radius_m=800`;
}

interface Shown {
  data: { categories: { key: string; count: number; pct: number }[]; total: number } | null;
  source: string;
}
const ask = async (query: string) => {
  const { status, body } = await api.call(`/location/profile?${circle}${query}`);
  expect(status).toBe(200);
  return {
    sections: body.sections as Record<string, Shown>,
    sources: (body.meta.sources as { id: string }[]).map(({ id }) => id),
    warnings: (body.meta.warnings as { code: string; field: string | null; message: string }[]).map(
      ({ code, field }) => `${code} ${field}`,
    ),
    coverage: body.meta.coverage as { status: string }[],
  };
};

describe('the profile of a place in two nations', () => {
  it('does not add the classes of one census to those of another, so that the shares of a breakdown sum to 100 %', async () => {
    const { sections, warnings } = await ask('');
    const breakdowns = Object.entries(sections).filter(([, { data }]) => data && 'categories' in data);
    expect(breakdowns.length).toBeGreaterThan(5);
    for (const [name, { data }] of breakdowns) {
      const shares = data!.categories.reduce((sum, { pct }) => sum + pct, 0);
      const counted = data!.categories.reduce((sum, { count }) => sum + count, 0);
      // Each share is rounded to a tenth.
      expect(Math.abs(shares - 100), name).toBeLessThanOrEqual(0.05 * data!.categories.length + 0.001);
      expect(Math.abs(counted - data!.total), name).toBeLessThanOrEqual(0.02 * data!.total);
    }
    expect(warnings).toContain('not_comparable sections.qualifications');
    expect(warnings).not.toContain('not_comparable sections.tenure');
  });

  it('warns that it adds up two censuses, and names both as sources', async () => {
    for (const name of CENSUS_SECTIONS) {
      const { sources, warnings } = await ask(`&sections=${name}`);
      expect(sources, name).toEqual(expect.arrayContaining(['census-2021', 'census-2022']));
      expect(warnings, name).toContain(`several_dates sections.${name}`);
    }
  });

  it('names only the census whose classes it uses if those of the other nation are left out', async () => {
    const { sections, sources } = await ask('&sections=qualifications');
    expect(sources.filter((id) => id.startsWith('census'))).toEqual([sections.qualifications!.source]);
  });

  it('does not add council tax bands of two nations, which stand for different values', async () => {
    const { sections, warnings } = await ask('&sections=council_tax');
    const { codes } = (sections.council_tax as unknown as { geography: { codes: string[] } }).geography;
    expect(new Set(codes.map((code) => code[0])).size).toBe(1);
    expect(warnings).toContain('not_comparable sections.council_tax');
  });

  it('warns that urban and rural classes come from several editions, and gives the edition of the first area as as_of', async () => {
    const { sections, warnings } = await ask('&sections=urban_rural');
    const { as_of, geography } = sections.urban_rural as unknown as {
      as_of: string;
      geography: { codes: string[] };
    };
    expect(warnings).toContain('several_dates sections.urban_rural');
    const { rows } = await database.db.query(
      `select as_of from area_figures where topic = 'urban_rural' and area_code = $1`,
      [geography.codes[0]],
    );
    expect([as_of]).toEqual(rows.map((row) => row.as_of));
  });

  it('names each source once', async () => {
    const { sources } = await ask('');
    expect(sources).toEqual([...new Set(sources)]);
  });

  it('names the deprivation index of each nation as a source', async () => {
    const { sources } = await ask('&sections=deprivation');
    expect(sources).toEqual(expect.arrayContaining(['deprivation-england', 'deprivation-scotland']));
  });

  it('reports crime as partly covered if only a part of the place has figures', async () => {
    const { sections, coverage, warnings } = await ask('&sections=crime');
    expect(sections.crime!.data).not.toBeNull();
    expect(coverage.map(({ status }) => status)).toEqual(['partial']);
    expect(warnings).toContain('partly_covered sections.crime');
  });
});

describe('a rate of crime', () => {
  it('names the census that counts the residents as a source', async () => {
    const { body } = await api.call('/location/profile?postcode=XE1%201AA&sections=crime');
    expect(body.sections.crime.data.per_1000).not.toBeNull();
    expect(body.meta.sources.map(({ id }: { id: string }) => id)).toContain('census-2021');
  });
});
