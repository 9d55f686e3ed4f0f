import document from '@domesday/contract/openapi.json' with { type: 'json' };
import { sandboxSamples } from '@domesday/sandbox';
import { departures, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const RULE = '0 is a studio';
const NAMES = /^((min|max)_)?bedrooms(_(min|max))?$/;
const { house, flat } = sandboxSamples();

interface Asked {
  operation: string;
  name: string;
  description: string;
  minimum: number | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: a schema is whatever the contract says.
function resolved(node: any): any {
  if (!node?.$ref) return node;
  return node.$ref
    .slice(2)
    .split('/')
    .reduce((at: Record<string, unknown>, key: string) => at[key], document);
}

/** Every part of a request body with a number of bedrooms, at any depth. */
// biome-ignore lint/suspicious/noExplicitAny: see above.
function within(operation: string, schema: any): Asked[] {
  const whole = resolved(schema);
  const inner = whole?.items ? within(operation, whole.items) : [];
  const own = Object.entries(whole?.properties ?? {}).flatMap(([name, told]) => {
    const { description, minimum, ...field } = resolved(told);
    return NAMES.test(name) ? [{ operation, name, description, minimum }] : within(operation, field);
  });
  return [...inner, ...own];
}

const asked: Asked[] = operationTable.flatMap(({ id, path, method }) => {
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  const operation = (document.paths as any)[path][method];
  const parameters = (operation.parameters ?? []).map(resolved) as {
    name: string;
    description: string;
    schema: { minimum?: number };
  }[];
  return [
    ...parameters
      .filter(({ name }) => NAMES.test(name))
      .map(({ name, description, schema }) => ({
        operation: id,
        name,
        description,
        minimum: schema.minimum,
      })),
    ...within(id, operation.requestBody?.content['application/json']?.schema),
  ];
});

type Call = (bedrooms: number) => [path: string, body?: object];
const around = `lat=${house.latitude}&lng=${house.longitude}`;

/** A call of each operation with a number of bedrooms and nothing else that limits it. */
const CALLS: Record<string, Call> = {
  'rents.long_term': (n) => [`/rents/long-term?outcode=XE1&bedrooms=${n}`],
  'rents.yields': (n) => [`/rents/yields?outcode=XE1&months=36&bedrooms=${n}`],
  'rents.demand': (n) => [`/rents/demand?outcode=XE1&bedrooms=${n}`],
  'rents.lha': (n) => [`/rents/lha?outcode=XE1&bedrooms=${n}`],
  'valuations.sale': (n) => [`/valuations/${house.uprn}/sale?bedrooms=${n}`],
  'valuations.rental': (n) => [`/valuations/${house.uprn}/rental?bedrooms=${n}`],
  'valuations.str_estimate': (n) => [
    '/valuations/str-estimate',
    { postcode: house.postcode, bedrooms: n, bathrooms: 1, include_comparables: true },
  ],
  'valuations.development_gdv': (n) => [
    '/valuations/development-gdv',
    { outcode: 'XE1', units: [{ type: 'flat', bedrooms: n, count: 2, floor_area_sqm: 40 }] },
  ],
  'str.market': (n) => [`/str/market?outcode=XE1&bedrooms=${n}`],
  'listings.search': (n) => [
    `/listings?listing_type=rent&outcode=XE1&min_bedrooms=${n}&max_bedrooms=${n}&limit=100`,
  ],
  'prices.comparables': (n) => [
    `/prices/comparables?${around}&months=120&bedrooms_min=${n}&bedrooms_max=${n}`,
  ],
  'prices.comparables_by_uprn': (n) => [
    `/prices/${flat.uprn}/comparables?months=120&bedrooms_min=${n}&bedrooms_max=${n}`,
  ],
};
/**
 * Sources that distinguish studios from other homes, as such or as homes of one habitable room: they never answer with
 * another class.
 */
const TELL_STUDIOS = ['str.market', 'listings.search', 'valuations.sale'];
const FEEDS = ['operator-lettings', 'listings-blm', 'listings-rtdf', 'listings-zpg', 'listings-csv'];

let own: TestDatabase;
let open: TestDatabase;
let fromFeeds: TestApi;
let fromOpenData: TestApi;
beforeAll(async () => {
  [own, open] = await Promise.all([sandboxDatabase(), sandboxDatabase()]);
  for (const { db } of [own, open]) {
    await db.query(
      'update lettings set bedrooms = 0 where room_type is null and hashtext(reference) % 3 = 0',
    );
    await db.query("update listings set bedrooms = 0 where listing_type = 'rent' and hashtext(id) % 3 = 0");
    await db.query('update short_lets set bedrooms = 0 where bedrooms = 1');
  }
  await open.db.query('delete from dataset_loads where dataset = any ($1)', [FEEDS]);
  [fromFeeds, fromOpenData] = await Promise.all([startTestApi(own), startTestApi(open)]);
}, 300_000);
afterAll(async () => {
  await Promise.all([fromFeeds?.close(), fromOpenData?.close()]);
  await Promise.all([own?.drop(), open?.drop()]);
});

async function ask(api: TestApi, id: string, bedrooms: number) {
  const [path, body] = CALLS[id]!(bedrooms);
  const answer = await api.call(path, body ? { body } : {});
  const entry = operationTable.find((one) => one.id === id)!;
  expect(departures(entry, answer.status, answer.body)).toEqual([]);
  return answer;
}

// biome-ignore lint/suspicious/noExplicitAny: an answer of any operation.
const saysOther = (body: any): boolean =>
  body.meta.warnings.some((warning: { code: string }) => warning.code === 'other_bedrooms');

/** The figures of an answer, without the parts that describe the question and the request. */
// biome-ignore lint/suspicious/noExplicitAny: see above.
function figures({ meta, bedrooms: _, units, comparables, ...rest }: any): unknown {
  const { request_id: __, warnings: ___, geography, sources: ____, ...told } = meta;
  const lines = units?.map(({ bedrooms: _____, ...line }: { bedrooms: number }) => line);
  return { ...rest, units: lines, comparables: comparables?.n ?? comparables, told, geography };
}

describe('a number of bedrooms', () => {
  it('is a parameter of the operations tested here, and of no other', () => {
    expect([...new Set(asked.map((one) => one.operation))].sort()).toEqual(Object.keys(CALLS).sort());
  });

  it.each(asked)(
    'may be 0 in $operation, where $name says that 0 is a studio',
    ({ description, minimum }) => {
      expect(minimum).toBe(0);
      expect(description).toContain(RULE);
    },
  );
});

describe.each(Object.keys(CALLS).filter((id) => !TELL_STUDIOS.includes(id)))('%s of 0 bedrooms', (id) => {
  it('gives the figures for one bedroom, with a warning, if no source has studios', async () => {
    const [studio, one] = [await ask(fromOpenData, id, 0), await ask(fromOpenData, id, 1)];
    expect([studio.status, one.status], studio.text).toEqual([200, 200]);
    if (id !== 'valuations.str_estimate') expect(figures(studio.body)).toEqual(figures(one.body));
    else expect(studio.body.long_let_rent_pcm).toBe(one.body.long_let_rent_pcm);
    expect([saysOther(studio.body), saysOther(one.body)]).toEqual([true, false]);
  });
});

const count = async (sql: string) => (await own.db.query<{ n: number }>(sql)).rows[0]!.n;

describe('a source that distinguishes studios', () => {
  it('answers rents.long_term with its studios only', async () => {
    const { body } = await ask(fromFeeds, 'rents.long_term', 0);
    const studios = await count(
      `select count(*) as n from lettings where postcode like 'XE1 %' and room_type is null and bedrooms = 0
        and let_on between '2025-11-15' and '2026-11-15'`,
    );
    expect(studios).toBeGreaterThan(5);
    expect(body.rent_pcm.n).toBe(studios);
    expect(saysOther(body)).toBe(false);
  });

  it('answers listings.search with its studios only', async () => {
    const { body } = await ask(fromFeeds, 'listings.search', 0);
    const studios = await count(
      `select count(*) as n from listings where postcode like 'XE1 %' and listing_type = 'rent' and bedrooms = 0
        and status <> 'withdrawn'`,
    );
    expect(studios).toBeGreaterThan(0);
    expect(body.total).toBe(studios);
    expect(body.results.every((listing: { bedrooms: number }) => listing.bedrooms === 0)).toBe(true);
  });

  it('answers str.market with its studios only', async () => {
    const { body } = await ask(fromFeeds, 'str.market', 0);
    const studios = await count(
      `select count(*) as n from short_lets where postcode like 'XE1 %' and current and bedrooms = 0
        and listing_type = 'entire_home' and price_usable and reviews >= 5
        and (availability_365 > 0 or availability_365 is null or reviews_12m > 0)`,
    );
    expect(studios).toBeGreaterThan(0);
    expect(body.adr.n).toBe(studios);
  });
});
