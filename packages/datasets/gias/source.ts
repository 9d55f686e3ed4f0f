import { GRID_SQUARE } from '@domesday/loading/grid-square';
import { OGL } from '@domesday/loading/licences';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'gias',
  name: 'Get Information about Schools',
  publisher: 'Department for Education',
  countries: ['England'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: Get Information about Schools, Department for Education.',
  cadence_days: 31,
  dated_by: 'release',
  delay_days: 0,
  served: {
    table: 'schools',
    placed: 't.easting is not null',
    area: GRID_SQUARE,
    replaces: 'every school of England and what the register names outside it',
  },
  least_rows: { England: 20_000 },
  used_by: ['schools'],
  download: {
    topic: 'places',
    find: {
      by: 'day',
      address:
        'https://ea-edubase-api-prod.azurewebsites.net/edubase/downloads/public/edubasealldata{yyyy}{mm}{dd}.csv',
      days_back: 7,
    },
    content: 'csv',
    bytes: null,
    rows: null,
  },
  docs: {
    page: 'data-location',
    what: 'schools in England, Department for Education, get-information-schools.service.gov.uk',
    layouts:
      "`edubasealldata<day>.csv` by column name, Windows-1252; rows of the editions of 120 and 135 columns even under each other's header",
    where: 'get-information-schools.service.gov.uk',
    layout_seen: { real_file: 'rows of 2018, 2025 and 2026' },
  },
} as const satisfies DatasetSource;
