import { OGL } from '@domesday/loading/licences';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'nhs-ods',
  name: 'NHS organisations: practices, pharmacies and trust sites',
  publisher: 'NHS England, Organisation Data Service',
  countries: ['England', 'Wales'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: NHS Organisation Data Service.',
  cadence_days: 92,
  dated_by: 'release',
  delay_days: 0,
  served: {
    table: 'health_sites',
    area: 't.kind',
    country: 't.country',
    replaces: 'every site of the kinds in it',
  },
  least_rows: { England: 12_000, Wales: 350 },
  used_by: ['health_sites'],
  download: {
    topic: 'places',
    find: {
      by: 'address',
      addresses: [
        'https://www.odsdatasearchandexport.nhs.uk/api/getReport?report=epraccur',
        'https://www.odsdatasearchandexport.nhs.uk/api/getReport?report=edispensary',
        'https://www.odsdatasearchandexport.nhs.uk/api/getReport?report=ets',
      ],
    },
    content: 'csv',
    bytes: null,
    rows: null,
  },
  docs: {
    page: 'data-location',
    what: 'practices, pharmacies and hospitals in England and Wales, NHS Organisation Data Service',
    layouts:
      '`epraccur`, `edispensary`, `ets`: 27 columns, no header; status `A` or `ACTIVE`, prescribing setting `4` or `RO76`',
    where: 'digital.nhs.uk, "Organisation Data Service"',
    layout_seen: {
      real_file: '`epraccur` of 2019 and of 2026 (Data Search and Export), first rows of `edispensary`',
    },
  },
} as const satisfies DatasetSource;
