import { tools } from '@domesday/mcp-tools';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMcpServer } from '../src/index.ts';
import { call, post, textOf } from './raw-client.ts';

// A model knows an argument only by its description, so the description is compared with what the tool does.
let database: TestDatabase;
let api: TestApi;
let server: ReturnType<typeof createMcpServer>;
let url = '';

beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  server = createMcpServer({ apiUrl: api.url });
  ({ url } = await server.listen());
});
afterAll(async () => {
  await server?.close();
  await api?.close();
  await database?.drop();
});

/** Arguments that a tool needs besides a place. */
const NEEDED: Record<string, object> = {
  svc_search_address: { q: 'quaxley' },
  svc_match_address: { address: '9 Quaxley Street' },
  svc_search_listings: { listing_type: 'sale' },
  svc_str_revenue_estimate: { bedrooms: 2, quote: true },
  svc_valuation_development_gdv: { units: [{ type: 'flat', bedrooms: 2, count: 6 }] },
};
const ask = async (name: string, args: object) => {
  api.clock.advance(1_000);
  return textOf(await post(url, call(name, { ...NEEDED[name], ...args }), api.testKey));
};
const wordsOf = (name: string, argument: string): string | undefined =>
  (
    tools.find((tool) => tool.name === name)!.inputSchema.properties as Record<
      string,
      { description: string }
    >
  )[argument]?.description;
const having = (argument: string): string[] =>
  tools.map(({ name }) => name).filter((name) => wordsOf(name, argument) !== undefined);

describe('the description of an argument is true:', () => {
  it.each(having('postcode'))(
    '%s accepts a sector if it says so, and otherwise refuses one',
    async (name) => {
      const { is_error, text } = await ask(name, { postcode: 'XE1 1' });
      expect(is_error, text).toBe(!wordsOf(name, 'postcode')!.includes('sector'));
    },
  );

  it.each(having('radius_m'))('%s measures its radius from the location that it names', async (name) => {
    const { is_error, text } = await ask(name, { postcode: 'XE1 1AA', radius_m: 600 });
    expect(is_error, text).toBe(false);
    expect(text.includes('radius_m has no effect here')).toBe(
      wordsOf(name, 'radius_m')!.startsWith('Of lat, lng'),
    );
  });

  it('svc_api_status returns exactly the requested datasets', async () => {
    const asked = await ask('svc_api_status', { datasets: ['price-paid', 'epc-domestic'] });
    const told = JSON.parse(asked.text).datasets.map(({ id }: { id: string }) => id);
    expect(told.sort()).toEqual(['epc-domestic', 'price-paid']);
    const { text } = await ask('svc_api_status', { datasets: 'prices' });
    expect(text).toMatch(
      /^Error 422 invalid_parameter: There is no dataset "prices": ids are those of meta\.sources/,
    );
  });
});

describe('a list with a value that is not allowed', () => {
  const lists = tools.flatMap(({ name, inputSchema }) =>
    Object.entries(inputSchema.properties as Record<string, { items?: { enum?: string[] } }>).flatMap(
      ([argument, { items }]) => (items?.enum ? [[name, argument] as const] : []),
    ),
  );

  it.each(lists)('is refused by %s %s, which names the value, however it is sent', async (name, argument) => {
    for (const sent of ['made up', ['made up'], '["made up"]']) {
      const { is_error, text } = await ask(name, { [argument]: sent });
      expect(is_error).toBe(true);
      expect(text).toContain(`The argument "${argument}" holds "made up", which must be one of `);
    }
  });
});

it.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString'])(
  'refuses the argument %s like any unknown argument',
  async (name) => {
    const { is_error, text } = await ask('svc_match_address', { [name]: { a: 1 } });
    expect([is_error, text]).toEqual([true, expect.stringContaining(`There is no argument "${name}`)]);
    const unit = { type: 'flat', bedrooms: 2, count: 6 };
    const inner = await ask('svc_valuation_development_gdv', { units: [{ ...unit, [name]: 1 }] });
    expect(inner.text).toContain(`"units.0.${name}" is not known`);
  },
);

it.each([...having('months'), ...having('days')])('says to %s how to give a period', async (name) => {
  const unit = wordsOf(name, 'months') ? 'months' : 'days';
  for (const names of [['from', 'to'], ['start_date'], ['year']]) {
    const { is_error, text } = await ask(name, Object.fromEntries(names.map((one) => [one, '2026-06-01'])));
    expect([is_error, text]).toEqual([true, expect.stringContaining(`A period is given by ${unit}, back`)]);
    expect(text.includes('history_months gives each')).toBe(wordsOf(name, 'history_months') !== undefined);
  }
});

it('says where to find the inspection of a school if a model filters schools by rating', async () => {
  for (const asked of [{ rating: 'good' }, { ofsted_rating: 'Outstanding' }, { min_inspection: 1 }]) {
    const { is_error, text } = await ask('svc_nearby_schools', { outcode: 'XE1', ...asked });
    expect([is_error, text]).toEqual([true, expect.stringContaining('has its latest inspection. Nothing')]);
  }
  const { text } = await ask('svc_search_listings', { outcode: 'XE1', rating: 5 });
  expect(text).not.toContain('inspection');
});

it('says which tool finds a postcode if a model gives the name of a place instead', async () => {
  const found = 'svc_search_address finds the postcodes of a place or street by its name; call';
  for (const name of having('outcode').filter((one) => one !== 'svc_search_address'))
    for (const place of ['Xanbury', 'Quax']) {
      const { is_error, text } = await ask(name, { outcode: place });
      expect([name, is_error, text]).toEqual([name, true, expect.stringContaining(`${found} ${name} again`)]);
    }
  const whole = await ask('svc_rents_yields', { outcode: 'XE1 1AA' });
  expect(whole.text).toMatch(/give XE1 1AA as postcode\. Nothing was charged\. Correct the arguments/);
  const word = await ask('svc_search_address', { city: 'Xanbury' });
  expect(word.text).toContain('A place is named among the words of q. Nothing');
});
