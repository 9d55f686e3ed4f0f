import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { load } from '@domesday/builds';
import { toGrid } from '@domesday/geography/grid';
import {
  departures,
  emptyDatabase,
  operationTable,
  sharedData,
  type TestDatabase,
  testClock,
} from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codePointAreas, type RawPostcode, rawPostcode } from '../../../test/real-files.ts';

/** Counts around a place, computed again from the lines of the publishers' files. */
const folder = sharedData();
const OXFORD = 'E07000178';
const SOUTHWARK = 'E09000028';
const LONDON = [
  'se',
  'e',
  'ec',
  'n',
  'nw',
  'sw',
  'w',
  'wc',
  'br',
  'cr',
  'da',
  'en',
  'ha',
  'ig',
  'kt',
  'rm',
  'sm',
  'tw',
  'ub',
];

interface RawApplication {
  postcode: string | null;
  borough: string;
  valid_date: string | null;
  decision_date: string | null;
  centroid: { lat: number | null } | null;
  site_number: string | null;
  site_name: string | null;
  street_name: string | null;
  locality: string | null;
}

const bare = (text: string) => text.replaceAll(' ', '').toUpperCase();

describe.skipIf(!folder)('planning on real files', () => {
  let database: TestDatabase;
  let api: TestApi;
  let scratch: string;
  let postcodes: RawPostcode[];
  let known: Set<string>;
  let applications: RawApplication[];
  let licences: string[];

  beforeAll(async () => {
    database = await emptyDatabase();
    scratch = await mkdtemp(join(tmpdir(), 'domesday-real-planning-'));
    const put = (dataset: string, path: string, mapping?: Record<string, unknown>) =>
      load(database.db, dataset, [path], { home: scratch, ...(mapping ? { mapping } : {}) });
    const lines = codePointAreas(folder!, ['ox', ...LONDON]);
    postcodes = lines.flatMap((line) => rawPostcode(line) ?? []);
    known = new Set(postcodes.map((row) => bare(row.postcode)));
    await writeFile(join(scratch, 'codepoint.csv'), lines.join('\n'));
    await put('code-point-open', join(scratch, 'codepoint.csv'));
    const reply = join(folder!, 'planning-applications/london-datahub-2021-10.json.gz');
    await put('planning-applications', reply);
    applications = JSON.parse(gunzipSync(await readFile(reply)).toString()).rawResponse.hits.hits.map(
      (hit: { _source: RawApplication }) => hit._source,
    );
    const register = join(folder!, 'hmo/oxford_hmo-simplified-register.csv');
    await put('hmo-register', register, {
      columns: {
        address: 'Location',
        licence_number: 'Case Number',
        issued_on: 'Licence Commenced',
        expires_on: 'Licence Expires',
      },
      local_authority_code: OXFORD,
    });
    licences = (await readFile(register, 'latin1'))
      .split(/\r\n?|\n/)
      .slice(1)
      .filter((line) => line !== '');
    api = await startTestApi(database, testClock('2021-11-01T12:00:00.000Z'));
  }, 300_000);
  afterAll(async () => {
    await api?.close();
    await database?.drop();
    if (scratch) await rm(scratch, { recursive: true, force: true });
  });

  async function ask(id: string, query: string) {
    const entry = operationTable.find((candidate) => candidate.id === id)!;
    const answer = await api.call(`${entry.path}?${query}`);
    expect(departures(entry, answer.status, answer.body)).toEqual([]);
    return answer;
  }
  const codes = (body: { meta: { warnings: { code: string }[] } }) => body.meta.warnings.map((w) => w.code);

  /** The postcode of an application: its own, else that at the end of its address. */
  function postcodeOf(one: RawApplication): string | null {
    const shaped = (text: string | null) =>
      /([A-Z]{1,2}\d[A-Z\d]?)\s*(\d[A-Z]{2})\s*$/i
        .exec(text ?? '')
        ?.slice(1, 3)
        .join('')
        .toUpperCase() ?? null;
    const address = [one.site_number, one.site_name, one.street_name, one.locality]
      .filter((part) => part?.trim())
      .join(', ');
    return shaped(one.postcode) ?? shaped(address);
  }

  it('reads postcode=SE15 as the outcode, not as the sector SE1 5, and says so', async () => {
    const own = applications.filter((one) => /^SE15\d[A-Z]{2}$/.test(postcodeOf(one) ?? ''));
    expect(own.length).toBeGreaterThan(15);
    const read = await ask('planning.applications', 'postcode=SE15&days=3650');
    expect(read.body.total).toBe(own.length);
    expect(read.body.meta.geography).toMatchObject({ level: 'outcode', used: 'SE15' });
    expect(codes(read.body)).toContain('read_as_outcode');
    const nameless = applications.filter((one) => /Southwark/.test(one.borough) && postcodeOf(one) === null);
    expect(read.body.summary.unplaced).toBe(nameless.length);
    const said = read.body.meta.warnings.find((w: { code: string }) => w.code === 'unplaced_records');
    expect(said.message).toContain('no postcode that is known');
    const named = await ask('planning.applications', 'outcode=SE15&days=3650');
    expect([named.body.total, codes(named.body).includes('read_as_outcode')]).toEqual([own.length, false]);
    const sector = await ask('planning.applications', 'postcode=SE1%205&days=3650');
    expect(sector.body.meta.geography).toMatchObject({ level: 'sector', used: 'SE1 5' });
    expect(sector.body.total).toBe(
      applications.filter((one) => /^SE15[A-Z]{2}$/.test(postcodeOf(one) ?? '')).length,
    );
    expect((await ask('planning.applications', 'outcode=E1%205')).status).toBe(422);
  });

  it('reports a circle as partly covered if it reaches into authorities without data, with their share of its postcodes', async () => {
    const centre = postcodes.find((row) => row.postcode.startsWith('OX1 '))!;
    const radius_m = 5000;
    const inside = postcodes.filter(
      (row) => Math.hypot(row.easting - centre.easting, row.northing - centre.northing) <= radius_m,
    );
    const districts = new Set(inside.map((row) => row.district));
    expect(districts.size).toBeGreaterThan(1);
    const elsewhere = inside.filter((row) => row.district !== OXFORD).length;
    const share = Math.round((elsewhere / inside.length) * 1000) / 10;
    const { body } = await ask(
      'planning.hmo_register',
      `postcode=${encodeURIComponent(centre.postcode)}&radius_m=${radius_m}&status=any`,
    );
    const status = Object.fromEntries(
      body.meta.coverage.map((one: { area: string; status: string }) => [one.area, one.status]),
    );
    expect(status).toEqual(
      Object.fromEntries([...districts].map((code) => [code, code === OXFORD ? 'covered' : 'not_covered'])),
    );
    const warning = body.meta.warnings.find((w: { code: string }) => w.code === 'partly_covered');
    expect(warning.message).toContain(`${share} %`);
    expect(body.summary.per_1000_dwellings).toBeNull();
    const small = await ask(
      'planning.hmo_register',
      `postcode=${encodeURIComponent(centre.postcode)}&radius_m=100&status=any`,
    );
    expect(codes(small.body)).not.toContain('partly_covered');
    // No address is loaded here, so there is no denominator.
    expect(small.body.summary.per_1000_dwellings).toBeNull();
  });

  it('counts the licences without a position', async () => {
    const found = (line: string) => {
      const at = [...line.matchAll(/([A-Z]{1,2}\d[A-Z\d]?) ?(\d[A-Z]{2})\b/g)].at(-1);
      return at ? known.has(`${at[1]}${at[2]}`) : false;
    };
    const nowhere = licences.filter((line) => !found(line)).length;
    expect(nowhere).toBeGreaterThan(20);
    const { body } = await ask('planning.hmo_register', 'lat=51.752&lng=-1.2577&radius_m=500&status=any');
    expect(body.summary.unplaced).toBe(nowhere);
    expect(codes(body)).toContain('unplaced_records');
  });

  it.each([
    ['Belfast', 54.597, -5.93],
    ['Dublin', 53.35, -6.26],
    ['Caen', 49.18, -0.37],
    ['the North Sea', 53.5, 2.2],
  ])('answers 404 with the reason for a point in %s', async (_name, lat, lng) => {
    const { status, body } = await ask('planning.applications', `lat=${lat}&lng=${lng}&radius_m=5000`);
    expect([status, body.error.code]).toEqual([404, 'not_in_jurisdiction']);
    expect(body.error.message).toMatch(/km from .* nearest postcode/);
  });

  it('draws the limit at 5 km from the nearest postcode in England', async () => {
    let [near, far] = [0, 0];
    for (let i = 0; i < 120; i++) {
      const [lat, lng] = [51.2 + (i % 12) * 0.06, 0.1 + Math.floor(i / 12) * 0.08];
      const { easting, northing } = toGrid(lat, lng);
      const nearest = Math.min(...distances(easting, northing));
      const { body } = await ask('planning.applications', `lat=${lat}&lng=${lng}&radius_m=50`);
      const outside = body.error?.code === 'not_in_jurisdiction';
      expect([lat, lng, outside]).toEqual([lat, lng, nearest > 5000]);
      if (outside) far++;
      else near++;
    }
    expect(Math.min(near, far)).toBeGreaterThan(10);
  });
  function* distances(easting: number, northing: number): Generator<number> {
    let least = Number.POSITIVE_INFINITY;
    for (const row of postcodes)
      least = Math.min(least, Math.hypot(row.easting - easting, row.northing - northing));
    yield least;
  }

  it('reads every outcome of the datahub, and excludes outcomes that it cannot read from the approval rate', async () => {
    const query = 'lat=51.4735&lng=-0.0691&radius_m=5000&days=3650';
    const { summary } = (await ask('planning.applications', query)).body;
    expect([summary.outcomes_unknown, summary.by_status.refused > 0]).toEqual([0, true]);
    const { approved, refused } = summary.by_status;
    expect(summary.approval_rate_pct).toBe(Math.round((1000 * approved) / (approved + refused)) / 10);
    await database.db.query(
      `update planning_applications set status = 'unknown' where decision = 'GRTCA' and authority_code = $1`,
      [SOUTHWARK],
    );
    const after = (await ask('planning.applications', query)).body;
    expect(after.summary.outcomes_unknown).toBeGreaterThan(0);
    expect(after.summary.by_status.approved).toBe(approved - after.summary.outcomes_unknown);
    expect(codes(after)).toContain('outcomes_unknown');
  });

  it('flags a start date in 3017, counts expired licences, and gives no distance for a home placed at its postcode', async () => {
    const { body } = await ask(
      'planning.hmo_register',
      'postcode=OX2%206DR&radius_m=100&status=any&limit=100',
    );
    const { by_status } = body.summary;
    expect(by_status.active + by_status.expired + by_status.pending).toBe(body.summary.count);
    const odd = body.results.find((one: { address: string }) => one.address.startsWith('Flat 1 Juxon House'));
    expect(odd).toMatchObject({ issued: null, issued_as_published: '3017-03-02', expires: '2021-01-24' });
    expect(odd).toMatchObject({ position: 'postcode', distance_m: null });
    expect(codes(body)).toContain('implausible_date');
    expect(body.coverage[0].newest_licence < '2022').toBe(true);
    const active = (await ask('planning.hmo_register', 'postcode=OX2%206DR&radius_m=100')).body;
    expect(active.summary.by_status).toEqual(by_status);
    expect(by_status.expired).toBeGreaterThan(0);
    expect(codes(active)).toContain('expired_licences');
  });

  it('counts the applications of the authority without a position', async () => {
    const query = 'lat=51.4735&lng=-0.0691&radius_m=2000&days=3650';
    const before = (await ask('planning.applications', query)).body;
    // The datahub puts records that it cannot locate at the false origin of the grid.
    const placed = (one: RawApplication) =>
      (one.centroid?.lat ?? 0) > 49.8 || known.has(postcodeOf(one) ?? '');
    const boroughOf = (one: RawApplication) => one.borough.replace(/^(London|Royal) Borough of /, '');
    const located = new Set(applications.filter(placed).map(boroughOf));
    // A borough without any located application cannot be distinguished from another.
    const nowhere = applications.filter(
      (one) => !placed(one) && (boroughOf(one) === 'Southwark' || !located.has(boroughOf(one))),
    ).length;
    expect(applications.filter((one) => !placed(one)).length).toBeGreaterThan(10);
    expect(before.summary.unplaced).toBe(nowhere);
    const { rowCount } = await database.db.query(
      `update planning_applications set position = null, postcode = null
        where position <@ circle(point(534200, 176600), 1200) and authority_code = $1`,
      [SOUTHWARK],
    );
    expect(rowCount).toBeGreaterThan(5);
    const after = (await ask('planning.applications', query)).body;
    expect([after.total, after.summary.unplaced]).toEqual([before.total - rowCount!, nowhere + rowCount!]);
    expect(codes(after)).toContain('unplaced_records');
    const outcode = (await ask('planning.applications', 'outcode=SE15&days=3650')).body;
    expect(outcode.summary.unplaced).toBeGreaterThanOrEqual(rowCount!);
  });
});
