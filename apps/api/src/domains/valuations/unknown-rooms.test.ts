import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { beforeAll, expect, it } from 'vitest';

const { house, bare } = sandboxSamples();
let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  return async () => {
    await api.close();
    await database.drop();
  };
});

const ASKED: Record<
  string,
  (uprn: number) => Promise<{ status: number; body: { error: { message: string } } }>
> = {
  'valuations.rental': (uprn: number) => api.call(`/valuations/${uprn}/rental`),
  'valuations.hmo': (uprn: number) => api.call(`/valuations/${uprn}/hmo`),
  'valuations.str_estimate': (uprn: number) =>
    api.call('/valuations/str-estimate', { method: 'POST', body: JSON.stringify({ uprn: String(uprn) }) }),
};

it.each(Object.keys(ASKED))(
  '%s distinguishes a newest certificate that states no rooms from a home without a certificate',
  async (operation) => {
    await database.db.query(
      `insert into energy_certificates select (jsonb_populate_record(c, $2::jsonb)).* from energy_certificates c
        where c.uprn = $1 and habitable_rooms is not null limit 1`,
      [
        house.uprn,
        JSON.stringify({
          certificate_number: `9980-made-up-${operation}`,
          lodged_on: '2026-06-01',
          habitable_rooms: null,
        }),
      ],
    );
    const silent = await ASKED[operation]!(house.uprn);
    expect([silent.status, silent.body.error.message]).toEqual([
      422,
      expect.stringMatching(/^The newest energy certificate of this property does not tell its rooms: give /),
    ]);
    const none = await ASKED[operation]!(bare.uprn);
    expect([none.status, none.body.error.message]).toEqual([
      422,
      expect.stringMatching(/^No loaded energy certificate tells the rooms of this property: give /),
    ]);
  },
);
