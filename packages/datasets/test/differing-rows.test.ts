import type { LoadResult } from '@domesday/builds';
import { CODE_POINT, type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';

// Every row in this file is made up.
let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());

const SALE = (n: number, price: number) =>
  `{0000AAAA-0000-0000-0000-00000000000${n}},${price},2026-01-02,XE1 1AA,T,N,F,1,,COD LANE,,XANBURY,XANSHIRE,XANSHIRE,A,A\n`;

/** A header, two rows of one record that differ, and a row of another record. */
const FILES: Record<string, [header: string, one: string, other: string, further: string]> = {
  'brma-lookup': ['postcode,brma\n', 'XE1 1AA,Cod\n', 'XE1 1AA,Ling\n', 'XE1 1AB,Cod\n'],
  'code-point-open': ['', CODE_POINT('XE1 1AA'), CODE_POINT('XE1 1AA', 10, 620200), CODE_POINT('XE1 1AB')],
  'operator-lettings': [
    'reference,address,rent,rent_period,let_on\n',
    'L1,"1 Cod Lane, XE1 1AA",900,pcm,2026-01-02\n',
    'L1,"1 Cod Lane, XE1 1AA",950,pcm,2026-01-02\n',
    'L2,"2 Cod Lane, XE1 1AA",950,pcm,2026-01-02\n',
  ],
  'os-open-uprn': [
    'UPRN,X_COORDINATE,Y_COORDINATE,LATITUDE,LONGITUDE\n',
    '1,620100,440100,,\n',
    '1,620200,440100,,\n',
    '2,620100,440100,,\n',
  ],
  'price-paid': ['', SALE(1, 200_000), SALE(1, 210_000), SALE(2, 210_000)],
  'uk-hpi': [
    'Date,RegionName,AreaCode,AveragePrice,Index\n',
    '01/07/2026,Xanshire,E06999001,200000,101.5\n',
    '01/07/2026,Xanshire,E06999001,210000,101.5\n',
    '01/07/2026,Yanshire,E06999002,210000,101.5\n',
  ],
};
const differing = ({ checks }: LoadResult) => checks.filter(({ name }) => name === 'differing_rows');

it.each(Object.entries(FILES))(
  'a load of %s warns how many records have rows that differ, and gives no warning if they agree',
  async (dataset, [header, one, other, further]) => {
    const load = (rows: string) => s.loadText(dataset, header + rows, { force: true, skipDerived: true });
    expect(differing(await load(one + further + one))).toEqual([]);
    const warnings = [
      {
        name: 'differing_rows',
        status: 'warn',
        detail: '1 record has several rows that differ, and the last of its rows counts.',
      },
    ];
    expect(differing(await load(one + other + further))).toEqual(warnings);
    expect(
      differing(
        await s.loadText(dataset, header + one + other + further, {
          force: true,
          replace: true,
          skipDerived: true,
        }),
      ),
    ).toEqual(warnings);
  },
);
