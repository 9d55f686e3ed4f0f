import { join } from 'node:path';
import { type Bench, openBench } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.rows('truncate listings, listing_events, dataset_loads, dataset_rejects'));

describe('listings-zpg', () => {
  it('reads updates and deletes', async () => {
    const update = {
      branch_reference: 'B',
      listing_reference: 'Z1',
      category: 'residential',
      life_cycle_status: 'available',
      property_type: 'semi_detached',
      pricing: { transaction_type: 'sale', currency_code: 'GBP', price: 210000 },
      location: {
        property_number_or_name: '7',
        street_name: 'Made Up Row',
        town_or_city: 'Xanbury',
        postal_code: 'xe11aa',
        country_code: 'GB',
      },
      total_bedrooms: 3,
      tenure: 'freehold',
    };
    await bench.load(
      'listings-zpg',
      'z_20261001.json',
      JSON.stringify([
        update,
        {
          ...update,
          listing_reference: 'Z2',
          pricing: { transaction_type: 'rent', price: 80, rent_frequency: 'per_person_per_week' },
        },
      ]),
    );
    expect(
      await bench.rows(
        'select id, address, postcode, price, tenure, property_type, status, last_seen::text as seen from listings',
      ),
    ).toEqual([
      {
        id: 'zpg:Z1',
        address: '7, Made Up Row, Xanbury',
        postcode: 'XE1 1AA',
        price: 210000,
        tenure: 'Freehold',
        property_type: 'semi_detached',
        status: 'available',
        seen: '2026-10-01',
      },
    ]);
    expect((await bench.rows('select reason from dataset_rejects')).map((r) => r.reason)).toEqual([
      'The rent_frequency "per_person_per_week" is not of a whole home.',
    ]);
    await bench.load(
      'listings-zpg',
      'z_20261002.json',
      JSON.stringify({ listing_reference: 'Z1', deletion_reason: 'withdrawn' }),
    );
    expect(await bench.rows('select status from listings')).toEqual([{ status: 'withdrawn' }]);
  });
});

describe('listings-zpg, by the schemas', () => {
  it('converts square yards, does not call a block of flats a flat, and refuses prices in another currency', async () => {
    const update = {
      branch_reference: 'B',
      listing_reference: 'Z1',
      category: 'residential',
      detailed_description: [{ heading: 'Made up' }],
      life_cycle_status: 'sold_subject_to_contract',
      property_type: 'block_of_flats',
      pricing: { transaction_type: 'sale', currency_code: 'GBP', price: 900000 },
      location: {
        property_number_or_name: 9,
        town_or_city: 'Xanbury',
        postal_code: 'XE1 1AA',
        country_code: 'GB-ENG',
      },
      areas: { internal: { minimum: { units: 'sq_yards', value: 500 } } },
      tenure: 'share_of_freehold',
    };
    const euros = { ...update.pricing, currency_code: 'EUR' };
    const abroad = { ...update.location, country_code: 'ES-AN' };
    await bench.load(
      'listings-zpg',
      'z_20261001.json',
      JSON.stringify([
        update,
        { ...update, listing_reference: 'Z2', pricing: euros },
        { ...update, listing_reference: 'Z3', location: abroad },
      ]),
    );
    expect(
      await bench.rows(
        'select reference, address, property_type, floor_area_sqm, status, tenure from listings',
      ),
    ).toEqual([
      {
        reference: 'Z1',
        address: '9, Xanbury',
        property_type: 'other',
        floor_area_sqm: 418.1,
        status: 'sstc',
        tenure: null,
      },
    ]);
    expect(
      (await bench.rows('select reason from dataset_rejects order by line')).map((r) => r.reason),
    ).toEqual(['The price is in EUR, not in pounds.', 'The property lies abroad.']);
  });
});

describe('listings-csv', () => {
  it('reads columns by their own names, or as a mapping names them', async () => {
    await bench.load(
      'listings-csv',
      'own_20261001.csv',
      'reference,listing_type,price,address,postcode,status,uprn\nA,sale,"£120,000",1 Made Up Row,XE1 1AA,Sold STC,998000000001\n',
    );
    await bench.load(
      'listings-csv',
      'mapped_20261002.csv',
      'Ref;Asking;Where\nB;650;2 Made Up Row\nC;x;3 Made Up Row\n',
      {
        mapping: {
          columns: { reference: 'Ref', price: 'Asking', address: 'Where' },
          delimiter: ';',
          listing_type: 'rent',
          rent_period: 'pcm',
          complete: true,
        },
      },
    );
    expect(
      await bench.rows('select id, listing_type, price, status, uprn, uprn_method from listings order by id'),
    ).toEqual([
      {
        id: 'csv:A',
        listing_type: 'sale',
        price: 120000,
        status: 'sstc',
        uprn: 998000000001,
        uprn_method: 'feed',
      },
      { id: 'csv:B', listing_type: 'rent', price: 650, status: 'available', uprn: null, uprn_method: null },
    ]);
    expect(await bench.rows('select reason from dataset_rejects')).toEqual([
      { reason: 'The price "x" is not a number of pounds.' },
    ]);
    await expect(bench.load('listings-csv', 'bad.csv', 'a,b\n1,2\n')).rejects.toThrow(
      'reference, price, address, listing_type',
    );
  });

  it('serves the same listings from feeds of several days, in any order and in one load or several', async () => {
    const header = 'reference,branch,listing_type,price,address\n';
    const older = `${header}A,X,sale,200000,1 Made Up Row\nB,X,sale,300000,2 Made Up Row\n`;
    const newer = `${header}A,X,sale,190000,1 Made Up Row\n`;
    const served = async (loads: [day: string, text: string][][]) => {
      await bench.rows('truncate listings, listing_events, dataset_loads, dataset_rejects');
      for (const [i, files] of loads.entries()) {
        const paths = await Promise.all(
          files.map(([day, text]) => bench.file(text, join(`${loads.length}-${i}`, `feed-${day}.csv`))),
        );
        await bench.loadFiles('listings-csv', paths, { mapping: { complete: true } });
      }
      return bench.rows('select id, price, status, last_seen::text from listings order by id');
    };
    const first: [string, string] = ['2026-10-01', older];
    const second: [string, string] = ['2026-10-20', newer];
    const expected = [
      { id: 'csv:X:A', price: 190000, status: 'available', last_seen: '2026-10-20' },
      { id: 'csv:X:B', price: 300000, status: 'withdrawn', last_seen: '2026-10-01' },
    ];
    expect(await served([[first], [second]])).toEqual(expected);
    expect(await served([[first, second]])).toEqual(expected);
    expect(await served([[second, first]])).toEqual(expected);
  });

  it('stores null for an impossible area, half a position or an unclear tenure, and refuses an unclear price or type', async () => {
    const header = 'reference,address,listing_type,price,floor_area_sqm,latitude,longitude,tenure';
    const rows = [
      'A,1 Made Up Row,sale,250000,80,53.9,,Leasehold',
      'B,1 Made Up Row,sale,250000,-80,53.9,1.49,freehold/leasehold',
      'C,1 Made Up Row,sale,250000,0,,1.49,Share of Freehold',
      'D,1 Made Up Row,sale,"£250,000.00",1e9,1.49,53.9,',
      'E,1 Made Up Row,sale,250.000,80,,,',
      'F,1 Made Up Row,rent,£1.250,80,,,',
      'G,1 Made Up Row,rent to buy,250000,80,,,',
    ];
    await bench.load('listings-csv', 'own_20261001.csv', `${[header, ...rows].join('\n')}\n`, {
      force: true,
    });
    const read =
      'select reference, price, floor_area_sqm as area, feed_latitude as lat, feed_longitude as lng, tenure from listings order by 1';
    const nowhere = { price: 250000, lat: null, lng: null };
    expect(await bench.rows(read)).toEqual([
      { reference: 'A', ...nowhere, area: 80, tenure: 'Leasehold' },
      { reference: 'B', ...nowhere, area: null, lat: 53.9, lng: 1.49, tenure: null },
      { reference: 'C', ...nowhere, area: null, tenure: 'Freehold' },
      { reference: 'D', ...nowhere, area: null, tenure: null },
    ]);
    expect(
      (await bench.rows('select reason from dataset_rejects order by line')).map((r) => r.reason),
    ).toEqual([
      'The price "250.000" is not a number of pounds.',
      'The price "£1.250" is not a number of pounds.',
      'The listing type "rent to buy" is both sale and rent.',
    ]);
  });

  it('refuses a file in which the day and the month of a date may be swapped', async () => {
    const header = 'reference,address,listing_type,price,updated_on';
    const rows = ['A,1 Made Up Row,sale,250000,02/05/2026', 'B,2 Made Up Row,sale,250000,02/28/2026'];
    const load = bench.load('listings-csv', 'own.csv', `${[header, ...rows].join('\n')}\n`);
    await expect(load).rejects.toThrow('02/05/2026 may be of either month');
  });
});
