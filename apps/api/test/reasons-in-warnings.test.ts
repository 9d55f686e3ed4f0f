import { remove } from '@domesday/builds';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase, testClock } from '@domesday/testing';
import { startTestApi, type TestAnswer } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expiryOf } from '../src/domains/properties/model.ts';

const { house, scottishFlat } = sandboxSamples();
let database: TestDatabase;
beforeAll(async () => {
  database = await sandboxDatabase();
});
afterAll(() => database?.drop());

/** An answer from a newly started server, so that nothing is cached of earlier loads. */
async function ask(path: string, body?: object, day?: string): Promise<TestAnswer> {
  const clock = testClock();
  if (day) clock.set(`${day}T12:00:00Z`);
  const api = await startTestApi(database, clock);
  try {
    return await api.call(path, body ? { body } : {});
  } finally {
    await api.close();
  }
}

const warned = ({ body }: TestAnswer, field: string) =>
  body.meta.warnings.filter((one: { field: string }) => one.field === field);

it.each([
  ['2016-02-29', '2026-02-28'],
  ['2020-02-28', '2030-02-28'],
  ['2019-12-31', '2029-12-31'],
  [null, null],
])('a certificate lodged on %s is valid until %s', (lodged_on, until) => {
  expect(expiryOf(lodged_on)).toBe(until);
});

/** The fields of a history for which an answer has warnings. */
const historyWarned = ({ body }: TestAnswer): string[] =>
  body.meta.warnings
    .map(({ field }: { field: string | null }) => field ?? '')
    .filter((field: string) => field.startsWith('history'));

it('a history of prices is reported as unknown only if it was requested', async () => {
  const prices = (months: number) =>
    ask(`/prices/market?outcode=XE1&history_months=${months}`, undefined, '2027-01-15');
  const without = await prices(0);
  expect([without.status, without.body.history, historyWarned(without)]).toEqual([200, [], []]);
  expect(historyWarned(await prices(24))).toEqual(expect.arrayContaining(['history', 'history.index']));
});

it('allowances are flagged as old if their year has ended, and only then', async () => {
  const path = `/rents/lha?postcode=${encodeURIComponent(house.postcode)}`;
  const now = await ask(path);
  const later = await ask(path, undefined, '2040-06-01');
  expect([now.status, later.status]).toEqual([200, 200]);
  expect(warned(now, 'areas.rates')).toEqual([]);
  expect(later.body.meta.period).toEqual(now.body.meta.period);
  const year = now.body.meta.period.from.slice(0, 4);
  expect(warned(later, 'areas.rates')).toEqual([
    expect.objectContaining({ code: 'old_source', message: expect.stringContaining(`April ${year}`) }),
  ]);
});

it.each<[why: string, change: string, told: string]>([
  ['it has several addresses', 'multiple_addresses = true', 'several addresses'],
  ['nothing is loaded at its postcode', `postcode = 'XE1 9ZZ'`, 'No loaded source has an address at XE1 9ZZ'],
  ['no address there is surely its own', `address = 'LAND AT THE BACK'`, 'is surely that of the title'],
  ['it names no postcode', 'postcode = null, address = null', 'no address with a postcode'],
])('a title is linked to no home, with the reason, if %s', async (_why, change, told) => {
  const find = 'select title_number from company_titles where country is not null order by title_number';
  for (const { title_number } of (await database.db.query<{ title_number: string }>(find)).rows) {
    const before = await ask(`/property/title/${title_number}`);
    if (before.status !== 200 || before.body.linked_uprns.length === 0) continue;
    const kept = await database.db.query('select * from company_titles where title_number = $1', [
      title_number,
    ]);
    await database.db.query(`update company_titles set ${change} where title_number = $1`, [title_number]);
    const { body } = await ask(`/property/title/${title_number}`);
    expect(body.linked_uprns).toEqual([]);
    expect(JSON.stringify(body.meta.warnings)).toContain(told);
    const { postcode, address, multiple_addresses } = kept.rows[0];
    await database.db.query(
      'update company_titles set postcode = $2, address = $3, multiple_addresses = $4 where title_number = $1',
      [title_number, postcode, address, multiple_addresses],
    );
    return;
  }
  expect.unreachable('no title of the fictional country is linked to a home');
});

it('a bungalow is valued as a detached house, with a warning', async () => {
  const asked = (type: string) =>
    ask('/valuations/development-gdv', {
      postcode: house.postcode,
      units: [{ type, bedrooms: 3, count: 2, floor_area_sqm: 90 }],
    });
  const [bungalows, houses] = [await asked('bungalow'), await asked('detached')];
  expect([bungalows.status, houses.status], bungalows.text).toEqual([200, 200]);
  expect(bungalows.body.gdv).toEqual(houses.body.gdv);
  expect(JSON.stringify(warned(bungalows, 'units'))).toContain('Bungalows are valued as detached houses');
  expect(JSON.stringify(warned(houses, 'units'))).not.toContain('Bungalows');
});

it('a scheme in Scotland is refused without the price index, and the refusal names the index', async () => {
  const body = { postcode: scottishFlat.postcode, units: [{ type: 'flat', bedrooms: 2, count: 2 }] };
  expect((await ask('/valuations/development-gdv', body)).status).toBe(200);
  await remove(database.db, 'uk-hpi');
  const { status, body: refused } = await ask('/valuations/development-gdv', body);
  expect([status, refused.error.code]).toEqual([404, 'not_in_jurisdiction']);
  expect(refused.error.message).toContain('uk-hpi');
  const england = await ask('/valuations/development-gdv', { ...body, postcode: house.postcode });
  // The build has an index of its own sales, which carries the prices.
  expect(england.status).toBe(200);
  expect(england.body.meta.carried).toMatchObject({ area: 'XE1' });
  expect(warned(england, 'gdv')).toEqual([]);
});

it('lettings alone give the number of lets but not of homes to let, with the reason', async () => {
  await database.db.query("update lettings set let_on = coalesce(let_on, '2026-10-01')");
  await database.db.query("delete from listings where listing_type = 'rent'");
  const { status, body } = await ask('/rents/demand?outcode=XE1');
  expect(status).toBe(200);
  expect(body.lets_per_month).toBeGreaterThan(0);
  for (const field of ['active_listings', 'months_of_inventory', 'turnover_per_month_pct', 'rating']) {
    expect([field, body[field]]).toEqual([field, null]);
    expect(warned({ body } as TestAnswer, field)).toEqual([
      expect.objectContaining({ code: 'not_recorded', message: expect.stringContaining('still to let') }),
    ]);
  }
});

it('a place with nothing to let has no rating and no turnover, with the reason', async () => {
  await database.db.query("update lettings set let_on = coalesce(let_on, '2026-10-01')");
  await database.db.query("delete from listings where listing_type = 'rent'");
  await database.db.query(
    `update lettings set let_on = null, advertised_on = '2026-10-01'
      where reference = (select min(reference) from lettings
        where room_type is null and postcode not like 'XE1 %')`,
  );
  const { status, body } = await ask('/rents/demand?outcode=XE1');
  expect([status, body.active_listings]).toEqual([200, 0]);
  for (const field of ['months_of_inventory', 'turnover_per_month_pct', 'implied_days_on_market', 'rating']) {
    expect([field, body[field]]).toEqual([field, null]);
    expect(warned({ body } as TestAnswer, field)).toEqual([
      expect.objectContaining({ code: 'not_recorded', message: expect.stringContaining('at the moment') }),
    ]);
  }
});

it('a history of rents is reported as unknown only if it was requested', async () => {
  await remove(database.db, 'private-rents');
  const rents = (months: number) => ask(`/rents/long-term?outcode=XE1&history_months=${months}`);
  const without = await rents(0);
  expect([without.status, without.body.history, historyWarned(without)]).toEqual([200, [], []]);
  expect(historyWarned(await rents(24))).toEqual(['history_months', 'history']);
});
