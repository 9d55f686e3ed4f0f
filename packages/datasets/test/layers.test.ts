import { type Bench, openBench } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, expect, it } from 'vitest';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** A made-up square of noise beside a railway, in grid metres. */
const SQUARE = JSON.stringify({
  type: 'FeatureCollection',
  crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::27700' } },
  features: [
    {
      type: 'Feature',
      properties: { noiseclass: '55.0-59.9' },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [300_000, 200_000],
            [301_000, 200_000],
            [301_000, 201_000],
            [300_000, 200_000],
          ],
        ],
      },
    },
  ],
});

it.each(['noise-wales', 'noise-scotland'])('reads bands of noise for %s as for England', async (dataset) => {
  expect(await bench.load(dataset, 'rail.geojson', SQUARE)).toMatchObject({ dataset, rows_published: 1 });
  expect(
    await bench.rows(
      `select a.kind, a.band, a.level from areas a join area_datasets d on d.no = a.dataset_no where d.dataset = '${dataset}'`,
    ),
  ).toEqual([{ kind: 'noise-rail', band: '55.0-59.9 dB', level: 'low' }]);
});
