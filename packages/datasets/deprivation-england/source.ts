import { OGL } from '@domesday/loading/licences';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'deprivation-england',
  name: 'English indices of deprivation',
  publisher: 'Ministry of Housing, Communities and Local Government',
  countries: ['England'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: English indices of deprivation.',
  cadence_days: null,
  dated_by: 'release',
  delay_days: 0,
  served: {
    table: 'deprivation_areas',
    area: "t.level || ' ' || t.year",
    replaces: 'the same edition at the same level',
  },
  used_by: ['deprivation_areas'],
  download: {
    topic: 'people',
    find: {
      by: 'gov-uk',
      page: 'government/statistics/english-indices-of-deprivation-2025',
      title: '^File 7\\b',
    },
    content: 'csv',
    bytes: null,
    rows: 33_755,
  },
  docs: {
    page: 'data-location',
    what: 'English indices, MHCLG',
    layouts: 'Files 1, 2 and 7 of 2019, File 7 of 2025; authorities in long form; MSOAs of 2019',
    where: 'gov.uk, "English indices of deprivation"',
    layout_seen: { real_file: 'Files 1 and 2 of 2019, authorities of 2025, MSOAs of 2019' },
  },
} as const satisfies DatasetSource;
