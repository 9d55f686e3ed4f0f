import { GRID_SQUARE } from '@domesday/loading/grid-square';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'retail-points',
  name: 'Grocery retail points',
  publisher: 'Geolytix',
  countries: ['England', 'Wales', 'Scotland'],
  licence: 'Geolytix open data terms: free to use with attribution',
  attribution: 'Grocery retail points © GEOLYTIX, used under its open data terms.',
  cadence_days: 92,
  dated_by: 'release',
  delay_days: 0,
  served: {
    table: 'retail_points',
    area: GRID_SQUARE,
    replaces: 'everything',
  },
  least_rows: { all: 12_000 },
  used_by: ['retail_points'],
  download: byOperator('places', 'not_known'),
  docs: {
    page: 'data-location',
    what: 'grocers of Great Britain, Geolytix',
    layouts: 'retail points CSV',
    where: 'geolytix.com, "Retail Points"',
    layout_seen: {},
  },
} as const satisfies DatasetSource;
