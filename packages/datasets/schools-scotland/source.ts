import { GRID_SQUARE } from '@domesday/loading/grid-square';
import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'schools-scotland',
  name: 'School Roll and Locations',
  publisher: 'Scottish Government',
  countries: ['Scotland'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: School Roll and Locations, Scottish Government.',
  cadence_days: 365,
  dated_by: 'release',
  delay_days: 180,
  served: {
    table: 'schools',
    placed: 't.easting is not null',
    area: GRID_SQUARE,
    replaces: 'every school of Scotland',
  },
  least_rows: { Scotland: 2000 },
  used_by: ['schools'],
  download: byOperator('places', 'not_known'),
  docs: {
    page: 'data-location',
    what: 'publicly funded schools, Scottish Government',
    layouts: 'School Roll and Locations, or school contact details, saved as CSV',
    where: 'gov.scot, "School contact details" and "School roll and locations"',
    layout_seen: { real_file: 'School Roll and Locations of 2023' },
  },
} as const satisfies DatasetSource;
