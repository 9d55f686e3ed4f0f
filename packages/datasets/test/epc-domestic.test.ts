import { refusal, type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

// Every row in this file is made up.
let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());
beforeEach(() => s.empty());

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

  it('reads every form of the construction age in the register', async () => {
    const ages: [written: string, age: string | null][] = [
      ['England and Wales: before 1900', 'before 1900'],
      ['Pre-1900', 'before 1900'],
      ['1900-1929', '1900-1929'],
      ['England and Wales: 2012 onwards', '2012 onwards'],
      ['Post-2006', '2007 onwards'],
      ['1750', '1750'],
      ['Not recorded', null],
    ];
    const rows = ages.map(([age], i) => certificate(`000${i}`, { age }));
    await s.loadText('epc-domestic', newest + rows.join(''));
    expect(
      await s.rows('select construction_age as age from energy_certificates order by certificate_number'),
    ).toEqual(ages.map(([, age]) => ({ age })));
  });

  it('reads the layout of 2026 and normalises its values', async () => {
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

  it.each([
    'NO DATA!',
    'INVALID!',
    'N/A',
    'Not recorded',
    'Not recorded.',
    'not recorded - this is for backwards compatibility only and should not be used',
    '',
  ])('reads %j as an unknown value', async (text) => {
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
          transaction: text,
          uprn: text,
          inspected: text,
        }),
    );
    expect(
      await s.rows(
        'select current_rating, current_score, floor_area_sqm, habitable_rooms, construction_age, tenure, transaction_type, uprn, inspected_on from energy_certificates',
      ),
    ).toEqual([
      {
        current_rating: null,
        current_score: null,
        floor_area_sqm: null,
        habitable_rooms: null,
        construction_age: null,
        tenure: null,
        transaction_type: null,
        uprn: null,
        inspected_on: null,
      },
    ]);
  });

  it('refuses certificates whose number or UPRN a spreadsheet has rounded, since several would share it', async () => {
    await s.loadText(
      'epc-domestic',
      newest +
        certificate('0001') +
        certificate('1.00E+32') +
        certificate('1.00E+32') +
        certificate('0004', { uprn: '9.98E+11' }),
    );
    expect(await s.rows('select certificate_number from energy_certificates')).toEqual([
      { certificate_number: '0001' },
    ]);
    const [number, , uprn] = await s.rows('select reason from dataset_rejects order by line');
    expect(number.reason).toBe(
      '"1.00E+32" is a number that a spreadsheet has rounded: set the column to text or to a number without decimals, and save the table again.',
    );
    expect(uprn.reason).toContain('"9.98E+11" is a UPRN that a spreadsheet has rounded');
  });

  it('reads the older layout by column names, with repeated columns and British dates', async () => {
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

  it('reads the Scottish layout, which has a row of descriptions under its header', async () => {
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

  it.each([
    ['another UPRN', '998000000002', [998000000002]],
    ['no UPRN', '', []],
  ])('removes the former home of a certificate that is lodged again under %s', async (_, uprn, homes) => {
    await s.loadText('epc-domestic', newest + certificate('0001'));
    await s.loadText('epc-domestic', newest + certificate('0001', { uprn }));
    expect((await s.rows('select uprn from addresses order by uprn')).map((row) => row.uprn)).toEqual(homes);
  });

  it('gives a home the address of its next certificate if the newest one moved to another home', async () => {
    const others = [...Array(30).keys()].map((n) =>
      certificate(`1${n}`, { address1: `${10 + n} Cod Lane`, uprn: String(998000000100 + n) }),
    );
    await s.loadText(
      'epc-domestic',
      newest +
        others.join('') +
        certificate('0001', { address1: '1 Pier House', lodged: '2012-03-01' }) +
        certificate('0002'),
    );
    await s.loadText('epc-domestic', newest + certificate('0002', { uprn: '998000000002' }));
    expect(
      await s.rows('select uprn, address from addresses where uprn < 998000000100 order by uprn'),
    ).toEqual([
      { uprn: 998000000001, address: '1 PIER HOUSE, COD LANE, HAVEN, XE1 1AA' },
      { uprn: 998000000002, address: 'FLAT 2, PIER HOUSE, COD LANE, HAVEN, XE1 1AA' },
    ]);
    expect((await s.rows('select from addresses')).length).toBe(32);
  });

  describe('a file that lacks served certificates', () => {
    const numbers = [...Array(20).keys()].map((n) => String(1000 + n));
    const file = (of: string[], change = {}) =>
      newest + of.map((number) => certificate(number, { uprn: '', ...change })).join('');
    const gone = async (text: string, options = {}) =>
      (await s.loadText('epc-domestic', text, options)).checks.find(({ name }) => name === 'gone')?.detail;
    beforeEach(() => s.loadText('epc-domestic', file(numbers)));

    it('is reported with their number, for the days and the nation of the file', async () => {
      expect(await gone(file(numbers.slice(1)))).toContain('1 of 20 served certificates of these days');
      expect((await s.rows('select from energy_certificates')).length).toBe(20);
    });

    it.each([
      ['a few of them', () => file(numbers.slice(0, 5))],
      ['those of other days', () => file(['2001'], { lodged: '2024-03-01' })],
      ['those of another nation', () => file(['2001'], { country: 'Wales', la: 'W06999001' })],
      ['those of another layout', () => file(['20000001'])],
    ])('is not reported if it has only %s', async (_, text) => {
      expect(await gone(text())).toBeUndefined();
    });

    it('is not reported if it replaces them', async () => {
      expect(await gone(file(numbers.slice(1)), { replace: true })).toBeUndefined();
      expect((await s.rows('select from energy_certificates')).length).toBe(19);
    });
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
