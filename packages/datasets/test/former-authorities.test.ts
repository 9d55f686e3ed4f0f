import { openBench, table } from '@domesday/testing/location-bench';
import { expect, it } from 'vitest';

/** A made-up council that was merged into another; all its postcodes now have the code of that other. */
const FORMER = 'E07999001';
const SUCCESSOR = 'E06999001';
const SMALL_AREAS = ['E01888001', 'E01888002'];

const directory = (columns: string, cells: (i: number) => string) =>
  `pcds,dointr,doterm,oslaua,oseast1m,osnrth1m,osgrdind,ctry,pfa,lsoa21${columns}\n${SMALL_AREAS.map(
    (area, i) =>
      `XE1 ${i}AB,198001,,${SUCCESSOR},${630000 + i * 100},450000,1,E92000001,E23999001,${area}${cells(i)}\n`,
  ).join('')}`;

it('files applications under the present authority, even if they name a former council', async () => {
  const bench = await openBench();
  try {
    await bench.load(
      'epc-domestic',
      'certificates.csv',
      `LMK_KEY,ADDRESS1,POSTCODE,CURRENT_ENERGY_RATING,LODGEMENT_DATE,LOCAL_AUTHORITY,LOCAL_AUTHORITY_LABEL\n1,9 Cod Lane,XE1 0AB,C,2019-01-01,${FORMER},Oldshire\n2,8 Cod Lane,XE1 0AB,C,2025-01-01,${SUCCESSOR},Newshire\n`,
    );
    await bench.load(
      'onspd',
      'ONSPD.csv',
      directory('', () => ''),
    );
    const authoritiesAfter = async (...names: string[]) => {
      const records = names.flatMap((authority_name) =>
        ['XE1 0AB', 'XE1 1AB'].map((postcode, i) => ({
          name: `${authority_name}/X${i}`,
          uid: `X${i}`,
          authority_name,
          description: 'Extension',
          start_date: '2026-08-01',
          postcode,
        })),
      );
      await bench.load('planning-applications', 'planit.json', JSON.stringify({ records }));
      return bench.rows(
        'select authority_code, authority_name, applications, parts from planning_authorities',
      );
    };
    const own = { authority_code: SUCCESSOR, authority_name: 'Newshire' };
    // The rest of the authority is not covered until its own applications are loaded.
    expect(await authoritiesAfter('Oldshire')).toEqual([{ ...own, applications: 2, parts: ['Oldshire'] }]);
    expect(await authoritiesAfter('Newshire')).toEqual([{ ...own, applications: 4, parts: null }]);
  } finally {
    await bench.close();
  }
});

it.each([
  ['', () => ''],
  [',lsoa11', () => ',E01777001'],
])(
  'counts the crimes of a divided area for the present authority, with a directory that has the columns%s',
  async (columns, cells) => {
    const bench = await openBench();
    try {
      await bench.load('onspd', 'ONSPD.csv', directory(columns, cells));
      const look_up = SMALL_AREAS.map((area) => `E01777001,a,${area},b,S,${FORMER},Oldshire\n`).join('');
      await bench.load(
        'area-changes',
        'look-up.csv',
        `LSOA11CD,LSOA11NM,LSOA21CD,LSOA21NM,CHGIND,LAD22CD,LAD22NM\n${look_up}`,
      );
      const incident = {
        Month: '2026-08',
        'Reported by': 'Xerris Police',
        'Falls within': 'Xerris Police',
        'LSOA code': 'E01777001',
        'Crime type': 'Burglary',
      };
      await bench.load('police-crime', '2026-08-xerris-street.csv', table(Object.keys(incident), [incident]));
      expect(await bench.rows('select area_code, incidents from crime_areas order by 1')).toEqual([
        { area_code: 'E01777001', incidents: 1 },
        { area_code: SUCCESSOR, incidents: 1 },
        { area_code: 'E92000001', incidents: 1 },
      ]);
    } finally {
      await bench.close();
    }
  },
);
