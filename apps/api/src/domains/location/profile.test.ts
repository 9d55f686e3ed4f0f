import { departures, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CASES, HOMES, inputOf, type Nation } from '../../../test/location-cases.ts';

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

async function ask(query: string) {
  const answer = await api.call(`/location/profile?${query}`);
  const entry = operationTable.find((e) => e.id === 'location.profile')!;
  expect(departures(entry, answer.status, answer.body)).toEqual([]);
  return answer;
}
const warnings = (body: { meta: { warnings: { code: string; field: string | null }[] } }) =>
  body.meta.warnings.map((w) => `${w.code} ${w.field}`);

const ALL_SECTIONS = [
  'population',
  'age',
  'households',
  'tenure',
  'occupation',
  'qualifications',
  'car_availability',
  'income',
  'deprivation',
  'crime',
  'council_tax',
  'urban_rural',
  'broadband',
];
const BREAKDOWNS = [
  'age',
  'households',
  'tenure',
  'occupation',
  'qualifications',
  'car_availability',
  'council_tax',
];

describe('location.profile', () => {
  it.each(CASES)(
    'answers in %s by %s, each section with its own geography, date and source',
    async (nation, input) => {
      const { status, body } = await ask(inputOf(nation, input));
      expect(status).toBe(200);
      expect(Object.keys(body.sections)).toEqual(ALL_SECTIONS);
      for (const [name, section] of Object.entries(
        body.sections as Record<
          string,
          { data: unknown; geography: unknown; as_of: unknown; source: unknown; reason: unknown }
        >,
      )) {
        if (nation === 'Scotland' && ['crime', 'income'].includes(name)) continue;
        expect([name, section.reason]).toEqual([name, null]);
        for (const part of [section.data, section.geography, section.as_of, section.source])
          expect(part).not.toBeNull();
      }
      for (const name of BREAKDOWNS) {
        const { data } = body.sections[name];
        const sum = data.categories.reduce((n: number, c: { pct: number }) => n + c.pct, 0);
        expect(Math.abs(sum - 100)).toBeLessThan(1);
      }
      expect(body.meta.sources.map((s: { id: string }) => s.id)).toContain(
        nation === 'Scotland' ? 'census-2022' : 'census-2021',
      );
    },
  );

  it('warns exactly where a section of counts has no authority or nation to compare with', async () => {
    const seen = { told: 0, compared: 0 };
    for (const [nation, input] of CASES) {
      const { body } = await ask(inputOf(nation, input));
      for (const name of ['population', 'broadband', ...BREAKDOWNS]) {
        const { data, comparators } = body.sections[name];
        if (data === null) continue;
        const lacks = Object.values(comparators).includes(null);
        const told = warnings(body).some((one) => one.startsWith(`not_covered sections.${name}.comparators`));
        expect([nation, input, name, told]).toEqual([nation, input, name, lacks]);
        seen[lacks ? 'told' : 'compared']++;
      }
    }
    expect(seen.told).toBeGreaterThan(0);
    expect(seen.compared).toBeGreaterThan(0);
  });

  it('gives the published figures of a small area unchanged', async () => {
    const { body } = await ask(inputOf('England', 'postcode'));
    const { geography, data, comparators } = body.sections.tenure;
    expect(geography).toMatchObject({ level: 'small_area', areas: 1, apportioned: false });
    const { rows } = await database.db.query(
      `select total, figures from area_figures where topic = 'tenure' and area_code = $1`,
      geography.codes,
    );
    expect(data.total).toBe(rows[0].total);
    expect(
      Object.fromEntries(data.categories.map((c: { key: string; count: number }) => [c.key, c.count])),
    ).toEqual(rows[0].figures);
    expect(comparators.national.code).toBe('E92999001');
    expect(data.categories[0].national_pct).not.toBeNull();
  });

  it('does not treat an unknown figure of a small area as 0, in counts, shares or means', async () => {
    const outcode = inputOf('England', 'outcode');
    const asked = async () => (await ask(`${outcode}&sections=tenure,income`)).body;
    const before = await asked();
    const unknown = before.sections.tenure.geography.codes[0];
    const poor = before.sections.income.geography.codes[0];
    await database.db.query(
      `create table kept as select * from area_figures where area_code in ('${unknown}', '${poor}')`,
    );
    try {
      await database.db.query(
        `update area_figures set figures = figures || '{"private_rented": null}' where area_code = $1 and topic = 'tenure'`,
        [unknown],
      );
      await database.db.query(
        "update area_figures set total = null where area_code = $1 and topic = 'income'",
        [poor],
      );
      const after = await asked();
      expect(after.sections.tenure.geography.codes).not.toContain(unknown);
      expect(after.sections.tenure.data.total).toBeLessThan(before.sections.tenure.data.total);
      expect(warnings(after)).toContain('partly_covered sections.tenure');
      expect(before.sections.income.geography.codes).toEqual([poor]);
      expect(after.sections.income).toMatchObject({ data: null, reason: 'not_covered' });
    } finally {
      await database.db.query('delete from area_figures a using kept k where a.area_code = k.area_code');
      await database.db.query('insert into area_figures select * from kept');
      await database.db.query('drop table kept');
    }
  });

  it('weights each small area by the share of its postcodes that lie in the place', async () => {
    const { body } = await ask(inputOf('England', 'outcode'));
    const outcode = HOMES.England.postcode.split(' ')[0];
    const { rows } = await database.db.query(
      `with share as (
         select lsoa_code as code, count(*) filter (where outcode = $1)::float8 / count(*) as share
         from postcodes where terminated_on is null and lsoa_code is not null group by lsoa_code)
       select sum(total * share) as residents from share join area_figures on area_code = code where topic = 'age'`,
      [outcode],
    );
    expect(body.sections.population.data.residents).toBe(Math.round(rows[0].residents));
  });

  it.each(['postcode', 'outcode', 'circle'] as const)(
    'gives by %s, with a warning, what is published only for the areas of 2011 if postcodes have later areas',
    async (input) => {
      const sections = ['population', 'tenure', 'income', 'deprivation', 'urban_rural'];
      const path = (nation: Nation) =>
        `/location/profile?${inputOf(nation, input)}&sections=${sections.join(',')}`;
      const nations = ['Scotland', 'England'] as const;
      const before = await Promise.all(nations.map((nation) => api.call(path(nation))));
      const { db } = database;
      const recode = (from: string, to: string) =>
        db.query(
          `with moved as (update postcodes set lsoa_code = regexp_replace(lsoa_code, '^(.01)${from}', '\\1${to}'),
                    msoa_code = regexp_replace(msoa_code, '^(.02)${from}', '\\1${to}'))
           update small_areas set code = regexp_replace(code, '^(.01)${from}', '\\1${to}'),
                  msoa_code = regexp_replace(msoa_code, '^(.02)${from}', '\\1${to}')`,
        );
      await recode('9', '8');
      const later = await startTestApi(database);
      try {
        for (const [i, nation] of nations.entries()) {
          const { body } = await later.call(path(nation));
          for (const name of sections) {
            const now = body.sections[name];
            expect([nation, name, now.data]).toEqual([nation, name, before[i]!.body.sections[name].data]);
            if (now.data === null) continue;
            expect(now.geography).toEqual(before[i]!.body.sections[name].geography);
            expect(warnings(body)).toContain(`areas_of_2011 sections.${name}`);
          }
        }
        expect(warnings(before[0]!.body).join()).not.toContain('areas_of_2011');
      } finally {
        await later.close();
        await recode('8', '9');
      }
    },
  );

  it('names the deprivation index of each nation and does not compare the nations', async () => {
    for (const [nation, index] of [
      ['England', 'IMD'],
      ['Wales', 'WIMD'],
      ['Scotland', 'SIMD'],
    ] as const) {
      const { body } = await ask(`${inputOf(nation, 'postcode')}&sections=deprivation`);
      const { data } = body.sections.deprivation;
      expect(data.comparable_across_nations).toBe(false);
      expect(data.indices).toMatchObject([{ index, country: nation, areas: 1 }]);
      expect(data.indices[0].rank).toBeGreaterThan(0);
      expect(data.indices[0].decile).toBeGreaterThan(0);
      expect(body.sections.deprivation.comparators).toEqual({ local_authority: null, national: null });
    }
  });

  it('gives no rank for a place of several small areas, but the share in each decile', async () => {
    const { body } = await ask(`${inputOf('England', 'outcode')}&sections=deprivation`);
    const [index] = body.sections.deprivation.data.indices;
    expect(index).toMatchObject({ rank: null, score: null, domains: null });
    expect(index.areas).toBeGreaterThan(1);
    const sum = Object.values(index.deciles as Record<string, number>).reduce((n, m) => n + m, 0);
    expect(Math.abs(sum - 100)).toBeLessThan(0.5);
  });

  it('counts twelve months of crime, and gives the rate if no month is missing', async () => {
    const { body } = await ask(`${inputOf('England', 'postcode')}&sections=crime,population`);
    const { data, geography, comparators } = body.sections.crime;
    expect(data.months_present).toHaveLength(12);
    expect(data.months_missing).toEqual([]);
    const { rows } = await database.db.query(
      'select sum(incidents)::integer as n from crime_counts where area_code = $1',
      geography.codes,
    );
    expect(data.incidents_12m).toBe(rows[0].n);
    expect(data.per_1000).toBeCloseTo((rows[0].n / body.sections.population.data.residents) * 1000, 1);
    expect(comparators.local_authority.value).toBeGreaterThan(0);
    expect(comparators.national.value).toBeGreaterThan(0);
    expect(data.locations_approximate).toBe(true);
  });

  it('gives no national crime rate, with a warning, if a force is not loaded or left months out', async () => {
    const national = async (nation: Nation, at: TestApi) => {
      const { body } = await at.call(`/location/profile?${inputOf(nation, 'postcode')}&sections=crime`);
      const { national } = body.sections.crime.comparators;
      return [
        national.value === null,
        warnings(body).includes('not_covered sections.crime.comparators.national'),
      ];
    };
    expect(await national('England', api)).toEqual([false, false]);
    expect(await national('Wales', api)).toEqual([true, true]);
    const { db } = database;
    // An authority of England that no loaded force polices.
    await db.query("insert into small_areas values ('E01999999', 'England', 'E06999999', null, 1)");
    const lacking = await startTestApi(database);
    try {
      expect(await national('England', lacking)).toEqual([true, true]);
    } finally {
      await lacking.close();
      await db.query("delete from small_areas where code = 'E01999999'");
    }
  });

  it('counts crime by the area of 2011, without a rate, if the publisher does and the area was divided since', async () => {
    const path = `/location/profile?${inputOf('England', 'postcode')}&sections=crime`;
    const [own] = (await api.call(path)).body.sections.crime.geography.codes;
    const { db } = database;
    const rename = 'update crime_areas set area_code = $2 where area_code = $1';
    const former = 'update onspd_postcodes set lsoa_2011_code = $2 where lsoa_2011_code = $1';
    for (const sql of [rename, former]) await db.query(sql, [own, 'E01888888']);
    const divided = await startTestApi(database);
    try {
      const { body } = await divided.call(path);
      const { data, geography } = body.sections.crime;
      const { rows } = await db.query(
        "select sum(incidents)::integer as n from crime_areas where area_code = 'E01888888'",
      );
      expect(rows[0].n).toBeGreaterThan(0);
      expect([data.incidents, data.per_1000, geography.codes]).toEqual([rows[0].n, null, ['E01888888']]);
      expect(warnings(body)).toContain('areas_of_2011 sections.crime');
      expect(warnings(body)).not.toContain('source_not_loaded sections.crime.per_1000');
    } finally {
      await divided.close();
      for (const sql of [rename, former]) await db.query(sql, ['E01888888', own]);
    }
  });

  it('lists the months that a force left out, and gives no rate for the other months', async () => {
    const { body } = await ask(`${inputOf('Wales', 'postcode')}&sections=crime`);
    const { data } = body.sections.crime;
    expect(data.months_missing).toHaveLength(2);
    expect(data.months_present).toHaveLength(10);
    expect(data).toMatchObject({ incidents_12m: null, per_1000: null });
    expect(data.incidents).toBeGreaterThan(0);
    expect(warnings(body)).toContain('months_missing sections.crime');
    expect(JSON.stringify(body.meta.warnings)).toMatch(/No loaded file has 20.*unless/);
  });

  it('gives no crime in Scotland, with the reason', async () => {
    const { body } = await ask(`${inputOf('Scotland', 'postcode')}&sections=crime,age`);
    expect(body.sections.crime).toMatchObject({ data: null, reason: 'not_covered', geography: null });
    expect(body.meta.coverage).toMatchObject([{ source: 'police-crime', status: 'not_covered' }]);
  });

  it('gives income by middle area with its confidence limits, and none in Scotland', async () => {
    const { body } = await ask(`${inputOf('England', 'postcode')}&sections=income`);
    const { data, geography } = body.sections.income;
    expect(geography).toMatchObject({ level: 'middle_area', areas: 1 });
    expect(data.lower).toBeLessThan(data.mean_household_income);
    expect(data.upper).toBeGreaterThan(data.mean_household_income);
    const scottish = await ask(`${inputOf('Scotland', 'postcode')}&sections=income,age`);
    expect(scottish.body.sections.income).toMatchObject({ data: null, reason: 'not_covered' });
  });

  it('classifies urban and rural by the classes of each nation', async () => {
    const classes = async (nation: Nation) =>
      (await ask(`${inputOf(nation, 'postcode')}&sections=urban_rural`)).body.sections.urban_rural.data
        .classes;
    expect((await classes('England'))[0].code).toMatch(/^[URS]/);
    expect((await classes('Scotland'))[0].code).toMatch(/^[1-8]$/);
  });

  it('returns only the requested sections, and refuses unknown ones', async () => {
    const { body } = await ask(`${inputOf('England', 'postcode')}&sections=broadband,age`);
    expect(Object.keys(body.sections)).toEqual(['age', 'broadband']);
    expect((await ask(`${inputOf('England', 'postcode')}&sections=politics`)).status).toBe(422);
  });

  it('answers 404 free if no section has an answer', async () => {
    const path = `/location/profile?${inputOf('Scotland', 'postcode')}&sections=crime,income`;
    const { status, body, headers } = await api.call(path, { key: api.liveKey });
    expect([status, body.error.code]).toEqual([404, 'not_covered']);
    expect(body.error.details.map((d: { field: string }) => d.field)).toEqual([
      'sections.income',
      'sections.crime',
    ]);
    expect(body.error.details.map((d: { issue: string }) => d.issue)).toEqual([
      expect.stringContaining('Scotland'),
      expect.stringContaining('Scotland'),
    ]);
    expect(headers.get('x-credits-charged')).toBe('0');
  });

  it('compares broadband with the authority and the nation', async () => {
    const { body } = await ask(`${inputOf('England', 'outcode')}&sections=broadband`);
    const { data, comparators } = body.sections.broadband;
    expect(data.median_down_mbps).toBeGreaterThan(0);
    expect(comparators.local_authority.value).toBeGreaterThan(0);
    expect(comparators.national.value).toBeGreaterThan(0);
  });

  it('gives the same broadband figures as location.infrastructure, with the reason for each null', async () => {
    const place = inputOf('England', 'outcode');
    const { body } = await ask(`${place}&sections=broadband`);
    const nearby = (await api.call(`/location/infrastructure?${place}`)).body;
    expect(body.sections.broadband.data).toEqual(nearby.broadband);
    const blank = Object.entries(nearby.broadband).filter(([, value]) => value === null);
    expect(blank.length).toBeGreaterThan(0);
    for (const [figure] of blank) {
      expect(warnings(body)).toContain(`not_recorded sections.broadband.data.${figure}`);
      expect(warnings(nearby)).toContain(`not_recorded broadband.${figure}`);
    }
  });

  it('gives no shares for a place in which nothing is counted', async () => {
    const nothing = `update area_figures set total = 0, figures =
      (select jsonb_object_agg(key, 0) from jsonb_each(figures)) where topic in ('council_tax', 'age') and area_code = $1`;
    const place = inputOf('England', 'postcode');
    const asked = async () => (await ask(`${place}&sections=council_tax,age,population,tenure`)).body;
    const [code] = (await asked()).sections.council_tax.geography.codes;
    await database.db.query('create table counted as select * from area_figures where area_code = $1', [
      code,
    ]);
    try {
      await database.db.query(nothing, [code]);
      const body = await asked();
      for (const name of ['council_tax', 'age', 'population']) {
        expect(body.sections[name]).toMatchObject({ data: null, reason: 'insufficient_sample' });
        expect(warnings(body)).toContain(`insufficient_sample sections.${name}`);
      }
    } finally {
      await database.db.query(
        `update area_figures a set total = k.total, figures = k.figures from counted k
          where a.area_code = k.area_code and a.topic = k.topic and a.dataset = k.dataset`,
      );
      await database.db.query('drop table counted');
    }
  });
});

it('names every source to load for a section, not only its own', async () => {
  await database.db.query('update postcodes set lsoa_code = null');
  await database.db.query("delete from dataset_loads where dataset = 'onspd'");
  const bare = await startTestApi(database);
  try {
    const { status, body } = await bare.call(
      `/location/profile?${inputOf('England', 'postcode')}&sections=crime`,
    );
    expect([status, body.error.code]).toEqual([404, 'source_not_loaded']);
    expect(body.error.details).toEqual([
      { field: 'sections.crime', issue: expect.stringContaining('load onspd') },
    ]);
  } finally {
    await bare.close();
  }
});
