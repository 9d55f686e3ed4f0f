import { CODE_POINT, refusal, type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

// Every row in this file is made up.
let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());
beforeEach(() => s.empty());

const ONSPD_HEADER =
  'pcd,pcd2,pcds,dointr,doterm,oslaua,oseast1m,osnrth1m,osgrdind,ctry,rgn,oa11,lsoa11,msoa11,lat,long,oa21,lsoa21,msoa21\n';

describe('code-point-open', () => {
  it('reads postcodes padded in the middle, and reads quality 90 as no position', async () => {
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

describe('a file with eastings and northings swapped', () => {
  const letters = [...'ABDEFGHJLNPQRSTUWXYZ'];
  const directory = (swapped: boolean, at: [number, number] = [420_100, 240_100]) => {
    const [easting, northing] = swapped ? [at[1], at[0]] : at;
    return letters
      .map(
        (letter) =>
          `"XE1 1A${letter}",10,${easting},${northing},"E92000001","","","","E06999001","E05999001"\n`,
      )
      .join('');
  };

  it('is refused if the served postcodes are elsewhere', async () => {
    await s.loadText('code-point-open', directory(false));
    const refused = await refusal(s.loadText('code-point-open', directory(true)));
    expect(refused.message).toContain(
      'Most postcodes of XE (20 of 20) would lie more than ten kilometres from',
    );
    expect(await s.rows('select distinct easting from postcodes')).toEqual([{ easting: 420_100 }]);
    await s.loadText('code-point-open', directory(true), { force: true });
    expect(await s.rows('select distinct easting from postcodes')).toEqual([{ easting: 240_100 }]);
  });

  it('is refused if the postcodes would lie outside Great Britain', async () => {
    const refused = await refusal(s.loadText('code-point-open', directory(true, [320_100, 910_100])));
    expect(refused.message).toContain('20 postcodes have a position that is not in Great Britain');
  });

  it.each([
    ['England', 'E92000001', [530_100, 180_100]],
    ['Wales', 'W92000004', [318_100, 176_100]],
    ['Scotland', 'S92000003', [325_100, 673_100]],
  ] as const)(
    'is refused for %s even if nothing is served yet',
    async (country, code, [easting, northing]) => {
      const rows = (east: number, north: number) =>
        letters
          .map(
            (letter) => `"QE1 1A${letter}",10,${east},${north},"${code}","","","","${code[0]}06999001",""\n`,
          )
          .join('');
      const refused = await refusal(s.loadText('code-point-open', rows(northing, easting)));
      expect(refused.message).toContain(
        country === 'Scotland'
          ? 'would lie outside it'
          : `20 of the 20 postcodes of ${country} would lie outside it: eastings and northings may be swapped`,
      );
      await s.loadText('code-point-open', rows(easting, northing));
      expect(await s.rows('select distinct easting from postcodes')).toEqual([{ easting }]);
    },
  );

  it('is refused if its addresses or applications would lie far from their postcodes', async () => {
    await s.loadText('code-point-open', directory(false));
    const list = (at: string) =>
      `UPRN,ADDRESS,POSTCODE,EASTING,NORTHING\n${letters.map((letter, n) => `${998000000001 + n},${n + 1} COD LANE,XE1 1A${letter},${at}\n`).join('')}`;
    const applications = (at: string) =>
      `Ref,Site,What,E,N\n${letters.map((letter, n) => `X/${n},"${n + 1} Cod Lane, XE1 1A${letter}",A porch,${at}\n`).join('')}`;
    const columns = { reference: 'Ref', address: 'Site', description: 'What', easting: 'E', northing: 'N' };
    const options = { mapping: { columns, authority_name: 'Xanshire' } };
    const far = 'XE (20 of 20) would lie more than ten kilometres from their postcodes';
    for (const [dataset, text, more] of [
      ['address-list', list, {}],
      ['planning-applications', applications, options],
    ] as const) {
      expect((await refusal(s.loadText(dataset, text('240100,420100'), more))).message).toContain(far);
      expect((await s.loadText(dataset, text('420100,240100'), more)).rows_published).toBe(20);
    }
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
    '53.81848',
    '1.348309',
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

  it('take codes from the directory, and the position from Code-Point if the directory has none', async () => {
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

  it('read the layout whose column names include a year', async () => {
    await s.loadText(
      'onspd',
      'pcd7,pcd8,pcds,dointr,doterm,lad25cd,east1m,north1m,gridind,ctry25cd,rgn25cd,oa21cd,lsoa21cd,msoa21cd,lat,long\n' +
        'XE1 1AA,XE1 1AA,XE1 1AA,201501,,E06999001,620100,440100,1,E92000001,E12999001,E00999001,E01999001,E02999001,53.810574,1.341601\n',
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

  it('have the month in which they ended in any notation, and are refused if it cannot be read', async () => {
    const head = 'pcds,dointr,doterm,lad25cd,east1m,north1m,gridind,ctry25cd,lat,long\n';
    const ends = ['201607.0', '2016-07-01', '2016/07/01 00:00:00+00', '', 'July'];
    const lines = ends.map(
      (end, i) =>
        `XE7 1A${'ABDEF'[i]},201501,${end},E06999001,620100,440100,1,E92000001,53.810574,1.341601\n`,
    );
    await s.loadText('onspd', head + lines.join(''));
    expect(
      await s.rows(
        `select postcode, terminated_on as ended from onspd_postcodes where postcode like 'XE7%' order by 1`,
      ),
    ).toEqual(
      ['2016-07-01', '2016-07-01', '2016-07-01', null].map((ended, i) => ({
        postcode: `XE7 1A${'ABDE'[i]}`,
        ended,
      })),
    );
    expect(await s.rows('select reason from dataset_rejects')).toEqual([
      { reason: '"July" is not the month in which a postcode ended.' },
    ]);
  });

  it('have present small areas and those of 2011, which are the only ones that Scotland had before 2024', async () => {
    const head =
      'pcds,dointr,doterm,lad25cd,east1m,north1m,gridind,ctry25cd,lsoa11cd,msoa11cd,lsoa21cd,msoa21cd,lat,long\n';
    const row = (postcode: string, areas: string) =>
      `${postcode},201501,,S12999001,620100,840100,1,S92000003,S01999001,S02999001,${areas},57.397987,1.661644\n`;
    await s.loadText('onspd', `${head}${row('XS1 1AA', 'S01998001,S02998001')}${row('XS1 1AB', ',')}`);
    expect(
      await s.rows(
        `select postcode, lsoa_code, msoa_code, lsoa_2011_code, msoa_2011_code from onspd_postcodes
          where postcode like 'XS%' order by 1`,
      ),
    ).toEqual([
      {
        postcode: 'XS1 1AA',
        lsoa_code: 'S01998001',
        msoa_code: 'S02998001',
        lsoa_2011_code: 'S01999001',
        msoa_2011_code: 'S02999001',
      },
      {
        postcode: 'XS1 1AB',
        lsoa_code: 'S01999001',
        msoa_code: 'S02999001',
        lsoa_2011_code: 'S01999001',
        msoa_2011_code: 'S02999001',
      },
    ]);
  });

  it('are refused if their values are under the wrong column names', async () => {
    const head =
      'pcds,dointr,doterm,oscty,oslaua,rgn,ctry,oseast1m,osnrth1m,osgrdind,lsoa21,msoa21,lat,long\n';
    const good =
      'XE1 1AA,201501,,E10999001,E06999001,E12999001,E92000001,620100,440100,1,E01999001,E02999001,,\n';
    const displaced = (at: number) => {
      const fields = good.trimEnd().split(',');
      fields.splice(at, 0, '');
      return `${fields.slice(0, 14).join(',').replace('1AA', '1AB')}\n`;
    };
    for (const at of [3, 4, 5, 6]) {
      const { reject_reasons, rows_published } = await s.loadText('onspd', head + good + displaced(at), {
        force: true,
      });
      expect(rows_published).toBe(1);
      expect(reject_reasons[0]!.reason).toMatch(
        /is not the code of (an authority|a nation|an MSOA or intermediate zone)\.$/,
      );
    }
  });

  it('are refused with the names of what is missing', async () => {
    const error = await refusal(
      s.loadText('onspd', 'pcds,dointr,doterm,lat,long\nXE1 1AA,201501,,53.8,1.3\n'),
    );
    expect(error.missing).toEqual(['oseast1m', 'osnrth1m', 'ctry', 'oslaua']);
  });
});
