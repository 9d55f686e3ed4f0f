import { remove } from '@domesday/builds';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
beforeAll(async () => {
  database = await sandboxDatabase();
});
afterAll(() => database?.drop());

it('warns that one of the two files of titles is not loaded, since its companies may own the title too', async () => {
  const titleOf = async (dataset: string): Promise<string> =>
    (
      await database.db.query<{ title_number: string }>(
        'select title_number from company_titles where dataset = $1 order by 1 limit 1',
        [dataset],
      )
    ).rows[0]!.title_number;
  const ask = async (title_number: string) => {
    const api = await startTestApi(database);
    const { status, body } = await api.call(`/property/title/${title_number}`);
    await api.close();
    return { status, body, text: JSON.stringify(body) };
  };
  const [at_home, abroad] = [await titleOf('ccod'), await titleOf('ocod')];
  expect((await ask(at_home)).text).not.toContain('source_not_loaded');

  await remove(database.db, 'ocod');
  const { status, body } = await ask(at_home);
  expect([status, body.ownership.type]).toEqual([200, 'uk_company']);
  expect(body.meta.warnings).toContainEqual(
    expect.objectContaining({
      code: 'source_not_loaded',
      field: 'ownership',
      message: expect.stringContaining('ocod'),
    }),
  );
  const missing = await ask(abroad);
  expect([missing.status, missing.body.error.code]).toEqual([404, 'title_not_in_open_data']);
  expect(missing.body.error.message).toContain('ocod, which is not loaded');
});

it('gives null as the nation of a title whose file names no region, with the reason', async () => {
  const { rows } = await database.db.query<{ title_number: string }>(
    `update company_titles set country = null
      where title_number = (select title_number from company_titles where dataset = 'ccod' order by 1 limit 1)
     returning title_number`,
  );
  const api = await startTestApi(database);
  const { status, body } = await api.call(`/property/title/${rows[0]!.title_number}`);
  await api.close();
  expect([status, body.country]).toEqual([200, null]);
  expect(body.meta.warnings).toContainEqual(
    expect.objectContaining({ code: 'not_recorded', field: 'country' }),
  );
});

it('takes the nation of a title from whichever of its two files names it', async () => {
  const { rows } = await database.db.query<{ title_number: string }>(
    `with one as (select * from company_titles where dataset = 'ccod' order by title_number desc limit 1),
          first as (update company_titles t set country = null from one
                     where t.title_number = one.title_number and t.dataset = 'ccod')
     insert into company_titles (dataset, title_number, country, multiple_addresses, proprietors, load_id)
     select 'ocod', title_number, 'Wales', false, proprietors, load_id from one
     returning title_number`,
  );
  const api = await startTestApi(database);
  const { status, body } = await api.call(`/property/title/${rows[0]!.title_number}`);
  await api.close();
  expect([status, body.country]).toEqual([200, 'Wales']);
  expect(body.meta.warnings.map(({ field }: { field: string }) => field)).not.toContain('country');
});
