import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'area-changes',
  name: 'Look-up of small areas of 2011 and 2021',
  publisher: 'Office for National Statistics',
  countries: ['England', 'Wales'],
  licence: OGL,
  attribution:
    'Contains OS data © Crown copyright and database right [year]. Contains Royal Mail data © Royal Mail copyright and database right [year]. Contains National Statistics data © Crown copyright and database right [year].',
  cadence_days: null,
  dated_by: 'release',
  delay_days: 0,
  served: {
    table: 'area_changes',
    replaces: 'everything',
  },
  used_by: ['area_changes'],
  download: byOperator('people', 'not_known'),
  docs: {
    page: 'data-location',
    what: 'LSOAs of 2011 to 2021 and authorities, ONS',
    layouts: 'best-fit look-up',
    where: 'geoportal.statistics.gov.uk',
    layout_seen: { real_file: 'LSOA 2011 to 2021, whole' },
  },
} as const satisfies DatasetSource;
