import { sandboxFacts } from '@domesday/sandbox';
import { departures, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

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

const facts = sandboxFacts();
const HOMES = { England: facts.house, Wales: facts.welshHouse, Scotland: facts.scottishFlat };
type Nation = keyof typeof HOMES;
const NATIONS = Object.keys(HOMES) as Nation[];
const INPUTS = ['uprn', 'postcode', 'sector', 'outcode', 'circle', 'polygon'] as const;

function inputOf(nation: Nation, input: (typeof INPUTS)[number]): string {
  const { uprn, postcode, latitude: lat, longitude: lng } = HOMES[nation];
  const ring = [
    [-0.02, -0.012],
    [0.02, -0.012],
    [0.02, 0.012],
    [-0.02, 0.012],
    [-0.02, -0.012],
  ].map(([x, y]) => [lng + x!, lat + y!]);
  return {
    uprn: `uprn=${uprn}`,
    postcode: `postcode=${encodeURIComponent(postcode)}`,
    sector: `postcode=${encodeURIComponent(postcode.slice(0, -2))}`,
    outcode: `outcode=${postcode.split(' ')[0]}`,
    circle: `lat=${lat}&lng=${lng}&radius_m=1500`,
    polygon: `polygon=${encodeURIComponent(JSON.stringify({ type: 'Polygon', coordinates: [ring] }))}`,
  }[input];
}
const CASES = NATIONS.flatMap((nation) => INPUTS.map((input) => [nation, input] as const));

async function ask(action: string, query: string) {
  const answer = await api.call(`/location/${action}?${query}`);
  const entry = operationTable.find((e) => e.id === `location.${action}`)!;
  expect(departures(entry, answer.status, answer.body)).toEqual([]);
  return answer;
}
const warnings = (body: { meta: { warnings: { code: string; field: string | null }[] } }) =>
  body.meta.warnings.map((w) => `${w.code} ${w.field}`);

describe('location.schools', () => {
  it.each(CASES)('answers in %s by %s, nearest first', async (nation, input) => {
    const { status, body } = await ask('schools', inputOf(nation, input));
    expect(status).toBe(200);
    expect(body.schools.length).toBeGreaterThan(0);
    const scheme = { England: 'urn', Wales: 'wales', Scotland: 'seed' }[nation];
    expect(new Set(body.schools.map((s: { id_scheme: string }) => s.id_scheme))).toEqual(new Set([scheme]));
    const distances = body.schools.map((s: { distance_m: number }) => s.distance_m);
    expect(distances).toEqual([...distances].sort((a, b) => a - b));
    expect(body.distance_basis).toBe('straight_line_not_a_catchment');
    expect(body.meta.geography.level).toBe(input === 'polygon' ? 'polygon' : 'radius');
    expect(body.meta.sources.length).toBeGreaterThan(0);
  });

  it('measures straight lines on the ground', async () => {
    const { body } = await ask('schools', inputOf('England', 'uprn'));
    const { latitude, longitude } = HOMES.England;
    for (const school of body.schools) {
      // Great-circle distance, computed independently of the grid.
      const rad = Math.PI / 180;
      const a =
        Math.sin(((school.latitude - latitude) * rad) / 2) ** 2 +
        Math.cos(latitude * rad) *
          Math.cos(school.latitude * rad) *
          Math.sin(((school.longitude - longitude) * rad) / 2) ** 2;
      const metres = 2 * 6_371_000 * Math.asin(Math.sqrt(a));
      expect(Math.abs(school.distance_m - metres)).toBeLessThan(metres * 0.01 + 5);
    }
  });

  it('gives no overall grade for report cards, but their areas', async () => {
    const { body } = await ask('schools', `${inputOf('England', 'uprn')}&radius_m=10000&limit=50`);
    const inspections = body.schools.map((s: { inspection: unknown }) => s.inspection).filter(Boolean);
    const cards = inspections.filter((i: { framework: string }) => i.framework === 'report_card');
    expect(cards.length).toBeGreaterThan(0);
    for (const card of cards) {
      expect(card.overall).toBeNull();
      expect(Object.keys(card.areas).length).toBeGreaterThanOrEqual(5);
    }
    expect(
      inspections.some(
        (i: { framework: string; overall: string | null }) => i.framework === 'graded' && i.overall,
      ),
    ).toBe(true);
  });

  it('gives the reason for every inspection that is missing', async () => {
    expect(warnings((await ask('schools', inputOf('Wales', 'uprn'))).body)).toContain(
      'not_covered schools.inspection',
    );
    expect(warnings((await ask('schools', inputOf('Scotland', 'uprn'))).body)).toContain(
      'not_covered schools.inspection',
    );
  });

  it('counts all that match and lists no more than asked for', async () => {
    const all = (await ask('schools', `${inputOf('England', 'uprn')}&radius_m=10000`)).body;
    const two = (await ask('schools', `${inputOf('England', 'uprn')}&radius_m=10000&limit=2`)).body;
    expect(two.schools).toEqual(all.schools.slice(0, 2));
    expect(two.summary).toEqual(all.summary);
    expect(two.count).toBe(2);
    const sum = Object.values(all.summary.by_phase as Record<string, number>).reduce((n, m) => n + m, 0);
    expect(sum).toBe(all.summary.total);
  });

  it('takes all-through schools for primary and secondary, and keeps to the sector asked for', async () => {
    const { body } = await ask(
      'schools',
      `${inputOf('England', 'uprn')}&radius_m=10000&limit=50&phase=secondary`,
    );
    const phases = new Set(body.schools.map((s: { phase: string }) => s.phase));
    expect([...phases].sort()).toEqual(['all_through', 'secondary']);
    const special = await ask('schools', `${inputOf('England', 'uprn')}&radius_m=10000&sector=special`);
    expect(special.body.schools.map((s: { sector: string }) => s.sector)).toEqual(['special']);
  });

  it('names no closed school', async () => {
    const { text } = await ask('schools', `${inputOf('England', 'uprn')}&radius_m=10000&limit=50`);
    expect(text).not.toContain('Old Netloft');
  });

  it('answers an empty list where there are none', async () => {
    const { rows } = await database.db.query(
      `select p.latitude, p.longitude from postcodes p
        where p.position is not null and not exists (
          select from place_points s where s.category = 'education' and s.position <@ circle(p.position, 100)) limit 1`,
    );
    const { status, body } = await ask(
      'schools',
      `lat=${rows[0].latitude}&lng=${rows[0].longitude}&radius_m=100`,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ schools: [], count: 0, summary: { total: 0, nearest_primary_m: null } });
  });
});

const names = (groups: { category: string }[]) => groups.map((g) => g.category);
interface GroupBody {
  category: string;
  count: number | null;
  nearest: { distance_m: number; walk_minutes: number } | null;
  by_kind: { kind: string; count: number }[];
  items: { distance_m: number; source: string; kind: string; position: string }[];
  reason: string | null;
}
const groupOf = (body: { categories: GroupBody[] }, category: string) =>
  body.categories.find((g) => g.category === category)!;

describe('location.infrastructure', () => {
  it.each(CASES)('answers in %s by %s', async (nation, input) => {
    const { status, body } = await ask('infrastructure', inputOf(nation, input));
    expect(status).toBe(200);
    expect(body.categories).toHaveLength(10);
    const transport = groupOf(body, 'transport');
    expect(transport.count).toBeGreaterThan(0);
    expect(transport.items.every((item) => item.source === 'naptan')).toBe(true);
    expect(transport.nearest!.distance_m).toBe(transport.items[0]!.distance_m);
    expect(transport.by_kind.reduce((sum, kind) => sum + kind.count, 0)).toBe(transport.count);
    const health = groupOf(body, 'health');
    expect(
      health.items.every((item) => item.source === (nation === 'Scotland' ? 'nhs-scotland' : 'nhs-ods')),
    ).toBe(true);
    expect(body.broadband.postcodes).toBeGreaterThan(0);
  });

  it('says that only OpenStreetMap knows a category, which is not nought', async () => {
    const { body } = await ask('infrastructure', inputOf('England', 'uprn'));
    const green = groupOf(body, 'green_space');
    expect(green).toMatchObject({ count: null, nearest: null, items: [], reason: 'not_covered' });
    expect(warnings(body)).toContain('not_covered categories.green_space');
  });

  it('keeps OpenStreetMap in a block of its own with its licence', async () => {
    const { body } = await ask('infrastructure', inputOf('England', 'uprn'));
    expect(body.openstreetmap.licence).toContain('Open Database Licence');
    expect(body.openstreetmap.attribution).toContain('OpenStreetMap contributors');
    expect(groupOf(body.openstreetmap, 'green_space').count).toBeGreaterThan(0);
    const sources = (groups: GroupBody[]) =>
      new Set(groups.flatMap((g) => g.items.map((item) => item.source)));
    expect(sources(body.openstreetmap.categories)).toEqual(new Set(['osm-points']));
    expect(sources(body.categories).has('osm-points')).toBe(false);
  });

  it('walks 80 metres a minute, begun minutes counting whole', async () => {
    const { body } = await ask(
      'infrastructure',
      `${inputOf('England', 'uprn')}&categories=transport&limit=50`,
    );
    for (const { distance_m, walk_minutes } of groupOf(body, 'transport').items as unknown as {
      distance_m: number;
      walk_minutes: number;
    }[]) {
      expect(walk_minutes).toBe(Math.ceil(distance_m / 80));
    }
  });

  it('answers only the categories asked for, with as many items as asked for, and counts all', async () => {
    const { body } = await ask(
      'infrastructure',
      `${inputOf('England', 'uprn')}&categories=health,transport&limit=2`,
    );
    expect(names(body.categories)).toEqual(['transport', 'health']);
    expect(names(body.openstreetmap.categories)).toEqual(['transport', 'health']);
    expect(groupOf(body, 'transport').items).toHaveLength(2);
    expect(groupOf(body, 'transport').count).toBeGreaterThan(2);
  });

  it('says which places are placed by their postcode', async () => {
    const { body } = await ask('infrastructure', `${inputOf('England', 'uprn')}&categories=health,transport`);
    expect(new Set(groupOf(body, 'health').items.map((item) => item.position))).toEqual(
      new Set(['postcode']),
    );
    expect(new Set(groupOf(body, 'transport').items.map((item) => item.position))).toEqual(
      new Set(['recorded']),
    );
  });

  it('finds inside a polygon what an independent count finds', async () => {
    const { latitude, longitude } = HOMES.England;
    const inside = (await database.db.query('select latitude, longitude from postcodes')).rowCount;
    expect(inside).toBeGreaterThan(0);
    const box = {
      west: longitude - 0.004,
      east: longitude + 0.004,
      south: latitude - 0.002,
      north: latitude + 0.002,
    };
    const ring = [
      [box.west, box.south],
      [box.east, box.south],
      [box.east, box.north],
      [box.west, box.north],
      [box.west, box.south],
    ];
    const { body } = await ask(
      'infrastructure',
      `polygon=${encodeURIComponent(JSON.stringify({ type: 'Polygon', coordinates: [ring] }))}&categories=transport&limit=50`,
    );
    const wide = await ask(
      'infrastructure',
      `${inputOf('England', 'uprn')}&radius_m=1000&categories=transport&limit=50`,
    );
    const expected = (
      groupOf(wide.body, 'transport').items as unknown as {
        id: string;
        latitude: number;
        longitude: number;
      }[]
    )
      .filter(
        (i) =>
          i.longitude > box.west &&
          i.longitude < box.east &&
          i.latitude > box.south &&
          i.latitude < box.north,
      )
      .map((i) => i.id);
    const found = (groupOf(body, 'transport').items as unknown as { id: string }[]).map((i) => i.id);
    expect(expected.length).toBeGreaterThan(0);
    expect(found.sort()).toEqual(expected.sort());
  });
});

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
    'answers in %s by %s, each section with geography, date and source of its own',
    async (nation, input) => {
      const { status, body } = await ask('profile', inputOf(nation, input));
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

  it('gives a small area its own published figures', async () => {
    const { body } = await ask('profile', inputOf('England', 'postcode'));
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
    expect(comparators.national.code).toBe('E92000001');
    expect(data.categories[0].national_pct).not.toBeNull();
  });

  it('takes of each small area the share whose postcodes lie in the place', async () => {
    const { body } = await ask('profile', inputOf('England', 'outcode'));
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

  it('names the index of each nation and never compares them', async () => {
    for (const [nation, index] of [
      ['England', 'IMD'],
      ['Wales', 'WIMD'],
      ['Scotland', 'SIMD'],
    ] as const) {
      const { body } = await ask('profile', `${inputOf(nation, 'postcode')}&sections=deprivation`);
      const { data } = body.sections.deprivation;
      expect(data.comparable_across_nations).toBe(false);
      expect(data.indices).toMatchObject([{ index, country: nation, areas: 1 }]);
      expect(data.indices[0].rank).toBeGreaterThan(0);
      expect(data.indices[0].decile).toBeGreaterThan(0);
      expect(body.sections.deprivation.comparators).toEqual({ local_authority: null, national: null });
    }
  });

  it('ranks no place of several small areas, but shares out their tenths', async () => {
    const { body } = await ask('profile', `${inputOf('England', 'outcode')}&sections=deprivation`);
    const [index] = body.sections.deprivation.data.indices;
    expect(index).toMatchObject({ rank: null, score: null, domains: null });
    expect(index.areas).toBeGreaterThan(1);
    const sum = Object.values(index.deciles as Record<string, number>).reduce((n, m) => n + m, 0);
    expect(Math.abs(sum - 100)).toBeLessThan(0.5);
  });

  it('counts twelve months of crime and gives the rate where none is missing', async () => {
    const { body } = await ask('profile', `${inputOf('England', 'postcode')}&sections=crime,population`);
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
    // The Welsh force left months out, so a national figure would cover only part of the country.
    expect(comparators.national.value).toBeNull();
    expect(data.locations_approximate).toBe(true);
  });

  it('lists the months that a force left out, and gives no rate over the rest', async () => {
    const { body } = await ask('profile', `${inputOf('Wales', 'postcode')}&sections=crime`);
    const { data } = body.sections.crime;
    expect(data.months_missing).toHaveLength(2);
    expect(data.months_present).toHaveLength(10);
    expect(data).toMatchObject({ incidents_12m: null, per_1000: null });
    expect(data.incidents).toBeGreaterThan(0);
    expect(warnings(body)).toContain('months_missing sections.crime');
  });

  it('has no crime in Scotland, and says why', async () => {
    const { body } = await ask('profile', `${inputOf('Scotland', 'postcode')}&sections=crime,age`);
    expect(body.sections.crime).toMatchObject({ data: null, reason: 'not_covered', geography: null });
    expect(body.meta.coverage).toMatchObject([{ source: 'police-crime', status: 'not_covered' }]);
  });

  it('gives income by middle area with its limits, and none in Scotland', async () => {
    const { body } = await ask('profile', `${inputOf('England', 'postcode')}&sections=income`);
    const { data, geography } = body.sections.income;
    expect(geography).toMatchObject({ level: 'middle_area', areas: 1 });
    expect(data.lower).toBeLessThan(data.mean_household_income);
    expect(data.upper).toBeGreaterThan(data.mean_household_income);
    const scottish = await ask('profile', `${inputOf('Scotland', 'postcode')}&sections=income,age`);
    expect(scottish.body.sections.income).toMatchObject({ data: null, reason: 'not_covered' });
  });

  it('says urban or rural by the classes of the nation', async () => {
    const classes = async (nation: Nation) =>
      (await ask('profile', `${inputOf(nation, 'postcode')}&sections=urban_rural`)).body.sections.urban_rural
        .data.classes;
    expect((await classes('England'))[0].code).toMatch(/^[URS]/);
    expect((await classes('Scotland'))[0].code).toMatch(/^[1-8]$/);
  });

  it('answers only the sections asked for, and refuses others', async () => {
    const { body } = await ask('profile', `${inputOf('England', 'postcode')}&sections=broadband,age`);
    expect(Object.keys(body.sections)).toEqual(['age', 'broadband']);
    expect((await ask('profile', `${inputOf('England', 'postcode')}&sections=politics`)).status).toBe(422);
  });

  it('answers 404, free, where no section has an answer', async () => {
    const path = `/location/profile?${inputOf('Scotland', 'postcode')}&sections=crime,income`;
    const { status, body, headers } = await api.call(path, { key: api.liveKey });
    expect([status, body.error.code]).toEqual([404, 'not_covered']);
    expect(body.error.details.map((d: { field: string }) => d.field)).toEqual([
      'sections.income',
      'sections.crime',
    ]);
    expect(headers.get('x-credits-charged')).toBe('0');
  });

  it('compares broadband with authority and nation', async () => {
    const { body } = await ask('profile', `${inputOf('England', 'outcode')}&sections=broadband`);
    const { data, comparators } = body.sections.broadband;
    expect(data.median_down_mbps).toBeGreaterThan(0);
    expect(comparators.local_authority.value).toBeGreaterThan(0);
    expect(comparators.national.value).toBeGreaterThan(0);
  });
});

describe('location operations', () => {
  it.each(['schools', 'infrastructure', 'profile'])('%s wants one location that it knows', async (action) => {
    expect((await ask(action, '')).body.error.code).toBe('location_required');
    expect((await ask(action, `${inputOf('England', 'uprn')}&outcode=XE1`)).body.error.code).toBe(
      'multiple_locations',
    );
    expect((await ask(action, 'postcode=XE1+9ZZ')).body.error.code).toBe('postcode_not_found');
    expect((await ask(action, 'uprn=998999999999')).body.error.code).toBe('uprn_not_found');
    expect((await ask(action, 'outcode=BT1')).body.error.code).toBe('not_in_jurisdiction');
  });

  it.each([
    ['schools', 1],
    ['infrastructure', 2],
    ['profile', 2],
  ])('%s costs %d, and nothing where it cannot answer', async (action, credits) => {
    const paid = await api.call(`/location/${action}?${inputOf('England', 'uprn')}`, { key: api.liveKey });
    expect(paid.headers.get('x-credits-charged')).toBe(String(credits));
    const free = await api.call(`/location/${action}?postcode=XE1+9ZZ`, { key: api.liveKey });
    expect(free.headers.get('x-credits-charged')).toBe('0');
  });
});
