import {
  exampleCall,
  operationTable,
  parametersOf,
  sandboxDatabase,
  type TestDatabase,
} from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const percentages = operationTable.flatMap((entry) =>
  parametersOf(entry)
    .filter(({ name }) => name.endsWith('_pct'))
    .map(({ name }) => ({ entry, name })),
);

it.each(percentages)(
  '$entry.id warns that 0.25 in $name is not 25 per cent, or refuses it',
  async ({ entry, name }) => {
    const told = async (value: number) => {
      const [path, query] = exampleCall(entry).path.split('?');
      const search = new URLSearchParams(query);
      search.set(name, String(value));
      const { status, body } = await api.call(`${path}?${search}`);
      if (status === 422) return 'refused';
      expect(status).toBe(200);
      const warned = body.meta.warnings.filter(
        (one: { code: string; field: string }) => one.code === 'fraction_of_per_cent' && one.field === name,
      );
      return warned.map((one: { message: string }) => one.message);
    };
    const quarter = `${name} was read as 0.25 per cent: 25 would be 25 per cent.`;
    expect(['refused', [quarter]]).toContainEqual(await told(0.25));
    expect(['refused', []]).toContainEqual(await told(0));
    expect(['refused', []]).toContainEqual(await told(25));
  },
);
