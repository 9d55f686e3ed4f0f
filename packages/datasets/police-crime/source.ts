import { OGL } from '@domesday/loading/licences';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'police-crime',
  name: 'Street-level crime',
  publisher: 'Single Online Home National Digital Team, data.police.uk',
  countries: ['England', 'Wales'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: data.police.uk.',
  cadence_days: 31,
  used_by: ['crime_counts'],
  docs: {
    page: 'data-location',
    what: 'street-level crime of England and Wales, data.police.uk',
    layouts: '`<month>-<force>-street.csv`, archives as published',
    where: 'data.police.uk',
    real_file: 'Essex, October 2019',
  },
} as const satisfies DatasetSource;
