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

const isNumber = ({ schema }: { schema: unknown }) =>
  ['number', 'integer'].includes((schema as { type?: string }).type ?? '');
const numbers = operationTable.flatMap((entry) =>
  parametersOf(entry)
    .filter(isNumber)
    .map(({ name, in: where }) => ({ entry, name, where })),
);
/** JavaScript reads each of these as a number. */
const ODD_TEXTS = [' ', '\t', '\u00a0', '0x2', '0b10', '0o2'];

async function linesOf(operation: string, type: string, body: string) {
  const path = `/batch?operation=${operation}&meta=lean`;
  const { text } = await api.call(path, { body, headers: { 'Content-Type': type } });
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

it.each(numbers)(
  'refuses a value that is not a number in $name of $entry.id, free, and names the parameter',
  async (asked) => {
    const { entry, name, where } = asked;
    const { path, body } = exampleCall(entry);
    const [before, query] = path.split('?');
    const odd: unknown[] = where === 'body' ? [...ODD_TEXTS, true, false] : ODD_TEXTS;
    for (const value of odd) {
      const search = new URLSearchParams(query);
      if (where === 'query') search.set(name, String(value));
      const answer = await api.call(`${before}?${search}`, {
        key: api.liveKey,
        ...(body === undefined
          ? {}
          : { body: where === 'body' ? { ...(body as object), [name]: value } : body }),
      });
      expect([value, answer.status, answer.headers.get('x-credits-charged')]).toEqual([value, 422, '0']);
      expect(answer.body.error.details.map((one: { field: string }) => one.field)).toContain(name);
    }
  },
);

it('refuses a value that is not a number in an input of a batch, and treats a blank CSV cell as not given', async () => {
  const inputs = [...ODD_TEXTS, undefined].map((bedrooms) => ({ postcode: 'XE1 1AA', bedrooms }));
  const ndjson = inputs.map((one) => JSON.stringify(one)).join('\n');
  const csv = `postcode,bedrooms\n${inputs.map((one) => `${one.postcode},"${one.bedrooms ?? ''}"`).join('\n')}`;
  for (const operation of ['valuations.str_estimate', 'rents.long_term'])
    for (const [type, body] of [
      ['application/x-ndjson', ndjson],
      ['text/csv', csv],
    ] as const) {
      const lines = await linesOf(operation, type, body);
      const not_given = lines.pop();
      const told = ({ status, error }: { status: number; error?: { message: string } }) => [
        status,
        error?.message,
      ];
      for (const [i, text] of ODD_TEXTS.entries())
        if (type === 'text/csv' && text.trim() === '') expect(told(lines[i])).toEqual(told(not_given));
        else expect([text, lines[i].status, lines[i].credits]).toEqual([text, 422, 0]);
    }
});

it('refuses blanks in the units of a scheme, instead of reading them as 0', async () => {
  const unit = { type: 'terraced', bedrooms: 3, count: 4 };
  for (const name of ['bedrooms', 'count'])
    for (const value of [' ', true]) {
      const body = { outcode: 'XE1', units: [{ ...unit, [name]: value }] };
      const { status, body: told } = await api.call('/valuations/development-gdv', { body });
      expect([status, told.error.details[0].field]).toEqual([422, `units.0.${name}`]);
    }
});

it('treats a member that is null as not given, like a batch', async () => {
  const given = { outcode: 'XE1', units: [{ type: 'terraced', bedrooms: 3, count: 4 }] };
  const nothing = { uprn: null, radius_m: null, new_build: null, widen: null, finish_quality: null };
  const [without, with_null] = await Promise.all(
    [given, { ...given, ...nothing, units: [{ ...given.units[0], floor_area_sqm: null }] }].map((body) =>
      api.call('/valuations/development-gdv', { body }),
    ),
  );
  const figures = ({ meta: _, ...rest }: { meta: unknown }) => rest;
  expect([without!.status, with_null!.status]).toEqual([200, 200]);
  expect(figures(with_null!.body)).toEqual(figures(without!.body));
  const studio = await api.call('/valuations/str-estimate', {
    body: { postcode: 'XE1 1AA', bedrooms: null },
  });
  const unsaid = await api.call('/valuations/str-estimate', { body: { postcode: 'XE1 1AA' } });
  expect([studio.status, studio.body.error.code]).toEqual([unsaid.status, unsaid.body.error.code]);
  expect(studio.status).toBeGreaterThanOrEqual(400);
});

it('accepts numbers as programs write them', async () => {
  for (const limit of ['3', '+3', ' 3 ', '3.0', '3e0', '03']) {
    const { status, body } = await api.call(`/addresses/search?q=quaxley&limit=${encodeURIComponent(limit)}`);
    expect([limit, status, body.count]).toEqual([limit, 200, 3]);
  }
});

it('refuses blanks as credit_ceiling, limit and from of jobs', async () => {
  const headers = { 'Content-Type': 'text/csv' };
  const body = 'uprn\n998000000005';
  const asked = '/jobs?operation=properties.get&credit_ceiling=';
  for (const blank of ['', ' ', '0x5']) {
    const { status } = await api.call(`${asked}${encodeURIComponent(blank)}`, { body, headers });
    expect([blank, status]).toEqual([blank, 422]);
    expect((await api.call(`/jobs?limit=${encodeURIComponent(blank)}`)).status).toBe(422);
  }
  const { body: job } = await api.call(`${asked}5`, { body, headers });
  expect((await api.call(`/jobs/${job.id}/results?from=%20`)).status).toBe(422);
});
