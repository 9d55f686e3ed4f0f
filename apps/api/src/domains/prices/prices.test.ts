import { sandboxSamples } from '@domesday/sandbox';
import { departures, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

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

const { latitude, longitude } = samples.house;
const polygon = JSON.stringify({
  type: 'Polygon',
  coordinates: [
    [
      [longitude - 0.01, latitude - 0.006],
      [longitude + 0.01, latitude - 0.006],
      [longitude + 0.01, latitude + 0.006],
      [longitude - 0.01, latitude + 0.006],
      [longitude - 0.01, latitude - 0.006],
    ],
  ],
});
const places = {
  uprn: `uprn=${samples.house.uprn}`,
  postcode: `postcode=${samples.house.postcode.replace(' ', '')}`,
  sector: `postcode=${encodeURIComponent(samples.house.postcode.slice(0, -2))}`,
  outcode: `outcode=${samples.house.postcode.split(' ')[0]}`,
  'lat, lng, radius_m': `lat=${latitude}&lng=${longitude}&radius_m=800`,
  polygon: `polygon=${encodeURIComponent(polygon)}`,
};

describe.each(['prices.market', 'prices.comparables'] as const)('%s', (id) => {
  const entry = operationTable.find((o) => o.id === id)!;
  it.each(Object.entries(places))('answers for a location by %s', async (_kind, query) => {
    const answer = await api.call(`${entry.path}?${query}&property_type=terraced&months=36`);
    expect(answer.status, answer.text).toBe(200);
    expect(departures(entry, 200, answer.body)).toEqual([]);
    expect(answer.body.meta.sample_size).toBeGreaterThanOrEqual(answer.body.meta.minimum_sample);
  });

  it('answers in Wales, and says in Scotland that prices are not open', async () => {
    expect(
      (await api.call(`${entry.path}?uprn=${samples.welshHouse.uprn}&property_type=terraced&months=36`))
        .status,
    ).toBe(200);
    const scottish = await api.call(`${entry.path}?uprn=${samples.scottishFlat.uprn}`);
    expect([scottish.status, scottish.body.error.code]).toEqual([404, 'not_in_jurisdiction']);
  });

  it('requires exactly one location, and names those that were given', async () => {
    const none = await api.call(entry.path);
    const two = await api.call(`${entry.path}?outcode=XE1&uprn=${samples.house.uprn}`);
    const half = await api.call(`${entry.path}?lat=${latitude}`);
    expect([none.status, none.body.error.code]).toEqual([400, 'location_required']);
    expect([two.status, two.body.error.code]).toEqual([422, 'multiple_locations']);
    expect(two.body.error.details.map((d: { field: string }) => d.field).sort()).toEqual(['outcode', 'uprn']);
    expect([half.status, half.body.error.details[0].field]).toEqual([400, 'lng']);
  });

  it('distinguishes a terminated postcode, an unknown postcode and a polygon that crosses itself', async () => {
    const withdrawn = await api.call(
      `${entry.path}?postcode=${encodeURIComponent(samples.terminatedPostcode.postcode)}`,
    );
    const unknown = await api.call(`${entry.path}?postcode=${encodeURIComponent(samples.unknown.postcode)}`);
    const bowTie = {
      type: 'Polygon',
      coordinates: [
        [
          [1.4, 53.8],
          [1.5, 53.9],
          [1.5, 53.8],
          [1.4, 53.9],
          [1.4, 53.8],
        ],
      ],
    };
    const crossed = await api.call(`${entry.path}?polygon=${encodeURIComponent(JSON.stringify(bowTie))}`);
    expect(withdrawn.body.error.code).toBe('postcode_terminated');
    expect(unknown.body.error.code).toBe('postcode_not_found');
    expect(crossed.body.error.code).toBe('geometry_invalid');
    expect(crossed.body.error.message).toBe('The polygon has an outer ring that crosses or touches itself.');
  });
});

describe('prices.market', () => {
  it('agrees to the penny with an independent query', async () => {
    const { body } = await api.call('/prices/market?outcode=XE1&months=12&property_type=terraced');
    const { rows } = await database.db.query(
      `select count(*) as n, percentile_cont(0.5) within group (order by price) as median, round(avg(price), 2) as mean
       from sales where split_part(postcode, ' ', 1) = 'XE1' and property_type = 'terraced' and category = 'standard'
         and date between $1 and $2`,
      [body.meta.period.from, body.meta.period.to],
    );
    expect(body.price).toMatchObject({ n: rows[0].n, median: rows[0].median, mean: Number(rows[0].mean) });
    const newest = (await database.db.query("select to_char(max(date), 'YYYY-MM') as month from sales"))
      .rows[0];
    expect(body.history).toHaveLength(22);
    expect(body.history.at(-1).month).toBe(newest.month);
    expect(body.history.filter((m: { provisional: boolean }) => m.provisional)).toHaveLength(3);
  });

  it('gives the same prices, and prices per square foot, by type and tenure as PostgreSQL computes', async () => {
    const { body } = await api.call('/prices/market?outcode=XE1&months=60&widen=false');
    const { rows } = await database.db.query(
      `select property_type, tenure, count(*)::int as n, count(per_sqft)::int as n_sqft,
              percentile_cont(0.5) within group (order by price) as median,
              percentile_cont(0.5) within group (order by per_sqft) as per_sqft,
              percentile_cont(array[0.1, 0.25, 0.75, 0.9]) within group (order by price) as tails,
              array[min(price), max(price)] as ends, avg(price) as mean
         from (select s.*, case when c.floor_area_sqm between 15 and 1000
                             then s.price / (c.floor_area_sqm * 10.763910416709722) end as per_sqft
                 from sales s left join lateral (
                   select floor_area_sqm from energy_certificates
                    where uprn = s.uprn and floor_area_sqm is not null
                    order by lodged_on desc nulls last, certificate_number desc limit 1) c on true
                where s.postcode like 'XE1 %' and s.date between $1 and $2 and s.category = 'standard'
                  and s.property_type <> 'other' and s.price between 10000 and 20000000) s
        group by grouping sets ((), (property_type), (tenure)) order by property_type, tenure`,
      [body.meta.period.from, body.meta.period.to],
    );
    const inPennies = (value: number) => Math.round(value * 100) / 100;
    const told = ({ n, median }: { n: number; median: number | null }) => [n, median];
    const expected = (n: number, median: number) => [n, n < 5 ? null : inPennies(median)];
    const all = rows.find((row) => row.property_type === null && row.tenure === null);
    expect(told(body.price)).toEqual(expected(all.n, all.median));
    const { p10, p25, p75, p90, min, max, mean } = body.price;
    expect([p10, p25, p75, p90]).toEqual(all.tails.map(inPennies));
    expect([min, max, mean]).toEqual([...all.ends, inPennies(Number(all.mean))]);
    expect(told(body.price_per_sqft)).toEqual(expected(all.n_sqft, all.per_sqft));
    const types = rows.filter((row) => row.property_type !== null);
    expect(types.length).toBeGreaterThan(1);
    expect(body.by_property_type).toEqual(
      types.map(({ property_type, n, median, n_sqft, per_sqft }) => ({
        property_type,
        price: expect.objectContaining({ n, median: expected(n, median)[1] }),
        price_per_sqft:
          n_sqft === 0 ? null : expect.objectContaining({ n: n_sqft, median: expected(n_sqft, per_sqft)[1] }),
      })),
    );
    expect(
      body.by_tenure.map(({ tenure, price }: { tenure: string; price: never }) => [tenure, told(price)]),
    ).toEqual(
      rows.filter((row) => row.tenure !== null).map(({ tenure, n, median }) => [tenure, expected(n, median)]),
    );
  });

  it('excludes category B unless it is requested', async () => {
    const standard = await api.call('/prices/market?outcode=XE1&months=60');
    const all = await api.call('/prices/market?outcode=XE1&months=60&category=all');
    expect(all.body.sales_count).toBeGreaterThan(standard.body.sales_count);
  });

  it('widens the area if too few homes were sold and says so, and with widen=false answers 404 free', async () => {
    const { postcode } = samples.house;
    const query = `/prices/market?postcode=${encodeURIComponent(postcode)}&months=6`;
    const wide = await api.call(query);
    expect(wide.status, wide.text).toBe(200);
    expect(wide.body.meta.geography).toMatchObject({
      requested: postcode,
      widened: true,
      widened_from: postcode,
    });
    expect(wide.body.meta.geography.used).not.toBe(postcode);
    const narrow = await api.call(`${query}&widen=false`, { key: api.liveKey });
    expect([narrow.status, narrow.body.error.code, narrow.headers.get('x-credits-charged')]).toEqual([
      404,
      'insufficient_data',
      '0',
    ]);
    const lonely = await api.call(`/prices/market?outcode=${samples.sparse.outcode}`);
    expect(lonely.body.error.code).toBe('insufficient_data');
  });

  it('omits each quantile for which its sample is too small', async () => {
    const { body } = await api.call(
      `/prices/market?uprn=${samples.house.uprn}&months=24&history_months=0&property_type=terraced`,
    );
    for (const q of [body.price, ...body.by_property_type.map((t: { price: object }) => t.price)]) {
      expect(q.median === null).toBe(q.n < 5);
      expect(q.p25 === null).toBe(q.n < 10);
      expect(q.p90 === null).toBe(q.n < 20);
    }
  });

  it('excludes the sales in a hole of a polygon', async () => {
    const ring = (d: number) => [
      [longitude - d, latitude - d],
      [longitude + d, latitude - d],
      [longitude + d, latitude + d],
      [longitude - d, latitude + d],
      [longitude - d, latitude - d],
    ];
    const count = async (coordinates: number[][][]) => {
      const text = encodeURIComponent(JSON.stringify({ type: 'Polygon', coordinates }));
      return (await api.call(`/prices/market?polygon=${text}&months=60&history_months=0`)).body
        .sales_count as number;
    };
    const [whole, hole] = [await count([ring(0.01)]), await count([ring(0.002)])];
    expect(await count([ring(0.01), ring(0.002)])).toBe(whole - hole);
  });
});

describe('prices.comparables_by_uprn', () => {
  const entry = operationTable.find((o) => o.id === 'prices.comparables_by_uprn')!;

  it('lists sales of the same type as the property, most similar first, without its own', async () => {
    const { body, status } = await api.call(`/prices/${samples.house.uprn}/comparables?months=60`);
    expect(status).toBe(200);
    expect(departures(entry, 200, body)).toEqual([]);
    const similarities = body.comparables.map((c: { similarity: number }) => c.similarity);
    expect(similarities).toEqual([...similarities].sort((a, b) => b - a));
    expect(body.comparables.map((c: { uprn: number }) => c.uprn)).not.toContain(samples.house.uprn);
    expect(body.subject_percentile).toBeGreaterThanOrEqual(0);
    for (const c of body.comparables) expect(c.property_type).toBe('terraced');
  });

  it.each([
    ['market', 'property_type=other&outcode=XE1&widen=false&category=all', 60],
    ['comparables', 'postcode=XE1%201AA&property_type=other&category=all&widen=false', 120],
    [`${samples.sparse.uprn}/comparables`, 'max_radius_m=100&property_type=flat&new_build=true', 120],
  ])('suggests a longer period only while prices.%s accepts one', async (path, query, longest) => {
    const ask = (months: number) => api.call(`/prices/${path}?${query}&months=${months}`);
    const [short, long] = [await ask(1), await ask(longest)];
    expect([short.status, long.status]).toEqual([404, 404]);
    expect([short, long].map(({ body }) => /longer period/.test(body.error.message))).toEqual([true, false]);
    expect((await ask(longest + 1)).status).toBe(422);
  });

  it('answers 404 free if too few homes were sold near the property', async () => {
    const answer = await api.call(`/prices/${samples.sparse.uprn}/comparables?months=1&max_radius_m=100`, {
      key: api.liveKey,
    });
    expect([answer.status, answer.body.error.code, answer.headers.get('x-credits-charged')]).toEqual([
      404,
      'insufficient_data',
      '0',
    ]);
  });
});

describe('prices.comparables as files', () => {
  it('gives the same sales as CSV and as GeoJSON', async () => {
    const query = '/prices/comparables?outcode=XE1&property_type=flat&months=60&limit=40';
    const json = await api.call(query);
    const csv = await api.call(`${query}&format=csv`);
    const geo = await api.call(`${query}&format=geojson`);
    const ids = json.body.comparables.map((c: { transaction_id: string }) => c.transaction_id);
    expect(
      csv.text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[0]),
    ).toEqual(ids);
    const features = JSON.parse(geo.text).features;
    expect(
      features.map((f: { properties: { transaction_id: string } }) => f.properties.transaction_id),
    ).toEqual(ids);
    expect(features[0].geometry.coordinates[1]).toBeGreaterThan(49);
  });
});

it('compares the sales of a period that is known in part with the same number of days before', async () => {
  const { rows } = await database.db.query<{ now: number; before: number; whole: number }>(
    `with told as (select max(newest_record) as day from dataset_served where dataset = 'price-paid'),
      sold as (select date from sales where postcode like 'XE1 %' and category = 'standard' and property_type <> 'other')
     select count(*) filter (where date between '2025-11-15' and '2026-11-15')::int as now,
            count(*) filter (where date between '2024-11-14' and date '2025-11-14' - (date '2026-11-15' - told.day))::int
              as before,
            count(*) filter (where date between '2024-11-14' and '2025-11-14')::int as whole
       from sold, told`,
  );
  const { now, before, whole } = rows[0]!;
  expect(before).toBeLessThan(whole);
  const { body } = await api.call('/prices/market?outcode=XE1&widen=false');
  expect([body.sales_count, body.sales_count_prior]).toEqual([now, before]);
  expect(body.volume_change_pct).toBeCloseTo((now / before - 1) * 100, 2);
  expect(
    body.meta.warnings.map((one: { code: string; field: string }) => `${one.code} ${one.field}`),
  ).toContain('provisional volume_change_pct');
});

it('compares a freehold house with flats of any tenure if flats are requested', async () => {
  const house = samples.house;
  expect(house.tenure).toBe('Freehold');
  const own = await api.call(`/prices/${house.uprn}/comparables?limit=50`);
  expect(new Set(own.body.comparables.map((sale: { tenure: string }) => sale.tenure))).toEqual(
    new Set(['Freehold']),
  );
  const flats = await api.call(`/prices/${house.uprn}/comparables?property_type=flat&limit=50`);
  expect(flats.status, flats.text).toBe(200);
  const kinds = flats.body.comparables.map(
    (sale: { property_type: string; tenure: string }) => `${sale.property_type} ${sale.tenure}`,
  );
  expect(new Set(kinds)).toEqual(new Set(['flat Leasehold']));
});
