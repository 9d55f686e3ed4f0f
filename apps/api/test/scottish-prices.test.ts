import { exampleCall, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

// Sale prices are not open data in Scotland: every operation gives that one reason for their absence.
let database: TestDatabase;
let api: TestApi;
let home: { uprn: string; postcode: string };
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  const { rows } = await database.db.query(
    `select uprn::text, postcode from addresses where country = 'Scotland' and latitude is not null order by uprn limit 1`,
  );
  home = rows[0];
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const ABOUT_PRICES = /(sale|sold) (price|value)|\bsales\b|sale prices/i;
const REASONS = [
  'not_covered',
  'not_in_jurisdiction',
  'not_recorded',
  'insufficient_sample',
  'insufficient_data',
  'source_not_loaded',
];

it.each(operationTable)(
  '$id gives one and the same reason for prices that Scotland does not publish',
  async (entry) => {
    const { path, body } = exampleCall(entry);
    const [bare, query = ''] = path.split('?');
    const search = new URLSearchParams(query);
    for (const name of ['uprn', 'postcode', 'outcode', 'lat', 'lng', 'polygon'])
      if (search.delete(name) === undefined && query.includes(`${name}=`))
        search.set('postcode', home.postcode);
    const at = bare!.replace(/\d{6,12}/, home.uprn);
    const asked =
      body && 'units' in (body as object)
        ? { ...(body as object), outcode: undefined, uprn: home.uprn }
        : body;
    const answer = await api.call(search.size ? `${at}?${search}` : at, asked ? { body: asked } : {});
    const told: { code: string; message: string }[] = answer.body.error
      ? [answer.body.error]
      : answer.body.meta.warnings;
    const wrong = told.filter(
      ({ code, message }) =>
        REASONS.includes(code) && ABOUT_PRICES.test(message) && code !== 'not_in_jurisdiction',
    );
    expect(wrong).toEqual([]);
  },
);
