import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMcpServer } from '../src/index.ts';
import { call, post, textOf } from './raw-client.ts';

const UPRN = '998000000001';
let database: TestDatabase;
let api: TestApi;
let server: ReturnType<typeof createMcpServer>;
let url = '';

beforeAll(async () => {
  database = await emptyDatabase();
  // These calls need only one made-up home.
  await database.db.query(
    `insert into addresses (uprn, address, postcode, country, source)
     values ($1, '14 HARBOUR ROW, SANDSEA, XE1 1AA', 'XE1 1AA', 'England', 'address-list')`,
    [UPRN],
  );
  api = await startTestApi(database);
  server = createMcpServer({ apiUrl: api.url });
  ({ url } = await server.listen());
});
afterAll(async () => {
  await server?.close();
  await api?.close();
  await database?.drop();
});

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const ask = async (name: string, args: object, key: string | null) => {
  api.clock.advance(1_000);
  return textOf(await post(url, call(name, args), key));
};

describe('through the real API', () => {
  it('names the argument that is too long, with the status and code of the API', async () => {
    const { secret } = await api.newKey();
    for (const name of ['postcode', 'outcode', 'uprn']) {
      const { text } = await ask('svc_area_profile', { [name]: 'x'.repeat(20_000) }, secret);
      expect(text).toContain(`Error 431 uri_too_long: The argument "${name}" is too long, 20,000 characters`);
      expect(text).toContain('Correct the arguments and call svc_area_profile again.');
    }
  });

  it('lists the tools free with a valid key, and refuses without one', async () => {
    const { secret } = await api.newKey();
    const { status, message } = await post(url, list, secret);
    expect(status).toBe(200);
    expect(message.result?.tools?.map((t) => t.name)).toContain('svc_valuation_sale');
    expect(JSON.parse((await ask('svc_account_info', {}, secret)).text).credits.used).toBe(0);
    expect((await post(url, list, 'svc_live_unknown')).status).toBe(401);
    expect((await post(url, list, null)).status).toBe(401);
  });

  it('answers with exactly the body of the lean REST call, and charges the same', async () => {
    const { secret } = await api.newKey();
    const rest = await api.call(`/properties/${UPRN}?meta=lean`, { key: secret });
    const { text, is_error } = await ask('svc_get_property', { uprn: Number(UPRN), fields: null }, secret);
    expect(is_error).toBe(false);
    expect(JSON.parse(text)).toEqual(rest.body);
    expect(text).toBe(JSON.stringify(JSON.parse(text)));
    expect(JSON.parse((await ask('svc_account_info', {}, secret)).text).credits.used).toBe(2);
  });

  it('states in _meta what a call cost and what is left, also for a refused call', async () => {
    const { secret } = await api.newKey({ monthly_cap: 4 });
    const beside = async (name: string, args: object) =>
      (await post(url, call(name, args), secret)).message.result?._meta;
    const told = (charged: number, left: number) => ({
      'X-Request-Id': expect.any(String),
      'X-Credits-Charged': charged,
      'X-Credits-Remaining': left,
    });
    expect(await beside('svc_get_property', { uprn: UPRN })).toEqual(told(1, 3));
    expect(await beside('svc_get_property', { uprn: UPRN, quote: true })).toEqual(told(0, 3));
    expect(await beside('svc_get_property', { uprn: '998000000999' })).toEqual(told(0, 3));
    expect(await beside('svc_property_risks', { uprn: UPRN })).toEqual(told(0, 3));
    for (const args of [{ uprn: 'x' }, { uprn: UPRN, colour: 'red' }])
      expect(await beside('svc_property_risks', args)).toEqual({ 'X-Credits-Charged': 0 });
  });

  it('counts a tool call as a call of its operation', async () => {
    const { secret } = await api.newKey();
    await ask('svc_get_property', { uprn: UPRN }, secret);
    await api.call(`/properties/${UPRN}`, { key: secret });
    const usage = JSON.parse((await ask('svc_account_usage', {}, secret)).text);
    const row = usage.endpoints.find((e: { operation: string }) => e.operation === 'properties.get');
    expect(row).toMatchObject({ endpoint: '/properties/{uprn}', calls: 2, credits: 2 });
    expect(JSON.stringify(usage)).not.toContain('svc_get_property');
  });

  it('answers 401 for a missing and for a wrong key', async () => {
    for (const key of [null, 'svc_live_unknown', 'nonsense']) {
      const { text, is_error } = await ask('svc_api_status', {}, key);
      expect(is_error).toBe(true);
      expect(text).toMatch(/^Error 401 invalid_key: .*Nothing was charged\./);
    }
  });

  it('answers 402 for a key without credits', async () => {
    const { secret } = await api.newKey({ monthly_cap: 1 });
    expect((await ask('svc_get_property', { uprn: UPRN }, secret)).is_error).toBe(false);
    const { text, is_error } = await ask('svc_get_property', { uprn: UPRN }, secret);
    expect(is_error).toBe(true);
    expect(text).toMatch(/^Error 402 key_cap_reached: .*Nothing was charged\..*svc_account_info/);
  });

  it('does not suggest a higher plan to a key that has reached its own cap', async () => {
    const { secret } = await api.newKey({ monthly_cap: 1 });
    await ask('svc_get_property', { uprn: UPRN }, secret);
    const { text } = await ask('svc_get_property', { uprn: UPRN }, secret);
    expect(text).toContain('Raise the cap');
    expect(text).not.toContain('plan');
  });

  it('answers 404 with what to do, and charges nothing', async () => {
    const { secret } = await api.newKey();
    const { text, is_error } = await ask('svc_get_property', { uprn: '999999999999' }, secret);
    expect(is_error).toBe(true);
    expect(text).toMatch(/^Error 404 uprn_not_found: .*Nothing was charged\..*svc_match_address/);
    expect(JSON.parse((await ask('svc_account_info', {}, secret)).text).credits.used).toBe(0);
  });

  it('answers 422 if only the REST layer can tell that a value is wrong', async () => {
    const { text, is_error } = await ask('svc_account_usage', { from: '2026-02-30' }, api.testKey);
    expect(is_error).toBe(true);
    expect(text).toMatch(/^Error 422 \w+: .*from.*Nothing was charged\./);
  });

  it('shows an example of a polygon if only the REST layer can tell that its brackets are wrong', async () => {
    const corners = [
      [1.47, 53.88],
      [1.5, 53.88],
      [1.5, 53.9],
      [1.47, 53.88],
    ];
    const levels = [corners, corners.flat(), [[corners]], []];
    for (const coordinates of levels) {
      const polygon = { type: 'Polygon', coordinates };
      const { text } = await ask('svc_area_market_prices', { polygon }, api.testKey);
      expect(text).toMatch(/^Error 422 invalid_parameter: .*polygon\.coordinates/);
      expect(text).toContain('{"type":"Polygon","coordinates":[[[lng,lat],[lng,lat],[lng,lat],[lng,lat]]]}');
      expect(text.length).toBeLessThan(1000);
    }
    const right = { polygon: { type: 'Polygon', coordinates: [corners] } };
    expect((await ask('svc_area_market_prices', right, api.testKey)).text).not.toContain('lng,lat');
  });

  it('shares its rate limit with REST, and says how long to wait', async () => {
    const { secret } = await api.newKey();
    for (let i = 0; i < 50; i++)
      await fetch(`${api.url}/status`, { headers: { authorization: `Bearer ${secret}` } });
    const { text, is_error } = textOf(await post(url, call('svc_api_status', {}), secret));
    expect(is_error).toBe(true);
    expect(text).toMatch(/^Error 429 rate_limited: .*Nothing was charged\. Wait \d+ seconds?/);
  });
});
