import {
  departures,
  exampleCall,
  operationTable,
  sandboxDatabase,
  type TestDatabase,
} from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

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

describe.each(operationTable)('$id with meta=lean', (entry) => {
  it('omits nulls, empty values and what meta states, and names every source by id and every null by its reason', async () => {
    const { path, body } = exampleCall(entry);
    const post = body === undefined ? {} : { body };
    const lean_path = `${path}${path.includes('?') ? '&' : '?'}meta=lean`;
    const whole = await api.call(path, post);
    const lean = await api.call(lean_path, post);
    expect(lean.status, lean.text).toBe(200);
    expect(departures(entry, 200, lean.body)).toEqual([]);
    const { meta: long, ...answer } = whole.body;
    const { meta: short, ...same } = lean.body;
    if (!entry.id.startsWith('account.')) expect(same).toEqual(filled(answer, long));
    const ids = (sources: string[]) => sources.map((source) => source.split(' ')[0]);
    expect(ids(short.sources)).toEqual(long.sources.map((source: { id: string }) => source.id));
    const told = [
      ...Object.values(short.unknown ?? {}).flat(),
      ...(short.warnings ?? []).map((warning: { field?: string }) => warning.field ?? null),
    ];
    const warned = long.warnings.map((warning: { field: string | null }) => warning.field);
    expect(told.sort()).toEqual(warned.sort());
    for (const field of Object.values<string[]>(short.unknown ?? {}).flat())
      expect(valueAt(lean.body, field), `${field} is said to be unknown`).toBeUndefined();
    expect(lean.headers.get('x-request-id')).toMatch(/^req_/);
    expect(lean.text.length).toBeLessThan(whole.text.length);
  });
});

/** The value of a field in a lean answer; undefined if it is null, empty or within a list. */
function valueAt(answer: Record<string, unknown>, field: string): unknown {
  let value: unknown = answer;
  for (const name of field.split('.'))
    value = typeof value === 'object' ? (value as Record<string, unknown> | null)?.[name] : undefined;
  const empty = value === null || (typeof value === 'object' && Object.keys(value).length === 0);
  return empty ? undefined : value;
}

/** The answer without values that are null, empty, false or stated by `meta`, except its own fields. */
function filled(answer: object, meta: { period: object | null }): unknown {
  const empty = (value: unknown) =>
    value === null || (typeof value === 'object' && Object.keys(value).length === 0);
  const understood = (name: string, value: unknown) =>
    (name === 'period' && JSON.stringify(value) === JSON.stringify(meta.period)) ||
    (['provisional', 'property_specific', 'nearest_complete', 'and_more', 'rent_and_more'].includes(name) &&
      value === false);
  const revive = (name: string, value: unknown) =>
    name !== '' && (empty(value) || understood(name, value)) ? undefined : value;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, JSON.parse(JSON.stringify(value), revive)]),
  );
}
