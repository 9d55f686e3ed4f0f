import { type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

// Made-up postcodes of two councils that become one.
let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());
beforeEach(() => s.empty());

const FORMER = ['E07999001', 'E07999002', 'E06999003'];
const MERGED = ['E06999009', 'E06999009', 'E06999003'];
const POSTCODES = ['XE1 1AA', 'XE1 1AB', 'XW1 1AA'];
const FILES = {
  'code-point-open': {
    name: 'xe.csv',
    text: (codes: string[]) =>
      codes
        .map((code, i) => `"${POSTCODES[i]}",10,620100,440100,"E92000001","","","","${code}","E05999001"\n`)
        .join(''),
  },
  onspd: {
    name: 'ONSPD_NOV_2026_UK.csv',
    text: (codes: string[]) =>
      `pcd,pcd2,pcds,dointr,doterm,oslaua,oseast1m,osnrth1m,osgrdind,ctry,rgn,oa11,lsoa11,msoa11,lat,long,oa21,lsoa21,msoa21\n${codes
        .map((code, i) => `,,${POSTCODES[i]},198001,,${code},620100,440100,1,E92000001,,,,,53.8,1.35,,,\n`)
        .join('')}`,
  },
};

it.each(Object.entries(FILES))(
  '%s warns which authorities no longer exist, and which authorities have their postcodes now',
  async (dataset, file) => {
    const goneAuthorities = async (codes: string[]) =>
      (await s.loadText(dataset, file.text(codes), { name: file.name, force: true })).checks
        .filter(({ name }) => name === 'gone_authorities')
        .map(({ detail }) => detail);
    expect(await goneAuthorities(FORMER)).toEqual([]);
    const [only, ...more] = await goneAuthorities(MERGED);
    expect(only).toContain(
      'E07999001 (E07999001, now E06999009), E07999002 (E07999002, now E06999009). Registers',
    );
    expect(more).toEqual([]);
    expect(await goneAuthorities(MERGED)).toEqual([]);
    // A new code for the same authority is no reason for a warning: it is found under both codes.
    await goneAuthorities(['E08000019', 'E08000019', 'E06999003']);
    expect(await goneAuthorities(['E08000039', 'E08000039', 'E06999003'])).toEqual([]);
  },
);
