import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dereferenced } from '../build/contract-modules.ts';
import { type OperationOfReference, operationsOf } from '../build/reference.ts';
import { callOf, examples, LANGUAGES, snippet, type Values } from '../src/lib/snippets.ts';

const contract = new URL('../../../packages/contract/generated/openapi.json', import.meta.url);
const operations = operationsOf(
  dereferenced(JSON.parse(readFileSync(contract, 'utf8'))) as Parameters<typeof operationsOf>[0],
);
const operation = (id: string): OperationOfReference => operations.find((one) => one.id === id)!;

test('a form sends every filled input, whatever its text', () => {
  for (const one of operations) {
    for (const filled of one.inputs) {
      // A text that is not JSON is reported beside the form, and nothing is sent.
      if (filled.kind === 'json') continue;
      const needed = one.inputs.filter((input) => input.required).map((input) => [input.name, '[]']);
      const call = callOf(one, { ...Object.fromEntries(needed), [filled.name]: 'two' });
      const sent = JSON.parse(JSON.stringify([call.path, call.query, call.body])) as unknown;
      const where = `${one.id}, ${filled.name}`;
      if (filled.kind === 'boolean') expect(JSON.stringify(sent), where).toMatch(/two|false/);
      else expect(JSON.stringify(sent), where).toContain('two');
    }
  }
});

test('a form requires every parameter of the path, and its page lists the fields of every JSON answer', () => {
  for (const one of operations) {
    const named = [...one.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const asked = one.inputs.filter((input) => input.in === 'path' && input.required);
    expect(asked.map(({ name }) => name).sort(), one.id).toEqual(named.sort());
  }
  const without = operations.filter(({ fields }) => fields.length === 0).map(({ id }) => id);
  // These operations answer without a body, with text or with a map tile.
  expect(without).toEqual(['jobs.delete', 'jobs.notice', 'tiles.get', 'watches.delete', 'webhooks.delete']);
});

test('every TypeScript sample says that the client is not in a registry, where a stranger may own its name', () => {
  const taking = operations
    .filter(({ tool }) => tool)
    .map((one) => snippet('TypeScript', one, callOf(one, examples(one)), ''))
    .filter((code) => code.includes("from '@domesday/sdk'"));
  expect(taking.length).toBeGreaterThan(20);
  for (const code of taking) expect(code).toMatch(/^\/\/ Not in a registry: see packages\/sdk\/README\.md/);
});

test('the Python sample reads the format of answer that was requested', () => {
  const search = operation('listings.search');
  const of = (format: string): string =>
    snippet('Python', search, callOf(search, { listing_type: 'rent', format }), '');
  expect(of('')).toContain('print(answer.json())');
  expect(of('csv')).toContain('print(answer.text)');
  expect(of('parquet')).toContain('answer.content');
});

test('an answer in binary form is written to a file in every language, since a terminal cannot show it', () => {
  for (const one of operations) {
    const parquet = one.inputs.some(({ name, choices }) => name === 'format' && choices.includes('parquet'));
    if (!parquet && one.id !== 'tiles.get') continue;
    const filled: Values = { ...examples(one), ...(parquet ? { format: 'parquet' } : {}) };
    const needed = one.inputs.filter((input) => input.required && !filled[input.name]);
    const call = callOf(one, { ...filled, ...Object.fromEntries(needed.map(({ name }) => [name, '1'])) });
    for (const language of LANGUAGES)
      expect(snippet(language, one, call, ''), `${one.id}, ${language}`).toMatch(/answer\.(parquet|mvt)/);
  }
});

test('the numbers of a form are sent as numbers, and lists of choices without blanks', () => {
  const estimate = operation('valuations.str_estimate');
  const sent = callOf(estimate, { postcode: 'XE1 1AA', bedrooms: ' 2 ', bathrooms: '0x1', lat: '-0.5' }).body;
  expect(sent).toEqual({ postcode: 'XE1 1AA', bedrooms: 2, bathrooms: '0x1', lat: -0.5 });
  const places = callOf(operation('location.infrastructure'), { categories: 'food, health ,shops' });
  expect(places.query).toEqual([['categories', 'food,health,shops']]);
});

test('the Python sample sends the values of the form, with texts unchanged', () => {
  const match = operation('addresses.match');
  const address = 'Flat: true, House: null, "The Oaks" \\ 9';
  const text = snippet('Python', match, callOf(match, { address }), 'http://127.0.0.1:8080/v1');
  expect(text).toContain(`"address": ${JSON.stringify(address)}`);
  const estimate = operation('valuations.development_gdv');
  const call = callOf(estimate, { units: '[{"type":"flat","count":null,"new_build":false,"of":[true,[]]}]' });
  expect(snippet('Python', estimate, call, '')).toContain(`json={
        "units": [
            {
                "type": "flat",
                "count": None,
                "new_build": False,
                "of": [
                    True,
                    []
                ]
            }
        ]
    },`);
});

test('a list in the query is separated by commas, as the API reads it', () => {
  const values = { uprn: '1', fields: 'address, tenure' };
  expect(callOf(operation('properties.get'), values).query).toEqual([['fields', 'address,tenure']]);
  const lists = operations.flatMap(({ inputs }) => inputs.filter((one) => one.in === 'query'));
  const as_json = lists.filter(({ kind }) => kind === 'json').map(({ name }) => name);
  expect([...new Set(as_json)]).toEqual(['polygon']);
});

test('the TypeScript sample passes the client no argument that it does not accept', () => {
  const market = operation('prices.market');
  const text = snippet('TypeScript', market, callOf(market, { outcode: 'XE1', meta: 'lean' }), '');
  expect(text).toContain('fetch("/prices/market?');
  expect(text).not.toContain('createClient');
});
