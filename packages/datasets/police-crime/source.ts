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
  dated_by: 'records',
  delay_days: 60,
  served: {
    table: 'crime_counts',
    newest: "((t.month || '-01')::date + interval '1 month' - interval '1 day')::date",
    area: 't.force',
    replaces: 'the same months of the same forces',
  },
  used_by: ['crime_counts'],
  download: {
    topic: 'people',
    find: {
      by: 'redirect',
      address: 'https://data.police.uk/data/archive/latest.zip',
      release: '(\\d{4}-\\d{2})\\.zip$',
    },
    content: 'zip',
    bytes: 1_600_000_000,
    rows: null,
  },
  docs: {
    page: 'data-location',
    what: 'street-level crime of England and Wales, data.police.uk',
    layouts: '`<month>-<force>-street.csv`, archives as published',
    where: 'data.police.uk',
    layout_seen: { real_file: 'Essex 2019, City of London 2024' },
  },
} as const satisfies DatasetSource;
