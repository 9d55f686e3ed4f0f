import { OGL } from '@domesday/loading/licences';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'hmlr-uprn-lookup',
  name: 'Price Paid transaction to UPRN look-up',
  publisher: 'HM Land Registry',
  countries: ['England', 'Wales'],
  licence: OGL,
  attribution:
    'Contains HM Land Registry data © Crown copyright and database right [year]. This data is licensed under the Open Government Licence v3.0.',
  cadence_days: 31,
  dated_by: 'newest_release',
  delay_days: 30,
  served: {
    table: 'hmlr_uprn_lookup',
    replaces: 'the same transactions',
  },
  used_by: ['sales'],
  download: {
    topic: 'prices',
    find: {
      by: 'month',
      address: 'https://price-paid-data.publicdata.landregistry.gov.uk/pp-uprn-lookup-{mon}-{yyyy}.csv',
      months_back: 3,
      since: '2026-07',
    },
    content: 'csv',
    bytes: 5_000_000,
    rows: 94_112,
  },
  docs: {
    page: 'data',
    what: 'transaction to UPRN, HM Land Registry, by month',
    layouts: 'two columns without a header',
    where: 'gov.uk, beside Price Paid Data',
    layout_seen: { real_file: '20 rows of 2026' },
  },
} as const satisfies DatasetSource;
