import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LoadError } from '../src/index.ts';
import { type Scratch, scratch } from './scratch.ts';

// Every row in this file is made up.
let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());
beforeEach(() =>
  s.database.db.query(
    `truncate code_point_postcodes, onspd_postcodes, postcodes, uprn_points, address_records, addresses, sales,
       hmlr_uprn_lookup, house_price_index, energy_certificates, local_authorities, derived_builds,
       dataset_loads, dataset_rejects, address_documents, address_premises, address_words,
       address_postcode_marks cascade;
     update address_index_state set documents = 0`,
  ),
);
const refusal = async (promise: Promise<unknown>): Promise<LoadError> => {
  const error = await promise.catch((e: unknown) => e);
  expect(error).toBeInstanceOf(LoadError);
  return error as LoadError;
};

const CODE_POINT = (postcode: string, quality = 10, easting = 620100, country = 'E92000001') =>
  `"${postcode}",${quality},${easting},${easting ? 440100 : 0},"${country}","","","","E06999001","E05999001"\n`;
const ONSPD_HEADER =
  'pcd,pcd2,pcds,dointr,doterm,oslaua,oseast1m,osnrth1m,osgrdind,ctry,rgn,oa11,lsoa11,msoa11,lat,long,oa21,lsoa21,msoa21\n';

describe('code-point-open', () => {
  it('reads postcodes padded in the middle, and takes quality 90 for no position', async () => {
    await s.loadText(
      'code-point-open',
      CODE_POINT('XE1 1AA') + CODE_POINT('XE101AB') + CODE_POINT('XE1 1AC', 90, 0),
    );
    expect(
      await s.rows(
        'select postcode, easting, quality, country, district_code from code_point_postcodes order by 1',
      ),
    ).toEqual([
      { postcode: 'XE1 1AA', easting: 620100, quality: 10, country: 'England', district_code: 'E06999001' },
      { postcode: 'XE1 1AC', easting: null, quality: 90, country: 'England', district_code: 'E06999001' },
      { postcode: 'XE10 1AB', easting: 620100, quality: 10, country: 'England', district_code: 'E06999001' },
    ]);
  });

  it('lets an area file replace its own area and no other', async () => {
    await s.loadText(
      'code-point-open',
      CODE_POINT('XE1 1AA') + CODE_POINT('XE1 1AB') + CODE_POINT('XW1 1AA'),
    );
    await s.loadText('code-point-open', CODE_POINT('XE1 1AA') + CODE_POINT('XE1 1AC'));
    expect((await s.rows('select postcode from postcodes order by 1')).map((r) => r.postcode)).toEqual([
      'XE1 1AA',
      'XE1 1AC',
      'XW1 1AA',
    ]);
  });
});

describe('onspd and the postcodes made of both', () => {
  const row = (f: string[]) => `${f.map((v) => `"${v}"`).join(',')}\n`;
  const scotland = [
    'XS1 1AA',
    'XS1  1AA',
    'XS1 1AA',
    '198001',
    '199606',
    'S12999001',
    '620500',
    '0441000',
    '1',
    'S92000003',
    'S99999999',
    'S00999001',
    'S01999001',
    'S02999001',
    '53.8',
    '1.3',
    'S00999002',
    '',
    '',
  ];
  const england = [
    'XE1 1AA',
    'XE1  1AA',
    'XE1 1AA',
    '201501',
    '',
    'E06999009',
    '',
    '',
    '9',
    'E92000001',
    'E12999001',
    'E00999011',
    'E01999011',
    'E02999011',
    '99.999999',
    '0',
    'E00999012',
    'E01999012',
    'E02999012',
  ];
  const ulster = [
    'BT999ZZ',
    'BT99 9ZZ',
    'BT99 9ZZ',
    '201501',
    '',
    'N09999999',
    '333000',
    '0370000',
    '1',
    'N92000002',
    'N99999999',
    'N00999999',
    '',
    '',
    '54.5',
    '-5.9',
    '',
    '',
    '',
  ];

  it('take codes from the directory, and the position from Code-Point where the directory has none', async () => {
    await s.loadText('code-point-open', CODE_POINT('XE1 1AA') + CODE_POINT('XE1 1AB'));
    await s.loadText('onspd', ONSPD_HEADER + row(scotland) + row(england) + row(ulster));
    const rows = await s.rows(
      `select postcode, outcode, sector, country, local_authority_code as la, region_code as region, lsoa_code as lsoa,
              terminated_on as ended, easting, round(latitude::numeric, 3)::float8 as latitude from postcodes order by 1`,
    );
    expect(rows).toEqual([
      {
        postcode: 'BT99 9ZZ',
        outcode: 'BT99',
        sector: 'BT99 9',
        country: null,
        la: 'N09999999',
        region: null,
        lsoa: null,
        ended: null,
        easting: null,
        latitude: null,
      },
      {
        postcode: 'XE1 1AA',
        outcode: 'XE1',
        sector: 'XE1 1',
        country: 'England',
        la: 'E06999009',
        region: 'E12999001',
        lsoa: 'E01999012',
        ended: null,
        easting: 620100,
        latitude: 53.811,
      },
      {
        postcode: 'XE1 1AB',
        outcode: 'XE1',
        sector: 'XE1 1',
        country: 'England',
        la: 'E06999001',
        region: null,
        lsoa: null,
        ended: null,
        easting: 620100,
        latitude: 53.811,
      },
      {
        postcode: 'XS1 1AA',
        outcode: 'XS1',
        sector: 'XS1 1',
        country: 'Scotland',
        la: 'S12999001',
        region: null,
        lsoa: 'S01999001',
        ended: '1996-06-01',
        easting: 620500,
        latitude: 53.818,
      },
    ]);
  });

  it('read the layout whose names bear a year', async () => {
    await s.loadText(
      'onspd',
      'pcd7,pcd8,pcds,dointr,doterm,lad25cd,east1m,north1m,gridind,ctry25cd,rgn25cd,oa21cd,lsoa21cd,msoa21cd,lat,long\n' +
        'XE1 1AA,XE1 1AA,XE1 1AA,201501,,E06999001,620100,440100,1,E92000001,E12999001,E00999001,E01999001,E02999001,53.8,1.3\n',
    );
    expect(
      await s.rows(
        'select country, local_authority_code, region_code, introduced_on, easting from onspd_postcodes',
      ),
    ).toEqual([
      {
        country: 'England',
        local_authority_code: 'E06999001',
        region_code: 'E12999001',
        introduced_on: '2015-01-01',
        easting: 620100,
      },
    ]);
  });

  it('are refused with the names of what is missing', async () => {
    const error = await refusal(
      s.loadText('onspd', 'pcds,dointr,doterm,lat,long\nXE1 1AA,201501,,53.8,1.3\n'),
    );
    expect(error.missing).toEqual(['oseast1m', 'osnrth1m', 'ctry', 'oslaua']);
  });
});

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
      '\ufeffUPRN,X_COORDINATE,Y_COORDINATE,LATITUDE,LONGITUDE\n1,620100.5,440100.25,53.811,1.3\n000000000002,620100.5,440100.25,53.811,1.3\nx,1,1,1,1\n3,0,0,0,0\n',
    );
    expect(await s.rows('select uprn, easting, northing from uprn_points order by 1')).toEqual([
      { uprn: 1, easting: 620100.5, northing: 440100.25 },
      { uprn: 2, easting: 620100.5, northing: 440100.25 },
    ]);
    expect((await s.rows('select from dataset_rejects')).length).toBe(2);
  });

  it('does not swallow an address list, whose addresses would be lost', async () => {
    const error = await refusal(
      s.loadText(
        'os-open-uprn',
        'UPRN,ADDRESS,POSTCODE,EASTING,NORTHING\n1,1 COD LANE,XE1 1AA,620100,440100\n',
      ),
    );
    expect(error.message).toContain('address-list');
  });
});

describe('epc-domestic', () => {
  const newest =
    'certificate_number,address1,address2,address3,postcode,posttown,property_type,built_form,current_energy_rating,current_energy_efficiency,potential_energy_rating,total_floor_area,number_habitable_rooms,construction_age_band,tenure,transaction_type,inspection_date,lodgement_date,local_authority,local_authority_label,country,uprn,uprn_source\n';
  const certificate = (number: string, change: Partial<Record<string, string>> = {}) => {
    const fields: Record<string, string> = {
      number,
      address1: '"Flat 2, Pier House"',
      address2: 'Cod Lane',
      address3: '',
      postcode: 'xe1 1aa',
      town: 'Haven',
      type: 'Flat',
      form: 'Mid-Terrace',
      rating: 'c',
      score: '71.0',
      potential: 'B',
      area: '55.5',
      rooms: '3',
      age: 'England and Wales: 1967-1975',
      tenure: 'Rented (private)',
      transaction: 'rental',
      inspected: '2020-02-29',
      lodged: '2020-03-01',
      la: 'E06999001',
      name: 'Xanshire',
      country: 'England',
      uprn: '998000000001',
      source: 'Energy Assessor',
      ...change,
    };
    return `${Object.values(fields).join(',')}\n`;
  };

  it('reads the layout of 2026, its values normalised', async () => {
    await s.loadText('epc-domestic', newest + certificate('0001'));
    expect(await s.rows('select * from energy_certificates')).toEqual([
      expect.objectContaining({
        certificate_number: '0001',
        uprn: 998000000001,
        uprn_source: 'assessor',
        address: 'FLAT 2, PIER HOUSE, COD LANE, HAVEN, XE1 1AA',
        postcode: 'XE1 1AA',
        current_rating: 'C',
        current_score: 71,
        potential_rating: 'B',
        property_type: 'flat',
        build_form: 'mid-terrace',
        floor_area_sqm: 55.5,
        habitable_rooms: 3,
        construction_age: '1967-1975',
        tenure: 'rented (private)',
        inspected_on: '2020-02-29',
        lodged_on: '2020-03-01',
        country: 'England',
        local_authority_code: 'E06999001',
      }),
    ]);
  });

  it.each(['NO DATA!', 'INVALID!', 'N/A', 'Not recorded', ''])('takes %j for unknown', async (text) => {
    await s.loadText(
      'epc-domestic',
      newest +
        certificate('0001', {
          rating: text,
          score: text,
          area: text,
          rooms: text,
          age: text,
          tenure: text,
          uprn: text,
          inspected: text,
        }),
    );
    expect(
      await s.rows(
        'select current_rating, current_score, floor_area_sqm, habitable_rooms, construction_age, tenure, uprn, inspected_on from energy_certificates',
      ),
    ).toEqual([
      {
        current_rating: null,
        current_score: null,
        floor_area_sqm: null,
        habitable_rooms: null,
        construction_age: null,
        tenure: null,
        uprn: null,
        inspected_on: null,
      },
    ]);
  });

  it('reads the older layout by name, columns that repeat and British dates included', async () => {
    await s.loadText(
      'epc-domestic',
      'LODGEMENT_DATE,LMK_KEY,ADDRESS1,ADDRESS2,ADDRESS3,POSTCODE,CURRENT_ENERGY_RATING,HOT_WATER_COST_CURRENT,PROPERTY_TYPE,BUILT_FORM,FLOOR_DESCRIPTION,HOT_WATER_COST_CURRENT,FLOOR_DESCRIPTION,LOCAL_AUTHORITY\n' +
        '22/02/2021,000abc,1 Cod Lane,,,XE1 1AA,D,200.4,House,NO DATA!,"Solid, no insulation",,,E06999001\n' +
        '22/02/2021,000abd,2 Cod Lane,,,XE1 1AA,D,200.4,House,Semi-Detached,,,,W06999001\n' +
        '31/02/2021,000abe,3 Cod Lane,,,XE1 1AA,D,200.4,House,Semi-Detached,,,,W06999001\n',
    );
    expect(
      await s.rows(
        'select certificate_number, lodged_on, property_type, country from energy_certificates order by 1',
      ),
    ).toEqual([
      { certificate_number: '000abc', lodged_on: '2021-02-22', property_type: null, country: 'England' },
      {
        certificate_number: '000abd',
        lodged_on: '2021-02-22',
        property_type: 'semi_detached',
        country: 'Wales',
      },
    ]);
    expect(await s.rows('select line, reason from dataset_rejects')).toEqual([
      { line: 4, reason: 'The lodgement date "31/02/2021" is not a day.' },
    ]);
  });

  it('reads the Scottish layout, a second row of descriptions under its header', async () => {
    await s.loadText(
      'epc-domestic',
      'OSG_REFERENCE_NUMBER,REPORT_REFERENCE_NUMBER,ADDRESS1,ADDRESS2,POST_TOWN,POSTCODE,LODGEMENT_DATE,CURRENT_ENERGY_RATING,FLOOR_AREA\n' +
        'Unique Property Reference Number,Report Reference Number,Address line 1,Address line 2,Post Town,Postcode,Date of Certificate,Band,Total floor area\n' +
        '998000000005,1234-5678-9012-3456-7890,"3F1, 5 Ling Row",,XARROW,XS1 1AA,2022-05-06,D,61\n',
    );
    expect(await s.rows('select uprn, country, address, floor_area_sqm from energy_certificates')).toEqual([
      {
        uprn: 998000000005,
        country: 'Scotland',
        address: '3F1, 5 LING ROW, XARROW, XS1 1AA',
        floor_area_sqm: 61,
      },
    ]);
  });

  it('keeps every certificate of a home and serves the address of the newest', async () => {
    await s.loadText(
      'epc-domestic',
      newest +
        certificate('0002', { lodged: '2022-03-01', address1: '2 Pier House' }) +
        certificate('0001') +
        certificate('0003', { lodged: '2011-03-01', address1: 'Flat Two' }),
    );
    expect((await s.rows('select from energy_certificates')).length).toBe(3);
    expect(await s.rows('select address, source from addresses')).toEqual([
      { address: '2 PIER HOUSE, COD LANE, HAVEN, XE1 1AA', source: 'epc-domestic' },
    ]);
  });

  it('refuses other certificates, naming what they lack', async () => {
    const error = await refusal(
      s.loadText(
        'epc-domestic',
        'CERTIFICATE_NUMBER,ADDRESS1,POSTCODE,LODGEMENT_DATE,OPERATIONAL_RATING_BAND\n1,2,XE1 1AA,2020-01-01,A\n',
      ),
    );
    expect(error.missing).toEqual(['current_energy_rating']);
  });
});

describe('uk-hpi', () => {
  it('reads the full file, British dates and blank volumes, and replaces months that a release revises', async () => {
    const header =
      'Date,RegionName,AreaCode,AveragePrice,Index,SalesVolume,DetachedPrice,DetachedIndex,NewPrice,NewIndex,NewSalesVolume\n';
    await s.loadText(
      'uk-hpi',
      `${header}01/07/2026,Xanshire,E06999001,200000,101.5,40,300000,102,250000,99,5\n`,
    );
    await s.loadText('uk-hpi', `${header}01/07/2026,Xanshire,E06999001,210000,102.5,,,,,,\n`);
    expect(
      await s.rows(
        'select property_type, month, average_price, index_value, sales_volume from house_price_index order by 1',
      ),
    ).toEqual([
      {
        property_type: 'all',
        month: '2026-07-01',
        average_price: 210000,
        index_value: 102.5,
        sales_volume: null,
      },
      {
        property_type: 'detached',
        month: '2026-07-01',
        average_price: 300000,
        index_value: 102,
        sales_volume: null,
      },
      {
        property_type: 'new_build',
        month: '2026-07-01',
        average_price: 250000,
        index_value: 99,
        sales_volume: 5,
      },
    ]);
    expect(await s.rows('select code, name from local_authorities')).toEqual([
      { code: 'E06999001', name: 'Xanshire' },
    ]);
  });

  it('reads the search tool’s long quoted names', async () => {
    await s.loadText(
      'uk-hpi',
      '"Name","URI","Region GSS code","Period","Sales volume","Reporting period","House price index All property types","Average price All property types","House price index Flats and maisonettes","Average price Flats and maisonettes","Pivotable date"\n' +
        'Xanshire,http://example.org/x,E06999001,2026-07,17,monthly,11.67,91449,,,2026-07-01\n',
    );
    expect(
      await s.rows('select property_type, month, average_price, sales_volume from house_price_index'),
    ).toEqual([{ property_type: 'all', month: '2026-07-01', average_price: 91449, sales_volume: 17 }]);
  });
});

describe('address-list', () => {
  const HEADER =
    'UPRN,ADDRESS,POSTCODE,EASTING,NORTHING,LATITUDE,LONGITUDE,COUNTRY,PARENT_UPRN,CLASSIFICATION\n';

  it('reads the plain list, addresses in capitals that end with their postcode', async () => {
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

  it('counts rows without UPRN, address or postcode', async () => {
    const result = await s.loadText(
      'address-list',
      `${HEADER},1 COD LANE,XE1 1AA,,,,,,,\n998000000002,,XE1 1AA,,,,,,,\n998000000003,3 COD LANE,,,,,,,,\n998000000004,4 COD LANE,XE1 1AA,,,,,,,\n`,
    );
    expect(result).toMatchObject({ rows_published: 1, rows_rejected: 3 });
    expect((await s.rows('select reason from dataset_rejects order by line')).map((r) => r.reason)).toEqual([
      'There is no UPRN.',
      'There is no address.',
      'There is no postcode.',
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

  it('puts the records of AddressBase Premium together, all kinds in one file without a header', async () => {
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
      await s.rows('select uprn, variant, address, classification from address_records order by 1, 2'),
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

  it('says which part of AddressBase Premium is missing', async () => {
    const error = await refusal(
      s.loadText(
        'address-list',
        '"RECORD_IDENTIFIER","CHANGE_TYPE","PRO_ORDER","USRN","STREET_DESCRIPTOR","LOCALITY","TOWN_NAME","ADMINSTRATIVE_AREA","LANGUAGE"\n15,I,1,7000001,COD LANE,,HAVEN,SEASHIRE,ENG\n',
      ),
    );
    expect(error.message).toContain('BLPU (21), LPI (24)');
  });
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
  ])('and links come out the same in any order of loads: %s', async (_name, order) => {
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

  it('take a later list for the UPRNs it names and keep the others', async () => {
    await s.loadText('address-list', list);
    await s.loadText('address-list', 'UPRN,ADDRESS,POSTCODE\n998000000001,ONE COD LANE,XE1 1AA\n');
    expect((await s.rows('select address from addresses order by uprn')).map((r) => r.address)).toEqual([
      'ONE COD LANE, XE1 1AA',
      '2 COD LANE, XE1 1AA',
    ]);
  });

  it('are not built again where nothing changed', async () => {
    await s.loadText('address-list', list);
    const built = () => s.rows(`select built_at from derived_builds where name = 'addresses'`);
    const first = await built();
    await s.loadText('price-paid', sales);
    await s.loadText('address-list', list);
    expect(await built()).toEqual(first);
  });
});
