import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'deprivation-wales',
  name: 'Welsh Index of Multiple Deprivation',
  publisher: 'Welsh Government',
  countries: ['Wales'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: Welsh Index of Multiple Deprivation.',
  cadence_days: null,
  dated_by: 'release',
  delay_days: 0,
  served: {
    table: 'deprivation_areas',
    area: "t.level || ' ' || t.year",
    replaces: 'the same edition at the same level',
  },
  used_by: ['deprivation_areas'],
  download: byOperator('people', 'made'),
  docs: {
    page: 'data-location',
    what: 'WIMD, Welsh Government',
    layouts: 'the sheet of ranks saved as CSV',
    where: 'gov.wales, "Welsh Index of Multiple Deprivation"',
    layout_seen: { real_file: 'the workbook of scores of 2019, which is refused' },
  },
} as const satisfies DatasetSource;
