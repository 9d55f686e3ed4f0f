import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'deprivation-scotland',
  name: 'Scottish Index of Multiple Deprivation',
  publisher: 'Scottish Government',
  countries: ['Scotland'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: Scottish Index of Multiple Deprivation.',
  cadence_days: null,
  dated_by: 'release',
  delay_days: 0,
  served: {
    table: 'deprivation_areas',
    area: "t.level || ' ' || t.year",
    replaces: 'the same edition at the same level',
  },
  used_by: ['deprivation_areas'],
  download: byOperator('people', 'not_known'),
  docs: {
    page: 'data-location',
    what: 'SIMD, Scottish Government',
    layouts: 'data zones of SIMD 2020 as CSV',
    where: 'gov.scot, "Scottish Index of Multiple Deprivation"',
    layout_seen: { real_file: 'SIMD 2020 v2 as CSV' },
  },
} as const satisfies DatasetSource;
