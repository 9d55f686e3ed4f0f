import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LoadOptions, load } from '@domesday/builds';
import { plainText } from '@domesday/loading/plain-text';
import { writeSandbox } from '@domesday/sandbox';
import { emptyDatabase, sharedData, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const folder = sharedData();
let database: TestDatabase;
let scratch: string;
beforeAll(async () => {
  database = await emptyDatabase();
  scratch = await mkdtemp(join(tmpdir(), 'domesday-listings-'));
});
afterAll(async () => {
  await database?.drop();
  await rm(scratch, { recursive: true, force: true });
});
beforeEach(() => database.db.query('truncate listings, listing_events, dataset_loads, dataset_rejects'));

async function loadText(dataset: string, name: string, text: string, more: LoadOptions = {}) {
  const path = join(scratch, name);
  await writeFile(path, text);
  return load(database.db, dataset, [path], { home: scratch, ...more });
}
const rows = async (sql: string) => (await database.db.query(sql)).rows;
const events = async () =>
  (
    await rows(
      'select listing_id, date::text as date, price, event from listing_events order by listing_id, serial',
    )
  ).map((r) => `${r.listing_id} ${r.date} ${r.price} ${r.event}`);

const FIELDS =
  'AGENT_REF,ADDRESS_1,ADDRESS_2,TOWN,POSTCODE1,POSTCODE2,FEATURE1,SUMMARY,BRANCH_ID,STATUS_ID,BEDROOMS,PRICE,NEW_HOME_FLAG,PROP_SUB_ID,CREATE_DATE,UPDATE_DATE,PUBLISHED_FLAG,LET_RENT_FREQUENCY,TRANS_TYPE_ID'.split(
    ',',
  );
function blm(records: Record<string, string | number>[], eof = '^', eor = '~', version = '3i'): string {
  return blmOf(FIELDS, records, eof, eor, version);
}
function blmOf(
  names: string[],
  records: Record<string, string | number>[],
  eof = '^',
  eor = '~',
  version = '3i',
): string {
  const lines = records.map((record) => names.map((field) => record[field] ?? '').join(eof) + eof + eor);
  return `#HEADER#\r\nVersion : ${version}\r\nEOF : '${eof}'\r\nEOR : '${eor}'\r\n\r\n#DEFINITION#\r\n${names.join(eof)}${eof}${eor}\r\n\r\n#DATA#\r\n${lines.join('\r\n')}\r\n#END#\r\n`;
}
const home = {
  AGENT_REF: '77_1',
  ADDRESS_1: '4 ',
  ADDRESS_2: 'Made Up Row',
  TOWN: 'Xanbury',
  POSTCODE1: 'XE1',
  POSTCODE2: '1AA',
  FEATURE1: 'Tenure: leasehold',
  SUMMARY: 'A <b>bright</b> flat &amp; garden',
  BRANCH_ID: 77,
  STATUS_ID: 0,
  BEDROOMS: 2,
  PRICE: '159,950',
  NEW_HOME_FLAG: 'N',
  PROP_SUB_ID: 8,
  CREATE_DATE: '2026-09-01 09:00:00',
  UPDATE_DATE: '2026-09-02 09:00:00',
  PUBLISHED_FLAG: 1,
  TRANS_TYPE_ID: 1,
};

describe('listings-blm', () => {
  it('reads every row of the sandbox files', async () => {
    const { files } = await writeSandbox(join(scratch, 'sandbox'), { datasets: ['listings-blm'] });
    expect(files.length).toBe(2);
    for (const file of files) {
      const result = await load(database.db, 'listings-blm', [file.path], { home: scratch });
      expect(result).toMatchObject({ status: 'published', rows_read: file.rows, rows_rejected: 0 });
    }
    const [kinds] = await rows(
      `select count(*) filter (where listing_type = 'sale') as sale, count(*) filter (where listing_type = 'rent') as rent,
              count(*) filter (where status = 'withdrawn') as gone from listings`,
    );
    expect(kinds.sale).toBeGreaterThan(20);
    expect(kinds.rent).toBeGreaterThan(20);
    expect(kinds.gone).toBe(0);
  });

  it.each([
    ['^', '~', '3i'],
    ['|', '~', '3'],
    ['^', '|', '3'],
  ])('reads the delimiters %s and %s from the header of version %s', async (eof, eor, version) => {
    await loadText(
      'listings-blm',
      `77_20261101_${version}${eof.charCodeAt(0)}.blm`,
      blm([home], eof, eor, version),
    );
    expect(
      await rows(
        'select id, address, postcode, price, price_period, bedrooms, property_type, tenure, summary, status, first_listed::text, last_seen::text from listings',
      ),
    ).toEqual([
      {
        id: 'blm:77:77_1',
        address: '4, Made Up Row, Xanbury',
        postcode: 'XE1 1AA',
        price: 159950,
        price_period: 'total',
        bedrooms: 2,
        property_type: 'flat',
        tenure: 'Leasehold',
        summary: 'A bright flat & garden',
        status: 'available',
        first_listed: '2026-09-01',
        last_seen: '2026-11-01',
      },
    ]);
  });

  it('reads the address fields of version 3i, and refuses homes abroad and rents per person with reasons', async () => {
    const { ADDRESS_1, ADDRESS_2, TOWN, POSTCODE1, POSTCODE2, ...rest } = home;
    const own = { HOUSE_NAME_NUMBER: '4', STREET_NAME: 'Made Up Row', OS_TOWN_CITY: 'Xanbury' };
    const text = blmOf(
      [
        ...Object.keys(own),
        'OS_REGION',
        'ZIPCODE',
        'COUNTRY_CODE',
        ...Object.keys(rest),
        'LET_RENT_FREQUENCY',
      ],
      [
        { ...rest, ...own, ZIPCODE: 'XE1 1AA', COUNTRY_CODE: 'GB', STATUS_ID: 6 },
        { ...rest, ...own, AGENT_REF: '77_2', OS_REGION: 'Far Coast', ZIPCODE: '00001', COUNTRY_CODE: 'ES' },
        { ...rest, ...own, AGENT_REF: '77_3', TRANS_TYPE_ID: 2, PRICE: 120, LET_RENT_FREQUENCY: 5 },
      ],
      '|',
    );
    const result = await loadText('listings-blm', '77_20261101.blm', text);
    expect(result).toMatchObject({ rows_read: 3, rows_rejected: 2 });
    expect(await rows('select reference, address, postcode, status from listings')).toEqual([
      { reference: '77_1', address: '4, Made Up Row, Xanbury', postcode: 'XE1 1AA', status: 'sstc' },
    ]);
    expect((await rows('select reason from dataset_rejects order by line')).map((r) => r.reason)).toEqual([
      'The property lies abroad.',
      'LET_RENT_FREQUENCY "5" is a rent per person, not of a whole home.',
    ]);
  });

  it('converts rents by the week, quarter and year to rents by the month', async () => {
    const rent = (ref: string, frequency: string, price: string) => ({
      ...home,
      AGENT_REF: ref,
      TRANS_TYPE_ID: 2,
      LET_RENT_FREQUENCY: frequency,
      PRICE: price,
    });
    await loadText(
      'listings-blm',
      'r.blm',
      blm([rent('w', '0', '120'), rent('m', '1', '1,000'), rent('q', '2', '3000'), rent('y', '3', '12000')]),
    );
    expect(
      await rows('select reference, price, price_period, price_comparable from listings order by reference'),
    ).toEqual([
      { reference: 'm', price: 1000, price_period: 'pcm', price_comparable: 1000 },
      { reference: 'q', price: 1000, price_period: 'pcm', price_comparable: 1000 },
      { reference: 'w', price: 120, price_period: 'pw', price_comparable: 520 },
      { reference: 'y', price: 1000, price_period: 'pcm', price_comparable: 1000 },
    ]);
  });

  it('keeps the history of price and status between loads, and withdraws homes that a branch no longer lists', async () => {
    const other = { ...home, AGENT_REF: '77_2' };
    await loadText('listings-blm', '77_20261001.blm', blm([home, other]));
    await loadText(
      'listings-blm',
      '77_20261015.blm',
      blm([{ ...home, PRICE: 150000, UPDATE_DATE: '2026-10-14' }]),
    );
    await loadText(
      'listings-blm',
      '77_20261101.blm',
      blm([{ ...home, PRICE: 150000, STATUS_ID: 1, UPDATE_DATE: '2026-10-30' }, other]),
    );
    expect(await events()).toEqual([
      'blm:77:77_1 2026-09-01 159950 listed',
      'blm:77:77_1 2026-10-14 150000 reduced',
      'blm:77:77_1 2026-10-30 150000 sstc',
      'blm:77:77_2 2026-09-01 159950 listed',
      'blm:77:77_2 2026-10-15 159950 withdrawn',
      'blm:77:77_2 2026-10-15 159950 back_on_market',
    ]);
    expect(
      await rows(
        'select reference, status, reduced, first_listed::text, last_seen::text from listings order by id',
      ),
    ).toEqual([
      {
        reference: '77_1',
        status: 'sstc',
        reduced: true,
        first_listed: '2026-09-01',
        last_seen: '2026-11-01',
      },
      {
        reference: '77_2',
        status: 'available',
        reduced: false,
        first_listed: '2026-09-01',
        last_seen: '2026-11-01',
      },
    ]);
  });

  it('starts a new history if a home is to let after it was for sale, so that the rent is not a reduced price', async () => {
    const rent = { ...home, TRANS_TYPE_ID: 2, LET_RENT_FREQUENCY: 1, PRICE: 785, CREATE_DATE: '2026-10-20' };
    await loadText('listings-blm', '77_20261001.blm', blm([{ ...home, PRICE: 159950 }]));
    await loadText('listings-blm', '77_20261025.blm', blm([{ ...rent, UPDATE_DATE: '2026-10-20' }]));
    expect(await events()).toEqual(['blm:77:77_1 2026-10-20 785 listed']);
    await loadText(
      'listings-blm',
      '77_20261101.blm',
      blm([{ ...rent, PRICE: 750, UPDATE_DATE: '2026-11-01' }]),
    );
    expect(await events()).toEqual([
      'blm:77:77_1 2026-10-20 785 listed',
      'blm:77:77_1 2026-11-01 750 reduced',
    ]);
    const served = 'select listing_type, reduced, first_listed::text from listings';
    expect(await rows(served)).toEqual([{ listing_type: 'rent', reduced: true, first_listed: '2026-10-20' }]);
  });

  it('does not let an older upload change the listings of a newer one', async () => {
    await loadText('listings-blm', '77_20261101.blm', blm([{ ...home, PRICE: 150000 }]));
    await loadText('listings-blm', '77_20261001.blm', blm([home]));
    expect(await rows('select price, status from listings')).toEqual([
      { price: 150000, status: 'available' },
    ]);
    expect((await events()).length).toBe(1);
  });

  it('refuses single records with their line numbers, and lists no home that is not marked as published', async () => {
    const result = await loadText(
      'listings-blm',
      '77_20261102.blm',
      blm([
        { ...home, PRICE: 'POA' },
        { ...home, AGENT_REF: 'b', STATUS_ID: 9 },
        home,
        { ...home, AGENT_REF: 'c', PUBLISHED_FLAG: 0 },
      ]),
    );
    expect(result).toMatchObject({ rows_read: 4, rows_rejected: 2, rows_published: 1 });
    expect(
      (await rows('select line, reason from dataset_rejects order by line')).map(
        (r) => `${r.line} ${r.reason}`,
      ),
    ).toEqual(['10 The price is on application, and not to be shown.', '11 STATUS_ID "9" is not known.']);
  });

  it('refuses a file of another format', async () => {
    await expect(loadText('listings-blm', 'x.blm', 'a,b\n1,2\n')).rejects.toThrow('#HEADER#');
  });

  it.skipIf(!folder)('reads every record of the real upload except one with a negative price', async () => {
    const result = await load(database.db, 'listings-blm', [join(folder!, 'listings/example_data.blm')], {
      home: scratch,
    });
    expect(result).toMatchObject({ rows_read: 37, rows_published: 36, rows_rejected: 1 });
    expect(
      await rows(
        `select count(*) as n, count(*) filter (where status = 'sstc') as sold, min(price) as low, max(price) as high,
                count(postcode) as placed, count(distinct branch) as branches, max(last_seen)::text as seen,
                count(*) filter (where summary ~ '<|&quot;') as marked from listings`,
      ),
    ).toEqual([expect.objectContaining({ n: 36, branches: 1, seen: '2005-09-08', marked: 0 })]);
    const source = await import('node:fs/promises').then((fs) =>
      fs.readFile(join(folder!, 'listings/example_data.blm'), 'utf8'),
    );
    const prices = source
      .split('#DATA#')[1]!
      .split('~')
      .map((record) => record.split('|'))
      .filter((fields) => fields.length > 40)
      .map((fields) => Number(fields[18]!.replaceAll(',', '')));
    expect((await rows('select reason from dataset_rejects')).map((r) => r.reason)).toEqual([
      'The price "-500000" is not an amount above £0 and up to £500,000,000.',
    ]);
    const [sum] = await rows('select sum(price) as total from listings');
    expect(sum.total).toBe(prices.filter((price) => price > 0).reduce((a, b) => a + b, 0));
  });
});

describe('plain text', () => {
  it('has no tags and no entities', () => {
    expect(plainText('<p>14&#39; 2&quot; x 11&#39;<br>A &amp; B &pound;5 &madeup;</p>')).toBe(
      `14' 2" x 11' A & B £5 &madeup;`,
    );
    expect(plainText('<100 m&sup2; of caf&#xe9;, &gt; 50 seats')).toBe('<100 m² of café, > 50 seats');
  });
});

describe('listings-rtdf', () => {
  const message = (more: object = {}, branch: object = {}) => ({
    network: { network_id: 1 },
    branch: { branch_id: 5, channel: 2, overseas: false, ...branch },
    property: {
      agent_ref: 'R1',
      published: true,
      property_type: 28,
      status: 6,
      create_date: '01-09-2026 10:00:00',
      update_date: '05-10-2026 10:00:00',
      address: {
        house_name_number: 'Flat 2',
        address_2: 'Made Up Court',
        town: 'Xanbury',
        postcode_1: 'XE1',
        postcode_2: '1AA',
        display_address: 'x',
        latitude: 52.1,
        longitude: 1.9,
      },
      price_information: { price: 300, rent_frequency: 52 },
      details: { summary: 'Made up', bedrooms: 1, bathrooms: 1, internal_area: 500, internal_area_unit: 1 },
      ...more,
    },
  });

  it('reads one message, a list, or one message a line, and applies removals', async () => {
    await loadText('listings-rtdf', 'one.json', JSON.stringify(message()));
    expect(
      await rows(
        'select id, listing_type, status, price, price_period, property_type, floor_area_sqm, bathrooms, latitude from listings',
      ),
    ).toEqual([
      {
        id: 'rtdf:5:R1',
        listing_type: 'rent',
        status: 'let_agreed',
        price: 300,
        price_period: 'pw',
        property_type: 'flat',
        floor_area_sqm: 46.5,
        bathrooms: 1,
        latitude: 52.1,
      },
    ]);
    const lines = [
      message({ agent_ref: 'R2' }),
      message(
        { agent_ref: 'R3', status: 4, price_information: { price: 250000, tenure_type: 2 } },
        { channel: 1 },
      ),
    ];
    await loadText('listings-rtdf', 'two.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
    const removal = {
      network: { network_id: 1 },
      branch: { branch_id: 5, channel: 2 },
      property: { agent_ref: 'R1', removal_reason: 12 },
    };
    await loadText('listings-rtdf', 'three.json', JSON.stringify([removal]));
    expect(await rows('select reference, listing_type, status, tenure from listings order by id')).toEqual([
      { reference: 'R1', listing_type: 'rent', status: 'withdrawn', tenure: null },
      { reference: 'R2', listing_type: 'rent', status: 'let_agreed', tenure: null },
      { reference: 'R3', listing_type: 'sale', status: 'under_offer', tenure: 'Leasehold' },
    ]);
  });

  it('refuses JSON of another kind', async () => {
    await expect(loadText('listings-rtdf', 'no.json', '{"a":1}')).rejects.toThrow(
      'no messages of that format',
    );
  });
});
