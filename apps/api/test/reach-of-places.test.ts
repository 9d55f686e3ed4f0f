import { toDegrees } from '@domesday/geography/grid';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** One postcode of each nation, far from each other. */
const PLACES = {
  England: { easting: 450_000, northing: 300_000, reach_m: 5000 },
  Wales: { easting: 280_000, northing: 250_000, reach_m: 5000 },
  Scotland: { easting: 300_000, northing: 750_000, reach_m: 25_000 },
};
let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  for (const [nation, { easting, northing }] of Object.entries(PLACES)) {
    await database.db.query(
      `update postcodes set easting = $2::float8, northing = $3::float8, position = point($2::float8, $3::float8)
        where postcode = (select min(postcode) from postcodes where country = $1 and terminated_on is null
          and position is not null)`,
      [nation, easting, northing],
    );
  }
  const kept = Object.values(PLACES).map(({ easting }) => easting);
  await database.db.query('delete from postcodes where easting is null or easting <> all ($1)', [kept]);
  api = await startTestApi(database);
}, 300_000);
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

it.each(Object.entries(PLACES))(
  'accepts points near %s up to its reach from the nearest postcode, and refuses points beyond',
  async (_nation, place) => {
    for (const [east, north] of [
      [1, 0],
      [0, 1],
      [-0.6, 0.8],
    ] as const) {
      for (const [distance_m, inside] of [
        [place.reach_m - 60, true],
        [place.reach_m + 60, false],
      ] as const) {
        const { latitude, longitude } = toDegrees(
          place.easting + east * distance_m,
          place.northing + north * distance_m,
        );
        const { status, body } = await api.call(
          `/location/schools?lat=${latitude}&lng=${longitude}&radius_m=100`,
        );
        const code = status === 200 ? 'inside' : body.error.code;
        expect([distance_m, code]).toEqual([distance_m, inside ? 'inside' : 'not_in_jurisdiction']);
        if (!inside) expect(body.error.message).toMatch(/km from .* nearest postcode/);
      }
    }
  },
);
