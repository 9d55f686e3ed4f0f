import { GRID_SQUARE } from '@domesday/loading/grid-square';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'osm-points',
  name: 'Points of OpenStreetMap',
  publisher: 'OpenStreetMap contributors',
  countries: ['England', 'Wales', 'Scotland'],
  licence: 'Open Database Licence 1.0: share-alike, kept apart from the other sources',
  attribution: '© OpenStreetMap contributors, available under the Open Database Licence.',
  cadence_days: null,
  dated_by: 'release',
  delay_days: 0,
  served: {
    table: 'osm_points',
    area: GRID_SQUARE,
    replaces: 'everything',
  },
  used_by: ['osm_points'],
  download: byOperator('places', 'made'),
  docs: {
    page: 'data-location',
    what: 'points of OpenStreetMap, which you extract',
    layouts:
      'CSV of Overpass, osmconvert or with `latitude` and `longitude`; tabs or commas, one column for each tag',
    where: 'OpenStreetMap, by the query in docs/data-location.md',
    layout_seen: { real_file: 'shops of Edinburgh' },
  },
} as const satisfies DatasetSource;
