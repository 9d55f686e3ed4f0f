import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'nhs-scotland',
  name: 'NHS Scotland: practices, dispensers and hospitals',
  publisher: 'Public Health Scotland',
  countries: ['Scotland'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: Public Health Scotland.',
  cadence_days: 92,
  dated_by: 'release',
  delay_days: 0,
  served: {
    table: 'health_sites',
    area: 't.kind',
    replaces: 'every site of the kinds in it',
  },
  least_rows: { Scotland: 1800 },
  used_by: ['health_sites'],
  download: byOperator('places', 'not_known'),
  docs: {
    page: 'data-location',
    what: 'practices, dispensers and hospitals, Public Health Scotland, opendata.nhs.scot',
    layouts: 'the three current CSVs',
    where: 'opendata.nhs.scot',
    layout_seen: {},
  },
} as const satisfies DatasetSource;
