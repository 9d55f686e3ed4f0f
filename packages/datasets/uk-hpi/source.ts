import { OGL } from '@domesday/loading/licences';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'uk-hpi',
  name: 'UK House Price Index',
  publisher: 'HM Land Registry and Office for National Statistics',
  countries: ['England', 'Wales', 'Scotland'],
  licence: OGL,
  attribution:
    'Contains HM Land Registry data © Crown copyright and database right [year]. This data is licensed under the Open Government Licence v3.0.',
  cadence_days: 31,
  dated_by: 'records',
  delay_days: 80,
  served: {
    table: 'house_price_index',
    newest: 't.month',
    area: 'left(t.area_code, 3)',
    replaces: 'the same months of the same areas',
  },
  used_by: ['house_price_index'],
  download: {
    topic: 'prices',
    find: {
      by: 'month',
      address:
        'https://publicdata.landregistry.gov.uk/market-trend-data/house-price-index-data/UK-HPI-full-file-{yyyy}-{mm}.csv',
      months_back: 4,
    },
    content: 'csv',
    bytes: null,
    rows: null,
  },
  docs: {
    page: 'data',
    what: 'UK House Price Index, HM Land Registry and ONS',
    layouts: 'full file; search-tool export',
    where: 'gov.uk, "UK House Price Index: data downloads"',
    layout_seen: {
      real_file: 'search-tool exports',
      specification: "the publisher's description of the columns of the full file",
    },
  },
} as const satisfies DatasetSource;
