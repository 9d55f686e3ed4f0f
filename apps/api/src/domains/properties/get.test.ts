import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { propertyFields } from '@domesday/contract';
import { catalogue } from '@domesday/datasets/catalogue';
import { homeTables } from '@domesday/datasets/home-tables';
import { sandboxSamples } from '@domesday/sandbox';
import {
  departures,
  emptyDatabase,
  operationTable,
  sandboxDatabase,
  type TestDatabase,
} from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const samples = sandboxSamples();
const entry = operationTable.find((o) => o.id === 'properties.get')!;
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

const reasons = (body: { meta: { warnings: { field: string; code: string }[] } }) =>
  Object.fromEntries(body.meta.warnings.map((w) => [w.field, w.code]));

describe('properties.get', () => {
  it('merges address, certificate and sales of an English house, each with its source', async () => {
    const { body } = await api.call(`/properties/${samples.house.uprn}?include=provenance,history`);
    const last = samples.house.sales.at(-1)!;
    expect(body).toMatchObject({
      uprn: String(samples.house.uprn),
      address: samples.house.address,
      postcode: samples.house.postcode,
      country: 'England',
      property_type: samples.house.property_type,
      floor_area_sqm: samples.house.floor_area_sqm,
      tenure: samples.house.tenure,
      last_sold_price: last.price,
      last_sold_date: last.date,
      epc: { current_rating: samples.house.epc_rating, score: samples.house.epc_score },
    });
    expect(body.floor_area_sqft).toBe(Math.round(samples.house.floor_area_sqm! * 10.7639104));
    expect(body.transactions.map((t: { transaction_id: string }) => t.transaction_id)).toEqual(
      samples.house.sales.map((s) => `{${s.transaction_id.toUpperCase()}}`).reverse(),
    );
    expect(body.provenance.last_sold_price).toMatchObject({
      source: 'price-paid',
      method: 'recorded',
      observed_at: last.date,
    });
    expect(body.provenance.floor_area_sqm.source).toBe('epc-domestic');
    expect(body.provenance.bedrooms.method).toBe('modelled');
    const sources = body.meta.sources.map((s: { id: string }) => s.id);
    for (const cell of Object.values(body.provenance) as { source: string }[])
      expect(sources).toContain(cell.source);
  });

  it('names as source the directory that contains the postcode of the home, not another loaded one', async () => {
    const { uprn, postcode } = samples.house;
    const of = async () => {
      const path = `/properties/${uprn}?include=provenance&fields=country,local_authority`;
      const { body } = await api.call(path);
      const sources = ['onspd', 'code-point-open', 'address-list'].filter((id) =>
        body.meta.sources.some((s: { id: string }) => s.id === id),
      );
      return [body.provenance.country.source, body.provenance.local_authority.source, ...sources];
    };
    expect(await of()).toEqual(['onspd', 'onspd', 'onspd', 'address-list']);
    const [home] = (await database.db.query('select * from addresses where uprn = $1', [uprn])).rows;
    const leave = (country: string, authority: string | null, small_area: string | null) =>
      database.db.query(
        'update addresses set country = $2, local_authority_code = $3, lsoa_code = $4 where uprn = $1',
        [uprn, country, authority, small_area],
      );
    const rename = 'update onspd_postcodes set postcode = $2 where postcode = $1';
    await database.db.query(rename, [postcode, 'ZZ9 9ZZ']);
    await leave(home.country, home.local_authority_code, null);
    expect(await of()).toEqual(['code-point-open', 'code-point-open', 'code-point-open', 'address-list']);
    await database.db.query(rename, ['ZZ9 9ZZ', postcode]);

    // A load leaves a home in this state if the address list has it in another nation than its postcode.
    await leave('Wales', null, null);
    const { body } = await api.call(`/properties/${uprn}?include=provenance`);
    expect(body.provenance.country).toMatchObject({ source: 'address-list', method: 'recorded' });
    expect(body.meta.warnings).toContainEqual({
      code: 'not_recorded',
      field: 'local_authority',
      message: expect.stringContaining('in Wales by its address list'),
    });
    await leave(home.country, home.local_authority_code, home.lsoa_code);
  });

  it.each([
    ['street', 'Medium', 'address-list', 'that of the nearest home of its street'],
    ['position', 'Low', 'onspd', 'the one nearest to its position'],
  ] as const)(
    'never marks a postcode taken from nearby, by %s, as recorded',
    async (from, confidence, source, told) => {
      const { uprn, postcode } = samples.bare;
      const set = 'update addresses set postcode_from = $2 where uprn = $1';
      await database.db.query(set, [uprn, from]);
      const { body } = await api.call(`/properties/${uprn}?include=provenance`);
      const without = await api.call(`/properties/${uprn}?fields=country`);
      await database.db.query(set, [uprn, null]);
      expect(body.postcode).toBe(postcode);
      expect(body.provenance.postcode).toMatchObject({ method: 'derived', confidence, source });
      expect(body.meta.sources.map((s: { id: string }) => s.id)).toContain(source);
      expect(body.meta.warnings).toContainEqual({
        code: 'postcode_nearby',
        field: 'postcode',
        message: `Postcode: no source gives one for this home; this is ${told}.`,
      });
      expect(reasons(without.body).postcode).toBeUndefined();
      const whole = await api.call(`/properties/${uprn}?include=provenance`);
      expect(whole.body.provenance.postcode.method).toBe('recorded');
      expect(reasons(whole.body).postcode).toBeUndefined();
    },
  );

  it('gives every field a value or a reason, in all three nations', async () => {
    for (const home of [samples.house, samples.welshHouse, samples.scottishFlat, samples.bare]) {
      const { body } = await api.call(`/properties/${home.uprn}`);
      const why = reasons(body);
      for (const [field, value] of Object.entries(body)) {
        if (value === null) expect(why[field], `${home.uprn} ${field}`).toMatch(/^not_|^source_/);
        else expect(why[field]).toBeUndefined();
      }
      expect(departures(entry, 200, body)).toEqual([]);
    }
  });

  it('has a value for every field of some home, if the sandbox writes its dataset', async () => {
    const known = new Set<string>();
    for (const home of [samples.house, samples.welshHouse, samples.scottishFlat]) {
      const { body } = await api.call(`/properties/${home.uprn}`);
      for (const [field, value] of Object.entries(body)) if (value !== null) known.add(field);
    }
    const written = Object.entries(propertyFields).filter(
      ([, dataset]) => !dataset || !('no_sandbox' in catalogue[dataset]),
    );
    const never = written.map(([field]) => field).filter((field) => !known.has(field));
    expect(never, 'fields that are null for every home: is the column read, written and loaded?').toEqual([]);
  });

  it('returns every column that it reads from a table of homes', () => {
    const code = ['get.ts', 'model.ts', 'designations.ts']
      .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
      .join('\n');
    const read = Object.values(homeTables).flatMap(({ columns, observed_on }) => {
      const days: readonly string[] = observed_on;
      return Object.keys(columns).filter((column) => !days.includes(column));
    });
    const unused = read.filter((column) => !(column in propertyFields) && !code.includes(`.${column}`));
    expect(unused, 'give each a field in the contract, or list it in not_read of its dataset').toEqual([]);
  });

  it('says that sale prices are not open data in Scotland', async () => {
    const { body } = await api.call(`/properties/${samples.scottishFlat.uprn}`);
    expect(body.country).toBe('Scotland');
    expect(reasons(body)).toMatchObject({
      last_sold_price: 'not_in_jurisdiction',
      tenure: 'not_in_jurisdiction',
    });
  });

  it('returns only the requested fields, with uprn and meta', async () => {
    const { body } = await api.call(`/properties/${samples.house.uprn}?fields=postcode,last_sold_price`);
    expect(Object.keys(body).sort()).toEqual(['last_sold_price', 'meta', 'postcode', 'uprn']);
  });

  it('lists the existing fields when it refuses one that does not exist', async () => {
    const answer = await api.call(`/properties/${samples.house.uprn}?fields=postcode,colour`);
    expect(answer.status).toBe(422);
    expect(answer.body.error.code).toBe('unknown_field');
    expect(answer.body.error.details[0].issue).toContain('floor_area_sqm');
  });

  it('gives no price per square foot for an impossible floor area, like every other operation', async () => {
    const { uprn } = samples.house;
    const per_sqft = async () => {
      const own = (await api.call(`/properties/${uprn}?fields=svc_sqft,floor_area_sqm`)).body;
      const sold = (
        await api.call(`/prices/comparables?postcode=${samples.house.postcode}&months=120&limit=50`)
      ).body.comparables;
      const { price_per_sqft } = sold.find((one: { uprn: string }) => one.uprn === String(uprn));
      return { own, known: [own.svc_sqft !== null, price_per_sqft !== null] };
    };
    const { rows } = await database.db.query<{ floor_area_sqm: number }>(
      'select floor_area_sqm from energy_certificates where uprn = $1 order by lodged_on desc limit 1',
      [uprn],
    );
    expect((await per_sqft()).known).toEqual([true, true]);
    for (const area of [1, 14.9, 1000.5, 9999]) {
      await database.db.query('update energy_certificates set floor_area_sqm = $2 where uprn = $1', [
        uprn,
        area,
      ]);
      const { own, known } = await per_sqft();
      expect([area, own.floor_area_sqm, known]).toEqual([area, area, [false, false]]);
      expect(reasons(own).svc_sqft).toBe('not_recorded');
    }
    await database.db.query('update energy_certificates set floor_area_sqm = $2 where uprn = $1', [
      uprn,
      rows[0]!.floor_area_sqm,
    ]);
  });

  it('takes the floor area from an older certificate if the newest is impossible, in every operation', async () => {
    const { uprn, postcode, floor_area_sqm } = samples.house;
    const told = async () => {
      const own = (await api.call(`/properties/${uprn}?fields=svc_sqft,floor_area_sqm&include=provenance`))
        .body;
      const { subject } = (await api.call(`/valuations/${uprn}/sale`)).body;
      const near = (await api.call(`/prices/${uprn}/comparables?months=120`)).body;
      const sold = (await api.call(`/prices/comparables?postcode=${postcode}&months=120&limit=50`)).body
        .comparables;
      const listed = sold.find((one: { uprn: string }) => one.uprn === String(uprn));
      return {
        area: [
          own.floor_area_sqm,
          subject.floor_area_sqm.value,
          near.subject.floor_area_sqm,
          listed.floor_area_sqm,
        ],
        svc_sqft: own.svc_sqft,
        lodged_on: own.provenance.floor_area_sqm.observed_at,
      };
    };
    const before = await told();
    expect(before.area).toEqual(Array(4).fill(floor_area_sqm));
    await database.db.query(
      `insert into energy_certificates select (jsonb_populate_record(c, $2::jsonb)).* from energy_certificates c
        where c.uprn = $1 order by lodged_on desc limit 1`,
      [
        uprn,
        JSON.stringify({ certificate_number: 'newer', lodged_on: '2026-10-01', inspected_on: '2026-10-01' }),
      ],
    );
    for (const area of [8, 9000, null]) {
      await database.db.query(
        `update energy_certificates set floor_area_sqm = $1 where certificate_number = 'newer'`,
        [area],
      );
      expect(await told(), String(area)).toEqual(before);
    }
    await database.db.query(`delete from energy_certificates where certificate_number = 'newer'`);
  });

  it('accepts a UPRN with leading zeros, and answers 404 for a UPRN that is not loaded', async () => {
    const padded = String(samples.house.uprn).padStart(12, '0');
    expect((await api.call(`/properties/${padded}`)).body.uprn).toBe(String(samples.house.uprn));
    const unknown = await api.call('/properties/1');
    expect(unknown.status).toBe(404);
    expect(unknown.body.error.code).toBe('uprn_not_found');
  });
});

describe('an empty database', () => {
  it('says what to load instead of failing', async () => {
    const empty = await emptyDatabase();
    const bare = await startTestApi(empty);
    try {
      const status = await bare.call('/status');
      expect(status.body.status).toBe('degraded');
      expect(status.body.how_to_fix).toMatch(/^npm run domesday -- (?:fetch|load) /);
      expect(status.body.datasets.every((d: { state: string }) => d.state === 'missing')).toBe(true);
      expect((await bare.call(`/properties/${samples.house.uprn}`)).status).toBe(404);
    } finally {
      await bare.close();
      await empty.drop();
    }
  });
});
