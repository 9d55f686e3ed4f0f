import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi } from '@domesday/testing/api';

import { afterAll, beforeAll, expect, it } from 'vitest';
import { inputOf } from '../../../test/location-cases.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await sandboxDatabase();
});
afterAll(() => database?.drop());

it('says that the directory states no police area, not that a force is not loaded', async () => {
  const told = async () => {
    const api = await startTestApi(database);
    try {
      const path = `/location/profile?${inputOf('England', 'postcode')}&sections=crime,population`;
      const { body } = await api.call(path);
      const [warning] = body.meta.warnings.filter((w: { field: string }) => w.field === 'sections.crime');
      return [body.sections.crime.reason, warning?.message];
    } finally {
      await api.close();
    }
  };
  expect(await told()).toEqual([null, undefined]);
  await database.db.query('delete from crime_forces');
  expect(await told()).toEqual(['not_covered', expect.stringMatching(/^The force .* in no loaded month/)]);
  await database.db.query('update onspd_postcodes set police_area_code = null');
  expect(await told()).toEqual(['not_recorded', expect.stringMatching(/tells no police area .* E06999/)]);
});
