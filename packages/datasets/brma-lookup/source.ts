import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'brma-lookup',
  name: 'Postcode to broad rental market area look-up',
  publisher:
    'The operator, from boundaries of the Valuation Office Agency, Rent Officers Wales and the Scottish Government',
  countries: ['England', 'Wales', 'Scotland'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: broad rental market area boundaries. Contains OS data © Crown copyright and database right [year].',
  cadence_days: null,
  dated_by: 'release',
  delay_days: 0,
  served: {
    table: 'brma_postcodes',
    beside: [{ table: 'brmas' }],
    replaces: 'the same postcodes',
  },
  used_by: ['brma_postcodes'],
  download: byOperator('rents', 'made'),
  docs: {
    page: 'data',
    what: 'the broad rental market area of each postcode, which you make from the boundaries',
    layouts: '`postcode,brma_code,brma`, or `country,PCD,PCD2,PCDS,brma,brma_name`; full postcodes',
    where: 'brma-boundaries, by the market area that each postcode lies in',
    layout_seen: {
      specification: 'the fields of the Urban Big Data Centre’s look-up, described by its author',
    },
  },
} as const satisfies DatasetSource;
