import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'schools-wales',
  name: 'Address list of schools',
  publisher: 'Welsh Government',
  countries: ['Wales'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: Address list of schools, Welsh Government.',
  cadence_days: 365,
  dated_by: 'release',
  delay_days: 180,
  served: {
    table: 'schools',
    placed: 't.easting is not null',
    replaces: 'every school of Wales',
  },
  least_rows: { Wales: 1200 },
  used_by: ['schools'],
  download: byOperator('places', 'made'),
  docs: {
    page: 'data-location',
    what: 'schools, Welsh Government, gov.wales "Address list of schools"',
    layouts: 'each English sheet saved as CSV and named as the sheet, loaded together',
    where: 'gov.wales, "Address list of schools"',
    layout_seen: { real_file: 'address list of 2024 with columns of a third party' },
  },
} as const satisfies DatasetSource;
