import { departures, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CASES, HOMES, inputOf } from '../../../test/location-cases.ts';

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

  it('gives straight-line distances on the ground', async () => {
    const { body } = await ask('schools', inputOf('England', 'uprn'));
    const { latitude, longitude } = HOMES.England;
    expect(body.schools.length).toBeGreaterThan(1);
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

  it('gives no overall grade for an inspection of the report card framework, but its areas', async () => {
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

  it('says that the inspections of a college are published elsewhere, not that it had none', async () => {
    const query = `${inputOf('England', 'uprn')}&radius_m=10000&limit=50`;
    const { body: before } = await ask('schools', query);
    const [first] = before.schools.filter((s: { sector: string }) => s.sector === 'state');
    const [{ rows: ofType }, { rows: inspections }] = await Promise.all([
      database.db.query('select id, type from schools where id_scheme = $1', ['urn']),
      database.db.query('delete from school_inspections returning urn'),
    ]);
    expect(inspections.length).toBeGreaterThan(0);
    for (const type of [
      'Further education',
      'Sixth form centres',
      'Free schools 16 to 19',
      'Academy 16-19 converter',
    ]) {
      await database.db.query(`update schools set type = $1 where id_scheme = 'urn'`, [type]);
      const { body } = await ask('schools', query);
      expect(body.schools.map((s: { id: string }) => s.id)).toContain(first.id);
      expect(warnings(body)).toContain('not_covered schools.inspection');
      expect(warnings(body)).not.toContain('not_recorded schools.inspection');
    }
    for (const { id, type } of ofType)
      await database.db.query(`update schools set type = $2 where id = $1 and id_scheme = 'urn'`, [id, type]);
  });

  it('gives the reason for every missing inspection', async () => {
    expect(warnings((await ask('schools', inputOf('Wales', 'uprn'))).body)).toContain(
      'not_covered schools.inspection',
    );
    expect(warnings((await ask('schools', inputOf('Scotland', 'uprn'))).body)).toContain(
      'not_covered schools.inspection',
    );
  });

  it('counts all schools that match, and lists no more than limit', async () => {
    const all = (await ask('schools', `${inputOf('England', 'uprn')}&radius_m=10000`)).body;
    const two = (await ask('schools', `${inputOf('England', 'uprn')}&radius_m=10000&limit=2`)).body;
    expect(two.schools).toEqual(all.schools.slice(0, 2));
    expect(two.summary).toEqual(all.summary);
    expect(two.count).toBe(2);
    const sum = Object.values(all.summary.by_phase as Record<string, number>).reduce((n, m) => n + m, 0);
    expect(sum).toBe(all.summary.total);
  });

  it('includes all-through schools in phase=secondary, and applies the sector filter', async () => {
    const { body } = await ask(
      'schools',
      `${inputOf('England', 'uprn')}&radius_m=10000&limit=50&phase=secondary`,
    );
    const phases = new Set(body.schools.map((s: { phase: string }) => s.phase));
    expect([...phases].sort()).toEqual(['all_through', 'secondary']);
    const special = await ask('schools', `${inputOf('England', 'uprn')}&radius_m=10000&sector=special`);
    expect(special.body.schools.map((s: { sector: string }) => s.sector)).toEqual(['special']);
  });

  it('includes schools with a sixth form in phase=post_16, and those with a nursery class in phase=nursery', async () => {
    const around = `${inputOf('England', 'uprn')}&radius_m=10000&limit=50`;
    interface Listed {
      id: string;
      phase: string;
      age_range: { from: number; to: number } | null;
    }
    const all = (await ask('schools', around)).body.schools as Listed[];
    const taught = {
      post_16: ({ phase, age_range }: Listed) =>
        phase === 'post_16' || (/secondary|all_through/.test(phase) && age_range!.to >= 17),
      nursery: ({ phase, age_range }: Listed) =>
        phase === 'nursery' || (/primary|all_through/.test(phase) && age_range!.from <= 3),
    };
    for (const [phase, teaches] of Object.entries(taught)) {
      const expected = all.filter(teaches);
      expect(new Set(expected.map((school) => school.phase)).size, phase).toBeGreaterThan(1);
      const { schools } = (await ask('schools', `${around}&phase=${phase}`)).body;
      expect(schools, phase).toEqual(expected);
    }
    const scottish = await ask('schools', `${inputOf('Scotland', 'uprn')}&phase=post_16`);
    expect(warnings(scottish.body)).toContain('not_recorded schools');
  });

  it('gives the distance to the nearest school of each phase, whichever phase is listed', async () => {
    const around = `${inputOf('England', 'uprn')}&radius_m=10000&limit=50`;
    const all = (await ask('schools', around)).body;
    const nearest = (phase: string) =>
      all.schools.find((s: { phase: string }) => s.phase === phase || s.phase === 'all_through').distance_m;
    const expected = {
      nearest_primary_m: nearest('primary'),
      nearest_secondary_m: nearest('secondary'),
    };
    expect(all.summary).toMatchObject(expected);
    for (const phase of ['nursery', 'primary', 'secondary', 'all_through', 'post_16']) {
      const { schools, summary } = (await ask('schools', `${around}&phase=${phase}`)).body;
      expect(summary, phase).toMatchObject({ ...expected, total: schools.length });
      const counts = Object.values(summary.by_phase as Record<string, number>);
      expect(
        counts.reduce((sum, count) => sum + count, 0),
        phase,
      ).toBe(summary.total);
      expect(counts, phase).not.toContain(0);
    }
  });

  it('does not list a closed school', async () => {
    const { text } = await ask('schools', `${inputOf('England', 'uprn')}&radius_m=10000&limit=50`);
    expect(text).not.toContain('Old Netloft');
  });

  it('answers with an empty list if no school is near', async () => {
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

  it('gives null, not 0, for a category that only OpenStreetMap has, with the reason', async () => {
    const { body } = await ask('infrastructure', inputOf('England', 'uprn'));
    const green = groupOf(body, 'green_space');
    expect(green).toMatchObject({ count: null, nearest: null, items: [], reason: 'not_covered' });
    expect(warnings(body)).toContain('not_covered categories.green_space');
  });

  it('returns OpenStreetMap data in a separate block with the licence of their load', async () => {
    const { body } = await ask('infrastructure', inputOf('England', 'uprn'));
    const { licence, attribution } = body.meta.sources.find((s: { id: string }) => s.id === 'osm-points');
    expect(body.openstreetmap).toMatchObject({ licence, attribution });
    // The points of the sandbox are made up, so that no licence binds them.
    expect(licence).toBe('None needed: made up');
    expect(groupOf(body.openstreetmap, 'green_space').count).toBeGreaterThan(0);
    const sources = (groups: GroupBody[]) =>
      new Set(groups.flatMap((g) => g.items.map((item) => item.source)));
    expect(sources(body.openstreetmap.categories)).toEqual(new Set(['osm-points']));
    expect(sources(body.categories).has('osm-points')).toBe(false);
  });

  it('rounds walking times at 80 metres a minute up to whole minutes', async () => {
    const { body } = await ask(
      'infrastructure',
      `${inputOf('England', 'uprn')}&categories=transport&limit=50`,
    );
    const items = groupOf(body, 'transport').items as unknown as {
      distance_m: number;
      walk_minutes: number;
    }[];
    expect(items.length).toBeGreaterThan(1);
    for (const { distance_m, walk_minutes } of items) {
      expect(walk_minutes).toBe(Math.ceil(distance_m / 80));
    }
  });

  it('returns only the requested categories, lists at most limit items of each, and counts all', async () => {
    const { body } = await ask(
      'infrastructure',
      `${inputOf('England', 'uprn')}&categories=health,transport&limit=2`,
    );
    expect(names(body.categories)).toEqual(['transport', 'health']);
    expect(names(body.openstreetmap.categories)).toEqual(['transport', 'health']);
    expect(groupOf(body, 'transport').items).toHaveLength(2);
    expect(groupOf(body, 'transport').count).toBeGreaterThan(2);
  });

  it('says which items are at the position of their postcode', async () => {
    const { body } = await ask('infrastructure', `${inputOf('England', 'uprn')}&categories=health,transport`);
    expect(new Set(groupOf(body, 'health').items.map((item) => item.position))).toEqual(
      new Set(['postcode']),
    );
    expect(new Set(groupOf(body, 'transport').items.map((item) => item.position))).toEqual(
      new Set(['recorded']),
    );
  });

  it('finds the same items in a polygon as an independent count', async () => {
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

describe('location operations', () => {
  it.each(['schools', 'infrastructure', 'profile'])(
    '%s requires exactly one known location',
    async (action) => {
      expect((await ask(action, '')).body.error.code).toBe('location_required');
      expect((await ask(action, `${inputOf('England', 'uprn')}&outcode=XE1`)).body.error.code).toBe(
        'multiple_locations',
      );
      expect((await ask(action, 'postcode=XE1+9ZZ')).body.error.code).toBe('postcode_not_found');
      expect((await ask(action, 'uprn=998999999999')).body.error.code).toBe('uprn_not_found');
      expect((await ask(action, 'outcode=BT1')).body.error.code).toBe('not_in_jurisdiction');
    },
  );

  it.each([
    ['schools', 1],
    ['infrastructure', 2],
    ['profile', 2],
  ])('%s costs %d credits, and nothing if it cannot answer', async (action, credits) => {
    const paid = await api.call(`/location/${action}?${inputOf('England', 'uprn')}`, { key: api.liveKey });
    expect(paid.headers.get('x-credits-charged')).toBe(String(credits));
    const free = await api.call(`/location/${action}?postcode=XE1+9ZZ`, { key: api.liveKey });
    expect(free.headers.get('x-credits-charged')).toBe('0');
  });
});
