import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { house } = sandboxSamples();
const NIGHTS = 90;
const DAYS = 365;
let database: TestDatabase;
beforeAll(async () => {
  database = await sandboxDatabase();
});
afterAll(() => database?.drop());

async function told() {
  const api = await startTestApi(database);
  const estimate = await api.call('/valuations/str-estimate', {
    body: { postcode: house.postcode, bedrooms: 2 },
  });
  const market = await api.call(`/str/market?postcode=${encodeURIComponent(house.postcode)}`);
  await api.close();
  expect([estimate.status, market.status], estimate.text).toEqual([200, 200]);
  const capped = estimate.body.meta.warnings.some(({ code }: { code: string }) => code === 'night_cap');
  return { estimate: estimate.body, market: market.body, capped };
}

it('limits the nights of a whole home in Greater London to those that need no planning permission, with a warning', async () => {
  const elsewhere = await told();
  expect([elsewhere.estimate.regulation.night_cap, elsewhere.capped]).toEqual([null, false]);
  expect(elsewhere.estimate.annual.occupancy_pct).toBeGreaterThan((NIGHTS / DAYS) * 100);

  // The City of London.
  await database.db.query(`update postcodes set local_authority_code = 'E09000001' where outcode = $1`, [
    house.postcode.split(' ')[0],
  ]);
  const { estimate, market, capped } = await told();
  expect([estimate.regulation.night_cap, market.licensing.night_cap, capped]).toEqual([NIGHTS, NIGHTS, true]);
  expect(estimate.annual.occupancy_pct).toBeLessThanOrEqual(Math.ceil((NIGHTS / DAYS) * 1000) / 10);
  const { p25, p50, p75 } = estimate.annual.revenue;
  const before = elsewhere.estimate.annual.revenue;
  expect([p25 <= before.p25, p50 < before.p50, p75 < before.p75]).toEqual([true, true, true]);
});
