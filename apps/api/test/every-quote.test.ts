import { sandboxSamples } from '@domesday/sandbox';
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
/** A key without credits. */
let poor: { secret: string; account_id: string };
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  poor = await api.newKey({ plan: 'free', monthly_cap: 0 });
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const asQuote = (path: string) => `${path}${path.includes('?') ? '&' : '?'}quote=true`;
const OF_A_QUOTE = [
  'quote',
  'operation',
  'would_answer',
  'credits',
  'sample_size',
  'minimum_sample',
  'reason',
  'message',
  'meta',
].sort();
const samples = sandboxSamples();

describe.each(operationTable.filter((entry) => entry.credits > 0))('a quote for $id', (entry) => {
  it('states free the sources, the sample and the price of the answer, without the answer', async () => {
    const { path, body } = exampleCall(entry);
    const sent = body === undefined ? {} : { body };
    const quote = await api.call(asQuote(path), { key: poor.secret, ...sent });
    expect(quote.status, quote.text).toBe(200);
    expect(departures(entry, 200, quote.body)).toEqual([]);
    expect(Object.keys(quote.body).sort()).toEqual(OF_A_QUOTE);
    expect(quote.headers.get('x-credits-charged')).toBe('0');
    const answer = await api.call(path, { key: api.liveKey, ...sent });
    const { meta } = answer.body;
    expect(quote.body).toMatchObject({
      quote: true,
      operation: entry.id,
      would_answer: true,
      credits: Number(answer.headers.get('x-credits-charged')),
      sample_size: meta.sample_size,
      minimum_sample: meta.minimum_sample,
      reason: null,
      message: null,
      meta: { geography: meta.geography, sources: meta.sources, period: meta.period },
    });
    expect((await api.call(path, { key: poor.secret, ...sent })).status).toBe(402);
  });
});

describe('a quote', () => {
  it('gives the reason if there would be no answer, and the size of the sample', async () => {
    const sparse = samples.sparse.uprn;
    const few = await api.call(`/prices/market?uprn=${sparse}&months=1&widen=false&quote=true`);
    expect(few.body).toMatchObject({
      would_answer: false,
      credits: 0,
      minimum_sample: 5,
      reason: 'insufficient_data',
    });
    expect(few.body.sample_size).toBeLessThan(5);
    const scottish = await api.call(`/prices/comparables?uprn=${samples.scottishFlat.uprn}&quote=true`);
    expect(scottish.body).toMatchObject({ would_answer: false, reason: 'not_in_jurisdiction' });
    expect(scottish.body.message).toContain('Scotland');
    const nowhere = await api.call('/properties/1?quote=true');
    expect(nowhere.body).toMatchObject({ would_answer: false, reason: 'uprn_not_found', sample_size: null });
  });

  it('warns of figures that are not measured, like of every other null field', async () => {
    const quote = await api.call(`/valuations/${samples.house.uprn}/hmo?rooms=5&quote=true`);
    expect(quote.body.would_answer).toBe(true);
    expect(quote.body.meta.warnings).toContainEqual(
      expect.objectContaining({ code: 'not_measured', field: 'back_test' }),
    );
  });

  it('refuses an invalid request', async () => {
    const refused = [];
    for (const query of ['quote=true', 'outcode=XE1&uprn=1&quote=true', 'outcode=XE1&quote=perhaps'])
      refused.push((await api.call(`/prices/market?${query}`)).status);
    expect(refused).toEqual([400, 422, 422]);
  });

  it('is JSON if the answer would be a file, and contains no figure of the answer', async () => {
    const query = '/prices/comparables?outcode=XE1&property_type=flat&months=60';
    const quote = await api.call(`${query}&format=csv&quote=true`);
    const answer = await api.call(query);
    expect(quote.body.sample_size).toBe(answer.body.meta.sample_size);
    for (const { transaction_id } of answer.body.comparables)
      expect(quote.text).not.toContain(transaction_id);
  });

  it('counts against the rate limit like any other call, and is recorded as a call', async () => {
    const { secret, key_id } = await api.newKey();
    const path = '/rents/lha?outcode=XE1&quote=true';
    const [first, second] = [await api.call(path, { key: secret }), await api.call(path, { key: secret })];
    const left = (answer: typeof first) => Number(answer.headers.get('ratelimit-remaining'));
    expect(left(first) - left(second)).toBe(1);
    const { rows } = await database.db.query('select 1 from ledger where key_id = $1', [key_id]);
    expect(rows).toEqual([]);
  });

  it('is not offered by free operations', async () => {
    expect((await api.call('/account?quote=true')).body.error.code).toBe('unknown_parameter');
  });
});
