import { OGL } from '@domesday/loading/licences';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'private-rents',
  name: 'Price Index of Private Rents',
  publisher: 'Office for National Statistics',
  countries: ['England', 'Wales', 'Scotland'],
  licence: OGL,
  attribution: 'Source: Office for National Statistics licensed under the Open Government Licence v3.0.',
  cadence_days: 31,
  dated_by: 'records',
  delay_days: 50,
  served: {
    table: 'private_rents',
    newest: 't.month',
    area: 'left(t.area_code, 3)',
    replaces: 'everything',
  },
  used_by: ['private_rents'],
  download: {
    topic: 'rents',
    find: {
      by: 'ons-page',
      page: 'https://www.ons.gov.uk/economy/inflationandpriceindices/datasets/priceindexofprivaterentsukmonthlypricestatistics',
    },
    content: 'xlsx',
    bytes: null,
    rows: null,
  },
  docs: {
    page: 'data',
    what: 'mean private rents by authority, in Scotland by market area, and month, ONS',
    layouts:
      'the workbook as published (xlsx), sheet `Table 1`: a row for each month and area, columns for bedrooms and types',
    where: 'ons.gov.uk, "Price Index of Private Rents, UK: monthly price statistics"',
    layout_seen: {},
  },
} as const satisfies DatasetSource;
