import { startTestApi, type TestApi } from '@domesday/testing/api';
import { type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Five directions of a made-up council, each around a postcode of its own. Maps cut the names of columns. */
const DIRECTIONS: [properties: Record<string, string>, of_shared_homes: boolean][] = [
  [{ description: 'Change of use to a house in multiple occupation' }, true],
  [{ Descriptio: 'Removes the change of use from C3 to C4' }, true],
  [{ descript: 'No new HMO without permission' }, true],
  [{ Article_4_Direction: 'Change of use from dwelling houses to HMO' }, true],
  [{ Descriptio: 'Removes the change of use of offices', Name: 'Canal side' }, false],
];

let s: Scratch;
let api: TestApi;
beforeAll(async () => {
  s = await scratch();
  await s.loadText(
    'code-point-open',
    DIRECTIONS.map(
      (_, i) => `"XE1 ${i}AB",10,${620000 + i * 1000},440000,"E92000001","","","","E06999001","E05999001"\n`,
    ).join(''),
    { skipDerived: true },
  );
  await s.loadText('hmo-register', 'No,Address,Postcode\n1,9 Cod Lane,XE1 0AB\n', {
    mapping: {
      local_authority_code: 'E06999001',
      columns: { address: 'Address', postcode: 'Postcode', licence_number: 'No' },
    },
    skipDerived: true,
  });
  const features = DIRECTIONS.map(([properties], i) => {
    const [x, y] = [619900 + i * 1000, 439900];
    const ring = [
      [x, y],
      [x + 200, y],
      [x + 200, y + 200],
      [x, y + 200],
      [x, y],
    ];
    return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [ring] } };
  });
  await s.loadText('planning-data', JSON.stringify({ type: 'FeatureCollection', features }), {
    name: 'directions.geojson',
    mapping: { kind: 'article-4-direction-area', covers: ['E06999001'], crs: 'EPSG:27700' },
  });
  api = await startTestApi(s.database);
});
afterAll(async () => {
  await api?.close();
  await s?.drop();
});

it.each(
  DIRECTIONS.map(
    ([properties, of_shared_homes], i) => [JSON.stringify(properties), i, of_shared_homes] as const,
  ),
)(
  'recognises from any column what a direction with %s restricts',
  async (_properties, i, of_shared_homes) => {
    const { status, body } = await api.call(`/planning/hmo-register?postcode=XE1%20${i}AB&status=any`);
    expect([status, body.article_4]).toEqual([200, of_shared_homes]);
  },
);
