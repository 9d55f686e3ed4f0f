import { OGL } from '@domesday/loading/licences';
import { byOperator } from '@domesday/loading/publishers/by-operator';
import type { DatasetSource } from '@domesday/loading/types';

export const source = {
  id: 'lha-rates',
  name: 'Local Housing Allowance rates',
  publisher: 'Valuation Office Agency; Rent Officers Wales; Scottish Government',
  countries: ['England', 'Wales', 'Scotland'],
  licence: OGL,
  attribution:
    'Contains public sector information licensed under the Open Government Licence v3.0: Local Housing Allowance rates.',
  cadence_days: 365,
  dated_by: 'records',
  delay_days: 0,
  served: {
    table: 'lha_rates',
    newest: 'make_date(t.year, 4, 1)',
    area: 't.brma_name',
    replaces: 'the same market areas, years and categories',
  },
  used_by: ['lha_rates'],
  download: byOperator('rents', 'not_known'),
  docs: {
    page: 'data',
    what: 'Local Housing Allowance rates by market area and category, Valuation Office Agency, Rent Officers Wales, Scottish Government',
    layouts:
      'csv, ods or xlsx with a row for each market area; England’s workbook (its tables of rates), Scotland’s table, the monthly files of Universal Credit with or without a header; year and nation from columns, titles or the name of the file',
    where: 'gov.uk, gov.wales and gov.scot, "Local Housing Allowance rates"',
    layout_seen: {
      real_file:
        'Scotland 2022; a page of England’s monthly rates of 2022, which have no header; not England’s workbook',
      specification: 'the publisher’s description of the four tables of the workbook of 2022',
    },
  },
} as const satisfies DatasetSource;
