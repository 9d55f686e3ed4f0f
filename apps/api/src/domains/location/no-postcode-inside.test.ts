import { toDegrees } from '@domesday/geography/grid';
import { departures, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// A small circle, a field and a home with a new postcode contain no postcode of the directory. Figures of the whole
// authority would say nothing about them.

let database: TestDatabase;
let api: TestApi;
/** A point 150 m from the nearest live postcode, which has a small area. */
let spot: { easting: number; northing: number; postcode: string };
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  const { rows } = await database.db.query(
    `select p.postcode, p.easting + 150 as easting, p.northing from postcodes p
      where p.country = 'England' and p.terminated_on is null and p.lsoa_code is not null
        and not exists (select from postcodes o where o.postcode <> p.postcode and o.terminated_on is null
                         and o.position <@ circle(point(p.easting + 150, p.northing), 250))
      order by p.postcode limit 1`,
  );
  spot = rows[0];
}, 180_000);
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const entry = operationTable.find(({ id }) => id === 'location.profile')!;
async function profile(query: string) {
  const { status, body } = await api.call(`/location/profile?${query}`);
  expect(status).toBe(200);
  expect(departures(entry, status, body)).toEqual([]);
  return body;
}
interface Body {
  meta: { warnings: { code: string; field: string | null; message: string }[] };
}
const codes = (body: Body) => body.meta.warnings.map(({ code }) => code);

function shapeAround(half_m: number): string {
  const ring = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ].map(([x, y]) => {
    const at = toDegrees(spot.easting + x! * half_m, spot.northing + y! * half_m);
    return [at.longitude, at.latitude];
  });
  return encodeURIComponent(JSON.stringify({ type: 'Polygon', coordinates: [ring] }));
}

describe('the profile of a place without a live postcode inside', () => {
  it('gives the figures of the nearest postcode, with a warning, for a circle and for a polygon', async () => {
    const nearest = await profile(`postcode=${encodeURIComponent(spot.postcode)}`);
    expect(codes(nearest)).not.toContain('nearest_postcode');
    const { latitude, longitude } = toDegrees(spot.easting, spot.northing);
    for (const place of [`lat=${latitude}&lng=${longitude}&radius_m=50`, `polygon=${shapeAround(40)}`]) {
      const body = await profile(place);
      expect(body.sections, place).toEqual(nearest.sections);
      expect(body.sections.population.geography.level, place).toBe('small_area');
      expect(body.meta.geography, place).toMatchObject({ used: spot.postcode, widened: true });
      const said = (body as Body).meta.warnings.find(({ code }) => code === 'nearest_postcode');
      expect(said?.message, place).toContain(`${spot.postcode}, the nearest, 150 m from its middle`);
      expect(codes(body), place).not.toContain('coarser_area');
    }
  });

  it('does not use the nearest postcode if a live one lies inside', async () => {
    const { latitude, longitude } = toDegrees(spot.easting, spot.northing);
    const body = await profile(`lat=${latitude}&lng=${longitude}&radius_m=200`);
    expect(codes(body)).not.toContain('nearest_postcode');
    expect(body.meta.geography).toMatchObject({ radius_m: 200, widened: false });
  });

  it('gives the figures of the nearest postcode for a home whose own postcode has no small area', async () => {
    const { rows } = await database.db.query(
      `select a.uprn from addresses a join postcodes p using (postcode)
        where p.lsoa_code is not null and p.country = 'England' and a.position is not null order by a.uprn limit 1`,
    );
    await database.db.query(
      `update postcodes set lsoa_code = null where postcode = (select postcode from addresses where uprn = $1)`,
      [rows[0].uprn],
    );
    const body = await profile(`uprn=${rows[0].uprn}`);
    expect(codes(body)).toContain('nearest_postcode');
    expect(body.sections.population.geography).toMatchObject({ level: 'small_area', areas: 1 });
  });

  it('does not skip a nearer postcode without a small area to use a farther one', async () => {
    const lsoa = async (code: string | null) =>
      database.db.query(`update postcodes set lsoa_code = $2 where postcode = $1`, [spot.postcode, code]);
    const { rows } = await database.db.query('select lsoa_code from postcodes where postcode = $1', [
      spot.postcode,
    ]);
    const { latitude, longitude } = toDegrees(spot.easting, spot.northing);
    await lsoa(null);
    const body = await profile(`lat=${latitude}&lng=${longitude}&radius_m=70&sections=population`);
    await lsoa(rows[0].lsoa_code);
    expect(codes(body)).toEqual(['coarser_area']);
    expect(body.sections.population.geography.level).toBe('local_authority');
  });
});

describe('the profile if no postcode has a small area', () => {
  it('gives the figures of the authority, and does not say that small areas are not loaded', async () => {
    await database.db.query('update postcodes set lsoa_code = null');
    const { latitude, longitude } = toDegrees(spot.easting, spot.northing);
    const body: Body = await profile(`lat=${latitude}&lng=${longitude}&radius_m=60&sections=population`);
    expect(codes(body)).toEqual(['coarser_area']);
    expect(body.meta.warnings[0]!.message).toContain('The small area of the place is not known');
    const whole: Body = await profile(`lat=${latitude}&lng=${longitude}&radius_m=60`);
    const of = (field: string) =>
      whole.meta.warnings.find((one) => one.field === `sections.${field}`)?.message;
    for (const field of ['income', 'deprivation', 'crime', 'urban_rural'])
      expect(of(field), field).toBe('No live postcode of the place has a small area.');
  });
});
