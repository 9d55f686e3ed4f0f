import { openBench } from '@domesday/testing/location-bench';
import { expect, it } from 'vitest';

it('reads the day on which an area was designated, by any name of the column, and never the day on which it was drawn', async () => {
  const bench = await openBench();
  try {
    const days = [
      { scheddate: '1978/02/14', amenddate: '1994/08/10' },
      { gis_date: '20040303' },
      { scheddate: null, gis_date: '20040303' },
      { designated: '1983-07-31Z' },
      { 'designation-date': '1983-06-30T23:00:00Z' },
    ];
    const features = days.map((day, i) => ({
      type: 'Feature',
      properties: { reference: String(i), ...day },
      geometry: { type: 'Point', coordinates: [-1.5, 53] },
    }));
    const text = JSON.stringify({ type: 'FeatureCollection', features });
    await bench.load('planning-data', 'areas.geojson', text, { mapping: { kind: 'scheduled-monument' } });
    expect(await bench.rows('select designated_on::text as day from areas order by reference')).toEqual(
      ['1978-02-14', null, null, '1983-07-31', '1983-07-01'].map((day) => ({ day })),
    );
  } finally {
    await bench.close();
  }
});
