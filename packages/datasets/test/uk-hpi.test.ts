import { type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

// Every row in this file is made up.
let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());
beforeEach(() => s.empty());

describe('uk-hpi', () => {
  it('reads the full file with British dates and blank volumes, and replaces months that a release revises', async () => {
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

  it('keeps the measures that an export lacks, beside the newer ones that it has', async () => {
    const full = 'Date,RegionName,AreaCode,AveragePrice,Index,SalesVolume,FlatPrice,FlatIndex\n';
    const row = '01/07/2026,Xanshire,E06999001,200000,101.5,40,150000,99\n';
    const exported =
      'Name,Region GSS code,Period,Average price All property types,Average price Flats and maisonettes\n' +
      'Xanshire,E06999001,2026-07,210000,160000\n';
    const served = () =>
      s.rows(
        'select property_type, average_price, index_value, sales_volume from house_price_index order by 1',
      );
    await s.loadText('uk-hpi', full + row);
    await s.loadText('uk-hpi', exported);
    expect(await served()).toEqual([
      { property_type: 'all', average_price: 210000, index_value: 101.5, sales_volume: 40 },
      { property_type: 'flat', average_price: 160000, index_value: 99, sales_volume: null },
    ]);
    await s.loadText('uk-hpi', exported, { replace: true, force: true });
    expect(await served()).toMatchObject([
      { property_type: 'all', average_price: 210000, index_value: null, sales_volume: null },
      { property_type: 'flat', average_price: 160000, index_value: null },
    ]);
  });

  it('refuses a date that is not the first day of a month, as American dates give, and negative figures', async () => {
    const header = 'Date,RegionName,AreaCode,AveragePrice,Index,SalesVolume,FlatPrice\n';
    const load = s.loadText(
      'uk-hpi',
      `${header}2/1/2026,Xanshire,E06999001,200000,101.5,40,\n01/02/2026,Xanshire,E06999001,-200000,101.5,40,\n01/03/2026,Xanshire,E06999001,200000,101.5,-40,\n01/04/2026,Xanshire,E06999001,200000,101.5,40,-1\n01/05/2026,Xanshire,E06999001,200000,101.5,40,\n`,
    );
    expect((await load).rows_rejected).toBe(4);
    expect(await s.rows('select month::text from house_price_index')).toEqual([{ month: '2026-05-01' }]);
    expect(
      (await s.rows('select reason from dataset_rejects order by line')).map((row) => row.reason),
    ).toEqual([
      '"2/1/2026" is not the first day of a month.',
      'The figure "-200000" is negative.',
      'The figure "-40" is negative.',
      'The figure "-1" is negative.',
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

describe('the names of authorities', () => {
  it('are stored under the former and the present code of a district, whichever a file has', async () => {
    const header = 'Date,RegionName,AreaCode,AveragePrice,Index\n';
    await s.loadText('uk-hpi', `${header}01/07/2026,Xanshire,E08000039,200000,101.5\n`);
    const names = () => s.rows('select code, name from local_authorities order by code');
    const both = (name: string) => ['E08000019', 'E08000039'].map((code) => ({ code, name }));
    expect(await names()).toEqual(both('Xanshire'));
    // An older file, with the former code.
    await s.loadText('uk-hpi', `${header}01/08/2026,Great Xanshire,E08000019,200000,101.5\n`);
    expect(await names()).toEqual(both('Great Xanshire'));
    await s.loadText(
      'uk-hpi',
      `${header}01/07/2026,Xanshire,E08000019,1,101.5\n01/08/2026,Yanshire,E08000039,1,101.5\n`,
    );
    expect((await names()).map(({ name }) => name)).toEqual(['Xanshire', 'Yanshire']);
  });
});
