import { OGL } from '@domesday/loading/licences';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'price-paid',
  name: 'Price Paid Data',
  publisher: 'HM Land Registry',
  countries: ['England', 'Wales'],
  licence: `${OGL}; address data under Royal Mail and Ordnance Survey terms (personal or non-commercial use, or to show residential price information)`,
  attribution:
    'Contains HM Land Registry data © Crown copyright and database right 2021. This data is licensed under the Open Government Licence v3.0.',
  cadence_days: 31,
  dated_by: 'records',
  delay_days: 28,
  served: {
    table: 'sales',
    newest: 't.date',
    replaces: 'the same transactions',
  },
  used_by: ['sales'],
  download: {
    topic: 'prices',
    find: {
      by: 'address',
      addresses: ['https://price-paid-data.publicdata.landregistry.gov.uk/pp-complete.csv'],
      changes: 'https://price-paid-data.publicdata.landregistry.gov.uk/pp-monthly-update-new-version.csv',
    },
    content: 'csv',
    bytes: 5_000_000_000,
    rows: 30_000_000,
  },
  docs: {
    page: 'data',
    what: 'sales in England and Wales since 1995, HM Land Registry',
    layouts:
      'bulk (complete, yearly, monthly) of 15 or 16 columns without a header, record status A, C and D applied; search-tool export with its header, without it, or with it glued to the first row',
    where: 'gov.uk, "Price Paid Data"',
    terms:
      'OGL v3; the addresses under Royal Mail and Ordnance Survey terms: personal or non-commercial use, or to show residential price information',
    layout_seen: {
      real_file: 'complete file, first 10,298 rows; search-tool exports; no change rows',
      specification: "HM Land Registry's description of the columns",
    },
  },
} as const satisfies DatasetSource;
