import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'small-area-income',
  name: 'Income estimates for small areas',
  publisher: 'Office for National Statistics',
  countries: ['England', 'Wales'],
  licence: OGL,
  attribution: 'Source: Office for National Statistics licensed under the Open Government Licence v3.0.',
  cadence_days: null,
  dated_by: 'release',
  delay_days: 0,
  served: {
    table: 'area_figures',
    area: "t.topic || ' ' || left(t.area_code, 1)",
    replaces: 'the same topic of the same areas',
  },
  used_by: ['area_figures'],
  download: byOperator('people', 'made'),
  docs: {
    page: 'data-location',
    what: 'mean household income by MSOA, England and Wales, ONS',
    layouts: 'the sheet of total annual income saved as CSV',
    where: 'ons.gov.uk, "Income estimates for small areas"',
    layout_seen: {},
  },
} as const satisfies DatasetSource;
