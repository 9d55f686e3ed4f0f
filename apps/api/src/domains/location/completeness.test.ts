import { testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { type Scratch, scratch } from '@domesday/testing/scratch';
import { sharedData } from '@domesday/testing/shared-data';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let s: Scratch;
let api: TestApi;
beforeAll(async () => {
  s = await scratch();
  api = await startTestApi(s.database, testClock('2026-11-22T12:00:00Z'));
});
afterAll(async () => {
  await api?.close();
  await s?.drop();
});
beforeEach(async () => {
  await s.empty();
  await s.database.db.query(
    'truncate schools, transport_stops, planning_applications, planning_authorities, dataset_coverage, place_points, osm_points',
  );
});

// Made-up postcodes around one in Bath, with the code of its authority.
const POSTCODE = (postcode: string, easting: number, northing: number, authority: string) =>
  `"${postcode}",10,${easting},${northing},"E92000001","","","","${authority}","E05999001"\n`;
const bath = () => s.loadText('code-point-open', POSTCODE('BA1 1AA', 375_000, 165_000, 'E06000022'));

async function ask(path: string) {
  api.clock.advance(3000);
  const { status, body } = await api.call(path);
  expect(status, JSON.stringify(body.error)).toBe(200);
  return body;
}
const codes = (body: { meta: { warnings: { code: string }[] } }) => body.meta.warnings.map((one) => one.code);

// Made-up schools in a register of the English layout, `every` metres apart.
const register = (n: number, position = true) =>
  `URN,EstablishmentName,TypeOfEstablishment (name),EstablishmentStatus (name),PhaseOfEducation (name),Postcode,Easting,Northing\n${Array.from(
    { length: n },
    (_, i) =>
      `${100_000 + i},Made-up school ${i},Community school,Open,Primary,,${position ? `${400_000 + (i % 300) * 100},${200_000 + Math.floor(i / 300) * 100}` : ','}\n`,
  ).join('')}`;

// A made-up stop, in the columns of NaPTAN.
const STOP =
  'ATCOCode,CommonName,StopType,Easting,Northing,Status\n0180MADE01,Made-up Stop,BCT,375050,165050,active\n';

describe('a register of places', () => {
  it('does not cover a nation of which it has only a few rows, so that 0 nearby is not presented as the truth', async () => {
    await bath();
    await s.loadText('gias', register(16));
    const schools = await ask('/location/schools?postcode=BA1%201AA');
    expect(schools.summary.total).toBe(0);
    expect(schools.meta.coverage[0]).toEqual({
      source: 'gias',
      country: 'England',
      area: null,
      status: 'partial',
      note: 'Get Information about Schools: 16 rows of England are served, where a whole register has 20,000 at the least.',
    });
    expect(codes(schools)).toContain('partly_covered');
    const amenities = await api.call('/location/infrastructure?postcode=BA1%201AA&categories=education', {
      key: api.liveKey,
    });
    expect([amenities.status, amenities.body.error.code]).toEqual([404, 'not_covered']);
    expect(amenities.body.error.details[0]).toEqual({
      field: 'categories.education',
      issue: expect.stringContaining('16 rows of England are served'),
    });
    expect(amenities.headers.get('x-credits-charged')).toBe('0');
  });

  it('does not cover the nation if its rows have no position, and covers it if it is complete', async () => {
    await bath();
    await s.loadText('gias', register(20_000, false));
    const bare = await ask('/location/schools?postcode=BA1%201AA');
    expect(bare.meta.coverage[0].note).toContain('20,000 of 20,000 rows of England have no position');
    await s.loadText('gias', register(20_000));
    const whole = await ask('/location/schools?postcode=BA1%201AA');
    expect(whole.meta.coverage[0]).toMatchObject({ status: 'covered', note: null });
    expect(codes(whole)).not.toContain('partly_covered');
  });
});

describe('a dataset whose places wait for the next build after its first load', () => {
  const deferred = { skipDerived: true };

  it('counts as not loaded, free, instead of giving a count of 0', async () => {
    await bath();
    await s.loadText('gias', register(16), deferred);
    await s.loadText('naptan', STOP, deferred);
    api.clock.advance(3000);
    for (const path of ['/location/schools', '/location/infrastructure']) {
      const { status, body, headers } = await api.call(`${path}?postcode=BA1%201AA`, { key: api.liveKey });
      expect([status, body.error.code]).toEqual([404, 'source_not_loaded']);
      expect(headers.get('x-credits-charged')).toBe('0');
    }
    const { body: said } = await api.call('/status?datasets=gias,naptan');
    for (const one of said.datasets) {
      expect(one).toMatchObject({ state: 'missing', rows: 0 });
      expect(one.state_reason).toMatch(/^It is loaded, and served as soon as .*build/);
    }
    const schools = said.operations.find((one: { name: string }) => one.name === 'location.schools');
    expect([schools.ready.England, schools.how_to_fix]).toEqual(['none', expect.stringContaining('build')]);
  });

  it('is served after the build, also while a later load waits for the next build', async () => {
    await bath();
    await s.loadText('gias', register(16));
    await s.loadText('gias', register(15), { ...deferred, force: true });
    expect((await ask('/location/schools?postcode=BA1%201AA')).meta.sources[0].id).toBe('gias');
    expect((await ask('/status?datasets=gias')).datasets[0].rows).toBe(15);
  });
});

describe('an extract of OpenStreetMap', () => {
  // Made up: a shop beside the postcode, and a bakery six kilometres to the north.
  const extract =
    'id,lat,lon,name,shop\nnode/1,51.38370,-2.36050,Made-up Shoes,shoes\nnode/2,51.43770,-2.36050,Made-up Bread,bakery\n';
  const groups = (body: { openstreetmap: { categories: { category: string }[] } }) =>
    Object.fromEntries(body.openstreetmap.categories.map((one) => [one.category, one]));

  it('gives 0 for a category that it has elsewhere, and null for a category that it has nowhere', async () => {
    await bath();
    await s.loadText('osm-points', extract);
    const body = await ask('/location/infrastructure?postcode=BA1%201AA&categories=shops,food,health');
    const { shops, food, health } = groups(body);
    expect(shops).toMatchObject({ count: 1, reason: null });
    expect(food).toMatchObject({ count: 0, reason: null });
    expect(health).toMatchObject({ count: null, reason: 'not_covered' });
    const [told] = body.meta.warnings.filter((one: { field: string }) => one.field === 'openstreetmap');
    expect(told).toMatchObject({ code: 'not_covered', message: expect.stringContaining('health') });
  });

  it('gives null for a category of which it has only a stray row, such as pharmacies in an extract of shops', async () => {
    await bath();
    const shops = Array.from(
      { length: 1_100 },
      (_, i) => `node/${i + 10},51.3837,-2.3605,Made-up Shoes,shoes,\n`,
    );
    const stray = 'node/2,51.43770,-2.36050,Made-up Pharmacy,chemist,pharmacy\n';
    await s.loadText('osm-points', `id,lat,lon,name,shop,amenity\n${stray}${shops.join('')}`);
    const body = await ask('/location/infrastructure?postcode=BA1%201AA&categories=shops,health');
    expect(groups(body).health).toMatchObject({ count: null, reason: 'not_covered' });
    expect(groups(body).shops).toMatchObject({ count: 1_100, reason: null });
  });

  it('gives null for a place outside its extent, and is free if no other source covers the place', async () => {
    await bath();
    await s.loadText('osm-points', extract);
    const away = 'location/infrastructure?lat=51.35&lng=-2.36&categories=shops,food';
    const free = await api.call(`/${away}`, { key: api.liveKey });
    expect([free.status, free.body.error.code]).toEqual([404, 'not_covered']);
    expect(free.headers.get('x-credits-charged')).toBe('0');
    await s.loadText('gias', register(20_000));
    const { openstreetmap } = await ask(`/${away},education`);
    expect(openstreetmap.categories.map((one: { count: unknown }) => one.count)).toEqual([null, null, null]);
  });
});

describe('planning applications', () => {
  const page = (from: number, n: number, total?: number) =>
    JSON.stringify({
      ...(total === undefined ? {} : { total }),
      records: Array.from({ length: n }, (_, i) => ({
        name: `X/${from + i}`,
        uid: `X/${from + i}`,
        area_name: 'Bath and North East Somerset',
        authority_name: 'Bath and North East Somerset',
        description: 'Made-up extension',
        start_date: '2026-11-10',
        app_state: 'Permitted',
        postcode: 'BA1 1AA',
        lat: 51.38,
        lng: -2.36,
      })),
    });
  const bathNow = () => ask('/planning/applications?postcode=BA1%201AA');

  it('cover an authority once every page that the files announce is loaded', async () => {
    await bath();
    await s.loadText('planning-applications', page(0, 60, 100), { name: 'page-1.json' });
    const first = await bathNow();
    const note = 'The files loaded state 100 applications and hold 60.';
    expect(first.coverage[0]).toMatchObject({ status: 'partial', note });
    expect(first.meta.coverage[0]).toMatchObject({ status: 'partial', note });
    expect(codes(first)).toContain('partly_covered');
    await s.loadText('planning-applications', page(60, 40, 100), { name: 'page-2.json' });
    const both = await bathNow();
    expect(both.coverage[0]).toMatchObject({ status: 'covered', note: null });
    expect(codes(both)).not.toContain('partly_covered');
  });

  it('count a page once if it is loaded twice, and drop the pages from before a replacing load', async () => {
    await bath();
    const first = page(0, 60, 100);
    await s.loadText('planning-applications', first, { name: 'page-1.json' });
    await s.loadText('planning-applications', first, { name: 'page-1.json', force: true });
    expect((await bathNow()).coverage[0].note).toBe('The files loaded state 100 applications and hold 60.');
    await s.loadText('planning-applications', page(60, 30, 100), {
      ...{ name: 'page-2.json', replace: true, force: true },
    });
    const replaced = await bathNow();
    expect(replaced.total).toBe(30);
    expect(replaced.coverage[0].note).toBe('The files loaded state 100 applications and hold 30.');
    // A later load that replaced nothing is added.
    await s.loadText('planning-applications', page(90, 10, 100), { name: 'page-3.json' });
    expect((await bathNow()).coverage[0].note).toBe('The files loaded state 100 applications and hold 40.');
  });

  it('do not cover an authority if only a few are loaded or the newest is old', async () => {
    await bath();
    await s.loadText('planning-applications', page(0, 4), { name: 'few.json' });
    expect((await bathNow()).coverage[0].note).toContain('hold 4 of its applications');
    await s.loadText('planning-applications', page(0, 80).replaceAll('2026-11-10', '2026-01-10'), {
      name: 'old.json',
    });
    expect((await bathNow()).coverage[0].note).toBe(
      'The newest of its applications that is loaded is of 2026-01-10.',
    );
  });

  it.skipIf(!sharedData())(
    'do not cover a borough with a real reply that announces 1,749 and holds 500',
    async () => {
      const file = `${sharedData()}/planning-applications/london-datahub-2021-10.json.gz`;
      const { checks } = await s.load('planning-applications', [file]);
      expect(checks).toContainEqual({
        name: 'incomplete',
        status: 'warn',
        detail: 'The files state 1,749 records and hold 500: load the other pages too.',
      });
      const [load] = await s.rows(
        "select stated_rows, rows_read from dataset_loads where status = 'published'",
      );
      expect(load).toEqual({ stated_rows: 1749, rows_read: 500 });
    },
  );
});
