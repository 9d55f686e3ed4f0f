import { match, search } from '@domesday/address-search';
import { positionOf } from '@domesday/loading/kinds/listings/advert';
import { CODE_POINT, refusal, type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

// Every row in this file is made up.
let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());
beforeEach(() => s.empty());

describe('hmlr-uprn-lookup', () => {
  const id = (n: number) => `AAAAAAAA-0000-0000-0000-00000000000${n}`;
  it('adds months up and keeps several UPRNs of one transaction', async () => {
    await s.loadText(
      'hmlr-uprn-lookup',
      `{${id(1)}},998000000001\n{${id(2)}},998000000002\n{${id(2)}},998000000003\n`,
    );
    await s.loadText('hmlr-uprn-lookup', `{${id(1)}},998000000009\n${id(3)},998000000004\n`);
    expect(
      await s.rows('select right(transaction_id::text, 1) as id, uprn from hmlr_uprn_lookup order by 1, 2'),
    ).toEqual([
      { id: '1', uprn: 998000000009 },
      { id: '2', uprn: 998000000002 },
      { id: '2', uprn: 998000000003 },
      { id: '3', uprn: 998000000004 },
    ]);
  });
});

describe('os-open-uprn', () => {
  it('reads five columns behind a byte order mark, many homes on one point, and zero-padded numbers', async () => {
    await s.loadText(
      'os-open-uprn',
      '\ufeffUPRN,X_COORDINATE,Y_COORDINATE,LATITUDE,LONGITUDE\n1,620100.5,440100.25,53.8106,1.3416\n000000000002,620100.5,440100.25,53.8106,1.3416\nx,1,1,1,1\n3,0,0,0,0\n',
    );
    expect(await s.rows('select uprn, easting, northing from uprn_points order by 1')).toEqual([
      { uprn: 1, easting: 620100.5, northing: 440100.25 },
      { uprn: 2, easting: 620100.5, northing: 440100.25 },
    ]);
    expect((await s.rows('select from dataset_rejects')).length).toBe(2);
  });

  it('reads the false origin of the grid as no position, in metres and in degrees', async () => {
    await s.loadText(
      'os-open-uprn',
      'UPRN,X_COORDINATE,Y_COORDINATE,LATITUDE,LONGITUDE\n1,620100.5,440100.25,53.8106,1.3416\n2,0.00,0.00,49.7668072,-7.5571598\n',
    );
    expect(await s.rows('select uprn from uprn_points')).toEqual([{ uprn: 1 }]);
    await s.loadText(
      'address-list',
      'UPRN,ADDRESS,POSTCODE,EASTING,NORTHING,LATITUDE,LONGITUDE\n3,"3 COD LANE, XANBURY",XE1 1AA,0,0,49.7668072,-7.5571598\n',
    );
    expect(await s.rows('select uprn, latitude from addresses where uprn = 3')).toEqual([
      { uprn: 3, latitude: null },
    ]);
    const origin = { latitude: 49.7668072, longitude: -7.5571598 };
    expect(positionOf(origin.latitude, origin.longitude)).toEqual({ latitude: null, longitude: null });
    expect(positionOf(53.811, 1.3)).toEqual({ latitude: 53.811, longitude: 1.3 });
  });

  it('refuses an address list, whose addresses would be lost', async () => {
    const error = await refusal(
      s.loadText(
        'os-open-uprn',
        'UPRN,ADDRESS,POSTCODE,EASTING,NORTHING\n1,1 COD LANE,XE1 1AA,620100,440100\n',
      ),
    );
    expect(error.message).toContain('address-list');
  });
});

describe('address-list', () => {
  const HEADER =
    'UPRN,ADDRESS,POSTCODE,EASTING,NORTHING,LATITUDE,LONGITUDE,COUNTRY,PARENT_UPRN,CLASSIFICATION\n';

  it('stores the addresses of a plain list in capitals, each with its postcode at the end', async () => {
    await s.loadText(
      'address-list',
      `${HEADER}998000000001,"1 Cod Lane,  Haven",xe11aa,620100,440100,,,England,998000000009,RD02\n`,
    );
    expect(
      await s.rows(
        'select uprn, address, postcode, easting, country, parent_uprn, classification, position_source, round(latitude::numeric, 3)::float8 as latitude from addresses',
      ),
    ).toEqual([
      {
        uprn: 998000000001,
        address: '1 COD LANE, HAVEN, XE1 1AA',
        postcode: 'XE1 1AA',
        easting: 620100,
        country: 'England',
        parent_uprn: 998000000009,
        classification: 'RD02',
        position_source: 'address-list',
        latitude: 53.811,
      },
    ]);
  });

  it('stores the nation that the list gives for a home at a border, without the codes of a postcode in the other nation', async () => {
    await s.loadText(
      'address-list',
      `${HEADER}998000000001,1 COD LANE,XE1 1AA,,,,,W,,\n998000000002,2 COD LANE,XE1 1AA,,,,,,,\n998000000003,3 COD LANE,XE1 1AA,,,,,E,,\n`,
    );
    await s.loadText('code-point-open', CODE_POINT('XE1 1AA'));
    const nations = 'select country, local_authority_code from addresses order by uprn';
    const [{ code }] = await s.rows('select local_authority_code as code from postcodes');
    expect(code).toMatch(/^E/);
    expect(await s.rows(nations)).toEqual([
      { country: 'Wales', local_authority_code: null },
      { country: 'England', local_authority_code: code },
      { country: 'England', local_authority_code: code },
    ]);
  });

  it('counts as refused the rows without a UPRN or an address, and those without any place', async () => {
    const result = await s.loadText(
      'address-list',
      `${HEADER},1 COD LANE,XE1 1AA,,,,,,,\n998000000002,,XE1 1AA,,,,,,,\n998000000003,PIER,,,,,,,,\n998000000005,5 COD LANE,XE,,,,,,,\n998000000004,4 COD LANE,XE1 1AA,,,,,,,\n`,
    );
    expect(result).toMatchObject({ rows_published: 1, rows_rejected: 4 });
    expect((await s.rows('select reason from dataset_rejects order by line')).map((r) => r.reason)).toEqual([
      'There is no UPRN.',
      'There is no address.',
      'There is no postcode, no position and no street.',
      '"XE" is not a postcode.',
    ]);
  });

  it('reads any CSV through a mapping file, addresses in parts, the postcode inside the address', async () => {
    const mapping = await s.file(
      'uprn: BS7666UPRN\naddress: [NAME, STREET, TOWN]\nlatitude: lat\nlongitude: lng\n',
      'mapping.yaml',
    );
    await s.loadText(
      'address-list',
      'BS7666UPRN,NAME,STREET,TOWN,lat,lng\n998000000001,1,Cod Lane,Haven XE1 1AA,53.811,1.343\n',
      { mapping },
    );
    expect(
      await s.rows('select address, postcode, easting between 619000 and 622000 as placed from addresses'),
    ).toEqual([{ address: '1, COD LANE, HAVEN, XE1 1AA', postcode: 'XE1 1AA', placed: true }]);
  });

  it.each([
    ['address: A', 'must say which column holds uprn'],
    ['uprn: U\naddress: A\nstreet: S', 'names the field "street"'],
    ['- a\n- b', 'must be a list of'],
  ])('says what is wrong with the mapping %j', async (text, message) => {
    const mapping = await s.file(text, 'bad.yaml');
    const error = await refusal(s.loadText('address-list', 'U,A\n1,2\n', { mapping }));
    expect(error.message).toContain(message);
  });

  it('reads AddressBase Core', async () => {
    await s.loadText(
      'address-list',
      'UPRN,PARENT_UPRN,UDPRN,USRN,TOID,CLASSIFICATION_CODE,EASTING,NORTHING,LATITUDE,LONGITUDE,RPC,LAST_UPDATE_DATE,SINGLE_LINE_ADDRESS,PO_BOX,ORGANISATION,SUB_BUILDING,BUILDING_NAME,BUILDING_NUMBER,STREET_NAME,LOCALITY,TOWN_NAME,POST_TOWN,ISLAND,POSTCODE,DELIVERY_POINT_SUFFIX,GSS_CODE,CHANGE_CODE\n' +
        '998000000001,998000000009,1,2,osgb1,RD06,620100.00,440100.00,53.811,1.343,1,2026-01-01,"FLAT 2, PIER HOUSE, COD LANE, HAVEN, XE1 1AA",,,FLAT 2,PIER HOUSE,,COD LANE,,HAVEN,HAVEN,,XE1 1AA,1A,E06999001,I\n',
    );
    expect(await s.rows('select uprn, address, parent_uprn, classification, country from addresses')).toEqual(
      [
        {
          uprn: 998000000001,
          address: 'FLAT 2, PIER HOUSE, COD LANE, HAVEN, XE1 1AA',
          parent_uprn: 998000000009,
          classification: 'RD06',
          country: 'England',
        },
      ],
    );
  });

  it('joins the record types of AddressBase Premium that are in one file without a header', async () => {
    await s.loadText(
      'address-list',
      [
        '10,"GeoPlace",9999,2026-01-01,1,2026-01-01,12:00:00,"2.0","F"',
        '11,"I",1,7000001,1,9999,2,,,8,0,,,,,,,,,,,,,10',
        '15,"I",2,7000001,"COD LANE","QUAY","HAVEN","SEASHIRE","ENG",2001-01-01,,2016-01-01,2001-01-01',
        '21,"I",3,998000000001,1,2,2001-01-01,998000000009,620100.00,440100.00,53.811,1.343,1,9999,"E",2001-01-01,,2016-01-01,2001-01-01,"D","XE1 1AA",0',
        '21,"I",4,998000000002,8,4,2001-01-01,,620100.00,440100.00,53.811,1.343,1,9999,"E",2001-01-01,2010-01-01,2016-01-01,2001-01-01,"D","XE1 1AA",0',
        '24,"I",5,998000000001,"9999L1","ENG",1,2001-01-01,,2016-01-01,2001-01-01,2,"",,"","FLAT",12,"A",14,"","",7000001,"1","","","Y"',
        '24,"I",6,998000000001,"9999L2","ENG",3,2001-01-01,,2016-01-01,2001-01-01,,"",,"","",,"",,"","PIER HOUSE",7000001,"1","","","N"',
        '24,"I",7,998000000002,"9999L3","ENG",8,2001-01-01,,2016-01-01,2001-01-01,,"",,"","",3,"",,"","",7000001,"1","","","N"',
        '28,"I",8,998000000001,1,"","","FLAT 2","",12,"","COD LANE","","QUAY","HAVEN","XE1 1AA","S","1A","","","","","","",2016-01-01,2001-01-01,,2016-01-01,2001-01-01',
        '32,"I",9,998000000001,"9999C1","RD06","AddressBase Premium Classification Scheme",1.0,2001-01-01,,2016-01-01,2001-01-01',
        '99,0,10,2026-01-01,12:00:00',
      ].join('\r\n'),
    );
    expect(
      await s.rows('select uprn, variant, address, classification from all_address_records() order by 1, 2'),
    ).toEqual([
      {
        uprn: 998000000001,
        variant: 0,
        address: 'FLAT 2, 12A-14 COD LANE, QUAY, HAVEN, XE1 1AA',
        classification: 'RD06',
      },
      {
        uprn: 998000000001,
        variant: 1,
        address: 'FLAT 2, 12 COD LANE, QUAY, HAVEN, XE1 1AA',
        classification: 'RD06',
      },
      {
        uprn: 998000000001,
        variant: 2,
        address: 'PIER HOUSE, COD LANE, QUAY, HAVEN, XE1 1AA',
        classification: 'RD06',
      },
    ]);
  });

  it.each([
    ['15', '15,I,1,7000001,COD LANE,,HAVEN,SEASHIRE,ENG', 'no records of BLPU (21), LPI (24)'],
    [
      '32',
      '32,I,9,998000000001,9999C1,RD06,AddressBase Premium Classification Scheme,1.0,2001-01-01,,2016-01-01,2001-01-01',
      'no records of BLPU (21), LPI (24), STREET_DESCRIPTOR (15)',
    ],
    ['23', '23,I,2,998000000001,9999X1,7000001,1,E05999001', 'of a kind that is not used'],
  ])(
    'says which records of AddressBase Premium are missing if only one part is loaded (%s)',
    async (_kind, record, words) => {
      const error = await refusal(
        s.loadText('address-list', `"RECORD_IDENTIFIER","CHANGE_TYPE","PRO_ORDER"\n${record}\n`),
      );
      expect(error).toMatchObject({ code: 'checks', message: expect.stringContaining(words) });
    },
  );
});

describe('the served addresses', () => {
  const list = 'UPRN,ADDRESS,POSTCODE\n998000000001,1 COD LANE,XE1 1AA\n998000000002,2 COD LANE,XE1 1AA\n';
  const points =
    'UPRN,X_COORDINATE,Y_COORDINATE,LATITUDE,LONGITUDE\n998000000001,620111,440111,53.812,1.344\n';
  const sales = [1, 2, 3]
    .map(
      (n) =>
        `"{AAAAAAAA-0000-0000-0000-00000000000${n}}","100000","2020-01-01 00:00","XE1 1AA","D","N","F","${n}","","COD LANE","","HAVEN","","","A","A"\n`,
    )
    .join('');
  const lookup = '{AAAAAAAA-0000-0000-0000-000000000003},998000000002\n';
  const loads: [string, string][] = [
    ['code-point-open', CODE_POINT('XE1 1AA')],
    ['address-list', list],
    ['os-open-uprn', points],
    ['price-paid', sales],
    ['hmlr-uprn-lookup', lookup],
  ];

  it.each([
    ['addresses before sales', [0, 1, 2, 3, 4]],
    ['sales before addresses', [3, 4, 2, 1, 0]],
    ['the look-up first, postcodes last', [4, 1, 3, 2, 0]],
  ])('and links are the same in any order of loads: %s', async (_name, order) => {
    for (const i of order) await s.loadText(loads[i]![0], loads[i]![1]);
    expect(
      await s.rows(
        'select uprn, easting, country, local_authority_code as la, position_source from addresses order by 1',
      ),
    ).toEqual([
      {
        uprn: 998000000001,
        easting: 620111,
        country: 'England',
        la: 'E06999001',
        position_source: 'os-open-uprn',
      },
      {
        uprn: 998000000002,
        easting: 620100,
        country: 'England',
        la: 'E06999001',
        position_source: 'postcode',
      },
    ]);
    expect(await s.rows('select paon, uprn, uprn_method, position from sales order by paon')).toEqual([
      { paon: '1', uprn: 998000000001, uprn_method: 'address_key', position: { x: 620111, y: 440111 } },
      { paon: '2', uprn: 998000000002, uprn_method: 'address_key', position: { x: 620100, y: 440100 } },
      { paon: '3', uprn: 998000000002, uprn_method: 'hmlr_lookup', position: { x: 620100, y: 440100 } },
    ]);
  });

  it('get the postcode of their street, else of their position, if no source gives one, and record which', async () => {
    await s.loadText('code-point-open', CODE_POINT('XE1 1AA') + CODE_POINT('XE1 1AB', 10, 621000));
    await s.loadText(
      'address-list',
      `UPRN,ADDRESS,POSTCODE,EASTING,NORTHING
998000000001,"2 COD LANE, HAVEN",XE1 1AB,,
998000000002,"20 COD LANE, HAVEN",XE1 1AA,,
998000000003,"FLAT 3, 4A COD LANE, HAVEN",,,
998000000004,"18 COD LANE, HAVEN",,,
998000000005,"BRIAR LODGE, COD LANE, HAVEN",,,
998000000006,"1 NEW YARD, HAVEN",,620900,440100
998000000007,"1 NEW YARD, HAVEN",,600000,440100
998000000008,"4 COD LANE, ELSEWHERE",,,
`,
    );
    expect(await s.rows('select uprn, address, postcode, postcode_from from addresses order by 1')).toEqual([
      { uprn: 998000000001, address: '2 COD LANE, HAVEN, XE1 1AB', postcode: 'XE1 1AB', postcode_from: null },
      {
        uprn: 998000000002,
        address: '20 COD LANE, HAVEN, XE1 1AA',
        postcode: 'XE1 1AA',
        postcode_from: null,
      },
      {
        uprn: 998000000003,
        address: 'FLAT 3, 4A COD LANE, HAVEN',
        postcode: 'XE1 1AB',
        postcode_from: 'street',
      },
      { uprn: 998000000004, address: '18 COD LANE, HAVEN', postcode: 'XE1 1AA', postcode_from: 'street' },
      {
        uprn: 998000000005,
        address: 'BRIAR LODGE, COD LANE, HAVEN',
        postcode: 'XE1 1AB',
        postcode_from: 'street',
      },
      { uprn: 998000000006, address: '1 NEW YARD, HAVEN', postcode: 'XE1 1AB', postcode_from: 'position' },
    ]);
    const { best } = await match(s.database.db, { address: '18 Cod Lane, Haven', postcode: 'XE1 1AA' });
    expect(best?.candidate.uprn).toBe(998000000004);
    expect(await search(s.database.db, { q: '1 new yard', limit: 5 })).toMatchObject([
      { uprn: 998000000006, address: '1 NEW YARD, HAVEN', postcode: 'XE1 1AB', postcode_from: 'position' },
    ]);
  });

  it('are found by every spelling and postcode in a register, or in a sale that the look-up links to the UPRN', async () => {
    await s.loadText('address-list', list);
    const sale = (n: number, paon: string) =>
      `"{AAAAAAAA-0000-0000-0000-00000000000${n}}","100000","2020-01-01 00:00","XE2 2BB","D","N","F","${paon}","","QUAY ROW","","HAVEN","","","A","A"\n`;
    await s.loadText('price-paid', sale(4, 'THE TINKERS FORGE') + sale(5, '77'));
    await s.loadText('hmlr-uprn-lookup', '{AAAAAAAA-0000-0000-0000-000000000004},998000000002\n');
    const served = { uprn: 998000000002, address: '2 COD LANE, XE1 1AA', postcode: 'XE1 1AA' };
    // Stands for a new process; a running one reads the new dictionary only after some seconds.
    const db = { query: s.database.db.query.bind(s.database.db) } as typeof s.database.db;
    const found = await search(db, { q: 'tinkers forge quay row', limit: 5 });
    expect(found).toMatchObject([{ ...served, spelling_postcode: 'XE2 2BB' }]);
    for (const postcode of ['XE2 2BB', null]) {
      const { status, best } = await match(db, { address: 'The Tinkers Forge, Quay Row, Haven', postcode });
      expect({ status, ...best?.candidate }).toMatchObject({
        status: 'matched',
        uprn: 998000000002,
        served: served.address,
        served_postcode: 'XE1 1AA',
      });
    }
    await s.loadText(
      'hmo-register',
      'N,A,P,U\n1,"The Salt Loft, Herring Steps",XE3 3CC,998000000001\n2,"The Net Loft, Herring Steps",XE3 3CC,\n',
      {
        mapping: {
          columns: { licence_number: 'N', address: 'A', postcode: 'P', uprn: 'U' },
          local_authority_code: 'E06999001',
          register_date: '2024-01-01',
          licence_type: 'mandatory',
        },
      },
    );
    const licensed = await match(db, { address: 'The Salt Loft, Herring Steps', postcode: 'XE3 3CC' });
    expect(licensed.best?.candidate).toMatchObject({ uprn: 998000000001, served_postcode: 'XE1 1AA' });
    expect((await match(db, { address: 'The Net Loft, Herring Steps', postcode: 'XE3 3CC' })).status).toBe(
      'no_match',
    );
    // The look-up has no home for the other sale.
    expect(await search(db, { q: '77 quay row', limit: 5 })).not.toMatchObject([{ score: 1 }]);
  });

  it('are updated by a later list for the UPRNs that it names, and others stay', async () => {
    await s.loadText('address-list', list);
    await s.loadText('address-list', 'UPRN,ADDRESS,POSTCODE\n998000000001,ONE COD LANE,XE1 1AA\n');
    expect((await s.rows('select address from addresses order by uprn')).map((r) => r.address)).toEqual([
      'ONE COD LANE, XE1 1AA',
      '2 COD LANE, XE1 1AA',
    ]);
  });

  it('are not built again if nothing changed', async () => {
    await s.loadText('address-list', list);
    const built = () => s.rows(`select built_at from derived_builds where name = 'addresses'`);
    const first = await built();
    await s.loadText('price-paid', sales);
    await s.loadText('address-list', list);
    expect(await built()).toEqual(first);
  });
});
