import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { load } from '@domesday/builds';
import { writeSandbox } from '@domesday/sandbox';
import { emptyDatabase, sharedData, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { visitOf } from '../airbnb-listings/index.ts';
import { bedroomsInName, bookedNights } from '../airbnb-listings/model.ts';
import { storedZip } from './stored-zip.ts';

const folder = sharedData();
let database: TestDatabase;
let scratch: string;
beforeAll(async () => {
  database = await emptyDatabase();
  scratch = await mkdtemp(join(tmpdir(), 'domesday-short-lets-'));
});
afterAll(async () => {
  await database?.drop();
  await rm(scratch, { recursive: true, force: true });
});
beforeEach(() => database.db.query('truncate short_lets, dataset_loads, dataset_rejects'));

async function loadText(name: string, text: string | Uint8Array) {
  const path = join(scratch, name);
  await writeFile(path, text);
  return load(database.db, 'airbnb-listings', [path], { home: scratch });
}
const rows = async (sql: string) => (await database.db.query(sql)).rows;

const HEADER =
  'id,name,host_id,host_name,neighbourhood,latitude,longitude,room_type,price,minimum_nights,number_of_reviews,last_review,reviews_per_month,number_of_reviews_ltm,license\n';

const DETAILED =
  'id,listing_url,scrape_id,last_scraped,name,description,host_id,host_name,neighbourhood,neighbourhood_cleansed,latitude,longitude,property_type,room_type,accommodates,bathrooms,bathrooms_text,bedrooms,beds,price,minimum_nights,availability_365,number_of_reviews,number_of_reviews_ltm,last_review,license,reviews_per_month\n' +
  '5,https://x.test/5,1,2026-02-03,Loft,"Nice.<br />\nVery",1,Made Up,"Town, Land",Harbour,55.95,-3.19,Entire rental unit,Entire home/apt,4,,1.5 baths,2,3,"$95.00",2,100,50,20,2026-02-01,,2.1\n';

describe('the review model', () => {
  it('counts two stays for each review, each of three nights or the minimum stay if longer, up to 255 nights', () => {
    expect(bookedNights(10, 1)).toBe(60);
    expect(bookedNights(10, 7)).toBe(140);
    expect(bookedNights(90, 2)).toBe(255);
    expect(bookedNights(0, 30)).toBe(0);
  });
});

describe('bedrooms in a name', () => {
  it.each([
    ['Rental unit in Xanbury · ★4.9 · 2 bedrooms · 3 beds', 2],
    ['Bright 3 bed home', 3],
    ['Two-bedroom flat', 2],
    ['1BR by the sea', 1],
    ['2 double bedroom garden flat', 2],
    ['Cosy studio', 0],
    ['Sleeps 4, 2 beds', null],
    ['Bedford Lodge 12', null],
    ['Bed in 12 bed mixed dorm', null],
    ['Bunk in a 6-bed room', null],
  ])('of "%s" are %s', (name, bedrooms) => expect(bedroomsInName(name, true)).toBe(bedrooms));

  it.each([
    ['12 Bed Private Room @ Xanbury Backpackers', null],
    ['Sunny room in 2-bed flat', null],
    ['A lovely studio room', null],
    ['12 bed female dormitory · 12 bedrooms', null],
    ['Home in Xanbury · ★4.9 · 1 bedroom · 2 beds', 1],
  ])('of the room "%s" are %s', (name, bedrooms) => expect(bedroomsInName(name, false)).toBe(bedrooms));
});

describe('the scrape that a file comes from', () => {
  it.each([
    [
      'https://x.test/united-kingdom/scotland/edinburgh/2025-03-16/data/listings.csv.gz',
      'listings.csv',
      'edinburgh',
      '2025-03-16',
      null,
    ],
    ['/tmp/listings-edinburgh-2021-12.csv', 'listings-edinburgh-2021-12.csv', 'edinburgh', null, '2021-12'],
    [
      '/tmp/greater-manchester-2025-03-16-listings.csv.gz',
      'greater-manchester-2025-03-16-listings.csv',
      'greater-manchester',
      '2025-03-16',
      null,
    ],
    ['/tmp/lets.zip', 'my lets/data/edinburgh-2021-12-18-listings.csv', 'edinburgh', '2021-12-18', null],
    ['/tmp/lets.zip', 'my lets/edinburgh/2021-12-18/listings.csv', 'edinburgh', '2021-12-18', null],
    ['/tmp/listings.csv', 'listings.csv', null, null, null],
    ['/tmp/a-leeds-2026-01-05-listings.csv', 'a-leeds-2026-01-05-listings.csv', 'leeds', '2026-01-05', null],
    ['/tmp/leeds-2026-01-05.xlsx', 'leeds-2026-01-05.xlsx', 'leeds', '2026-01-05', null],
  ])('is read from the address %s and the name %s', (uri, name, city, day, month) =>
    expect(visitOf(uri, name)).toEqual({ city, day, month }),
  );
});

describe('airbnb-listings', () => {
  it('reads every row of the sandbox files', async () => {
    const { files } = await writeSandbox(join(scratch, 'sandbox'), { datasets: ['airbnb-listings'] });
    expect(files.length).toBe(2);
    for (const file of files) {
      const result = await load(database.db, 'airbnb-listings', [file.path], { home: scratch });
      expect(result).toMatchObject({
        status: 'published',
        rows_read: file.rows,
        rows_published: file.rows,
        rows_rejected: 0,
      });
    }
    expect(
      await rows('select count(*) as n, count(distinct city) as cities from short_lets where current'),
    ).toEqual([{ n: 210, cities: 2 }]);
  });

  it('dates a file without a day in its name by its newest review, and refuses a file without either', async () => {
    const listing = (id: number, review: string) =>
      `${id},Room,7,X,Harbour,55.95,-3.19,Private room,50,1,3,${review},,0,\n`;
    await loadText('madeup-listings.csv', `${HEADER}${listing(1, '2026-01-02')}${listing(2, '')}`);
    await expect(loadText('elsewhere-listings.csv', `${HEADER}${listing(3, '')}`)).rejects.toMatchObject({
      code: 'checks',
      message: expect.stringContaining('Nothing in elsewhere-listings.csv tells the day of its listings'),
    });
    expect(await rows('select id, seen_on from short_lets order by id')).toEqual([
      { id: 1, seen_on: '2026-01-02' },
      { id: 2, seen_on: '2026-01-02' },
    ]);
  });

  it('dates a file with only a month in its name by a review of that month, and refuses it if there is none', async () => {
    const listing = (review: string) =>
      `${HEADER}1,Room,7,X,Harbour,55.95,-3.19,Private room,50,1,3,${review},,0,\n`;
    await loadText('madeup-2026-01-listings.csv', listing('2026-01-20'));
    expect(await rows('select seen_on from short_lets')).toEqual([{ seen_on: '2026-01-20' }]);
    for (const review of ['2025-12-30', ''])
      await expect(loadText('other-2026-01-listings.csv', listing(review))).rejects.toMatchObject({
        code: 'checks',
        message: expect.stringContaining('tells the month 2026-01 and not the day'),
      });
    expect(await rows('select city from short_lets')).toEqual([{ city: 'madeup' }]);
  });

  it('reads a table that a spreadsheet saved, and refuses a web page as such', async () => {
    const saved = `sep=;\r\n${HEADER.replaceAll(',', ';')}1;Room;7;X;Harbour;55.95;-3.19;Private room;50;1;3;02/01/2026;;0;\r\n`;
    await loadText('madeup-listings.csv', saved);
    expect(await rows('select seen_on, last_review from short_lets')).toEqual([
      { seen_on: '2026-01-02', last_review: '2026-01-02' },
    ]);
    await expect(loadText('page-2026-01-05-listings.csv', '<!doctype html><p>504')).rejects.toThrow(
      'it is a web page',
    );
  });

  it('stores no host name, and reads line breaks, emoji, dollar signs and a price of 0', async () => {
    const result = await loadText(
      'madeup-2026-01-05-listings.csv',
      `${HEADER}1,"Sea view 🌊\n2 bed, top floor",77,Made Up Host,Harbour,55.95,-3.19,Entire home/apt,"$1,234.00",3,12,2026-01-02,1.0,10,\n` +
        '2,Room,78,Made Up Host,Harbour,55.951,-3.191,Private room,0,1,3,,,0,L-1\n' +
        '3,Nowhere,79,X,Harbour,,,Private room,50,1,3,,,0,\n',
    );
    expect(result).toMatchObject({ rows_read: 3, rows_published: 2, rows_rejected: 1 });
    expect(
      await rows(
        'select id, name, city, seen_on, price_pn, bedrooms, bedrooms_source, nights_12m, licence from short_lets order by id',
      ),
    ).toEqual([
      {
        id: 1,
        name: 'Sea view 🌊 2 bed, top floor',
        city: 'madeup',
        seen_on: '2026-01-05',
        price_pn: 1234,
        bedrooms: 2,
        bedrooms_source: 'name',
        nights_12m: 60,
        licence: null,
      },
      {
        id: 2,
        name: 'Room',
        city: 'madeup',
        seen_on: '2026-01-05',
        price_pn: null,
        bedrooms: null,
        bedrooms_source: null,
        nights_12m: 0,
        licence: 'L-1',
      },
    ]);
    const whole = JSON.stringify(await rows('select * from short_lets'));
    expect(whole).not.toContain('Made Up Host');
  });

  it('refuses a row whose reviews are not known, and does not count it as never let', async () => {
    const row = (id: number, reviews: string, per_month: string, ltm: string) =>
      `${id},Flat,7,,Harbour,55.95,-3.19,Entire home/apt,90,3,${reviews},,${per_month},${ltm},\n`;
    const result = await loadText(
      'madeup-2026-03-05-listings.csv',
      HEADER + row(1, '', '', '') + row(2, '12', '', '') + row(3, '12', '0.5', '') + row(4, '0', '', ''),
    );
    expect(result).toMatchObject({ rows_read: 4, rows_published: 2, rows_rejected: 2 });
    expect(await rows('select id, reviews_12m, nights_12m from short_lets order by id')).toEqual([
      { id: 3, reviews_12m: 6, nights_12m: 36 },
      { id: 4, reviews_12m: 0, nights_12m: 0 },
    ]);
  });

  it('serves the newest scrape of a city, whichever was loaded last, and keeps the others', async () => {
    const row = (id: number) =>
      `${id},Flat,7,,Harbour,55.95,-3.19,Entire home/apt,90,3,12,2025-01-02,1.0,10,\n`;
    await loadText('madeup-2026-03-05-listings.csv', HEADER + row(1) + row(2));
    await loadText('madeup-2025-12-05-listings.csv', HEADER + row(2) + row(3));
    await loadText('elsewhere-2025-06-05-listings.csv', HEADER + row(9));
    expect(
      await rows('select id, seen_on::text as day, current from short_lets order by id, seen_on'),
    ).toEqual([
      { id: 1, day: '2026-03-05', current: true },
      { id: 2, day: '2025-12-05', current: false },
      { id: 2, day: '2026-03-05', current: true },
      { id: 3, day: '2025-12-05', current: false },
      { id: 9, day: '2025-06-05', current: true },
    ]);
  });

  it('recognises a city by its listings, whatever its files are called, so that only one scrape of it is served', async () => {
    const row = (id: number) =>
      `${id},Flat,7,,Harbour,55.95,-3.19,Entire home/apt,90,3,12,2025-01-02,1.0,10,\n`;
    await loadText('north-2025-12-05-listings.csv', HEADER + row(1) + row(2) + row(3));
    await loadText('far-2025-12-05-listings.csv', HEADER + row(9));
    await loadText('madeup-2026-03-05-listings.csv', HEADER + row(1) + row(2) + row(4) + row(5));
    // A later file with few listings of the city is not a scrape of the whole city.
    await loadText('part-2026-06-05-listings.csv', HEADER + row(5));
    expect(
      await rows(
        'select city, seen_on::text as day, array_agg(id order by id) as ids from short_lets where current group by 1, 2 order by 1',
      ),
    ).toEqual([
      { city: 'far', day: '2025-12-05', ids: [9] },
      { city: 'north', day: '2026-03-05', ids: [1, 2, 4, 5] },
      { city: 'part', day: '2026-06-05', ids: [5] },
    ]);
  });

  it('reads city and day from the folder or archive entry if all files have one name', async () => {
    const listing = (id: number, place: string) =>
      `${HEADER}${id},Flat,7,,${place},55.95,-3.19,Entire home/apt,90,3,12,2025-01-02,1.0,10,\n`;
    const visits = [
      ['leeds', '2025-09-26', listing(1, 'Harbour')],
      ['york', '2025-03-16', listing(2, 'Quay')],
    ] as const;
    for (const [city, day, text] of visits) {
      await mkdir(join(scratch, 'cities', city, day), { recursive: true });
      await writeFile(join(scratch, 'cities', city, day, 'listings.csv'), text);
    }
    await load(database.db, 'airbnb-listings', [join(scratch, 'cities')], { home: scratch });
    const served = 'select city, seen_on::text as day, id, current from short_lets order by id';
    const expected = visits.map(([city, day], i) => ({ city, day, id: i + 1, current: true }));
    expect(await rows(served)).toEqual(expected);
    await database.db.query('truncate short_lets');
    const zip = storedZip(
      Object.fromEntries(visits.map(([city, day, text]) => [`${city}-${day}-listings.csv`, text])),
    );
    await loadText('lets.zip', zip);
    expect(await rows(served)).toEqual(expected);
  });

  it('reads bedrooms, bathrooms and guests from the compressed detailed file', async () => {
    await loadText('listings.csv.gz', gzipSync(DETAILED));
    expect(
      await rows(
        'select city, seen_on::text as day, neighbourhood, property_kind, guests, bathrooms, bedrooms, bedrooms_source, price_pn, nights_12m from short_lets',
      ),
    ).toEqual([
      {
        city: 'harbour',
        day: '2026-02-03',
        neighbourhood: 'Harbour',
        property_kind: 'apartment',
        guests: 4,
        bathrooms: 1.5,
        bedrooms: 2,
        bedrooms_source: 'listing',
        price_pn: 95,
        nights_12m: 120,
      },
    ]);
  });

  it('serves the same from the detailed file and the summary of a scrape, whichever comes first in a load', async () => {
    const summary = `${HEADER}5,Loft,1,Made Up,Harbour,55.95,-3.19,Entire home/apt,95,2,50,2026-02-01,2.1,20,\n`;
    const served = async (...texts: string[]) => {
      await database.db.query('truncate short_lets');
      const paths = texts.map((_, i) => join(scratch, `${i}-madeup-2026-02-03-listings.csv`));
      for (const [i, path] of paths.entries()) await writeFile(path, texts[i]!);
      const { checks } = await load(database.db, 'airbnb-listings', paths, { home: scratch, force: true });
      expect(checks.filter(({ status }) => status === 'fail')).toEqual([]);
      return rows(
        'select id, guests, bathrooms, bedrooms, bedrooms_source, property_kind, price_pn from short_lets',
      );
    };
    const whole = await served(DETAILED);
    expect(whole).toMatchObject([{ guests: 4, bathrooms: 1.5, bedrooms: 2 }]);
    expect(await served(DETAILED, summary)).toEqual(whole);
    expect(await served(summary, DETAILED)).toEqual(whole);
  });

  it('refuses a file that is not of listings, and names the missing columns', async () => {
    await expect(loadText('other.csv', 'a,b\n1,2\n')).rejects.toThrow(/not airbnb-listings.*room_type/);
  });

  it.skipIf(!folder)('reads every row of the real listings of Edinburgh', async () => {
    const path = join(folder!, 'airbnb/listings-edinburgh-2021-12.csv');
    const result = await load(database.db, 'airbnb-listings', [path], { home: scratch });
    expect(result).toMatchObject({
      rows_read: 6114,
      rows_published: 6114,
      rows_rejected: 0,
      newest_record: '2021-12-12',
    });
    expect(
      await rows(
        `select city, seen_on::text as day, count(*) as n, count(*) filter (where price_pn is null) as unpriced,
                count(*) filter (where listing_type = 'entire_home') as entire, count(*) filter (where name ~ E'\\n') as broken
           from short_lets group by 1, 2`,
      ),
    ).toEqual([{ city: 'edinburgh', day: '2021-12-12', n: 6114, unpriced: 4, entire: 4175, broken: 0 }]);
  });
});

describe('airbnb-reviews', () => {
  const loadReviews = async (name: string, text: string) => {
    const path = join(scratch, name);
    await writeFile(path, text);
    return load(database.db, 'airbnb-reviews', [path], { home: scratch });
  };
  const kept = () =>
    rows('select listing_id, month::text as month, reviews from short_let_reviews order by 1, 2');

  it('counts by month, and a later file replaces the counts of the listings that it has', async () => {
    await rows('truncate short_let_reviews');
    const first = await loadReviews(
      'a-reviews.csv',
      'listing_id,date\n7,2026-01-03\n7,2026-01-30\n8,2026-02-01\n9,x\n',
    );
    expect(first).toMatchObject({ rows_read: 4, rows_published: 2, rows_rejected: 1 });
    expect(await kept()).toEqual([
      { listing_id: 7, month: '2026-01-01', reviews: 2 },
      { listing_id: 8, month: '2026-02-01', reviews: 1 },
    ]);
    await loadReviews('b-reviews.csv', 'listing_id,date\n7,2026-03-03\n');
    expect(await kept()).toEqual([
      { listing_id: 7, month: '2026-03-01', reviews: 1 },
      { listing_id: 8, month: '2026-02-01', reviews: 1 },
    ]);
  });

  it('reads the detailed file, whose comments have commas, quotes and line breaks, and stores no comment', async () => {
    await rows('truncate short_let_reviews');
    const text =
      'listing_id,id,date,reviewer_id,reviewer_name,comments\n7,1,2026-01-03,5,Made Up,"Fine, ""quiet""\nand near"\n7,2,2026-01-05,6,Made Up,ok\n';
    expect(await loadReviews('c-reviews.csv', text)).toMatchObject({ rows_read: 2, rows_rejected: 0 });
    expect(await kept()).toEqual([{ listing_id: 7, month: '2026-01-01', reviews: 2 }]);
  });

  it('refuses the listings of the same city', async () => {
    await expect(loadReviews('d-listings.csv', `${HEADER}1,a\n`)).rejects.toThrow('listing_id');
  });
});
