import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LoadError, load } from '@domesday/builds';
import { emptyDatabase, sharedData, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = sharedData();
let database: TestDatabase;
let scratch: string;

beforeAll(async () => {
  database = await emptyDatabase();
  scratch = await mkdtemp(join(tmpdir(), 'domesday-planning-test-'));
});
afterAll(async () => {
  await database.drop();
  await rm(scratch, { recursive: true, force: true });
});

const rows = async (sql: string, values: unknown[] = []) => (await database.db.query(sql, values)).rows;
const file = async (content: string, name: string) => {
  const path = join(scratch, name);
  await writeFile(path, content);
  return path;
};
const into = (dataset: string, path: string, mapping?: Record<string, unknown>) =>
  load(database.db, dataset, [path], { home: scratch, ...(mapping ? { mapping } : {}) });

describe('planning applications of a council', () => {
  const table =
    'Ref,Site,Proposal,Decision,Received,Decided,Applicant\nX/1,1 Cod Lane XE1 2AB,Rear extension,Refused,01/02/2024,01/03/2024,A Person\nX/2,2 Cod Lane,,,,,A Person\n';
  const columns = {
    reference: 'Ref',
    address: 'Site',
    description: 'Proposal',
    decision: 'Decision',
    received: 'Received',
    decided: 'Decided',
  };

  it('load through a mapping, without names of applicants, and refuse what cannot be read', async () => {
    const path = await file(table, 'council.csv');
    const result = await into('planning-applications', path, {
      columns,
      authority_code: 'E06999001',
      authority_name: 'Xanshire',
    });
    expect(result).toMatchObject({ rows_read: 2, rows_published: 1, rows_rejected: 1 });
    const [row] = await rows('select * from planning_applications');
    expect(row).toMatchObject({
      reference: 'X/1',
      status: 'refused',
      received: '2024-02-01',
      decided: '2024-03-01',
      postcode: 'XE1 2AB',
      authority_code: 'E06999001',
    });
    expect(JSON.stringify(await rows('select a::text from planning_applications a'))).not.toContain('Person');
    expect(JSON.stringify(await rows('select raw from dataset_rejects'))).not.toContain('Person');
  });

  it('give a warning if decided ones became pending', async () => {
    const as = (decision: string) =>
      `Ref,Site,Proposal,Decision,Received\nX/7,7 Cod Lane XE1 2AB,Porch,${decision},01/02/2024\n`;
    const mapping = { columns: { ...columns, decided: undefined }, authority_name: 'Xanshire' };
    const said = async (decision: string) =>
      (
        await into('planning-applications', await file(as(decision), `x7-${decision}.csv`), mapping)
      ).checks.filter(({ name }) => name === 'reopened');
    expect(await said('Pending')).toEqual([]);
    expect(await said('Granted')).toEqual([]);
    expect(await said('Registered')).toMatchObject([
      { status: 'warn', detail: expect.stringMatching(/^1 app/) },
    ]);
    expect(await said('Refused')).toEqual([]);
  });

  it('ask for a mapping if there is none', async () => {
    const refused = await into(
      'planning-applications',
      await file(table.replace('X/1', 'X/9'), 'other.csv'),
    ).catch((e: unknown) => e);
    expect(refused).toBeInstanceOf(LoadError);
    expect((refused as LoadError).message).toContain('Name its columns in a mapping file');
  });
});

describe('registers of houses in multiple occupation', () => {
  it('name what a mapping lacks', async () => {
    const path = await file('Number,Where\n1,1 Cod Lane XE1 2AB\n', 'register.csv');
    const failed = async (mapping?: Record<string, unknown>) =>
      ((await into('hmo-register', path, mapping).catch((e: unknown) => e)) as Error).message;
    expect(await failed()).toMatch(/a mapping file is needed \(--mapping .*Its columns are Number, Where\.$/);
    expect(await failed({ columns: { address: 'Where' } })).toContain('local_authority_code');
    expect(await failed({ columns: { address: 'Elsewhere' }, local_authority_code: 'E06999001' })).toContain(
      'Elsewhere',
    );
    expect(await failed({ columns: { address: ['Where', 3] }, local_authority_code: 'E06999001' })).toContain(
      'misses the column 3',
    );
  });

  it('join an address from several columns, even if some have no name', async () => {
    const text =
      ',Full Address,,Postcode,Issued,Expires\nFlat 2,7,Cod Lane,XE1 2AB,17-Nov-23,16-Nov-31\n ,9a,Cod Lane,XE1 2AB,1-Feb-24,1-Feb-32\n';
    const columns = {
      address: [1, 'Full Address', 3],
      postcode: 'Postcode',
      issued_on: 'Issued',
      expires_on: 'Expires',
    };
    const mapping = { columns, local_authority_code: 'E06999001' };
    expect(await into('hmo-register', await file(text, 'parts.csv'), mapping)).toMatchObject({
      rows_published: 2,
      rows_rejected: 0,
    });
    expect(await rows('select address, issued, expires from hmo_licences order by issued')).toMatchObject([
      { address: 'Flat 2, 7 Cod Lane', issued: '2023-11-17', expires: '2031-11-16' },
      { address: '9a Cod Lane', issued: '2024-02-01', expires: '2032-02-01' },
    ]);
  });

  it('may have a title above the header, and store the lines of an address in one cell separated by commas', async () => {
    const text =
      'Public Register of Licences,,\n,,\nHMO Address,Issued,Expires\n"Flat 2,\r7 Cod Lane\rXANBURY\rXE1 2AB",17/11/2023,16/11/2028\n"9a Cod Lane\nXANBURY\nXE1 2AB ",18/11/2023,17/11/2028\n';
    const columns = { address: 'HMO Address', issued_on: 'Issued', expires_on: 'Expires' };
    const mapping = { columns, local_authority_code: 'E06999001', register: 'lines' };
    await into('hmo-register', await file(text, 'lines.csv'), mapping);
    expect(
      await rows(`select address, postcode from hmo_licences where register = 'lines' order by issued`),
    ).toEqual([
      { address: 'Flat 2, 7 Cod Lane, XANBURY', postcode: 'XE1 2AB' },
      { address: '9a Cod Lane, XANBURY', postcode: 'XE1 2AB' },
    ]);
  });
});

describe('planning applications of planning.data.gov.uk', () => {
  const names =
    'dataset,end-date,entity,organisation-entity,reference,start-date,description,address-text,planning-decision,decision-date,point,geometry';
  const properties = (reference: string) => ({
    dataset: 'planning-application',
    entity: 10000000001,
    'organisation-entity': 999,
    reference,
    'start-date': '2026-02-01',
    description: 'Rear extension',
    'address-text': '1 Cod Lane, Xanbury',
    'planning-decision': 'Granted',
    'decision-date': '2026-03-01',
    point: 'POINT(-1.200000 52.100000)',
  });
  const square = [
    [
      [-1.2, 52.1],
      [-1.19, 52.1],
      [-1.19, 52.11],
      [-1.2, 52.1],
    ],
  ];
  it.each([
    [
      'CSV',
      `${names}\nplanning-application,,10000000001,999,PD/1,2026-02-01,Rear extension,"1 Cod Lane, Xanbury",Granted,2026-03-01,POINT(-1.200000 52.100000),\n`,
    ],
    [
      'GeoJSON',
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            properties: properties('PD/1'),
            geometry: { type: 'Polygon', coordinates: square },
          },
        ],
      }),
    ],
    ['a page of JSON', JSON.stringify({ entities: [properties('PD/1')], count: 1, links: {} })],
  ])('are placed at their point if read from %s', async (form, content) => {
    const path = await file(content, `planning-application.${form === 'CSV' ? 'csv' : 'json'}`);
    expect(await into('planning-applications', path)).toMatchObject({ rows_published: 1, rows_rejected: 0 });
    expect(
      await rows(`select * from planning_applications where source = 'planning-data' and reference = 'PD/1'`),
    ).toMatchObject([
      {
        latitude: 52.1,
        longitude: -1.2,
        address: '1 Cod Lane, Xanbury',
        status: 'approved',
        received: '2026-02-01',
        decided: '2026-03-01',
      },
    ]);
  });
});

describe('a mapping file', () => {
  it.each([
    ['hmo-register', { postcode: ['A', 'B'] }],
    ['hmo-register', { address: [1.5] }],
    ['planning-applications', { reference: 1 }],
    ['listings-csv', { price: null }],
    ['operator-lettings', { rent: 2 }],
    ['planning-data', { name: 3 }],
    ['address-list', { uprn: 4 }],
  ])('of %s with a column that is no name is refused in a sentence: %j', async (dataset, columns) => {
    const mapping = { columns, ...(dataset === 'hmo-register' ? { local_authority_code: 'E06999001' } : {}) };
    const failed = await into(dataset, await file('A,B\n1,2\n', 'any.csv'), mapping).catch((e: unknown) => e);
    expect(failed).toBeInstanceOf(LoadError);
    expect((failed as LoadError).message).toMatch(/In the mapping file .*name/);
  });
});

describe('company titles', () => {
  it('need the region, from which the nation follows, are refused under the wrong dataset, and record further proprietors', async () => {
    const names = (overseas: boolean) =>
      `Title Number,Tenure,Property Address,District,County,Region,Postcode,Multiple Address Indicator,Price Paid,Proprietor Name (1),Company Registration No. (1),Proprietorship Category (1),${overseas ? 'Country Incorporated (1),' : ''}Date Proprietor Added,Additional Proprietor Indicator\n`;
    const domestic_text = `${names(false)}XX700001,Freehold,1 Cod Lane,XANSHIRE,,SOUTH,XE1 2AB,N,100000,SEAFRET XX LIMITED,99800001,Limited Company,05-06-2019,N\nXX700002,Freehold,2 Cod Lane,XANSHIRE,,SOUTH,XE1 2AB,N,100000,SEAFRET XX LIMITED,99800001,Limited Company,05-06-2019,Y\nXX700003,Freehold,3 Cod Lane,XANSHIRE,,,XE1 2AB,N,100000,SEAFRET XX LIMITED,99800001,Limited Company,05-06-2019,N\nXX700004,Freehold,4 Cod Lane,XANSHIRE,,WALES,XE1 2AB,N,100000,SEAFRET XX LIMITED,99800001,Limited Company,05-06-2019,N\nRow Count: 4\n`;
    const domestic = await file(domestic_text, 'CCOD_FULL_2026_10.csv');
    expect(((await into('ocod', domestic).catch((e: unknown) => e)) as Error).message).toContain(
      'load it as ccod',
    );
    expect(await into('ccod', domestic)).toMatchObject({
      rows_read: 4,
      rows_published: 4,
      rows_rejected: 0,
      newest_record: '2019-06-05',
    });
    const without = domestic_text
      .replace('Region,', '')
      .replaceAll('SOUTH,', '')
      .replace('WALES,', '')
      .replace(',,,XE1', ',,XE1');
    const refused = (await into('ccod', await file(without, 'cut.csv')).catch((e: unknown) => e)) as Error;
    expect(refused.message).toContain('it misses the column Region');
    const [row, other, ...more] = await rows('select * from company_titles order by title_number');
    expect([row.country, ...more.map(({ country }) => country)]).toEqual(['England', null, 'Wales']);
    expect(row).toMatchObject({ title_number: 'XX700001', tenure: 'Freehold', price_paid: 100000 });
    expect([row.more_proprietors, other.more_proprietors]).toEqual([false, true]);
    expect(row.proprietors).toEqual([
      {
        name: 'SEAFRET XX LIMITED',
        company_number: '99800001',
        category: 'Limited Company',
        country_incorporated: null,
      },
    ]);
  });

  it('change with a change-only file, whichever of the two rows of a title comes first', async () => {
    const header =
      '"Title Number","Tenure","Property Address","District","County","Region","Postcode","Multiple Address Indicator","Price Paid","Proprietor Name (1)","Company Registration No. (1)","Proprietorship Category (1)","Date Proprietor Added","Additional Proprietor Indicator","Change Indicator","Change Date"';
    const line = (title: string, owner: string, change: string) =>
      `"${title}","Freehold","1 Cod Lane","XANSHIRE","","SOUTH","","N","","${owner}","","Corporate Body","05-06-2019","N","${change}","01-11-2026"`;
    const cou = (lines: string[], name: string) => file([header, ...lines, ''].join('\r\n'), name);
    // Enough titles that the few that change are replaced in place.
    const titles = ['70003Z', ...Array.from({ length: 60 }, (_, i) => `XX${700_001 + i}`)];
    const first = titles.map((title) => line(title, 'OLD XX LIMITED', 'A'));
    await into('ccod', await cou(first, 'CCOD_COU_2026_10.csv'));
    const changes = [
      line('XX700001', 'NEW XX LIMITED', 'A'),
      line('XX700001', 'OLD XX LIMITED', 'D'),
      line('XX700002', 'OLD XX LIMITED', 'D'),
      line('70003Z', 'OLD XX LIMITED', 'D'),
      line('70003Z', 'NEW XX LIMITED', 'A'),
    ];
    const next = await cou(changes, 'CCOD_COU_2026_11.csv');
    expect(await load(database.db, 'ccod', [next], { home: scratch, force: true })).toMatchObject({
      rows_rejected: 0,
    });
    expect(
      await rows(
        `select title_number, proprietors->0->>'name' as owner from company_titles
          where title_number in ('70003Z', 'XX700001', 'XX700002') order by title_number`,
      ),
    ).toEqual([
      { title_number: '70003Z', owner: 'NEW XX LIMITED' },
      { title_number: 'XX700001', owner: 'NEW XX LIMITED' },
    ]);
  });
});

describe.skipIf(!folder)('planning and licences on real files', () => {
  it('reads a reply of the Planning London Datahub', async () => {
    const result = await into(
      'planning-applications',
      join(folder!, 'planning-applications/london-datahub-2021-10.json.gz'),
    );
    expect(result).toMatchObject({ rows_read: 500, rows_published: 500, rows_rejected: 0 });
    const found = await rows(
      `select status, count(*) as n from planning_applications where source = 'london-datahub' group by 1 order by 2 desc`,
    );
    expect(found[0].status).toBe('approved');
    const [facts] = await rows(
      `select count(uprn) as uprns, count(position) as placed, count(decided) as decided, count(postcode) as postcodes
         from planning_applications where source = 'london-datahub'`,
    );
    // Eighty are at 49.766807, -7.55716: the grid's origin, which the datahub uses for an unknown position.
    expect(facts).toMatchObject({ uprns: 427, placed: 420, decided: 500 });
  });

  it('reads records of PlanIt', async () => {
    const result = await into(
      'planning-applications',
      join(folder!, 'planning-applications/planit-leeds-4.json'),
    );
    expect(result).toMatchObject({ rows_published: 4, rows_rejected: 0 });
    const [row] = await rows(
      `select * from planning_applications where source = 'planit' and reference = '15/04151/FU'`,
    );
    expect(row).toMatchObject({
      status: 'approved',
      category: 'full',
      received: '2015-07-21',
      decided: '2016-04-29',
    });
  });

  it('reads Oxford’s register and its exemptions side by side', async () => {
    const columns = {
      licence_number: 'Case Number',
      address: 'Location',
      max_occupants: 'Total Number Occupants',
      rooms: 'Total Number Units',
      issued_on: 'Licence Commenced',
      expires_on: 'Licence Expires',
    };
    const mapping = {
      columns,
      local_authority_code: 'E07000178',
      authority_name: 'Oxford City Council',
      register_date: '2018-03-01',
    };
    const register = await into(
      'hmo-register',
      join(folder!, 'hmo/oxford_hmo-simplified-register.csv'),
      mapping,
    );
    expect(register).toMatchObject({ rows_published: 3211, rows_rejected: 0 });
    await into('hmo-register', join(folder!, 'hmo/oxford_hmo-temporary-exemptions-register.csv'), {
      ...mapping,
      columns: { ...columns, address: 'Address' },
      register: 'exemptions',
      licence_type: 'exemption',
    });
    const [facts] = await rows(
      'select count(*) as n, count(postcode) as postcodes, count(expires) as ends from hmo_licences',
    );
    expect(facts.n).toBeGreaterThan(3211);
    expect(facts.ends).toBe(facts.n);
    expect(facts.postcodes / facts.n).toBeGreaterThan(0.99);
    expect(
      (await rows("select register from hmo_registers where authority_code = 'E07000178' order by 1")).map(
        (r) => r.register,
      ),
    ).toEqual(['exemptions', 'licences']);
  });

  it.each([
    ['2024-09-09', ['Address 1', 'Address 2', 'Address 3'], 1745],
    ['2025-10-01', [1, 'Full Address', 3], 1106],
  ])(
    'reads every row of Sheffield on %s, whose addresses are in three columns',
    async (day, address, count) => {
      const columns = {
        address,
        postcode: 'Postcode',
        issued_on: 'Licence issue date',
        expires_on: 'Licence expiry date',
      };
      const path = join(folder!, `hmo/sheffield_hmo_licences_${day}.csv`);
      const loaded = await into('hmo-register', path, {
        columns,
        local_authority_code: 'E08000039',
        register: day,
      });
      expect(loaded).toMatchObject({ rows_read: count, rows_rejected: 0 });
      const [facts] = await rows(
        `select count(expires)::int as n from hmo_licences
        where authority_code = 'E08000039' and register = '${day}'`,
      );
      expect(facts).toEqual({ n: loaded.rows_published });
    },
  );
});
