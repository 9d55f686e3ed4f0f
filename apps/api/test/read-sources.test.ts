import { catalogue } from '@domesday/datasets/catalogue';
import { sandboxSamples } from '@domesday/sandbox';
import { exampleCall, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { CASES, inputOf } from './location-cases.ts';

const { house } = sandboxSamples();

/** Datasets that an answer depends on if its statements read these tables. */
const READ_FROM: Record<string, string[]> = {
  addresses: ['address-list', 'os-open-uprn'],
  energy_certificates: ['epc-domestic'],
  sales: ['price-paid'],
  sale_months: ['price-paid'],
  sale_squares: ['price-paid'],
  valuation_indices: ['uk-hpi'],
  house_price_index: ['uk-hpi'],
  postcodes: ['code-point-open', 'onspd'],
  hmo_licences: ['hmo-register'],
  planning_applications: ['planning-applications'],
  short_lets: ['airbnb-listings'],
};
/** Operations that read a table for another purpose than the content of a dataset, and why. */
const BESIDE: Record<string, string[]> = {
  // Addresses of the postcode are compared with that of the title; no position is read.
  'titles.get': ['os-open-uprn'],
  // A listing has its own address; registers count only if one of them places the input.
  'listings.search': ['address-list', 'os-open-uprn'],
  // The record names the source of each field; a source without a field in the record does not count.
  'properties.get': ['code-point-open'],
};

/** Writes by the messenger of the server at the same time: an answer writes nothing that the messenger reads. */
const WRITES = /^\s*(?:insert|update|delete)\b/;

let database: TestDatabase;
let read: string[] = [];
beforeAll(async () => {
  database = await sandboxDatabase();
  return () => database.drop();
});
beforeEach(() => {
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [sent] = args as [string | { text?: string }];
    read.push(typeof sent === 'string' ? sent : (sent.text ?? ''));
    return send.apply(this, args) as never;
  });
});
afterEach(() => vi.restoreAllMocks());

const calls = operationTable
  .filter((entry) => entry.datasets.length > 0)
  .flatMap((entry) => {
    const { path, body } = exampleCall(entry);
    const by_uprn = path.replace(/([?&])(?:outcode|postcode)=[^&]*/, `$1uprn=${house.uprn}`);
    return [...new Set([path, by_uprn])].map((asked) => ({ entry, path: asked, body }));
  });

it.each(calls)(
  'names in meta.sources of $path every source that its statements read',
  async ({ entry, path, body: sent }) => {
    const api = await startTestApi(database);
    await api.call('/status');
    read = [];
    const { body } = await api.call(path, { method: entry.method.toUpperCase(), body: sent });
    const told = body.meta.sources.map((source: { id: string }) => source.id);
    const tables = Object.keys(READ_FROM).filter((table) =>
      read.some((text) => !WRITES.test(text) && new RegExp(`\\b(?:from|join)\\s+"?${table}\\b`).test(text)),
    );
    await api.close();
    const beside = BESIDE[entry.id] ?? [];
    const rests_on = tables.flatMap((table) => READ_FROM[table]!).filter((id) => !beside.includes(id));
    expect(told).toEqual(expect.arrayContaining(rests_on));
    expect(entry.datasets).toEqual(expect.arrayContaining(told));
  },
);

/** One API for the tests below, which do not observe statements. */
let shared: TestApi;
beforeAll(async () => {
  shared = await startTestApi(database);
  return () => shared.close();
});

const areas = operationTable.filter(({ method, exactly_one }) => method === 'get' && exactly_one);

it.each(CASES)(
  'names no dataset of other nations for a place of %s, requested by %s',
  async (nation, input) => {
    let answered = 0;
    for (const { id, path } of areas) {
      const { status, body } = await shared.call(`${path}?${inputOf(nation, input)}`);
      if (status !== 200) continue;
      answered++;
      const foreign = body.meta.sources.filter(
        (source: { id: keyof typeof catalogue }) =>
          !(catalogue[source.id].countries as readonly string[]).includes(nation),
      );
      expect([id, foreign.map((source: { id: string }) => source.id)]).toEqual([id, []]);
      const nations = body.meta.coverage.map((one: { country: string }) => one.country);
      expect([id, nations.filter((one: string) => one !== nation)]).toEqual([id, []]);
    }
    expect(answered).toBeGreaterThan(5);
  },
);

/** Operations whose records are linked to homes: the sources that place homes are read for any place. */
const OF_HOMES = ['prices.comparables', 'planning.applications', 'planning.hmo_register'];

it.each(areas.filter(({ id }) => !OF_HOMES.includes(id)))(
  '$id names the sources of home positions only if it is requested for a home',
  async ({ path }) => {
    const placed = async (place: string) => {
      const { status, body, text } = await shared.call(`${path}?${place}`);
      expect(status, text).toBe(200);
      return body.meta.sources.filter(({ id }: { id: string }) => /^(address-list|os-open-uprn)$/.test(id));
    };
    expect(await placed(`outcode=${house.postcode.split(' ')[0]}`)).toEqual([]);
    expect((await placed(`uprn=${house.uprn}`)).length).toBeGreaterThan(0);
  },
);
