import { sandboxSamples } from '@domesday/sandbox';
import { departures, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { annualOf, weightedQuantile } from './str-estimate-model.ts';

const samples = sandboxSamples();
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

const entry = operationTable.find((o) => o.id === 'valuations.str_estimate')!;
const ask = (body: object, key = api.testKey) => api.call(entry.path, { body, key });
const { house, welshHouse, scottishFlat } = samples;

describe('weighted quantiles', () => {
  it('equal plain quantiles if all weights are equal', () => {
    const pairs = [4, 1, 3, 2, 5].map((value) => ({ value, weight: 2 }));
    expect(weightedQuantile(pairs, 0.5)).toBe(3);
  });
  it('move towards values with more weight', () => {
    const pairs = [
      { value: 100, weight: 1 },
      { value: 200, weight: 3 },
    ];
    expect(weightedQuantile(pairs, 0.5)).toBeGreaterThan(150);
    expect(weightedQuantile(pairs, 0.99)).toBe(200);
  });
});

describe('valuations.str_estimate', () => {
  const inputs = {
    uprn: { uprn: String(house.uprn) },
    postcode: { postcode: house.postcode, bedrooms: 2 },
    'lat, lng': { lat: house.latitude, lng: house.longitude, bedrooms: 2 },
  };

  it.each(Object.entries(inputs))('answers in England by %s for 50 credits', async (_by, body) => {
    const answer = await ask(body, api.liveKey);
    expect(answer.status, answer.text).toBe(200);
    expect(departures(entry, 200, answer.body)).toEqual([]);
    expect(answer.headers.get('x-credits-charged')).toBe('50');
    const { revenue, adr, occupancy_pct } = answer.body.annual;
    expect(answer.body.comparables.n).toBeGreaterThanOrEqual(10);
    expect(revenue.p25).toBeLessThan(revenue.p50);
    expect(revenue.p50).toBeLessThan(revenue.p75);
    expect(revenue.p75).toBeLessThan(adr * 365 * 2);
    expect(occupancy_pct).toBeLessThanOrEqual(70);
    expect(answer.body.confidence).not.toBe('High');
  });

  it.each([
    { postcode: welshHouse.postcode, bedrooms: 2 },
    { uprn: String(welshHouse.uprn), bedrooms: 2 },
    { lat: welshHouse.latitude, lng: welshHouse.longitude, bedrooms: 2 },
  ])('answers 404 free in Wales, where no city is loaded: %o', async (body) => {
    const answer = await ask(body, api.liveKey);
    expect([answer.status, answer.body.error.code]).toEqual([404, 'not_covered']);
    expect(answer.headers.get('x-credits-charged')).toBe('0');
  });

  it.each([
    { postcode: scottishFlat.postcode, bedrooms: 2 },
    { uprn: String(scottishFlat.uprn), bedrooms: 2 },
    { lat: scottishFlat.latitude, lng: scottishFlat.longitude, bedrooms: 2 },
  ])('answers in Scotland, where hosts need a licence: %o', async (body) => {
    const answer = await ask(body);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.regulation.licence_required).toBe(true);
  });

  it('estimates from the comparables that it lists', async () => {
    const { body } = await ask({
      ...inputs.postcode,
      include_comparables: true,
      finish_quality: 'very_high',
    });
    const { body: plain } = await ask(inputs.postcode);
    expect(body.comparables.items).toHaveLength(body.comparables.n);
    expect(plain.comparables.items).toEqual([]);
    expect(body.annual.adr).toBeCloseTo(plain.annual.adr * 1.1, 1);
    for (const item of body.comparables.items) {
      expect(Math.abs(item.bedrooms - 2)).toBeLessThanOrEqual(1);
      expect(item.revenue).toBeCloseTo((item.adr * item.occupancy_pct * 365) / 100, -1);
    }
    const sorted = body.comparables.items.map((item: { similarity: number }) => item.similarity);
    expect(sorted).toEqual([...sorted].sort((a: number, b: number) => b - a));
  });

  it('can be recomputed from its comparables as the contract says', async () => {
    for (const bedrooms of [1, 2, 3]) {
      const { body } = await ask({ ...inputs.postcode, bedrooms, include_comparables: true });
      const { items }: { items: Record<string, number>[] } = body.comparables;
      const weights = items.map(
        (item) => (0.5 ** (item.distance_m! / 1000) + (item.bedrooms === bedrooms ? 1 : 0.5)) / 2,
      );
      for (const [i, item] of items.entries()) {
        // The summary files of the fictional country state neither kind, guests nor bathrooms.
        expect([item.property_type, item.guests, item.bathrooms]).toEqual([null, null, null]);
        expect(Math.abs(item.similarity! - weights[i]!)).toBeLessThan(0.006);
      }
      const total = weights.reduce((sum, one) => sum + one, 0);
      const quantile = (of: (item: Record<string, number>) => number, q: number) => {
        const points = items
          .map((item, i) => ({ value: of(item), weight: weights[i]! }))
          .sort((a, b) => a.value - b.value);
        const middles = points.map(
          ({ weight }, i) =>
            (points.slice(0, i).reduce((sum, one) => sum + one.weight, 0) + weight / 2) / total,
        );
        const above = middles.findIndex((middle) => middle >= q);
        const share = (q - middles[above - 1]!) / (middles[above]! - middles[above - 1]!);
        return points[above - 1]!.value * (1 - share) + points[above]!.value * share;
      };
      for (const [name, q] of Object.entries({ p25: 0.25, p50: 0.5, p75: 0.75 }))
        expect(body.annual.revenue[name] / quantile((item) => item.revenue!, q)).toBeCloseTo(1, 2);
      const occupancy_pct = quantile((item) => item.occupancy_pct!, 0.5);
      expect(body.annual.occupancy_pct).toBeCloseTo(occupancy_pct, 0);
      expect(body.annual.adr / (body.annual.revenue.p50 / (body.annual.occupancy_pct * 3.65))).toBeCloseTo(
        1,
        3,
      );
    }
  });

  it('repeats the number of bathrooms that it compares by, and says whether it is assumed', async () => {
    const { body: assumed } = await ask({ ...inputs.postcode, bedrooms: 3 });
    expect(assumed).toMatchObject({ bathrooms: 2, bathrooms_source: 'assumed' });
    const { body: given } = await ask({ ...inputs.postcode, bedrooms: 3, bathrooms: 1 });
    expect(given).toMatchObject({ bathrooms: 1, bathrooms_source: 'request' });
  });

  it('names the centre of its circles once', async () => {
    const { latitude: lat, longitude: lng } = scottishFlat;
    const { body } = await ask({ lat, lng, bedrooms: 2 });
    expect(body.meta.geography.used).toBe(`${body.comparables.radius_m} m around ${lat}, ${lng}`);
    const none = await ask({ lat: welshHouse.latitude, lng: welshHouse.longitude, bedrooms: 2 });
    expect(none.body.error.message).not.toMatch(/ m around/);
  });

  it('distributes the year over the months in proportion to the reviews of the comparables', async () => {
    const { body } = await ask({ ...inputs.postcode, include_comparables: true });
    expect(body.monthly.map((row: { month: number }) => row.month)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    ]);
    const sum = body.monthly.reduce((total: number, row: { revenue: number }) => total + row.revenue, 0);
    expect(Math.abs(sum - body.annual.revenue.p50)).toBeLessThan(0.1);
    const ids = body.comparables.items.map((item: { id: string }) => item.id);
    const to = `${body.meta.as_of.slice(0, 7)}-01`;
    const { rows } = await database.db.query(
      `select extract(month from month)::int as month, sum(reviews)::float8 as reviews from short_let_reviews
        where listing_id = any ($1) and month >= $2::date - interval '24 months' and month < $2::date group by 1`,
      [ids, to],
    );
    // A month that is already full gains nothing; the others keep the ratio of their reviews.
    const reviews = new Map(rows.map((row) => [row.month, row.reviews]));
    const months = body.monthly as {
      month: number;
      revenue: number;
      revpar: number;
      occupancy_pct: number;
    }[];
    const open = months.filter((month) => month.occupancy_pct < 100);
    expect(open.length).toBeGreaterThan(6);
    for (const { month, revenue } of open)
      expect(revenue / open[0]!.revenue).toBeCloseTo(reviews.get(month) / reviews.get(open[0]!.month), 2);
    for (const month of months) expect(month.revpar).toBeLessThanOrEqual(body.annual.adr + 0.01);
    expect(body.monthly[7].occupancy_pct).toBeGreaterThan(body.monthly[0].occupancy_pct);
    expect(body.meta.sources.map((source: { id: string }) => source.id)).toContain('airbnb-reviews');
  });

  it('quotes free whether it would answer, even to a key that cannot pay', async () => {
    const poor = await api.newKey({ plan: 'free', monthly_cap: 10 });
    const quote = await ask({ ...inputs.postcode, quote: true }, poor.secret);
    expect(quote.status, quote.text).toBe(200);
    expect(departures(entry, 200, quote.body)).toEqual([]);
    expect(quote.headers.get('x-credits-charged')).toBe('0');
    const answer = await ask(inputs.postcode);
    expect(quote.body).toMatchObject({
      quote: true,
      would_answer: true,
      sample_size: answer.body.comparables.n,
      credits: 50,
      reason: null,
    });
    expect((await ask(inputs.postcode, poor.secret)).status).toBe(402);
    const welsh = await ask({ postcode: welshHouse.postcode, bedrooms: 2, quote: true }, poor.secret);
    expect(welsh.body).toMatchObject({ would_answer: false, credits: 0, reason: 'not_covered' });
    const palace = await ask({ ...inputs.postcode, bedrooms: 10, quote: true });
    expect(palace.body).toMatchObject({ would_answer: false, credits: 0, reason: 'insufficient_data' });
  });

  it('is free if fewer than 10 listings are similar', async () => {
    const answer = await ask({ ...inputs.postcode, bedrooms: 10 }, api.liveKey);
    expect([answer.status, answer.body.error.code]).toEqual([404, 'insufficient_data']);
    expect(answer.headers.get('x-credits-charged')).toBe('0');
  });

  it('refuses a postcode without bedrooms, no location, and two locations', async () => {
    const codes = [];
    for (const body of [{ postcode: house.postcode }, { bedrooms: 2 }, { ...inputs.postcode, uprn: '1' }]) {
      const answer = await ask(body);
      codes.push(`${answer.status} ${answer.body.error.code}`);
    }
    expect(codes).toEqual(['422 bedrooms_required', '400 location_required', '422 multiple_locations']);
  });

  it('asks only for locations that it accepts', async () => {
    const { message } = (await ask({ bedrooms: 2 })).body.error;
    const locations = ['uprn', 'postcode', 'outcode', 'lat', 'lng', 'polygon'];
    expect(locations.filter((name) => message.includes(name))).toEqual(entry.exactly_one!.flat());
  });
});

describe('a cap on nights', () => {
  it('limits the nights of every comparable', () => {
    const item = (id: number) => ({
      row: { id, price_pn: 100 } as never,
      distance_m: 10,
      similarity: 1,
      nights: 90,
    });
    expect(annualOf([item(1), item(2)], 1)).toMatchObject({ revenue: { p50: 9000 }, adr: 100 });
  });
});
